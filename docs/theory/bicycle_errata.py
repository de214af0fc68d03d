# SPDX-License-Identifier: MIT
"""Evidence for the table of errata in theory/bicycle.rst: each check prints its numbers and fails
if they are not what the page says. The model is a separate one in numpy, without the library. It
also works in complex numbers, so that derivatives are exact (complex step).
"""
from functools import lru_cache

import numpy as np

STEP = 1e-30  # size of complex steps
GRAVITY, W, C, LAM, R_R, R_F = 9.81, 1.02, 0.08, np.pi / 10, 0.3, 0.35
X, Y, Z = np.eye(3)
AXIS = np.array([-np.sin(LAM), 0, np.cos(LAM)])  # axis of the steering, upwards
MASS = np.array([2.0, 85.0, 4.0, 3.0])  # rear wheel, rear frame, front frame, front wheel
CENTRE = np.array([[0, 0, R_R], [0.3, 0, 0.9], [0.9, 0, 0.7], [W, 0, R_F]])
INERTIA = np.array([np.diag([0.0603, 0.12, 0.0603]), [[9.2, 0, -2.4], [0, 11, 0], [-2.4, 0, 2.8]],
                    [[0.05892, 0, 0.00756], [0, 0.06, 0], [0.00756, 0, 0.00708]],
                    np.diag([0.1405, 0.28, 0.1405])])
HEAD = np.array([W + C, 0, 0]) + 0.9 * AXIS
# i, j, s_i', s_j', n' on j, a' and b' on i
HINGES = [
    (1, 0, CENTRE[0] - CENTRE[1], 0 * X, Y, Z, X),
    (1, 2, HEAD - CENTRE[1], HEAD - CENTRE[2], AXIS, Y, np.cross(AXIS, Y)),
    (2, 3, CENTRE[3] - CENTRE[2], 0 * X, Y, Z, X),
]
WHEELS = [(0, R_R), (3, R_F)]


def cross(a, b):
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                     a[0] * b[1] - a[1] * b[0]])


def tilde(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def rotation(p):
    (sf, st, sp), (cf, ct, cp) = np.sin(p), np.cos(p)
    yaw = np.array([[cf, -sf, 0], [sf, cf, 0], [0, 0, 1]])
    roll = np.array([[1, 0, 0], [0, ct, -st], [0, st, ct]])
    return yaw @ roll @ np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])


def angular(p):
    """A' of w' = A' p', with p = (yaw, roll, pitch)."""
    (_, st, sp), (_, ct, cp) = np.sin(p), np.cos(p)
    return np.array([[-ct * sp, cp, 0], [st, 0, 1], [ct * cp, sp, 0]])


def rates(q, u):
    """q' by body: velocity and p'."""
    return np.array([np.r_[b[:3], np.linalg.solve(angular(p[3:]), b[3:])] for p, b in zip(q, u)])


def wheel_rows(q, u, radius, printed):
    """Height, longitudinal, lateral: D by (v, w') of the wheel, g."""
    f, th, psi = q[3:]
    (df, dth, dpsi), (vx, vy) = rates(q[None], u[None])[0, 3:], u[:2]
    (sf, st, sp), (cf, ct, cp) = np.sin(q[3:]), np.cos(q[3:])
    lateral = radius * ct * np.array([cp, 0, sp])
    D = np.array([np.r_[Z, radius * st * np.array([cp, 0, sp])],
                  np.r_[cf, sf, 0, -radius * Y], np.r_[-sf, cf, 0, lateral]])
    g = np.array([radius * ct * dth**2, (-sf * vx + cf * vy) * df - radius * ct * df * dth,
                  -(cf * vx + sf * vy) * df - radius * st * dth**2])
    if not printed:  # minus D_w (dA'/dt) p'
        g = g + radius * ct * df * np.array([st * dpsi, dth, ct * dpsi])
    return D, g


def rows(q, u, printed=False):
    """eps (17), D (21 x 24) and g (21) of q, u of shape (4, 6)."""
    R = [rotation(p[3:]) for p in q]
    eps, D, g = [], [], []
    for i, j, si, sj, n, a, b in HINGES:
        wi, wj = R[i] @ u[i, 3:], R[j] @ u[j, 3:]
        block = np.zeros((5, 4, 6), dtype=q.dtype)
        block[:3, i] = np.hstack([-np.eye(3), R[i] @ tilde(si)])
        block[:3, j] = np.hstack([np.eye(3), -R[j] @ tilde(sj)])
        eps += list(q[j, :3] + R[j] @ sj - q[i, :3] - R[i] @ si)
        g += list(cross(wj, cross(wj, R[j] @ sj)) - cross(wi, cross(wi, R[i] @ si)))
        N = R[j] @ n
        for row, c in ((3, a), (4, b)):
            P = R[i] @ c
            block[row, i, 3:], block[row, j, 3:] = -N @ R[i] @ tilde(c), -P @ R[j] @ tilde(n)
            eps.append(P @ N)
            g.append(cross(wi, cross(wi, P)) @ N + P @ cross(wj, cross(wj, N))
                     + 2 * cross(wi, P) @ cross(wj, N))
        D += list(block.reshape(5, 24))
    contact = np.zeros((3, 2, 4, 6), dtype=q.dtype)
    convective = np.zeros((3, 2), dtype=q.dtype)
    for k, (body, radius) in enumerate(WHEELS):
        contact[:, k, body], convective[:, k] = wheel_rows(q[body], u[body], radius, printed)
        eps.append(q[body, 2] - radius * np.cos(q[body, 4]))
    order = np.r_[contact[0], contact[1:, 0], contact[1:, 1]].reshape(6, 24)
    g += list(np.r_[convective[0], convective[1:, 0], convective[1:, 1]])
    return np.array(eps), np.vstack([D, order]), np.array(g)


def forces(u):
    return np.array([np.r_[0, 0, -m * GRAVITY, -cross(b[3:], J @ b[3:])]
                     for m, J, b in zip(MASS, INERTIA, u)]).ravel()


@lru_cache(maxsize=None)
def mass_matrix():
    M = np.zeros((24, 24))
    for k in range(4):
        M[6 * k:6 * k + 3, 6 * k:6 * k + 3] = MASS[k] * np.eye(3)
        M[6 * k + 3:6 * k + 6, 6 * k + 3:6 * k + 6] = INERTIA[k]
    return M


def accelerations(q, u, printed=False, sign=-1):
    """u' and the multipliers of (10.2)."""
    _, D, g = rows(q, u, printed)
    system = np.block([[mass_matrix(), D.T], [D, np.zeros((21, 21))]])
    x = np.linalg.solve(system, np.r_[forces(u), sign * g])
    return x[:24].reshape(4, 6), x[24:]


def assemble(roll, steer, pitch=0.0, yaw=0.0):
    """Bodies on their hinges, rear wheel on the ground at the origin."""
    frame = rotation(np.array([yaw, roll, pitch]))
    s, c = np.sin(steer), np.cos(steer)
    turn = np.eye(3) + s * tilde(AXIS) + (1 - c) * tilde(AXIS) @ tilde(AXIS)  # Rodrigues
    front = frame @ turn
    # front = Rz(yaw) Rx(roll) Ry(pitch)
    angles = np.array([np.arctan2(-front[0, 1].real, front[1, 1].real), np.arcsin(front[2, 1].real),
                       np.arctan2(-front[2, 0].real, front[2, 2].real)]).astype(front.dtype)
    if np.iscomplexobj(front):
        angles = refine(angles, front)
    back = np.array([yaw, roll, pitch])
    centre = np.array([0, 0, R_R * np.cos(roll)])
    body = centre - frame @ (CENTRE[0] - CENTRE[1])
    head = body + frame @ (HEAD - CENTRE[1])
    hand = head - front @ (HEAD - CENTRE[2])
    hub = hand + front @ (CENTRE[3] - CENTRE[2])
    return np.array([np.r_[centre, back], np.r_[body, back], np.r_[hand, angles],
                     np.r_[hub, angles]])


def refine(angles, target):
    """Complex angles of a rotation, from their real parts."""
    for _ in range(3):
        off = rotation(angles).T @ target
        turn = np.array([off[2, 1] - off[1, 2], off[0, 2] - off[2, 0], off[1, 0] - off[0, 1]]) / 2
        angles = angles + np.linalg.solve(angular(angles), turn)
    return angles


def consistent(roll, steer, speed, roll_rate=0.0, steer_rate=0.0):
    """A state on the constraints."""
    pitch = 0.0 * roll
    for _ in range(5):  # Newton on the height of the front wheel
        gap, step = (rows(assemble(roll, steer, pitch + d), np.zeros((4, 6)))[0][16]
                     for d in (0, 1e-7))
        pitch = pitch - gap * 1e-7 / (step - gap)
    q = assemble(roll, steer, pitch)
    S = np.zeros((3, 4, 6), dtype=q.dtype)
    S[0, 1, 3:] = [np.cos(pitch), 0, np.sin(pitch)]
    S[1, 2, 3:], S[1, 1, 3:] = AXIS, -AXIS
    S[2, 0, 4], S[2, 1, 4] = 1, -1
    D = np.vstack([rows(q, np.zeros((4, 6)))[1], S.reshape(3, 24)])
    wanted = np.r_[np.zeros(21), roll_rate, steer_rate, speed / R_R]
    return q, np.linalg.solve(D, wanted).reshape(4, 6)


def reduced(q, u, du):
    """Second derivatives of roll and steer."""
    psi, (_, _, dpsi) = q[1, 5], rates(q, u)[1, 3:]
    w, dw = u[1, 3:], du[1, 3:]
    roll = (np.cos(psi) * dw[0] + np.sin(psi) * dw[2]
            + dpsi * (np.cos(psi) * w[2] - np.sin(psi) * w[0]))
    return np.array([roll, AXIS @ (du[2, 3:] - dw)])


def linear(speed, printed=False):
    """The 4 x 4 matrix of (roll, steer, roll rate, steer rate) by complex steps."""
    A = np.zeros((4, 4))
    A[:2, 2:] = np.eye(2)
    for k in range(4):
        x = np.zeros(4, dtype=complex)
        x[k] = 1j * STEP
        q, u = consistent(x[0], x[1], speed, x[2], x[3])
        A[2:, k] = reduced(q, u, accelerations(q, u, printed)[0]).imag / STEP
    return A


def weave_speed(printed):
    """Return the speed at which the growth of the oscillating pair changes its sign, by bisection.
    """
    def growth(v):
        return max(value.real for value in np.linalg.eigvals(linear(v, printed)) if value.imag)

    low, high = 3.5, 4.5
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if growth(middle) > 0 else (low, middle)
    return low


def energy(q, u):
    return u.ravel() @ mass_matrix() @ u.ravel() / 2 + GRAVITY * MASS @ q[:, 2]


def rk4(q, u, h, printed):
    def slope(q, u):
        return rates(q, u), accelerations(q, u, printed)[0]

    k = [slope(q, u)]
    for share in (0.5, 0.5, 1):
        dq, du = k[-1]
        k.append(slope(q + share * h * dq, u + share * h * du))
    return [y + h / 6 * (a + 2 * b + 2 * c + d) for y, a, b, c, d in zip((q, u), *k)]


def project(q, u):
    """Project onto the constraints with the least change: positions, then velocities."""
    for _ in range(2):
        eps, D, _ = rows(q, u)
        D = np.hstack([np.hstack([D[:17, 6 * k:6 * k + 3],
                                  D[:17, 6 * k + 3:6 * k + 6] @ angular(q[k, 3:])])
                       for k in range(4)])
        q = q - np.linalg.lstsq(D, eps, rcond=None)[0].reshape(4, 6)
    D = rows(q, u)[1]
    return q, u - np.linalg.lstsq(D, D @ u.ravel(), rcond=None)[0].reshape(4, 6)


def ride(h, printed, until):
    """Largest relative error of the energy of the ride at 4.6 m/s with 0.5 rad/s."""
    q, u = consistent(0.0, 0.0, 4.6, 0.5)
    start, worst = energy(q, u), 0
    for _ in range(round(until / h)):
        q, u = project(*rk4(q, u, h, printed))
        worst = max(worst, abs(energy(q, u) - start))
    return worst / start


def one_step(h, printed):
    """Largest entry of D u after one step from a state on the constraints."""
    q, u = rk4(*consistent(0.1, 0.1, 4.6, 0.5, 0.5), h, printed)
    return abs(rows(q, u)[1] @ u.ravel()).max()


def show(where, text, value, low, high):
    assert low <= value <= high, (where, text, value)
    print("%-8s %-76s %.6g" % (where, text, value))


def random_state():
    chance = np.random.default_rng(3)
    return chance.uniform(-0.5, 0.5, (4, 6)), chance.uniform(-2, 2, (4, 6))


def convective_terms():
    q, u = random_state()
    exact = rows(q + 1j * STEP * rates(q, u), u)[1].imag / STEP @ u.ravel()
    g, g_printed = rows(q, u)[2], rows(q, u, True)[2]
    show("E1", "largest entry of g - (dD/dt) u, random state, with g as printed",
         abs(g_printed - exact).max(), 0.1, 1)
    show("E1", "largest entry of g - (dD/dt) u, random state, with g of the page",
         abs(g - exact).max(), 0, 1e-13)
    second = rows(q, u)[1] @ accelerations(q, u)[0].ravel()
    show("E2", "largest entry of D u' + (dD/dt) u with -g on the right", abs(second + exact).max(),
         0, 1e-11)
    second = rows(q, u)[1] @ accelerations(q, u, sign=1)[0].ravel()
    show("E2", "largest entry of D u' + (dD/dt) u with +g on the right",
         abs(second + exact).max(), 1, 100)


def what_they_do():
    for printed, name, low, high in ((True, "printed", 3.60409, 3.60411),
                                     (False, "of this page", 4.29238253, 4.29238254)):
        show("E1", "weave speed [m/s] with g %s (published: 4.29238253634111)" % name,
             weave_speed(printed), low, high)
    for printed, name, low, high in ((True, "printed", -28.697, -28.696),
                                     (False, "of this page", -14.07838970, -14.07838969)):
        show("E1", "castering eigenvalue [1/s] at 5 m/s with g %s (published: -14.0784)" % name,
             min(np.linalg.eigvals(linear(5.0, printed)).real), low, high)
    # The state of Basu-Mandal, Chatterjee and Papadopoulos (2007), their Table 1
    q, u = consistent(0.6206670416476966, 0.2311385135743, 8.9129896614890 * R_R, -0.6068425835418,
                      0.4859824687093)
    for printed, name, low, high in ((True, "printed", -11.2485, -11.2483),
                                     (False, "of this page", -4.61989040395, -4.61989040385)):
        show("E1", "steer acceleration [rad/s2] with g %s (published: -4.6198904039403)" % name,
             reduced(q, u, accelerations(q, u, printed)[0])[1], low, high)


def what_hides_them():
    q, u = consistent(0.1, 0.1, 4.6, 0.5, 0.5)
    du = accelerations(q, u, True)[0]
    power = u.ravel() @ (mass_matrix() @ du.ravel() - forces(u))
    show("hidden", "power of the constraint forces [W] with g as printed", abs(power), 0, 1e-9)
    for printed, name, low, high in ((True, "printed", 1.5, 2.2), (False, "of this page", 28, 36)):
        show("shown", "D u after a step of 10 ms / of 5 ms, with g %s (order 4: 32)" % name,
             one_step(0.01, printed) / one_step(0.005, printed), low, high)
    for printed, name, low, high in ((True, "printed", 0.5, 1.2), (False, "of this page", 12, 20)):
        coarse, fine = (ride(h, printed, 0.4) for h in (0.02, 0.01))
        show("shown", "relative energy error with projection, steps of 20 ms, g %s" % name,
             coarse, 0, 1e-3)
        show("shown", "this error / the error with steps of 10 ms (order 4: 16)",
             coarse / fine, low, high)


def angular_velocity():
    q, u = random_state()
    p, dp = q[1, 3:], rates(q, u)[1, 3:]
    by_p = np.array([(angular(p + 1j * STEP * e) @ dp).imag / STEP for e in np.eye(3)]).T
    by_rate = np.array([(angular(p) @ (dp + 1j * STEP * e)).imag / STEP for e in np.eye(3)]).T
    show("E4", "largest entry of dw'/dp - A'", abs(by_p - angular(p)).max(), 0.1, 10)
    show("E4", "largest entry of dw'/dp' - A'", abs(by_rate - angular(p)).max(), 0, 1e-15)
    w = u[1, 3:]
    yaw = (np.cos(p[2]) * w[2] - np.sin(p[2]) * w[0]) / np.cos(p[1])
    inverse = np.array([yaw, np.cos(p[2]) * w[0] + np.sin(p[2]) * w[2], w[1] - np.sin(p[1]) * yaw])
    show("E5", "the formula for p' from the body-fixed w': A' p' - w'",
         abs(angular(p) @ inverse - w).max(), 0, 1e-15)
    show("E5", "error of p' if w were in axes fixed in space",
         abs(angular(p) @ inverse - rotation(p) @ w).max(), 0.1, 10)


def sign_of_the_multipliers():
    _, multipliers = accelerations(*consistent(0.0, 0.0, 0.0))
    show("E10", "minus lambda 16 at rest, upright: rear normal force [N]", -multipliers[15],
         612.83647058823, 612.83647058824)
    show("E10", "minus lambda 17 at rest, upright: front normal force [N]",
         -multipliers[16], 309.30352941176, 309.30352941177)


if __name__ == "__main__":
    convective_terms()
    what_they_do()
    what_hides_them()
    angular_velocity()
    sign_of_the_multipliers()
