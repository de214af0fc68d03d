# SPDX-License-Identifier: MIT
"""Launches of the preset car from rest: on dry road, with spinning wheels, with ice on one side.

Each rear wheel has a motor of its own. The controller runs every millisecond: it steers against the
yaw, and traction control reduces the torque of a wheel whose slip ratio exceeds 0.1, to 0 at 0.2. A
launch ends at 10 m/s, or when the car has turned by 1 rad.

Under traction control the slip oscillates: if the mass changes by 1e-12 of its value, the largest
slip ratio changes by up to 0.01 and the time by 2 ms. So both are printed to one decimal.
"""
import wheeldyn as wd

WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
DRIVEN = WHEELS[2:]
PERIOD, SPEED, TURNED, TARGET = 0.001, 10.0, 1.0, 0.1


def build(left, right):
    car = wd.Vehicle("car")
    car.set({"param.place": "in_balance", "init.chassis.forward": 0.0, "solver.scheme": "moreau",
             "solver.fixed_step": 1e-3})
    for name in WHEELS:
        car[f"input.{name}.mu"] = left if "left" in name else right
        car[f"input.{name}.brake"] = 1000.0  # in_balance needs brakes that hold the car
    for name in WHEELS[:2]:
        car[f"input.{name}_steer.target"] = 0.0
    for name in DRIVEN:
        car[f"input.{name}.torque"] = 0.0
    return car


def steer(car):
    angle = -car["output.chassis.yaw"] - 0.3 * car["state.chassis.wz"]
    for name in WHEELS[:2]:
        car[f"input.{name}_steer.target"] = min(0.4, max(-0.4, angle))


def launch(car, torque, control):
    """Accelerate; return the largest slip ratio of a driven wheel above 1 m/s."""
    car.init()
    car.set({f"input.{name}.brake": 0.0 for name in WHEELS})
    largest = 0.0
    while car["output.speed"] < SPEED and abs(car["output.chassis.yaw"]) < TURNED:
        steer(car)
        slips = car.get([f"output.{name}.slip_ratio" for name in DRIVEN])
        for name, slip in zip(DRIVEN, slips):
            factor = min(1.0, max(0.0, 1 - (slip - TARGET) / TARGET)) if control else 1.0
            car[f"input.{name}.torque"] = factor * torque
        if car["output.speed"] > 1:
            largest = max(largest, *slips)
        car.step_to(round((car.time + PERIOD) / PERIOD) * PERIOD)
    return largest


def main():
    print("road              torque     control  end                largest slip ratio")
    for road, left, right, torque, control in (
            ("dry", 0.9, 0.9, 400.0, False), ("dry", 0.9, 0.9, 1000.0, False),
            ("dry", 0.9, 0.9, 1000.0, True), ("ice on the right", 0.9, 0.2, 1000.0, False),
            ("ice on the right", 0.9, 0.2, 1000.0, True)):
        with build(left, right) as car:
            largest = launch(car, torque, control)
            end = "10 m/s" if car["output.speed"] >= SPEED else "spins"
            print(f"{road:16}  {torque:4.0f} N.m   {'yes' if control else 'no':7}"
                  f"  {end:6} at {car.time:4.1f} s  {largest:.1f}")


if __name__ == "__main__":
    main()
