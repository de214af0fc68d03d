# SPDX-License-Identifier: MIT
"""More evidence for the table of errata in theory/torus_wheel.rst: forces, stability and control.
Each check prints its numbers and fails if they are not what the table says.
"""
import numpy as np

from torus_errata import (A, C, MT, a, accelerations, b, centre_of, first_order_forces, g, gb,
                          gradient, lagrange, off, rolling, rolling_acceleration, rolling_motion,
                          show)

K, I = C + MT * (a + b)**2, A + MT * (a + b)**2
UPRIGHT = np.pi / 2


def trigonometry(q):
    return np.sin(q[0]), np.cos(q[0]), np.sin(q[1]), np.cos(q[1])


def forces(q, v, acceleration):
    """Forces of the plane along x and y, in rolling with p.., q.., r.."""
    full = np.concatenate([acceleration, [0, 0]])
    full[3:] = rolling_acceleration(q, v, full)
    return lagrange(q, v, full)[3:]


def second_order_forces():
    q, v, _ = rolling_motion()
    sp, cp, sq, _ = trigonometry(q)
    still = forces(q, v, np.zeros(3))
    by_lean, by_spin = (forces(q, v, unit) - still for unit in np.eye(3)[1:])
    show("(28)", "f_y2 by q.. is - MT (a + b sin q) cos p [kg m]",
         abs(by_lean[1] + MT * (a + b * sq) * cp), 0, 1e-12)
    show("(28)", "f_x2 by r.. is - MT (b + a sin q) cos p [kg m]",
         abs(by_spin[0] + MT * (b + a * sq) * cp), 0, 1e-12)
    show("(28)", "printed, b + q sin q [kg m]", abs(by_spin[0] + MT * (b + q[1] * sq) * cp), 0.01,
         100)


def height():
    q, _, _ = rolling_motion()
    slope = gradient(lambda x: centre_of(x)[2], q)[1]
    show("(6)", "derivative of the centre's height by q, minus b cos q [m]",
         abs(slope - b * np.cos(q[1])), 0, 1e-15)


def right_sides():
    """f of M (p.., q.., r..) = f: the terms of the corrected (18) to (23) without accelerations."""
    q, v, _ = rolling_motion()
    sp, cp, S, c = trigonometry(q)
    pd, qd, rd = v[:3]
    rho = b + a * S
    full = np.zeros(5)
    full[3:] = rolling_acceleration(q, v, full)
    left = lagrange(q, v, full)
    along, aside = left[3] * cp + left[4] * sp, left[4] * cp - left[3] * sp
    f = np.array([0, a * aside, rho * along]) - left[:3]
    twist = MT * ((a + 2 * b * S) * pd * qd - a * c * qd * rd)
    shared = -MT * g * b * c - MT * a * b * c * qd**2
    side = MT * (a + b * S) * pd * (rho * rd + b * c * pd)
    right = np.array([C * S * qd * (rd + 2 * pd * c) - 2 * A * S * c * pd * qd + b * c * twist,
                      (A - C) * S * c * pd**2 - C * S * pd * rd + shared - side,
                      C * S * pd * qd + rho * twist])
    show("(34)", "corrected f, difference from the corrected (18) to (23) [N m]",
         off(right, f), 0, 1e-12)
    show("(34)", "f1 with lambda times b cos q is off by [N m]", abs(b * c * along), 0.01, 1e3)
    show("(34)", "f2 with mu times a + b sin q is off by [N m]", abs(b * S * aside), 0.01, 1e3)


# ---- stability ----

def held(lean_torque=lambda lean: 0.0):
    return lambda lean, along, aside: (0, a * aside + lean_torque(lean),
                                       (b + a * np.sin(lean)) * along)


def acceleration(lean, pd, qd, rd, moments):
    q = np.array([0.3, lean, 0, 0, 0])
    v = np.array([pd, qd, rd, 0, 0])
    v[3:] = rolling(q, v)
    return accelerations(q, v, moments)


def growth(spin, moments):
    """Square of the growth rate of straight rolling, by differences in lean and p."""
    step = 1e-5
    by_lean = (acceleration(UPRIGHT + step, 0, 0, spin, moments)[1]
               - acceleration(UPRIGHT - step, 0, 0, spin, moments)[1]) / (2 * step)
    by_turn = (acceleration(UPRIGHT, step, 0, spin, moments)[1]
               - acceleration(UPRIGHT, -step, 0, spin, moments)[1]) / (2 * step)
    turn = (acceleration(UPRIGHT, 0, step, spin, moments)[0]
            - acceleration(UPRIGHT, 0, -step, spin, moments)[0]) / (2 * step)
    return by_lean + by_turn * turn, by_turn


def straight_rolling():
    spin = 3.0
    square, by_turn = growth(spin, held())
    show("(39)", "M22 q.. by p. r. is - [C + MT (a + b)^2] [kg m2]", I * by_turn / spin, -K - 1e-6,
         -K + 1e-6)
    show("(39)", "printed [kg m2]", MT * a * (a + b) - gb, -0.21, -0.2)
    show("(43)-(46)", "square of the growth rate, with C K in place of the printed [1/s2]",
         abs(square - (MT * g * b - C * K * spin**2 / A) / I), 0, 1e-6)
    show("(43)-(46)", "with g-bar [g-bar - MT a (a + b)] [1/s2]",
         abs(square - (MT * g * b - gb * (gb - MT * a * (a + b)) * spin**2 / A) / I), 1, 100)


def stabilised():
    spin, Kp, fa = 3.0, 50.0, 0.8
    torque = held(lambda lean: fa * MT * g * b * np.cos(lean) - Kp * (lean - UPRIGHT))
    square, _ = growth(spin, torque)
    show("(57), (58)", "corrected: - [C K w^2/A + Kp + (fa - 1) MT g b]/I, off by [1/s2]",
         abs(square + (C * K * spin**2 / A + Kp + (fa - 1) * MT * g * b) / I), 0, 1e-6)


# ---- state form and control ----

def state_form():
    """(16) without forces: x.. as a function of the other states."""
    q, v, acc = rolling_motion()
    sp, cp, sq, cq = trigonometry(q)
    pd, qd = v[:2]
    head = -acc[0] * cp * cq + acc[1] * sp * sq + (pd**2 + qd**2) * sp * cq
    tail = 2 * pd * qd * cp * sq
    for name, xdd, low, high in (("corrected", -b * (head + tail), 0, 1e-12),
                                 ("printed", -b * head + b * tail, 0.01, 1e3)):
        acc[3] = xdd
        show("(51)", "residual force along x with x8. %s [N]" % name,
             abs(lagrange(q, v, acc)[3]), low, high)


def lateral_force():
    """Steady turning: no accelerations, lambda = 0."""
    lean, pd, rd = 1.3, 0.7, 2.0
    q = np.array([0.4, lean, 0, 0, 0])
    v = np.array([pd, 0, rd, 0, 0])
    v[3:] = rolling(q, v)
    x, y = forces(q, v, np.zeros(3))
    mu, R = y * np.cos(q[0]) - x * np.sin(q[0]), (b + a * np.sin(lean)) * rd / pd
    show("(68)", "MT p.^2 (R + b cos q) + mu [N]", abs(MT * pd**2 * (R + b * np.cos(lean)) + mu), 0,
         1e-12)
    show("(68)", "printed [N]", abs(MT * rd**2 * (R - b * np.cos(lean)) + mu), 1, 1e3)


def contact_acceleration():
    q, v, acc = rolling_motion()
    sp, cp, sq, cq = trigonometry(q)
    pd, qd, rd = v[:3]
    rho = b + a * sq
    Cx = -rd * (a * qd * cp * cq - rho * pd * sp) + a * pd * qd * cp
    Cy = -rd * (a * qd * sp * cq + rho * pd * cp) + a * pd * qd * sp
    _, fy1 = first_order_forces(q[0], q[1], pd, qd, rd, True)
    swing = b * ((pd**2 + qd**2) * cp * cq - 2 * pd * qd * sp * sq)
    show("(72)", "C_y = + b q.^2 cos p cos q ... + f_y1/MT [m/s2]", abs(Cy - swing - fy1 / MT), 0,
         1e-12)
    show("(72)", "with both signs as printed [m/s2]", abs(Cy + swing + fy1 / MT), 0.01, 1e3)
    want = acc[3:] - np.array([Cx, Cy])
    Cxr, Cyr = -rho * cp, -rho * sp
    for name, entry, low, high in (("C_xr", Cxr, 0, 1e-11), ("C_yr", Cyr, 0.01, 1e4)):
        got = np.linalg.solve([[a * sp, entry], [-a * cp, Cyr]], want)
        show("(74)", "q.. and r.. of x.. and y.., %s in row 1 [rad/s2]" % name, off(got, acc[1:3]),
             low, high)


def heading():
    q, v, _ = rolling_motion()
    v[1] = 0
    v[3:] = rolling(q, v)
    turns = (q[0] - np.arctan(v[4] / v[3])) / np.pi
    show("(80)", "half turns between p and arctan(y./x.) are whole", abs(turns - round(turns)), 0,
         1e-12)


def moments():
    """The work of the torques that balance a force of the plane is minus the work of the force."""
    q, v, _ = rolling_motion()
    sp, cp, sq, _ = trigonometry(q)
    x, y = 7.0, -4.0
    spin, lean = (x * cp + y * sp) * (b + a * sq), (x * sp - y * cp) * (b + a * sq) * sq
    power = x * v[3] + y * v[4] + spin * v[2]
    show("(82)", "power of F, M_rF and a times the lateral force [W]",
         abs(power - (x * sp - y * cp) * a * v[1]), 0, 1e-12)
    show("(82)", "power of F, M_rF and M_qF as printed [W]", abs(power + lean * v[1]), 0.01, 1e3)


if __name__ == "__main__":
    height()
    second_order_forces()
    right_sides()
    straight_rolling()
    stabilised()
    state_form()
    lateral_force()
    contact_acceleration()
    heading()
    moments()
