# SPDX-License-Identifier: MIT
"""Evidence for the table of errata in theory/rolling_wheel.rst: each check prints its numbers and
fails if they are not what the table says. The algebra is independent of the library; only the
trajectories at the end are computed by it.
"""
import numpy as np
import wheeldyn

MASS, INERTIA, RADIUS, GRAVITY = 25.0, 1.125, 0.3, 9.81
M = np.diag([MASS, MASS, INERTIA])
A = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, -RADIUS]])


def root(matrix, power):
    """A power of a symmetric positive semidefinite matrix; 0 stays 0."""
    values, vectors = np.linalg.eigh(matrix)
    scaled = np.zeros_like(values)
    kept = values > 1e-14
    scaled[kept] = values[kept] ** power
    return vectors @ np.diag(scaled) @ vectors.T


def weighted(a, m, n):
    """Equation (13)."""
    return root(m, -0.5) @ np.linalg.pinv(root(n, 0.5) @ a @ root(m, -0.5)) @ root(n, 0.5)


def seminorm(a, m, n):
    """Equation (18)."""
    return root(m, -0.5) @ np.linalg.pinv(root(n, -0.5) @ a @ root(m, -0.5)) @ root(n, 0.5)


def random_spd(generator, size):
    factor = generator.standard_normal((size, size))
    return factor @ factor.T + size * np.eye(size)


def off(left, right):
    """Largest difference, relative to the larger side."""
    return np.max(np.abs(left - right)) / max(np.max(np.abs(left)), np.max(np.abs(right)))


def show(where, text, value, low, high):
    assert low <= value <= high, (where, text, value)
    print("%-14s %-68s %.3g" % (where, text, value))


def block_never_rests():
    for ratio, low, high in ((1 / 3, 0.035, 0.036), (1.0, 0.23, 0.24)):
        show("(1)", "net force / T at T = %.2f mu N (rest needs 0)" % ratio,
             1 - np.tanh(ratio) / ratio, low, high)


def right_hand_side_of_constraints():
    position, velocity = np.array([0.6, -0.8]), np.array([1.6, 1.2])
    acceleration = -np.dot(velocity, velocity) * position  # uniform motion on the unit circle
    show("after (3)", "A qdd on a unit circle at speed 2; partial dA/dt gives b = 0",
         position @ acceleration, -4 - 1e-12, -4 + 1e-12)


def weighted_identities():
    n = np.diag([1.0, 0.25])
    x = weighted(A, M, n)
    show("(12)", "relative asymmetry of XAM, as printed", off(x @ A @ M, (x @ A @ M).T), 0.1, 1)
    show("(12)", "relative asymmetry of MXA, as meant", off(M @ x @ A, (M @ x @ A).T), 0, 1e-14)
    show("(13)", "difference of (13) at s = 0.5 to s = 1: it does not relax",
         off(x, weighted(A, M, np.eye(2))), 0, 1e-14)


def seminorm_identities():
    n = np.diag([1.0, 0.25])
    x = seminorm(A, M, n)
    show("after (18)", "relative difference of NAXA and NA, s = 0.5",
         off(n @ A @ x @ A, n @ A), 0.1, 1)
    show("after (18)", "relative difference of MXAX and MX, s = 0.5",
         off(M @ x @ A @ x, M @ x), 0.01, 1)
    show("after (18)", "relative difference of AX and N, s = 0.5", off(A @ x, n), 0, 1e-14)
    generator = np.random.default_rng(1)
    a, m = generator.standard_normal((2, 3)), random_spd(generator, 3)
    x = seminorm(a, m, n)
    show("after (18)", "relative difference of (XA)^T M and MXA, full matrices, s = 0.5",
         off((x @ a).T @ m, m @ x @ a), 0.01, 1)
    show("after (18)", "relative difference of AX and N, full matrices", off(a @ x, n), 0, 1e-13)


def non_ideal_force_is_applied():
    generator = np.random.default_rng(2)
    for _ in range(100):
        x = seminorm(A, M, np.diag([1.0, generator.random()]))
        q, c, b = generator.standard_normal(3), generator.standard_normal(3), np.array([0.0, 0.5])
        a = np.linalg.solve(M, q)
        split = q + M @ x @ (b - A @ a) + M @ (np.eye(3) - x @ A) @ np.linalg.solve(M, c)
        applied = np.linalg.solve(M, q + c)
        whole = M @ (applied + x @ (b - A @ applied))
        assert off(split, whole) < 1e-13
    show("(17)", "relative difference of M qdd with z and with C as applied force",
         off(split, whole), 0, 1e-13)


def contact_forces(s, friction, moment, torque):
    """Q_i and Q_ni of a wheel under a torque with C = (friction, 0, moment)."""
    x = seminorm(A, M, np.diag([1.0, s * s]))
    applied, c = np.array([0.0, -MASS * GRAVITY, torque]), np.array([friction, 0.0, moment])
    ideal = -M @ x @ A @ np.linalg.solve(M, applied)
    return ideal, c - M @ x @ A @ np.linalg.solve(M, c)


def friction_acts_at_the_centre():
    friction = -100.0
    ideal, non_ideal = contact_forces(0.5, friction, 0.0, 30.0)
    total = ideal + non_ideal
    show("(22)", "moment defect (R Q1 + Q3) / (R Fc), C = (Fc, 0, 0)",
         (RADIUS * total[0] + total[2]) / (RADIUS * friction), 1 - 1e-12, 1 + 1e-12)
    total = sum(contact_forces(0.5, friction, -RADIUS * friction, 30.0))
    show("(22)", "moment defect (R Q1 + Q3) / (R Fc), C = (Fc, 0, -R Fc)",
         abs(RADIUS * total[0] + total[2]) / (RADIUS * 100), 0, 1e-12)
    show("lim s -> 0", "force / (mu N) on a driven wheel that spins: backward",
         contact_forces(1e-9, -0.9 * MASS * GRAVITY, 0.0, 300.0)[1][0] / (0.9 * MASS * GRAVITY),
         -1 - 1e-9, -1 + 1e-9)


def friction_of_a_locked_wheel():
    ratio = 50 / (3 * 0.9 * MASS * GRAVITY * RADIUS)  # T_m does not change when the brake acts
    show("(21), (22)", "F_c / (mu N), wheel locked at 10 m/s, T_m = 50 N m: forward",
         -np.tanh(ratio) * np.tanh(-10.0), 0.2, 0.3)


def friction_switch():
    low, high = 0.3, 0.9
    for side, printed, meant in ((-1, 0.8, 0.9), (1, 0.2, 0.3)):
        show("(26)", "printed, mu_l = 0.3, %s" % ("before" if side < 0 else "after"),
             0.5 - 0.5 * (high - low) * side, printed - 1e-12, printed + 1e-12)
        show("(26)", "with (mu_u + mu_l)/2",
             0.5 * (high + low) - 0.5 * (high - low) * side, meant - 1e-12, meant + 1e-12)


def brake_amplitude():
    show("(25)", "largest braking torque / T_bm", 1 + np.tanh(50.0), 2 - 1e-12, 2 + 1e-12)


def published_law_drifts():
    with wheeldyn.Model("rolling_wheel", preset="drive-20") as wheel:
        wheel.set_choice("param.law", "published")
        wheel.init(t0=0.0)
        wheel.step_to(8.0)
        show("b2 = 0", "published, drive-20: slip ratio at 8 s, on dry ground",
             wheel["output.slip_ratio"], 0.11, 0.13)
        wheel.step_to(3000.0)
        show("b2 = 0", "published, drive-20: theta_dot / (T_max/0.34) at the end",
             wheel["state.theta_dot"] / (20 / 0.34), 1 - 1e-6, 1 + 1e-6)
        show("b2 = 0", "published, drive-20: x_dot at the end [m/s]",
             wheel["state.x_dot"], -100, -0.1)


def smallest_torque():
    """Fig. 3: the torque is always below the friction limit, so the wheel should roll."""
    for law, low, high in (("published", 0.49, 0.495), ("saturated", 0, 1e-6)):
        with wheeldyn.Model("rolling_wheel", preset="drive-20") as wheel:
            wheel.set_choice("param.law", law)
            wheel.init(t0=0.0)
            rows = wheel.run(20.0, dt=0.01, record=["output.slip_ratio"])
            show("Fig. 3", "largest slip ratio of drive-20, %s" % law,
                 np.max(np.abs(rows["output.slip_ratio"])), low, high)


def force_peak():
    """When the brake takes over, the torque passes through zero while the wheel still spins."""
    for law, low, high in (("stabilized", 27.5, 28.5), ("saturated", 0.9, 1)):
        with wheeldyn.Model("rolling_wheel", preset="brake-0.1") as wheel:
            wheel.set_choice("param.law", law)
            wheel.init(t0=0.0)
            force, limit = "output.contact_force", "output.traction_limit"
            rows = wheel.run(17.0, dt=1e-3, record=[force, limit])
            show("force peak", "largest contact force / (mu N) in brake-0.1, %s" % law,
                 np.max(np.abs(rows[force]) / rows[limit]), low, high)


if __name__ == "__main__":
    block_never_rests()
    right_hand_side_of_constraints()
    weighted_identities()
    seminorm_identities()
    non_ideal_force_is_applied()
    friction_acts_at_the_centre()
    friction_of_a_locked_wheel()
    brake_amplitude()
    friction_switch()
    published_law_drifts()
    smallest_torque()
    force_peak()
