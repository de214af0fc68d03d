# SPDX-License-Identifier: MIT
"""wheeldyn sweep: rows are written in order while it runs, and a killed sweep can be resumed."""
import os
import re
import signal
import subprocess
import time

import pytest
from conftest import table

SLOW = ("kind: rolling_wheel\npreset: drive-60\ntime: {end: 60, step: 0.01}\n"
        "record: [state.x_dot, state.x]\n")
OVER = ("--over", "param.mass=20:30:40")


@pytest.fixture
def slow(tool):
    return tool.write("slow.yaml", SLOW)


@pytest.fixture
def kill(tool, preload):
    """Start a sweep into out.csv that gets a signal after `rows` rows."""
    def run(number, rows, *words):
        # -j 1: one thread writes each row at once. One of several threads may be many rows ahead;
        # its rows then wait, because rows are written in order.
        loaded = preload(WHEELDYN_SIGNAL=str(int(number)), WHEELDYN_FLUSHES=str(rows + 1))
        command = [os.environ["WHEELDYN_TOOL"], "sweep", *words, "-o", "out.csv", "-j", "1"]
        done = subprocess.run(command, cwd=tool.folder, env=loaded, stderr=subprocess.PIPE,
                              text=True, check=False)
        assert not (tool.folder / "out.csv").exists()
        assert (tool.folder / "out.csv.part").read_text().count('"\n') >= rows
        return done.returncode, done.stderr
    return run


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_sweep_is_resumed(tool, slow, kill, number):
    whole = tool("sweep", slow, *OVER)
    status, said = kill(number, 3, slow, *OVER)
    assert number == signal.SIGKILL or (status == 143 and " of 40 runs" in said)
    part = tool.folder / "out.csv.part"
    there = part.read_text()
    assert whole.startswith(there[:there.rindex("\n") + 1]) and len(there) < len(whole)
    part.write_text(there + "20.5,0,1") # the next row, incomplete
    assert "--resume" in tool("sweep", slow, *OVER, "-o", "out.csv", status=2)
    tool("sweep", slow, *OVER, "-o", "out.csv", "--resume", "-j", "3")
    assert (tool.folder / "out.csv").read_text() == whole and not part.exists()


def test_complete_rows_are_not_computed_again(tool, slow):
    """The complete rows of the file are kept as they are; only the missing one is computed."""
    tool("sweep", slow, *OVER, "-o", "out.csv")
    lines = (tool.folder / "out.csv").read_text().splitlines(keepends=True)
    rows = [re.sub(r"^([\d.]+,0,60),[^,]+", r"\1,-7.5", line) for line in lines[:-1]]
    assert sum(",60,-7.5," in row for row in rows) == 39
    tool.write("out.csv.part", "".join(rows))
    tool("sweep", slow, *OVER, "-o", "out.csv", "--resume")
    assert (tool.folder / "out.csv").read_text() == "".join(rows) + lines[-1]


def test_failed_runs_stay_failed(tool, kerb):
    over = ("sweep", kerb, "--over", "state.y=-1:1:5", "-o", "out.csv")
    assert "3 of 5 runs failed" in tool(*over, status=1)
    lines = (tool.folder / "out.csv").read_text().splitlines(keepends=True)
    tool.write("out.csv.part", "".join(lines[:-2]))
    assert "3 of 5 runs failed" in tool(*over, "--resume", status=1)
    assert (tool.folder / "out.csv").read_text() == "".join(lines)


@pytest.mark.parametrize("change", [
    ("--over", "param.mass=20:30:41"), ("--over", "param.mass=20:31:40"), (*OVER, "--t-end", "59"),
    (*OVER, "--set", "param.radius=0.3"), ("--over", "param.radius=20:30:40"), "scenario", "row",
    "text", "more", "nothing",
])
def test_only_the_same_sweep_is_resumed(tool, slow, kill, change):
    assert kill(signal.SIGKILL, 2, slow, *OVER)
    part = tool.folder / "out.csv.part"
    lines = part.read_text().splitlines(keepends=True)
    words = change if isinstance(change, tuple) else OVER
    if change == "scenario":
        tool.write(slow, SLOW + "\n")
    elif change == "row":
        lines[-2] = "1" + lines[-2]
    elif change == "text":
        lines[-2] = lines[-2].replace('"', "", 1)
    elif change == "more":
        lines = lines[:-2] + 50 * [lines[-2]]
    elif change == "nothing":
        lines = ["{}\n"]
    part.write_text("".join(lines))
    said = tool("sweep", slow, *words, "-o", "out.csv", "--resume", status=2)
    assert "out.csv.part:" in said and "not of the same sweep" in said
    assert part.read_text() == "".join(lines)


def test_resume_without_a_file_starts_a_sweep(tool, kerb):
    over = ("sweep", kerb, "--over", "param.mu=0:1:3")
    whole = tool(*over)
    for there in (None, "", whole[:30]):
        if there is not None:
            tool.write("out.csv.part", there)
        tool(*over, "-o", "out.csv", "--resume")
        assert (tool.folder / "out.csv").read_text() == whole
        (tool.folder / "out.csv").unlink()
    for words in ((), ("-o", "-"), ("-o", "/dev/null")):
        assert "-o FILE" in tool(*over, *words, "--resume", status=2)


def test_an_unfinished_file_is_no_link(tool, kerb):
    os.symlink("elsewhere.csv", tool.folder / "out.csv.part")
    tool("sweep", kerb, "--over", "param.mu=0:1:2", "-o", "out.csv", "--resume", status=4)
    assert sorted(os.listdir(tool.folder)) == ["kerb.yaml", "out.csv.part"]


def test_only_one_sweep_at_a_time_uses_a_file(tool, slow):
    words = ("sweep", slow, "--over", "param.mass=20:30:100000000", "-o", "out.csv") # endless
    process = subprocess.Popen([os.environ["WHEELDYN_TOOL"], *words], cwd=tool.folder)
    try:
        part = tool.folder / "out.csv.part"
        while not part.exists() or '"\n' not in part.read_text(): # a row: the file is locked
            time.sleep(0.01)
        assert "another process" in tool(*words, "--resume", status=2)
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no /proc")
def test_rows_are_written_while_it_runs(tool, slow):
    process = subprocess.Popen([os.environ["WHEELDYN_TOOL"], "sweep", slow, "--over",
                                "param.mass=20:30:100000000", "-j", "2"], cwd=tool.folder,
                               stdout=subprocess.PIPE, text=True)
    lines = [process.stdout.readline() for _ in range(20)]
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        memory = [int(line.split()[1]) for line in file if line.startswith("VmRSS")]
    process.terminate()
    rest = process.communicate()[0]
    assert process.returncode == 143
    _, rows, comments = table("".join(lines) + rest)
    assert [float(row[0]) for row in rows] == sorted(float(row[0]) for row in rows)
    assert comments[-1].startswith("# stopped: interrupted after ") and memory[0] < 50000
