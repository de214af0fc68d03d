# SPDX-License-Identifier: MIT
"""The benchmark bicycle on dry ground: its rear wheel is locked and skids, then the front brake
lifts the rear wheel from the ground."""
import numpy as np
import wheeldyn as wd

PLAN = ((0.2, "rear", 200.0), (0.9, "rear", 0.0), (1.6, "front", 280.0), (1.9, "front", 0.0))
END = 2.3


def build():
    bicycle = wd.Vehicle("bicycle")
    for wheel in ("rear", "front"):
        bicycle.set({f"param.{wheel}.law": "coulomb", f"input.{wheel}.mu": 0.9})
    bicycle.set({"init.frame.forward": 5.0, "init.frame.roll_rate": 0.1, "init.frame.left": -0.09})
    return bicycle


def ride(bicycle, step, record=()):
    """Ride with the planned brake torques; return the rows of the ride."""
    bicycle.init()
    parts = []
    for time, wheel, torque in PLAN:
        parts.append(bicycle.run(time, dt=step, record=record)[:-1])
        bicycle[f"input.{wheel}.brake"] = torque
    return np.concatenate([*parts, bicycle.run(END, dt=step, record=record)])


def main():
    with build() as bicycle:
        ride(bicycle, step=0.1)
        print("  t/s     event       part   hits with/(m/s)")
        for event in bicycle.events():
            part = bicycle.parts[int(event["part"])]["name"]
            hit = "%.4f" % abs(event["normal_speed"]) if event["type"] == "IMPACT" else ""
            print("%8.5f  %-10s  %-5s  %s" % (event["time"], event["type"], part, hit))
        print("at %.3f m/s, leaning by %.3f rad" % (bicycle["output.speed"],
                                                    bicycle["output.frame.roll"]))


if __name__ == "__main__":
    main()
