# SPDX-License-Identifier: MIT
"""Motions of carts on two tyres beside wheels of other laws: the table tyre/mixed.csv.

usage: mixed_tyres.py > tyre/mixed.csv

The carts are those of tests/model/test-vehicle-tyre-laws.c. Each body has its own six velocities.
One dense system per evaluation has the accelerations of all bodies, the forces of the hinges and
the forces of the rigid wheels as unknowns; the forces of tyres (form brush) are given in it. The
laws are those of docs/theory/tyre and docs/theory/vehicle. Arithmetic is that of 80 bits; dense
systems are solved in double and refined. Gragg-Bulirsch-Stoer extrapolation integrates in time.
"""
import sys

import numpy as np

from brush_law import CROWN, RADIUS, REAL, UP, tyre

GRAVITY = REAL("9.81")
MASS, SPIN_INERTIA, CROSS_INERTIA = REAL(10), REAL("0.4"), REAL("0.2")
FRAME_MASS, FRAME_INERTIA = REAL(260), np.diag(np.array([60, 70, 80], REAL))
CENTRE = np.array(["0.1", "0.05", "0.4"], REAL)
RELAXATION, SHARPNESS = REAL("0.02"), 8
SUNK = REAL("0.0035")

# Wheels of each cart: law, x, y, torque, mu.
CARTS = {
    "ideal_relaxed": [("ideal", "0.7", "0.5", "-20", "0.7"),
                      ("relaxed", "0.8", "-0.4", "45", "0.5"),
                      ("tyre", "-0.7", "0.5", "70", "0.9"), ("tyre", "-0.8", "-0.5", "-60", "0.8")],
    "ideal_coulomb": [("ideal", "0.7", "0.5", "-20", "0.7"),
                      ("coulomb", "0.8", "-0.4", "250", "0.5"),
                      ("tyre", "-0.7", "0.5", "70", "0.9"), ("tyre", "-0.8", "-0.5", "-60", "0.8")],
    "coulomb": [("coulomb", "0.9", "0.1", "400", "0.6"),
                ("tyre", "-0.7", "0.5", "90", "0.9"), ("tyre", "-0.8", "-0.5", "-60", "0.8")],
}
SPEED, YAW_RATE, WHEELSPIN = REAL(6), REAL("0.4"), REAL(30)
STEP, SAMPLES, STEPS_PER_SAMPLE = 1 / REAL(800), 8, 20
ACCURACY, SHORTEST = 1e-13, 1e-6


def cross(a, b):
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                     a[0] * b[1] - a[1] * b[0]])


def skew(a):
    """Matrix of the product a x."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]], REAL)


def rotation(q):
    u, s = q[1:], q[0]
    return np.eye(3, dtype=REAL) + 2 * s * skew(u) + 2 * skew(u) @ skew(u)


def solve(matrix, right):
    """Solve a dense system in double, then refine the solution with residuals in 80 bits."""
    scale = 1 / np.max(np.abs(matrix), axis=1)
    a, b = matrix * scale[:, None], (right.T * scale).T
    inverse = np.linalg.inv(a.astype(float))
    x = (inverse @ b.astype(float)).astype(REAL)
    for _ in range(4):
        x = x + inverse @ (b - a @ x).astype(float)
    return x


class Wheel:
    """A wheel in a state: its pose, velocities and the directions at its contact."""

    def __init__(self, kind, state, turned):
        self.law, self.torque, self.mu = kind[0], REAL(kind[3]), REAL(kind[4])
        height = RADIUS - (SUNK if self.law == "tyre" else 0)
        self.arm = turned @ (np.array([REAL(kind[1]), REAL(kind[2]), height]) - CENTRE)
        self.axis = turned[:, 1]
        self.rate = state["rate"]
        self.frame_turning = state["turning"]
        self.centre = state["place"] + self.arm
        self.velocity = state["velocity"] + cross(self.frame_turning, self.arm)
        self.turning = self.frame_turning + self.rate * self.axis
        e = self.axis
        self.cosine = np.sqrt(e[0]**2 + e[1]**2)
        self.left = np.array([e[0], e[1], 0]) / self.cosine
        self.heading = cross(self.left, UP)
        b = RADIUS - CROWN
        self.foot = b * e[2] * self.left - (b * self.cosine + CROWN) * UP
        change = cross(self.frame_turning, e)
        bend = (e[0] * change[0] + e[1] * change[1]) / self.cosine
        left_rate = (np.array([change[0], change[1], 0]) - self.left * bend) / self.cosine
        foot_rate = b * (change[2] * self.left + e[2] * left_rate) - b * bend * UP
        self.slip = self.velocity + cross(self.turning, self.foot)
        self.convective = cross(self.turning, foot_rate)


def relaxed_forces(compliance, response, free, slip, mu):
    """N and F of a relaxed wheel: Newton's method for N and L. The acceleration of the contact is
    free + response (N, F)."""
    def evaluate(x):
        demand = np.sqrt(x[1]**2 + x[2]**2)
        part = (1 + (demand / (mu * x[0]))**SHARPNESS)**(-1 / REAL(SHARPNESS))
        force = np.array([x[0], part * x[1], part * x[2]])
        rate = free + response @ force
        law = compliance * (x[1:] - force[1:]) + rate[1:] + slip / RELAXATION
        return np.array([rate[0], law[0], law[1]]), force

    x = solve(response, -free - np.array([0, *(slip / RELAXATION)]))
    x[0] = max(x[0], REAL(100))
    for _ in range(200):
        value = evaluate(x)[0]
        if np.max(np.abs(value)) < 1e-17:
            break
        columns = []
        for k in range(3):
            shift = np.zeros(3, REAL)
            shift[k] = REAL("1e-7")
            columns.append((evaluate(x + shift)[0] - evaluate(x - shift)[0]) / (2 * shift[k]))
        change, length = -solve(np.array(columns).T, value), REAL(1)
        while length > 1e-6:
            trial = x + length * change
            if trial[0] > 0 and np.max(np.abs(evaluate(trial)[0])) < np.max(np.abs(value)):
                break
            length /= 2
        else:
            break
        x = trial
    assert np.max(np.abs(evaluate(x)[0])) < 1e-14
    return evaluate(x)[1]


def body_terms(system, right, body, mass, inertia, turning, force, torque):
    at = 6 * body
    system[at:at + 3, at:at + 3] = mass * np.eye(3, dtype=REAL)
    system[at + 3:at + 6, at + 3:at + 6] = inertia
    right[at:at + 3] = force
    right[at + 3:at + 6] = torque - cross(turning, inertia @ turning)


def hinge_rows(wheel, at, count, turned):
    """Rows of the accelerations that the hinge of a wheel makes equal, and their right sides."""
    rows, right = np.zeros((5, count), REAL), np.zeros(5, REAL)
    turning = wheel.frame_turning
    rows[:3, at:at + 3] = np.eye(3)
    rows[:3, :3] = -np.eye(3)
    rows[:3, 3:6] = skew(wheel.arm)
    right[:3] = cross(turning, cross(turning, wheel.arm))
    for k, p in enumerate((turned[:, 0], turned[:, 2])):
        rows[3 + k, at + 3:at + 6], rows[3 + k, 3:6] = p, -p
        right[3 + k] = wheel.rate * (cross(turning, wheel.axis) @ p)
    return rows, right


def add_bodies(system, right, wheels, turned, turning, loads):
    """Add the rows of all bodies and of the hinges; `loads` has the forces and torques of tyres."""
    count = 6 * (1 + len(wheels))
    body_terms(system, right, 0, FRAME_MASS, turned @ FRAME_INERTIA @ turned.T, turning,
               -FRAME_MASS * GRAVITY * UP, -sum(wheel.torque * wheel.axis for wheel in wheels))
    for i, wheel in enumerate(wheels):
        at, row, e = 6 * (i + 1), count + 5 * i, wheel.axis
        inertia = (CROSS_INERTIA * np.eye(3, dtype=REAL)
                   + (SPIN_INERTIA - CROSS_INERTIA) * np.outer(e, e))
        force, torque = loads.get(i, (np.zeros(3, REAL), np.zeros(3, REAL)))
        body_terms(system, right, i + 1, MASS, inertia, wheel.turning,
                   force - MASS * GRAVITY * UP, torque + wheel.torque * e)
        system[row:row + 5, :count], right[row:row + 5] = hinge_rows(wheel, at, count, turned)
        system[:count, row:row + 5] = system[row:row + 5, :count].T


def add_contact(system, right, wheel, at, row, count):
    """Add the three forces of a rigid wheel as unknowns, and three rows: those of law ideal, those
    of a sliding wheel of law coulomb, or for law relaxed forces that are given on the right."""
    rows = np.zeros((3, len(system)), REAL)
    rows[:, at:at + 3] = np.eye(3)
    rows[:, at + 3:at + 6] = -skew(wheel.foot)
    system[:count, row:row + 3] = -rows[:, :count].T
    if wheel.law == "ideal":
        system[row:row + 3], right[row:row + 3] = rows, -wheel.convective
        return
    system[row:row + 3, row:row + 3] = np.eye(3)
    if wheel.law == "coulomb":  # F = -mu N u/|u|
        slip = wheel.slip[:2]
        system[row + 2, :], right[row + 2] = rows[2], -wheel.convective[2]
        system[row:row + 2, row + 2] = wheel.mu * slip / np.sqrt(slip @ slip)


def solve_relaxed(system, right, wheel, at, row, n):
    """Solve the system if the wheel whose forces are the rows from `row` on is relaxed."""
    columns = np.zeros((len(system), 4), REAL)
    columns[:, 0] = right
    for j, place in enumerate((2, 0, 1)):  # N, F_x, F_y
        columns[row + place, 1 + j] = 1
    parts = solve(system, columns)

    def contact_rate(part):
        rate = part[at:at + 3] - skew(wheel.foot) @ part[at + 3:at + 6]
        return rate[[2, 0, 1]]
    response = np.array([contact_rate(parts[:, 1 + j]) for j in range(3)]).T
    free = contact_rate(parts[:, 0]) + wheel.convective[[2, 0, 1]]
    h = wheel.heading[:2]
    force = relaxed_forces(h @ own_compliance(wheel, system, n, at) @ h, response, free,
                           wheel.slip[:2], wheel.mu)
    return parts[:, 0] + parts[:, 1:] @ force


def accelerations(wheels, turned, turning, loads):
    """Accelerations of the bodies, and the forces of the rigid wheels."""
    count = 6 * (1 + len(wheels))
    rigid = [i for i, wheel in enumerate(wheels) if wheel.law != "tyre"]
    n = count + 5 * len(wheels)
    system, right = np.zeros((n + 3 * len(rigid),) * 2, REAL), np.zeros(n + 3 * len(rigid), REAL)
    add_bodies(system, right, wheels, turned, turning, loads)
    relaxed = None  # no cart has two
    for k, i in enumerate(rigid):
        add_contact(system, right, wheels[i], 6 * (i + 1), n + 3 * k, count)
        if wheels[i].law == "relaxed":
            relaxed = wheels[i], 6 * (i + 1), n + 3 * k
    solution = solve_relaxed(system, right, *relaxed, n) if relaxed else solve(system, right)
    return solution[:count], solution[n:].reshape(-1, 3), rigid


def own_compliance(wheel, system, n, at):
    """Compliance along the ground of a contact of the cart whose contacts are all open."""
    columns = np.zeros((n, 2), REAL)
    for j in range(2):
        columns[at + j, j] = 1
        columns[at + 3:at + 6, j] = cross(wheel.foot, np.eye(3, dtype=REAL)[j])
    parts = solve(system[:n, :n], columns)
    rates = [parts[at:at + 3, j] - skew(wheel.foot) @ parts[at + 3:at + 6, j] for j in range(2)]
    return np.array([rate[:2] for rate in rates]).T


def right_hand_side(kinds, y):
    """Rates of the state, and what the table has beside the state."""
    q = y[3:7]
    turned = rotation(q / np.sqrt(q @ q))
    turning, wheels, loads, extra = y[10:13], [], {}, []
    count = len(kinds)
    rates = np.zeros_like(y)
    for i, kind in enumerate(kinds):
        wheels.append(Wheel(kind, {"place": y[:3], "velocity": y[7:10], "turning": turning,
                                   "rate": y[13 + i]}, turned))
    at = 13 + count
    for i, wheel in enumerate(wheels):
        if wheel.law == "tyre":
            force, torque, rates[at:at + 4], load = tyre(wheel, y[at:at + 4])
            loads[i] = force, torque
            extra += [load, force @ wheel.heading, force @ wheel.left]
            at += 4
    solution, forces, rigid = accelerations(wheels, turned, turning, loads)
    for k, i in enumerate(rigid):
        extra += [forces[k][2], forces[k] @ wheels[i].heading, forces[k] @ wheels[i].left]
    rates[:3], rates[7:10], rates[10:13] = y[7:10], solution[:3], solution[3:6]
    w, (a, b, c, d) = turning, q
    rates[3:7] = np.array([-b * w[0] - c * w[1] - d * w[2], a * w[0] - c * w[2] + d * w[1],
                           a * w[1] + b * w[2] - d * w[0], a * w[2] - b * w[1] + c * w[0]]) / 2
    for i, wheel in enumerate(wheels):
        turn = solution[6 * (i + 1) + 3:6 * (i + 1) + 6] - solution[3:6]
        rates[13 + i] = turn @ wheel.axis
    return rates, extra


def extrapolated(f, y, h, columns=8):
    """One step by the modified midpoint rule with 2, 4, ... substeps, extrapolated to 0."""
    table, counts = [], []
    for k in range(1, columns + 1):
        n = 2 * k
        sub = h / n
        before, now = y, y + sub * f(y)
        for _ in range(n - 1):
            before, now = now, before + 2 * sub * f(now)
        table.append((before + now + sub * f(now)) / 2)
        counts.append(n)
        for j in range(k - 2, -1, -1):
            ratio = (REAL(n) / counts[j])**2
            table[j] = table[j + 1] + (table[j + 1] - table[j]) / (ratio - 1)
    return table[0], np.max(np.abs(table[0] - table[1]))


def advanced(f, y, h):
    """A step of length h, halved until its error is small. Near a kink of the law it is halved
    until it is short, because the order is low there."""
    end, error = extrapolated(f, y, h)
    if error < ACCURACY or h < SHORTEST:
        return end, error
    middle, first = advanced(f, y, h / 2)
    end, second = advanced(f, middle, h / 2)
    return end, max(first, second)


def run(name, kinds, step=STEP):
    count, tyres = len(kinds), sum(kind[0] == "tyre" for kind in kinds)
    y = np.zeros(13 + count + 4 * tyres, REAL)
    y[:3], y[3] = CENTRE, 1
    y[7], y[8] = SPEED, -YAW_RATE * (REAL(kinds[0][1]) - CENTRE[0])
    y[12] = YAW_RATE
    for i, kind in enumerate(kinds):
        # Wheels of law coulomb begin with wheelspin, the others without slip along the heading.
        rolling = (SPEED - YAW_RATE * (REAL(kind[2]) - CENTRE[1])) / RADIUS
        y[13 + i] = WHEELSPIN if kind[0] == "coulomb" else rolling

    def f(y):
        return right_hand_side(kinds, y)[0]
    names = ["x", "y", "z", "q0", "q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz"]
    names += [f"rate{i}" for i in range(count)]
    order = [i for i, kind in enumerate(kinds) if kind[0] == "tyre"]
    names += [f"u{c}{i}" for i in order for c in "xyzr"]
    order += [i for i, kind in enumerate(kinds) if kind[0] != "tyre"]
    names += [f"{c}{i}" for i in order for c in ("N", "Fx", "Fy")]
    most = 0
    for sample in range(SAMPLES + 1):
        turned = rotation(y[3:7] / np.sqrt(y[3:7] @ y[3:7]))
        values = [*y[:10], *(turned.T @ y[10:13]), *y[13:], *right_hand_side(kinds, y)[1]]
        for quantity, value in zip(names, values):
            print(f"{name},{float(sample * STEPS_PER_SAMPLE * STEP)},{quantity},"
                  f"{np.format_float_scientific(value, precision=19)}", flush=True)
        for _ in range(round(float(STEPS_PER_SAMPLE * STEP / step))):
            y, error = advanced(f, y, step)
            most = max(most, error)
    print(f"{name}: largest change by the last column of a step: {most}", file=sys.stderr)


def main():
    print("cart,t,quantity,value")
    for name in sys.argv[1:] or CARTS:
        run(name, CARTS[name])


main()
