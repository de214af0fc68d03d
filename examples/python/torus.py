# SPDX-License-Identifier: MIT
"""A rolling torus: free, with a rolling torque until it falls, on a circle, on curves with cusps.

Pictures that correspond to Figs 3 to 16 of the paper of Gil-Chica, Pérez-Molina and Pérez-Polo,
computed with the corrected equations. Numbers in brackets are equations of the paper.

usage: torus.py [FOLDER]
"""
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import wheeldyn as wd

STEP = 0.02  # s; time between rows
# s; start of tracking the path, start of the way to the set point, end of the run
TRACK, REST, END = 20.0, 65.0, 120.0
# s; start of the turn onto the circle, end of the turn, end of the run. From the end of the turn on
# the torques (65) keep the rates of the circle.
CIRCLE, TURNED, CIRCLE_END = 40.0, 41.0, 80.0
BLUE, RED, GREEN, PINK, SKY, BLACK = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "black"
ROUNDING = 1e-12  # m/s, of speeds of some metres a second
COLOURS = (BLUE, RED, GREEN)  # the colour-blind can tell them apart; line styles differ, too
LINES = ("-", "--", "-.")


class Run:
    """Rows and events of a run of one preset."""

    def __init__(self, preset, end, switches=(), settings=()):
        """switches: times, and functions that change the wheel at these times."""
        parts = []
        with wd.Model("torus_wheel", preset=preset) as wheel:
            # Steps up to STEP keep the energy balance accurate, which the error control ignores.
            wheel["solver.max_step"] = STEP
            wheel.set(dict(settings))
            self.param = {name: wheel["param." + name] for name in (
                "tube_radius", "ring_radius", "gravity", "mass", "servo_mass")}
            wheel.init()
            for time, change in switches:
                parts.append(wheel.run(time, dt=STEP)[:-1])
                change(wheel)
            parts.append(wheel.run(end, dt=STEP))
            self.events = wheel.events()
        self.rows = np.concatenate(parts)

    def __getitem__(self, name):
        """A column by its name without the group."""
        if name == "time":
            return self.rows[name]
        return next(self.rows[group + name] for group in ("state.", "output.")
                    if group + name in self.rows.dtype.names)

    def between(self, name, start, end):
        time = self["time"]
        return self[name][(time >= start) & (time < end)]

    def force(self):
        """Force of the plane along x and y."""
        p, along, left = self["precession"], self["reaction_longitudinal"], self["reaction_lateral"]
        return along * np.cos(p) - left * np.sin(p), along * np.sin(p) + left * np.cos(p)

    @property
    def arm(self):
        return self.param["ring_radius"] + self.param["tube_radius"] * np.sin(self["lean"])

    @property
    def total_mass(self):
        return self.param["mass"] + self.param["servo_mass"]

    @property
    def energy_error(self):
        """Largest deviation of the energy balance [J]."""
        balance = (self["kinetic_energy"] + self["potential_energy"] - self["work"]
                   + self["dissipated"])
        return np.abs(balance - balance[0]).max()


def control(mode):
    return lambda wheel: wheel.set_choice("input.control_mode", mode)


def turn_in(wheel):
    """Bring the wheel to the rates of the circle, precession 0.2 rad/s and lean 0, within a second;
    the paper sets these rates at once.
    """
    control("accelerate")(wheel)
    wheel.set({"input.precession_acc": (0.2 - wheel["state.precession_rate"]) / (TURNED - CIRCLE),
               "input.lean_acc": -wheel["state.lean_rate"] / (TURNED - CIRCLE)})


def hold_rates(wheel):
    """(65): torques for no acceleration."""
    wheel.set({"input.precession_acc": 0, "input.lean_acc": 0})


def by_pid(reset):
    return Run("deltoid", 100.0, [(TRACK, control("track_pid"))], {"param.pid_reset": reset})


def simulate():
    return {
        "straight": Run("straight-10", 20.0),
        "fall": Run("rolling-friction", 60.0),
        "circle": Run("circle", CIRCLE_END, [(CIRCLE, turn_in), (TURNED, hold_rates)]),
        "circle, Law R": Run("circle", CIRCLE_END),
        "deltoid, no integral": by_pid(1e10),
        "deltoid, integral": by_pid(0.3),
        "deltoid": Run("deltoid", 100.0),
        "astroid": Run("astroid", END, [(REST, control("set_point"))]),
        "astroid, PID": Run("astroid", END, [(TRACK, control("track_pid")),
                                             (REST, control("set_point"))]),
    }


# ---- pictures ----

def lines(axes, run, names, ylabel, marks=()):
    """names: columns, or pairs of a label and values."""
    for i, name in enumerate(names):
        label, values = (name, run[name]) if isinstance(name, str) else name
        axes.plot(run["time"], values, color=COLOURS[i], ls=LINES[i], lw=1.4, label=label)
    for mark in marks:
        axes.axvline(mark, color="0.6", lw=0.8)
    axes.set(ylabel=ylabel, xlabel="time (s)")
    axes.legend(loc="best", fontsize=9)


def path(axes, run, marks=(), reference=True, label="contact point"):
    if reference:
        moves = run["time"] < REST
        axes.plot(run["reference_x"][moves], run["reference_y"][moves], color="0.7", lw=4,
                  label="reference")
    axes.plot(run["x"], run["y"], color=BLUE, lw=1.2, label=label)
    for time, mark, text in ((run["time"][0], "o", "start"), *marks):
        i = np.searchsorted(run["time"], time)
        axes.plot(run["x"][i], run["y"][i], mark, color=RED, label=text)
    axes.set(xlabel="x (m)", ylabel="y (m)")
    axes.axis("equal")
    axes.legend(loc="best", fontsize=9)


def rates(axes, run, angle, rate, symbol, marks=()):
    """An angle, and its rate on an axis of its own."""
    axes.plot(run["time"], run[angle], color=BLUE, lw=1.4, label=f"{symbol} (rad)")
    other = axes.twinx()
    other.plot(run["time"], run[rate], color=RED, ls="--", lw=1.2,
               label=f"rate of {symbol} (rad/s)")
    for mark in marks:
        axes.axvline(mark, color="0.6", lw=0.8)
    axes.set(xlabel="time (s)", ylabel=f"{symbol} (rad)")
    other.set_ylabel(f"rate of {symbol} (rad/s)")
    keys = axes.get_lines()[:1] + other.get_lines()
    axes.legend(keys, [key.get_label() for key in keys], loc="best", fontsize=9)


def reactions(axes, run, marks=()):
    lines(axes, run, [("λ", run["reaction_longitudinal"]), ("μ", run["reaction_lateral"])],
          "force of the plane (N)", marks)


def residuals(axes, run, marks=()):
    """Residual slip; if it is rounding only, the line is drawn flat and labelled."""
    both = [run["slip_residual_1"], run["slip_residual_2"]]
    lines(axes, run, list(zip(("Nh1", "Nh2"), both)), "slip (m/s)", marks)
    most = np.abs(both).max()
    if most < ROUNDING:
        axes.set_ylim(-10 * ROUNDING, 10 * ROUNDING)
        axes.set_title(f"rounding: at most {most:.0e} m/s", fontsize=9)


def spin(axes, run, marks=()):
    lines(axes, run, [("rate of r", run["spin_rate"])], "rate of r (rad/s)", marks)
    axes.ticklabel_format(useOffset=False)


def positions(axes, run, marks=()):
    lines(axes, run, ["x", "y"], "contact point (m)", marks)


def velocities(axes, run, marks=()):
    lines(axes, run, ["x_dot", "y_dot"], "velocity (m/s)", marks)


def figure3(runs, panels):
    run = runs["straight"]
    path(panels[0], run, reference=False)
    spin(panels[1], run)
    reactions(panels[2], run)
    residuals(panels[3], run)


def figure4(runs, panels):
    run = runs["fall"]
    positions(panels[0], run)
    velocities(panels[1], run)
    path(panels[2], run, reference=False, marks=[(run["time"][-1], "s", "touchdown")])
    rates(panels[3], run, "precession", "precession_rate", "p")


def figure5(runs, panels):
    run = runs["fall"]
    rates(panels[0], run, "lean", "lean_rate", "q")
    spin(panels[1], run)
    reactions(panels[2], run)
    residuals(panels[3], run)


def figure6(runs, panels):
    run = runs["fall"]
    total = run["kinetic_energy"] + run["potential_energy"]
    for name, values, colour, style in (
            ("kinetic T", run["kinetic_energy"], BLUE, "-"),
            ("potential V", run["potential_energy"], GREEN, "-."),
            ("taken by the rolling torque W", run["dissipated"], RED, "--"),
            ("T + V", total, SKY, ":"), ("T + V + W", total + run["dissipated"], BLACK, "-")):
        panels[0].plot(run["time"], values, color=colour, ls=style, label=name)
    panels[0].set(xlabel="time (s)", ylabel="energy (J)")
    panels[0].legend()


def figure7(runs, panels):
    run, marks = runs["circle"], [CIRCLE]
    positions(panels[0], run, marks)
    velocities(panels[1], run, marks)
    rates(panels[2], run, "precession", "precession_rate", "p", marks)
    rates(panels[3], run, "lean", "lean_rate", "q", marks)


def figure8(runs, panels):
    law_r = runs["circle, Law R"]
    panels[0].plot(law_r["x"], law_r["y"], color="0.7", lw=4, label="Law R")
    path(panels[0], runs["circle"], marks=[(CIRCLE, "s", "circle from 40 s on")], reference=False,
         label="by (65)")


def circle_of(run):
    """(61): centre and radius of the circle that follows from the rates at TURNED."""
    at = np.searchsorted(run["time"], TURNED)
    turn, dx, dy = (run[name][at] for name in ("precession_rate", "x_dot", "y_dot"))
    return run["x"][at] - dy / turn, run["y"][at] + dx / turn, np.hypot(dx, dy) / abs(turn)


def from_circle(run):
    """Distance of the contact point from the circle of circle_of()."""
    x, y, radius = circle_of(run)
    return np.abs(np.hypot(run["x"] - x, run["y"] - y) - radius)


def centrifugal(run):
    """Lateral force on the circle: MT ṗ^2 (R + b cos q) with R = rho ṙ/ṗ, which is above 0 if ṗ
    and ṙ have the same sign. MT: total_mass; b: ring_radius; q: lean; rho: arm.
    """
    return run.total_mass * run["precession_rate"] * (
        run.arm * run["spin_rate"]
        + run.param["ring_radius"] * np.cos(run["lean"]) * run["precession_rate"])


def figure9(runs, panels):
    run, marks = runs["circle"], [CIRCLE]
    force, lateral = centrifugal(run), run["reaction_lateral"]
    reactions(panels[0], run, marks)
    residuals(panels[1], run, marks)
    lines(panels[2], run, [("centrifugal force", force), ("μ", lateral)], "force (N)")
    panels[2].set(xlim=(TURNED, CIRCLE_END), ylim=(-0.5, 0.5))
    after = run["time"] > TURNED
    panels[3].semilogy(run["time"][after],
                       np.maximum(np.abs(1 + lateral / force)[after], 1e-17), color=BLUE)
    panels[3].set(xlabel="time (s)", ylabel="|1 + μ/centrifugal force|")


def figure10(runs, panels):
    run, marks = runs["circle"], [CIRCLE]
    spin(panels[0], run, marks)
    lines(panels[1], run, [("torque about the lean", run["torque_lean"])], "torque (N m)")
    panels[1].set_xlim(0, CIRCLE)
    lines(panels[2], run, [(f"M{axis}", run["torque_" + name]) for axis, name in (
        ("p", "precession"), ("q", "lean"), ("r", "spin"))], "torque (N m)")
    panels[2].set(xlim=(CIRCLE - 1, CIRCLE + 4), ylim=(-0.3, 1))
    law_r = runs["circle, Law R"]
    for style, colour, label, run, values in (
            ("-", BLUE, "(65): from the circle of the rates at 41 s", run, from_circle(run)),
            ("--", RED, "Law R: from the reference path", law_r, law_r["tracking_error"])):
        panels[3].plot(run["time"], values, ls=style, color=colour, label=label)
    panels[3].set(yscale="log", xlim=(TURNED, CIRCLE_END), ylim=(1e-15, 1e-2), xlabel="time (s)",
                  ylabel="distance (m)")
    panels[3].legend(fontsize=9)


def figure11(runs, panels):
    for axes, (name, title) in zip(panels, (
            ("deltoid, no integral", "PID, reset time 1e10 s"),
            ("deltoid, integral", "PID, reset time 0.3 s"), ("deltoid", "Law R"))):
        path(axes, runs[name], marks=[(TRACK, "s", "tracking from 20 s on")])
        axes.set_title(title)
    for (name, title), style, colour in zip((
            ("deltoid, no integral", "PID, 1e10 s"), ("deltoid, integral", "PID, 0.3 s"),
            ("deltoid", "Law R")), LINES, COLOURS):
        run = runs[name]
        panels[3].semilogy(run["time"], run["tracking_error"], color=colour, ls=style, label=title)
    panels[3].set(xlabel="time (s)", ylabel="distance from the reference (m)", xlim=(TRACK, 100))
    panels[3].legend()


def figure12(runs, panels):
    run, marks = runs["astroid"], [TRACK, REST]
    positions(panels[0], run, marks)
    velocities(panels[1], run, marks)
    rates(panels[2], run, "precession", "precession_rate", "p", marks)
    rates(panels[3], run, "lean", "lean_rate", "q", marks)


def figure13(runs, panels):
    path(panels[0], runs["astroid"], marks=[(TRACK, "s", "tracking from 20 s on"),
                                            (REST, "D", "to the set point from 65 s on"),
                                            (END, "*", "end")])


def figure14(runs, panels):
    run, marks = runs["astroid"], [TRACK, REST]
    torques = [("Mp", run["torque_precession"]), ("Mr", run["torque_spin"])]
    lines(panels[0], run, torques, "torque (N m)", marks)
    lines(panels[1], run, torques, "torque (N m)")
    panels[1].set(xlim=(30, REST), ylim=(-9, 9))
    lines(panels[2], run, [("Mq", run["torque_lean"])], "torque (N m)", marks)
    lines(panels[3], run, [("Mq", run["torque_lean"])], "torque (N m)")
    panels[3].set(xlim=(30, REST), ylim=(-9, 9))


def figure15(runs, panels):
    run, marks = runs["astroid"], [TRACK, REST]
    x, y = run.force()
    p, q = run["precession"], run["lean"]
    moments = [("MrF", (x * np.cos(p) + y * np.sin(p)) * run.arm),
               ("MqF", (x * np.sin(p) - y * np.cos(p)) * np.sin(q) * run.arm)]
    lines(panels[0], run, [("Fx", x), ("Fy", y)], "force (N)", marks)
    lines(panels[1], run, [("Fx", x), ("Fy", y)], "force (N)")
    panels[1].set(xlim=(30, REST), ylim=(-20, 20))
    lines(panels[2], run, moments, "(82) (N m)", marks)
    lines(panels[3], run, moments, "(82) (N m)")
    panels[3].set(xlim=(30, REST), ylim=(-9, 9))


def figure16(runs, panels):
    run, marks = runs["astroid"], [TRACK, REST]
    spin(panels[0], run, marks)
    reactions(panels[1], run, marks)
    residuals(panels[2], run, marks)
    lines(panels[3], run, [("distance", run["tracking_error"])], "from the reference (m)", marks)
    panels[3].set_yscale("log")


PICTURES = {
    "torus3": (figure3, 4, "Fig. 3: free rolling at 10 rad/s"),
    "torus4": (figure4, 4, "Fig. 4: rolling torque 0.3 N m, positions"),
    "torus5": (figure5, 4, "Fig. 5: rolling torque, lean, spin, forces"),
    "torus6": (figure6, 1, "Fig. 6: rolling torque, energies"),
    "torus7": (figure7, 4, "Fig. 7: slow rolling, from 40 s on a circle"),
    "torus8": (figure8, 1, "Fig. 8: path onto the circle"),
    "torus9": (figure9, 4, "Fig. 9: forces on the circle"),
    "torus10": (figure10, 4, "Fig. 10: spin and torques on the circle"),
    "torus11": (figure11, 4, "Fig. 11: a curve of three cusps, integral action"),
    "torus12": (figure12, 4, "Fig. 12: the astroid and a set point"),
    "torus13": (figure13, 1, "Fig. 13: path on the astroid"),
    "torus14": (figure14, 4, "Fig. 14: torques on the astroid"),
    "torus15": (figure15, 4, "Fig. 15: forces on the astroid, and the torques (82)"),
    "torus16": (figure16, 4, "Fig. 16: spin, forces and slip on the astroid"),
}


def draw(runs, folder):
    for name, (picture, count, _) in PICTURES.items():
        rows, columns = (2, 2) if count == 4 else (1, 1)
        size = (11, 7.5) if count == 4 else (8, 6)
        figure, panels = plt.subplots(rows, columns, figsize=size, squeeze=False,
                                      layout="constrained")
        picture(runs, panels.flat)
        for axes in panels.flat:
            axes.grid(alpha=0.3)
        figure.savefig(folder / f"{name}.png", dpi=100)
        plt.close(figure)


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "torus")
    folder.mkdir(parents=True, exist_ok=True)
    runs = simulate()
    draw(runs, folder)
    for name, run in runs.items():
        print(f"{name}: until {run['time'][-1]:.2f} s, contact point at x = {run['x'][-1]:.3f} m, "
              f"y = {run['y'][-1]:.3f} m; energy balance to {run.energy_error:.1e} J")
    print(f"See {folder}")


if __name__ == "__main__":
    main()
