# SPDX-License-Identifier: MIT
"""Euler's disk: a steel disc spins down on its edge until it is almost flat. Rolling resistance
takes its energy; the contact runs round the rim ever faster, like (end - t)^(-1/3)."""

import numpy as np
import wheeldyn

radius, thickness, density, gravity = 0.038, 0.013, 7800.0, 9.81
mass = np.pi * radius**2 * thickness * density
inclination = np.radians(10)
rate = np.sqrt(4 * gravity / (radius * np.sin(inclination)))  # the contact moves round the rim

disk = wheeldyn.Vehicle()
disk.body("disc", mass=mass, z=radius, xx=mass * radius**2 / 4, yy=mass * radius**2 / 2,
          zz=mass * radius**2 / 4)
disk.rim("edge", on="disc", z=radius, radius=radius, law="ideal", rolling_torque=2e-5,
         flat_angle=np.radians(0.5))
disk.set({"init.disc.roll": inclination - np.pi / 2,
          "init.disc.z": radius * (np.sin(inclination) - 1),
          "init.disc.yaw_rate": rate * np.sin(inclination)})
disk.init()
rows = disk.run(30, dt=1e-3, record=["output.disc.roll", "output.dissipated"])
time, angle = rows["time"], np.pi / 2 - np.abs(rows["output.disc.roll"])
print("mass %.3f kg; it stops at %.3f s, %.2f degrees from flat" %
      (mass, time[-1], np.degrees(angle[-1])))
print("angle [degrees]   turns of the contact per second")
for degrees in (9, 6, 4, 2, 1, 0.51):
    a = angle[np.argmax(angle < np.radians(degrees))]
    print("%15.2f %10.1f" % (degrees, np.sqrt(4 * gravity / (radius * np.sin(a))) / (2 * np.pi)))
late = angle < np.radians(2)
ends = [(np.polyfit(np.log(end - time[late]), np.log(angle[late]), 1, full=True), end)
        for end in time[-1] + np.linspace(0.05, 0.5, 451) * np.ptp(time[late])]
line = min(ends, key=lambda each: each[0][1][0])[0][0]
print("the last 2 degrees go like (end - t)^n, n = %.2f" % line[0])
