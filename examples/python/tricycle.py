# SPDX-License-Identifier: MIT
"""A tricycle built from parts: its front wheel is turned, and it drives in a circle."""
import math

import wheeldyn as wd

v = wd.Vehicle()
v.body("frame", mass=90, xx=8, yy=10, zz=5, x=0.35, z=0.6)
v.wheel("left", on="frame", y=0.35, z=0.3, mass=2, spin_inertia=0.12, cross_inertia=0.06)
v.wheel("right", on="frame", y=-0.35, z=0.3, mass=2, spin_inertia=0.12, cross_inertia=0.06)
v.body("fork", mass=3, xx=0.05, yy=0.05, zz=0.01, x=1.1, z=0.6)
v.hinge("steer", on=("frame", "fork"), x=1.1, axis_z=1, stiffness=200, damping=10)
v.wheel("front", on="fork", x=1.1, z=0.3, mass=2, spin_inertia=0.12, cross_inertia=0.06)
for wheel in ("left", "right", "front"):
    v.set({f"param.{wheel}.law": "ideal", f"init.{wheel}.rate": 2.0 / 0.3})
v["init.frame.forward"] = 2.0
v.set_input("input.steer.target", ("linear", [1.0, 2.0], [0.0, 0.4]))
v.init()

r = v.run(20.0, dt=0.5, record=["output.frame.yaw", "state.steer.angle", "output.left.spin",
                                "output.right.spin", "output.left.normal_force",
                                "output.right.normal_force"])
print(" t/s   yaw  steer  left  right  normal forces")
for row in r[4::4]:
    print("%4.0f %5.2f %6.3f %5.2f %6.2f  %6.1f %6.1f" % tuple(row))

turn = v["output.left.spin"] / v["output.right.spin"]
radius = 0.35 * (1 + turn) / (1 - turn)
print("radius of the rear axle's middle: %.3f m, by geometry %.3f m"
      % (radius, 1.1 / math.tan(v["state.steer.angle"])))
print("constraint forces statically indeterminate:", v.choice("output.hyperstatic"))
assert abs(radius - 1.1 / math.tan(v["state.steer.angle"])) < 1e-3
