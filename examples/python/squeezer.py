# SPDX-License-Identifier: MIT
"""Andrews' squeezing mechanism: seven bodies in a plane, three loops, a motor and a stiff spring; a
test problem of Hairer and Wanner (Solving Ordinary Differential Equations II, VII.7). The program
compares the angles after 0.03 s with the published ones, and the steps of three methods."""

import numpy as np
from wheeldyn.constrained import System

names = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"]
start = [-0.0617138900142764496, 0, 0.455279819163070380, 0.222668390165885885,
         0.487364979543842550, -0.222668390165885885, 1.23054744454982119]
published = [15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
             0.5244099658805304, 0.5347301163226948, 1.048080741042263]


def arm(length, *angles, turn=0):
    """A vector in the complex plane: its length, the numbers of the coordinates whose angles turn
    it, and a fixed turn in right angles.
    """
    return length * 1j**turn, np.isin(range(7), angles).astype(float)


# Mass, moment of inertia and angles of each body, and the arms to its centre of mass (m, kg)
bodies = [
    (0.04325, 2.194e-6, (0, ), [arm(0.00092, 0)]),
    (0.00365, 4.410e-7, (0, 1), [arm(0.007, 0), arm(-0.0115, 0, 1)]),
    (0.02373, 5.255e-6, (2, ), [arm(0.01874, 2, turn=1), arm(0.01043, 2)]),
    (0.00706, 5.667e-7, (3, 4), [arm(0.04, 4), arm(0.00579, 3, 4, turn=-1)]),
    (0.07050, 1.169e-5, (4, ), [arm(0.02308, 4), arm(0.00916, 4, turn=-1)]),
    (0.00706, 5.667e-7, (5, 6), [arm(0.04, 6, turn=-1), arm(0.00579, 5, 6)]),
    (0.05498, 1.912e-5, (6, ), [arm(0.01228, 6, turn=-1), arm(0.00449, 6)]),
]
crank = [arm(0.007, 0), arm(-0.028, 0, 1)]
loops = [
    (-0.03635 + 0.03273j, crank + [arm(0.035, 2, turn=1)]),
    (-0.06934 - 0.00227j, crank + [arm(-0.02, 3, 4, turn=-1), arm(-0.04, 4)]),
    (-0.06934 - 0.00227j, crank + [arm(-0.02, 5, 6), arm(-0.04, 6, turn=-1)]),
]
spring = [arm(0.02, 2), arm(0.018, 2, turn=-1)]

# All arms in one array, and which of them lead to which point
paths = [body[3] for body in bodies] + [loop[1] for loop in loops] + [spring]
lengths = np.array([length for path in paths for length, _ in path])
angles = np.array([turned for path in paths for _, turned in path])
leads = np.array([[float(owner is path) for owner in paths for _ in owner] for path in paths])
mass = np.array([[body[0]] for body in bodies])
turns = np.array([np.isin(range(7), body[2]).astype(float) for body in bodies])
inertia = turns.T @ (np.array([[body[1]] for body in bodies]) * turns)
closed = np.array([loop[0] for loop in loops])


def equations(t, q, v, M, Q, C, A, b, phi):
    arms = lengths * np.exp(1j * (angles @ q))
    place = leads @ arms
    by = leads @ (1j * arms[:, None] * angles)  # derivatives of the points by the coordinates
    bend = -leads @ (arms * (angles @ v)**2)  # their accelerations at constant v
    M[:] = (by[:7].conj().T @ (mass * by[:7])).real + inertia
    reach = place[10] + (-0.03635 + 0.03273j) - (0.014 + 0.072j)
    force = -4530 * (1 - 0.07785 / abs(reach)) * reach
    Q[:] = (by[10].conj() * force).real - (by[:7].conj().T @ (mass[:, 0] * bend[:7])).real
    Q[0] += 0.033
    A[0::2], A[1::2] = by[7:10].real, by[7:10].imag
    b[0::2], b[1::2] = -bend[7:10].real, -bend[7:10].imag
    gap = place[7:10] - closed
    phi[0::2], phi[1::2] = gap.real, gap.imag


system = System()
for name, q in zip(names, start):
    system.coordinate(name, q=q)
for k in range(6):
    system.constraint("loop%d_%s" % (k // 2 + 1, "xy"[k % 2]))
system.set_equations(equations)
for method in ("rk8pd", "rkf45", "radau"):
    system.set_choice("solver.method", method)
    system.init()
    system.step_to(0.03)
    reached = system.get(["state.%s.q" % name for name in names])
    steps, evaluations = (float("%.2g" % system[name]) for name in ("stat.steps", "stat.rhs_calls"))
    print("%-5s  about %3g steps, %4g evaluations; within 1e-6 of the published angles: %s" %
          (method, steps, evaluations, bool(np.abs(reached - published).max() < 1e-6)))
    system.reset()
