# SPDX-License-Identifier: MIT
"""A robot turns on the spot with a growing rate, until its wheels slip.

While the wheels stick, their angles give exactly the angle by which the robot has turned. Its
centre of mass is ahead of the axle, so above some rate friction cannot hold it on its circle.
"""
import numpy as np
import wheeldyn as wd

RADIUS, TRACK = 0.08, 0.34


def build(torque):
    """A robot with opposite torques of its motors, which rise for 1 s and fall from 2 s on."""
    robot = wd.Vehicle("robot")
    for wheel, sign in (("left", -1), ("right", 1)):
        robot[f"input.{wheel}.mu"] = 0.6
        robot.set_input(f"input.{wheel}.torque",
                        ("linear", [0, 1, 2, 3], [0, sign * torque, sign * torque, 0]))
    return robot


def main():
    print("torque/(N m)  turned/rad  wheels show  first slip")
    for torque in (0.2, 0.3, 0.4, 1.0, 1.5, 2.0):
        with build(torque) as robot:
            robot.init()
            rows = robot.run(5.0, dt=0.02, record=["output.chassis.yaw"])
            turned = np.unwrap(rows["output.chassis.yaw"])[-1]
            stated = (robot["state.right.angle"] - robot["state.left.angle"]) * RADIUS / TRACK
            slips = [event for event in robot.events() if event["type"] == "SLIP"]
            print("%12.1f  %10.4f  %11.4f  %s"
                  % (torque, turned, stated, "%.4f s" % slips[0]["time"] if slips else "none"))


if __name__ == "__main__":
    main()
