# SPDX-License-Identifier: MIT
"""Output files are written completely or not at all, and never over an input or another output."""
import os
import resource
import signal
import stat
import subprocess
import tempfile
import time

import pytest
from conftest import SCENARIO, table

LONG = ("kind: rolling_wheel\npreset: drive-60\ntime: {end: 1e7, step: 0.01}\n"
        "record: [state.x_dot]\n")


def begin(tool, *words):
    return subprocess.Popen([os.environ["WHEELDYN_TOOL"], *words], cwd=tool.folder,
                            stderr=subprocess.PIPE, text=True)


def wait_for_part(tool):
    while not (parts := [part for part in tool.folder.glob("*.part") if part.stat().st_size > 0]):
        time.sleep(0.05)
    return parts


def files(tool):
    return {path.name: path.read_bytes() for path in tool.folder.iterdir() if path.is_file()}


@pytest.fixture
def hill(tool):
    tool.write("hill.csv", "-10,0\n0,0\n10,1\n")
    return tool.write("hill.yaml", "kind: impact_wheel\nterrain: hill.csv\nset: {state.x: -1, "
                      "state.y: 0.1}\ntime: {end: 0.1}\nrecord: [state.x]\n")


@pytest.mark.parametrize("words", [
    ["-o", "hill.yaml"], ["-o", "hill.csv"], ["-o", "./hill.csv"], ["--plot", "hill.yaml"],
    ["--html", "hard.yaml"], ["--events", "soft.csv"], ["-o", "new.csv", "--html", "hill.csv"],
])
def test_an_output_is_no_input(tool, hill, words):
    os.link(tool.folder / hill, tool.folder / "hard.yaml")
    os.symlink("hill.csv", tool.folder / "soft.csv")
    before = files(tool)
    assert f"{words[-1]}: this is an input" in tool("run", hill, *words, status=2)
    assert files(tool) == before


@pytest.mark.parametrize("words", [
    ["-o", "a", "--events", "a"], ["-o", "a", "--plot", "./a"], ["-o", "a", "--html", "link"],
    ["-o", "old", "--html", "hard"], ["-o", "-", "--plot", "-"], ["--html", "-", "--plot", "-"],
    ["-o", "-", "--plot", "/dev/stdout"],
])
def test_an_output_is_no_other_output(tool, kerb, words):
    os.symlink("a", tool.folder / "link")
    os.link(tool.folder / tool.write("old", "old\n"), tool.folder / "hard")
    before = files(tool)
    assert f"{words[-1]}: this is already an output" in tool("run", kerb, *words, status=2)
    assert files(tool) == before


def test_the_standard_input_is_an_input(tool, kerb):
    with open(tool.folder / kerb, encoding="ascii") as file:
        assert "this is an input" in tool("run", "-", "-o", kerb, status=2, stdin=file)
    assert (tool.folder / kerb).read_text() == SCENARIO


def test_outputs_of_sweeps_and_eigenvalues_are_no_inputs(tool, kerb):
    sweep = ("sweep", kerb, "--over", "param.mu=0:1:2")
    assert "this is an input" in tool(*sweep, "-o", kerb, status=2)
    tool.write("bicycle.yaml", "kind: bicycle\n")
    for output in ("-o", "--plot"):
        assert "this is an input" in tool("eigen", "bicycle.yaml", "--sweep", "init.speed=0:9:3",
                                          output, "bicycle.yaml", status=2)
    assert (tool.folder / kerb).read_text() == SCENARIO


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGHUP])
def test_a_killed_run_leaves_the_older_file(tool, number):
    tool.write("out.csv", "older\n")
    process = begin(tool, "run", tool.write("long.yaml", LONG), "-o", "out.csv")
    parts = wait_for_part(tool)
    assert (tool.folder / "out.csv").read_text() == "older\n"
    process.send_signal(number)
    process.communicate()
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
    if number == signal.SIGKILL:
        assert (tool.folder / "out.csv").read_text() == "older\n"
        for part in parts: # the part does not prevent another run
            part.unlink()
    assert not list(tool.folder.glob("*.part"))


def test_two_signals_leave_nothing(tool):
    """With a single step of a day, the first signal may wait for the end of the step; the
    second stops at once.
    """
    step = LONG.replace("0.01", "1e7")
    process = begin(tool, "run", tool.write("long.yaml", step), "-o", "out.csv", "--plot", "a.svg")
    while len(list(tool.folder.glob("*.part"))) < 2:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    time.sleep(0.2)
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert process.returncode in (-signal.SIGTERM, 128 + signal.SIGTERM)
    assert not list(tool.folder.glob("*.part"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU])
def test_a_signal_leaves_no_part(tool, kerb, preload, number):
    """The signal comes when the file has just been created."""
    def status(*words):
        return subprocess.run([os.environ["WHEELDYN_TOOL"], *words], cwd=tool.folder, check=False,
                              env=preload(WHEELDYN_SIGNAL=str(int(number))),
                              capture_output=True).returncode
    stopped = -number if number == signal.SIGXCPU else 128 + number
    assert status("run", kerb, "-o", "out.csv") == stopped
    assert status("sweep", kerb, "--over", "param.mu=0:1:2", "-o", "out.csv") == stopped
    assert status("eigen", "bicycle", "-o", "out.csv") == stopped
    if "WHEELDYN_FMU" in os.environ:
        assert status("fmu", kerb) == -number
    assert not list(tool.folder.glob("*.part"))


def test_a_file_that_grows_too_large_is_a_full_disk(tool, kerb):
    long = tool.write("long.yaml", LONG.replace("1e7", "1e3"))

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    for words in (["run", long, "-o", "out.csv"], ["run", long, "--html", "out.html"],
                  ["eigen", "bicycle", "--sweep", "init.speed=0:9:999", "--plot", "out.svg"]):
        assert "cannot be written" in tool(*words, status=4, preexec_fn=limit)
    assert set(files(tool)) == {kerb, long}
    sweep = ("sweep", kerb, "--over", "param.mu=0:1:200", "-o", "out.csv")
    assert "cannot be written" in tool(*sweep, status=4, preexec_fn=limit)
    assert set(files(tool)) == {kerb, long, "out.csv.part"}
    tool(*sweep, "--resume")
    assert len(table((tool.folder / "out.csv").read_text())[1]) == 200


@pytest.mark.parametrize("words", [["run", "long.yaml", "-o", "-", "--plot", "a.svg"],
                                   ["eigen", "bicycle", "--sweep", "init.speed=0:9:9999", "-o",
                                    "-", "--plot", "a.svg"]])
def test_a_closed_pipe_leaves_no_file(tool, words):
    tool.write("long.yaml", LONG)
    process = subprocess.Popen([os.environ["WHEELDYN_TOOL"], *words], cwd=tool.folder,
                               stdout=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait() == -signal.SIGPIPE
    assert set(files(tool)) == {"long.yaml"}


def test_a_run_without_a_row_leaves_the_older_file(tool, kerb):
    tool.write("out.csv", "older\n")
    tool("run", kerb, "--set", "state.y=-1", "-o", "out.csv", "--html", "new.html", status=1)
    assert (tool.folder / "out.csv").read_text() == "older\n"
    assert set(files(tool)) == {"kerb.yaml", "out.csv"}


def test_outputs_are_opened_before_the_run(tool):
    """Outputs are opened first; otherwise the error of the failing run would be reported instead.
    """
    tool.write("fail.yaml", "kind: rolling_wheel\ninput: {input.drive_torque: "
               '{expression: "t < 0.5 ? 1 : sqrt(-1)"}}\nrecord: [state.x]\n')
    tool("run", "fail.yaml", "-o", "-", status=1)
    tool("run", "fail.yaml", "-o", "out.csv", "--html", "no/folder.html", status=4)
    assert "Is a directory" in tool("run", "fail.yaml", "-o", ".", status=4)
    assert set(files(tool)) == {"fail.yaml"}


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_modes_and_links(tool, kerb):
    old = os.umask(0o027)
    try:
        tool("run", kerb, "-o", "new.csv")
        old_file = tool.folder / tool.write("old.csv", "older\n")
        old_file.chmod(0o604)
        os.symlink("old.csv", tool.folder / "link.csv")
        tool("run", kerb, "-o", "link.csv")
        os.symlink("made.csv", tool.folder / "dangling.csv")
        tool("run", kerb, "-o", "dangling.csv")
    finally:
        os.umask(old)
    text = (tool.folder / "new.csv").read_text()
    assert mode(tool.folder / "new.csv") == 0o640 and mode(old_file) == 0o604
    assert (tool.folder / "link.csv").is_symlink() and old_file.read_text() == text
    assert (tool.folder / "dangling.csv").is_symlink()
    assert (tool.folder / "made.csv").read_text() == text


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_kept(tool, kerb):
    (tool.folder / tool.write("out.csv", "older\n")).chmod(0o444)
    assert "Permission denied" in tool("run", kerb, "-o", "out.csv", status=4)


def test_pipes_and_devices_are_written_directly(tool, kerb):
    text = tool("run", kerb)
    assert tool("run", kerb, "-o", "/dev/stdout") == text
    tool("run", kerb, "-o", "/dev/null", "--events", "/dev/null")
    os.mkfifo(tool.folder / "fifo")
    process = begin(tool, "run", kerb, "-o", "fifo")
    assert (tool.folder / "fifo").read_text() == text
    assert process.wait() == 0
    with open(tool.folder / "file.csv", "w", encoding="ascii") as file:
        file.write("# before\n")
        file.flush()
        subprocess.run([os.environ["WHEELDYN_TOOL"], "run", kerb, "-o", "/dev/stdout"],
                       cwd=tool.folder, stdout=file, check=True)
    assert table((tool.folder / "file.csv").read_text())[1] == table(text)[1]
    assert not list(tool.folder.glob("*.part"))


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="no /proc")
@pytest.mark.parametrize("words", [["run", "kerb.yaml"], ["eigen", "bicycle"], ["fmu", "kerb.yaml"],
                                   ["sweep", "kerb.yaml", "--over", "param.mu=0:1:2"]])
def test_links_to_files_without_a_name_are_kept(tool, kerb, words):
    """A pipe, a device or a removed file is written directly, because it has no name to replace."""
    if words[0] == "fmu" and "WHEELDYN_FMU" not in os.environ:
        pytest.skip("no units")
    with tempfile.TemporaryFile() as removed, tempfile.TemporaryFile() as output:
        links = {"null": "/dev/null", "out": "/proc/self/fd/1", "again": "out",
                 "removed": f"/proc/self/fd/{removed.fileno()}"}
        for name, to in links.items():
            os.symlink(to, tool.folder / name)
            done = subprocess.run([os.environ["WHEELDYN_TOOL"], *words, "-o", name],
                                  cwd=tool.folder, stdout=subprocess.PIPE,
                                  pass_fds=[removed.fileno()], check=True)
            assert bool(done.stdout) == (name in ("out", "again"))
        subprocess.run([os.environ["WHEELDYN_TOOL"], *words, "-o", "again"], cwd=tool.folder,
                       stdout=output, check=True)
        assert os.fstat(removed.fileno()).st_size == os.fstat(output.fileno()).st_size > 0
    assert {path.name for path in tool.folder.iterdir()} == {kerb, *links}
    assert all((tool.folder / name).is_symlink() for name in links)


def test_names_of_files_stay_on_their_line(tool):
    tool.write("x\n1,2.yaml", SCENARIO)
    assert "# scenario x?1,2.yaml sha256 " in tool("run", "x\n1,2.yaml")


def test_files_of_pairs_have_their_digest(tool, hill):
    comments = table(tool("run", hill))[2]
    assert comments[3].startswith("# pairs hill.csv sha256 ") and len(comments[3]) == 24 + 64
