# SPDX-License-Identifier: MIT
"""The AVX2 version of the LU factorisation multiplies four numbers at a time. The source must use
vectors for this, because the compiler makes none of straight code (options in meson.build); without
vectors the loop takes four times as long.

    wide.py <objdump> <library> <compiler>
"""

import re
import sys
import tempfile
from pathlib import Path

from gate import output, run

FUNCTION = re.compile(r"<update_four\.avx2>:\n(.*?)\n\n", re.S)
SCALAR = re.compile(r"\s(vmulsd)\s")
STRAIGHT = """
__attribute__((target_clones("avx2", "default")))
void update_four(double *c, const double *l, const double *u, unsigned long n);
void update_four(double *c, const double *l, const double *u, unsigned long n)
{
    double c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
    for (unsigned long t = 0; t < n; t++, u += n)
        c0 -= l[t] * u[0], c1 -= l[t] * u[1], c2 -= l[t] * u[2], c3 -= l[t] * u[3];
    c[0] = c0, c[1] = c1, c[2] = c2, c[3] = c3;
}
"""


def faults(objdump, binary):
    text = output(objdump, "-d", "--no-show-raw-insn", binary) + "\n\n"
    codes = FUNCTION.findall(text)
    return SCALAR.findall(codes[0]) if codes else ["no function update_four.avx2"]


def main(objdump, library, compiler):
    with tempfile.TemporaryDirectory() as scratch:
        source, scalar = Path(scratch) / "scalar.c", Path(scratch) / "scalar.o"
        source.write_text(STRAIGHT)
        output(*compiler.split(), "-O2", "-ffp-contract=off", "-fno-tree-slp-vectorize", "-c",
               source, "-o", scalar)
        run(faults(objdump, library), [("one number at a time", faults(objdump, scalar))])


if __name__ == "__main__":
    main(*sys.argv[1:])
