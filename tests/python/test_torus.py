# SPDX-License-Identifier: MIT
"""Steady motions of the torus, compared with the golden table and with the library's accelerations;
the linear model of the controlled torus, compared with the design poles of its laws."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn.torus import closed_loop, steady_lean, steady_turning

TABLE = Path(__file__).parents[1] / "ref" / "torus_wheel" / "golden_steady.csv"


@pytest.fixture
def torus():
    with wd.Model("torus_wheel") as model:
        model["param.gravity"] = 9.8
        yield model


def accelerations(model, motion):
    """Accelerations of the library, with the torque that the steady motion requires."""
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


def test_without_gravity(torus):
    torus["param.gravity"] = 0
    assert steady_turning(torus, 1.2, 0.5, 1.0).friction_demand == math.inf


def test_no_steady_motion(torus):
    straight = steady_turning(torus, math.pi / 2, 0.0, 3.0)
    assert straight.radius == math.inf and straight.torque_lean == pytest.approx(0, abs=1e-14)
    with pytest.raises(ValueError):
        steady_turning(torus, 1.2, 0.0)
    with pytest.raises(ValueError):
        steady_lean(torus, 1.0, 400.0)


# ---- the controlled wheel ----

def on_straight_path(law, **gains):
    """A wheel at 1.25 m/s along x, 2 m from the start of the path."""
    model = wd.Model("torus_wheel")
    model.set_path([[0, 0], [100, 0]])
    model.set({"param.path": "user", "param.path_speed": 1.25, "input.control_mode": law,
               "state.x": 2, "state.spin_rate": -1.25 / 0.4})
    model.init(1.6)
    model.set({"param." + name: value for name, value in gains.items()})
    model.eval()
    return model


def check_poles(got, *polynomials):
    """Poles: the roots of these polynomials and three zeros (spin, integrals of the other law)."""
    want = np.concatenate([np.roots(polynomial) for polynomial in polynomials])
    assert len(want) + np.count_nonzero(np.abs(got) < 1e-7) == len(got)
    for pole in want:
        assert np.abs(got - pole).min() < 1e-6


def test_poles_of_law_r():
    k1, k2, k3, kv, ki, kw, w = 1.5, 0.4, 2.0, 5.0, 5.0, 6.0, 8.0
    with on_straight_path("track", k1=k1, k2=k2, k3=k3, kv=kv, ki=ki, kw=kw, lean_frequency=w,
                          lean_damping=1.25) as model:
        loop = closed_loop(model)
        assert loop.names[0] == "state.precession" and len(loop.names) == 11
        check_poles(loop.eigenvalues, [1, k1], [1, kv, ki], [1, k3, k2 * 1.25**2], [1, kw],
                    [1, 2.5 * w, w * w])


def test_default_poles_are_double():
    """The lateral error has a double pole at -k3/2 = -1/s, the lean a double pole at -8/s. The test
    compares polynomials, because rounding changes double roots much more.
    """
    with on_straight_path("track", ki=5) as model:
        A = closed_loop(model).A
    want = [1.0, 0, 0, 0]
    for factor in ([1, 1.5], [1, 4, 5], [1, 2, 1], [1, 6], [1, 16, 64]):
        want = np.convolve(want, factor)
    assert np.poly(A) == pytest.approx(want, rel=1e-6, abs=1e-4)


def test_poles_of_law_p():
    damping, w, reset = 0.9, 2.55, 0.5
    with on_straight_path("track_pid", lean_damping=1.25) as model:
        poles = closed_loop(model).eigenvalues
    for pole in np.roots([1, 2 * damping * w, w * w, w * w / reset]):
        assert np.abs(poles - pole).min() < 1e-6


def along(damping, w, reset):
    """Characteristic polynomial of Law P for errors along a straight path."""
    return [1, 2 * damping * w, w * w, w * w / reset]


def across(damping, w, reset, part):
    """Characteristic polynomial for errors across the path; part: v^2/(v^2 + eps^2)."""
    return [1, 20] + [20 * part * x for x in along(damping, w, reset)[1:]]


# The speed is 1.25 m/s; a regularisation of 0 means a tenth of the speed.
@pytest.mark.parametrize("damping, w, regularisation", [
    (0.9, 2.55, 0), (0.9, 2.55, 0.5), (0.9, 4.0, 0), (0.5, 1.0, 0)])
def test_limits_of_the_reset_time(damping, w, regularisation):
    """The limits agree with Routh's criterion and with the poles on both sides of a limit."""
    part = 1 / (1 + (regularisation / 1.25 or 0.1)**2)
    limit = 1 / (2 * damping * w)
    of_across = limit / (part * (1 - w / (40 * damping)))
    for reset in (0.5 * limit, 0.99 * limit, 1.01 * limit, 0.99 * of_across, 1.01 * of_across):
        want = np.roots(along(damping, w, reset)), np.roots(across(damping, w, reset, part))
        assert (want[0].real.max() > 0) == (reset < limit)
        assert (want[1].real.max() > 0) == (reset < of_across)
        with on_straight_path("track_pid", pid_damping=damping, pid_frequency=w, pid_reset=reset,
                              pid_regularisation=regularisation) as model:
            poles = closed_loop(model).eigenvalues
        for pole in np.concatenate(want):
            assert np.abs(poles - pole).min() < 1e-7
        assert (poles.real.max() > 1e-3) == (reset < of_across)


@pytest.mark.parametrize("place, reset", [("x", 0.15), ("x", 0.3), ("y", 0.15), ("y", 0.3)])
def test_a_reset_time_in_motion(place, reset):
    """A small error along the path (x) or across it (y) grows or decays according to the poles."""
    with on_straight_path("track_pid") as model:
        model.reset()
        model.set({"state." + place: model["state." + place] + 1e-5, "solver.rtol": 1e-13,
                   "solver.atol": 1e-15})
        model.init(1.6)
        model["param.pid_reset"] = reset
        rows = model.run(21.6, dt=0.01, record=["output.tracking_error", "state.lean"])
    error = rows["output.tracking_error"]
    polynomial = along(0.9, 2.55, reset) if place == "x" else across(0.9, 2.55, reset, 1 / 1.01)
    # Peaks of a damped oscillation, many periods apart.
    peaks = [error[(rows["time"] > start) & (rows["time"] < start + 5)].max() for start in (6, 16)]
    assert np.log(peaks[1] / peaks[0]) / 10 == pytest.approx(
        np.roots(polynomial).real.max(), abs=0.03)
    assert np.abs(rows["state.lean"] - math.pi / 2).max() < 1e-9


@pytest.mark.parametrize("rate", [0.2, 1.0, 2.0])
def test_reset_times_on_a_circle(rate):
    """A turning path couples both errors; by default the limit is between 0.22 and 0.25 s."""
    for reset in (0.22, 0.25):
        with wd.Model("torus_wheel") as model:
            model.set_choice("input.control_mode", "track_pid")
            model.set({"param.path_radius": 1, "param.path_rate": rate, "param.pid_reset": reset,
                       "state.x": 1 + 1e-6, "state.precession": math.pi / 2,
                       "state.precession_rate": rate, "state.spin_rate": -rate / 0.4,
                       "solver.rtol": 1e-12, "solver.atol": 1e-15})
            model.init()
            rows = model.run(60, dt=0.02, record=["output.tracking_error"])
        error = rows["output.tracking_error"]
        early, late = (error[(rows["time"] > start) & (rows["time"] < start + 10)].max()
                       for start in (10, 50))
        assert (late > early) == (reset == 0.22)


def test_a_reset_time_that_must_diverge():
    """init() refuses a reset time below the limit of equation (78) of the paper, whatever the law.
    A running model accepts such a time.
    """
    limit = 1 / (2 * 0.7 * 2)
    for law in "none", "track_pid":
        with wd.Model("torus_wheel") as model:
            model.set_choice("input.control_mode", law)
            model.set({"param.pid_damping": 0.7, "param.pid_frequency": 2,
                       "param.pid_reset": limit * (1 - 1e-12)})
            with pytest.raises(wd.Error, match="pid_reset must be above .*pid_damping"):
                model.init()
            model["param.pid_reset"] = limit * (1 + 1e-12)
            model.init()
            model["param.pid_reset"] = 0.1
            model.step_to(0.1)


# ---- paths with times ----

def test_times_of_a_path():
    points = [[0, 0], [2, 1], [4, 0], [2, -1]]
    with wd.Model("torus_wheel") as model:
        assert model.path_times is None
        model.set_path(points, closed=True)
        model.set_path_times([1, 2, 4, 5, 7])
        assert model.path_times.tolist() == [1, 2, 4, 5, 7]
        model.set_choice("param.path", "user")
        model.init(2)
        assert model.get(["output.reference_x", "output.reference_y"]).tolist() == [2, 1]
        model.step_to(5 + 6)
        assert model.get(["output.reference_x", "output.reference_y"]) == pytest.approx([2, -1])
        model.reset()
        with pytest.raises(wd.Error, match="4 times for a path of 4 points, which needs 5"):
            model.set_path_times([1, 2, 4, 5])
        with pytest.raises(wd.Error, match="above the one before at point 2"):
            model.set_path_times([1, 2, 2, 5, 7])
        with pytest.raises(TypeError):
            model.set_path_times(["1"])
        model.set_path_times(None)
        assert model.path_times is None


def test_free_poles():
    """Without control the poles are those of the library's linear model: the weave."""
    with wd.Model("torus_wheel") as model:
        model.set({"state.spin_rate": 5, "param.gravity": 9.8})
        model.init()
        poles = closed_loop(model).eigenvalues
        weave = model.eigenvalues()
    assert poles.imag.max() == pytest.approx(6.12897913779115, abs=1e-6)
    assert weave.imag.max() == pytest.approx(poles.imag.max(), abs=1e-6)


def test_snapshot_carries_integrals():
    with on_straight_path("track", ki=5) as model, wd.Model("torus_wheel") as other:
        model.set({"param.rolling_torque": 0.3})
        model.step_to(4)
        other.load(model.save())
        integral = model["state.speed_integral"]
        assert abs(integral) > 1e-3 and other["state.speed_integral"] == integral
        before = closed_loop(model)
        assert (closed_loop(other).A == before.A).all()
        assert model["state.speed_integral"] == integral and model.time == 4


def test_track_keeps_its_heading():
    """Law track keeps the one of its two headings that was nearest at its start, even when a
    restart of the law would choose the other one.
    """
    with wd.Model("torus_wheel", preset="astroid") as model:
        model.init(0)
        model.step_to(24)
        assert model.choice("input.control_mode") == "track"  # the preset switches the mode
        model["input.torque_precession"] = 11
        model.step_to(24.5)
        model["input.torque_precession"] = 0
        assert abs(model["output.heading_error"]) > math.pi / 2
        model.eval()
        states, change = model.states(), np.zeros(13)
        A = closed_loop(model).A
        change[:11] = 1e-6 * np.linspace(1, 2, 11)
        difference = (model.derivative(24.5, states + change)
                      - model.derivative(24.5, states - change))[:11] / 2
        assert difference == pytest.approx(A @ change[:11], rel=1e-4, abs=1e-11)
