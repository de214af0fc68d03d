# SPDX-License-Identifier: MIT
"""The paper's own control laws, run on the library by input.control_mode = accelerate, which is the
inverse dynamics (64): (65) on a circle, and (73) to (75) with (80) on the astroid. Law P, which is
(73) made well posed, runs near and below the limit (78) of its reset time. Each run prints its
result and fails if theory/torus_control.rst says otherwise.
"""
import numpy as np
import wheeldyn

from torus_errata import A, MT, a, b, g, show

UPRIGHT = np.pi / 2
DAMPING, FREQUENCY, RESET = 0.9, 2.55, 0.5  # (73), for x and y
FASTEST, SHARPEST = 5, 20  # the paper's bounds of p. in rad/s and p.. in rad/s2
TRACK, CIRCLE = 20.0, 40.0  # s


def wheel(preset, time):
    model = wheeldyn.Model("torus_wheel", preset=preset)
    model.init()
    model.step_to(time)
    model.set_choice("input.control_mode", "accelerate")
    return model


def accelerate(model, precession=0.0, lean=0.0, spin=0.0):
    model.set({"input.precession_acc": precession, "input.lean_acc": lean, "input.spin_acc": spin})


def state(model, *names):
    return [model["state." + name] for name in names]


# ---- (65) ----

def on_circle():
    """p. = 0.2 rad/s and q. = 0 from 41 s on: the paper sets them at once."""
    model = wheel("circle", CIRCLE)
    turn, tilt = state(model, "precession_rate", "lean_rate")
    accelerate(model, precession=0.2 - turn, lean=-tilt)
    model.step_to(CIRCLE + 1)
    accelerate(model)
    return model


def circle():
    with on_circle() as model:
        rows = model.run(80, dt=0.02)
    rates = [np.ptp(rows["state." + name]) for name in ("precession_rate", "lean_rate",
                                                        "spin_rate")]
    show("(65)", "largest change of a rate from 41 to 80 s [rad/s]", max(rates), 0, 1e-14)
    turn, x, y, dx, dy = (rows[name] for name in (
        "state.precession_rate", "state.x", "state.y", "output.x_dot", "output.y_dot"))
    radius = np.hypot(dx, dy)[0] / turn[0]
    apart = np.hypot(x - (x[0] - dy[0] / turn[0]), y - (y[0] + dx[0] / turn[0])) - radius
    show("(61)", "radius of the circle [m]", radius, 0.99675, 0.99676)
    show("(61)", "distance from that circle [m]", np.abs(apart).max(), 0, 1e-11)
    show("(65)", "torque about the track [N m]", rows["output.torque_lean"][-1], 0.659, 0.660)


def circle_as_it_comes():
    """Compare (65), from 40 s on, with the circle for the rates of the wheel at 40 s."""
    with wheel("circle", CIRCLE) as model:
        accelerate(model)
        model.eval()
        turn, tilt, lean = state(model, "precession_rate", "lean_rate", "lean")
        show("(65)", "(65) from 40 s on without a change of p.: radius [m]",
             np.hypot(model["output.x_dot"], model["output.y_dot"]) / turn, 10.39, 10.40)
        model.step_to(300)
        show("(65)", "(65) from 40 s on: the wheel is down at [s]", model.time, 218.8, 218.9)
        show("(65)", "lean then minus that extrapolated from 40 s [rad]",
             abs(model["state.lean"] - lean - tilt * (model.time - CIRCLE)), 0, 1e-9)


def push(model):
    """Push the wheel sideways by a torque of 1 N m about the track from 45 to 45.1 s."""
    model.step_to(45)
    model["input.torque_lean"] = 1
    model.step_to(45.1)
    model["input.torque_lean"] = 0


def pushed():
    with on_circle() as model:
        push(model)
        show("(65)", "lean rate after a push of 0.1 N m s [rad/s]",
             model["state.lean_rate"], 0.063, 0.064)
        model.step_to(100)
        show("(65)", "after this push the wheel is down at [s]", model.time, 64.5, 64.6)
    with wheeldyn.Model("torus_wheel", preset="circle") as model:
        model.init()
        push(model)
        model.step_to(80)
        show("Law R", "after the same push: distance from the circle at 80 s [m]",
             model["output.tracking_error"], 0, 1e-9)


# ---- (73) to (75), (80) ----

def astroid(t):
    """The curve (79) with four cusps, its sign corrected, and two derivatives; x + i y."""
    w = 3.3 * 0.0785 * 1j
    return [2 * (3 * w**n * np.exp(w * t) + (-3 * w)**n * np.exp(-3 * w * t)) for n in range(3)]


class PrintedLaw:
    """The printed law, held for a step T as in the paper's integration."""

    def __init__(self, T, stabilized, entry):
        """entry: of row 1 in the matrix of (74), "C_xr" or the printed "C_yr"."""
        self.T, self.stabilized, self.entry = T, stabilized, entry
        self.integral, self.turn = 0, 0.0

    def force(self, t, place, velocity):
        """(73) as F_1 + i F_2."""
        d, dd, ddd = astroid(t)
        self.integral += self.T * (d - place)
        return (ddd + 2 * DAMPING * FREQUENCY * (dd - velocity) + FREQUENCY**2 * (d - place)
                + FREQUENCY**2 / RESET * self.integral)

    def lean_and_spin(self, p, q, rates, force):
        """(75) solved for q.. and r.. by (74); C_x, C_y are (71) and (72) corrected."""
        pd, qd, rd = rates
        rho, along, left = b + a * np.sin(q), np.exp(1j * p), 1j * np.exp(1j * p)
        still = (a * pd * qd - a * rd * qd * np.cos(q)) * along - rho * rd * pd * left
        entries = {"C_xr": -rho * np.cos(p), "C_yr": -rho * np.sin(p)}
        matrix = [[a * np.sin(p), entries[self.entry]], [-a * np.cos(p), entries["C_yr"]]]
        want = force - still
        return np.linalg.solve(matrix, [want.real, want.imag])

    def precession(self, velocity, force, rate):
        """(80) with x.. = F_1, y.. = F_2, its limiter, and p.. that brings p. there in a step."""
        turn = (velocity.conjugate() * force).imag / abs(velocity)**2
        if abs(turn) >= FASTEST:
            turn = -self.turn if turn < 0 else self.turn
        self.turn = turn
        return np.clip((turn - rate) / self.T, -SHARPEST, SHARPEST)

    def step(self, model):
        p, q, x, y, *rates = state(model, "precession", "lean", "x", "y", "precession_rate",
                                   "lean_rate", "spin_rate")
        rho = b + a * np.sin(q)
        velocity = -(rho * rates[2] + 1j * a * rates[1]) * np.exp(1j * p)
        force = self.force(model.time, x + 1j * y, velocity)
        lean, spin = self.lean_and_spin(p, q, rates, force)
        precession = self.precession(velocity, force, rates[0])
        if self.stabilized:  # (55) is added
            off = q - UPRIGHT
            beyond = off - np.clip(off, -np.radians(0.01), np.radians(0.01))
            lean += (MT * g * b * np.cos(q) - 50 * beyond) / (A + MT * (a + b * np.sin(q))**2)
        accelerate(model, precession, lean, spin)
        model.step_to(model.time + self.T)
        return lean


def upright_for(model, law):
    """Run until the lean is 20 degrees off; return the time in s and the first acceleration of the
    lean.
    """
    start, first = model.time, None
    while abs(model["state.lean"] - UPRIGHT) < np.radians(20) and model.time < start + 45:
        lean = law.step(model)
        first = first or lean
    return model.time - start, first


def from_slow_rolling():
    for T, stabilized, entry in ((5e-3, False, "C_xr"), (5e-4, False, "C_xr"),
                                 (5e-3, True, "C_xr"), (5e-4, True, "C_xr"),
                                 (5e-4, True, "C_yr")):
        with wheel("astroid", TRACK) as model:
            time, first = upright_for(model, PrintedLaw(T, stabilized, entry))
        name = "steps of %g ms, %s%s: " % (1e3 * T, entry, ", with (55)" if stabilized else "")
        if entry == "C_xr":
            show("(74), (80)", name + "first q.. [rad/s2]", abs(first), 120, 180)
        show("(74), (80)", name + "20 degrees off upright after [s]", time, 0, 0.1)


def from_the_path():
    """Start upright on the curve, with its velocity and precession, so that all errors are 0."""
    place, velocity, _ = astroid(TRACK)
    for stabilized in (False, True):
        with wheeldyn.Model("torus_wheel", preset="astroid") as model:
            model.set_choice("input.control_mode", "accelerate")
            model.set({"state.x": place.real, "state.y": place.imag,
                       "state.precession": np.angle(velocity), "state.lean": UPRIGHT,
                       "state.precession_rate": -3.3 * 0.0785, "state.lean_rate": 0,
                       "state.spin_rate": -abs(velocity) / (a + b)})
            model.init(TRACK)
            time, _ = upright_for(model, PrintedLaw(5e-3, stabilized, "C_xr"))
        show("(74), (80)", "started on the path%s: 20 degrees off upright after [s]"
             % (" with (55)" if stabilized else ""), time, 4, 40)


# ---- (78) ----

def by_pid(preset, switch, end, reset, limit=np.inf):
    """Run Law P from `switch` to `end` and print the largest lean. Return the times since the
    switch and the distances from the path."""
    with wheeldyn.Model("torus_wheel", preset=preset) as model:
        model["param.torque_limit"] = limit
        model.init()
        model.step_to(switch)
        model["param.pid_reset"] = reset
        model.set_choice("input.control_mode", "track_pid")
        rows = model.run(end, dt=0.05, record=["output.tracking_error", "state.lean"])
    show("(78)", "%s, reset time %g s, torques to %g N m: largest lean [degrees]"
         % (preset, reset, limit), np.degrees(np.abs(rows["state.lean"] - UPRIGHT).max()), 0, 2)
    return rows["time"] - switch, rows["output.tracking_error"]


def reset_times():
    time, error = by_pid("astroid", TRACK, 200, 0.3)
    show("(78)", "off the path from 20 to 60 s after the switch [m]",
         error[(time > 20) & (time < 60)].max(), 0.48, 0.50)
    show("(78)", "in the last 20 of 180 s [m]", error[time > 160].max(), 0.0035, 0.0045)
    time, error = by_pid("astroid", TRACK, 200, 0.25)
    show("(78)", "nearest to the path from 20 s on [m]", error[time > 20].min(), 0.1, 1e3)
    time, error = by_pid("circle", CIRCLE, 100, 0.15)
    # The growth starts from rounding errors, so only its order is printed.
    show("(78)", "off the circle 60 s after the switch [m]", error[-1], 1e4, 1e9)
    time, error = by_pid("circle", CIRCLE, 100, 0.15, 12)
    show("(78)", "the same with bounded torques, at most [m]", error.max(), 1, 1e3)


if __name__ == "__main__":
    circle()
    circle_as_it_comes()
    pushed()
    from_slow_rolling()
    from_the_path()
    reset_times()
