# SPDX-License-Identifier: MIT
"""Models built from parts, and systems whose equations are Python functions."""

import copy
import gc
import pickle

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn.constrained import System


def pendulum(t, q, v, M, Q, C, A, b, phi):
    M[:] = 2 * np.eye(2)
    Q[1] = -2 * 9.81
    A[0] = q
    b[0] = -v @ v
    phi[0] = 0.5 * (q @ q - 1)


def energies(t, q, v):
    return v @ v, 2 * 9.81 * q[1]


def make():
    s = System()
    s.coordinate("x", q=1.0)
    s.coordinate("y")
    s.constraint("rod")
    s.set_equations(pendulum)
    s.set_energies(energies)
    return s


def test_a_pendulum_swings():
    s = make()
    s["solver.rtol"] = 1e-12
    s.init()
    r = s.run(5.0, dt=0.1, record=["output.kinetic_energy", "output.potential_energy",
                                   "output.rod.violation", "state.y.q"])
    energy = r["output.kinetic_energy"] + r["output.potential_energy"]
    assert np.abs(energy).max() < 1e-10
    assert np.abs(r["output.rod.violation"]).max() < 1e-13
    assert r["state.y.q"].min() < -0.9
    assert s.linear_names() == ["x.q", "x.v", "y.q", "y.v"]


def test_a_one_sided_constraint_has_events():
    """A mass on a floor at x = 0. It slides along y, and the force 5 N/m y - 4 N lifts it at y =
    0.8 m."""
    s = System()
    s.coordinate("x")
    s.coordinate("y", v=1.0)
    s.constraint("floor", one_sided="yes")

    def lifted(t, q, v, M, Q, C, A, b, phi):
        M[:] = np.eye(2)
        Q[0] = 5 * q[1] - 4
        A[0] = 1, 0
        phi[0] = q[0]

    s.set_equations(lifted)
    s.init()
    s["solver.stop_at_events"] = 1
    assert s.step_to(2.0) == "event"
    (event, ) = s.events()
    assert event["time"] == pytest.approx(0.8, abs=1e-9)
    assert (event["type"], event["part"]) == ("WHEEL_LIFT", 2)
    assert event["multiplier"] == pytest.approx(0, abs=1e-9)
    assert s.step_to(2.0) == "ok" and s["output.floor.multiplier"] == pytest.approx(-6)


def turntable(t, q, v, M, Q, C, A, b, phi):
    """A ball of 1 kg and 0.1 m on a turntable: position, and integrals of its angular velocity."""
    M[:] = np.diag([1, 1, 0.004, 0.004, 0.004])
    A[:] = [[1, 0, 0, -0.1, 0], [0, 1, 0.1, 0, 0]]
    b[:] = -3 * v[1], 3 * v[0]


def table(t, q, v, c, N):
    c[:] = -3 * q[1], 3 * q[0]


def make_ball():
    s = System()
    s.coordinate("x", q=0.3)
    for name in ("y", "turn_x", "turn_y", "turn_z"):
        s.coordinate(name)
    for name in ("along_x", "along_y"):
        s.constraint(name, holonomic="no")
    s.set_equations(turntable)
    s.set_energies(lambda t, q, v: ((v[:2] @ v[:2] + 0.004 * v[2:] @ v[2:]) / 2, 0.0))
    s.set_constraints(table)
    return s


def test_constraints_move():
    s = make_ball()
    s["solver.rtol"] = 1e-12
    s.init()
    vy, rate = s["state.y.v"], 6 / 7
    s.step_to(10.0)
    assert s["state.y.q"] == pytest.approx(vy / rate * np.sin(10 * rate), abs=1e-10)
    assert s["output.kinetic_energy"] - s["output.work"] == pytest.approx(
        (vy**2 + 0.004 * (vy / 0.1 - 9)**2) / 2, abs=1e-10)
    assert abs(s["output.along_y.violation_rate"]) < 1e-14
    with pytest.raises(wd.Error) as error:
        other = System()
        other.set_equations(turntable)
        other.set_energies(lambda t, q, v: (0.0, 0.0))
        other.load(s.save())
    assert error.value.code == wd.WD_ESTATE
    other.set_constraints(table)
    other.load(s.save())
    clone = copy.copy(s)
    for model in (s, other, clone):
        model.step_to(12.0)
    assert s["state.x.q"] == other["state.x.q"] == clone["state.x.q"]
    s.set_constraints(None)
    s.step_to(12.1)
    assert s["output.along_x.violation_rate"] == pytest.approx(0, abs=1e-14)


def test_weights_may_vary():
    s = make()
    s["param.rod.relax"] = 0.5
    s.set_choice("solver.form", "seminorm")
    seen = []

    def weights(t, q, v, c, N):
        seen.append((c[0], N[0]))
        N[0] = 0

    s.set_constraints(weights)
    s.init()
    assert set(seen) == {(0.0, 0.5)} and s["output.y.acceleration"] == pytest.approx(-9.81)

    def heavy(t, q, v, c, N):
        N[0] = 2

    s.set_constraints(heavy)
    with pytest.raises(wd.Error, match="between 0 and 1") as error:
        s.step_to(1.0)
    assert error.value.code == wd.WD_EINPUT and s.time == 0

    def broken(t, q, v, c, N):
        raise KeyError("enough")

    s.set_constraints(broken)
    with pytest.raises(KeyError, match="enough"):
        s.step_to(1.0)


def test_parts_are_listed():
    assert wd.part_types("sliding_block") == []
    assert [kind["name"] for kind in wd.part_types("constrained")] == ["coordinate", "constraint"]
    s = make()
    assert s.parts[2] == {"name": "rod", "type": "constraint", "on": []}
    assert wd.Model("rolling_wheel").parts == []
    assert "state.x.q" in s and s["init.x.q"] == 1
    assert s.choice("param.rod.holonomic") == "yes"


def test_tables_belong_to_the_parts():
    s, t = make(), wd.Model("constrained")
    assert "state.x.q" not in t
    t.add_part("constraint", "x", relax=0.5)
    assert t["param.x.relax"] == 0.5 and "init.x.q" not in t
    assert s["init.x.q"] == 1
    u = make()
    assert u._table is s._table
    del s, u
    gc.collect()
    assert "state.x.q" in make()


@pytest.mark.parametrize("arguments, code", [
    (("coordinat", "a"), wd.WD_ENAME),
    (("coordinate", "x"), wd.WD_EINVAL),
    (("coordinate", "Speed"), wd.WD_EINVAL),
    (("coordinate", "a", "x"), wd.WD_EINVAL),
    (("coordinate", "a", "nobody"), wd.WD_ENAME),
])
def test_wrong_arguments_are_refused(arguments, code):
    s = make()
    with pytest.raises(wd.Error) as error:
        s.add_part(*arguments)
    assert error.value.code == code
    assert len(s.parts) == 3


def test_kinds_without_parts_refuse_them():
    with pytest.raises(wd.Error) as error:
        wd.Model("sliding_block").add_part("coordinate", "a")
    assert error.value.code == wd.WD_EROLE
    with pytest.raises(TypeError):
        make().add_part("coordinate", 3)


def test_exceptions_are_raised():
    s = make()
    s.init()
    before = s.get(["state.x.q", "state.y.q"])

    def broken(t, *arrays):
        if t > 0.1:
            raise KeyError("enough")
        pendulum(t, *arrays)

    s.set_equations(broken)
    with pytest.raises(KeyError, match="enough"):
        s.step_to(1.0)
    assert (s.get(["state.x.q", "state.y.q"]) == before).all() and s.time == 0
    s.set_equations(pendulum)
    assert s.step_to(1.0) == "ok"


def test_q_and_v_are_read_only():
    s = make()

    def writes(t, q, v, *arrays):
        q[0] = 1

    s.set_equations(writes)
    with pytest.raises(ValueError):
        s.init()


def test_a_clone_and_a_snapshot_continue_with_the_same_bits():
    s = make()
    s.init()
    s.step_to(1.0)
    other = System()
    with pytest.raises(wd.Error) as error:
        other.load(s.save())
    assert error.value.code == wd.WD_ESTATE
    other.set_equations(pendulum)
    other.set_energies(energies)
    other.load(s.save())
    assert other.parts == s.parts
    clone = copy.copy(s)
    for model in (s, other, clone):
        model.step_to(3.0)
    assert s.save() == other.save() == clone.save()
    clone.reset()
    clone.coordinate("z")
    with pytest.raises(wd.Error):
        clone.step_to(4.0)
    assert len(s.parts) == 3 and len(clone.parts) == 4


def test_sizes_follow_the_parts():
    s = make()
    s.init()
    big = s.save()
    small = System()
    small.coordinate("x")
    seen = []

    def free(t, q, v, M, Q, C, A, b, phi):
        seen.append((len(q), len(b)))
        if len(q) == 2:
            return pendulum(t, q, v, M, Q, C, A, b, phi)
        M[:] = 1

    small.set_equations(free)
    small.set_energies(lambda t, q, v: (0.0, 0.0))
    small.init()
    small.load(big)
    small.step_to(0.1)
    assert set(seen) == {(1, 0), (2, 1)}


def test_functions_are_not_pickled():
    s = make()
    s.init()
    with pytest.raises(wd.Error, match="equations"):
        pickle.dumps(s)
