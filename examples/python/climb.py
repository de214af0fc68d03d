# SPDX-License-Identifier: MIT
"""How high a kerb can a wheelchair climb? A comparison with the quasi-static limit.

The chair is driven at its rear wheels. Their torque rises slowly, until the casters at the
kerb climb or the driven wheels spin. Bisection finds the highest kerb that the casters climb.

A caster of radius r touches the edge of a kerb of height h at the angle a from the vertical, with
cos a = 1 - h / r. It climbs if the edge alone can carry it, without the ground below.

Casters transmit no torque, so the force N of the edge points to their axle. The driven wheels have
the coefficient of friction mu. With the total mass m, its centre at the distance d in front of the
rear axle, the wheelbase L, and the load R of the rear wheels:

    forward                                    N sin a <= mu R
    upward                                     N cos a + R = m g
    moment about the rear wheels' contact      N (L cos a + r sin a) = m g d

    together                                   tan a <= mu (L - d) / (d - mu r)
"""
from math import atan, cos, sqrt

import wheeldyn as wd
from wheeldyn import ground

REAR, CASTER = 0.3, 0.1  # m; radii
BASE, AHEAD = 0.45, 0.15  # m; casters and centre of mass of the body, in front of the rear axle
BODY, REAR_MASS, CASTER_MASS = 90.0, 2.0, 1.0  # kg; REAR_MASS is that of each rear wheel
GAP = 1e-3  # m; distance of the casters from the edge at the start
END, TORQUE = 3.0, 90.0  # s, N m; the torque of each rear wheel at the end


def build(mu, height):
    """The chair at a kerb. One wheel without friction in the middle stands for both casters."""
    chair = wd.Vehicle()
    chair.body("chair", mass=BODY, xx=5, yy=6, zz=4, x=AHEAD, z=0.5)
    for name, y in (("left", 0.3), ("right", -0.3)):
        chair.wheel(name, on="chair", y=y, z=REAR, radius=REAR, crown=0.015, mass=REAR_MASS,
                    spin_inertia=0.12, cross_inertia=0.06, damping=200, mu=mu)
        chair.set_input(f"input.{name}.torque",
                        ("linear", [0, END], [0, TORQUE]))
    chair.wheel("casters", on="chair", x=BASE, z=CASTER, radius=CASTER, crown=0.015,
                mass=CASTER_MASS, spin_inertia=0.005, cross_inertia=0.003, mu=0)
    edge = GAP + sqrt(height * (2 * CASTER - height))  # distance in front of the casters' axle
    chair.set_terrain(*ground.kerb(BASE + edge, height))
    return chair


def climbs(mu, height):
    """True if the casters leave the ground; they then climb to the top, because a decreases."""
    with build(mu, height) as chair:
        chair.init()
        rows = chair.run(END, dt=0.05, record=["output.chair.z"])["output.chair.z"]
        return max(rows) - rows[0] > height / 20


def highest(mu):
    low, high = 0.0, CASTER
    for _ in range(10):
        height = (low + high) / 2
        low, high = (height, high) if climbs(mu, height) else (low, height)
    return low, high


def limit(mu):
    d = (BODY * AHEAD + CASTER_MASS * BASE) / (BODY + 2 * REAR_MASS + CASTER_MASS)
    return CASTER * (1 - cos(atan(mu * (BASE - d) / (d - mu * CASTER))))


def main():
    print(" mu  climbs/mm  not/mm  limit/mm")
    for mu in (0.4, 0.6):
        low, high = (1e3 * height for height in highest(mu))
        print("%3.1f  %9.1f  %6.1f  %8.1f" % (mu, low, high, 1e3 * limit(mu)))


if __name__ == "__main__":
    main()
