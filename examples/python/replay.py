# SPDX-License-Identifier: MIT
"""Write pages that replay runs in a browser, one or more for every kind.

usage: replay.py [FOLDER]
"""
import random
import sys
from pathlib import Path

import antilock
import bowl
import numpy as np
import road
import skid
import spot
import stairs
import wheeldyn as wd
import wheelie
from wheeldyn import replay

USER_PATH = [(-3, -2), (0, -3), (3, -2), (2.5, 0), (0, 0.5), (-2, 2), (0, 3.5), (3, 3)]


def scene(title, model, end, step):
    model.init()
    rows = model.run(end, dt=step, record=replay.columns(model))
    return replay.scene(model, rows, title)


def kerb(title, preset):
    with wd.Model("impact_wheel", preset=preset) as wheel:
        return scene(title, wheel, end=1.0, step=2e-3)


def rough(title):
    chance = random.Random(1)
    profile = [(-9, 0), (0.5, 0)]
    profile += [(0.5 + 0.12 * i, chance.uniform(0, 0.06)) for i in range(1, 120)]
    with wd.Model("impact_wheel") as wheel:
        wheel.set_terrain(profile)
        wheel.set({"state.x": 0, "state.y": wheel["param.radius"], "param.mu": 0.8,
                   "param.restitution": 0.3, "input.torque": -1,
                   "solver.event_capacity": 10000})
        return scene(title, wheel, end=6.0, step=5e-3)


def torus(title, preset, end):
    with wd.Model("torus_wheel", preset=preset) as wheel:
        return scene(title, wheel, end, step=0.05)


def astroid(title):
    with wd.Model("torus_wheel", preset="astroid") as wheel:
        wheel.init()
        wheel.step_to(19.0)  # upright and on no path before 20 s
        path = wheel.run(65.0, dt=0.05, record=replay.columns(wheel))
        wheel.set_choice("input.control_mode", "set_point")
        rest = wheel.run(90.0, dt=0.05, record=replay.columns(wheel))
        return replay.scene(wheel, np.concatenate([path[:-1], rest]), title)


def torus_on_points(title):
    with wd.Model("torus_wheel") as wheel:
        wheel.set_path(USER_PATH, closed=False)
        wheel.set({"param.path": "user", "param.path_speed": 0.8, "state.x": -3.5,
                   "state.y": -1.5, "state.precession": 2.5, "state.spin_rate": 1,
                   "param.kv": 2, "param.k1": 0.6})
        wheel.set_choice("input.control_mode", "track")
        return scene(title, wheel, 30.0, step=0.05)


def ride(title, end, **start):
    with wd.Model("bicycle") as model:
        model.set({f"init.{name}": x for name, x in start.items()})
        return scene(title, model, end, step=0.04)


def vehicle(title, preset, end, **mu):
    with wd.Vehicle(preset) as model:
        model.set({f"input.{wheel}.mu": value for wheel, value in mu.items()})
        return scene(title, model, end, step=0.02)


def emergency(title, brakes):
    with antilock.build(left=0.9, right=0.3) as car:
        rows = antilock.stop(car, brakes, record=replay.columns(car))
        return replay.scene(car, rows[::2], title)


def parked(title):
    with wd.Vehicle("rigid_car") as car:
        wheels = antilock.WHEELS
        for wheel in wheels[:2]:
            car[f"input.{wheel}_steer.target"] = 0.0
        for wheel in wheels[2:]:
            car[f"input.{wheel}.torque"] = 0.0
        car.set({f"input.{wheel}.brake": 4000.0 for wheel in wheels})
        car.set({"init.chassis.forward": 0.0, "input.slope": 0.25})
        car.init()
        held = car.run(3.0, dt=0.02, record=replay.columns(car))
        car.set({f"input.{wheel}.brake": 0.0 for wheel in wheels[:2]})
        rear = car.run(6.0, dt=0.02, record=replay.columns(car))
        car.set({f"input.{wheel}.brake": 350.0 for wheel in wheels[2:]})
        weak = car.run(8.0, dt=0.02, record=replay.columns(car))
        return replay.scene(car, np.concatenate([held[:-1], rear[:-1], weak]), title)


def turning(title, torque):
    with spot.build(torque) as robot:
        return scene(title, robot, 4.0, step=0.01)


def skidding(title):
    with skid.build() as bicycle:
        return replay.scene(bicycle, skid.ride(bicycle, 0.01, replay.columns(bicycle)), title)


def balancing(title):
    with wheelie.build() as motorcycle:
        rows = wheelie.ride(motorcycle, replay.columns(motorcycle))
        return replay.scene(motorcycle, rows[::2], title)


def driven(title, preset):
    with wd.Model("rolling_wheel", preset=preset) as wheel:
        return scene(title, wheel, 20.0, step=0.02)


def pulled(title):
    with wd.Model("sliding_block") as block:
        block.set_input("input.traction", ("linear", [0, 4, 4.01], [0, 8, 0]))
        return scene(title, block, 6.0, step=0.01)


def planes():
    return replay.page(
        driven("60 N m: spins in the wet and finds its grip again", "drive-60"),
        driven("brakes on wet ground", "brake-0.1"),
        pulled("block, pulled harder and harder, then released"))


def impacts():
    return replay.page(kerb("plastic collisions, β = 0", "kerb-plastic"),
                       kerb("elastoplastic collisions, β = 0.3", "kerb-elastoplastic"),
                       rough("driven by 1 N m over rough ground, β = 0.3"))


def tori():
    return replay.page(
        astroid("astroid, then a set point"),
        torus("curve of three cusps", "deltoid", 50.0),
        torus("circle", "circle", 80.0),
        torus_on_points("path through eight points"),
        torus("free, until it falls", "rolling-friction", 60.0))


def bicycles():
    return replay.page(
        ride("4.6 m/s, pushed: weave dies away", 8.0, speed=4.6, roll_rate=0.5),
        ride("3 m/s, hardly pushed: weave grows until a wheel lifts", 12.0, speed=3.0,
             roll_rate=1e-3),
        ride("8 m/s, pushed: capsize, slowly", 30.0, speed=8.0, roll_rate=0.05),
        ride("at rest: falls over", 6.0, roll=0.01))


def vehicles():
    ice = dict.fromkeys(("front_left", "front_right", "rear_left", "rear_right"), 0.2)
    return replay.page(
        vehicle("car: faster, and into a circle", "car", 10.0),
        vehicle("car on ice: it slides out of the circle", "car", 10.0, **ice),
        vehicle("robot: ahead, to the left, to the right", "robot", 12.0),
        vehicle("motorcycle, pushed at 6.2 m/s", "motorcycle", 10.0),
        vehicle("pool ball: slides until it rolls", "ball", 2.0))


def holding():
    return replay.page(
        emergency("ice on the right, wheels locked", antilock.Locked()),
        emergency("ice on the right, anti-lock brakes", antilock.AntiLock()),
        skidding("bicycle: skids, then its rear wheel lifts"),
        balancing("motorcycle on one wheel, then on the other"),
        turning("robot turns on the spot beyond its grip", 1.5),
        parked("parked on a hill, until brakes slip"))


def over(title, model, end):
    with model:
        return scene(title, model, end, step=0.01)


def grounds():
    return replay.page(
        over("robot over a threshold, at an angle", wd.Vehicle("threshold"), 3.0),
        over("robot over a threshold and down stairs", stairs.build("event"), 6.0),
        over("ball in a bowl", wd.Vehicle("bowl"), 6.0),
        over("torus in a half-pipe", bowl.torus(), 3.0),
        over("car with its left wheels over a ramp on a road", road.car(), 2.5))


PAGES = {"replay": impacts, "replay_plane": planes, "replay_torus": tori,
         "replay_bicycle": bicycles, "replay_vehicle": vehicles, "replay_holding": holding,
         "replay_ground": grounds}


def write(name, folder):
    """Write a page into the folder; return its text."""
    text = PAGES[name]()
    (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return text


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    folder.mkdir(exist_ok=True)
    for each in PAGES:
        write(each, folder)
        print(f"See {folder / each}.html")
