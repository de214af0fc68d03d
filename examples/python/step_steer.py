# SPDX-License-Identifier: MIT
"""A small step of the steering angle of a car: its yaw rate, compared with the closed form.

The car has brush tyres, no suspension, and its centre of mass on the ground, so that it neither
rolls nor pitches. So it corresponds to the single-track model with relaxing tyres: six linear
equations for the lateral velocity, the yaw rate, and the lateral deflection and the twist of the
front and the rear tyres.
"""
import numpy as np
import wheeldyn as wd

MASS, INERTIA, AHEAD, BEHIND = 1500.0, 2500.0, 1.2, 1.5
RADIUS, STEP, END = 0.3, 1e-5, 0.5  # m, rad, s; STEP is that of the steering angle
# Cornering stiffness relative to the load [1/rad], stiffnesses of the carcass to the side [N/m] and
# about the vertical [N m/rad], time of its damping [s], half the length of the contact patch [m].
CORNERING, SIDE, TURNING, TIME, HALF = 15.0, 150e3, 5e3, 0.002, 0.06
GRAVITY = 9.81


def build(speed):
    car = wd.Vehicle()
    car.body("car", mass=MASS, xx=500, yy=INERTIA, zz=INERTIA, z=0)
    car.tyre("tyre", form="brush", cornering_stiffness=CORNERING, side_stiffness=SIDE,
             turning_stiffness=TURNING, carcass_time=TIME, half_length=HALF, rolling_resistance=0,
             vertical_stiffness=2e7, vertical_damping=5e4)
    for x, axle, steer in ((AHEAD, "front", STEP), (-BEHIND, "rear", 0.0)):
        for y, side in ((0.75, "left"), (-0.75, "right")):
            car.wheel(f"{axle}_{side}", on="car", tyre="tyre", x=x, y=y, z=RADIUS, radius=RADIUS,
                      crown=0.1, mass=0, spin_inertia=1e-3, axis_x=-np.sin(steer),
                      axis_y=np.cos(steer), mu=1)
    car.set({"param.place": "on_ground", "param.spin": "rolling", "init.car.forward": speed,
             "solver.rtol": 1e-10})
    return car


def closed_form(speed):
    """Matrix and right-hand side of the six equations, in the order v, r, u, u, twist, twist."""
    A, b = np.zeros((6, 6)), np.zeros(6)
    wheelbase = AHEAD + BEHIND
    for i, (x, share, steer) in enumerate(((AHEAD, BEHIND, STEP), (-BEHIND, AHEAD, 0.0))):
        per_load = CORNERING * MASS * GRAVITY * share / wheelbase  # N/rad of both tyres
        u, twist = 2 + i, 4 + i
        slip = np.array([1, x, 0, 0, 0, 0])       # lateral velocity of the rim, less speed x steer
        # u' = -slip - speed force / per_load,  force = stiffness (u + TIME u')
        yields = 1 + TIME * 2 * SIDE * speed / per_load
        rate = (-slip - speed * 2 * SIDE / per_load * np.eye(6)[u]) / yields
        force = 2 * SIDE * (np.eye(6)[u] + TIME * rate)
        rate_0, force_0 = speed * steer / yields, 2 * SIDE * TIME * speed * steer / yields
        # twist' = -yaw rate - speed (moment - target) / (half length * stiffness)
        grows = 1 + TIME * speed / HALF
        target, target_0 = -HALF / 3 * force, -HALF / 3 * force_0
        turn = (-np.eye(6)[1] - speed / HALF * (np.eye(6)[twist] - target / (2 * TURNING))) / grows
        turn_0 = speed / HALF * target_0 / (2 * TURNING) / grows
        moment = 2 * TURNING * (np.eye(6)[twist] + TIME * turn)
        A[0] += force / MASS
        A[1] += (x * force + moment) / INERTIA
        b[0] += force_0 / MASS
        b[1] += (x * force_0 + 2 * TURNING * TIME * turn_0) / INERTIA
        A[u], b[u], A[twist], b[twist] = rate, rate_0, turn, turn_0
    A[0, 1] -= speed
    return A, b


def response(speed, times):
    """Yaw rate of the closed form after straight running, and its final value."""
    A, b = closed_form(speed)
    steady = -np.linalg.solve(A, b)
    values, vectors = np.linalg.eig(A)
    parts = vectors * np.linalg.solve(vectors, -steady)
    rates = (parts[1] * np.exp(np.outer(times, values))).sum(axis=1).real + steady[1]
    return rates, steady[1]


def main():
    print("speed      gain     largest difference")
    for speed in (5.0, 10.0, 20.0, 30.0, 40.0):
        with build(speed) as car:
            car.init()
            rows = car.run(END, dt=0.1, record=["state.car.wz"])
            exact, steady = response(speed, rows["time"])
            worst = abs(rows["state.car.wz"] - exact).max() / steady
            print(f"{speed:3.0f} m/s  {steady / STEP:.6f} 1/s  {worst:.0e}")


if __name__ == "__main__":
    main()
