# SPDX-License-Identifier: MIT
"""Shimmy: a wheel that trails behind a free hinge oscillates by itself if the trail is too short.

A heavy sled pulls the wheel at constant speed. The closed form has four linear equations: for the
angle of the hinge, its rate, and the lateral deflection and the twist of the tyre. With a short
contact patch and an undamped carcass, the wheel is stable if the trail is at least the relaxation
length, which is the cornering stiffness divided by the lateral stiffness of the tyre. Damping of
the carcass and a long patch shorten this trail, and at low speed no trail is unstable.
"""
import numpy as np
import wheeldyn as wd

SPEED, LOAD, RADIUS = 20.0, 4000.0, 0.3  # m/s, N, m
MASS, INERTIA = 10.0, 0.5  # fork and wheel together; both have one centre of mass
# Cornering stiffness relative to the load [1/rad], stiffnesses of the carcass to the side [N/m] and
# about the vertical [N m/rad], time of its damping [s], half the length of the contact patch [m].
CORNERING, SIDE, TURNING, TIME, HALF = 15.0, 150e3, 5e3, 0.002, 0.06
VERTICAL = 2e7  # N/m; vertical stiffness of the tyre
START, END = 1e-8, 1.0  # rad, s; start value of the angle, and end of the run


def build(trail):
    rig = wd.Vehicle()
    rig.body("sled", mass=1e9, xx=1e9, yy=1e9, zz=1e9, z=RADIUS)
    rig.tyre("tyre", form="brush", cornering_stiffness=CORNERING, side_stiffness=SIDE,
             turning_stiffness=TURNING, carcass_time=TIME, half_length=HALF, rolling_resistance=0,
             vertical_stiffness=VERTICAL, vertical_damping=5e4)
    rig.body("carriage", z=RADIUS)
    rig.slide("lift", on=("sled", "carriage"), z=RADIUS, axis_z=1)
    rig.body("fork", mass=MASS, xx=INERTIA, yy=INERTIA, zz=INERTIA, x=-trail, z=RADIUS)
    rig.hinge("steer", on=("carriage", "fork"), z=RADIUS, axis_z=1)
    rig.wheel("wheel", on="fork", tyre="tyre", x=-trail, z=RADIUS, radius=RADIUS, crown=0.1,
              mass=0, spin_inertia=1e-3, cross_inertia=0, mu=1)
    rig.point("load", on="carriage", z=RADIUS)
    rig.set({"param.gravity": 0, "param.spin": "rolling", "input.load.force_z": -LOAD,
             "init.lift.travel": -LOAD / VERTICAL, "init.sled.forward": SPEED,
             "init.steer.angle": START, "solver.rtol": 1e-10})
    return rig


def matrix(trail):
    """Matrix of the equations of the angle, its rate, the lateral deflection and the twist."""
    angle, rate, u, twist = np.eye(4)
    per_load = CORNERING * LOAD
    # u' = -slip - speed force / per_load,  force = SIDE (u + TIME u')
    slip = -SPEED * angle - trail * rate
    u_rate = (-slip - SPEED * SIDE / per_load * u) / (1 + TIME * SIDE * SPEED / per_load)
    force = SIDE * (u + TIME * u_rate)
    # twist' = -rate - speed (moment - target) / (HALF TURNING),  target = -HALF force / 3
    twist_rate = -rate - SPEED / HALF * (twist + HALF * force / (3 * TURNING))
    twist_rate = twist_rate / (1 + TIME * SPEED / HALF)
    moment = TURNING * (twist + TIME * twist_rate)
    inertia = INERTIA + MASS * trail**2
    return np.array([rate, (moment - trail * force) / inertia, u_rate, twist_rate])


def growth(trail):
    return np.linalg.eigvals(matrix(trail)).real.max()


def boundary(low, high):
    """Trail of neutral stability, between an unstable trail and a stable one."""
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if growth(middle) > 0 else (low, middle)
    return high


def angles(trail, times):
    values, vectors = np.linalg.eig(matrix(trail))
    parts = vectors * np.linalg.solve(vectors, [START, 0, 0, 0])
    return (parts[0] * np.exp(np.outer(times, values))).sum(axis=1).real


def main():
    limit = boundary(0.01, 0.6)
    print(f"relaxation length {CORNERING * LOAD / SIDE:.3f} m; "
          f"stable from a trail of {limit:.4f} m on")
    print("trail    growth       largest angle of the last 0.1 s  difference")
    for trail in (0.05, 0.1, 0.95 * limit, 1.05 * limit, 0.3):
        with build(trail) as rig:
            rig.init()
            rows = rig.run(END, dt=0.01, record=["state.steer.angle"])
        exact = angles(trail, rows["time"])
        worst = abs(rows["state.steer.angle"] - exact).max() / abs(exact).max()
        last = abs(rows["state.steer.angle"][-10:]).max() / START
        print(f"{trail:.3f} m  {growth(trail):7.3f} 1/s  {last:12.4f} of the start"
              f"       {worst:.0e}")


if __name__ == "__main__":
    main()
