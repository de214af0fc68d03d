# SPDX-License-Identifier: MIT
"""Print lib/num/elementary_tables.c, computed with mpmath (python3-mpmath) to 1500 bits.

usage: elementary_tables.py [FILE]; with a FILE: is it the same but for white space?
"""

import struct
import sys

try:
    from mpmath import atan, floor, log, mp, mpf, nint, pi
except ImportError:
    print("skipped: no mpmath")
    sys.exit(77)

mp.prec = 1500
FIRST = 0x3FE6A00000000000  # bits of 0.70703125, where the intervals of the logarithm begin


def literal(x):
    """The double next to x in C."""
    mantissa, exponent = float(x).hex().split("p")
    if float(x) == 0:
        return "0"
    return f"{mantissa.rstrip('0').rstrip('.')}p{int(exponent)}"


def pair(x):
    return f"{{{literal(x)}, {literal(x - float(x))}}}"


def rounded(x, bits):
    """The nearest whole multiple of 2^-bits."""
    return nint(x * 2**bits) / mpf(2) ** bits


def log_row(i):
    ends = [struct.unpack("<d", struct.pack("<Q", FIRST + (k << 46)))[0] for k in (i, i + 1)]
    inverse = mpf(1) if ends[0] <= 1 <= ends[1] else rounded(2 / (mpf(ends[0]) + ends[1]), 10)
    value = -log(inverse)
    high = rounded(value, 42)
    return f"{{{literal(inverse)}, {literal(high)}, {literal(value - high)}}}"


def table(comment, declaration, rows):
    return f"\n/* {comment} */\n{declaration} = {{\n    " + ",\n    ".join(rows) + ",\n};\n"


def tables():
    words = int(floor(2 / pi * mpf(2) ** (32 * 40)))
    return """/* SPDX-License-Identifier: MIT */
/* Made by tests/ref/make/elementary_tables.py; a test makes them again. */
#include "num/elementary_tables.h"
""" + table(
        "2^(i/64)",
        "const struct pair elementary_exp_table[64]",
        [pair(mpf(2) ** (mpf(i) / 64)) for i in range(64)],
    ) + table(
        "c near 1/z of 11 bits, for z in the middle of the interval, and -log(c), whose upper part "
        "is a\n * whole multiple of 2^-42",
        "const struct log_row elementary_log_table[64]", map(log_row, range(64)),
    ) + table(
        "atan(i/64)",
        "const struct pair elementary_atan_table[65]", [pair(atan(mpf(i) / 64)) for i in range(65)],
    ) + table(
        "2/pi, 32 bits a word",
        "const uint32_t elementary_two_over_pi[40]",
        [f"0x{words >> 32 * (39 - i) & 0xffffffff:08x}" for i in range(40)],
    )


def main(name=None):
    text = tables()
    if name is None:
        print(text, end="")
        return 0
    with open(name, encoding="ascii") as file:
        same = "".join(file.read().split()) == "".join(text.split())
    print("the tables are", "as computed" if same else "others than computed")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
