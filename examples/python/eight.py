# SPDX-License-Identifier: MIT
"""A torus on a figure of eight with a time law, x(t) and y(t): its speed varies 7.7:1."""

import numpy as np
import wheeldyn

period = 20 * np.pi  # s


def place(t):
    u = t + 1.2 * np.sin(0.5 * t)
    return np.stack((3 * np.sin(0.3 * u), 2 * np.sin(0.6 * u)), axis=-1)


times = np.linspace(0, period, 4001)
model = wheeldyn.Model("torus_wheel")
model.set_path(place(times[:-1]), closed=True)
model.set_path_times(times)
model.set_choice("param.path", "user")
model.set_choice("input.control_mode", "track")
model.set({"state.x": 0.2, "state.precession": 0.9, "state.spin_rate": -6})
model.init()
print("from, to [s]   rms distance [m]   speed [m/s]")
for end in (10, 20, 40, 160):
    start = model.time
    rows = model.run(end, dt=0.02, record=["state.x", "state.y", "output.speed"])
    x, y = place(rows["time"]).T
    rms = np.sqrt(np.mean((rows["state.x"] - x)**2 + (rows["state.y"] - y)**2))
    speed = abs(rows["output.speed"])
    print("%4g %4g %18s %9.2f to %.2f" %
          (start, end, "below 1e-8" if rms < 1e-8 else "%.1e" % rms, speed.min(), speed.max()))
