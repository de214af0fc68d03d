# SPDX-License-Identifier: MIT
"""Mechanisms of the IFToMM library of benchmark problems: steps, evaluations and energy balance.
Coordinates are components of points and of axes. So each constraint is a product of two vectors,
the mass matrix is constant, and one class has the equations of all mechanisms."""

import math

import numpy as np
from wheeldyn.constrained import System

gravity = 9.81  # m/s2


class Mechanism:
    """Named points and axes, uniform rods of 1 kg between points, and constant products."""

    def __init__(self, up):
        self.up, self.vectors, self.rods, self.products, self.springs = up, {}, [], [], []

    def vector(self, name, start, rate=(0, 0, 0), free="xyz", mass=0, heavy=True):
        """Add a point or an axis. Components not in `free` are fixed. For an axis `mass` is a
        moment of inertia; heavy=False then means that it has no weight."""
        self.vectors[name] = start, rate, [axis in free for axis in "xyz"], mass, mass * heavy

    def rod(self, start, end):
        self.rods.append({start: 1, end: 1})
        self.product({end: 1, start: -1}, {end: 1, start: -1}, 1)

    def product(self, one, other, value):
        """Keep the product of two sums of vectors constant.

        A sum is a dict with the names of vectors and their factors.
        """
        self.products.append((one, other, value))

    def spring(self, between, length, stiffness, damping):
        """A spring with a damper along a sum of vectors."""
        self.springs.append((self.factors(between), length, stiffness, damping))

    def factors(self, total):
        return np.array([total.get(name, 0) for name in self.vectors], float)

    def system(self):
        start, rate, free, masses, heavy = map(np.array, zip(*self.vectors.values()))
        self.start, self.free = start.astype(float), free
        self.one, self.other = (np.array([self.factors(product[k]) for product in self.products])
                                for k in (0, 1))
        self.values = np.array([product[2] for product in self.products])
        ends = [self.factors(rod) for rod in self.rods]
        mass = np.diag(masses) + sum((np.outer(end, end) + np.diag(end)) / 6 for end in ends)
        self.mass = np.kron(mass, np.eye(3))[np.ix_(free.ravel(), free.ravel())]
        self.weight = -gravity * np.outer(heavy + sum(ends) / 2, self.up)
        system = System()
        for i, name in enumerate(self.vectors):
            for k in np.flatnonzero(free[i]):
                system.coordinate(name + "_" + "xyz"[k], q=start[i, k], v=rate[i, k])
        for i in range(len(self.products)):
            system.constraint("product%d" % i)
        system.set_equations(self.equations)
        system.set_energies(self.energies)
        return system

    def unpack(self, q, v):
        x, u = self.start.copy(), np.zeros_like(self.start)
        x[self.free], u[self.free] = q, v
        return x, u

    def equations(self, t, q, v, M, Q, C, A, b, phi):
        x, u = self.unpack(q, v)
        one, other = self.one @ x, self.other @ x
        rows = self.one[:, :, None] * other[:, None] + self.other[:, :, None] * one[:, None]
        force = self.weight.copy()
        for along, length, stiffness, damping in self.springs:
            d = along @ x
            l = math.sqrt(d @ d)
            pull = stiffness * (l - length) + damping * (d @ (along @ u)) / l
            force -= np.outer(along, pull / l * d)
        M[:], Q[:], A[:] = self.mass, force[self.free], rows[:, self.free]
        b[:] = -2 * ((self.one @ u) * (self.other @ u)).sum(1)
        phi[:] = (one * other).sum(1) - self.values

    def energies(self, t, q, v):
        x, u = self.unpack(q, v)
        potential, power = -(self.weight * x).sum(), 0
        for along, length, stiffness, damping in self.springs:
            d = along @ x
            l = math.sqrt(d @ d)
            potential += stiffness * (l - length)**2 / 2
            power -= damping * (d @ (along @ u) / l)**2
        return v @ self.mass @ v / 2, potential, power


def slider_crank():
    """Rods of equal length. Where the slider passes the axis of the crank, the rank is 1."""
    m, half = Mechanism(up=(0, 1, 0)), math.sqrt(0.5)
    m.vector("axis", (0, 0, 0), free="")
    m.vector("pin", (half, half, 0), (-2, 2, 0), free="xy")
    m.vector("slider", (2 * half, 0, 0), (-4, 0, 0), free="x")
    m.rod("axis", "pin")
    m.rod("pin", "slider")
    return m


def four_bars(n):
    """A chain of n four-bars. Where all rods are in line, the rank falls from 2n + 1 to n + 1."""
    m = Mechanism(up=(0, 1, 0))
    for i in range(n + 1):
        m.vector("pivot%d" % i, (i, 0, 0), free="")
        m.vector("tip%d" % i, (i, 1, 0), (1, 0, 0), free="xy")
        m.rod("pivot%d" % i, "tip%d" % i)
        if i > 0:
            m.rod("tip%d" % (i - 1), "tip%d" % i)
    return m


def bricard():
    """Five rods in a ring with a fixed sixth. The hinges are across the rods, each perpendicular
    to the next; one constraint is redundant everywhere."""
    m = Mechanism(up=(0, 0, 1))
    points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1), (0, 0, 1)]
    axes = [(0, -1, 0), (0, 0, 1), (1, 0, 0), (0, -1, 0), (0, 0, 1), (1, 0, 0)]
    for i in range(6):
        free = "xyz" if 0 < i < 5 else ""
        m.vector("point%d" % i, points[i], (0, 0, -3 * (i == 1)), free)
        m.vector("axis%d" % i, axes[i], free=free, mass=0.02, heavy=False)
        if free:
            m.product({"axis%d" % i: 1}, {"axis%d" % i: 1}, 1)
    for i in range(5):
        rod = {"point%d" % (i + 1): 1, "point%d" % i: -1}
        this, following = {"axis%d" % i: 1}, {"axis%d" % (i + 1): 1}
        m.rod("point%d" % i, "point%d" % (i + 1))
        for one, other in (rod, this), (rod, following), (this, following):
            m.product(one, other, 0)
    return m


def governor():
    """Two arms with balls hang on a shaft; stiff springs join the middles of the arms to a slider.

    The vector `across`, perpendicular to the arms, turns with the shaft and has the shaft's moment
    of inertia.
    """
    m, angle, turn = Mechanism(up=(0, 0, 1)), math.pi / 6, 2 * math.pi
    s, c = math.sin(angle), math.cos(angle)
    m.vector("top", (0, 0, 0), free="")
    m.vector("slider", (0, 0, -c), free="z", mass=5)
    m.vector("across", (0, 1, 0), (-turn, 0, 0), free="xy", mass=0.1, heavy=False)
    m.product({"across": 1}, {"across": 1}, 1)
    for ball, side in ("ball1", s), ("ball2", -s):
        m.vector(ball, (side, 0, -c), (0, side * turn, 0), mass=5)
        m.rod("top", ball)
        m.product({ball: 1}, {"across": 1}, 0)
    for ball in "ball1", "ball2":
        m.spring({ball: 0.5, "slider": -1}, length=0.5, stiffness=8e5, damping=4e4)
    return m


print("mechanism            time  method  rows  rank  "
      "steps, evaluations (about)  energy kept to 1e-8")
for name, mechanism, method, end in [("slider-crank", slider_crank(), "rk8pd", 10),
                                     ("8 four-bars", four_bars(8), "rk8pd", 10),
                                     ("Bricard's mechanism", bricard(), "rk8pd", 10),
                                     ("flyball governor", governor(), "radau", 1)]:
    with mechanism.system() as system:
        system.set_choice("solver.method", method)
        system.init()
        rank = system["output.rank"]
        energy = system["output.kinetic_energy"] + system["output.potential_energy"]
        system.step_to(end)
        error = (system["output.kinetic_energy"] + system["output.potential_energy"] +
                 system["output.dissipated"] - system["output.work"] - energy)
        print("%-19s  %2d s  %-6s  %4d  %4d  %11d  %11d  %s" %
              (name, end, method, len(mechanism.products), rank, round(system["stat.steps"], -1),
               round(system["stat.rhs_calls"], -3), abs(error) < 1e-8 * abs(energy)))
