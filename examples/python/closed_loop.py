# SPDX-License-Identifier: GPL-3.0-or-later
"""An anti-lock brake at 1 kHz around the model: step_to, read, set."""
import wheeldyn as wd

PERIOD, BRAKE_TIME, LAST_TIME = 1e-3, 15.0, 25.0
TARGET = -0.1  # slip ratio while braking


def stop(controlled):
    """Brake on slippery ground; return time and distance to 0.1 m/s."""
    with wd.Model("rolling_wheel", preset="brake-0.3") as wheel:
        wheel.init()
        wheel.step_to(BRAKE_TIME)
        start, torque, k = wheel["state.x"], 0.0, 0
        wheel["input.drive_torque"] = 0.0
        while wheel["state.x_dot"] > 0.1 and wheel.time < LAST_TIME:
            slip = wheel["output.slip_ratio"]
            # Raise the torque by 200 N.m/s up to the driver's 50 N.m, let go when slip is too much.
            torque = min(50.0, torque + 0.2) if slip > TARGET or not controlled else torque * 0.9
            wheel["input.brake_torque"] = torque
            k += 1
            wheel.step_to(BRAKE_TIME + k * PERIOD)
        return wheel.time - BRAKE_TIME, wheel["state.x"] - start


for name, controlled in (("locked", False), ("anti-lock", True)):
    time, distance = stop(controlled)
    print(f"{name:10} {time:6.3f} s {distance:7.3f} m")
