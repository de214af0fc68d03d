# SPDX-License-Identifier: MIT
"""Contents of pages that replay runs; tests/browser opens the pages."""
import json
import pickle
import re

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import constrained, replay


def runs(text):
    return json.loads(re.search(r"^const runs = (\[.*\])$", text, re.M).group(1))


def ready(kind, preset=None, **values):
    model = wd.Model(kind, preset=preset)
    model.set({name.replace("__", "."): value for name, value in values.items()})
    model.init()
    return model


# Kinds with the user's equations have nothing that a page could draw.
@pytest.mark.parametrize("kind", [kind for kind in wd.kinds()
                                  if wd.presets(kind) or not wd.part_types(kind)])
def test_every_kind_has_its_page(kind, tmp_path):
    with ready(kind, wd.presets(kind)[0] if wd.part_types(kind) else None) as model:
        rows = model.run(0.1, dt=0.05, record=replay.columns(model))
        replay.write(tmp_path / "page.html", model, rows, title="a <run>")
        text = (tmp_path / "page.html").read_text(encoding="utf-8")
        (run,) = runs(text)
        assert run["kind"] == kind and run["title"] == "a <run>" and "a <run>" not in text
        assert run["names"] == ["time", *replay.columns(model)]
        assert len(run["units"]) == len(run["names"]) and run["units"][0] == "s"
        assert np.allclose(run["rows"], rows.tolist(), rtol=1e-6)
        for name, value in run["parameters"].items():
            assert model[name] == value
    drawn = f"  {kind}: {{" in text or f"kinds.{kind} = {{" in text
    assert drawn, "the page does not know how to draw this kind"
    assert not re.search(r"(src|href)=|https?:|import\(|fetch\(", text)


def test_a_page_shows_the_same_quantities_of_all_parts_of_a_type():
    with wd.Model("vehicle") as model:
        model.add_part("body", "frame", mass=2)
        for name in ("left", "speed_2"):
            model.add_part("wheel", name, "frame")
        shown = replay.columns(model)
        rows = np.zeros(1, [(name, float) for name in ("time", *shown)])
        run = replay.scene(model, rows)
    assert {"input.slope", "state.frame.q0", "output.frame.q3", "output.speed", "state.left.angle",
            "output.left.contact", "output.speed_2.contact_x"} < set(shown)
    assert "output.left.brake_torque" not in shown and "input.left.torque" not in shown
    assert run["parts"] == [{"name": "frame", "type": "body", "on": []},
                            {"name": "left", "type": "wheel", "on": ["frame"]},
                            {"name": "speed_2", "type": "wheel", "on": ["frame"]}]
    assert run["parameters"]["param.frame.mass"] == 2


def test_a_page_takes_several_runs():
    scenes = []
    for preset in wd.presets("impact_wheel"):
        with ready("impact_wheel", preset) as model:
            rows = model.run(0.2, dt=0.01, record=replay.columns(model))
            scenes.append(replay.scene(model, rows, preset))
    assert [run["title"] for run in runs(replay.page(*scenes))] == wd.presets("impact_wheel")


def test_events_and_choices_have_names():
    with ready("impact_wheel", "kerb-plastic") as model:
        run = replay.scene(model, model.run(0.2, dt=0.01, record=replay.columns(model)))
        expected = model.events()
    assert [event[:2] for event in run["events"]] == [(e["time"], e["type"]) for e in expected]
    assert run["events"][0][2]["energy_change"] == pytest.approx(expected[0]["energy_change"])
    assert "normal_b" not in run["events"][0][2], "a NaN is left out"
    assert run["choices"]["output.mode_1"] == ["open", "stick", "slip_plus", "slip_minus"]


def drawn(model):
    return replay.scene(model, model.run(0.1, dt=0.05, record=replay.columns(model)))


def test_a_page_draws_the_terrain_and_the_path_of_the_model(tmp_path):
    points, bulge = [[-1, 0], [0.5, 0], [1.5, 0], [3, 0]], [0, 0.2, 0]
    with ready("impact_wheel") as model:
        assert model.terrain is None and drawn(model)["terrain"] == drawn(model)["bulge"] == []
    with wd.Model("impact_wheel") as model:
        model["state.y"] = 2
        model.set_terrain(points)
        model.init()
        assert drawn(model)["terrain"] == points and drawn(model)["bulge"] == [0, 0, 0]
        model.reset()
        model.set_terrain(points, bulge)
        model.init()
        for copy in (model, model.clone(), pickle.loads(pickle.dumps(model))):
            run = drawn(copy)
            assert run["terrain"] == points and run["bulge"] == bulge and run["path"] == []
        rows = model.run(0.2, dt=0.05, record=replay.columns(model))
        replay.write(tmp_path / "page.html", model, rows)
        (run,) = runs((tmp_path / "page.html").read_text(encoding="utf-8"))
        assert run["terrain"] == points and run["bulge"] == bulge
        assert run["friction"] == [1, 1, 1]
        model.reset()
        model.set_terrain_friction([1, 0.1, 2])
        model.init()
        assert drawn(model)["friction"] == [1, 0.1, 2]
    corner = [[0, 0], [5, 1], [9, 4]]
    with wd.Model("torus_wheel", preset="straight-10") as model:
        assert model.path is None
        model.set_path(corner, closed=True)
        model.init()
        assert model.path[0].tolist() == corner and model.path[1] is True
        assert drawn(model)["path"] == corner and drawn(model)["terrain"] == []


def test_a_page_has_the_heights_of_a_surface_around_the_path():
    """The nodes cover the path of the wheel and 12 radii around it."""
    with ready("vehicle", "bowl") as model:
        rows = model.run(1.0, dt=0.01, record=replay.columns(model))
        mesh = replay.scene(model, rows)["surface"]
        places = np.array([mesh["x0"], mesh["y0"]]) + mesh["step"] * np.stack(
            np.divmod(np.arange(len(mesh["heights"])), mesh["width"])[::-1], axis=1)
        for k, axis in enumerate("xy"):
            way = rows[f"state.ball.{axis}"]
            assert places[:, k].min() == pytest.approx(way.min() - 1.2)
            assert way.max() + 1.2 <= places[:, k].max() < way.max() + 1.2 + mesh["step"]
        assert 1000 < len(places) <= 11000
        for (x, y), height in list(zip(places, mesh["heights"]))[::97]:
            assert model.ground_at(x, y).h == pytest.approx(height, rel=1e-5, abs=1e-9)
    with ready("vehicle", "ball") as model:
        rows = model.run(0.1, dt=0.05, record=replay.columns(model))
        assert replay.scene(model, rows)["surface"] is None


def test_values_that_are_not_finite_are_null():
    with ready("torus_wheel") as model:
        rows = model.run(0.1, dt=0.05, record=replay.columns(model))
        rows["output.friction_demand"][1] = np.inf
        run = replay.scene(model, rows)
        assert run["rows"][1][run["names"].index("output.friction_demand")] is None
        assert "param.torque_limit" not in run["parameters"], "an infinite limit is left out"
        json.dumps(run, allow_nan=False)


def test_long_runs_are_thinned():
    with ready("sliding_block") as model:
        rows = model.run(100.0, dt=0.01, record=replay.columns(model))
        times = [row[0] for row in replay.scene(model, rows)["rows"]]
    assert 4000 / 2 < len(times) <= 4001
    assert times[0] == 0.0 and times[-1] == 100.0


def test_rows_that_cannot_be_drawn_are_refused():
    with ready("rolling_wheel") as model:
        rows = model.run(0.1, dt=0.05, record=["state.x"])
        with pytest.raises(ValueError, match="state.z, state.theta"):
            replay.scene(model, rows)
        good = model.run(0.2, dt=0.05, record=replay.columns(model))
        with pytest.raises(ValueError, match="needs rows"):
            replay.scene(model, good[:0])
    with pytest.raises(ValueError, match="needs a run"):
        replay.page()


def test_kinds_with_the_users_equations_cannot_be_drawn(tmp_path):
    s = constrained.System()
    s.coordinate("x", v=1.0)
    s.set_equations(lambda t, q, v, M, Q, C, A, b, phi: np.copyto(M, np.eye(1)))
    s.init()
    rows = s.run(0.1, 0.05, record=replay.columns(s))
    with pytest.raises(ValueError, match="cannot draw the kind constrained, .* plot columns"):
        replay.write(tmp_path / "system.html", s, rows)
    assert not (tmp_path / "system.html").exists()


def test_rows_with_the_names_of_choices_give_the_same_page():
    with ready("impact_wheel", "kerb-plastic") as model:
        rows = model.run(0.2, 0.01, record=replay.columns(model))
        named = model._table.with_names(rows)
        assert named["output.mode_1"].dtype.kind == "U"
        assert replay.scene(model, named) == replay.scene(model, rows)
