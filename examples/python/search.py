# SPDX-License-Identifier: MIT
"""A search with a batch: which torque starts a wheel on slippery ground without spinning?"""
import numpy as np
import wheeldyn as wd

model = wd.Model("rolling_wheel")
model["input.mu"] = 0.2
model.init()
torques = np.linspace(5.0, 45.0, 81)
slip = np.zeros(81)
with wd.Batch(model, members=81, threads=2) as batch:
    batch.set("input.drive_torque", torques)
    for t in np.arange(1, 201) / 100:
        batch.step_to(t)
        slip = np.maximum(slip, batch.get("output.slip_ratio"))
    speed = batch.get("state.x_dot")
rolls = np.flatnonzero(slip < 0.05)[-1]
print(f"{torques[rolls]:.1f} N.m: {speed[rolls]:.2f} m/s after 2 s, slip {100 * slip[rolls]:.1f} %")
print(f"{torques[-1]:.1f} N.m: {speed[-1]:.2f} m/s after 2 s, slip {100 * slip[-1]:.1f} %")
