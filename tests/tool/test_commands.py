# SPDX-License-Identifier: GPL-3.0-or-later
"""The other commands: list, describe, check, eigen, sweep, bench, help."""
import math

import pytest
import wheeldyn as wd
from conftest import table


def test_list_and_describe_tell_all(tool):
    said = tool("list")
    for kind in wd.kinds():
        assert f"{kind}: " in said
        described = tool("describe", kind)
        for preset in wd.presets(kind):
            assert f"  {preset} " in said and f"  {preset} " in described
        for variable in wd.Model(kind).variables():
            assert f"{variable['name']} [{variable['unit']}] " in described


def test_describe_says_bounds_in_words(tool):
    said = tool("describe", "rolling_wheel")
    assert "param.mass [kg] parameter = 25, above 0\n" in said
    assert "input.mu [1] input = 0.90000000000000002, at least 0\n" in said


def test_help_and_version(tool):
    assert tool("--version") == f"wheeldyn {wd.__version__}\n"
    assert tool("--help") == tool("help")


def test_check_says_what_would_run(tool, kerb):
    assert tool("check", kerb) == ("kerb.yaml: right: impact_wheel, 101 rows of 3 variables "
                                   "from 0 s to 1 s\n")


def test_eigenvalues_are_those_of_the_library(tool):
    names, rows, _ = table(tool("eigen", "rolling_wheel", "--sweep", "param.mass=20:30:3",
                                "--set", "state.x_dot=10"))
    n = (len(names) - 1) // 2
    assert names == ["param.mass", *(f"re_{i + 1}" for i in range(n)),
                     *(f"im_{i + 1}" for i in range(n))]
    for row, mass in zip(rows, (20, 25, 30)):
        with wd.Model("rolling_wheel") as model:
            model.set({"param.mass": mass, "state.x_dot": 10})
            model.init()
            values = model.eigenvalues()
        assert [float(value) for value in row] == [mass, *values.real, *values.imag]
    tool("eigen", "rolling_wheel", "--sweep", "param.mass=20:30:3", "--plot", "eigen.svg")
    assert (tool.folder / "eigen.svg").read_text().startswith("<svg")


def test_a_kind_without_linear_model_is_told(tool):
    assert "no linear model" in tool("eigen", "impact_wheel", status=2)


def test_a_sweep_is_the_same_on_any_number_of_threads(tool, kerb):
    arguments = ("sweep", kerb, "--over", "param.mu=0.1:0.9:9", "--over", "param.restitution=0:1:3")
    text = tool(*arguments)
    assert tool(*arguments, "-j", "4") == text
    names, rows, _ = table(text)
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


def test_bench_runs_every_preset(tool):
    said = tool("bench")
    for kind in wd.kinds():
        for preset in wd.presets(kind):
            assert f"{kind} " in said and f" {preset} " in said
