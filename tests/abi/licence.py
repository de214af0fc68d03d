# SPDX-License-Identifier: MIT
"""The library, its pkg-config file and its CMake package name the licence of the binary: with GSL
the GPL, without it MIT.

    licence.py <library> <wheeldyn.pc> <wheeldynConfig.cmake>
"""

import re
import sys
from pathlib import Path

from gate import output, run

# backend and licence, in the text of wd_build_info(), which ends with a NUL, and in the files
SAID = {
    "library": r", linear algebra: (\w+)[^,]*, licence of this binary: ([^\0]*)\0",
    "pkg-config": r"^license=(?P<licence>.*)\n(?:.*\n)*?backend=(?P<backend>.*)$",
    "CMake": r'^set\(wheeldyn_BACKEND "(.*)"\).*\nset\(wheeldyn_LICENSE "(.*)"\)',
}


def stated(way, text):
    found = re.search(SAID[way], text, re.M)
    return found and (found.groupdict() or dict(zip(("backend", "licence"), found.groups())))


def faults(symbols, texts):
    gsl = re.search(r" U gsl_", symbols)
    right = {"backend": "GSL" if gsl else "own", "licence": "GPL-3.0-or-later" if gsl else "MIT"}
    return [f"{way} reports {stated(way, text)}" for way, text in texts.items()
            if stated(way, text) != right]


def main(library, *files):
    symbols = output("nm", "-D", "--undefined-only", library)
    texts = dict(zip(SAID, [Path(library).read_bytes().decode("latin-1"),
                            *(Path(name).read_text(encoding="utf-8") for name in files)]))
    other = symbols + " U gsl_linalg_QR_Qvec\n" if " U gsl_" not in symbols else ""

    def without(way, word):
        return faults(symbols, {way: re.sub(word, "", texts[way], flags=re.M)})

    run(faults(symbols, texts), [
        ("the licence of the other backend", faults(other, texts)),
        ("a library that names none", without("library", ", licence of this binary: ")),
        ("a pkg-config file that names none", without("pkg-config", "^license=.*")),
        ("a CMake package that names none", without("CMake", "^set.*LICENSE.*")),
    ])


if __name__ == "__main__":
    main(*sys.argv[1:])
