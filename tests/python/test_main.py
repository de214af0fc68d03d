# SPDX-License-Identifier: MIT
"""python -m wheeldyn: its replays, messages and exit status."""
import json
import os
import re
import subprocess
import sys

import pytest
import wheeldyn as wd
from wheeldyn._library import lib


@pytest.fixture
def program(tmp_path):
    """Run python -m wheeldyn in an empty folder with a browser that only records its address."""
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\necho "$1" >"$0.opened"\n')
    browser.chmod(0o755)
    (tmp_path / "here").mkdir()

    def run(*arguments, **changes):
        environment = {**os.environ, "WHEELDYN_LIBRARY": lib._name, "BROWSER": f"{browser} %s",
                       **changes}
        environment.pop("DISPLAY", None)
        got = subprocess.run([sys.executable, "-m", "wheeldyn", *arguments], env=environment,
                             cwd=tmp_path / "here", capture_output=True, text=True)
        opened = tmp_path / "browser.opened"
        got.opened = opened.read_text().strip() if opened.exists() else None
        got.files = [*(tmp_path / "here").iterdir()]
        assert (got.returncode == 0) == (got.stderr == "")
        return got

    return run


def shown(file):
    (run,) = json.loads(re.search(r"^const runs = (\[.*\])$", file.read_text(encoding="utf-8"),
                                  re.M).group(1))
    return run["kind"], run["title"], run["rows"][-1][0]


def test_opens_the_replay_of_a_preset(program):
    got = program("impact_wheel/kerb-elastoplastic")
    (file,) = got.files
    assert file.name == "impact_wheel-kerb-elastoplastic.html"
    assert got.opened == file.as_uri() and got.stdout == f"See {file.name}\n"
    assert shown(file) == ("impact_wheel", "kerb-elastoplastic", 1)


def test_without_arguments_it_shows_a_vehicle(program):
    (file,) = program().files
    assert shown(file)[0] == "vehicle"


@pytest.mark.parametrize("kind", [kind for kind in wd.kinds() if not wd.part_types(kind)])
def test_a_kind_without_preset_shows_its_first_preset(program, kind):
    (file,) = program(kind, "--time", "0.5").files
    assert shown(file) == (kind, (wd.presets(kind) or [kind])[0], 0.5)


def test_writes_another_file_and_opens_nothing(program):
    got = program("bicycle/benchmark", "-o", "ride.html", "-t", "2")
    assert got.opened is None and got.stdout == "See ride.html\n"
    assert [file.name for file in got.files] == ["ride.html"]
    assert shown(got.files[0]) == ("bicycle", "benchmark", 2)


def test_without_a_browser_it_names_the_page(program):
    got = program("rolling_wheel/drive-60", BROWSER="", PATH="/nowhere")
    assert got.stdout == "There is no browser here to show rolling_wheel-drive-60.html\n"
    assert [file.name for file in got.files] == ["rolling_wheel-drive-60.html"]


def test_lists_kinds_and_presets(program):
    lines = program("--list").stdout.splitlines()
    names = [line.partition(": ")[0].strip() for line in lines]
    assert names == [name for kind in wd.kinds()
                     for name in (kind, *(f"{kind}/{preset}" for preset in wd.presets(kind)))]
    assert not program("--list").files


def test_a_list_may_be_cut_short():
    process = subprocess.Popen([sys.executable, "-m", "wheeldyn", "--list"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_help_names_all_options(program):
    said = program("--help").stdout
    assert all(word in said for word in ("KIND[/PRESET]", "--list", "--output", "--time", "Exit"))


@pytest.mark.parametrize("arguments, status, said", [
    (["bycicle"], 2, "no kind 'bycicle'; did you mean 'bicycle'?"),
    (["bicycle/benchmrk"], 2, "no bicycle preset 'benchmrk'; did you mean 'benchmark'?"),
    (["sliding_block/x"], 2, "no sliding_block preset 'x'; there are: none"),
    (["bicycle", "--time", "nan"], 2, "a time must be positive and finite, not nan"),
    (["bicycle", "--time", "soon"], 2, "a time must be positive and finite, not soon"),
    (["bicycle", "--tme", "1"], 2, "unrecognized arguments: --tme"),
    (["bicycle", "-o", "no/such/folder.html"], 1, "no/such/folder.html"),
])
def test_errors_name_the_wrong_argument(program, arguments, status, said):
    got = program(*arguments)
    assert got.returncode == status and said in got.stderr and "Traceback" not in got.stderr
    assert got.stdout == "" and got.files == [] and got.opened is None
