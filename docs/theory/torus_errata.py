# SPDX-License-Identifier: MIT
"""Evidence for the tables of theory/torus_wheel.rst: each check prints its numbers and fails if
they are not what the tables say. Coordinates are (p, q, r, x, y); derivatives by complex steps are
exact to rounding. Only the trajectory at the end is computed by the library.
"""
import numpy as np
import wheeldyn

a, b, M, M1, g = 0.1, 0.3, 5.0, 3.0, 9.8
MT = M + M1
A, C = M * (2 * b**2 + 5 * a**2) / 4, M * (2 * b**2 + 3 * a**2) / 2
TINY = 1e-30


def coefficients(shell=M, cell=2.0, carried=M1):
    """c, d, e, f of (13). cell: factor of b^2 in c, printed as 1; 2 is right."""
    c = shell * b**2 / 2 + shell * (a**2 + cell * b**2) / 8 + carried * b**2 / 2
    d = shell * (5 * a**2 + 2 * b**2) / 8
    return c, d, shell * b**2 / 2 + d + carried * b**2 / 2, shell * (3 * a**2 + 2 * b**2) / 4


c, d, e, f = coefficients()
gb = 2 * f
generator = np.random.default_rng(1)


def show(where, text, value, low, high):
    assert low <= value <= high, (where, text, value)
    print("%-12s %-72s %.6g" % (where, text, value))


def kinetic(q, v):
    """Kinetic energy (12) at coordinates q and rates v of (p, q, r, x, y)."""
    p, lean = q[0], q[1]
    pd, qd, rd, xd, yd = v
    sp, cp, sq, cq = np.sin(p), np.cos(p), np.sin(lean), np.cos(lean)
    return (MT * (xd * xd + yd * yd) / 2 + MT * b * (xd * qd * sp * sq - yd * pd * sp * cq)
            - MT * b * (xd * pd * cp * cq + yd * qd * cp * sq)
            + c * pd * pd * cq * cq + d * pd * pd + e * qd * qd + f * rd * rd + gb * pd * rd * cq)


def potential(q):
    return MT * g * (a + b * np.sin(q[1]))


def gradient(function, x):
    return np.array([function(x + 1j * TINY * unit).imag / TINY for unit in np.eye(len(x))])


def momenta(q, v):
    """Derivatives of T by the rates; T is quadratic in them."""
    return np.array([(kinetic(q, v + unit) - kinetic(q, v - unit)) / 2 for unit in np.eye(5)])


def lagrange(q, v, acceleration):
    """d/dt (dL/dv) - dL/dq of (15) at given accelerations."""
    rate = momenta(q + 1j * TINY * v, v + 1j * TINY * acceleration).imag / TINY
    return rate - gradient(lambda x: kinetic(x, v), q) + gradient(potential, q)


def random_motion():
    return (generator.uniform(0.5, 2.5, 5), generator.uniform(-3, 3, 5),
            generator.uniform(-5, 5, 5))


def rolling(q, v):
    """Rates x., y. of rolling (3) for given p., q., r."""
    p, rho = q[0], b + a * np.sin(q[1])
    return np.array([-v[2] * rho * np.cos(p) + a * v[1] * np.sin(p),
                     -v[2] * rho * np.sin(p) - a * v[1] * np.cos(p)])


def rolling_motion():
    q, v, acceleration = random_motion()
    v[3:] = rolling(q, v)
    acceleration[3:] = rolling_acceleration(q, v, acceleration)
    return q, v, acceleration


def rolling_acceleration(q, v, acceleration):
    return rolling(q + 1j * TINY * v, v + 1j * TINY * acceleration).imag / TINY


def off(left, right):
    return np.max(np.abs(np.asarray(left) - right))


# ---- kinetic energy ----

def centre_of(x):
    return np.array([x[3] - b * np.cos(x[1]) * np.sin(x[0]),
                     x[4] + b * np.cos(x[1]) * np.cos(x[0]), a + b * np.sin(x[1])])


def shell_integral():
    """(8) to (10) by the trapezoidal rule, exact for these trigonometric polynomials."""
    q, v, _ = random_motion()

    def place(x):
        """(4): ring and tube angle over the last two axes."""
        p, lean, r = x[:3]
        sp, cp, sq, cq, sr, cr = (np.sin(p), np.cos(p), np.sin(lean), np.cos(lean), np.sin(r),
                                  np.cos(r))
        rotation = np.array([[cp * cr - sp * cq * sr, -cp * sr - sp * cq * cr, sp * sq],
                             [sp * cr + cp * cq * sr, -sp * sr + cp * cq * cr, -cp * sq],
                             [sq * sr, sq * cr, cq]])
        return centre_of(x)[:, None, None] + np.tensordot(rotation, points, 1)

    angle = 2 * np.pi * np.arange(16) / 16
    m, n = np.meshgrid(angle, angle)
    points = np.array([(b + a * np.cos(m)) * np.cos(n), (b + a * np.cos(m)) * np.sin(n),
                       a * np.sin(m)])
    velocity = place(q + 1j * TINY * v).imag / TINY
    weight = (b + a * np.cos(m)) / (b + a * np.cos(m)).sum()
    shell = M / 2 * (weight * (velocity**2).sum(axis=0)).sum()
    carried = M1 / 2 * (centre_of(q + 1j * TINY * v).imag**2).sum() / TINY**2
    return kinetic(q, v) - shell - carried, v[0]**2 * np.cos(q[1])**2


def kinetic_energy():
    error, factor = shell_integral()
    show("(12), (13)", "T against the integral over the shell, c with (a^2 + 2 b^2)/8 [J]",
         abs(error), 0, 1e-12)
    printed = (coefficients(cell=1.0)[0] - c) * factor + error
    show("(13)", "missing energy with c as printed / (M b^2/8 p.^2 cos^2 q)",
         -printed / (M * b**2 / 8) / factor, 1 - 1e-9, 1 + 1e-9)


# ---- equations of Lagrange ----

def equations():
    worst = np.zeros(7)
    for _ in range(50):
        q, v, acc = random_motion()
        p, lean = q[:2]
        (pd, qd, rd, _, _), (pdd, qdd, rdd, xdd, ydd) = v, acc
        sp, cp, sq, cq = np.sin(p), np.cos(p), np.sin(lean), np.cos(lean)
        left = lagrange(q, v, acc)
        turn = (-MT * b * (xdd * cp + ydd * sp) * cq + 2 * c * pdd * cq**2 + 2 * d * pdd
                + gb * rdd * cq)
        lie = b * (xdd * sp - ydd * cp) * sq
        right = (turn - 4 * c * pd * qd * cq * sq - gb * rd * qd * sq,
                 MT * lie + 2 * e * qdd + 2 * c * pd**2 * cq * sq + gb * pd * rd * sq
                 + MT * g * b * cq,
                 2 * f * rdd + gb * (pdd * cq - pd * qd * sq))
        printed = (turn - 4 * c * pd * qd * cp * cq - gb * rd * qd * sq,
                   MT * lie + 2 * c * qdd + 2 * c * pd**2 * cp * sq + gb * pd * rd * sq
                   + M * g * b * cq,
                   2 * f * rd + gb * (pdd * cp - pd * qd * sq))
        push = (MT * xdd + MT * b * (-pdd * cp * cq + qdd * sp * sq + (pd**2 + qd**2) * sp * cq
                                     + 2 * pd * qd * cp * sq),
                MT * ydd - MT * b * (pdd * sp * cq + qdd * cp * sq + (pd**2 + qd**2) * cp * cq
                                     - 2 * pd * qd * sp * sq))
        sample = [off(push, left[3:])]
        sample += [off(right[i], left[i]) for i in range(3)]
        sample += [off(printed[i], left[i]) for i in range(3)]
        worst = np.maximum(worst, sample)
    show("(16), (17)", "as printed against Lagrange's derivative, 50 random motions [N]", worst[0],
         0, 1e-12)
    for i in range(3):
        show("(%d)" % (18 + i), "corrected, difference from Lagrange's derivative [N m]",
             worst[1 + i], 0, 1e-12)
        show("(%d)" % (18 + i), "as printed, r read as r., difference from it [N m]",
             worst[4 + i], 1, 1e3)


def virtual_power():
    q, v, _ = rolling_motion()
    rho, lean = b + a * np.sin(q[1]), q[1]
    along, left = 7.0, -4.0
    force = np.array([along * np.cos(q[0]) - left * np.sin(q[0]),
                      along * np.sin(q[0]) + left * np.cos(q[0])])
    for name, torque, low, high in (
            ("0, a mu, (b + a sin q) lambda", (0, a * left, rho * along), 0, 1e-12),
            ("as printed", (along * b * np.cos(lean), left * (a + b * np.sin(lean)), rho * along),
             0.1, 100)):
        show("(21)-(23)", "power of lambda = 7 N, mu = -4 N in rolling, Q = " + name + " [W]",
             abs(force @ v[3:] + np.dot(torque, v[:3])), low, high)


# ---- rolling ----

def second_derivatives():
    q, v, acc = rolling_motion()
    p, lean, (pd, qd, rd) = q[0], q[1], v[:3]
    sp, cp, sq, cq, rho = np.sin(p), np.cos(p), np.sin(lean), np.cos(lean), b + a * np.sin(lean)
    qdd, rdd = acc[1:3]
    x = (-rdd * rho * cp - rd * (-a * pd * sp * sq + a * qd * cp * cq - b * pd * sp)
         + a * qdd * sp + a * pd * qd * cp)

    def y(swing):
        return (-rdd * rho * sp - rd * (a * pd * cp * sq + a * qd * sp * cq + swing * b * pd)
                - a * qdd * cp + a * pd * qd * sp)
    show("(25)", "as printed, difference from d/dt of (3) [m/s2]", abs(x - acc[3]), 0, 1e-12)
    show("(26)", "with b p. sin p as printed, difference from d/dt of (3) [m/s2]",
         abs(y(sp) - acc[4]), 0.01, 100)
    show("(26)", "with b p. cos p, difference from d/dt of (3) [m/s2]",
         abs(y(cp) - acc[4]), 0, 1e-12)
    Cx = -rd * (a * qd * cp * cq - rho * pd * sp) + a * pd * qd * cp
    Cy = -rd * (a * qd * sp * cq + rho * pd * cp) + a * pd * qd * sp
    show("(71)", "x.. of C_xq, C_xr and C_x = (25) without q.., r.. [m/s2]",
         abs(a * sp * qdd - rho * cp * rdd + Cx - acc[3]), 0, 1e-12)
    show("(72)", "y.. with C_y = -r. (a q. sin p cos q + rho p. cos p) + a p. q. sin p [m/s2]",
         abs(-a * cp * qdd - rho * sp * rdd + Cy - acc[4]), 0, 1e-12)
    speed = v[3] * cp + v[4] * sp
    show("(81)", "r. = -(x. cos p + y. sin p)/rho [rad/s]", abs(rd + speed / rho), 0, 1e-12)
    show("(81)", "printed [rad/s]", abs(rd - (v[3] * cp - v[4] * sp) / rho), 0.1, 100)


def first_order_forces(p, lean, pd, qd, rd, right):
    """f_x1, f_y1 of (29). right: with the corrected signs, not as printed."""
    sp, cp, sq, cq = np.sin(p), np.cos(p), np.sin(lean), np.cos(lean)
    s = 1 if right else -1
    x = (-MT * rd * (-a * pd * sp * sq + a * qd * cp * cq - b * pd * sp) + MT * a * pd * qd * cp
         + MT * b * ((pd**2 + qd**2) * sp * cq + 2 * pd * qd * cp * sq))
    y = (-MT * rd * (s * a * pd * cp * sq + a * qd * sp * cq + b * pd * cp) + MT * a * pd * qd * sp
         - s * MT * b * ((pd**2 + qd**2) * cp * cq - 2 * pd * qd * sp * sq))
    return x, y


def turned_forces():
    """Longitudinal and lateral force must not depend on p."""
    rates = (1.2, 0.7, 1.1, -1.3)
    for right, name, low, high in ((True, "corrected", 0, 1e-12), (False, "printed", 1, 100)):
        forces = []
        for p in (0.0, 1.0):
            x, y = first_order_forces(p, *rates, right)
            forces.append((x * np.cos(p) + y * np.sin(p), -x * np.sin(p) + y * np.cos(p)))
        show("(29)", "%s: lambda and mu at p = 1 against p = 0 [N]" % name, off(*forces), low, high)


def mass_matrix():
    """M of the rolling motion, from 2 T with (3) inserted. This is the mass matrix of the motion,
    because the forces of rolling do no work."""
    lean = 1.1
    q = np.array([0.3, lean, 0, 0, 0])

    def energy(v):
        return kinetic(q, np.concatenate([v, rolling(q, v)]))
    units = np.eye(3)
    hessian = np.array([[energy(x + y) - energy(x) - energy(y) for x in units] for y in units])
    rho, S, cq = b + a * np.sin(lean), np.sin(lean), np.cos(lean)
    right = np.array([[2 * c * cq**2 + 2 * d, 0, cq * (C + MT * b * rho)],
                      [0, 2 * e + 2 * MT * a * b * S + MT * a**2, 0],
                      [cq * (C + MT * b * rho), 0, C + MT * rho**2]])
    show("(33)", "corrected against the Hessian of T with (3) [kg m2]", off(right, hessian), 0,
         1e-12)
    printed = (2 * c * cq**2 + 2 * d + MT * b**2 * cq**2, 2 * MT * b * cq * rho + gb * cq,
               MT * a * b * S + 2 * c + MT * (a + b * S)**2)
    show("(33)", "M11 printed is too large by MT b^2 cos^2 q, M13 by MT b rho cos q [kg m2]",
         abs(printed[0] - hessian[0, 0] - MT * b**2 * cq**2)
         + abs(printed[1] - hessian[0, 2] - MT * b * rho * cq), 0, 1e-12)
    show("(33)", "M22 as printed minus M22 corrected [kg m2]", printed[2] - hessian[1, 1], 0.1, 2)
    for lean, low, high in ((1.1, 0.3, 3), (1e-4, 0, 1e-6)):
        S, cq, rho = np.sin(lean), np.cos(lean), b + a * np.sin(lean)
        show("(35)", "M11 M33 - M13 M31 of the corrected M at q = %g [kg2 m4]" % lean,
             (A * S**2 + (C + MT * b**2) * cq**2) * (C + MT * rho**2)
             - (cq * (C + MT * b * rho))**2, low, high)


# ---- stability and numbers ----

def thresholds():
    show("(49)", "threshold [rad/s], M = 5, M1 = 3",
         np.sqrt(A * MT * g * b / (C * (C + MT * (a + b)**2))), 2.6712794821, 2.6712794823)
    heavy = coefficients(shell=8.0)
    polar = 2 * heavy[3]
    reading = np.sqrt(MT * g * b * 2 * heavy[1] / (polar * (polar - MT * a * (a + b))))
    show("(45)", "printed formula with M = 8 in d and g-bar [rad/s]", reading, 4.97685, 4.97695)
    show("(45)", "printed formula with M = 5 [rad/s]",
         np.sqrt(MT * g * b * 2 * d / (gb * (gb - MT * a * (a + b)))), 7.92648, 7.9265)
    inertia = 2 * heavy[0] + MT * a * b + MT * (a + b)**2
    show("(48)", "M22 of (37) with M = 8 and M1 = 3 in c [kg m2]", inertia, 2.88999, 2.89001)
    show("(48)", "printed formula with these [rad/s]", reading * np.sqrt(inertia), 8.46067, 8.46069)


def energies():
    spin, speed = 8.4607, 8.4607 * (a + b)
    show("(53)", "T(0) of the corrected model for r. = 8.4607 [J]",
         MT * speed**2 / 2 + C * spin**2 / 2, 64.60405, 64.60407)
    heavy, spin = coefficients(shell=8.0)[3], 8.460679
    show("(53)", "T(0) with M = 8 in f and r. = 8.460679 [J]",
         MT * (spin * (a + b))**2 / 2 + heavy * spin**2, 75.87805, 75.8781)
    show("(53)", "V(0) [J]", MT * g * (a + b), 31.36 - 1e-9, 31.36 + 1e-9)
    show("(53)", "V(t2) [J]", MT * g * a, 7.84 - 1e-9, 7.84 + 1e-9)
    show("(53)", "W + Wd + T(t1) + V(t1) - V(t2) of the paper [J]",
         41.2656 + 0.6994 + 42.8367 + 29.9483 - 7.84, 106.91, 106.9101)
    show("(53)", "W + T(t1) + V(t1) of the paper [J], more than E(0) = 107.2381 J",
         41.2656 + 42.8367 + 29.9483, 114.05, 114.051)
    tilt = np.degrees(np.arccos((29.9483 / (MT * g) - a) / b))
    show("t1", "lean from upright where V = 29.9483 J [degrees]", tilt, 19.9, 20.0)


def starts():
    for where, spin, lean, lean_rate, want in (
            ("(54)", 8.4607, np.pi / 2 + 1e-4, 0, (-2.1754, -2.5925)),
            ("(66)", 0.5, np.pi / 2 + 1e-2, 1e-3, (-0.1285, -0.1533))):
        got = rolling(np.array([np.radians(50), lean, 0, 0, 0]), np.array([0, lean_rate, spin]))
        show(where, "x., y. of (3), difference from the printed values [m/s]",
             off(got, want), 0, 6e-5)


def other_numbers():
    show("(78)", "1/(2 delta omega_n) [s], printed 0.2174 = 1/4.6", 1 / (2 * 0.9 * 2.55), 0.21785,
         0.21787)
    angle, K = np.linspace(0, 2 * np.pi, 100001), 4
    for sign, cusps in ((-1, K), (1, K - 2)):
        one, other = np.exp(1j * angle), np.exp(1j * (K - 1) * angle)
        rate = (K - 1) * (-one.imag - other.imag + 1j * (one.real + sign * other.real))
        speed = np.abs(rate[:-1])
        rests = np.count_nonzero((speed < np.roll(speed, 1)) & (speed <= np.roll(speed, -1))
                                 & (speed < 1e-3))
        show("(79)", "cusps for K = 4 with %s r sin((K - 1) w t)" % ("-" if sign < 0 else "+"),
             rests, cusps, cusps)


def rotation_derivative():
    p, q, r = generator.uniform(0.3, 1.2, 3)

    def first(r):
        return -np.sin(p) * np.cos(q) * np.sin(r) + np.cos(p) * np.cos(r)
    slope = first(r + 1j * TINY).imag / TINY
    show("(A6)", "W(1) x with - cos p sin r", abs(-np.sin(p) * np.cos(q) * np.cos(r)
                                                  - np.cos(p) * np.sin(r) - slope), 0, 1e-14)
    show("(A6)", "printed, - cos p cos r", abs(-np.sin(p) * np.cos(q) * np.cos(r)
                                               - np.cos(p) * np.cos(r) - slope), 0.01, 2)


# ---- energy ----

def accelerations(q, v, moments):
    """Accelerations of p, q, r from the corrected (18) to (20) with (16), (17), (25), (26) and the
    given moments of lambda and mu."""
    def residual(acc):
        full = np.concatenate([acc, [0, 0]])
        full[3:] = rolling_acceleration(q, v, full)
        left = lagrange(q, v, full)
        along = left[3] * np.cos(q[0]) + left[4] * np.sin(q[0])
        aside = left[4] * np.cos(q[0]) - left[3] * np.sin(q[0])
        return left[:3] - moments(q[1], along, aside)
    base = residual(np.zeros(3))
    return np.linalg.solve(np.array([residual(unit) - base for unit in np.eye(3)]).T, -base)


def free_motion(moments, end=2.0, step=0.005):
    """Change of T + V in a motion without torques, with the given moments of lambda and mu."""
    y = np.array([0.3, 1.1, 0, 0, 0, 1.5, 0.4, 4.0])

    def rates(y):
        v = np.concatenate([y[5:], rolling(y[:5], y[5:])])
        return np.concatenate([v, accelerations(y[:5], v, moments)])

    def energy(y):
        v = np.concatenate([y[5:], rolling(y[:5], y[5:])])
        return kinetic(y[:5], v) + potential(y[:5])
    start = energy(y)
    for _ in range(round(end / step)):
        k1 = rates(y)
        k2 = rates(y + step / 2 * k1)
        k3 = rates(y + step / 2 * k2)
        y = y + step / 6 * (k1 + 2 * k2 + 2 * k3 + rates(y + step * k3))
    return energy(y) - start


def moments_and_energy():
    show("(21)-(23)", "change of T + V in 2 s without torques, Q = 0, a mu, rho lambda [J]",
         free_motion(lambda q, along, aside: (0, a * aside, (b + a * np.sin(q)) * along)),
         -1e-5, 1e-5)
    show("(21)-(23)", "change of T + V in 2 s without torques, Q as printed [J]",
         abs(free_motion(lambda q, along, aside: (b * np.cos(q) * along,
                                                  (a + b * np.sin(q)) * aside,
                                                  (b + a * np.sin(q)) * along))), 0.1, 100)


def corrected_run():
    with wheeldyn.Model("torus_wheel", preset="rolling-friction") as wheel:
        wheel["param.touchdown_angle"] = np.radians(70)
        wheel["param.rolling_torque_speed"] = 1e-9
        wheel["solver.rtol"] = 1e-12
        wheel.init()
        start = wheel["output.kinetic_energy"] + wheel["output.potential_energy"]
        ended = wheel.step_to(60.0)
        show("t1", "corrected model, %s: 20 degrees from upright at [s]" % ended, wheel.time,
             35.439316, 35.439317)
        end = (wheel["output.kinetic_energy"] + wheel["output.potential_energy"]
               + wheel["output.dissipated"])
        show("t1", "T + V + energy taken by the rolling torque - E(0) [J]",
             abs(end - start), 0, 1e-9)


if __name__ == "__main__":
    kinetic_energy()
    equations()
    virtual_power()
    second_derivatives()
    turned_forces()
    mass_matrix()
    thresholds()
    energies()
    starts()
    other_numbers()
    rotation_derivative()
    moments_and_energy()
    corrected_run()
