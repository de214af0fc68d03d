# SPDX-License-Identifier: MIT
"""The law of a tyre of form brush on level ground, written from docs/theory/tyre a second time, in
80 bits. mixed_tyres.py uses it.
"""
import numpy as np

REAL = np.longdouble
UP = np.array([0, 0, 1], REAL)
RADIUS, CROWN = REAL("0.3"), REAL("0.05")

# A tyre with different stiffnesses along and across.
TYRE = {name: REAL(value) for name, value in {
    "load": "200000", "damping": "500", "along": "300000", "across": "150000", "twist": "5000",
    "time": "0.002", "half_length": "0.06", "c_x": "18", "c_y": "15", "c_gam": "1", "f": "0.01",
}.items()}
ROLLING_SHARE = 1 / REAL(3)


def size(force):
    return np.sqrt(force[0]**2 + force[1]**2)


def chi_of(y):
    return 3 / (1 + y + y * y)


def root(misfit, low, high, tolerance):
    """Root of an increasing function: false position with Illinois' halving, then bisection if
    that does not end."""
    below, above, side = misfit(low), misfit(high), 0
    if below >= 0:
        return low
    for k in range(200):
        x = (low * above - high * below) / (above - below) if k < 60 else (low + high) / 2
        value = misfit(x)
        if abs(value) <= tolerance or x in (low, high):
            return x
        if value > 0:
            high, above, below, side = x, value, below / 2 if side == 1 else below, 1
        else:
            low, below, above, side = x, value, above / 2 if side == -1 else above, -1
    return x


def brush_force(g, pull, spring, most):
    """Force of the brush model: F_i (1 + pull_i chi) = g_i below the friction limit `most`. Returns
    the force, y, chi and lambda."""
    def force(chi, slide=0):
        return g / (1 + pull * chi + spring * slide)
    if size(force(3)) >= most:
        top = REAL(1)
        while size(force(3, top)) > most:
            top *= 2
        slide = root(lambda x: most - size(force(3, x)), REAL(0), top, most * 1e-19)
        return force(3, slide), REAL(0), 3, slide
    y = root(lambda y: size(force(chi_of(y))) - most * (1 - y**3), REAL(0), REAL(1), most * 1e-19)
    return force(chi_of(y)), y, chi_of(y), REAL(0)


def motion(wheel):
    """Deflection, its rate, R_e, V_r, and slip velocities of the rim."""
    b, s, camber = RADIUS - CROWN, wheel.cosine, wheel.axis[2]
    deflection = b * s + CROWN - wheel.centre[2]
    around = wheel.turning @ wheel.heading
    approach = -(wheel.velocity[2] + b * camber * around)
    radius = RADIUS - ROLLING_SHARE * deflection
    spin = wheel.turning @ wheel.left / s
    yaw = wheel.turning[2] - camber * spin
    slip_x = wheel.velocity @ wheel.heading - yaw * b * camber - radius * spin
    slip_y = wheel.velocity @ wheel.left + around * wheel.centre[2]
    return deflection, approach, radius, radius * spin, slip_x, slip_y


def rolling(load, rolled, bend):
    """Rolling resistance P, the rate of its spring, and w_r."""
    most, stiffness, time = TYRE["f"] * load, TYRE["f"] * TYRE["load"], 100 * TYRE["time"]
    travel = most / stiffness
    stretched = min(max(bend - time * rolled, -travel), travel)
    rate = (stretched - bend) / time
    if abs(bend - time * rolled) <= travel:
        return stiffness * stretched, rate, REAL(0)
    return stiffness * stretched, rate, sorted([REAL(0), rolled + rate, 2 * rolled])[1]


def twist(turning, bend, way, patch, target, top):
    """Aligning moment and rate of the twist: u' = -W_z - pace (M - M_t)/K, M = K (u + t_c u')."""
    pace = (way + size(patch)) / TYRE["half_length"]
    stiffness, t_c = TYRE["twist"], TYRE["time"]
    rate = (-turning - pace * (bend - target / stiffness)) / (1 + pace * t_c)
    moment = stiffness * (bend + t_c * rate)
    if abs(moment) > top:
        moment = top if moment > 0 else -top
        rate = (moment / stiffness - bend) / t_c
    return moment, rate


def tyre(wheel, bend):
    """Force and torque of the ground on a wheel, the rates of its deflections, and its load."""
    deflection, approach, radius, rolled, slip_x, slip_y = motion(wheel)
    load = TYRE["load"] * deflection + TYRE["damping"] * approach
    assert deflection > 0 and load > 0
    resistance, roll_rate, renewed = rolling(load, rolled, bend[3])
    # forces along the ground
    carcass, half = np.array([TYRE["along"], TYRE["across"]]), TYRE["half_length"]
    way, spring, limit = abs(renewed), carcass * TYRE["time"], wheel.mu * load
    lean = -TYRE["c_gam"] / TYRE["c_y"] * wheel.axis[2]
    velocity = np.array([slip_x, slip_y - lean * way])
    stiff = np.array([TYRE["c_x"], TYRE["c_y"]]) * load
    g = carcass * bend[:2] - spring * velocity
    force, y, chi, slide = brush_force(g, spring * way / stiff, spring, limit)
    patch = -(way * chi / stiff + slide) * force
    target = -half * y**3 / (1 + y + y * y) * force[1]
    moment, twist_rate = twist(wheel.turning[2], bend[2], way, patch, target, half * limit * 3 / 8)
    reaction = -lean * (renewed / abs(rolled) if rolled != 0 else 0) * force[1]
    # along the heading, to the left and up
    b, camber, height = RADIUS - CROWN, wheel.axis[2], wheel.centre[2]
    about = (load * b * camber + force[1] * height,
             (force[0] * (b * camber**2 - radius) + (resistance + reaction) * radius)
             / wheel.cosine,
             moment - force[0] * b * camber)
    total = force[0] * wheel.heading + force[1] * wheel.left + load * UP
    torque = about[0] * wheel.heading + about[1] * wheel.left + about[2] * UP
    return total, torque, np.array([*(patch - velocity), twist_rate, roll_rate]), load
