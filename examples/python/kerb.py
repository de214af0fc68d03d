# SPDX-License-Identifier: MIT
"""A wheel thrown at ground, kerb and wall, with plastic and with elastoplastic collisions.

Pictures that correspond to Figs 10 to 14 of the paper of Grzesikiewicz and Zbiciak (2020), and one
of the impulses.

usage: kerb.py [FOLDER]
"""
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import wheeldyn as wd

END_TIME, STEP = 1.0, 1e-3  # s
POSITIONS, VELOCITIES = ("x", "y", "phi"), ("x_dot", "y_dot", "phi_dot")
LABELS = {"x": "x (m)", "y": "y (m)", "phi": "φ (rad)",
          "x_dot": r"$\dot x$ (m/s)", "y_dot": r"$\dot y$ (m/s)", "phi_dot": r"$\dot φ$ (rad/s)"}
EVENT_VELOCITIES = dict(zip(VELOCITIES, ("vx", "vy", "w")))  # their names in events
FEATURES = {0: "wall", 2: "top", 3: "corner", 6: "ground"}  # of the default profile

# Colours that the colour-blind can tell apart; the line styles differ as well.
STYLES = {
    "kerb-plastic": {"color": "#0072B2", "ls": "-", "lw": 2.0, "label": "plastic, β = 0"},
    "kerb-elastoplastic": {"color": "#D55E00", "ls": "--", "lw": 1.8,
                           "label": "elastoplastic, β = 0.3"},
}
COMPRESSION, RESTITUTION, FRICTION = "#0072B2", "#56B4E9", "#D55E00"


class Run:
    """Rows of one preset, its events, and the profile it runs on."""

    def __init__(self, preset):
        self.preset = preset
        with wd.Model("impact_wheel", preset=preset) as wheel:
            self.radius, self.mu = wheel["param.radius"], wheel["param.mu"]
            self.restitution = wheel["param.restitution"]
            wall, kerb, height = wheel.get(["param.wall_x", "param.kerb_x", "param.kerb_height"])
            wheel.init()
            self.rows = wheel.run(END_TIME, dt=STEP)
            self.events = wheel.events()
        self.profile = np.array([(wall, 1), (wall, height), (kerb, height), (kerb, 0), (1, 0)])
        self.impacts = [event for event in self.events if event["type"] == "IMPACT"]

    def __getitem__(self, name):
        return self.rows["time" if name == "time" else "state." + name]

    @property
    def energy_error(self):
        """Largest deviation of the energy balance, divided by the energy at the start."""
        energy = {name: self.rows["output." + name] for name in (
            "kinetic_energy", "potential_energy", "work", "dissipated")}
        balance = (energy["kinetic_energy"] + energy["potential_energy"] - energy["work"]
                   + energy["dissipated"])
        return np.abs(balance - balance[0]).max() / balance[0]

    def velocity(self, name):
        """Times and values with both sides of every jump."""
        key = EVENT_VELOCITIES[name]
        times = [event["time"] for event in self.impacts for _ in range(2)]
        values = [event[key + side] for event in self.impacts for side in ("_before", "_after")]
        at = np.searchsorted(self["time"], times)
        return np.insert(self["time"], at, times), np.insert(self[name], at, values)


def place(impact):
    return " + ".join(FEATURES[int(impact[key])] for key in ("feature_a", "feature_b")
                      if impact[key] >= 0)


def scene(axes, run):
    """Draw the profile and the ground behind it."""
    ground = np.vstack([run.profile, [(1, -0.06), (-0.06, -0.06), (-0.06, 1)]])
    axes.fill(*ground.T, color="0.88", lw=0)
    axes.plot(*run.profile.T, color="black", lw=1.8)
    axes.set(aspect="equal", xlabel="x (m)", ylabel="y (m)", xlim=(-0.06, 0.95), ylim=(-0.06, 0.62))


def save(figure, path):
    figure.savefig(path, dpi=110)
    plt.close(figure)


def impact_labels(impacts):
    """Return positions of the labels of impacts; labels that would overlap share one."""
    labels = []
    for number, impact in enumerate(impacts, 1):
        at = np.array([impact["x"], impact["y"]])
        if labels and np.linalg.norm(labels[-1][0] - at) < 0.03:
            labels[-1][1].append(number)
        else:
            labels.append((at, [number]))
    return labels


def positions(preset):
    """Figs 10 and 11: the wheel every 25 ms and at its impacts; a spoke shows the angle."""
    def picture(runs, path):
        run = runs[preset]
        figure, axes = plt.subplots(figsize=(9, 6.4), layout="constrained")
        scene(axes, run)
        shown = range(0, len(run.rows), 25)
        colours = plt.get_cmap("viridis")(np.linspace(0, 0.9, len(shown)))
        for i, colour in zip(shown, colours):
            x, y, phi = (run[name][i] for name in POSITIONS)
            axes.add_patch(plt.Circle((x, y), run.radius, fill=False, ec=colour, lw=1.1, alpha=0.8))
            axes.plot([x, x - run.radius * np.sin(phi)], [y, y + run.radius * np.cos(phi)],
                      color=colour, lw=1.1)
        for (x, y), numbers in impact_labels(run.impacts[:6]):
            axes.text(x, y, ", ".join(map(str, numbers)), ha="center", va="center", fontsize=8,
                      bbox={"boxstyle": "round", "fc": "white", "ec": "black"})
        scale = plt.cm.ScalarMappable(plt.Normalize(0, END_TIME / 0.9), "viridis")
        bar = figure.colorbar(scale, ax=axes, label="time (s)", shrink=0.8)
        bar.ax.set_ylim(0, END_TIME)
        axes.set_title(STYLES[preset]["label"] + "; numbers: centre at the first impacts")
        save(figure, path)
    return picture


def paths(runs, path):
    """Fig. 12: the path of the centre."""
    figure, axes = plt.subplots(figsize=(9, 6.4), layout="constrained")
    for preset, run in runs.items():
        axes.plot(run["x"], run["y"], **STYLES[preset])
    scene(axes, run)
    axes.plot(run["x"][0], run["y"][0], "ko", label="start")
    axes.legend()
    save(figure, path)


def over_time(names, values, path):
    figure, panels = plt.subplots(3, sharex=True, figsize=(9, 8), layout="constrained")
    for axes, name in zip(panels, names):
        for preset, (time, value) in values(name).items():
            axes.plot(time, value, **STYLES[preset])
        axes.set_ylabel(LABELS[name])
        axes.grid(alpha=0.3)
        axes.margins(x=0)
    panels[0].legend()
    panels[-1].set_xlabel("time (s)")
    save(figure, path)


def coordinates(runs, path):
    """Fig. 13."""
    over_time(POSITIONS, lambda name: {p: (run["time"], run[name]) for p, run in runs.items()},
              path)


def velocities(runs, path):
    """Fig. 14: the velocities over time, which jump at impacts."""
    over_time(VELOCITIES, lambda name: {p: run.velocity(name) for p, run in runs.items()}, path)


def impulse_bars(axes, run):
    """Draw normal impulses upwards in two phases, friction beside them, and its limits."""
    label = {}
    for k, impact in enumerate(run.impacts[:8]):
        two = impact["feature_b"] >= 0
        for side, offset in (("a", -0.2), ("b", 0.2)) if two else (("a", 0),):
            P, rest = impact["normal_" + side], impact["normal_" + side + "_rest"]
            T = impact["friction_" + side] + impact["friction_" + side + "_rest"]
            label["normal, compression"] = axes.bar(k + offset - 0.08, P, 0.15, color=COMPRESSION)
            label["normal, restitution"] = axes.bar(k + offset - 0.08, rest, 0.15, bottom=P,
                                                    color=RESTITUTION)
            label["friction T"] = axes.bar(k + offset + 0.08, T, 0.15, color=FRICTION, hatch="//",
                                           edgecolor="white")
            bound = run.mu * (P + rest)
            label["bound ±μP"] = axes.hlines([-bound, bound], k + offset, k + offset + 0.16,
                                             color="black", lw=1.5)
    axes.use_sticky_edges = False
    axes.margins(y=0.2)
    names = [f"{impact['time']:.4f} s\n{place(impact)}" for impact in run.impacts[:8]]
    axes.set_xticks(range(len(names)), names)
    axes.axhline(0, color="black", lw=0.8)
    axes.set_ylabel("impulse (N s)")
    axes.set_title(STYLES[run.preset]["label"])
    axes.legend(label.values(), label.keys(), ncols=4)
    axes.grid(axis="y", alpha=0.3)


def impulses(runs, path):
    """Plot the impulses of the first eight impacts of each run, which the paper does not show."""
    figure, panels = plt.subplots(2, figsize=(10, 8), layout="constrained")
    for axes, run in zip(panels, runs.values()):
        impulse_bars(axes, run)
    save(figure, path)


PICTURES = {
    "fig10": (positions("kerb-plastic"), "Fig. 10: positions, plastic collisions"),
    "fig11": (positions("kerb-elastoplastic"), "Fig. 11: positions, elastoplastic collisions"),
    "fig12": (paths, "Fig. 12: paths of the centre"),
    "fig13": (coordinates, "Fig. 13: coordinates over time"),
    "fig14": (velocities, "Fig. 14: velocities over time"),
    "impulses": (impulses, "Impulses of the impacts (not in the paper)"),
}


def simulate():
    return {preset: Run(preset) for preset in STYLES}


def draw(runs, folder):
    for name, (picture, _) in PICTURES.items():
        picture(runs, folder / f"{name}.png")


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "kerb")
    folder.mkdir(parents=True, exist_ok=True)
    runs = simulate()
    draw(runs, folder)
    for run in runs.values():
        x, y, phi = (run[name][-1] for name in POSITIONS)
        print(f"{run.preset}: {len(run.impacts)} impacts, the first at "
              f"{run.impacts[0]['time']:.4f} s; ends at x = {x:.4f} m, y = {y:.4f} m, "
              f"phi = {phi:.3f} rad")
    print(f"See {folder}")


if __name__ == "__main__":
    main()
