# SPDX-License-Identifier: MIT
"""The commands list, describe, check, eigen, sweep, bench and help."""
import math
import os
import re
import subprocess
from pathlib import Path

import pytest
import wheeldyn as wd
from conftest import table

ROOT = Path(__file__).parents[2]
COMPLETION = ROOT / "tools" / "completion.bash"


def test_list_and_describe_show_all(tool):
    said = tool("list")
    for kind in wd.kinds():
        assert f"{kind}: " in said
        described = tool("describe", kind)
        for preset in wd.presets(kind):
            assert f"  {preset} " in said and f"  {preset} " in described
        for variable in wd.Model(kind).variables():
            assert f"{variable['name']} [{variable['unit']}] " in described


def test_describe_shows_the_parts_of_a_kind(tool):
    said = tool("describe", "constrained")
    for kind in wd.part_types("constrained"):
        assert f"\n{kind['name']}: {kind['text']}\n" in said
    assert "param.name.relax [1] parameter = 1, at least 0, at most 1\n" in said
    assert "param.name.holonomic [1] parameter = yes of no, yes\n" in said
    assert "\nstate.name.q [1] state\n" in said
    assert "put together" not in tool("describe", "bicycle")


ROD = """\
kind: constrained
parts:
  - {coordinate: x, scale: 2}
  - {relax: 0.5, constraint: rod, holonomic: no}
  - coordinate: y
set: {init.x.q: 3, param.rod.relax: 0.25}
"""


def test_describe_shows_the_variables_of_a_scenario(tool):
    said = tool("describe", tool.write("rod.yaml", ROD))
    assert re.findall(r"^(\w+): (\w+)$", said, re.M) == [
        ("x", "coordinate"), ("rod", "constraint"), ("y", "coordinate")]
    assert "\nx: coordinate\nparam.x.scale [1] parameter = 2, above 0\n" in said
    assert "\ninit.x.q [1] start value = 3\n" in said
    assert "\nparam.rod.holonomic [1] parameter = no of no, yes\n" in said
    assert "\nparam.rod.relax [1] parameter = 0.25, " in said
    assert tool("describe", "-", input=ROD) == said
    names = re.findall(r"^(\S+) \[", said, re.M)
    with wd.Model("constrained") as model:
        for name, kind in (("x", "coordinate"), ("rod", "constraint"), ("y", "coordinate")):
            model.add_part(kind, name)
        assert names == [variable["name"] for variable in model.variables()]


def test_describe_a_scenario_of_a_kind_without_parts(tool, kerb):
    said = tool("describe", tool.write("in.yaml", "kind: bicycle\nset: {init.speed: 4.5}\n"))
    assert "\ninit.speed [m/s] start value = 4.5" in said and "put together" not in said
    assert "  kerb-plastic " not in tool("describe", kerb)


@pytest.mark.parametrize("command", ["check", "run", "eigen"])
def test_equations_that_are_code_are_not_run(tool, command):
    said = tool(command, tool.write("rod.yaml", ROD), status=1)
    assert "no equations; they are code" in said


def test_describe_says_bounds_in_words(tool):
    said = tool("describe", "rolling_wheel")
    assert "param.mass [kg] parameter = 25, above 0\n" in said
    assert "input.mu [1] input = 0.9, at least 0\n" in said


def test_help_and_version(tool):
    assert tool("--version") == f"{wd.build_info()}\n"
    assert tool("--help") == tool("help")


COMMANDS = ("list", "describe", "run", "check", "eigen", "sweep", "urdf", "tyre", "bench")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(tool, command):
    said = tool(command, "--help")
    assert said.startswith(f"usage: wheeldyn {command}")
    completed = re.search(rf'^    {command}\) options="(.*)"', COMPLETION.read_text(), re.M)
    assert options_of(said) == {"--help", *(completed[1].split() if completed else ())}
    assert tool(command, "none.yaml", "--help") == said


def test_check_says_what_would_run(tool, kerb):
    assert tool("check", kerb) == ("kerb.yaml: right: impact_wheel, 101 rows of 3 variables "
                                   "from 0 s to 1 s\n")


def test_eigenvalues_are_those_of_the_library(tool):
    names, rows, comments = table(tool("eigen", "rolling_wheel", "--sweep", "param.mass=20:30:3",
                                       "--set", "state.x_dot=10"))
    n = (len(names) - 1) // 2
    assert comments[-1] == "# units kg" + 2 * n * ",1/s"
    assert names == ["param.mass", *(f"re_{i + 1}" for i in range(n)),
                     *(f"im_{i + 1}" for i in range(n))]
    for row, mass in zip(rows, (20, 25, 30)):
        with wd.Model("rolling_wheel") as model:
            model.set({"param.mass": mass, "state.x_dot": 10})
            model.init()
            values = model.eigenvalues()
        assert [float(value) for value in row] == [mass, *values.real, *values.imag]
    tool("eigen", "rolling_wheel", "--sweep", "param.mass=20:30:3", "--plot", "eigen.svg")
    picture = (tool.folder / "eigen.svg").read_text()
    assert picture.startswith("<svg") and "param.mass [kg]" in picture


def test_a_kind_without_linear_model_is_reported(tool):
    assert "no linear model" in tool("eigen", "impact_wheel", status=2)


def test_a_sweep_is_the_same_on_any_number_of_threads(tool, kerb):
    arguments = ("sweep", kerb, "--over", "param.mu=0.1:0.9:9", "--over", "param.restitution=0:1:3")
    text = tool(*arguments)
    assert tool(*arguments, "-j", "4") == text
    names, rows, comments = table(text)
    assert comments[-1] == "# units 1,1,,s,m,m,N,"
    assert names[:4] == ["param.mu", "param.restitution", "status", "time"] and len(rows) == 27
    assert [row[1] for row in rows[:3]] == ["0", "0.5", "1"]
    single = table(tool("run", kerb, "--set", "param.mu=0.5", "--set", "param.restitution=0.5"))[1]
    assert rows[13][3:7] == single[-1]


def test_a_failing_run_is_a_row(tool, kerb):
    said = tool("sweep", kerb, "--over", "state.y=-1:1:2", "-o", "out.csv", status=1)
    assert "1 of 2 runs failed" in said
    _, rows, _ = table((tool.folder / "out.csv").read_text())
    assert rows[0][1] == "1" and math.isnan(float(rows[0][2])) and len(rows[0][-1]) > 10
    assert rows[1][1] == "0" and rows[1][-1] == '""'


@pytest.mark.parametrize("text", ["a", "1:2", "1:2:0", "1:2:x", "1:2:3:4", "nan:2:3", "1:2:1e9"])
def test_ranges(tool, kerb, text):
    assert "lo:hi:count" in tool("sweep", kerb, "--over", f"param.mu={text}", status=2)


def test_unknown_names_in_ranges(tool, kerb):
    assert "param.nu" in tool("sweep", kerb, "--over", "param.nu=0:1:2", status=2)


def test_a_variable_is_swept_once(tool, kerb):
    over = ("sweep", kerb, "--over", "param.mu=0:1:2", "--over", "param.mass=1:2:2")
    assert "--over param.mu is given twice" in tool(*over, "--over", "param.mu=0:1:3", status=2)


def test_options_by_either_name(tool, kerb):
    over = ("--over", "param.mu=0.1:0.9:3")
    text = tool("sweep", kerb, *over)
    for arguments in (("-j2", "-o", "-"), ("--jobs=2", "--output=-"), ("--jobs", 2, "--t-end=1")):
        assert tool("sweep", kerb, *over, *arguments) == text
    tool("run", kerb, "--output", "rows.csv", "--events", "events.csv")
    assert (tool.folder / "rows.csv").read_text() == tool("run", kerb)
    assert (tool.folder / "events.csv").read_text() == tool("run", kerb, "--events", "-")


def test_the_eigenvalues_of_a_scenario(tool):
    sweep = ("--sweep", "init.speed=0:10:101")
    names, rows, _ = table(tool("eigen", tool.write("bicycle.yaml", "kind: bicycle\n"), *sweep))
    assert names[0] == "init.speed" and len(rows) == 101 and float(rows[-1][0]) == 10
    assert rows == table(tool("eigen", "bicycle", *sweep))[1]


def test_the_eigenvalues_of_a_vehicle(tool):
    """The number of eigenvalues of a vehicle is known only after init."""
    file = tool.write("bicycle.yaml", "kind: vehicle\npreset: bicycle\n")
    names, rows, _ = table(tool("eigen", file, "--sweep", "param.gravity=9:10:3"))
    assert len(names) == 11 and len(rows) == 3
    switch = "param.rear.relaxation_time=0.01:0.02:2"
    relaxed = table(tool("eigen", file, "--set", "param.rear.law=relaxed", "--sweep", switch))
    assert len(relaxed[0]) == 15
    changes = tool("eigen", file, "--sweep", "param.rear.law=0:1:2", status=1)
    assert "number of eigenvalues changes" in changes


def options_of(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def test_the_manual_and_the_completion_know_every_option(tool):
    shell = COMPLETION.read_text()
    page = (ROOT / "tools" / "wheeldyn.1").read_text().replace("\\-", "-")
    known = options_of((ROOT / "tools" / "options.c").read_text().replace('{"', "--"))
    assert len(known) == 21
    assert options_of(page) == options_of(shell) == known | {"--version"}
    commands = re.findall(r"^  (?:wheeldyn )?([a-z]+)\b", tool("--help"), re.M)
    for command in COMMANDS:
        assert command in commands and re.search(rf"^\.BI? {command}\b", page, re.M)


@pytest.mark.parametrize("words, completed", [
    (("e",), {"eigen"}),
    (("run", "--"), {"--output", "--events", "--plot", "--html", "--set", "--t-end"}),
    (("describe", "torus"), {"torus_wheel"}),
    (("check", "ker"), {"kerb.yaml"}),
])
def test_completion(tool, kerb, words, completed):
    script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wheeldyn "$1"; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-c", script, "bash", COMPLETION,
                           os.environ["WHEELDYN_TOOL"], *words], cwd=tool.folder,
                          capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == completed


@pytest.mark.skipif("WHEELDYN_TEST_ALL" not in os.environ, reason="only script/test --all")
def test_bench_runs_every_preset_and_shows_the_longest_fixed_step(tool):
    said = tool("bench")
    for kind in wd.kinds():
        for preset in wd.presets(kind):
            assert f"{kind} " in said and f" {preset} " in said
    rows = re.findall(r"^(\w+) +(event|moreau|) +[15] ms +(\S+) us +(\S+) us +(\S+)$",
                      said.split("worst / median\n")[1], re.M)
    assert [row[0] for row in rows if row[1] != "moreau"] == [
        kind for kind in wd.kinds() if not wd.part_types(kind)]
    for *_, median, worst, ratio in rows:
        assert 0 < float(median) <= float(worst)
        assert float(ratio) == pytest.approx(float(worst) / float(median), rel=0.06)
