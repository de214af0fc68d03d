# SPDX-License-Identifier: MIT
"""Closing models, collecting them, and models in threads."""

import gc
import threading
from ctypes import byref, c_double

import pytest
import wheeldyn as wd
from wheeldyn import _interrupts
from wheeldyn._inputs import call, callback
from wheeldyn._library import lib


@pytest.fixture
def freed(monkeypatch):
    """Handles freed, in order."""
    handles = []
    free = lib.wd_model_free
    monkeypatch.setattr(lib, "wd_model_free",
                        lambda handle: handles.append(handle.value) or free(handle))
    return handles


def test_with_block_frees_once(freed):
    with wd.Model("rolling_wheel") as m:
        assert repr(m) == "<wheeldyn.Model rolling_wheel, set up>"
        m.init()
        m.step_to(0.25)
        assert repr(m) == "<wheeldyn.Model rolling_wheel, at 0.25 s>"
        assert freed == []
    assert repr(m) == "<wheeldyn.Model rolling_wheel, closed>"
    m.close()
    del m
    gc.collect()
    assert len(freed) == 1


def test_with_block_frees_after_an_exception(freed):
    with pytest.raises(KeyError):
        with wd.Model("rolling_wheel"):
            raise KeyError
    assert len(freed) == 1


def test_the_collector_frees(freed):
    m = wd.Model("rolling_wheel")
    twin = m.clone()
    del m
    gc.collect()
    assert len(freed) == 1
    del twin
    gc.collect()
    assert len(set(freed)) == 2


def test_a_model_that_cannot_be_made_is_freed(freed, refused):
    refused(wd.WD_ENAME, wd.Model, "rolling_wheel", "no-such-preset")
    gc.collect()
    assert len(freed) == 1


def test_everything_says_that_a_closed_model_is_closed(refused):
    m = wd.Model("rolling_wheel")
    m.close()
    everything = [
        lambda: m["param.mass"], lambda: m.set({"param.mass": 1.0}), lambda: m.get(["param.mass"]),
        lambda: m.choice("param.law"), lambda: m.set_choice("param.law", "published"),
        lambda: m.set_input("input.mu", None), lambda: m.set_terrain(None),
        lambda: m.set_terrain_friction(None), lambda: m.terrain_friction,
        lambda: m.set_path(None), lambda: m.load_preset("drive-20"), m.variables, m.init, m.reset,
        lambda: m.time, lambda: m.step_to(1.0), m.eval, lambda: m.run(1.0, 0.1), m.events, m.save,
        lambda: m.load(b""), m.clone, m.__reduce__, m.linear_names, m.linearize, m.eigenvalues,
    ]
    for use in everything:
        assert refused(wd.WD_EINVAL, use) == "this rolling_wheel model is closed"


def test_models_may_remain_at_exit(python):
    got = python("import wheeldyn\n"
                 "m = wheeldyn.Model('rolling_wheel')\n"
                 "m.set_input('input.mu', lambda t: 0.5)\n"
                 "m.init(); m.step_to(1.0)\n")
    assert (got.returncode, got.stdout, got.stderr) == (0, "", "")


def trajectory(torque):
    m = wd.Model("rolling_wheel", preset="drive-60")
    m.set_input("input.drive_torque", lambda t: torque * min(t, 1.0))
    m.init()
    return m.run(4.0, 0.01).tobytes()


def in_two_threads(work):
    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_threads_do_not_disturb_each_other():
    torques = (20.0, 60.0)
    alone = [trajectory(torque) for torque in torques]
    assert alone[0] != alone[1]
    together = [None, None]
    start = threading.Barrier(2)

    def work(i):
        start.wait(10)
        together[i] = trajectory(torques[i])

    in_two_threads(work)
    assert together == alone


def test_a_model_that_another_thread_uses_is_refused(refused, monkeypatch):
    """Other threads cannot use a model from the start of a call on, even before C is called."""
    m, texts = wd.Model("rolling_wheel"), []

    def use():
        calls = (m.close, lambda: m.step_to(2.0), lambda: m.time, m.save)
        texts.extend(refused(wd.WD_ESTATE, call) for call in calls)

    class Watched(_interrupts.InterruptCheck):
        def prepare(self, setter, handle):
            thread = threading.Thread(target=use)
            thread.start()
            thread.join()
            super().prepare(setter, handle)

    m._interrupt = Watched()
    m.init()
    assert m.step_to(0.01) == "ok" and m.time == 0.01
    assert len(texts) == 8 and all("nor another thread may" in text for text in texts)


def test_exceptions_stay_in_their_thread():
    """Exceptions stay in their thread. A stand-in for the C function waits for the other thread
    before and after it calls the Python function.
    """
    raised = [None, None]
    both = threading.Barrier(2)

    def work(i):
        def function(t):
            raise KeyError(i)

        def c_function():
            both.wait(10)
            status = callback(function)(0.0, byref(c_double()), None)
            both.wait(10)
            return status

        try:
            call(c_function)
        except KeyError as error:
            raised[i] = error.args

    in_two_threads(work)
    assert raised == [(0,), (1,)]
