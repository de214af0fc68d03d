# SPDX-License-Identifier: GPL-3.0-or-later
"""Steady motions of the torus against the golden table and against the library's accelerations."""

import csv
import math
from pathlib import Path

import pytest
import wheeldyn as wd
from wheeldyn.torus import steady_lean, steady_turning

TABLE = Path(__file__).parents[1] / "ref" / "torus_wheel" / "golden_steady.csv"


@pytest.fixture
def torus():
    with wd.Model("torus_wheel") as model:
        model["param.gravity"] = 9.8
        yield model


def accelerations(model, motion):
    """Of the library, with the torque that the steady motion asks for."""
    model.set({"state.lean": motion.lean, "state.precession_rate": motion.precession_rate,
               "state.spin_rate": motion.spin_rate, "input.torque_lean": motion.torque_lean,
               "param.touchdown_angle": 0.05})
    model.init()
    return [model["output." + name] for name in ("precession_acc", "lean_acc", "spin_acc")]


def test_golden(torus):
    with TABLE.open(encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 6
    for row in rows:
        motion = steady_turning(torus, math.radians(float(row["q_deg"])), float(row["pd"]))
        assert motion.spin_rate == pytest.approx(float(row["rd"]), rel=1e-13)
        assert motion.radius == pytest.approx(float(row["R"]), rel=1e-13)
        assert motion.reaction_lateral == pytest.approx(float(row["mu"]), rel=1e-13)
        assert motion.normal_force == pytest.approx(float(row["N"]), rel=1e-15)
        assert motion.torque_lean == pytest.approx(0, abs=1e-12)
        assert motion.friction_demand == pytest.approx(abs(float(row["mu"])) / 78.4, rel=1e-13)


@pytest.mark.parametrize("lean, torque", [(0.0, 0.1805), (0.01, -0.0551840777515782),
                                          (-0.01, 0.416166028021992)])
def test_held_circle(torus, lean, torque):
    motion = steady_turning(torus, math.pi / 2 + lean, 0.2, 0.5)
    assert motion.torque_lean == pytest.approx(torque, abs=1e-14)
    assert motion.radius == pytest.approx(1, abs=2e-5)
    assert max(map(abs, accelerations(torus, motion))) <= 1e-13


def test_custom_inertia(torus):
    torus.set_choice("param.inertia_law", "custom")
    torus.set({"param.inertia_equatorial": 0.1, "param.inertia_polar": 0.9})
    motion = steady_turning(torus, 1.2, 1.5)
    assert max(map(abs, accelerations(torus, motion))) <= 1e-12


def test_steady_lean(torus):
    lean = steady_lean(torus, 0.2, 0.5)
    assert lean == pytest.approx(1.57845489966770775, abs=1e-14)
    motion = steady_turning(torus, lean, 0.2, 0.5)
    assert motion.radius == pytest.approx(0.99999266831853, abs=1e-14)
    assert steady_lean(torus, 0.0, 0.5) == math.pi / 2


def test_no_steady_motion(torus):
    straight = steady_turning(torus, math.pi / 2, 0.0, 3.0)
    assert straight.radius == math.inf and straight.torque_lean == pytest.approx(0, abs=1e-14)
    with pytest.raises(ValueError):
        steady_turning(torus, 1.2, 0.0)
    with pytest.raises(ValueError):
        steady_lean(torus, 1.0, 400.0)
