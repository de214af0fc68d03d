# SPDX-License-Identifier: MIT
"""Derivatives of the end of a motion of the rolling wheel, by mpmath: rolling_wheel/gradient.csv.

usage: wheel_gradient.py > rolling_wheel/gradient.csv
       wheel_gradient.py MOTIONS > rolling_wheel/gradient_random.csv
With a number of motions: random motions, each with the derivatives by two random variables.

The equations are those of docs/theory/rolling_wheel with law published, constant torque and
friction, drag and bearing. They are integrated with 34 digits by Taylor series; the derivatives are
central differences with increments of 1e-9 of the value, whose error is about 1e-18.
"""
import random
import sys

from mpmath import mp, mpf, odefun, tanh

mp.dps = 34
T_END = mpf(1)
START = {"param.mass": mpf(25), "param.inertia": mpf("1.125"), "param.radius": mpf("0.3"),
         "param.rolling_drag": mpf("1.7"), "param.bearing_damping": mpf("0.34"),
         "param.slip_scale": mpf(1), "input.mu": mpf("0.4"), "input.drive_torque": mpf(30),
         "state.x_dot": mpf(4), "state.theta_dot": mpf(15)}
OUTPUTS = ["state.x", "state.x_dot", "state.theta", "state.theta_dot"]
GRAVITY = mpf("9.81")


def rates(given):
    """Return the right-hand side for x, x_dot, theta, theta_dot."""
    m, inertia, r = (given["param." + name] for name in ("mass", "inertia", "radius"))
    reach = 3 * given["input.mu"] * m * GRAVITY * r
    share = tanh(given["input.drive_torque"] / reach)
    s2 = (1 - share**2)**2
    whole = m * r**2 + inertia

    def right_hand_side(_, y):
        x_dot, theta_dot = y[1], y[3]
        torque = given["input.drive_torque"] - given["param.bearing_damping"] * theta_dot
        drag = -given["param.rolling_drag"] * x_dot * abs(x_dot)
        slip = (r * theta_dot - x_dot) / given["param.slip_scale"]
        friction = -given["input.mu"] * m * GRAVITY * share * tanh(slip)
        ideal = s2 * (m * r * torque - inertia * drag) / whole
        relaxed = inertia * s2 * friction / whole
        return [x_dot, (drag + ideal + friction - relaxed) / m,
                theta_dot, (torque - r * ideal + r * relaxed) / inertia]
    return right_hand_side


def end(given):
    start = [mpf(0), given["state.x_dot"], mpf(0), given["state.theta_dot"]]
    return odefun(rates(given), 0, start, tol=mpf(10)**-30)(T_END)


def derivatives(given, name):
    h = mpf(10)**-9 * given[name]
    more, less = end({**given, name: given[name] + h}), end({**given, name: given[name] - h})
    return ",".join(mp.nstr((a - b) / (2 * h), 20) for a, b in zip(more, less))


def one_motion():
    print("variable," + ",".join(OUTPUTS))
    print("value," + ",".join(mp.nstr(value, 20) for value in end(START)))
    for name in START:
        print(name + "," + derivatives(START, name))


def random_motions(count):
    """Each value is that of START times a random number from 0.5 to 1.5, with 4 digits."""
    draw = random.Random(1)
    print("variable," + ",".join([*START, *(f"d {output}" for output in OUTPUTS)]))
    for _ in range(count):
        given = {name: mpf(f"{float(value) * draw.uniform(0.5, 1.5):.4g}")
                 for name, value in START.items()}
        for name in draw.sample(list(START), 2):
            values = ",".join(mp.nstr(value, 6) for value in given.values())
            print(f"{name},{values},{derivatives(given, name)}", flush=True)


if len(sys.argv) > 1:
    random_motions(int(sys.argv[1]))
else:
    one_motion()
