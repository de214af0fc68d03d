# SPDX-License-Identifier: MIT
"""A block that sticks and then slides, as a system of your own, compared with sliding_block."""

import numpy as np
import wheeldyn as wd
from wheeldyn.constrained import System

mass, gravity, mu = 1.0, 9.81, 0.5  # kg, m/s2, 1
relaxation_time, sharpness = 0.01, 16  # s, 1: of the law "saturated"
times, pulls = (0.0, 4.0, 4.1), (0.0, 8.0, 0.0)  # s, N: straight lines, then 0


def friction(pull, speed):
    """Force that keeps the block at rest, limited smoothly to Coulomb friction."""
    hold = -(pull + mass * speed / relaxation_time)
    return hold * (1 + abs(hold / (mu * mass * gravity))**sharpness)**(-1 / sharpness)


def equations(t, q, v, M, Q, C, A, b, phi):
    """q: along the ground and up from it."""
    pull = np.interp(t, times, pulls)
    M[:] = mass * np.eye(2)
    Q[:] = pull, -mass * gravity
    C[0] = friction(pull, v[0])
    A[0] = 0, 1
    phi[0] = q[1]


block = System()
block.coordinate("x")
block.coordinate("y")
block.constraint("ground")
block.set_equations(equations)

kind = wd.Model("sliding_block")
kind.set_input("input.traction", ("linear", times, pulls))

for model in block, kind:
    model["solver.fixed_step"] = 0.005
    model.init()

same = {"state.x.q": "state.x", "state.x.v": "state.x_dot", "output.x.Qni": "output.friction_force",
        "output.ground.multiplier": "output.friction_limit"}
worst = 0.0
print("t [s]   x [m]    [m/s]   friction [N]   of the ground [N]")
for k in range(13):
    block.step_to(0.5 * k)
    kind.step_to(0.5 * k)
    own, other = block.get(list(same)), kind.get(list(same.values())) / (1, 1, 1, mu)
    worst = max(worst, np.abs(own - other).max())
    print("%5.1f %8.4f %8.4f %10.4f %16.2f" % (0.5 * k, *(own.round(4) + 0.0)))
print("as sliding_block to 1e-12:", worst < 1e-12)
