# SPDX-License-Identifier: MIT
"""Compute where the disc of rolling() in scenes.js is after 10 s, by Newton's and Euler's laws.

The disc rolls on its edge without slip: the axis a turns with the angular velocity w, the lever r
from the centre to the contact is -R (z - (z.a) a)/|.|, and the moment about the contact gives w'.
"""
import numpy as np
from scipy.integrate import solve_ivp

RADIUS, MASS, GRAVITY = 0.3, 5.0, 9.81
LEAN, PRECESSION, SPIN = 1.5, 0.5, 10.0
UP = np.array([0, 0, 1.0])
AXIAL = MASS * RADIUS**2 / 2


def cross_matrix(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rates(_, y):
    a, w = y[:3] / np.linalg.norm(y[:3]), y[3:6]
    inertia = AXIAL / 2 * (np.eye(3) + np.outer(a, a))
    a_rate = np.cross(w, a)
    n = UP - (UP @ a) * a
    n_rate = -(UP @ a_rate) * a - (UP @ a) * a_rate
    u = n / np.linalg.norm(n)
    r = -RADIUS * u
    r_rate = -RADIUS * (n_rate / np.linalg.norm(n) - u * (u @ n_rate) / np.linalg.norm(n))
    moment = (-np.cross(w, inertia @ w)
              + np.cross(r, -MASS * np.cross(w, r_rate) + MASS * GRAVITY * UP))
    w_rate = np.linalg.solve(inertia - MASS * cross_matrix(r) @ cross_matrix(r), moment)
    return np.concatenate([a_rate, w_rate, -np.cross(w, r)])


def end():
    """x and y of the centre, which starts at (0, 0)."""
    axis = [0, -np.sin(LEAN), np.cos(LEAN)]
    spin = [0, -SPIN * np.sin(LEAN), PRECESSION + SPIN * np.cos(LEAN)]
    start = [*axis, *spin, 0, 0, RADIUS * np.sin(LEAN)]
    run = solve_ivp(rates, (0, 10), start, rtol=1e-11, atol=1e-12, method="DOP853")
    return run.y[6, -1], run.y[7, -1]
