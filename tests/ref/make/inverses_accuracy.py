#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Write tests/ref/inverses/accuracy.txt: nearly dependent and strongly relaxed constraint rows with
their generalised inverses, computed with 60 digits from the doubles that are written.
Usage: inverses_accuracy.py > ../inverses/accuracy.txt   (Debian package python3-mpmath)"""

import random
import sys

import mpmath as mp

mp.mp.dps = 60
N, M = 8, 4


def problem(rng, delta):
    """Mass matrix and rows of doubles; the last row is the sum of two others plus delta random."""
    root = [[rng.gauss(0, 1) for _ in range(N)] for _ in range(N)]
    mass = [[sum(a * b for a, b in zip(r, q)) + (r is q) for q in root] for r in root]
    rows = [[rng.gauss(0, 1) for _ in range(N)] for _ in range(M)]
    if delta is not None:
        rows[3] = [a + b + delta * c for a, b, c in zip(*rows[:2], rows[3])]
    return mp.matrix(mass), mp.matrix(rows)


def inverses(mass, rows, s):
    """(18) and X_sym of independent rows, S = diag(1, 1, 1, s): for s = 1 both are A_M^+."""
    weight = mp.diag([1, 1, 1, s])
    back = mp.inverse(mass) * rows.T
    g = rows * back
    slack = mp.diag([(1 - weight[i, i] ** 2) * g[i, i] for i in range(M)])
    seminorm = back * mp.inverse(g) * weight * weight
    relaxed = back * weight * mp.inverse(weight * g * weight + slack) * weight
    return seminorm, relaxed


def write(matrix, digits):
    for i in range(matrix.rows):
        print(*(mp.nstr(matrix[i, j], digits) for j in range(matrix.cols)))


def main():
    instances = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    print("# SPDX-License-Identifier: MIT")
    print("# Origin: tests/ref/make/inverses_accuracy.py, mpmath with 60 digits, 2026.")
    print("# Blocks: kind parameter; M 8 x 8; A 4 x 8; X of (18) 8 x 4; "
          "for s_min also X_sym 8 x 4.")
    print("# delta: row 4 = row 1 + row 2 + delta random, N = I. "
          "s_min: N = diag(1, 1, 1, s_min^2).")
    rng = random.Random(2021)
    for delta in (1, 1e-2, 1e-4, 1e-6, 1e-7, 1e-8, 1e-10):
        for _ in range(instances):
            mass, rows = problem(rng, delta)
            print("delta", delta)
            write(mass, 17)
            write(rows, 17)
            write(inverses(mass, rows, 1)[0], 20)
    for s in (1e-1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 1e-17):
        mass, rows = problem(rng, None)
        print("s_min", s)
        write(mass, 17)
        write(rows, 17)
        # the square of s as the test forms it, so that N is the same number
        for x in inverses(mass, rows, mp.sqrt(mp.mpf(s * s))):
            write(x, 20)


main()
