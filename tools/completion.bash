# SPDX-License-Identifier: MIT
# Completion of wheeldyn for bash.
_wheeldyn()
{
    local commands="list describe run check eigen sweep fmu urdf tyre bench"
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} options
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$word")
        return
    fi
    case $command in
    run) options="--output --events --plot --html --set --t-end" ;;
    check) options="--set" ;;
    eigen) options="--sweep --set --output --plot" ;;
    fmu) options="--output --fmi --type --sources --free --set --name --snapshot --check" ;;
    sweep) options="--over --output --resume --jobs --set --t-end" ;;
    urdf) options="--wheel" ;;
    tyre) options="--side --curves" ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ $command == describe || $command == eigen ]]; then
        local kinds
        kinds=$("$1" list 2>/dev/null | sed -n 's/^\([a-z_]*\):.*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$kinds" -- "$word"; compgen -f -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _wheeldyn wheeldyn
