# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Functions for the checks of this folder, which make bare Debian 12 systems in folders and run
# commands in them. The functions need root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ "$(id -u)" -eq 0 ] || { echo "not run, needs root"; exit 77; }

# Make a system from the package sources of this machine.
make_debian() { # folder-or-tar options-of-mmdebstrap...
    local sources=/etc/apt/sources.list.d/debian.sources
    apt-config dump | grep -E '^Acquire::(Check-|https?::Proxy)' >"$1.conf" || true
    [ -e "$sources" ] || sources=
    mmdebstrap "${@:2}" --aptopt="$1.conf" bookworm "$1" ${sources:+"$sources"}
}

# Unpack a new bare system, which replaces an older one in the folder; the first call makes the
# system.
new_debian() { # folder
    local archive=$PWD/build/test/debian.tar
    if [ ! -e "$archive" ]; then
        mkdir -p "${archive%/*}"
        make_debian "$archive.new.tar" --variant=minbase --include=ca-certificates
        mv "$archive.new.tar" "$archive"
    fi
    [ ! -e "$1" ] || [ -e "$1/etc/debian_version" ] || { echo "$1: no system of ours"; exit 1; }
    rm -rf --one-file-system "$1"
    mkdir -p "$1"
    tar -xf "$archive" -C "$1"
    cp /etc/resolv.conf "$1/etc"
    echo "127.0.0.1 localhost" >"$1/etc/hosts"
}

# Run a command that uses a system; at the end its mounts and processes are removed.
beside_debian() { # folder command...
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child sh -ec '
        mount -t proc proc "$0/proc"
        mount --rbind /dev "$0/dev"
        exec "$@"' "$@"
}

# Run a shell command in a new system, at the root of a clone of the last commit, then remove both.
in_debian() { # folder command
    new_debian "$1"
    git clone -q . "$1/opt/wheeldyn"
    beside_debian "$1" chroot "$1" env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -ec "cd /opt/wheeldyn; $2"
    rm -rf --one-file-system "$1"
}
