# SPDX-License-Identifier: MIT
"""A ball that rolls round in a bowl, and a torus in a half-pipe: smooth surfaces as functions.

The ball moves on a horizontal circle. If it rolls without slip and without spin about the normal,
it goes round at sqrt(g / ((1 + k) l cos a)) rad/s: l is the distance of its centre from that of the
bowl, a the angle of its centre from the vertical, and k = 2/5 for a homogeneous ball. The torus
starts along the half-pipe at an angle, rolls up the sides and back. It has law ideal and loses no
energy.
"""
import math

import wheeldyn as wd

BOWL = 1.5  # m; radius of the bowl and of the half-pipe


def bowl(x, y):
    """Height, slopes and second derivatives of a sphere from inside."""
    w = math.sqrt(BOWL**2 - x * x - y * y)
    return (BOWL - w, x / w, y / w, (w * w + x * x) / w**3, x * y / w**3, (w * w + y * y) / w**3)


def half_pipe(x, y):
    """Height, slopes and second derivatives of a cylinder along x."""
    w = math.sqrt(BOWL**2 - y * y)
    return BOWL - w, 0, y / w, 0, 0, BOWL**2 / w**3


def ball(radius, angle):
    way = BOWL - radius
    rate = math.sqrt(9.81 / (1.4 * way * math.cos(angle)))
    speed = rate * way * math.sin(angle)
    inertia = 0.4 * radius**2
    v = wd.Vehicle()
    v.body("ball", mass=1, xx=inertia, yy=inertia, zz=inertia)
    v.rim("skin", on="ball", radius=radius, crown=radius, mu=0.5)
    v.set_surface(bowl)
    v["init.ball.x"] = way * math.sin(angle)
    v["init.ball.z"] = BOWL - way * math.cos(angle)
    v["init.ball.left"] = speed
    v["init.ball.roll_rate"] = -speed / radius * math.cos(angle)
    v["init.ball.yaw_rate"] = -speed / radius * math.sin(angle)
    return v, 2 * math.pi / rate


def torus():
    v = wd.Vehicle(preset="disc")
    v.set_surface(half_pipe)
    v["init.disc.z"] = 0.5  # lowered onto the ground from above
    v["init.disc.yaw"] = 0.5
    v["init.disc.roll_rate"] = 0
    return v


def main():
    print("angle/rad  period/s  off after a turn/mm")
    for angle in (0.2, 0.6, 1.0):
        v, period = ball(0.1, angle)
        with v:
            v.init()
            start = [v[f"output.ball.{axis}"] for axis in "xyz"]
            v.run(period, dt=period)
            end = [v[f"output.ball.{axis}"] for axis in "xyz"]
            print("%9.1f  %8.4f  %19.4f" % (angle, period, 1e3 * math.dist(start, end)))
    with torus() as v:
        v.init()
        rows = v.run(10, dt=0.01, record=["output.disc.x", "output.edge.contact_z",
                                          "output.kinetic_energy", "output.potential_energy"])
        energy = rows["output.kinetic_energy"] + rows["output.potential_energy"]
        kept = max(abs(energy - energy[0])) < 1e-9 * energy[0]
        print("torus: %.2f m along the pipe, up to %.2f m on its side, energy kept to 1e-9: %s"
              % (rows["output.disc.x"][-1], max(rows["output.edge.contact_z"]),
                 "yes" if kept else "no"))


if __name__ == "__main__":
    main()
