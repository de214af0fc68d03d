# SPDX-License-Identifier: MIT
"""The hardening options of the build are visible in the linked binaries.

    hardening.py "<options>" <library or program>...
"""

import sys

from gate import output, run

# MARKS: text that readelf or nm prints for every binary that was built with the option. FORTIFIED:
# part of the names of fortified functions; at least one binary must call such a function.
MARKS = {
    "-fstack-protector-strong": "__stack_chk_fail",
    "-Wl,-z,relro": "GNU_RELRO",
    "-Wl,-z,now": "BIND_NOW",
}
FORTIFIED = "_chk@"


def shown(binary):
    return output("readelf", "-Wld", binary) + output("nm", "-D", "--undefined-only", binary)


def faults(options, texts):
    """Yield the marks that are missing in the texts of binaries."""
    lines = [f"{name} has no {mark} ({option})" for option, mark in MARKS.items()
             for name, text in texts.items() if option in options and mark not in text]
    if any("_FORTIFY_SOURCE" in option for option in options) and not any(
            FORTIFIED in text for text in texts.values()):
        lines.append("no call is fortified")
    return lines


def main(options, *binaries):
    options = options.split()
    texts = {name: shown(name) for name in binaries}

    def without(mark):
        return faults(options, {name: text.replace(mark, "") for name, text in texts.items()})

    proofs = [(f"a binary without {option}", without(mark)) for option, mark in MARKS.items()
              if option in options]
    if any("_FORTIFY_SOURCE" in option for option in options):
        proofs.append(("no fortified call", without(FORTIFIED)))
    run(faults(options, texts), proofs)


if __name__ == "__main__":
    main(*sys.argv[1:])
