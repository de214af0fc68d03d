# SPDX-License-Identifier: MIT
"""Derivatives of a block that stops and slides again, by mpmath: vehicle/gradient_block.csv.

usage: block_gradient.py > vehicle/gradient_block.csv
       block_gradient.py MOTIONS > vehicle/gradient_block_random.csv
With a number of motions: random motions, each with the derivatives by two random variables.

A block slides along x with Coulomb friction mu. A constant force, not along x, bends its path until
it stops. From the time `knot` on the force along y grows linearly. When the force exceeds the
friction limit, the block slides again. The block does not turn, because the force acts at its
centre of mass.

First slide: with the angle d from the direction of the slip to the force F, k = mu m g / F and the
slip speed s, the equations m s' = F cos d - mu m g and m s d' = -F sin d have the solution
s = C tan(d/2)^k / sin d. Time and path are integrals over d, by tanh-sinh quadrature. Second slide:
the equation of the direction is singular at the start. The asymptotic series in the time since the
release gives the motion at 0.02 s; its terms decrease to 1e-25. From there the equations are
integrated with 30 digits by Taylor series. With the series at 0.01 s the end differs by less than
1e-29. The derivatives are central differences with increments of 1e-8 of the value, whose error is
about 1e-16.
"""
import random
import sys

from mpmath import atan2, cos, mp, mpf, odefun, quad, sin, sqrt, tan

mp.dps = 40
END = mpf(3)  # s
START = {"param.frame.mass": mpf(10), "param.gravity": mpf("9.81"),
         "init.frame.forward": mpf(3), "mu": mpf("0.5"), "force_x": mpf(10), "force_y": mpf(8),
         "knot": mpf(1), "last_force_y": mpf(68)}
VARIABLES = [name for name in START if name not in ("mu", "force_y")]
OUTPUTS = ["state.frame.x", "state.frame.y", "state.frame.vx", "state.frame.vy"]
SINGULAR, ORDER = mpf("0.02"), 24


class Changed(Exception):
    """The block does not stop before the force grows, or is not released before the end."""


def until_stop(given):
    """Return time and place of the stop."""
    m, mu, g = given["param.frame.mass"], given["mu"], given["param.gravity"]
    force, towards = mp.hypot(given["force_x"], given["force_y"]), atan2(given["force_y"],
                                                                        given["force_x"])
    k, start = mu * m * g / force, towards
    scale = given["init.frame.forward"] * sin(start) / tan(start / 2)**k

    def speed(d):
        return scale * tan(d / 2)**k / sin(d)

    def time(d):
        return m * speed(d) / (force * sin(d))
    ends = [0, start / 2, start]
    return [quad(time, ends), quad(lambda d: time(d) * speed(d) * cos(towards - d), ends),
            quad(lambda d: time(d) * speed(d) * sin(towards - d), ends)]


# ---- power series, lists of ORDER + 1 coefficients ----

def product(a, b):
    return [mp.fdot(a[:k + 1], b[k::-1]) for k in range(ORDER + 1)]


def integral(a):
    return [mpf(0)] + [a[k] / (k + 1) for k in range(ORDER)]


def derivative(a):
    return [(k + 1) * a[k + 1] for k in range(ORDER)] + [mpf(0)]


def cos_sin(a):
    c, s = [cos(a[0])], [sin(a[0])]
    for k in range(1, ORDER + 1):
        c.append(-sum(j * a[j] * s[k - j] for j in range(1, k + 1)) / k)
        s.append(sum(j * a[j] * c[k - j] for j in range(1, k + 1)) / k)
    return c, s


def total(a):
    return mp.polyval(a[::-1], SINGULAR)


def start_of_slide(m, limit, fx, fy, growth):
    """Return place and velocity SINGULAR after the release. Each pass adds an order: the force
    across the slip is m s times the rate of the angle of the slip."""
    force_x = [fx] + [mpf(0)] * ORDER
    force_y = [fy, growth] + [mpf(0)] * (ORDER - 1)
    angle = [atan2(fy, fx)] + [mpf(0)] * ORDER
    for _ in range(ORDER + 2):
        c, s = cos_sin(angle)
        along = [a + b for a, b in zip(product(force_x, c), product(force_y, s))]
        along[0] -= limit
        speed = integral([a / m for a in along])
        across = [b - a for a, b in zip(product(force_x, s), product(force_y, c))]
        turn = product(speed, derivative(angle))
        angle = [a + (f - m * b) / limit for a, f, b in zip(angle, across, turn)]
    velocity = product(speed, c), product(speed, s)
    place = [integral(v) for v in velocity]
    return [total(place[0]), total(place[1]), total(velocity[0]), total(velocity[1])]


def end(given):
    stop, x, y = until_stop(given)
    m, limit = given["param.frame.mass"], given["mu"] * given["param.frame.mass"] * given[
        "param.gravity"]
    fx, knot = given["force_x"], given["knot"]
    growth = (given["last_force_y"] - given["force_y"]) / (END - knot)
    fy = sqrt(limit**2 - fx**2)
    release = knot + (fy - given["force_y"]) / growth
    if not (stop < knot < release and release + SINGULAR < END):
        raise Changed
    dx, dy, vx, vy = start_of_slide(m, limit, fx, fy, growth)

    def rates(t, state):
        speed = mp.hypot(state[2], state[3])
        force_y = fy + growth * (t - release)
        return [state[2], state[3], (fx - limit * state[2] / speed) / m,
                (force_y - limit * state[3] / speed) / m]
    return odefun(rates, release + SINGULAR, [x + dx, y + dy, vx, vy], tol=mpf(10)**-30)(END)


def derivatives(given, name):
    h = mpf(10)**-8 * given[name]
    more, less = end({**given, name: given[name] + h}), end({**given, name: given[name] - h})
    return ",".join(mp.nstr((a - b) / (2 * h), 16) for a, b in zip(more, less))


def one_motion():
    print("variable," + ",".join(OUTPUTS))
    print("value," + ",".join(mp.nstr(value, 18) for value in end(START)), flush=True)
    for name in VARIABLES:
        print(name + "," + derivatives(START, name), flush=True)


def random_motions(count):
    """Each value is that of START times a random number from 0.9 to 1.1, with 4 digits."""
    draw = random.Random(1)
    print("variable," + ",".join([*START, *(f"d {output}" for output in OUTPUTS)]))
    while count > 0:
        given = {name: mpf(f"{float(value) * draw.uniform(0.9, 1.1):.4g}")
                 for name, value in START.items()}
        variables = draw.sample(VARIABLES, 2)
        try:
            found = [derivatives(given, variable) for variable in variables]
        except Changed:
            continue
        count -= 1
        values = ",".join(mp.nstr(value, 6) for value in given.values())
        for variable, numbers in zip(variables, found):
            print(f"{variable},{values},{numbers}", flush=True)


if len(sys.argv) > 1:
    random_motions(int(sys.argv[1]))
else:
    one_motion()
