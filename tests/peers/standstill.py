# SPDX-License-Identifier: MIT
"""How far a locked wheel under 400 kg creeps in a minute on a slope of 0.2 rad, with rules that
tyre models use at low speed.

The rules are written from published formulas of tyre models. All use the same tyre: a force of 18 N
per N of load and unit of slip, up to the friction limit. v is the slip velocity of the locked
wheel, R its radius and w = 0 its spin:

  plus 0.01 m/s   slip v/(|R w| + 0.01 m/s)      (TMeasy in Chrono)
  plus 0.1 m/s    slip v/(|v| + 0.1 m/s)         (Pac02 in Chrono, without its bristle)
  VXLOW 1 m/s     slip v/|v| times (1 - cos(pi v/VXLOW))/2 below VXLOW  (MF-Tyre, MFeval)

With these rules the wheel creeps at the speed at which the slip force balances its weight along the
slope. The last lines are for law `tyre` of libwheeldyn: parked, and stopped from 10 m/s.
"""
import math

import wheeldyn as wd

MASS, SLOPE, GRAVITY, STIFFNESS, FRICTION = 400.0, 0.2, 9.81, 18.0, 1.0
LOAD = MASS * GRAVITY * math.cos(SLOPE)


def plus_hundredth(v):
    return v / 0.01


def plus_tenth(v):
    return v / (abs(v) + 0.1)


def below_speed(v):
    return math.copysign(1 if abs(v) > 1 else (1 - math.cos(math.pi * v)) / 2, v)


def creep_speed(slip):
    """Speed at which the slip force balances the weight along the slope, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        too_slow = STIFFNESS * abs(slip(middle)) * LOAD < MASS * GRAVITY * math.sin(SLOPE)
        low, high = (middle, high) if too_slow else (low, middle)
    return high


def ours(v):
    """Distances [m] by which the wheel creeps down in the first and in the second minute, in
    libwheeldyn. The wheel starts at v [m/s] and carries a mass that slides on a fixed body.
    """
    with wd.Vehicle() as car:
        car.body("ground", mass=1e25, xx=1e25, yy=1e25, zz=1e25)
        car.body("carriage", z=0.28)
        car.body("mass", mass=MASS, z=0.28)
        car.slide("along", on=("ground", "carriage"), axis_x=1, axis_z=0)
        car.slide("up", on=("carriage", "mass"), axis_z=1)
        car.tyre("tyre", slip_stiffness=STIFFNESS)
        car.wheel("wheel", on="mass", tyre="tyre", z=0.28, radius=0.3, mass=0, spin_inertia=1,
                  mu=FRICTION)
        car.point("centre", on="mass", z=0.28)
        car.set({"param.gravity": 0, "input.centre.force_x": -MASS * GRAVITY * math.sin(SLOPE),
                 "input.centre.force_z": -LOAD, "input.wheel.brake": 1e5,
                 "init.along.rate": -v})
        car.init()
        places = [car["state.along.travel"]]
        for minute in (1, 2):
            car.step_to(60 * minute)
            places.append(car["state.along.travel"])
    return [a - b for a, b in zip(places, places[1:])]


def main():
    print("rule           way in a minute")
    for name, slip in (("plus 0.01 m/s", plus_hundredth), ("plus 0.1 m/s", plus_tenth),
                       ("VXLOW 1 m/s", below_speed)):
        print(f"{name:13}  {60 * creep_speed(slip):.1e} m")
    for name, speed in (("parked", 0.0), ("stopped", 10.0)):
        way = ours(speed)[1]
        print(f"law tyre, {name:7}  {'less than 1e-15 m' if abs(way) < 1e-15 else way}")


if __name__ == "__main__":
    main()
