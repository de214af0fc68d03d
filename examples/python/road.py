# SPDX-License-Identifier: MIT
"""A car on tyres whose left wheels drive over a ramp on a random road of class B of ISO 8608.

The road and the ramp are one grid of heights. The car starts in balance on level ground; the road
begins 3 m ahead, the ramp 8 m. With a file name as argument the run is drawn there (matplotlib).
"""
import sys

import numpy as np
import wheeldyn as wd
from wheeldyn import ground

DX = 0.1  # m; spacing of the grid
X0, Y0, NX, NY = -4.0, -2.5, 400, 51
HEIGHT, FROM, TO, FLANK = 0.12, 8.0, 12.0, 2.0  # m; the ramp, with flanks of 2 m
SPEED, END = 10.0, 2.5  # m/s, s
WHEELS = ("front_left", "front_right", "rear_left", "rear_right")


def smooth(x):
    """0 below 0, 1 above 1, with continuous second derivatives."""
    x = np.clip(x, 0, 1)
    return x**3 * (10 - 15 * x + 6 * x**2)


def heights():
    x = X0 + DX * np.arange(NX)
    y = Y0 + DX * np.arange(NY)
    road = ground.isotropic("B", NX, NY, DX, seed=8) * smooth((x - 3) / 2)
    along = smooth((x - FROM) / FLANK) - smooth((x - TO) / FLANK)
    return road + HEIGHT * np.outer(smooth((y + 0.4) / 0.8), along)


def car():
    v = wd.Vehicle("car")
    v.set_surface(heights(), dx=DX, x0=X0, y0=Y0)
    v["param.place"] = "in_balance"
    v["init.chassis.forward"] = SPEED
    for wheel in WHEELS:
        v[f"input.{wheel}.torque"] = 0
    for wheel in WHEELS[:2]:
        v[f"input.{wheel}_steer.target"] = 0
    return v


def draw(rows, path):
    from matplotlib import pyplot as plt
    figure, (roll, load) = plt.subplots(2, sharex=True, figsize=(9, 6), layout="constrained")
    roll.plot(rows["time"], np.degrees(rows["output.chassis.roll"]), label="roll")
    roll.plot(rows["time"], np.degrees(rows["output.chassis.pitch"]), label="pitch")
    roll.set_ylabel("chassis (degrees)")
    for wheel in WHEELS:
        load.plot(rows["time"], rows[f"output.{wheel}.normal_force"] / 1000,
                  label=wheel.replace("_", " "))
    load.set(xlabel="time (s)", ylabel="normal force (kN)")
    for axes in (roll, load):
        axes.legend()
        axes.grid(alpha=0.3)
        axes.margins(x=0)
    figure.savefig(path)


def main():
    names = ["output.chassis.roll", "output.chassis.pitch", "output.chassis.x"]
    names += [f"output.{wheel}.{what}" for wheel in WHEELS
              for what in ("normal_force", "contact_z", "deflection", "contact")]
    with car() as v:
        v.init()
        rows = v.run(END, dt=0.005, record=names)
    on_ramp = rows["output.chassis.x"] > FROM
    print("wheel        load/kN at rest, least, most   in the air/s  up to/m")
    for wheel in WHEELS:
        load = rows[f"output.{wheel}.normal_force"] / 1000
        height = rows[f"output.{wheel}.contact_z"] + rows[f"output.{wheel}.deflection"]
        air = 0.005 * np.sum(rows[f"output.{wheel}.contact"] == 0)
        print("%-11s  %15.2f  %5.2f  %5.2f  %13.2f  %7.2f"
              % (wheel, load[0], min(load), max(load), air,
                 max(height)))
    print("roll up to %.1f degrees on the road, %.1f degrees on the ramp"
          % tuple(np.degrees(max(abs(rows["output.chassis.roll"][part])))
                  for part in (~on_ramp, on_ramp)))
    if len(sys.argv) > 1:
        draw(rows, sys.argv[1])


if __name__ == "__main__":
    main()
