# SPDX-License-Identifier: MIT
"""An anti-lock brake at 1 kHz around the model: read, set, step_to.

The braking distance is the same as with a locked wheel, because the friction of this model does not
depend on the slip. But the wheel keeps turning, so that it could be steered.
"""
import wheeldyn as wd

PERIOD, BRAKE_TIME, LAST_TIME = 1e-3, 15.0, 25.0
TARGET = -0.1  # slip ratio while braking


def stop(controlled):
    """Brake on slippery ground to 0.1 m/s; return time, distance and mean slip ratio."""
    with wd.Model("rolling_wheel", preset="brake-0.3") as wheel:
        wheel.init()
        wheel.step_to(BRAKE_TIME)
        start, torque, slips = wheel["state.x"], 0.0, []
        wheel["input.drive_torque"] = 0.0
        while wheel["state.x_dot"] > 0.1 and wheel.time < LAST_TIME:
            slips.append(wheel["output.slip_ratio"])
            # Raise the torque by 200 N.m/s up to the driver's 50 N.m; reduce it at large slip.
            grips = slips[-1] > TARGET
            torque = min(50.0, torque + 0.2) if grips or not controlled else 0.9 * torque
            wheel["input.brake_torque"] = torque
            wheel.step_to(BRAKE_TIME + len(slips) * PERIOD)
        return wheel.time - BRAKE_TIME, wheel["state.x"] - start, sum(slips) / len(slips)


print("brake       time (s)  distance (m)  mean slip ratio")
for name, controlled in (("uncontrolled", False), ("anti-lock", True)):
    time, distance, slip = stop(controlled)
    print(f"{name:12} {time:7.3f} {distance:13.3f} {slip:16.3f}")
