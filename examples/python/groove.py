# SPDX-License-Identifier: MIT
"""A wheel in a V groove, by the contact solver: a growing torque acts until the contacts slip.

The solver needs only W = H^T M^-1 H and q = H^T v_free of a mechanism. H^T maps velocities to those
at the contacts, normal first."""
import numpy as np
from wheeldyn.contact import Contacts

mass, radius, inertia, mu, h = 10.0, 0.1, 0.05, 0.3, 1e-3
inverse = np.diag([1 / mass, 1 / mass, 1 / inertia])  # of M, for x, y, phi

rows = []
for angle in np.radians([30, 150]):  # angles of the normals of the two faces
    normal = np.array([np.cos(angle), np.sin(angle), 0])
    tangent = np.array([np.sin(angle), -np.cos(angle), radius])
    rows += [normal, tangent]
H = np.transpose(rows)

contacts = Contacts(2, 2)
contacts.tolerance = 1e-12
contacts.set_matrix(H.T @ inverse @ H)
for torque in (1.0, 4.0, 8.0):
    free = h * inverse @ [0, -mass * 9.81, torque]  # a step from rest without contacts
    contacts.set_problem(mu, np.reshape(H.T @ free, (2, 2)))
    impulse, _ = contacts.solve()
    N = impulse[:, 0] / h
    spin = (free + inverse @ H @ impulse.ravel())[2] / h
    if abs(spin) < 1e-9:
        print(f"{torque:.0f} N m: held, by statically indeterminate forces")
    else:
        print(f"{torque:.0f} N m: {' and '.join(contacts.states)}, with {N[0]:.3f} and "
              f"{N[1]:.3f} N, {spin:.3f} rad/s2")
