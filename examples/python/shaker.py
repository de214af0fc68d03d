# SPDX-License-Identifier: MIT
"""A mass on a table that shakes up and down. The table is a constraint that moves, and that opens
when it would have to pull: the mass is thrown, flies, and closes the constraint again."""

import math

from wheeldyn.constrained import System

mass, gravity = 0.5, 9.81  # kg, m/s2
lift, beat = 0.05, 17.0  # m, rad/s


def equations(t, q, v, M, Q, C, A, b, phi):
    M[0, 0] = mass
    Q[0] = -mass * gravity
    A[0, 0] = 1
    b[0] = -lift * beat**2 * math.sin(beat * t)
    phi[0] = q[0] - lift * math.sin(beat * t)


def table(t, q, v, c, N):
    c[0] = lift * beat * math.cos(beat * t)


system = System()
system.coordinate("height")
system.constraint("table", one_sided="yes", opens="yes")
system.set_equations(equations)
system.set_constraints(table)
system.set_energies(lambda t, q, v: (mass * v[0]**2 / 2, mass * gravity * q[0]))
system.init()
energy = system["output.kinetic_energy"]
system.step_to(1.0)
print("t [s]    event   multiplier [N] or impulse [N.s]")
for event in system.events():
    print("%.5f  %-6s %8.4f" % (event["time"], event["type"], event["multiplier"] + 1e-9))
first = math.asin(gravity / (lift * beat**2)) / beat
print("thrown where the table accelerates down with g:",
      abs(system.events()[0]["time"] - first) < 1e-9)
balance = (system["output.kinetic_energy"] + system["output.potential_energy"] -
           system["output.work"] + system["output.dissipated"] - energy)
print("work of the table %.4f J, lost in impacts %.4f J, missing below 1e-9 J: %s" %
      (system["output.work"], system["output.dissipated"], abs(balance) < 1e-9))
