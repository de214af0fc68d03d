# SPDX-License-Identifier: MIT
"""A block is pulled with a growing force, then released: both laws of friction, and Coulomb's.

usage: block.py [PICTURE]
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import wheeldyn as wd

PULL = ("linear", [0, 4, 4.01], [0, 8, 0])  # N over s: up to 8 N, then 0
RECORD = ["input.traction", "state.x_dot", "output.friction_force", "output.friction_limit"]
STYLES = {"saturated": {"color": "#0072B2", "lw": 2.0},
          "published": {"color": "#D55E00", "lw": 1.8, "ls": "--"}}


def simulate(law):
    with wd.Model("sliding_block") as block:
        block.set_choice("param.law", law)
        block.set_input("input.traction", PULL)
        block.init()
        return block.run(6.0, dt=0.005, record=RECORD)


def draw(path):
    """Traction and friction over time, and the speed."""
    figure, (forces, speeds) = plt.subplots(2, sharex=True, figsize=(9, 6.4), layout="constrained")
    for law, style in STYLES.items():
        rows = simulate(law)
        forces.plot(rows["time"], -rows["output.friction_force"], **style,
                    label=f"friction against the motion, {law}")
        speeds.plot(rows["time"], rows["state.x_dot"], **style, label=law)
    forces.plot(rows["time"], rows["input.traction"], color="black", lw=1.2, ls=":", label="pull")
    forces.axhline(rows["output.friction_limit"][0], color="0.5", lw=1.0, label="limit μN")
    forces.set_ylabel("force (N)")
    speeds.set(xlabel="time (s)", ylabel="speed (m/s)")
    for axes in (forces, speeds):
        axes.grid(alpha=0.3)
        axes.margins(x=0)
        axes.legend()
    figure.savefig(path, dpi=110)
    plt.close(figure)


if __name__ == "__main__":
    picture = sys.argv[1] if len(sys.argv) > 1 else "block.png"
    draw(picture)
    rows = simulate("saturated")
    starts = rows["time"][np.argmax(rows["state.x_dot"] > 1e-3)]
    print(f"Coulomb's block starts at {4.905 / 2:.4f} s, this one passes 1 mm/s at {starts:.3f} s")
    print(f"See {picture}")
