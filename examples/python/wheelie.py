# SPDX-License-Identifier: MIT
"""A motorcycle on its rear wheel, then on its front wheel. The rider measures pitch and its rate
a hundred times a second, and balances by the throttle and the front brake."""
import numpy as np
import wheeldyn as wd

PERIOD, END = 0.01, 9.0


def build():
    motorcycle = wd.Vehicle("motorcycle")
    motorcycle.set({"init.frame.forward": 10.0, "init.frame.roll_rate": 0.0, "init.frame.left": 0.0,
                    "input.rear.mu": 1.3, "input.front.mu": 1.3})
    return motorcycle


def rider(time, speed, pitch, rate):
    """Torque of the rear wheel and of the front brake [N m]; the pitch is positive nose down."""
    throttle = brake = 0.0
    if 0.5 <= time < 3.0:
        throttle = min(1300.0, max(0.0, 1000 + 3000 * (pitch + 0.35) + 900 * rate))
    elif 5.0 <= time < 7.0 and speed > 3:
        brake = min(1200.0, max(0.0, 1050 + 3000 * (0.25 - pitch) - 1500 * rate))
    return throttle, brake


def ride(motorcycle, record=()):
    """Ride; return a row for each period."""
    felt = ["output.speed", "output.frame.pitch", "state.frame.wy"]
    motorcycle.init()
    rows = []
    for k in range(round(END / PERIOD)):
        throttle, brake = rider(k * PERIOD, *motorcycle.get(felt))
        motorcycle.set({"input.rear.torque": throttle, "input.front.brake": brake})
        rows.append(motorcycle.run((k + 1) * PERIOD, dt=PERIOD, record=record)[:1])
    return np.concatenate(rows)


def main():
    forces = [f"output.{wheel}.normal_force" for wheel in ("rear", "front")]
    with build() as motorcycle:
        rows = ride(motorcycle, record=["output.speed", "output.frame.pitch", *forces])
        print(" t/s  v/(m/s)  pitch/rad  rear/N  front/N")
        for row in rows[25::50]:
            values = (round(value, 4) + 0.0 for value in row) # no -0
            print("%4.2f  %7.3f  %9.4f  %6.0f  %7.0f" % tuple(values))
        for event in motorcycle.events():
            if event["type"] == "DETACH":
                wheel = motorcycle.parts[int(event["part"])]["name"]
                print("%.4f s: the %s wheel lifts" % (event["time"], wheel))


if __name__ == "__main__":
    main()
