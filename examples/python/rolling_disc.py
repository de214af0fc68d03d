# SPDX-License-Identifier: MIT
"""A disc that rolls on a plane, as a system of your own, compared with kind torus_wheel."""

from math import cos, sin

import wheeldyn as wd
from wheeldyn.constrained import System

mass, radius = 8.0, 0.3  # kg, m
across, along = 0.2, 0.35  # moments of inertia about a diameter and about the axle, kg.m2
lean, turn_rate, lean_rate, spin_rate = 1.3, 0.4, 0.1, -7.0  # rad, rad/s


def equations(t, q, v, M, Q, C, A, b, phi):
    """q: centre (x, y, z) and angles (turn, lean, spin), R_z(turn) R_x(lean) R_z(spin)."""
    sp, cp, s, c = sin(q[3]), cos(q[3]), sin(q[4]), cos(q[4])
    dp, dl, dr = v[3:]
    M[:] = 0
    M[[0, 1, 2], [0, 1, 2]] = mass
    M[3:, 3:] = ((across * s**2 + along * c**2, 0, along * c),
                 (0, across, 0),
                 (along * c, 0, along))
    Q[2] = -mass * 9.81
    Q[3] = 2 * (along - across) * s * c * dp * dl + along * s * dl * dr
    Q[4] = across * s * c * dp**2 - along * s * dp * (dp * c + dr)
    Q[5] = along * s * dp * dl
    A[:] = 0
    A[0, 2], A[0, 4] = 1, -radius * c  # the height of the centre
    A[1, 0], A[1, 3:] = 1, (radius * cp * c, -radius * sp * s, radius * cp)  # rolling along x
    A[2, 1], A[2, 3:] = 1, (radius * sp * c, radius * cp * s, radius * sp)  # and along y
    b[0] = -radius * s * dl**2
    b[1] = radius * (2 * cp * s * dp * dl + sp * c * (dl**2 + dp**2) + sp * dp * dr)
    b[2] = radius * (2 * sp * s * dp * dl - cp * c * (dl**2 + dp**2) - cp * dp * dr)
    phi[0] = q[2] - radius * s


disc = System()
disc.coordinate("x", v=-radius * (turn_rate * cos(lean) + spin_rate))
disc.coordinate("y", v=-radius * lean_rate * sin(lean))
disc.coordinate("z", q=radius * sin(lean), v=radius * lean_rate * cos(lean))
disc.coordinate("turn", v=turn_rate)
disc.coordinate("lean", q=lean, v=lean_rate)
disc.coordinate("spin", v=spin_rate)
disc.constraint("height")
disc.constraint("along_x", holonomic="no")
disc.constraint("along_y", holonomic="no")
disc.set_equations(equations)
disc.init()

torus = wd.Model("torus_wheel")
torus.set_choice("param.inertia_law", "custom")
for name, value in {"param.tube_radius": 0, "param.ring_radius": radius, "param.mass": mass,
                    "param.servo_mass": 0, "param.inertia_equatorial": across,
                    "param.inertia_polar": along, "state.lean": lean,
                    "state.precession_rate": turn_rate, "state.lean_rate": lean_rate,
                    "state.spin_rate": spin_rate}.items():
    torus[name] = value
torus.init()

worst = 0.0
print("t [s]   lean [rad]   normal force [N]")
for k in range(11):
    disc.step_to(0.2 * k)
    torus.step_to(0.2 * k)
    force = disc["output.height.multiplier"]
    worst = max(worst, abs(disc["state.lean.q"] - torus["state.lean"]),
                abs(force / torus["output.normal_force"] - 1))
    print(f"{0.2 * k:5.1f} {disc['state.lean.q']:12.6f} {force:18.6f}")
print("as torus_wheel to 1e-7:", worst < 1e-7)
