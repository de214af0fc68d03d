# SPDX-License-Identifier: MIT
"""How far a wheel with a locked brake creeps, with rules that tyre models use at low speed.

The wheel carries 400 kg. The columns are the ways within a minute

  parked    from rest, on a slope of 0.2 rad
  stopped   from a minute after the brake has locked the wheel at 10 m/s, downhill on that slope
  level     the same on level ground

The rules are written from published formulas of tyre models. All use the same tyre: a force of 18 N
per N of load and unit of slip, up to the friction limit. v is the slip velocity of the locked
wheel, R its radius and w = 0 its spin:

  plus 0.01 m/s   slip v/(|R w| + 0.01 m/s)      (TMeasy in Chrono)
  plus 0.1 m/s    slip v/(|v| + 0.1 m/s)         (Pac02 in Chrono, without its bristle)
  VXLOW 1 m/s     slip v/|v| times (1 - cos(pi v/VXLOW))/2 below VXLOW  (MF-Tyre, MFeval)
  none < 0.1 m/s  slip (v - R w)/|v|, and 0 if |v| < 0.1 m/s  (multi-body model of CommonRoad)

With the first three rules the wheel creeps at the speed at which the slip force balances its weight
along the slope. With the last one it has no slip force below 0.1 m/s, so it comes to this speed and
keeps it. CommonRoad has no slopes, and replaces the acceleration below 0.1 m/s by a demanded one;
here that is the acceleration of the slope. The last line is for law `tyre` of libwheeldyn.
"""
import math

import wheeldyn as wd

MASS, SLOPE, GRAVITY, STIFFNESS, FRICTION = 400.0, 0.2, 9.81, 18.0, 1.0


def plus_hundredth(v):
    return v / 0.01


def plus_tenth(v):
    return v / (abs(v) + 0.1)


def below_speed(v):
    return math.copysign(1 if abs(v) > 1 else (1 - math.cos(math.pi * v)) / 2, v)


def none_below_speed(v):
    return math.copysign(1 if abs(v) >= 0.1 else 0, v)


RULES = (("plus 0.01 m/s", plus_hundredth), ("plus 0.1 m/s", plus_tenth),
         ("VXLOW 1 m/s", below_speed), ("none < 0.1 m/s", none_below_speed))


def after_step(v, slip, slope, step):
    """Speed after a step of the implicit Euler method. The force does not decrease with the speed,
    so bisection finds the speed, also where the force jumps."""
    load, pull = GRAVITY * math.cos(slope), GRAVITY * math.sin(slope)  # per mass

    def is_too_slow(end):
        force = min(STIFFNESS * abs(slip(end)), FRICTION) * load
        return end - v < step * (pull - math.copysign(force, end))
    low, high = -1.0, 11.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if is_too_slow(middle) else (low, middle)
    return high


def creep(slip, slope, start):
    """The way [m] from 60 s to 120 s, if the locked wheel starts at the speed `start` [m/s]."""
    v, t, way = start, 0.0, 0.0
    while t < 119.99:
        # The stop is integrated in steps of 1 ms, the creep after it in steps of 0.1 s.
        step = 1e-3 if t < 2 else 0.1
        v = after_step(v, slip, slope, step)
        t += step
        way += v * step if t > 60 else 0
    return way


def ours(slope, v):
    """The way [m] down the slope from 60 s to 120 s, in libwheeldyn. The wheel starts at v [m/s]
    and carries a mass that slides on a fixed body.
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
        weight = MASS * GRAVITY
        car.set({"param.gravity": 0, "input.centre.force_x": -weight * math.sin(slope),
                 "input.centre.force_z": -weight * math.cos(slope), "input.wheel.brake": 1e5,
                 "init.along.rate": -v})
        car.init()
        places = []
        for end in (60, 120):
            car.step_to(end)
            places.append(car["state.along.travel"])
    return places[0] - places[1]


def written(way):
    return "< 1e-15 m" if abs(way) < 1e-15 else f"{way:.1e} m"


def main():
    cases = ((SLOPE, 0.0), (SLOPE, 10.0), (0.0, 10.0))
    print(f"{'rule':16}{'parked':12}{'stopped':12}{'level'}")
    for name, slip in RULES:
        ways = [written(creep(slip, *case)) for case in cases]
        print(f"{name:16}{ways[0]:12}{ways[1]:12}{ways[2]}")
    ways = [written(ours(*case)) for case in cases]
    print(f"{'law tyre':16}{ways[0]:12}{ways[1]:12}{ways[2]}")


if __name__ == "__main__":
    main()
