# SPDX-License-Identifier: MIT
"""Types of the package as a type checker infers them. Read by mypy --strict, never run."""
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union, assert_type

import numpy as np
import numpy.typing as npt
import wheeldyn as wd
from wheeldyn import bicycle, fmu, replay, torus
from wheeldyn.constrained import Constrained
from wheeldyn.contact import Contacts

Reals = npt.NDArray[np.float64]


def models() -> None:
    with wd.Model("impact_wheel", preset="kerb-plastic") as model:
        assert_type(model, wd.Model)
        model.set({"param.mu": 0.8, "solver.scheme": "moreau"})
        model["param.radius"] = np.float64(0.3)
        assert_type(model["param.radius"], float)
        assert_type(model.get(("param.mu",)), Reals)
        assert_type(model.choice("solver.scheme"), str)
        assert_type([row["low"] for row in model.variables()], List[float])
        model.set_input("input.torque", lambda t: 2 * t)
        model.set_input("input.torque", ("step", [0.0, 1.0], [1.0, 2.0]))
        model.set_terrain([(0, 0), (1, 0)], bulge=[0.1])
        assert_type(model.terrain, Optional[Tuple[Reals, Reals]])
        model.set_terrain_friction([0.5])
        assert_type(model.terrain_friction, Optional[Reals])
        model.set_terrain_restitution([0.5])
        assert_type(model.terrain_restitution, Optional[Reals])
        model.set_path_times([0, 2])
        assert_type(model.path_times, Optional[Reals])
        model.init()
        news = model.step_to(0.1)
        if news == "event":
            assert_type(model.events(), List[Dict[str, Any]])
        rows = model.run(1.0, dt=0.01, progress=True)
        assert_type(rows, wd.Rows)
        assert_type(rows.units, Dict[str, str])
        rows.plot(["state.x"])
        model.plot("state.x", t_end=2.0)
        assert_type(model.save(), bytes)
        assert_type(model.linearize(), Reals)
        assert_type(model.linearize(["input.torque"]), Tuple[Reals, Reals])
        assert_type(model.eigenvalues(), npt.NDArray[np.complex128])
        assert_type(model.clone(), wd.Model)
        assert_type(model.state_names(), List[str])
        assert_type(model.derivative(0, model.states()), Reals)
        change, states = model.event_update(0.1, [0.0])
        if change == "end":
            assert_type(states, Reals)


def parts() -> None:
    vehicle = wd.Vehicle()
    assert_type(vehicle.body("frame", mass=12, z=np.float64(0.3)), None)
    vehicle.wheel("left", on="frame", law="ideal", radius=0.1)
    vehicle.wheel("right", "frame", diameter=0.2)  # type: ignore[call-arg]
    vehicle.body("fork")
    vehicle.hinge("steer", on=("frame", "fork"), axis_z=1)
    assert_type(vehicle.clone(), wd.Vehicle)
    assert_type(vehicle.parts, List[wd.Part])
    assert_type(vehicle.key_variables, Tuple[str, ...])
    assert_type(wd.Vehicle("car"), wd.Vehicle)


def refuse() -> int:
    try:
        wd.Model("unicycle")
    except wd.Error as error:
        assert_type(error.text, str)
        return error.code
    return wd.WD_EKIND


def modules(model: wd.Model) -> str:
    assert_type(wd.kinds(), List[str])
    assert_type(wd.build_info(), str)
    with ProcessPoolExecutor() as pool:
        rows = wd.sweep("bicycle", {"init.speed": [4, 5.0]}, 1.0, ["output.energy"], executor=pool)
    assert_type(rows, npt.NDArray[np.void])
    assert_type(bicycle.modes(model, [4.0, 5.0]), bicycle.Modes)
    assert_type(torus.steady_lean(model, 0.1, 2), float)
    assert_type(Contacts(2, 1).solve().impulse, Reals)
    assert_type(Constrained(2, 1).inverse([[1, 0]]), Reals)
    tyre = wd.read_tir(Path("a.tir"), side="left")
    assert_type(tyre["pkx1"], Union[float, str])
    assert_type(tyre.dropped, Dict[str, str])
    assert_type(tyre.ranges, Dict[str, float])
    fmu.export("drive.yaml", "drive.fmu", sources=True)
    fmu.export(model, Path("a.fmu"), fmi=3, free=["input.torque"], end=2.0, record=["state.x"])
    return replay.page(replay.scene(model, rows))
