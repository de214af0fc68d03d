# SPDX-License-Identifier: MIT
"""Pictures that correspond to Figs 3 to 7 of Ikoki's paper, one panel per law."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from cases import BRAKE_TIME, END_TIME, LAWS

START = 12.0  # s; time range of the pictures of braking

# Colours that the colour-blind can tell apart; the line styles differ as well.
RIM = {"color": "#0072B2", "lw": 2.2, "label": r"rim speed $R\,\dot\theta$"}
VEHICLE = {"color": "#D55E00", "lw": 1.6, "ls": "--", "label": r"vehicle speed $\dot x$"}
RELAXATION = {"color": "#009E73", "lw": 1.8, "label": "relaxation s (1: rolling enforced)"}
IDEAL = {"color": "#0072B2", "lw": 2.2, "label": "constraint force $Q_i^c$"}
CONTACT = {"color": "#009E73", "lw": 1.8, "ls": "-.", "label": "whole contact force"}
LIMIT = {"color": "black", "lw": 1.4, "ls": ":", "label": "limit μN"}
APPLIED = {"color": "#CC79A7", "lw": 1.6, "ls": "--", "label": "drive $T_m/R$"}
DISTANCE = {"color": "#D55E00", "lw": 1.8, "label": "distance from 15 s"}
REFERENCE = {"color": "black", "lw": 1.4, "ls": ":", "label": "reference, μ = 0.9"}
WET = {"color": "0.88", "lw": 0, "label": "slippery (μ < 0.6)"}
BRAKE = {"color": "0.4", "lw": 1.0, "label": "brake comes on"}


def law_grid(path, heights, styles, draw):
    """A picture of all laws: draw(axes, law) fills the stacked axes of one, `styles` the legend."""
    figure = plt.figure(figsize=(12, 9.5), dpi=100, layout="constrained")
    top, bottom = figure.subfigures(2, 1, height_ratios=[24, 1])
    for part, law in zip(top.subfigures(2, 2, wspace=0.02, hspace=0.02).flat, LAWS):
        part.suptitle(LAWS[law], fontsize=12, weight="bold")
        axes = part.subplots(len(heights), 1, sharex=True, squeeze=False,
                             gridspec_kw={"height_ratios": heights}).flat
        draw(axes, law)
        for panel in axes:
            panel.grid(alpha=0.3)
            panel.margins(x=0)
            panel.xaxis.set_major_locator(MaxNLocator(10, steps=[1, 2, 5, 10]))
        axes[-1].set_xlabel("time (s)")
    keys = [Line2D([], [], **style) for style in styles] + [Patch(**WET)]
    bottom.legend(handles=keys, loc="center", ncols=len(keys), frameon=False, fontsize=10.5)
    figure.savefig(path)
    plt.close(figure)


def shade(axes, run):
    for panel in axes:
        panel.fill_between(run["time"], 0, 1, where=run["mu"] < 0.6,
                           transform=panel.get_xaxis_transform(), zorder=0, **WET)


def velocities(panel, run):
    panel.plot(run["time"], run.rim, **RIM)
    panel.plot(run["time"], run["v"], **VEHICLE)
    panel.set_ylabel("speed (m/s)")


def relaxation(panel, run):
    panel.plot(run["time"], run["s"], **RELAXATION)
    panel.set(ylabel="s (1)", ylim=(-0.05, 1.08))


def rolling(runs, path):
    """Fig. 3."""
    def draw(axes, law):
        run = runs[law]["drive-20"]
        shade(axes, run)
        velocities(axes[0], run)
    law_grid(path, [1], [RIM, VEHICLE], draw)


def spinning(runs, path):
    """Fig. 4."""
    def draw(axes, law):
        run = runs[law]["drive-60"]
        shade(axes, run)
        velocities(axes[0], run)
        relaxation(axes[1], run)
    law_grid(path, [2, 1], [RIM, VEHICLE, RELAXATION], draw)


def traction(runs, path):
    """Fig. 5."""
    def draw(axes, law):
        run = runs[law]["drive-220"]
        shade(axes, run)
        for values, style in ((run["drive_torque"] / run.radius, APPLIED),
                              (run["constraint_force"], IDEAL),
                              (run["contact_force"], CONTACT), (run["traction_limit"], LIMIT)):
            axes[0].plot(run["time"], values, **style)
        axes[0].set_ylabel("force (N)")
        relaxation(axes[1], run)
    law_grid(path, [2, 1], [IDEAL, CONTACT, APPLIED, LIMIT, RELAXATION], draw)


def braking(name):
    """Figs 6 and 7."""
    def picture(runs, path):
        def draw(axes, law):
            run, reference = runs[law][name], runs[law]["brake-reference"]
            shade(axes, run)
            velocities(axes[0], run)
            axes[0].plot(reference["time"], reference["v"], **REFERENCE)
            for each, style in ((run, DISTANCE), (reference, REFERENCE)):
                after = each["time"] >= BRAKE_TIME
                axes[1].plot(each["time"][after],
                             each["x"][after] - each.at("x", BRAKE_TIME), **style)
            axes[1].set_ylabel("distance (m)")
            for panel in axes:
                panel.axvline(BRAKE_TIME, **BRAKE)
            seen = run["time"] >= START
            shown = np.concatenate([run.rim[seen], run["v"][seen], reference["v"][seen]])
            margin = 0.05 * np.ptp(shown)
            axes[0].set(xlim=(START, END_TIME),
                        ylim=(shown.min() - margin, shown.max() + margin))
        law_grid(path, [2, 1], [RIM, VEHICLE, REFERENCE, DISTANCE, BRAKE], draw)
    return picture


PICTURES = {
    "fig3": (rolling, "Fig. 3: 20 N.m, speeds"),
    "fig4": (spinning, "Fig. 4: 60 N.m, speeds and relaxation"),
    "fig5": (traction, "Fig. 5: 220 N.m, forces and relaxation"),
    "fig6": (braking("brake-0.3"), "Fig. 6: braking on μ = 0.3, speeds and distance"),
    "fig7": (braking("brake-0.1"), "Fig. 7: braking on μ = 0.1, speeds and distance"),
}
