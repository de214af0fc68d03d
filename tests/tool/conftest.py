# SPDX-License-Identifier: MIT
"""Helpers that call the program; WHEELDYN_TOOL is its path."""
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

SCENARIO = """\
kind: impact_wheel
preset: kerb-plastic
time: {end: 1, step: 0.01}
record: [state.x, state.y, output.normal_force_1]
"""

# A signal that is ignored here, for example after nohup, would be ignored in child processes, too.
for number in (signal.SIGHUP, signal.SIGINT):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)


class Tool:
    def __init__(self, folder: Path):
        self.folder = folder
        self.said = ""

    def __call__(self, *arguments, status=0, hints=False, **options):
        """Run the program. hints: a successful run may print hints on stderr; `self.said` has them.
        """
        done = subprocess.run([os.environ["WHEELDYN_TOOL"], *map(str, arguments)], cwd=self.folder,
                              capture_output=True, text=True, **options)
        assert done.returncode == status, done.stderr
        assert bool(done.stderr) == (status != 0 or hints), done.stderr
        self.said = done.stderr
        return done.stderr if status else done.stdout

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return name


@pytest.fixture
def tool(tmp_path):
    return Tool(tmp_path)


@pytest.fixture(scope="session")
def comma(tmp_path_factory):
    """Return an environment whose locale has a decimal comma; the locale is built here."""
    if not shutil.which("localedef"):
        pytest.skip("no localedef")
    folder = tmp_path_factory.mktemp("locale")
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8"],
                   capture_output=True, check=True)
    environment = {**os.environ, "LOCPATH": str(folder), "LC_ALL": "de_DE.UTF-8"}
    assert subprocess.run(["locale", "decimal_point"], env=environment, capture_output=True,
                          check=True).stdout == b",\n"
    return environment


@pytest.fixture
def preload():
    """Return a function that makes an environment with preload.c and its variables set."""
    if "WHEELDYN_PRELOAD" not in os.environ:
        pytest.skip("preload.c is not built")
    return lambda **variables: {**os.environ, "LD_PRELOAD": os.environ["WHEELDYN_PRELOAD"],
                                **variables}


@pytest.fixture
def kerb(tool):
    return tool.write("kerb.yaml", SCENARIO)


def table(text):
    """Return the names, the rows as texts, and the comment lines of a CSV table."""
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    names, *rows = [line.split(",") for line in lines if not line.startswith("#")]
    return names, rows, comments
