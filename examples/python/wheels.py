# SPDX-License-Identifier: MIT
"""The picture on the manual's first page: three runs, drawn at equal intervals of time.

usage: wheels.py [FILE.png]
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import wheeldyn as wd
from matplotlib.patches import FancyBboxPatch

PAPER, INK, GROUND, TRACK = "#fbfaf6", "#2b2f36", "#e3dfd3", "#b9b3a4"
TIMES = plt.get_cmap("plasma")  # colours of the instants: early is dark, late is bright
LATEST = 0.82  # brighter colours cannot be told from the paper
TURN = np.linspace(0, 2 * np.pi, 73)


def colours(count):
    return TIMES(np.linspace(0.05, LATEST, count))


def stairs():
    """Impacts, stick and slip: a wheel rolls down two stairs and up a kerb."""
    profile = [(-9, 0.62), (0.45, 0.62), (0.45, 0.31), (0.95, 0.31), (0.95, 0), (1.75, 0),
               (1.75, 0.03), (9, 0.03)]
    with wd.Model("impact_wheel") as wheel:
        wheel.set_terrain(profile)
        radius = wheel["param.radius"]
        wheel.set({"param.mu": 0.5, "param.restitution": 0.55, "state.x": 0.0,
                   "state.y": 0.62 + radius, "state.x_dot": 1.5, "state.phi_dot": -1.5 / radius})
        wheel.init()
        return profile, radius, wheel.run(1.4, dt=0.001)


def draw_stairs(axes):
    profile, radius, rows = stairs()
    x, y, phi = (rows["state." + name] for name in ("x", "y", "phi"))
    ground = np.array(profile + [(9, -1), (-9, -1)])
    axes.fill(*ground.T, color=GROUND, lw=0)
    axes.plot(*np.array(profile).T, color=INK, lw=1.6)
    axes.plot(x, y, color=TRACK, lw=1.2, ls=":")
    moments = range(0, len(rows), 90)
    for i, colour in zip(moments, colours(len(moments))):
        axes.plot(x[i] + radius * np.cos(TURN), y[i] + radius * np.sin(TURN), color=colour, lw=1.9)
        for spoke in phi[i] + np.array([0, 2, 4]) * np.pi / 3:
            axes.plot([x[i], x[i] - radius * np.sin(spoke)], [y[i], y[i] + radius * np.cos(spoke)],
                      color=colour, lw=0.9)
    axes.set(xlim=(-0.12, 2.16), ylim=(-0.24, 1.45))


class View:
    """A parallel projection."""

    def __init__(self, azimuth, elevation):
        self.turn, self.tilt = np.radians([azimuth, elevation])

    def __call__(self, points):
        x, y, z = np.asarray(points, dtype=float).T
        away = x * np.sin(self.turn) + y * np.cos(self.turn)
        return (x * np.cos(self.turn) - y * np.sin(self.turn),
                z * np.cos(self.tilt) + away * np.sin(self.tilt))


def circle(centre, axle, radius):
    """Points of a circle in space."""
    across = np.cross(axle, [0, 0, 1])
    across /= np.linalg.norm(across)
    down = np.cross(axle, across)
    return centre + radius * (np.outer(np.cos(TURN), across) + np.outer(np.sin(TURN), down))


def floor(rows, x, y):
    return np.column_stack([rows[x], rows[y], np.zeros(len(rows))])


def draw_torus(axes):
    """Control: a torus reaches an astroid and rolls back out of each cusp."""
    with wd.Model("torus_wheel", preset="astroid") as wheel:
        wheel["param.path_radius"] /= 2
        wheel.init()
        wheel.step_to(35.0)
        rows = wheel.run(59.0, dt=0.02)
        ring, tube = wheel.get(["param.ring_radius", "param.tube_radius"])
    view = View(28, 33)
    axes.plot(*view(floor(rows, "state.x", "state.y")), color=TRACK, lw=2.6)
    moments = np.arange(0, len(rows), 68)
    marks = list(zip(moments, colours(len(moments))))
    away = [view([[rows["state.x"][i], rows["state.y"][i], 0]])[1][0] for i in moments]
    for k in np.argsort(away)[::-1]:  # paint objects further back first
        i, colour = marks[k]
        p, q = rows["state.precession"][i], rows["state.lean"][i]
        axle = np.array([np.sin(p) * np.sin(q), -np.cos(p) * np.sin(q), np.cos(q)])
        up = np.array([0, 0, 1]) - axle[2] * axle
        centre = [rows["state.x"][i], rows["state.y"][i], tube] + ring * up / np.linalg.norm(up)
        body = view(circle(centre, axle, ring))
        axes.plot(*body, color=INK, lw=8.6)
        axes.plot(*body, color=colour, lw=7.0)
        axes.plot(*body, color="white", lw=1.4, alpha=0.5)


# Drawing of the benchmark bicycle: points (x, z) of its upright position [m]. MASSES has the
# centres of mass of its frames.
HUB, CRANK, SADDLE, HEAD, CROWN = (0, 0.3), (0.42, 0.3), (0.24, 0.95), (0.83, 0.84), (0.889, 0.65)
FRAME = [HUB, CRANK, HEAD, (0.27, 0.85), HUB, (0.27, 0.85), CRANK]
FORK = [(1.02, 0.35), CROWN, (0.8, 0.93)]
MASSES = {"rear_frame": (0.3, 0.9), "front_frame": (0.9, 0.7)}


def rotation(yaw, roll, pitch):
    cy, sy, cr, sr, cp, sp = (f(a) for a in (yaw, roll, pitch) for f in (np.cos, np.sin))
    about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    return about_z @ about_x @ np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])


def part(rows, i, body, points):
    """Return where `points` of a frame (a key of MASSES) are in row i. The points are given as
    (x, z) or (x, y, z) in the upright position of the bicycle.
    """
    place, angles = ([rows[f"state.{body}.{name}"][i] for name in names]
                     for names in ("xyz", ("yaw", "roll", "pitch")))
    full = np.array([point if len(point) == 3 else (point[0], 0, point[1]) for point in points])
    x, z = MASSES[body]
    return np.array(place) + (full - [x, 0, z]) @ rotation(*angles).T


def draw_bicycle(axes):
    """A push to the side: weave decays."""
    with wd.Model("bicycle", preset="benchmark") as model:
        model["init.roll_rate"] = 0.9
        model.init()
        rows = model.run(2.3, dt=0.01)
        radii = {"rear": model["param.rR"], "front": model["param.rF"]}
    view = View(-36, 26)
    for wheel in ("rear", "front"):
        axes.plot(*view(floor(rows, f"output.{wheel}_x", f"output.{wheel}_y")), color=TRACK,
                  lw=1.5, ls="-" if wheel == "rear" else "--")
    moments = range(0, len(rows), 56)
    marks = list(zip(moments, colours(len(moments))))
    for i, colour in marks[::-1]:
        for wheel, radius in radii.items():
            centre = np.array([rows[f"state.{wheel}_wheel.{axis}"][i] for axis in "xyz"])
            yaw, roll = (rows[f"state.{wheel}_wheel.{name}"][i] for name in ("yaw", "roll"))
            axes.plot(*view(circle(centre, rotation(yaw, roll, 0)[:, 1], radius)), color=colour,
                      lw=2.2)
        handles = [(0.72, 0.26, 0.95), (0.8, 0.1, 0.95), (0.8, -0.1, 0.95), (0.72, -0.26, 0.95)]
        saddle = [(0.13, 0.95), (0.36, 0.95)]
        for body, points, width in (("rear_frame", FRAME, 1.7), ("rear_frame", saddle, 3.4),
                                    ("front_frame", FORK, 1.7), ("front_frame", handles, 1.9)):
            axes.plot(*view(part(rows, i, body, points)), color=colour, lw=width,
                      solid_capstyle="round", solid_joinstyle="round")


PANELS = (
    (draw_stairs, "down the stairs", "impacts, stick and slip are events"),
    (draw_torus, "on an astroid", "a rolling torus under control"),
    (draw_bicycle, "after a push", "the bicycle's weave dies away"),
)


def main(path):
    plt.rcParams["font.family"] = "DejaVu Sans"
    figure = plt.figure(figsize=(16.8, 5.2))
    figure.patch.set_alpha(0)
    card = FancyBboxPatch((0.004, 0.012), 0.992, 0.976, transform=figure.transFigure, fc=PAPER,
                          ec="#d5d0c2", lw=1.5, mutation_aspect=16.8 / 5.2,
                          boxstyle="round,pad=0,rounding_size=0.012", zorder=-1)
    figure.add_artist(card)
    for number, (draw, title, text) in enumerate(PANELS):
        axes = figure.add_axes([0.016 + 0.3267 * number, 0.17, 0.315, 0.79])
        draw(axes)
        axes.set_aspect("equal", adjustable="datalim" if number else "box")
        axes.axis("off")
        middle = 0.016 + 0.3267 * number + 0.1575
        figure.text(middle, 0.105, title, ha="center", fontsize=19, color=INK, weight="bold")
        figure.text(middle, 0.045, text, ha="center", fontsize=15, color=INK)
    figure.savefig(path, dpi=84, pil_kwargs={"optimize": True})


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "wheels.png")
