# SPDX-License-Identifier: MIT
"""Copies of models: snapshots, clones and pickles, also in another process."""

import copy
import pickle

import pytest
import wheeldyn as wd

STATE = ["state.x", "state.x_dot", "state.theta", "state.theta_dot", "output.work"]


@pytest.fixture
def running(wheel):
    wheel.load_preset("drive-220")
    wheel.init()
    wheel.step_to(1.2345)
    return wheel


def bits(model):
    return model.get(STATE).tobytes().hex()


def test_save_and_load(running):
    snapshot = running.save()
    assert type(snapshot) is bytes and len(snapshot) > 100
    other = wd.Model("rolling_wheel")
    other.load(snapshot)
    assert other.time == 1.2345 and bits(other) == bits(running)
    assert other.save() == snapshot
    running.step_to(5.0)
    other.step_to(5.0)
    assert bits(other) == bits(running)
    other.load(bytearray(snapshot))
    assert other.time == 1.2345


def test_bytes_that_are_no_snapshot(running, refused):
    snapshot = running.save()
    before = bits(running)
    for bad in (b"", b"x", snapshot[:-1], bytes(len(snapshot)),
                snapshot[:50] + bytes([snapshot[50] ^ 1]) + snapshot[51:]):
        refused(wd.WD_EFORMAT, running.load, bad)
    with pytest.raises(TypeError, match="^a snapshot must be bytes, not 100$"):
        running.load(100)
    assert bits(running) == before and running.time == 1.2345
    refused(wd.WD_EFORMAT, wd.Model("sliding_block").load, snapshot)
    assert "init()" in refused(wd.WD_ESTATE, wd.Model("rolling_wheel").save)


def test_a_snapshot_marks_functions(refused):
    m = wd.Model("rolling_wheel")
    m.set_input("input.drive_torque", lambda t: 10 * t)
    m.init()
    m.step_to(1.0)
    other = wd.Model("rolling_wheel")
    assert "set the function of input.drive_torque" in refused(wd.WD_ESTATE, other.load, m.save())
    other.set_input("input.drive_torque", lambda t: 10 * t)
    other.load(m.save())
    other.step_to(2.0), m.step_to(2.0)
    assert bits(other) == bits(m)


@pytest.mark.parametrize("duplicate", [wd.Model.clone, copy.copy, copy.deepcopy])
def test_clones(running, duplicate):
    twin = duplicate(running)
    assert type(twin) is wd.Model and twin.time == running.time and bits(twin) == bits(running)
    twin.step_to(3.0)
    assert running.time == 1.2345
    running.step_to(3.0)
    assert bits(twin) == bits(running)
    twin.close()
    running.step_to(4.0)


def test_clone_of_a_set_up_model(wheel):
    wheel["param.mass"] = 3.0
    twin = wheel.clone()
    twin["param.mass"] = 4.0
    assert (wheel["param.mass"], twin["param.mass"]) == (3.0, 4.0)


def test_pickle_is_kind_and_snapshot(running):
    assert running.__reduce__()[1] == ("rolling_wheel", running.save())
    again = pickle.loads(pickle.dumps(running))
    assert again.save() == running.save() and again["input.mu"] == running["input.mu"]


def test_pickle_continues_with_the_same_bits_in_another_process(running, python, tmp_path):
    (tmp_path / "model").write_bytes(pickle.dumps(running))
    program = f"""
import pickle, sys
m = pickle.load(open(sys.argv[1], "rb"))
m.step_to(5.0)
print(m.get({STATE}).tobytes().hex())
"""
    got = python(program, str(tmp_path / "model"))
    assert got.stderr == ""
    running.step_to(5.0)
    assert got.stdout.strip() == bits(running)


def test_models_that_cannot_be_pickled(wheel, refused):
    assert "init()" in refused(wd.WD_ESTATE, pickle.dumps, wheel)
    wheel.set_input("input.drive_torque", lambda t: 1.0)
    wheel.init()
    text = refused(wd.WD_ESTATE, pickle.dumps, wheel)
    assert "cannot be pickled: input.drive_torque" in text
    wheel["input.drive_torque"] = 1.0
    assert pickle.loads(pickle.dumps(wheel)).time == 0.0
