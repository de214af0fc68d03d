# SPDX-License-Identifier: MIT
"""A slider-crank as a system of your own: a crank, a rod, and a piston in two straight guides, one
of which is redundant."""

import numpy as np
from wheeldyn.constrained import System

crank, rod = 0.1, 0.3  # m
masses = np.array([1.0, 1.0, 2.0, 2.0])  # masses of crank pin and piston, each along x and y
torque = 2.0  # N.m on the crank


def equations(t, q, v, M, Q, C, A, b, phi):
    """q: crank pin (x, y), piston (x, y)."""
    pin, piston = q[:2], q[2:]
    r, w = piston - pin, v[2:] - v[:2]
    M[:] = np.diag(masses)
    Q[:2] = torque * np.array([-pin[1], pin[0]]) / crank**2
    A[:] = 0
    A[0, :2] = pin
    A[1, :2], A[1, 2:] = -r, r
    A[2, 3] = A[3, 3] = 1
    b[:2] = -v[:2] @ v[:2], -w @ w
    phi[:] = (pin @ pin - crank**2) / 2, (r @ r - rod**2) / 2, piston[1], piston[1]


def energies(t, q, v):
    return masses @ v**2 / 2, 0.0, torque * (q[0] * v[1] - q[1] * v[0]) / crank**2


system = System()
for name, start in (("pin_x", crank), ("pin_y", 0.0), ("piston_x", crank + rod), ("piston_y", 0.0)):
    system.coordinate(name, q=start, scale=crank)
for name in ("crank", "rod", "guide", "second_guide"):
    system.constraint(name)
system.set_equations(equations)
system.set_energies(energies)
system["init.pin_y.v"] = 0.5
system.init()
rows = system.run(0.4, dt=0.05, record=["state.piston_x.q", "state.piston_x.v",
                                        "output.guide.multiplier", "output.second_guide.multiplier",
                                        "output.work"])
print("t [s]  piston [m]  [m/s]   guides [N]         work [J]")
for row in rows:
    print("%5.2f %9.4f %9.4f %9.3f %9.3f %8.4f" % tuple(value + 0.0 for value in row))
print("independent constraints: %g of 4" % system["output.rank"])
