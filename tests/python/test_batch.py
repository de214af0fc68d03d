# SPDX-License-Identifier: MIT
"""Batches: the bits of single models, masks and shapes of arrays, failures, and their lifetime."""
import enum
import os
import runpy
import sys
import threading
import time
import types
from pathlib import Path

import numpy as np
import pytest
import wheeldyn as wd

ROOT = Path(__file__).parents[2]


def wheel(**values):
    model = wd.Model("rolling_wheel", preset="drive-60")
    model.set(values)
    model.init()
    return model


def car():
    model = wd.Model("vehicle", preset="rigid_car")
    model.set_choice("solver.scheme", "moreau")
    model["solver.fixed_step"] = 1e-3
    model.init()
    return model


@pytest.mark.parametrize("threads", [1, 2, 5, 8])
def test_bits_of_single_models(threads):
    batch, models = wd.Batch(car(), 6, threads), [car() for _ in range(6)]
    wheels = [f"input.{name}.torque" for name in ("rear_left", "rear_right")]
    random = np.random.default_rng(threads)
    for k in range(1, 9):
        torques = random.uniform(-20, 50, (6, 2))
        batch.set(wheels, torques)
        assert not np.any(batch.step_to(0.05 * k))
        for model, row in zip(models, torques):
            model.set(dict(zip(wheels, row)))
            model.step_to(0.05 * k)
    assert [batch.take(i).save() for i in range(6)] == [model.save() for model in models]
    assert batch.threads in (1, threads)


def test_masks_and_arrays():
    batch = wd.Batch(wheel(), 4, 2)
    assert len(batch) == 4 and "4 members" in repr(batch)
    odd = np.array([False, True, False, True])
    batch.step_to([np.nan, 1.0, np.nan, 2.0], odd)
    assert batch.times.tolist() == [0, 1, 0, 2]
    batch.set("input.mu", 0.5, odd)
    assert batch.get("input.mu").tolist() != [0.5] * 4
    both = batch.get(["state.x", "state.x_dot"])
    assert both.shape == (4, 2) and np.array_equal(both[:, 0], batch.get("state.x"))
    batch.set(["input.drive_torque", "input.mu"], [10.0, 0.8])
    assert batch.get("input.drive_torque").tolist() == [10.0] * 4
    batch.restart(odd)
    assert batch.times.tolist() == [0, 0, 0, 0]


def test_steps_without_outputs():
    batch, model = wd.Batch(car(), 3, 2), car()
    batch.step_to(0.5, outputs=False)
    model.step_to(0.5)
    assert batch.get("state.chassis.vx").tolist() == [model["state.chassis.vx"]] * 3
    assert batch.take(0).save() != model.save()
    batch.step_to(batch.times)
    assert batch.take(0).save() == model.save()


def test_members_from_different_models():
    batch = wd.Batch(wheel(), 3, 1)
    batch.put(1, wheel(**{"param.mass": 50.0}))
    batch.step_to(2.0)
    heavy = wheel(**{"param.mass": 50.0})
    heavy.step_to(2.0)
    x = batch.get("state.x")
    assert x[0] == x[2] != x[1] == heavy["state.x"]
    taken = batch.take(1)
    assert isinstance(taken, wd.Model) and taken.save() == heavy.save()
    taken.step_to(3.0)
    assert batch.times.tolist() == [2, 2, 2]


def test_members_with_different_starts():
    batch = wd.Batch(wheel(), 4, 2)
    batch.step_to(1.0)
    masses, x = np.array([10.0, 20.0, 30.0, 40.0]), np.arange(4.0)
    batch.init(["param.mass", "state.x"], np.stack((masses, x), axis=1))
    assert batch.times.tolist() == [0] * 4 and batch.get("state.x").tolist() == x.tolist()
    batch.step_to(2.0)
    for i in range(4):
        single = wheel(**{"param.mass": masses[i], "state.x": x[i]})
        single.step_to(2.0)
        assert batch.take(i).save() == single.save()
    with pytest.raises(wd.Error, match="member 1.*param.mass must be") as caught:
        batch.init("param.mass", [5.0, -1.0, 5.0, 5.0])
    assert caught.value.statuses.tolist() == [0, wd.WD_ERANGE, 0, 0]
    assert batch.times.tolist() == [0, 2, 0, 0]
    batch.init(mask=np.array([True, False, False, False]), t0=3.0)
    assert batch.times.tolist() == [3, 2, 0, 0] and batch.get("param.mass")[0] == 25
    with pytest.raises(wd.Error, match="cannot be set in a batch"):
        batch.init("output.slip_ratio", 1.0)
    with pytest.raises(wd.Error, match="t0"):
        batch.init(t0=np.inf)


def test_failures():
    batch = wd.Batch(wheel(), 3, 2)
    with pytest.raises(wd.Error, match="member 1: .*before the present time|member 1") as caught:
        batch.step_to([1.0, np.nan, 1.0])
    assert caught.value.statuses.tolist() == [0, wd.WD_EINVAL, 0]
    assert batch.times.tolist() == [1, 0, 1]
    statuses = batch.step_to([0.5, 1.0, 2.0], raises=False)
    assert statuses.tolist() == [wd.WD_EINVAL, 0, 0]
    assert "before the present time" in batch.error(0) and batch.error(2) == ""
    with pytest.raises(wd.Error, match="member 2.*input.mu must be"):
        batch.set("input.mu", [0.5, 0.5, -1.0])
    assert batch.get("input.mu")[0] != 0.5
    with pytest.raises(wd.Error, match="cannot be set while"):
        batch.set("param.mass", 1.0)
    with pytest.raises(wd.Error, match="did you mean"):
        batch.get("state.z_dotx")


@pytest.mark.parametrize("what", [
    lambda: wd.Batch(wd.Model("rolling_wheel"), 1),
    lambda: wd.Batch(wheel(), 0),
    lambda: wd.Batch(wheel(), 2).set("input.mu", [1.0, 2.0, 3.0]),
    lambda: wd.Batch(wheel(), 2).step_to([1.0]),
    lambda: wd.Batch(wheel(), 2).step_to(1.0, [1, 0]),
    lambda: wd.Batch(wheel(), 2).step_to(1.0, [True]),
    lambda: wd.Batch(wheel(), 2).take(2),
    lambda: wd.Batch(wheel(), 2).take(-1),
    lambda: wd.Batch(wheel(), 2).put(0, car()),
    lambda: wd.Batch(wheel(), 2).put(0, wd.Model("rolling_wheel")),
])
def test_wrong_values(what):
    with pytest.raises(wd.Error):
        what()


def test_wrong_threads():
    for threads in (0, 4097):
        with pytest.raises(wd.Error, match=f"threads must be from 1 to 4096, got {threads}"):
            wd.Batch(wheel(), 1, threads)


@pytest.mark.parametrize("what", [
    lambda: wd.Batch("rolling_wheel", 1),
    lambda: wd.Batch(wheel(), 1.5),
    lambda: wd.Batch(wheel(), 2).put(0, None),
    lambda: wd.Batch(wheel(), 2).step_to("1"),
    lambda: wd.Batch(wheel(), 2).set("input.mu", "1"),
])
def test_wrong_types(what):
    with pytest.raises(TypeError):
        what()


def test_lifetime():
    with wd.Batch(wheel(), 2, 2) as batch:
        batch.step_to(0.1)
    batch.close()
    assert "closed" in repr(batch)
    with pytest.raises(wd.Error, match="closed"):
        batch.step_to(0.2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork()")
@pytest.mark.filterwarnings("ignore:.*fork")
def test_fork():
    """A process made by fork() has no threads of the batch. It can step and free the batch."""
    batch = wd.Batch(wheel(), 3, 3)
    child = os.fork()
    if child == 0:
        try:
            batch.step_to(0.5)
            batch.close()
        finally:
            os._exit(0 if repr(batch).endswith("closed>") else 1)
    assert os.waitpid(child, 0) == (child, 0)
    batch.step_to(0.5)


def test_functions_of_the_user():
    model = wd.Model("rolling_wheel")
    batch = None

    def torque(t):
        if batch is not None:
            with pytest.raises(wd.Error, match="computing"):
                batch.get("state.x")
        return 10.0 * t

    model.set_input("input.drive_torque", torque)
    model.init()
    other = wd.Batch(model, 3, 2)
    model.step_to(0.5)
    batch = other
    batch.step_to(0.5)
    assert batch.get("state.x").tolist() == [model["state.x"]] * 3


@pytest.mark.parametrize("threads", [1, 4])
def test_exceptions_of_the_user(threads):
    def torque(t):
        raise KeyError("no torque")

    model = wd.Model("rolling_wheel")
    model.init()
    batch = wd.Batch(model, 8, threads)
    model.set_input("input.drive_torque", torque)
    batch.put(7, model)
    for _ in range(3):
        with pytest.raises(KeyError, match="no torque"):
            batch.step_to(batch.times + 0.1)
    assert batch.times.tolist() == pytest.approx([0.3] * 7 + [0.0])


def test_interrupt():
    batch = wd.Batch(car(), 8, 2)
    asked = []
    batch.set_interrupt(lambda: asked.append(threading.get_ident()) or len(asked) > 1)
    with pytest.raises(wd.Error, match="interrupt function") as caught:
        batch.step_to(60.0)
    assert set(asked) == {threading.get_ident()} and caught.value.name == "WD_EINTERRUPT"
    assert np.any(batch.times == 0)
    batch.set_interrupt(None)
    batch.step_to(batch.times + 0.01)


def test_other_threads_run_during_a_step():
    """Python hands its lock to this thread only where the other thread releases it, because the
    switch interval is long. So the turns counted here happen within the call of the C function."""
    batch, interval = wd.Batch(car(), 4, 2), sys.getswitchinterval()
    begun, ended, turns = [], [], 0

    def step():
        begun.append(True)
        batch.step_to(10.0)
        ended.append(True)

    worker = threading.Thread(target=step)
    sys.setswitchinterval(1e3)
    try:
        worker.start()
        while worker.is_alive():
            turns += bool(begun and not ended)
            time.sleep(0)
    finally:
        sys.setswitchinterval(interval)
        worker.join()
    assert turns > 0 and batch.times.tolist() == [10.0] * 4


class VectorStandIn:
    """A stand-in for gymnasium.vector.VectorEnv: its methods, and what they do with a subclass."""

    metadata, closed = {}, False
    _np_random = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random = np.random.default_rng(seed)

    def step(self, actions):
        raise NotImplementedError

    def close(self, **kwargs):
        if not self.closed:
            self.close_extras(**kwargs)
            self.closed = True

    def close_extras(self, **kwargs):
        raise NotImplementedError

    @property
    def np_random(self):
        assert self._np_random is not None, "drawn from before reset()"
        return self._np_random


class BoxStandIn:
    def __init__(self, low, high, shape=None, dtype=np.float32):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, x):
        return (x.shape == self.shape and x.dtype == self.dtype and
                bool(np.all((x >= self.low) & (x <= self.high))))


def stand_in_for_gymnasium():
    """Modules with the names of Gymnasium's that the example imports."""
    modules = {name: types.ModuleType(name)
               for name in ("gymnasium", "gymnasium.spaces", "gymnasium.vector")}
    modules["gymnasium.spaces"].Box = BoxStandIn
    modules["gymnasium.vector"].VectorEnv = VectorStandIn
    modules["gymnasium.vector"].AutoresetMode = enum.Enum("AutoresetMode",
                                                          {"NEXT_STEP": "NextStep"})
    return modules


@pytest.mark.parametrize("beside", ["nothing", "a stand-in", "gymnasium"])
def test_vector_environment(monkeypatch, beside):
    if beside == "gymnasium":
        pytest.importorskip("gymnasium.vector", reason="Gymnasium is not installed")
    elif beside == "nothing":
        monkeypatch.setitem(sys.modules, "gymnasium", None)
    else:
        for name, module in stand_in_for_gymnasium().items():
            monkeypatch.setitem(sys.modules, name, module)
    program = runpy.run_path(str(ROOT / "examples/python/vector_env.py"))
    env = program["RobotVectorEnv"](3, threads=2)
    assert env.metadata["autoreset_mode"].value == "NextStep"
    assert env.action_space.shape == (3, *env.single_action_space.shape)
    assert env.observation_space.shape == (3, *env.single_observation_space.shape)
    seen, info = env.reset(seed=3)
    assert seen.shape == env.observation_space.shape and info == {}
    env.limit = 4
    for k in range(1, 8):
        seen, reward, terminated, truncated, info = env.step(np.full((3, 2), 0.1))
        assert reward.shape == terminated.shape == truncated.shape == (3,) and info == {}
        assert truncated.all() == (k == 4)
        assert np.allclose(env.batch.times, env.period * (k if k < 5 else k - 5))
    if beside != "nothing":
        vector = sys.modules["gymnasium.vector"]
        assert isinstance(env, vector.VectorEnv)
        assert env.metadata["autoreset_mode"] is vector.AutoresetMode.NEXT_STEP
        assert env.observation_space.contains(seen)
    first = env.reset(seed=3)[0]
    other = env.reset()[0]
    assert not np.array_equal(first, other) and np.array_equal(first, env.reset(seed=3)[0])
    env.close()
    env.close()
    assert env.closed
