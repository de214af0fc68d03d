# SPDX-License-Identifier: MIT
"""A wheel drives onto slippery ground; the run is recorded in one call and plotted.

usage: driving.py [PICTURE]
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import wheeldyn as wd

with wd.Model("rolling_wheel", preset="drive-60") as wheel:
    radius = wheel["param.radius"]
    wheel.init()
    run = wheel.run(20.0, dt=0.01, record=[
        "state.x_dot", "state.theta_dot", "output.contact_force", "output.traction_limit"])

t, v, rim = run["time"], run["state.x_dot"], radius * run["state.theta_dot"]
figure, (above, below) = plt.subplots(2, sharex=True, figsize=(8, 6), layout="constrained")
above.plot(t, rim, label=r"rim, $R\,\dot\theta$")
above.plot(t, v, "--", label=r"vehicle, $\dot x$")
above.set_ylabel("velocity (m/s)")
below.plot(t, run["output.contact_force"], label="contact force")
below.plot(t, run["output.traction_limit"], "k:", label="limit μN")
below.set(xlabel="time (s)", ylabel="force (N)")
for axes in above, below:
    axes.legend()
    axes.grid(alpha=0.3)

picture = sys.argv[1] if len(sys.argv) > 1 else "driving.png"
figure.savefig(picture, dpi=120)
spin = (rim - v).argmax()
print(f"The wheel slips most at t = {t[spin]:.2f} s, by {rim[spin] - v[spin]:.2f} m/s; "
      f"the vehicle ends at {v[-1]:.2f} m/s. See {picture}")
