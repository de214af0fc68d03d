# SPDX-License-Identifier: MIT
"""A robot drives over a threshold and down stairs: from event to event, and in Moreau steps.

The robot has two driven wheels and behind them a caster ball on a spring. Its motors turn against
their damping at about 4.5 rad/s. The tilt of its body is what a camera on it would see.
"""
import wheeldyn as wd
from wheeldyn import ground

RADIUS = 0.1


def build(scheme):
    robot = wd.Vehicle()
    robot.body("chassis", mass=10, xx=0.08, yy=0.12, zz=0.16, x=-0.05, z=0.12)
    for name, y in (("left", 0.17), ("right", -0.17)):
        robot.wheel(name, on="chassis", y=y, z=RADIUS, radius=RADIUS, crown=0.015, mass=0.8,
                    spin_inertia=0.004, cross_inertia=0.002, damping=2, mu=0.9, torque=9)
    robot.body("fork", mass=0.3, xx=3e-4, yy=3e-4, zz=3e-4, x=-0.22, z=0.06)
    robot.slide("spring", on=("chassis", "fork"), x=-0.22, z=0.06, axis_x=0, axis_z=1,
                stiffness=4000, damping=60, rest=-0.006)
    robot.rim("caster", on="fork", x=-0.22, z=0.06, radius=0.06, crown=0.06, mu=0.05)
    robot.set_terrain(*ground.join(ground.threshold(0.6, 0.08, 0.015, 0.005),
                                   ground.stairs(1.2, 0.4, -0.05, 3)))
    robot["solver.scheme"] = scheme
    if scheme == "moreau":
        robot["solver.fixed_step"] = 5e-4
    return robot


def main():
    print("scheme  x at 6 s/m  z at 6 s/m  largest tilt/rad  largest load/N")
    for scheme in ("event", "moreau"):
        with build(scheme) as robot:
            robot.init()
            rows = robot.run(6.0, dt=0.01, record=["output.chassis.x", "output.chassis.z",
                                                   "output.chassis.pitch",
                                                   "output.left.normal_force"])
            print("%-6s  %10.4f  %10.4f  %16.4f  %14.2f"
                  % (scheme, rows["output.chassis.x"][-1],
                     rows["output.chassis.z"][-1], max(abs(rows["output.chassis.pitch"])),
                     max(rows["output.left.normal_force"])))


if __name__ == "__main__":
    main()
