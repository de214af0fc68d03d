# SPDX-License-Identifier: MIT
import wheeldyn as wd

wheel = wd.Model("rolling_wheel", preset="drive-60")
wheel["param.mass"] = 30
wheel.init(t0=0.0)
wheel.step_to(11.0)
print(f"slip ratio at 11 s: {wheel['output.slip_ratio']:.4f}")
rows = wheel.run(20.0, dt=0.01, record=["state.x_dot", "output.slip_ratio"])
print(f"speed at {rows['time'][-1]:.0f} s: {rows['state.x_dot'][-1]:.4f} m/s")
