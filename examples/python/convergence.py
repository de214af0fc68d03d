# SPDX-License-Identifier: MIT
"""The saturated law tends to Coulomb friction as relaxation_time falls and sharpness grows.

The program compares the speed in drive-60 with that for the smallest relaxation time. The largest
difference decreases faster than the relaxation time.

usage: convergence.py [PICTURE]
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import wheeldyn as wd

LAWS = [(0.1, 4), (0.03, 8), (0.01, 16), (0.003, 32), (0.001, 64), (0.0003, 128)]


def speeds(relaxation_time, sharpness):
    with wd.Model("rolling_wheel", preset="drive-60") as wheel:
        wheel.set({"param.relaxation_time": relaxation_time, "param.sharpness": sharpness})
        wheel.init()
        return wheel.run(20.0, dt=0.01, record=["state.x_dot"])["state.x_dot"]


runs = [speeds(*law) for law in LAWS]
distance = [np.abs(run - runs[-1]).max() for run in runs[:-1]]
times = [law[0] for law in LAWS[:-1]]
print("relaxation time (s)  sharpness  max |v - v of the smallest| (m/s)")
for (relaxation_time, sharpness), d in zip(LAWS, distance):
    print(f"{relaxation_time:19g}  {sharpness:9d}  {d:33.1e}")

figure, axes = plt.subplots(figsize=(7, 5), layout="constrained")
axes.loglog(times, distance, "o-", label="drive-60")
axes.loglog(times, [distance[0] * t / times[0] for t in times], "k:", label="in proportion")
axes.set(xlabel="relaxation time (s)", ylabel="largest difference of the speed (m/s)")
axes.legend()
axes.grid(alpha=0.3)
picture = sys.argv[1] if len(sys.argv) > 1 else "convergence.png"
figure.savefig(picture, dpi=120)
print(f"See {picture}")
