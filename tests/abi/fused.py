# SPDX-License-Identifier: MIT
"""The library has no fused multiply-add instructions. They round once instead of twice and so give
other bits than processors without them.

    fused.py <objdump> <library> <compiler> <options with which the compiler uses such instructions>
"""

import re
import sys
import tempfile
from pathlib import Path

from gate import output, run

# Fused instructions of x86, 64-bit ARM, RISC-V and PowerPC; only of PowerPC; of 32-bit ARM; of
# s390x.
FUSED = re.compile(r"^ *[0-9a-f]+:\s+(v?fn?m(?:add|sub|l[as])\S*|x[sv]n?m(?:add|sub)\S*"
                   r"|vfn?m[as]\.\S+|m[as][de]br?|[vw]fn?m[as][de]b)\s.*", re.M)


def faults(objdump, binary):
    text = output(objdump, "-d", "--no-show-raw-insn", binary)
    return [match[0] for match in FUSED.finditer(text)]


def main(objdump, library, compiler, *options):
    with tempfile.TemporaryDirectory() as scratch:
        source, fused = Path(scratch) / "fused.c", Path(scratch) / "fused.o"
        source.write_text("double f(double x, double y, double z);\n"
                          "double f(double x, double y, double z) { return x * y + z; }\n")
        output(*compiler.split(), "-O2", "-ffp-contract=fast", *options, "-c", source, "-o", fused)
        run(faults(objdump, library), [("a fused multiply-add", faults(objdump, fused))])


if __name__ == "__main__":
    main(*sys.argv[1:])
