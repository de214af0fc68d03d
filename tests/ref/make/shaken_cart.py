# SPDX-License-Identifier: MIT
"""How far a parked cart on four locked tyres moves while it is shaken: the table tyre/shaken.csv.

usage: shaken_cart.py > tyre/shaken.csv

The cart is that of tests/model/test-vehicle-tyre-shaken.c: one rigid body of 300 kg with four
locked wheels on a slope of 0.2 rad, shaken by 300 N at 25 Hz. The law is that of docs/theory/tyre.
Each row has the mean of x over the period that begins at t. The rows `exact` replace the rates of
the deflections by time derivatives of functions of the pose, up to terms of second order that are
less than 1 % of the whole: the deflections turn with the wheel, and the rolling radius is constant.
Arithmetic is that of 80 bits; the classical method of Runge and
Kutta integrates with steps of 1 ms.
"""
import sys

import numpy as np

import brush_law
from brush_law import REAL, UP

GRAVITY, SLOPE, MU = REAL("9.81"), REAL("0.2"), REAL(1)
MASS = REAL(300)
INERTIA = np.array([40, 64, 80], REAL)  # the wheels have 4 kg m2 of those about y
CENTRE = np.array(["0.1", "0", "0.5"], REAL)
ENGINE = np.array(["0.5", "0", "0.55"], REAL)
HEIGHT = REAL("0.2964")  # of the centres of the wheels at the start
WHEELS = [np.array([x, y, HEIGHT]) for x in (REAL("0.8"), REAL("-0.7"))
          for y in (REAL("0.5"), REAL("-0.5"))]
FORCE, FREQUENCY = REAL(300), REAL(25)
PER_PERIOD = 40
STEP = 1 / (FREQUENCY * PER_PERIOD)
TIMES = (8, 12)  # s


def cross(a, b):
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                     a[0] * b[1] - a[1] * b[0]])


def rotation(q):
    s, u = q[0], q[1:]
    skew = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]], REAL)
    return np.eye(3, dtype=REAL) + 2 * s * skew + 2 * skew @ skew


class Wheel:
    """A locked wheel: its pose and velocities."""

    def __init__(self, place, y, turned):
        self.mu, self.arm = MU, turned @ (place - CENTRE)
        self.axis, self.turning = turned[:, 1], y[10:13]
        self.centre = y[:3] + self.arm
        self.velocity = y[7:10] + cross(self.turning, self.arm)
        self.cosine = np.sqrt(self.axis[0]**2 + self.axis[1]**2)
        self.left = np.array([self.axis[0], self.axis[1], 0]) / self.cosine
        self.heading = cross(self.left, UP)


rates_of_law = brush_law.motion


def exact_rates(wheel):
    deflection, approach, radius, rolled, slip_x, slip_y = rates_of_law(wheel)
    constant = brush_law.RADIUS - (brush_law.RADIUS - HEIGHT) * brush_law.ROLLING_SHARE
    spin = rolled / radius
    yaw = wheel.turning[2] - wheel.axis[2] * spin
    across = wheel.bend[1] + brush_law.CROWN * wheel.axis[2]
    slip_x += (radius - constant) * spin - yaw * across
    slip_y += yaw * wheel.bend[0]
    return deflection, approach, constant, constant * spin, slip_x, slip_y


def rates(t, y, axis):
    q = y[3:7]
    turned = rotation(q / np.sqrt(q @ q))
    change, turning = np.zeros_like(y), y[10:13]
    shake = FORCE * np.sin(2 * np.arccos(REAL(-1)) * FREQUENCY * t) * np.eye(3, dtype=REAL)[axis]
    force = shake + MASS * GRAVITY * np.array([-np.sin(SLOPE), 0, -np.cos(SLOPE)])
    torque = cross(turned @ (ENGINE - CENTRE), shake)
    for i, place in enumerate(WHEELS):
        wheel = Wheel(place, y, turned)
        bend = slice(13 + 4 * i, 17 + 4 * i)
        wheel.bend = y[bend]
        push, about, change[bend], _ = brush_law.tyre(wheel, y[bend])
        force = force + push
        torque = torque + about + cross(wheel.arm, push)
    own = turned.T @ turning
    change[:3], change[7:10] = y[7:10], force / MASS
    change[10:13] = turned @ ((turned.T @ torque - cross(own, INERTIA * own)) / INERTIA)
    w, (a, b, c, d) = turning, q
    change[3:7] = np.array([-b * w[0] - c * w[1] - d * w[2], a * w[0] - c * w[2] + d * w[1],
                            a * w[1] + b * w[2] - d * w[0], a * w[2] - b * w[1] + c * w[0]]) / 2
    return change


def stepped(t, y, axis):
    h = STEP
    k1 = rates(t, y, axis)
    k2 = rates(t + h / 2, y + h / 2 * k1, axis)
    k3 = rates(t + h / 2, y + h / 2 * k2, axis)
    k4 = rates(t + h, y + h * k3, axis)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def run(law, direction):
    y = np.zeros(29, REAL)
    y[:3], y[3] = CENTRE, 1
    axis, total = "xyz".index(direction), REAL(0)
    for step in range(round(float((TIMES[-1] + 1 / FREQUENCY) / STEP))):
        second, of_period = divmod(step, round(float(1 / STEP)))
        if second in TIMES and of_period < PER_PERIOD:
            total += y[0]
            if of_period == PER_PERIOD - 1:
                print(f"{law},{direction},{second},{total / PER_PERIOD:.18e}", flush=True)
                total = REAL(0)
        y = stepped(step * STEP, y, axis)


def main():
    print("law,direction,t,x")
    for law, motion in (("law", rates_of_law), ("exact", exact_rates)):
        brush_law.motion = motion
        for direction in sys.argv[1:] or "xyz":
            run(law, direction)


main()
