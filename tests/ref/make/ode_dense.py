#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Derive the dense output of rk8pd: print lib/num/ode_dense.c (Python, mpmath, 50 digits).

The dense output has order 7. Its stages are the 13 of the method, the right-hand side at the end
of the step, and three more. The first of these is at the one time in (1/2, 1) at which the stages
before it satisfy all conditions of order 6; times of the other two are free. The conditions of a
rooted tree t of order r are sum_i b_i(s) phi_i(t) = s^r / gamma(t) (Hairer, Norsett and Wanner,
Solving Ordinary Differential Equations I, II.2 and II.6). All linear systems are consistent up to
the rounding of the published coefficients of the method, 1e-17, and are solved with least norm.
One parameter remains for each power of s. Its values make the polynomials and their slopes
continuous between steps and minimise the coefficients of the error of order 8.
"""
import re
import sys
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import factorial
from pathlib import Path

import mpmath as mp

mp.mp.dps = 50
FREE_TIMES = ("1/4", "1/2")
DEGREE = 8
RANK = mp.mpf("1e-11")  # relative tolerance; far above the rounding of the coefficients, 1e-17
NOISE = mp.mpf("1e-12")  # tolerance of weights, for the same reason
LIB = Path(__file__).resolve().parents[3] / "lib" / "num"


# ---- the method, from its table in C ----

def number(text):
    top, _, bottom = text.partition("/")
    exact = Fraction(top.strip()) / (Fraction(bottom.strip()) if bottom else 1)
    return mp.mpf(exact.numerator) / exact.denominator


def row(text, stages):
    head, run = re.match(r"\{([^{}]*)\{([^{}]*)\}", text).groups()
    c, oldest, newest, first, length = [x for x in head.split(",") if x.strip()]
    weights = [mp.mpf(0)] * stages
    weights[0] += number(oldest)
    weights[stages - 1] += number(newest)
    for i, x in enumerate(run.split(",")[:int(length)]):
        weights[int(first) + i] += number(x)
    return number(c), weights


def method():
    """Times and rows of the stages, with the end of the step as the last."""
    source = (LIB / "ode_tableaus.c").read_text()
    table = source[source.index("rk8pd_rows"):source.index("rk8pd_error")]
    rows = re.findall(r"\{[^{}]*\{[^{}]*\}\s*\}", table[table.index("=") + 3:])
    parsed = [row(text, i + 1) for i, text in enumerate(rows)]
    return [mp.mpf(0)] + [c for c, _ in parsed], [[]] + [weights for _, weights in parsed]


# ---- rooted trees ----

@lru_cache(None)
def trees(order):
    def forests(left, most):
        if left == 0:
            yield ()
        for k in range(left, 0, -1):
            for tree in trees(k):
                if most is None or (k, tree) <= most:
                    for rest in forests(left - k, (k, tree)):
                        yield (tree,) + rest
    return sorted({tuple(sorted(forest)) for forest in forests(order - 1, None)})


def order_of(tree):
    return 1 + sum(map(order_of, tree))


def gamma(tree):
    product = order_of(tree)
    for branch in tree:
        product *= gamma(branch)
    return product


def symmetry(tree):
    product = 1
    for branch, times in Counter(tree).items():
        product *= factorial(times) * symmetry(branch)**times
    return product


def elementary_weights(rows, orders):
    """Matrix of phi_i(tree): a row for each tree, a column for each stage used."""
    @lru_cache(None)
    def phi(tree):
        values = [mp.mpf(1)] * len(rows)
        for branch in tree:
            inner = phi(branch)
            sums = [mp.fsum(a * x for a, x in zip(row, inner)) for row in rows]
            values = [v * x for v, x in zip(values, sums)]
        return values
    list_ = [tree for k in orders for tree in trees(k)]
    return list_, mp.matrix([[phi(tree)[i] for i in used(rows)] for tree in list_])


def used(rows):
    """Return the stages whose order is high enough."""
    return [0] + list(range(5, len(rows)))


# ---- linear algebra ----

def split(matrix):
    """Return U, S, V^T, reduced to the rank of the matrix, and a basis of its kernel."""
    wide = matrix.rows < matrix.cols
    u, s, vt = mp.svd_r(matrix, full_matrices=True) if wide else mp.svd_r(matrix)
    rank = sum(1 for x in s if x > RANK * s[0])
    kernel = [[vt[i, j] for j in range(matrix.cols)] for i in range(rank, vt.rows)]
    return u, s, vt, rank, mp.matrix(kernel).T if kernel else None


def least_norm(matrix, right):
    u, s, vt, rank, _ = split(matrix)
    x = mp.matrix(matrix.cols, 1)
    for k in range(rank):
        scale = mp.fsum(u[i, k] * right[i] for i in range(matrix.rows)) / s[k]
        for j in range(matrix.cols):
            x[j] += scale * vt[k, j]
    return x


def residual(matrix, x, right):
    return max(abs(r) for r in matrix * x - right)


# ---- further stages ----

def conditions(rows, c, order):
    list_, matrix = elementary_weights(rows, range(1, order + 1))
    right = mp.matrix([c**order_of(tree) / gamma(tree) for tree in list_])
    x = least_norm(matrix, right)
    return x, matrix * x - right


def special_time(rows):
    """Return the time at which one component of the residual of order 6 changes its sign."""
    at = max(range(37), key=lambda i: abs(conditions(rows, mp.mpf("0.68"), 6)[1][i]))
    return mp.findroot(lambda c: conditions(rows, c, 6)[1][at], (mp.mpf("0.68"), mp.mpf("0.7")),
                       solver="anderson", tol=mp.mpf("1e-50"))


def extend(times, rows):
    for c in (special_time(rows),) + tuple(number(text) for text in FREE_TIMES):
        x, left = conditions(rows, c, 6)
        print("stage at", mp.nstr(c, 17), "residual", mp.nstr(max(map(abs, left)), 3),
              file=sys.stderr)
        full = [mp.mpf(0)] * len(rows)
        for i, weight in zip(used(rows), x):
            full[i] = weight
        times.append(c)
        rows.append(full)


# ---- polynomials ----

def particular(rows):
    """Return weights of order 7 for each stage and power of s, and the kernel of the conditions."""
    list_, matrix = elementary_weights(rows, range(1, 8))
    columns = []
    for power in range(1, 8):
        right = mp.matrix([mp.mpf(1) / gamma(t) if order_of(t) == power else 0 for t in list_])
        columns.append(least_norm(matrix, right))
        print("power", power, "residual", mp.nstr(residual(matrix, columns[-1], right), 3),
              file=sys.stderr)
    columns.append(mp.matrix(matrix.cols, 1))
    return columns, split(matrix)[4]


def polynomials(rows):
    columns, kernel = particular(rows)
    n = len(used(rows))
    assert kernel.cols == 1
    free = [kernel[i, 0] for i in range(n)]
    unit = {stage: [mp.mpf(i == stage) for i in used(rows)] for stage in (0, 13)}
    end = [(rows[13] + [mp.mpf(0)] * len(rows))[i] for i in used(rows)]
    along = lambda v: mp.fsum(a * b for a, b in zip(free, v)) / mp.fsum(a * a for a in free)
    # z: the parameter for each power. Demands: value and slope at the end, slope at the start.
    demands = [([mp.mpf(p == 1) for p in range(1, 9)], unit[0]),
               ([mp.mpf(1)] * 8, end), ([mp.mpf(p) for p in range(1, 9)], unit[13])]
    E = mp.matrix([powers for powers, _ in demands])
    f = mp.matrix([along([w - mp.fsum(q * columns[p][i] for p, q in enumerate(powers))
                          for i, w in enumerate(want)]) for powers, want in demands])
    list_, matrix = elementary_weights(rows, [8])
    scale = [mp.mpf(1) / symmetry(t) for t in list_]
    L, R = [], []
    for k in range(1, 21):
        s = mp.mpf(k) / 20
        now = [mp.fsum(columns[p][i] * s**(p + 1) for p in range(8)) for i in range(n)]
        for t, tree in enumerate(list_):
            slope = scale[t] * mp.fsum(matrix[t, i] * free[i] for i in range(n))
            L.append([slope * s**(p + 1) for p in range(8)])
            R.append(scale[t] * (s**8 / gamma(tree)
                                 - mp.fsum(matrix[t, i] * now[i] for i in range(n))))
    L, R = mp.matrix(L), mp.matrix(R)
    normal, right = L.T * L, L.T * R  # with multipliers for the demands
    K = mp.matrix(11, 11)
    for i in range(8):
        for j in range(8):
            K[i, j] = normal[i, j]
        for j in range(3):
            K[i, 8 + j] = K[8 + j, i] = E[j, i]
    z = mp.lu_solve(K, mp.matrix(list(right) + list(f)))
    return [[columns[p][i] + z[p] * free[i] for p in range(8)] for i in range(n)]


def nested(powers):
    """Convert to s (c0 + (1-s) (c1 + s (c2 + (1-s) (c3 + ...)))), in which coefficients cancel
    less.
    """
    basis, now = [], [mp.mpf(0), mp.mpf(1)]
    for j in range(1, DEGREE + 1):
        basis.append(now)
        factor = [mp.mpf(1), mp.mpf(-1)] if j % 2 else [mp.mpf(0), mp.mpf(1)]
        now = [mp.fsum(now[k] * factor[d - k] for k in range(len(now)) if 0 <= d - k < 2)
               for d in range(len(now) + 1)]
    V = mp.matrix(DEGREE, DEGREE)
    for j, polynomial in enumerate(basis):
        for k in range(1, len(polynomial)):
            V[k - 1, j] = polynomial[k]
    return list(mp.lu_solve(V, mp.matrix(powers)))


def continuous(rows, stage, coefficients):
    """Adjust the coefficients so that the end value and both slopes have the bits of the method."""
    start, slope = mp.mpf(stage == 0), mp.mpf(stage == 13)
    end = (rows[13] + [mp.mpf(0)] * len(rows))[stage]
    exact = [end, start - end, 2 * end - start - slope]
    assert max(abs(a - b) for a, b in zip(exact, coefficients)) < NOISE
    return exact + [x if abs(x) > NOISE else mp.mpf(0) for x in coefficients[3:]]


# ---- C ----

def real(x):
    return "0" if x == 0 else mp.nstr(x, 18)


def wrapped(words, indent):
    lines, line = [], indent
    for word in words:
        if len(line) + len(word) > 98:
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    return "\n".join(lines + [line.rstrip()])


def c_row(c, weights):
    run = weights[5:-1]
    first = 5
    if len(run) % 2:
        run, first = [mp.mpf(0)] + run, 4
    head = [real(c) + ",", real(weights[0]) + ",", real(weights[-1]) + ",", f"{first},",
            f"{len(run)},"]
    words = ["{" + head[0]] + head[1:]
    numbers = [real(x) + "," for x in run]
    numbers[0] = "{" + numbers[0]
    numbers[-1] = numbers[-1][:-1] + "}},"
    return wrapped(words + numbers, "    ")


def main():
    times, rows = method()
    extend(times, rows)
    weights = polynomials(rows)
    print(HEAD)
    print("static const struct ode_row rows[] = {")
    for i in range(13, len(rows)):
        print(c_row(times[i], rows[i]))
    print("};\n")
    print("static const double weights[][ODE_DEGREE] = {")
    table = dict(zip(used(rows), weights))
    for i in range(len(rows)):
        words = ([real(x) + "," for x in continuous(rows, i, nested(table[i]))] if i in table
                 else ["0"])
        words[0] = "{" + words[0]
        words[-1] = words[-1].rstrip(",") + "},"
        print(wrapped(words, "    "))
    print("};\n\n/* clang-format on */\n")
    print("const struct ode_dense ode_dense_rk8pd = {")
    print(f"    .stages = ODE_DENSE_STAGES, .unused = {len(rows) - len(table)},"
          " .rows = rows, .weights = weights};")


HEAD = """/* SPDX-License-Identifier: MIT */
/* Dense output of order 7 of rk8pd, derived and printed by tests/ref/make/ode_dense.py. */
#include "num/ode.h"

/* clang-format off */
"""

if __name__ == "__main__":
    main()
