# SPDX-License-Identifier: MIT
"""The scenes of scenes.js in libwheeldyn, by both schemes; the disc as kind torus_wheel."""
import math

import wheeldyn as wd

GRAVITY, STEP, RADIUS = 9.81, 1e-3, 0.3
CORNERS = ((1.3, 0.7), (1.3, -0.7), (-1.2, 0.7), (-1.2, -0.7))
SCHEMES = ("event", "moreau")


def start(vehicle, scheme):
    vehicle["solver.scheme"] = scheme
    if scheme == "moreau":
        vehicle["solver.fixed_step"] = STEP
    vehicle.init()
    return vehicle


def parked(scheme, brake):
    """A car on a slope of 0.3 rad, with wheels, or with balls of its frame (brake None)."""
    v = wd.Vehicle()
    v.body("frame", mass=1000, xx=500, yy=500, zz=500, z=0.5)
    for i, (x, y) in enumerate(CORNERS):
        if brake is None:
            v.body(f"b{i}", mass=10, xx=0.3, yy=0.45, zz=0.3, x=x, y=y, z=0.3)
            v.rigid(f"r{i}", on=("frame", f"b{i}"))
            v.rim(f"w{i}", on="frame", x=x, y=y, z=0.3, radius=0.3, crown=0.3, mu=0.8)
        else:
            v.wheel(f"w{i}", on="frame", x=x, y=y, z=0.3, radius=0.3, crown=0.3, mass=10,
                    spin_inertia=0.45, cross_inertia=0.3, mu=0.8)
            v[f"input.w{i}.brake"] = brake
    v["input.slope"] = 0.3
    return start(v, scheme)


def park(scheme, brake):
    with parked(scheme, brake) as v:
        v.step_to(1)
        x, y = v["state.frame.x"], v["state.frame.y"]
        v.step_to(61)
        return {"creep": math.hypot(v["state.frame.x"] - x, v["state.frame.y"] - y)}


def turn(scheme):
    v = wd.Vehicle()
    v.body("frame", mass=8, xx=0.075, yy=0.12, zz=0.17, x=0.05, z=0.12)
    for name, side in (("left", 1), ("right", -1)):
        v.wheel(name, on="frame", y=0.17 * side, z=0.08, radius=0.08, crown=0.08, mass=0.6,
                spin_inertia=0.00192, cross_inertia=0.001, damping=0.02, mu=0.8)
        v[f"input.{name}.torque"] = -0.1 * side
    v.rim("caster", on="frame", x=0.15, z=0.03, radius=0.03, crown=0.03, mu=0)
    with start(v, scheme):
        sideways = 0.0
        for i in range(1, round(10 / STEP) + 1):
            v.step_to(i * STEP)
            sideways += STEP * abs(v["output.left.slip_side"])
        return {"sideways": sideways}


def ball(height):
    v = wd.Vehicle()
    v.body("ball", mass=1, xx=0.004, yy=0.004, zz=0.004, z=0.1 + height)
    v.rim("rim", on="ball", z=0.1 + height, radius=0.1, crown=0.1, restitution=1, mu=0.8)
    return v


def bounce(scheme):
    with start(ball(0.2), scheme) as v:
        top = rises = 0
        before = v["state.ball.z"]
        for i in range(1, round(5 / STEP) + 1):
            v.step_to(i * STEP)
            z = v["state.ball.z"]
            if rises and z < before:
                top = before
            rises = z > before or (rises and z == before)
            before = z
        return {"height": (top - 0.1) / 0.2 - 1}


def gradient(scheme, h):
    ends = []
    for change in (-h, h):
        with start(ball(0.2137 + change), scheme) as v:
            v.step_to(2)
            ends.append(v["state.ball.z"])
    return {"gradient": (ends[1] - ends[0]) / (2 * h)}


def kerb(scheme):
    v = wd.Vehicle()
    v.body("ball", mass=10, xx=0.05, yy=0.05, zz=0.05, x=-1, z=0.1)
    v.rim("rim", on="ball", x=-1, z=0.1, radius=0.1, crown=0.1, mu=0.8)
    v.set_terrain([(-5, 0), (0, 0), (0, 0.03), (10, 0.03)])
    v.set({"init.ball.forward": 3, "init.ball.pitch_rate": 30})
    with start(v, scheme):
        v.step_to(1)
        return {"speed": v["state.ball.vx"]}


def centre(wheel):
    """Centre of the disc, computed from the contact point, which is part of the states."""
    beside = RADIUS * math.cos(wheel["state.lean"])
    return (wheel["state.x"] - beside * math.sin(wheel["state.precession"]),
            wheel["state.y"] + beside * math.cos(wheel["state.precession"]))


def disc(scheme):
    """Kind torus_wheel without a tube; by fixed steps instead of a Moreau scheme."""
    wheel = wd.Model("torus_wheel")
    wheel.set({"param.tube_radius": 0, "param.inertia_law": "custom", "param.servo_mass": 0,
               "param.ring_radius": RADIUS, "param.mass": 5, "param.gravity": GRAVITY,
               "param.inertia_equatorial": 5 * RADIUS**2 / 4,
               "param.inertia_polar": 5 * RADIUS**2 / 2,
               "state.lean": 1.5, "state.precession_rate": 0.5, "state.spin_rate": 10})
    if scheme == "moreau":
        wheel["solver.fixed_step"] = STEP
    with wheel:
        wheel.init()
        energy = ("output.kinetic_energy", "output.potential_energy")
        first, drift, (x, y) = sum(wheel.get(energy)), 0.0, centre(wheel)
        for i in range(1, 101):
            wheel.step_to(0.1 * i)
            drift = max(drift, abs(sum(wheel.get(energy)) / first - 1))
        end = centre(wheel)
        return {"x": end[0] - x, "y": end[1] - y, "drift": drift}


TASKS = {
    "park-brakes": lambda scheme: park(scheme, 4000),
    "park-fixed": lambda scheme: park(scheme, None),
    "turn": turn, "bounce": bounce, "kerb": kerb, "disc": disc,
    "gradient-1e-6": lambda scheme: gradient(scheme, 1e-6),
    "gradient-1e-3": lambda scheme: gradient(scheme, 1e-3),
}
