# SPDX-License-Identifier: MIT
"""The binary interface equals that of the last release, except for additions (libabigail).

    compare.py <library> <include folder> <wheeldyn.abi or wheeldyn-scenario.abi>

The two .abi files are rewritten in release commits only:

    abidw --headers-dir include --drop-private-types --exported-interfaces-only \\
        --no-show-locs --no-parameter-names --no-comp-dir-path --no-corpus-path \\
        build/lib/libwheeldyn.so > tests/ref/wheeldyn.abi
    abidw ... build/lib/scenario/libwheeldyn-scenario.so > tests/ref/wheeldyn-scenario.abi
"""

import re
import sys
import tempfile
from pathlib import Path

from gate import complaint, run


# Functions that the self-tests change in a copy of the baseline: the first is renamed, so that
# the library lacks a function of the baseline; the second gets an argument of another type, the
# third a result of another type.
VICTIMS = {
    "wheeldyn": ("wd_model_eval", "wd_model_init", "wd_model_time"),
    "wheeldyn-scenario": ("wd_scenario_free", "wd_scenario_step_to", "wd_scenario_switch_time"),
}


def faults(library, include, text):
    with tempfile.TemporaryDirectory() as scratch:
        baseline = Path(scratch) / "wheeldyn.abi"
        baseline.write_text(text)
        found = complaint("abidiff", "--drop-private-types", "--headers-dir2", include,
                          "--no-added-syms", baseline, library)
    return [found] if found else []


def replaced(pattern, new, text):
    changed, count = re.subn(pattern, new, text, count=1, flags=re.S)
    assert count == 1, f"{pattern} is not in the baseline any more: adapt this self-test"
    return changed


def main(library, include, path):
    text = Path(path).read_text()
    renamed, takes, gives = VICTIMS[Path(path).stem]
    double = re.search(r"<type-decl name='double'[^>]* id='([^']+)'", text)[1]
    word = re.search(r"<typedef-decl name='int32_t'[^>]* id='([^']+)'", text)[1]
    gone = (replaced(rf"(<elf-symbol name='){renamed}(')", r"\1wd_model_fly\2", text)
            .replace(f"{renamed}@@", "wd_model_fly@@").replace(f"'{renamed}'", "'wd_model_fly'"))
    function = r"(<function-decl name='{}'.*?)(<parameter [^/]*?type-id='){}(')"
    argument = replaced(function.format(takes, re.escape(double)),
                        rf"\1\g<2>{word}\3", text)
    result = replaced(rf"(<function-decl name='{gives}'.*?<return type-id='){double}(')",
                      rf"\g<1>{word}\2", text)
    run(faults(library, include, text), [
        ("a function of the release is gone", faults(library, include, gone)),
        ("an argument of another type", faults(library, include, argument)),
        ("a result of another type", faults(library, include, result)),
    ])


if __name__ == "__main__":
    main(*sys.argv[1:])
