# SPDX-License-Identifier: MIT
"""Braking on dry and on slippery ground: time and distance from 15 s to 0.1 m/s, and a picture.

usage: braking.py [PICTURE]
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import wheeldyn as wd

BRAKE_TIME, STOP_SPEED = 15.0, 0.1

figure, (speeds, distances) = plt.subplots(2, sharex=True, figsize=(8, 6), layout="constrained")
print(f"{'preset':16} {'time (s)':>9} {'distance (m)':>13}")
for preset, line in (("brake-reference", "k:"), ("brake-0.3", "-"), ("brake-0.1", "--")):
    with wd.Model("rolling_wheel", preset=preset) as wheel:
        wheel.init()
        wheel.step_to(BRAKE_TIME)
        run = wheel.run(21.0, dt=1e-3, record=["state.x", "state.x_dot"])
    t, v = run["time"] - BRAKE_TIME, run["state.x_dot"]
    distance = run["state.x"] - run["state.x"][0]
    slow = np.argmax(v <= STOP_SPEED)  # first row at or below STOP_SPEED
    share = (v[slow - 1] - STOP_SPEED) / (v[slow - 1] - v[slow])
    print(f"{preset:16} {t[slow - 1] + share * (t[slow] - t[slow - 1]):9.4f} "
          f"{distance[slow - 1] + share * (distance[slow] - distance[slow - 1]):13.4f}")
    speeds.plot(t, v, line, label=preset)
    distances.plot(t, distance, line, label=preset)

speeds.set_ylabel(r"velocity $\dot x$ (m/s)")
distances.set(xlabel="time from the start of braking (s)", ylabel="distance (m)")
for axes in speeds, distances:
    axes.legend()
    axes.grid(alpha=0.3)
picture = sys.argv[1] if len(sys.argv) > 1 else "braking.png"
figure.savefig(picture, dpi=120)
print(f"See {picture}")
