# SPDX-License-Identifier: MIT
"""Inputs driven by Python functions and by signals."""

import gc
import weakref

import numpy as np
import pytest
import wheeldyn as wd

TORQUE = "input.drive_torque"


def started(signal, **values):
    model = wd.Model("rolling_wheel")
    model.set(values)
    model.set_input(TORQUE, signal)
    model.init()
    return model


def test_functions_of_every_return_type():
    for value in (7, 7.0, np.float64(7), np.float32(7), np.int64(7), np.array(7.0)):
        m = started(lambda t: value)
        m.step_to(0.1)
        assert m[TORQUE] == 7.0


def test_function_agrees_with_the_signal_of_the_same_form():
    f = started(lambda t: 60 * np.tanh(t / 2))
    s = started(("tanh", 0.0, 60.0, 0.5, 0.0, 1))
    # numpy rounds tanh differently, which changes step lengths slightly. At this tolerance the
    # results agree nevertheless.
    f["solver.rtol"] = s["solver.rtol"] = 1e-13
    f.step_to(1.0), s.step_to(1.0)
    assert f["state.x_dot"] == pytest.approx(s["state.x_dot"], rel=1e-12, abs=0)
    assert s["state.x_dot"] > 1.0


def test_tables():
    t, u = [0.0, 1.0, 2.0], [0.0, 10.0, 10.0]
    linear, step = started(("linear", t, u)), started(("step", np.array(t), tuple(u)))
    got = []
    for time in (0.25, 0.5, 1.0, 3.0):
        linear.step_to(time), step.step_to(time)
        got.append((linear[TORQUE], step[TORQUE]))
    assert got == [(2.5, 0.0), (5.0, 0.0), (10.0, 10.0), (10.0, 10.0)]


@pytest.mark.parametrize("signal, value", [(lambda t: 3.0 + t, 3.5),
                                           (("linear", [0.0, 1.0], [3.0, 4.0]), 3.5)])
def test_none_holds_the_last_value(signal, value):
    m = started(signal)
    m.step_to(0.5)
    m.set_input(TORQUE, None)
    m.step_to(1.0)
    assert m[TORQUE] == value


def test_form(wheel, refused):
    for value, form in [(lambda t: 1.0, "function"), (("linear", [0.0, 1.0], [3.0, 4.0]), "linear"),
                        (("step", [0.0], [3.0]), "step"), (("tanh", 0.0, 1.0, 1.0, 0.0, 1), "tanh"),
                        (None, "hold")]:
        wheel.set_input(TORQUE, value)
        assert wheel.input_form(TORQUE) == form
    circle = wd.Model("torus_wheel", preset="circle")
    assert circle.input_form("input.control_mode") == "step"
    refused(wd.WD_EROLE, wheel.input_form, "param.mass")
    refused(wd.WD_ENAME, wheel.input_form, "input.drive")


def test_none_drops_a_signal_while_set_up(wheel):
    wheel.set_input(TORQUE, ("linear", [0.0, 1.0], [3.0, 4.0]))
    wheel.set_input(TORQUE, None)
    wheel[TORQUE] = 5.0
    wheel.init()
    wheel.step_to(0.7)
    assert wheel[TORQUE] == 5.0


def test_set_drops_the_function():
    m = started(lambda t: 1 / 0 if t > 0 else 0.0)
    m[TORQUE] = 5.0
    m.step_to(0.1)
    assert m[TORQUE] == 5.0


def test_bad_signals(wheel, refused):
    for bad in ((), ("linear",), ("linear", [0.0, 1.0]), ("linear", [0.0], [1.0], [2.0]),
                ("linear", [0.0, 1.0], [1.0]), ("linear", 0.0, 1.0),
                ("step", [1.0, 0.0], [1.0, 2.0]), ("step", [], []), ("tanh", 1.0, 2.0),
                ("tanh", 0.0, 1.0, 1.0, 0.0, 0.5), (3, 4)):
        refused(wd.WD_EINVAL, wheel.set_input, TORQUE, bad)
    assert "did you mean 'linear'?" in refused(
        wd.WD_EINVAL, wheel.set_input, TORQUE, ("liner", [0.0], [1.0]))
    refused(wd.WD_ERANGE, wheel.set_input, TORQUE, ("linear", [0.0, 1.0], [1.0, np.nan]))
    refused(wd.WD_ERANGE, wheel.set_input, "input.mu", ("linear", [0.0, 1.0], [1.0, -1.0]))
    refused(wd.WD_EROLE, wheel.set_input, "param.mass", lambda t: 1.0)
    with pytest.raises(TypeError, match="a function, a tuple or None, not 'linear'"):
        wheel.set_input(TORQUE, "linear")
    wheel.init()
    refused(wd.WD_ESTATE, wheel.set_input, TORQUE, ("linear", [0.0, 1.0], [1.0, 2.0]))
    assert wheel[TORQUE] == 10.0


class Failure(Exception):
    pass


def failing(after):
    def function(t):
        if t > after:
            raise Failure("at", after)
        return 1.0

    return function


def test_exceptions_are_raised_unchanged():
    calls = {
        "init": lambda m: m.init(1.0),
        "step_to": lambda m: m.step_to(1.0),
        "run": lambda m: m.run(1.0, 0.25),
    }
    for name, call in calls.items():
        m = wd.Model("rolling_wheel")
        m.set_input(TORQUE, failing(0.6))
        if name != "init":
            m.init()
        with pytest.raises(Failure) as raised:
            call(m)
        assert raised.value.args == ("at", 0.6)
        assert "function" in [entry.name for entry in raised.traceback]
        m.set_input(TORQUE, None)
        if name == "init":
            m.init()
        else:
            assert m.time == (0.0 if name == "step_to" else 0.5)
        m.step_to(2.0)


def test_eval_and_linearize_raise_too(wheel):
    wheel.init()
    for call in (wheel.eval, wheel.linearize, wheel.eigenvalues):
        wheel.set_input(TORQUE, None)
        wheel.eval()
        wheel.set_input(TORQUE, failing(-1.0))
        with pytest.raises(Failure):
            call()


def test_keyboard_interrupt_is_raised(wheel):
    def interrupt(t):
        raise KeyboardInterrupt

    wheel.set_input(TORQUE, interrupt)
    with pytest.raises(KeyboardInterrupt):
        wheel.init()


def test_values_that_no_input_can_take(refused):
    for value in (np.nan, np.inf):
        m = started(lambda t: value if t > 0.5 else 0.0)
        assert TORQUE in refused(wd.WD_EINPUT, m.step_to, 1.0)
        assert m.time == 0.0
    with pytest.raises(TypeError):
        started(lambda t: None)
    with pytest.raises(TypeError):
        started(lambda: 1.0)


def test_rows_reached_come_with_the_exception():
    m = started(failing(0.6))
    with pytest.raises(Failure) as raised:
        m.run(1.0, 0.25, ["state.x"])
    assert raised.value.rows["time"].tolist() == [0.0, 0.25, 0.5]
    assert raised.value.rows["state.x"][-1] == m["state.x"] and m.time == 0.5


def test_functions_outlive_their_names():
    function = lambda t: 5.0  # noqa: E731
    alive = weakref.ref(function)
    m = started(function)
    del function
    gc.collect()
    junk = [lambda t, k=k: float(k) for k in range(1000)]
    m.step_to(0.5)
    assert m[TORQUE] == 5.0 and alive() is not None and len(junk) == 1000
    copy = m.clone()
    m.close()
    gc.collect()
    copy.step_to(1.0)
    assert copy[TORQUE] == 5.0 and alive() is not None
    copy.set_input(TORQUE, lambda t: 6.0)
    gc.collect()
    assert alive() is None


def test_every_way_to_drop_a_function_releases_it(wheel):
    def reset_preset(m):
        m.reset()
        m.load_preset("drive-20")

    for drop in (lambda m: m.set_input(TORQUE, None), lambda m: m.set({TORQUE: 1.0}), reset_preset,
                 lambda m: m.close()):
        function = lambda t: 5.0  # noqa: E731
        alive = weakref.ref(function)
        m = started(function)
        del function
        drop(m)
        gc.collect()
        assert alive() is None


def test_a_refused_change_keeps_the_function(refused):
    m = started(lambda t: 5.0)
    refused(wd.WD_ESTATE, m.set_input, TORQUE, ("step", [0.0], [1.0]))
    refused(wd.WD_EROLE, m.set, {TORQUE: 1.0, "param.mass": 1.0})
    gc.collect()
    m.step_to(0.5)
    assert m[TORQUE] == 5.0


def test_a_cycle_through_a_function_is_collected():
    m = wd.Model("rolling_wheel")
    m.set_input(TORQUE, lambda t: float(len(m.kind)))
    m.init()
    m.step_to(0.1)
    assert m[TORQUE] == len("rolling_wheel")
    gone = weakref.ref(m)
    freed = m._free
    del m
    gc.collect()
    assert gone() is None and not freed.alive


def test_functions_neither_read_nor_change_their_model(refused):
    texts, answers = [], []

    def meddle(t):
        for call in (lambda: m.set({"input.mu": 0.5}), lambda: m.step_to(2.0), m.reset, m.close,
                     lambda: m.set_input(TORQUE, None), lambda: m["state.x"], lambda: m.time,
                     m.save, m.clone, m.events, lambda: m.load(b""), m.eval, m.linearize,
                     lambda: m.run(2.0, 0.1), lambda: m.terrain, lambda: m.path,
                     lambda: m.terrain_friction, lambda: m.terrain_restitution,
                     lambda: m.path_times):
            texts.append(refused(wd.WD_ESTATE, call))
        answers.append((repr(m), m.kind, len(m.variables()), m.linear_names()[0]))
        return 1.0

    m = wd.Model("rolling_wheel")
    m.set_input(TORQUE, meddle)
    m.init()
    m.step_to(0.01)
    assert len(texts) >= 10 and m.time == 0.01 and m["input.mu"] == 0.9
    assert all("neither a function that it calls" in text for text in texts)
    assert answers[0] == ("<wheeldyn.Model rolling_wheel, computing>", m.kind,
                          len(m.variables()), "x")


def test_nested_models_keep_their_exceptions_apart():
    inner = wd.Model("sliding_block")
    inner.set_input("input.traction", failing(0.5))
    inner.init()
    caught = []

    def outer(t):
        try:
            inner.step_to(1.0)
        except Failure as failure:
            caught.append(failure)
        if t > 0.5:
            raise KeyError("outer")
        return 1.0

    m = started(outer)
    assert caught
    with pytest.raises(KeyError, match="outer"):
        m.step_to(1.0)
    assert inner.time == 0.0
