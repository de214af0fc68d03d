# SPDX-License-Identifier: MIT
"""All public constants are listed in values.txt, with their values.

    constants.py <compiler> <folder of headers> <folder of version.h> <values.txt>
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from gate import output, run, spoilt

# The value of WD_GRADIENT_VALUE depends on the width of size_t.
NOT_CONSTANTS = {"WD_API", "WD_SCENARIO_API", "WD_VERSION", "WD_VERSION_NUMBER",
                 "WD_GRADIENT_VALUE"}


def listed(path):
    lines = (line.split() for line in Path(path).read_text().splitlines())
    return {words[0]: int(words[1]) for words in lines if words and words[0] != "#"}


def defined(headers):
    """Names of the object-like macros in the headers, without version and include guards."""
    text = "".join(path.read_text() for path in sorted(headers.glob("*.h")))
    return set(re.findall(r"^#define (WD_\w+)[ \t]+\S", text, re.M)) - NOT_CONSTANTS


def values(compiler, headers, version, names):
    """Values of the constants, printed by a program that includes the headers."""
    lines = [f'printf("{name} %lld\\n", (long long)({name}));' for name in sorted(names)]
    includes = [f"#include <wheeldyn/{path.name}>\n" for path in sorted(headers.glob("*.h"))]
    with tempfile.TemporaryDirectory() as scratch:
        source, program = Path(scratch) / "print.c", Path(scratch) / "print"
        source.write_text("#include <stdio.h>\n" + "".join(includes)
                          + "int main(void)\n{\n" + "\n".join(lines) + "\nreturn 0;\n}\n")
        output(*compiler, "-std=c11", "-I", headers.parent, "-I", version, source, "-o", program)
        return {name: int(value) for name, value in
                (line.split() for line in output(program).splitlines())}


def faults(compiler, headers, version, wanted):
    names = defined(headers)
    lines = [f"{name} is not in values.txt" for name in names - wanted.keys()]
    lines += [f"{name} of values.txt is not defined" for name in wanted.keys() - names]
    try:
        have = values(compiler, headers, version, names & wanted.keys())
    except subprocess.CalledProcessError:
        return lines + ["a program that prints the values does not compile"]
    return lines + [f"{name} is {have[name]}, not {wanted[name]}"
                    for name in sorted(have) if have[name] != wanted[name]]


def main(compiler, headers, version, path):
    compiler, headers, wanted = compiler.split(), Path(headers), listed(path)
    proofs = []
    for what, old, new in (
            ("a changed value", "#define WD_ERANGE (-5)", "#define WD_ERANGE (-6)"),
            ("a sign lost", "#define WD_EINVAL (-1)", "#define WD_EINVAL (1)"),
            ("a new constant", "#define WD_OK 0", "#define WD_MAYBE 3\n#define WD_OK 0"),
            ("a constant gone", "#define WD_EVENT_LIMIT 9", ""),
            ("two values exchanged", "#define WD_PARAM 1", "#define WD_PARAM 2")):
        with spoilt(headers, "wheeldyn.h", old, new) as copy:
            proofs.append((what, faults(compiler, copy, version, wanted)))
    run(faults(compiler, headers, version, wanted), proofs)


if __name__ == "__main__":
    main(*sys.argv[1:])
