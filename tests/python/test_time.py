# SPDX-License-Identifier: MIT
"""Starting, stepping, recording, events."""

import math
import pickle
from itertools import count

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn._library import lib


def test_life_cycle(wheel, refused):
    assert math.isnan(wheel.time)
    for call in (lambda: wheel.step_to(1.0), lambda: wheel.run(1.0, 0.1), wheel.eval):
        refused(wd.WD_ESTATE, call)
    wheel.init(t0=2.0)
    refused(wd.WD_ESTATE, wheel.init)
    refused(wd.WD_ESTATE, wheel.load_preset, "drive-20")
    assert wheel.time == 2.0
    assert wheel.step_to(2.5) == "ok" and wheel.time == 2.5
    assert wheel["state.x"] > 0
    for t in (2.0, math.nan, math.inf):
        refused(wd.WD_EINVAL, wheel.step_to, t)
    assert wheel.time == 2.5
    wheel.reset()
    assert math.isnan(wheel.time) and wheel["input.drive_torque"] == 10.0
    refused(wd.WD_EINVAL, wheel.init, math.nan)
    wheel.init(0)
    assert wheel.time == 0.0 and wheel["state.x"] == 0.0


def test_times_are_numbers(wheel):
    with pytest.raises(TypeError, match="^t0 must be a number, not 'a'$"):
        wheel.init("a")
    wheel.init(np.float32(1))
    for name, call in (("t", lambda: wheel.step_to("2")), ("t", lambda: wheel.step_to(None)),
                       ("t_end", lambda: wheel.run([2], 0.1)), ("dt", lambda: wheel.run(2, b"1"))):
        with pytest.raises(TypeError, match=f"^{name} must be a number, not "):
            call()
    assert wheel.time == 1.0


def test_eval_feeds_through(wheel):
    wheel.init()
    before = wheel["output.x_ddot"]
    wheel["input.drive_torque"] = 20.0
    assert wheel["output.x_ddot"] == before
    wheel.eval()
    assert wheel["output.x_ddot"] > 1.5 * before and wheel.time == 0.0


def test_steps_without_outputs(wheel):
    wheel.init()
    other = wheel.clone()
    assert wheel.step_to(1.0) == other.step_to(1.0, outputs=False) == "ok"
    assert other["state.x"] == wheel["state.x"] and other["output.speed"] == 0.0
    assert other.save() != wheel.save()
    other.eval()
    assert other.save() == wheel.save()


def test_run_gives_a_structured_array(wheel):
    wheel.init()
    r = wheel.run(1.0, dt=0.1, record=["state.x", "output.normal_force"])
    assert r.dtype.names == ("time", "state.x", "output.normal_force")
    assert all(r.dtype[name] == np.float64 for name in r.dtype.names)
    assert r.shape == (11,) and r["time"][-1] == 1.0 == wheel.time
    assert r["time"].tolist() == [k * 0.1 for k in range(10)] + [1.0]
    assert r["state.x"][0] == 0.0 and r["state.x"][-1] == wheel["state.x"] > 0.0
    assert np.all(np.diff(r["state.x"]) > 0)


def test_run_makes_one_call(wheel, monkeypatch):
    calls = []
    whole = lib.wd_model_run
    monkeypatch.setattr(lib, "wd_model_run", lambda *a: calls.append(a) or whole(*a))
    wheel.init()
    assert len(wheel.run(1.0, dt=1e-3, record=["state.x"])) == 1001 and len(calls) == 1


def test_run_rows_are_those_of_step_to(wheel):
    other = wheel.clone()
    wheel.init(), other.init()
    r = wheel.run(0.5, dt=0.1)
    names = list(r.dtype.names[1:])
    assert names == [v["name"] for v in wheel.variables() if v["role"] in ("state", "output")]
    for row in r:
        other.step_to(row["time"])
        assert list(row)[1:] == other.get(names).tolist()


@pytest.mark.parametrize("span, dt, rows", [
    (1.0, 0.1, 11), (1.0, 0.3, 5), (1.0, 1 / 3, 4), (0.7, 0.1, 8), (1.0, 1.0, 2), (1.0, 5.0, 2),
    (1.0, math.inf, 2), (0.0, 0.1, 1), (0.0, math.inf, 1), (0.3, 0.1, 4), (1.0, 0.3333333333, 4),
    (1.0, 0.1 * (1 + 1e-11), 11), (1.0, 0.1 * (1 - 1e-11), 11), (1.0, 0.1 * (1 - 1e-7), 12),
    (1.0, 0.1 * (1 + 1e-7), 11), (1e-3, 1e-6, 1001),
])
@pytest.mark.parametrize("start", [0.0, 12.5])
def test_number_of_rows(wheel, start, span, dt, rows):
    wheel.init(start)
    r = wheel.run(start + span, dt, ["state.x"])
    assert len(r) == rows
    assert r["time"][0] == start and r["time"][-1] == start + span


def test_run_records_the_requested_variables(wheel, refused):
    wheel.init()
    assert wheel.run(0.1, 0.1, record=[]).dtype.names == ("time",)
    assert wheel.run(0.2, 0.1, record="state.x").dtype.names == ("time", "state.x")
    assert wheel.run(0.3, 0.1, record=("param.mass",))["param.mass"].tolist() == [25.0, 25.0]
    assert "did you mean 'state.x'?" in refused(wd.WD_ENAME, wheel.run, 1.0, 0.1, ["state.xx"])
    with pytest.raises(ValueError, match="^state.x is to be recorded more than once$"):
        wheel.run(1.0, 0.1, ["state.x", "state.x_dot", "state.x"])
    assert wheel.time == 0.3


def test_run_refuses(wheel, refused):
    wheel.init(1.0)
    for t_end, dt in ((0.5, 0.1), (2.0, 0.0), (2.0, -0.1), (2.0, math.nan), (math.nan, 0.1),
                      (math.inf, 0.1), (math.inf, math.inf)):
        refused(wd.WD_EINVAL, wheel.run, t_end, dt)
    with pytest.raises((MemoryError, ValueError)):
        wheel.run(2.0, 1e-300)
    assert wheel.time == 1.0


def test_failing_run_gives_its_rows(wheel):
    wheel.set_input("input.drive_torque", lambda t: math.nan if t > 0.55 else 10.0)
    wheel.init()
    with pytest.raises(wd.Error) as raised:
        wheel.run(10.0, 0.1, ["state.x", "param.law"], choices="name")
    rows = raised.value.rows
    assert set(rows["param.law"]) == {"saturated"}
    assert raised.value.code == wd.WD_EINPUT
    assert len(rows) == 6 and rows["time"][-1] == wheel.time == 0.5
    assert rows["state.x"][-1] == wheel["state.x"] > 0


def test_statuses_and_events(wheel, monkeypatch):
    """Statuses and events. Results of the library are replaced by those of a kind with events."""
    news = iter([wd.WD_EVENT, wd.WD_END])
    wheel.init()
    monkeypatch.setattr(lib, "wd_model_step_to", lambda handle, t: next(news))
    assert [wheel.step_to(1.0), wheel.step_to(1.0)] == ["event", "end"]
    asked = []

    def event(handle, i, t, kind, values, n):
        asked.append(i)
        t._obj.value, kind._obj.value = 0.5 * i, wd.WD_EVENT_SLIP
        values[0], values[1] = i, math.nan
        return wd.WD_OK if n == 2 else wd.WD_EINVAL

    monkeypatch.setattr(lib, "wd_model_event_count", lambda handle: 300)
    monkeypatch.setattr(lib, "wd_model_event_width", lambda handle: 2)
    monkeypatch.setattr(lib, "wd_model_event_value_name", lambda handle, i: [b"x", b"gap"][i])
    monkeypatch.setattr(lib, "wd_model_event", event)
    events = wheel.events()
    assert asked == list(range(44, 300))
    assert list(events[-1]) == ["time", "type", "x", "gap"]
    assert (events[-1]["time"], events[-1]["type"], events[-1]["x"]) == (149.5, "SLIP", 299.0)
    assert math.isnan(events[-1]["gap"])
    monkeypatch.setattr(lib, "wd_model_event", lambda *a: wd.WD_EINVAL)
    with pytest.raises(wd.Error, match="WD_EINVAL"):
        wheel.events()


def test_events_after_a_failure():
    with wd.Model("impact_wheel", preset="kerb-elastoplastic") as m:
        m.set({"solver.event_capacity": 4, "solver.max_events": 12})
        m.init()
        m.step_to(0.5)
        before = m.events()
        with pytest.raises(wd.Error, match="max_events"):
            m.step_to(5)
        assert [e["time"] for e in before] == sorted(e["time"] for e in before)
        assert repr(m.events()) == repr(before), "a failing call restores overwritten events"
        assert len(before) == 3


def test_mode_without_friction():
    """A wheel thrown up a slope slides up, then down, also without friction."""
    with wd.Model("impact_wheel") as m:
        m.set_terrain([(0, 0), (1, 1)])
        m.set({"param.mu": 0, "state.x": 0.0, "state.y": 0.1 * 2**0.5, "state.x_dot": 2.0,
               "state.y_dot": 2.0})
        m.init()
        assert m.choice("output.mode_1") == "slip_plus" and m["output.contact_velocity_1"] > 0
        m.step_to(1.0)
        assert m.choice("output.mode_1") == "slip_minus" and m["output.contact_velocity_1"] < 0


def test_terrain_with_arcs(refused):
    """In a half pipe without friction, a small oscillation has the period of a pendulum."""
    with wd.Model("impact_wheel") as m:
        pipe = [(-1, 1), (-1, 0), (1, 0), (1, 1)]
        m.set_terrain(pipe, [0, 1, 0])
        m.set({"param.mu": 0, "state.x": 0.9 * math.sin(0.01), "state.y": -0.9 * math.cos(0.01)})
        m.init()
        m.step_to(math.pi / 2 * math.sqrt(0.9 / 9.81) * (1 + 0.01**2 / 16))
        assert m["state.x"] == pytest.approx(0, abs=1e-11)
        m.reset()
        refused(wd.WD_EINVAL, m.set_terrain, pipe, [0, 1])
        refused(wd.WD_EINVAL, m.set_terrain, pipe, [0, 1.5, 0])
        m.set_terrain(None)
        m.set({"state.x": 0.8, "state.y": 1.0})
        m.init()


def test_terrain_with_friction(refused):
    """A wheel with so large a moment of inertia that it does not turn slides from ice onto ground
    with more friction, which stops it.
    """
    with wd.Model("impact_wheel") as m:
        refused(wd.WD_EINVAL, m.set_terrain_friction, [1])
        assert m.terrain_friction is None
        m.set_terrain([(-2, 0), (0, 0), (1, 0)])
        assert m.terrain_friction.tolist() == [1, 1]
        assert m.terrain_restitution.tolist() == [1, 1]
        m.set_terrain_restitution([0.5, 1])
        m.set_terrain_friction([0.1, 1])
        for bad in ([1], [1, 1, 1], [1, -1], [np.nan, 1], [[0.1, 1]]):
            refused(wd.WD_EINVAL, m.set_terrain_friction, bad)
        m.set({"param.mu": 0.5, "param.inertia": 1e15, "state.x": -2, "state.y": 0.1,
               "state.x_dot": 4})
        m.init()
        copies = (m, m.clone(), pickle.loads(pickle.dumps(m)))
        for copy in copies:
            copy.step_to(3.0)
            assert copy.terrain_friction.tolist() == [0.1, 1]
            assert copy.terrain_restitution.tolist() == [0.5, 1]
            assert copy["state.x"] == pytest.approx(16 / 9.81 - 0.2, abs=1e-12)
        refused(wd.WD_ESTATE, m.set_terrain_friction, None)
        m.reset()
        m.set_terrain_friction(None)
        assert m.terrain_friction.tolist() == [1, 1]


def test_no_events_yet(wheel):
    assert wheel.events() == []
    wheel.init()
    assert wheel.events() == []


def test_step_to_returns_at_each_event(wheel):
    wheel.init()
    for k in count(1):
        if wheel.time >= 0.5:
            break
        assert wheel.step_to(k * 0.1) == "ok"
    assert k == 6


def test_terrain_and_path_are_refused_by_kinds_without(wheel, refused):
    for call in (wheel.set_terrain, wheel.set_path):
        refused(wd.WD_EROLE, call, [[0.0, 0.0], [1.0, 0.0]])
        refused(wd.WD_EROLE, call, None)
        assert "n x 2" in refused(wd.WD_EINVAL, call, [0.0, 1.0, 2.0])


def test_readme_example(python):
    program = """
import wheeldyn as wd
m = wd.Model("rolling_wheel", preset="drive-60")
m["param.mass"] = 20
m.init()
r = m.run(20.0, dt=0.01, record=["state.x_dot", "output.slip_ratio"])
print(r.dtype.names, len(r))
print(r["time"][-1], r["state.x_dot"].max() > 5, m.events())
"""
    got = python(program)
    assert got.stderr == ""
    assert got.stdout.splitlines() == [
        "('time', 'state.x_dot', 'output.slip_ratio') 2001", "20.0 True []"]


def test_choices_in_rows_by_name():
    names = ["state.x", "output.mode_1"]
    with wd.Model("impact_wheel", preset="kerb-plastic") as model:
        model.init()
        numbers = model.run(0.2, 0.01, record=names)
        model.reset()
        model.init()
        rows = model.run(0.2, 0.01, record=names, choices="name")
        assert rows.dtype.names == ("time", *names) and rows.dtype["state.x"] == np.float64
        assert len(set(rows["output.mode_1"])) > 1
        choices = model.variables()[list(model).index("output.mode_1")]["choices"]
        assert [choices.index(each) for each in rows["output.mode_1"]] == list(
            numbers["output.mode_1"])
        assert np.array_equal(rows["state.x"], numbers["state.x"])
        with pytest.raises(ValueError, match="'number' or 'name', not 'text'"):
            model.run(0.3, 0.01, choices="text")
        pandas = pytest.importorskip("pandas")
        assert set(pandas.DataFrame(rows)["output.mode_1"]) == set(rows["output.mode_1"])

