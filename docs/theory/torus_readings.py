# SPDX-License-Identifier: MIT
"""The fall of the paper's Figs 4 to 6 with its printed equations, in 256 readings. None gives the
paper's numbers. The program prints the nearest one, and fails if the table of
theory/torus_wheel.rst says otherwise.
"""
import numpy as np

from torus_errata import M, M1, MT, a, b, coefficients, g, show


def choices():
    """256 readings of (31) to (35), one per column."""
    bits = (np.arange(256) >> np.arange(8)[:, None]) & 1
    names = ("heavy", "double13", "own_e", "bracket", "moved", "no_Qp", "twice_c", "mirror")
    return dict(zip(names, bits.astype(bool)))


def printed_model(reading):
    """(33), (34) and (29): M_r = -0.3 N m at work; state p, q, r, p., q., r."""
    shell = np.where(reading["heavy"], MT, M)
    c, d, e, f = coefficients(shell=shell, carried=np.where(reading["heavy"], 0.0, M1))
    gb = 2 * f
    double = np.where(reading["double13"], 2, 1)
    heavy22 = np.where(reading["own_e"], e, c)
    s = np.where(reading["bracket"], 1, -1)
    moved = np.where(reading["moved"], -1, 1)
    moment = np.where(reading["no_Qp"], 0, 1)
    square = np.where(reading["twice_c"], 2, 1)

    def rates(y):
        p, q, _, pd, qd, rd = y
        sp, cp, sq, cq = np.sin(p), np.cos(p), np.sin(q), np.cos(q)
        rho = b + a * sq
        m11 = 2 * c * cq**2 + 2 * d + moment * MT * b**2 * cq**2
        m13, m31 = double * MT * b * cq * rho + gb * cq, gb * cq + MT * b * rho * cq
        m22, m33 = MT * a * b * sq + 2 * heavy22 + MT * (a + b * sq)**2, 2 * f + MT * rho**2
        roll_x = -a * pd * sp * sq + a * qd * cp * cq - b * pd * sp
        roll_y = a * pd * cp * sq + a * qd * sp * cq + b * pd * cp
        x1 = (-MT * rd * roll_x + MT * a * pd * qd * cp
              + MT * b * ((pd**2 + qd**2) * sp * cq + 2 * pd * qd * cp * sq))
        y1 = (-MT * rd * (s * a * pd * cp * sq + a * qd * sp * cq + b * pd * cp)
              + MT * a * pd * qd * sp
              - s * MT * b * ((pd**2 + qd**2) * cp * cq - 2 * pd * qd * sp * sq))
        along, left = x1 * cp + y1 * sp, y1 * cp - x1 * sp
        f1 = (-MT * b * cq * rd * (sp * roll_y + cp * roll_x) + MT * a * b * cq * pd * qd
              + 4 * c * pd * qd * cq * sq + gb * rd * qd * sq + moment * b * along * cq)
        f2 = (moved * MT * b * sq * rd * (cp * roll_y - sp * roll_x) - square * c * pd**2 * cq * sq
              - gb * pd * rd * sq - MT * g * b * cq + left * (a + b * sq))
        f3 = gb * pd * qd * sq + along * rho - 0.3
        per = 1 / (m11 * m33 - m13 * m31)
        return np.array([pd, qd, rd, (m33 * f1 - m13 * f3) * per, f2 / m22,
                         (m11 * f3 - m31 * f1) * per])

    def energy(y):
        _, q, _, pd, qd, rd = y
        cq, sq, rho = np.cos(q), np.sin(q), b + a * np.sin(q)
        return (MT * ((rho * rd)**2 + (a * qd)**2) / 2 + MT * b * a * qd**2 * sq
                + MT * b * rho * rd * pd * cq + (c * cq**2 + d) * pd**2 + e * qd**2 + f * rd**2
                + gb * pd * rd * cq)
    return rates, energy


def readings(step=5e-3, end=25.0):
    """Time at which each reading is 20 degrees from upright, and its energies then. The paper says
    t1 = 18.952 s, W = 41.2656 J, T = 42.8367 J."""
    reading = choices()
    rates, energy = printed_model(reading)
    lean = np.pi / 2 + np.where(reading["mirror"], -1, 1) * 1e-4
    y = np.zeros((6, 256))
    y[0], y[1], y[5] = np.radians(50), lean, 8.4607
    fell = np.full((3, 256), np.nan)
    with np.errstate(all="ignore"):
        for i in range(int(end / step)):
            k1 = rates(y)
            k2 = rates(y + step / 2 * k1)
            k3 = rates(y + step / 2 * k2)
            y = y + step / 6 * (k1 + 2 * k2 + 2 * k3 + rates(y + step * k3))
            new = np.isnan(fell[0]) & (np.abs(y[1] - np.pi / 2) > np.radians(20))
            fell[:, new] = np.array([np.full(256, (i + 1) * step), 0.3 * y[2], energy(y)])[:, new]
    away = np.max(np.abs(fell / np.array([[18.952], [41.2656], [42.8367]]) - 1), axis=0)
    show("(53)", "of 256 readings of (29), (33), (34), so many fall within 25 s",
         np.count_nonzero(np.isfinite(fell[0])), 1, 256)
    best = np.nanargmin(away)
    show("(53)", "nearest in t1, W and T(t1) together: largest relative difference", away[best],
         0.27, 0.28)
    for name, value, low, high in zip(("t1 [s]", "W [J]", "T(t1) [J]"), fell[:, best],
                                      (18.44, 38.2, 31.1), (18.45, 38.22, 31.11)):
        show("(53)", "  its " + name, value, low, high)


if __name__ == "__main__":
    readings()
