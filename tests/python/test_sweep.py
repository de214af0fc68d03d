# SPDX-License-Identifier: MIT
"""Sweeps give the rows of single runs on every executor, also after failures and crashes."""
import hashlib
import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn._library import lib
from wheeldyn.constrained import System

GRID = {"param.mu": [0.1, 0.4, 0.8], "param.restitution": [0.0, 0.3]}
RECORD = ["state.x", "state.phi_dot"]


def kerb(**more):
    return wd.sweep("impact_wheel", more.pop("over", GRID), 0.6, RECORD, preset="kerb-plastic",
                    chunk=more.pop("chunk", 2), **more)


def push(model):
    model.set_input("input.torque", ("tanh", 0.0, 0.5, 10.0, 0.0, 1))


def slow(model):
    time.sleep(0.05)


def swing(t, q, v, M, Q, C, A, b, phi):
    M[:] = np.eye(2)
    Q[1] = -9.81
    A[0] = q
    b[0] = -v @ v
    phi[0] = (q @ q - 1) / 2


def pendulum(model):
    for name in ("x", "y"):
        model.add_part("coordinate", name)
    model.add_part("constraint", "rod")
    model.set_equations(swing)
    model["init.x.q"] = 1.0


PARTS = ("constrained", {"init.x.v": [-1.0, 0.0], "init.y.v": [0.0, 0.5, 1.0]}, 0.5,
         ["state.x.q", "state.y.v", "output.rod.multiplier"])


def test_models_built_in_setup():
    rows = wd.sweep(*PARTS, setup=pendulum, settings={"solver.rtol": 1e-8, "param.rod.relax": 1})
    assert rows["status"].tolist() == 6 * [0] and len(set(rows["state.x.q"][:3])) == 3
    for row in rows:
        with System() as model:
            pendulum(model)
            for name in PARTS[1]:
                model[name] = row[name]
            model["solver.rtol"] = 1e-8
            model.init()
            model.step_to(0.5)
            assert [row[name] for name in PARTS[3]] == [model[name] for name in PARTS[3]]


def test_parts_in_processes_and_in_a_store(tmp_path):
    rows = wd.sweep(*PARTS, setup=pendulum, chunk=2, store=tmp_path / "sweep")
    np.testing.assert_array_equal(
        rows, wd.sweep(*PARTS, setup=pendulum, chunk=2, store=tmp_path / "sweep"))
    with ProcessPoolExecutor(2) as pool:
        np.testing.assert_array_equal(rows, wd.sweep(*PARTS, setup=pendulum, executor=pool,
                                                     chunk=1))


def test_names_of_missing_parts(refused):
    text = refused(wd.WD_ENAME, lambda: wd.sweep("constrained", {"init.z.q": [1.0]}, 1.0, [],
                                                 setup=pendulum))
    assert "init.x.q" in text or "init.y.q" in text
    refused(wd.WD_ENAME, wd.sweep, *PARTS)


def test_settings_come_after_setup():
    def heavy(model):
        model["param.mass"] = 50.0
    rows = kerb(settings={"param.mass": 20.0}, setup=heavy)
    np.testing.assert_array_equal(rows, kerb(settings={"param.mass": 20.0}))


def test_rows_are_those_of_single_runs():
    rows = kerb()
    assert rows.dtype.names == (*GRID, "status", "text", "time", *RECORD)
    assert rows["param.mu"].tolist() == [0.1, 0.1, 0.4, 0.4, 0.8, 0.8]
    for row in rows:
        with wd.Model("impact_wheel", preset="kerb-plastic") as model:
            for name in GRID:
                model[name] = row[name]
            model.init()
            model.step_to(0.6)
            assert row["time"] == 0.6 and row["status"] == 0 and row["text"] == ""
            assert [row[name] for name in RECORD] == [model[name] for name in RECORD]


def test_settings_setup_and_choices():
    plain, pushed = kerb(), kerb(setup=push)
    assert (plain["state.phi_dot"] != pushed["state.phi_dot"]).any()
    heavy = kerb(settings={"param.mass": 20.0}, setup=push)
    assert (heavy["state.phi_dot"] != pushed["state.phi_dot"]).any()
    rows = wd.sweep("rolling_wheel", {"param.law": ["saturated", "published"]}, 1.0,
                    ["state.x_dot"], preset="drive-60")
    assert rows["param.law"].tolist() == ["saturated", "published"]
    assert rows["state.x_dot"][0] != rows["state.x_dot"][1]


def test_a_list_of_cases():
    cases = [{"param.mu": 0.8, "param.restitution": 0.3}, {"param.mu": 0.1, "param.restitution": 0}]
    rows, grid = kerb(over=cases), kerb()
    assert rows[0] == grid[5] and rows[1] == grid[0]


@pytest.mark.parametrize("executor", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_give_the_same_rows(executor):
    with executor(2) as pool:
        rows = kerb(executor=pool, setup=push, chunk=1)
    np.testing.assert_array_equal(rows, kerb(setup=push))


def test_a_failed_row_says_why():
    rows = kerb(over={"state.y": [-1.0, 0.2]})
    assert rows["status"].tolist() == [wd.WD_EDOMAIN, 0]
    assert len(rows["text"][0]) > 10 and np.isnan(rows["state.x"][0])
    assert rows["text"][1] == "" and np.isfinite(rows["state.x"][1])


def test_an_error_in_every_case_is_raised_at_once():
    with pytest.raises(wd.Error, match="param.mu"):
        kerb(over={"param.muu": [1.0]})
    with pytest.raises(ValueError, match="no case"):
        kerb(over=[])
    with pytest.raises(ValueError, match="different names"):
        kerb(over=[{"param.mu": 1.0}, {"param.mass": 1.0}])
    with pytest.raises(ValueError, match="chunk"):
        kerb(chunk=0)


def test_progress():
    seen = []
    kerb(progress=lambda done, total: seen.append((done, total)))
    assert seen == [(2, 6), (4, 6), (6, 6)]


def test_an_interrupted_sweep_continues(tmp_path):
    store = tmp_path / "kerb.jsonl"

    def stop(done, total):
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kerb(store=store, progress=stop)
    with open(store, "a") as file:
        file.write('[2, [[0, "", 0.6')  # as after a crash
    seen = []
    rows = kerb(store=store, progress=lambda done, total: seen.append(done))
    assert seen == [6]
    np.testing.assert_array_equal(rows, kerb())
    np.testing.assert_array_equal(kerb(store=store), rows)
    with pytest.raises(ValueError, match="another sweep"):
        kerb(store=store, settings={"param.mass": 1.0})


def test_a_store_takes_numbers_of_numpy(tmp_path):
    settings = {"param.mass": np.int64(20)}
    np.testing.assert_array_equal(kerb(store=tmp_path / "rows", settings=settings),
                                  kerb(settings={"param.mass": 20.0}))


def test_dask_survives_the_loss_of_a_worker():
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    over = {"param.mu": np.linspace(0.1, 0.9, 60)}
    patient = {f"distributed.comm.timeouts.{what}": "1h" for what in ("connect", "tcp")}
    pool = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with dask.config.set(patient), distributed.LocalCluster(**pool) as cluster:
        with distributed.Client(cluster) as client:
            victim = list(client.run(os.getpid).values())[0]

            def kill(done, total):
                if done == total // 3:
                    os.kill(victim, signal.SIGKILL)

            rows = kerb(over=over, setup=slow, chunk=1, executor=client.get_executor(),
                        progress=kill)
            assert victim not in client.run(os.getpid).values()
    np.testing.assert_array_equal(rows, kerb(over=over))


@pytest.fixture
def store(tmp_path):
    """The file of a finished sweep: the first line and one line for each of three chunks."""
    path = tmp_path / "kerb.jsonl"
    kerb(store=path)
    assert len(path.read_text().splitlines()) == 4
    return path


def refused(store, match, **more):
    """Run a sweep on a store that must be refused and left unchanged."""
    before = store.read_bytes()
    with pytest.raises(ValueError, match=match):
        kerb(store=store, **more)
    assert store.read_bytes() == before


def test_only_one_sweep_at_a_time_uses_a_store(tmp_path):
    store = tmp_path / "kerb.jsonl"
    second = []

    def again(done, total):
        refused(store, "kerb.jsonl is in use by another sweep")
        second.append(done)

    with ProcessPoolExecutor(2) as pool:
        rows = kerb(store=store, executor=pool, progress=again)
        assert second == [2, 4, 6]
        seen = []
        again = kerb(store=store, progress=lambda done, total: seen.append(done))
        assert not seen, ("all rows come from the store, although the workers are alive and still "
                          "have its file open")
    np.testing.assert_array_equal(again, rows)


# Stand-in for Windows: its name, no fcntl, and locks within one process.
WINDOWS = """
import concurrent.futures, os, sys, types, numpy
held = set()
def locking(descriptor, mode, count):
    far = os.lseek(descriptor, 0, os.SEEK_CUR) > os.fstat(descriptor).st_size
    key = os.fstat(descriptor).st_ino
    if not far or count != 1 or (key in held) != (mode == 0):
        raise PermissionError(13, "locked")
    held.symmetric_difference_update([key])
sys.modules["fcntl"] = None
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2, LK_UNLCK=0)
sys.platform = "win32"

import wheeldyn as wd
def sweep(**more):
    return wd.sweep("impact_wheel", {"param.mu": [0.1, 0.4]}, 0.6, ["state.x"], chunk=1,
                    store=sys.argv[1], **more)
def again(done, total):
    try:
        sweep()
    except ValueError as error:
        print("in use" in str(error), done)
assert sweep(progress=again).tolist() == sweep(progress=again).tolist()
assert not held
"""


def test_only_one_sweep_at_a_time_uses_a_store_on_windows(python, tmp_path):
    got = python(WINDOWS, str(tmp_path / "store"), WHEELDYN_LIBRARY=lib._name)
    assert (got.stderr, got.stdout.split()) == ("", ["True", "1", "True", "2"])


def test_a_damaged_line_is_named_and_nothing_is_lost(store):
    lines = store.read_text().splitlines(keepends=True)
    place = lines[2].index("0.6")
    store.write_text("".join([*lines[:2], lines[2][:place] + "0.7" + lines[2][place + 3:],
                              lines[3]]))
    refused(store, "kerb.jsonl, line 3: it is damaged")
    store.write_bytes("".join(lines).encode().replace(b"[1, ", b"[\xff, "))
    refused(store, "kerb.jsonl, line 3: it is damaged")
    store.write_text("".join([*lines[:2], lines[3]]))
    seen = []
    rows = kerb(store=store, progress=lambda done, total: seen.append(done))
    assert seen == [6], "only the rows of that line were run again"
    np.testing.assert_array_equal(rows, kerb())


def test_a_truncated_first_line(store):
    lines = store.read_text().splitlines(keepends=True)
    for length in (0, 1, len(lines[0]) - 1):
        store.write_text(lines[0][:length])
        np.testing.assert_array_equal(kerb(store=store), kerb())
        assert store.read_text() == "".join(lines)


def forged(store, body):
    """Return a line of the store with this body and the right checksum."""
    head = store.read_text().splitlines()[0]
    digest = hashlib.sha256(f"{head}\n{body}".encode()).hexdigest()[:16]
    return f"{digest} {body}\n"


@pytest.mark.parametrize("body", [
    "[2, [[0, \"\", 0.6, 1.0, 2.0]]]", "[3, []]", "[-1, []]", "[true, []]", "[0.0, []]", "{}", "[]",
    "[2, [[0, \"\", 0.6, 1.0, 2.0], [0, \"\", 0.6, 1.0]]]", "[2, [0, 0]]", "[2, \"ab\"]", "x", "",
    "[2, [[0, \"\", 0.6, 1.0, 2.0], [0, \"\", 0.6, 1.0, \"2\"]]]", "[" * 100000,
    "[true, [[0, \"\", 0.6, 1.0, 2.0], [0, \"\", 0.6, 1.0, 2.0]]]",
    f"[2, [[{10**50}, \"\", 0.6, 1.0, 2.0], [0, \"\", 0.6, 1.0, 2.0]]]",
])
def test_a_forged_line_is_refused(store, body):
    lines = store.read_text().splitlines(keepends=True)
    store.write_text("".join([*lines[:3], forged(store, body)]))
    refused(store, "kerb.jsonl, line 4: it has not the rows of this sweep")


def test_lines_of_others_are_refused(store, tmp_path):
    lines = store.read_text().splitlines(keepends=True)
    other = tmp_path / "other"
    kerb(store=other, settings={"param.mass": 1.0})
    refused(other, "other belongs to another sweep")
    store.write_text("".join([*lines[:3], other.read_text().splitlines(keepends=True)[3]]))
    refused(store, "line 4: it is damaged or of another sweep")
    store.write_text("".join([*lines, lines[1]]))
    refused(store, "line 5: the rows of chunk 0 are there twice")
    store.write_text("".join(lines).replace(wd.version(), "0.0.1"))
    refused(store, "was written by wheeldyn 0.0.1, this is")
    for text in ("time,x\n0,1\n", "time", "\n", "{}\n", "[]\n", "\xff\n"):
        store.write_text(text)
        refused(store, "line 1: this is no store of a sweep")


def test_a_store_is_a_regular_file(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", "/dev/null"):
        with pytest.raises(ValueError, match="is no regular file"):
            kerb(store=path)
