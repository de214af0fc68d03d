# SPDX-License-Identifier: MIT
"""An emergency stop with ice under the right wheels: with locked wheels, and with an anti-lock
system, each on rigid wheels and on tyres.

Each wheel has its own friction coefficient. The controller runs at 100 Hz, as in a car: it reads
the rates of the wheels and sets brake torques, which are held until it runs again.
"""
import numpy as np
import wheeldyn as wd

FRONT, REAR, SIDE, RADIUS = 1.2, -1.4, 0.75, 0.3
WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
PERIOD, PRESSED, FULL_TORQUE = 0.01, 0.5, 1500.0


def axle(car, end, x, weight):
    """A beam axle that heaves and rolls on springs, with a constant track, so wheels can stick."""
    car.body(end + "_link")
    car.slide(end + "_heave", on=("chassis", end + "_link"), x=x, z=RADIUS, axis_z=1,
              stiffness=50e3, damping=4e3, rest=-weight / 50e3)
    car.body(end + "_beam", mass=20, xx=7, yy=0.4, zz=7, x=x, z=RADIUS)
    car.hinge(end + "_roll", on=(end + "_link", end + "_beam"), x=x, z=RADIUS, axis_x=1,
              stiffness=28e3, damping=2.2e3)


def wheel(car, name, on, mu, tyre):
    x, y = FRONT if "front" in name else REAR, SIDE if "left" in name else -SIDE
    if "front" in name:
        car.body(name + "_knuckle", x=x, y=y, z=RADIUS)
        car.hinge(name + "_steer", on=(on, name + "_knuckle"), x=x + 0.03, y=y, z=RADIUS, axis_z=1,
                  stiffness=20e3, damping=100)
        on = name + "_knuckle"
    car.wheel(name, on=on, x=x, y=y, z=RADIUS, radius=RADIUS, crown=0.1, mass=20,
              spin_inertia=0.9, cross_inertia=0.5, tyre=tyre)
    car[f"input.{name}.mu"] = mu


def build(left, right, tyre=None):
    """A car of 1.1 t at 20 m/s, with different friction under its left and its right wheels."""
    car = wd.Vehicle()
    if tyre:
        car.tyre(tyre)
    car.body("chassis", mass=1000, xx=300, yy=1200, zz=1300, z=0.55)
    axle(car, "front", FRONT, 9810 * 1.4 / 2.6)
    axle(car, "rear", REAR, 9810 * 1.2 / 2.6)
    for name in WHEELS:
        wheel(car, name, name.split("_")[0] + "_beam", left if "left" in name else right, tyre)
    car.set({"param.place": "on_ground", "param.spin": "rolling", "init.chassis.forward": 20.0})
    return car


class Locked:
    """Full brake torque at all wheels."""

    def torques(self, speed, rims):
        return [FULL_TORQUE] * 4


class AntiLock:
    """Halves the brake torque of each wheel whose rim is a tenth slower than the car, and increases
    the torques of the other wheels. Both rear wheels get the smaller of their two torques."""

    def __init__(self):
        self.asked = np.full(4, 200.0)

    def torques(self, speed, rims):
        slips = (speed - rims) > 0.1 * max(speed, 1.0)
        self.asked = np.where(slips, 0.5 * self.asked, np.minimum(self.asked + 25, FULL_TORQUE))
        rear = self.asked[2:].min()
        return [*self.asked[:2], rear, rear]


def steer(car):
    """Steering angle of a driver who steers against the yaw of the car."""
    angle = -car["output.chassis.yaw"] - 0.3 * car["state.chassis.wz"]
    for name in WHEELS[:2]:
        car[f"input.{name}_steer.target"] = min(0.4, max(-0.4, angle))


def stop(car, brakes, record=()):
    """Brake until the car is slower than 0.1 m/s; return a row for each period."""
    rates = [f"state.{name}.rate" for name in WHEELS]
    car.set({"solver.scheme": "moreau", "solver.fixed_step": 1e-3})
    car.init()
    rows = []
    while car["output.kinetic_energy"] > 5:
        if len(rows) * PERIOD >= PRESSED:
            torques = brakes.torques(car["output.speed"], RADIUS * car.get(rates))
            car.set({f"input.{name}.brake": torque for name, torque in zip(WHEELS, torques)})
            steer(car)
        rows.append(car.run((len(rows) + 1) * PERIOD, dt=PERIOD, record=record)[:1])
    return np.concatenate(rows)


def main():
    print("wheels  brakes      stops after     distance   sideways  turned by")
    for tyre in (None, "tyre"):
        for name, brakes in (("locked", Locked()), ("anti-lock", AntiLock())):
            with build(0.9, 0.3, tyre) as car:
                stop(car, brakes)
                print("%-6s  %-9s  %10.2f s  %9.1f m  %7.2f m  %5.2f rad"
                      % (tyre or "rigid", name, car.time, car["state.chassis.x"],
                         car["state.chassis.y"], car["output.chassis.yaw"]))


if __name__ == "__main__":
    main()
