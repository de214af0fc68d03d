# SPDX-License-Identifier: MIT
"""Rows of runs: plots, data frames, notebooks, progress."""
import pickle
import sys
import types

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import replay


@pytest.fixture
def kerb():
    with wd.Model("impact_wheel", preset="kerb-plastic") as model:
        model.init()
        yield model


@pytest.fixture
def pyplot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot
    yield pyplot
    pyplot.close("all")


def test_rows_are_an_array_as_before(kerb):
    rows = kerb.run(0.1, dt=0.01, record=["state.x", "output.mode_1"])
    assert isinstance(rows, np.ndarray) and isinstance(rows, wd.Rows)
    assert rows.dtype.names == ("time", "state.x", "output.mode_1")
    assert type(rows["state.x"]) is np.ndarray and isinstance(rows[-1], np.void)
    assert type(rows["time"][-1]) is np.float64
    assert rows.units == {"time": "s", "state.x": "m", "output.mode_1": "1"}
    assert rows.choices["output.mode_1"][0] == "open"
    for part in (rows[2:5], rows[["time", "state.x"]], rows[rows["time"] > 0.05], rows.copy()):
        assert isinstance(part, wd.Rows) and part.units == rows.units


def test_rows_are_pickled_without_their_model(kerb):
    rows = kerb.run(0.1, dt=0.01, record=["state.x", "output.mode_1"])
    copy = pickle.loads(pickle.dumps(rows))
    assert isinstance(copy, wd.Rows) and copy.tobytes() == rows.tobytes()
    assert (copy.units, copy.choices) == (rows.units, rows.choices)
    assert "<table>" in copy._repr_html_()


def test_arrays_of_a_user_become_rows(kerb):
    parts = [kerb.run(end, dt=0.01) for end in (0.1, 0.2)]
    joined = wd.Rows(np.concatenate(parts), kerb)
    assert len(joined) == sum(map(len, parts)) and joined.units["state.phi_dot"] == "rad/s"


# ---- plots ----

def test_a_plot_has_an_axes_for_each_unit_and_choice(kerb, pyplot):
    rows = kerb.run(0.5, dt=0.01)
    axes = rows.plot(["state.x", "state.x_dot", "output.mode_1", "state.y"])
    assert [axis.get_ylabel() for axis in axes] == ["[m]", "[m/s]", ""]
    assert [line.get_label() for line in axes[0].lines] == ["state.x", "state.y"]
    assert np.array_equal(axes[0].lines[1].get_ydata(), rows["state.y"])
    assert [text.get_text() for text in axes[2].get_yticklabels()] == rows.choices["output.mode_1"]
    assert axes[-1].get_xlabel() == "time [s]"
    _, own = pyplot.subplots()
    assert rows.plot("state.x", axes=own)[0] is own


def test_choices_by_number_and_by_name_have_the_same_plot(kerb, pyplot):
    named = kerb.clone().run(0.5, dt=0.01, choices="name")
    numbers = kerb.run(0.5, dt=0.01)
    drawn = [rows.plot("output.mode_1")[0].lines[0].get_ydata() for rows in (named, numbers)]
    assert np.array_equal(*drawn)


def test_a_plot_without_names_shows_key_variables(kerb, pyplot):
    axes = kerb.run(0.5, dt=0.01).plot()
    shown = {line.get_label() for axis in axes for line in axis.lines}
    assert shown == set(kerb.key_variables)


def test_key_variables_are_plotted_after_the_model_is_closed_or_pickled(pyplot):
    with wd.Model("impact_wheel", preset="kerb-plastic") as model:
        model.init()
        rows, key = model.run(0.1, dt=0.01), set(model.key_variables)
    first = set(rows.dtype.names[1:9])
    assert key != first, "the key variables must differ from the first 8 columns to prove anything"
    for each in (rows, pickle.loads(pickle.dumps(rows))):
        assert {line.get_label() for axis in each.plot() for line in axis.lines} == key


def test_columns_without_times_say_so(kerb):
    columns = kerb.run(0.1, dt=0.01)[["state.x"]]
    for call in (columns.plot, columns.to_pandas):
        with pytest.raises(ValueError, match='no field "time"; select it too'):
            call()


def test_a_legend_of_many_curves_hides_no_curve(pyplot):
    """The legend of many curves is beside the axes; that of few curves is within them."""
    forces = [f"output.{end}_{side}.{force}_force" for end in ("front", "rear")
              for side in ("left", "right") for force in ("normal", "side")]
    with wd.Vehicle(preset="rigid_car") as car:
        car.init()
        rows = car.run(0.1, dt=0.05, record=forces)
        for count in (4, 5):
            (axes,) = rows.plot(forces[:count])
            axes.figure.canvas.draw()
            beside = axes.get_legend().get_window_extent().x0 > axes.get_window_extent().x1
            assert beside == (count > 4)


def test_a_plot_refuses_wrong_names_and_axes(kerb, pyplot):
    rows = kerb.run(0.1, dt=0.01, record=["state.x", "state.x_dot"])
    with pytest.raises(ValueError, match="no column 'state.y': it was not recorded; name it in"):
        rows.plot("state.y")
    with pytest.raises(ValueError, match="no column 'state.x_dt'; did you mean 'state.x_dot'"):
        rows.plot("state.x_dt")
    with pytest.raises(ValueError, match="no column 'time'; there are: state.x, state.x_dot"):
        rows.plot("time")
    with pytest.raises(ValueError, match="2 axes are needed"):
        rows.plot(axes=pyplot.subplots(3)[1])
    with pytest.raises(ValueError, match="no column to plot"):
        rows.plot([])


def test_a_model_plots_its_further_motion_and_is_unchanged(kerb, pyplot):
    kerb.step_to(0.1)
    before = kerb.save()
    (axes,) = kerb.plot("state.x", t_end=0.3, dt=0.05)
    assert axes.lines[0].get_xdata() == pytest.approx([0.1, 0.15, 0.2, 0.25, 0.3])
    assert kerb.save() == before
    with wd.Model("rolling_wheel", preset="drive-60") as set_up:
        (axes,) = set_up.plot("state.x_dot")
        assert axes.lines[0].get_xdata()[[0, -1]].tolist() == [0, 20]
        assert np.isnan(set_up.time)


def test_matplotlib_and_pandas_are_loaded_only_when_used(python):
    run = python("import sys, wheeldyn as wd\n"
                 "m = wd.Model('sliding_block'); m.init(); m.run(1, dt=0.1)\n"
                 "print([name for name in ('matplotlib', 'pandas') if name in sys.modules])")
    assert (run.stdout, run.returncode) == ("[]\n", 0), run.stderr


# ---- data frames ----

def test_to_pandas(kerb):
    pandas = pytest.importorskip("pandas")
    rows = kerb.run(0.1, dt=0.01, record=["state.x", "output.mode_1"])
    frame = rows.to_pandas()
    assert frame.index.name == "time" and list(frame.columns) == ["state.x", "output.mode_1"]
    assert np.array_equal(frame.index, rows["time"])
    assert np.array_equal(frame["state.x"], rows["state.x"])
    assert frame.attrs["units"] == {"state.x": "m", "output.mode_1": "1"}
    named = rows.to_pandas(choices="name")["output.mode_1"]
    assert isinstance(named.dtype, pandas.CategoricalDtype)
    assert list(named.cat.categories) == rows.choices["output.mode_1"]
    assert np.array_equal(named.cat.codes, rows["output.mode_1"])
    with pytest.raises(ValueError, match="choices must be"):
        rows.to_pandas(choices="both")


# ---- notebooks ----

def test_rows_with_all_states_show_their_replay(kerb):
    rows = kerb.run(0.5, dt=0.01, record=replay.columns(kerb))
    shown = rows._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and shown.endswith("</iframe>")
    assert "<table>" in rows[["time", "state.x"]]._repr_html_()
    kerb.run(0.8, dt=0.01)
    assert rows._repr_html_() == shown, "events after the last row do not belong to the rows"
    kerb.reset()
    assert "<table>" in rows._repr_html_(), "another motion may have other parameters"


def test_a_table_has_first_and_last_rows_and_few_columns(kerb):
    rows = kerb.run(0.5, dt=0.01, record=["state.x", "output.mode_1"])[:]
    kerb.reset()
    table = rows._repr_html_()
    assert table.count("<tr>") == 1 + 5 + 1 + 5 and "51 rows" in table
    assert "<th>state.x [m]</th>" in table and f"<td>{rows['state.x'][-1]:.6g}</td>" in table


@pytest.mark.parametrize("kind", wd.kinds())
def test_every_model_shows_itself(kind):
    with wd.Model(kind, next(iter(wd.presets(kind)), None)) as model:
        shown = model._repr_html_()
        assert np.isnan(model.time)
    assert shown.startswith("<pre>" if kind == "constrained" else "<iframe"), shown[:200]


def test_a_vehicle_that_is_not_ready_says_why():
    with wd.Vehicle() as vehicle:
        assert vehicle._repr_html_().startswith("<pre>&lt;wheeldyn.Model vehicle, set up&gt;: ")
    assert "closed" in vehicle._repr_html_()


# ---- progress ----

def test_progress_counts_rows(wheel):
    counts = []
    wheel.init()
    rows = wheel.run(3000.0, dt=0.01, progress=lambda *numbers: counts.append(numbers))
    assert counts[-1] == (len(rows), len(rows)) == (300001, 300001)
    assert counts == sorted(counts) and all(0 <= total - 300001 <= 1 for _, total in counts)
    plain = wd.Model("rolling_wheel")
    plain["input.drive_torque"] = 10.0
    plain.init()
    assert plain.run(3000.0, dt=0.01).tobytes() == rows.tobytes()


def test_progress_may_stop_a_run_and_keeps_the_interrupt_function(wheel, monkeypatch):
    asked = []
    wheel.set_interrupt(lambda: asked.append(1))
    wheel.init()

    def stop(done, total):
        if done:
            raise RuntimeError(f"enough after {done}")
    clock = iter(range(10**9))
    from wheeldyn import _progress
    monkeypatch.setattr(_progress, "time", types.SimpleNamespace(monotonic=lambda: next(clock)))
    with pytest.raises(RuntimeError, match="enough after") as raised:
        wheel.run(3000.0, dt=0.01, progress=stop)
    assert 0 < len(raised.value.rows) < 300001
    assert wheel.time == raised.value.rows["time"][-1]
    asked.clear()
    wheel.run(wheel.time + 100, dt=1)
    assert asked


def test_progress_on_stderr_is_one_line(wheel, capsys):
    wheel.init()
    wheel.run(1.0, dt=0.1, progress=True)
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "100 %" in err
    assert sys.stderr is not None


def test_scenarios_report_their_progress_too():
    pytest.importorskip("yaml")
    try:
        scenario = wd.scenario.Scenario(text="kind: sliding_block\ntime: {end: 1, step: 0.1}\n")
    except ImportError:
        pytest.skip("no libwheeldyn-scenario")
    counts = []
    rows = scenario.run(progress=lambda *numbers: counts.append(numbers))
    assert counts[-1] == (len(rows), 11)
