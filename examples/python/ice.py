# SPDX-License-Identifier: MIT
"""A wheel rolls down a slope and over ice: its speed, and the speed of its rim.

usage: ice.py [PICTURE]
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import wheeldyn as wd

SLOPE = 0.2  # falls by 20 cm in 1 m
ENDS = [0.0, 3.0, 6.0, 10.0]  # m, along x: ground, ice, ground
FRICTION = [1.0, 0.04, 1.0]  # factors of param.mu


def simulate():
    """Rows of the motion, and its events."""
    with wd.Model("impact_wheel") as wheel:
        radius = wheel["param.radius"]
        wheel.set_terrain([(x, -SLOPE * x) for x in ENDS])
        wheel.set_terrain_friction(FRICTION)
        wheel.set({"param.mu": 0.5, "state.x": 1.0,
                   "state.y": -SLOPE + radius * np.hypot(1.0, SLOPE)})
        wheel.init()
        rows = wheel.run(3.0, dt=0.005, record=["state.x", "state.x_dot", "state.y_dot",
                                                "output.contact_velocity_1"])
        return rows, wheel.events()


def draw(path, rows):
    """Plot the speeds of the wheel and of its rim over the distance; the ice is shaded."""
    figure, axes = plt.subplots(figsize=(9, 4.2), layout="constrained")
    speed = np.hypot(rows["state.x_dot"], rows["state.y_dot"])
    axes.axvspan(ENDS[1], ENDS[2], color="#56B4E9", alpha=0.35, lw=0, label="ice")
    axes.plot(rows["state.x"], speed, color="#0072B2", lw=2.0, label="wheel")
    axes.plot(rows["state.x"], speed - rows["output.contact_velocity_1"], color="#D55E00", lw=1.8,
              ls="--", label="rim")
    axes.set(xlabel="x (m)", ylabel="speed (m/s)", xlim=(1.0, rows["state.x"][-1]))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=110)
    plt.close(figure)


if __name__ == "__main__":
    picture = sys.argv[1] if len(sys.argv) > 1 else "ice.png"
    rows, events = simulate()
    draw(picture, rows)
    for event in events:
        print(f"{event['time']:.4f} s, x = {event['x']:.4f} m: {event['type']}")
    slips = next(event for event in events if event["type"] == "SLIP")
    sticks = next(event for event in events if event["type"] == "STICK")
    # x of the centre when the wheel touches the edge of the ice (radius 0.1 m)
    centre = ENDS[1] + 0.1 * SLOPE / np.hypot(1.0, SLOPE)
    if abs(slips["x"] - centre) > 1e-12 or not sticks["x"] > ENDS[2]:
        sys.exit("the wheel must begin to slip at the start of the ice and stick again only after "
                 "its end")
    print(f"See {picture}")
