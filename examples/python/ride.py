# SPDX-License-Identifier: MIT
"""The benchmark bicycle: its modes over speed, and a ride at 4.6 m/s after a push to the side.

usage: ride.py [FOLDER]
"""
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import wheeldyn as wd
from wheeldyn import bicycle

END_TIME, STEP = 5.0, 0.01  # s
# Colours that the colour-blind can tell apart; the line styles differ as well.
WEAVE, CAPSIZE, CASTERING, STABLE = "#0072B2", "#D55E00", "#009E73", "#f3ecd0"
WHEELS = {"rear": {"color": "#0072B2", "label": "rear"},
          "front": {"color": "#D55E00", "ls": "--", "label": "front"}}


class Run:
    """Rows of a preset, its modes over speed and critical speeds, and its speed in the end."""

    def __init__(self, preset="benchmark", end=END_TIME):
        with wd.Model("bicycle", preset=preset) as model:
            self.modes = bicycle.modes(model, np.linspace(0, 10, 501))
            self.critical = bicycle.critical_speeds(model)
            model.init()
            self.rows = model.run(end, dt=STEP)
            self.final_speed = final_speed(model)

    def __getitem__(self, name):
        return self.rows["time" if name == "time" else "output." + name]

    @property
    def energy_error(self):
        """Largest deviation of the energy, divided by the energy at the start."""
        energy = self["kinetic_energy"] + self["potential_energy"]
        return np.abs(energy - energy[0]).max() / energy[0]


def final_speed(model):
    """Return the final speed: when lean and steer have decayed, all energy is that of straight
    riding.
    """
    names = "mR mB mH mF IRyy rR IFyy rF".split()
    mR, mB, mH, mF, IRyy, rR, IFyy, rF = model.get(["param." + name for name in names])
    inertia = mR + mB + mH + mF + IRyy / rR**2 + IFyy / rF**2
    sideways = model["output.canonical_M_11"] * model["init.roll_rate"]**2
    return np.sqrt(model["init.speed"]**2 + sideways / inertia)


def save(figure, path):
    figure.savefig(path, dpi=110)
    plt.close(figure)


def modes(run, path):
    """Real and imaginary parts of the eigenvalues."""
    speed, weave, capsize, castering = run.modes
    figure, axes = plt.subplots(figsize=(9, 6.4), layout="constrained")
    for low, high in run.critical.stable:
        axes.axvspan(low, min(high, speed[-1]), color=STABLE, label="stable")
    for name, value, side, shift in (("weave", run.critical.weave, "right", -4),
                                     ("capsize", run.critical.capsize, "left", 4)):
        axes.axvline(value, color="black", lw=0.8, ls=":")
        axes.annotate(f"{name} speed\n{value:.4f} m/s", (value, 9.8), (shift, 0), ha=side, va="top",
                      textcoords="offset points")
    axes.plot(speed, weave.real[:, 0], color=WEAVE, label="weave, real part")
    axes.plot(speed, weave.real[:, 1], color=WEAVE)
    axes.plot(speed, np.where(weave[:, 0].imag > 0, weave[:, 0].imag, np.nan), color=WEAVE, ls="--",
              label="weave, imaginary part")
    axes.plot(speed, capsize.real, color=CAPSIZE, ls="-.", label="capsize")
    axes.plot(speed, castering.real, color=CASTERING, ls=(0, (6, 2)), label="castering")
    axes.axhline(0, color="black", lw=0.8)
    axes.set(xlabel="speed (m/s)", ylabel="eigenvalue (1/s)", xlim=(0, 10), ylim=(-10, 10))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    save(figure, path)


def ride(run, path):
    """Lean, steer and speed over time."""
    figure, panels = plt.subplots(3, sharex=True, figsize=(9, 8), layout="constrained")
    for axes, name in zip(panels, ("roll", "steer")):
        axes.plot(run["time"], np.degrees(run[name]), color=WEAVE)
        axes.axhline(0, color="black", lw=0.8)
        axes.set_ylabel(f"{name} (degrees)")
    panels[2].plot(run["time"], run["speed"], color=WEAVE)
    panels[2].axhline(run.final_speed, color="black", lw=0.8, ls="--",
                      label=f"energy balance: {run.final_speed:.4f} m/s in the end")
    panels[2].legend()
    panels[2].set(xlabel="time (s)", ylabel="speed (m/s)")
    for axes in panels:
        axes.grid(alpha=0.3)
        axes.margins(x=0)
    save(figure, path)


def track(run, path):
    """The contact points on the ground."""
    figure, axes = plt.subplots(figsize=(9, 3.6), layout="constrained")
    for wheel, style in WHEELS.items():
        axes.plot(run[wheel + "_x"], run[wheel + "_y"], **style)
    axes.set(xlabel="x (m)", ylabel="y (m), to the left")
    axes.grid(alpha=0.3)
    axes.legend()
    save(figure, path)


def forces(run, path):
    """Forces of the ground on the wheels."""
    figure, panels = plt.subplots(3, sharex=True, figsize=(9, 8), layout="constrained")
    for axes, force in zip(panels, ("normal", "lateral", "longitudinal")):
        for wheel, style in WHEELS.items():
            axes.plot(run["time"], run[f"{wheel}_{force}"], **style)
        axes.set_ylabel(f"{force} (N)")
        axes.grid(alpha=0.3)
        axes.margins(x=0)
    panels[0].legend()
    panels[-1].set_xlabel("time (s)")
    save(figure, path)


PICTURES = {
    "modes": (modes, "Eigenvalues over speed"),
    "ride": (ride, "A ride at 4.6 m/s after a push of 0.5 rad/s: lean, steer, speed"),
    "track": (track, "The tracks of this ride; scales differ"),
    "forces": (forces, "The ground's forces on the wheels"),
}


def draw(run, folder):
    for name, (picture, _) in PICTURES.items():
        picture(run, folder / f"{name}.png")


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "ride")
    folder.mkdir(parents=True, exist_ok=True)
    run = Run()
    draw(run, folder)
    print(f"weave speed {run.critical.weave:.12f} m/s, capsize speed {run.critical.capsize:.12f} "
          f"m/s")
    roll, steer, speed = (run[name][-1] for name in ("roll", "steer", "speed"))
    print(f"after {END_TIME:g} s: roll {roll:.6f} rad, steer {steer:.6f} rad, "
          f"speed {speed:.6f} m/s, energy to {run.energy_error:.1g}")
    print(f"See {folder}")


if __name__ == "__main__":
    main()
