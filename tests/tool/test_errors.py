# SPDX-License-Identifier: MIT
"""Errors in a scenario or command line are reported with their position and change no file."""
import os
import re
import socket
import subprocess

import pytest

HEAD = "kind: impact_wheel\n"
PARTS = "kind: constrained\nparts: "


@pytest.mark.parametrize("text, place, words", [
    ("", "1:1", "empty"),
    ("kind: [", "2:1", ""),
    ("[1, 2]", "1:1", "mapping"),
    ("preset: x\n", "1:1", '"kind" is missing'),
    ("kind: unicycle\n", "1:7", 'no kind "unicycle"'),
    (HEAD + "presett: kerb-plastic\n", "2:1", 'unknown key "presett"'),
    (HEAD + "preset: kerb\n", "2:9", "kerb"),
    (HEAD + "kind: bicycle\n", "2:1", "given twice"),
    (HEAD + "preset: &a kerb-plastic\npreset: *a\n", "3:1", "given twice"),
    (HEAD + "---\nkind: bicycle\n", "3:1", "one scenario"),
    (HEAD + "---\n[", "3:1", "one scenario"),
    (HEAD + "set: {}\nset\0: {}\n", "3:4", "control characters"),
    ('kind: "impact_wheel\\0"\n', "1:7", "word"),
    (HEAD + 'set: {"param.mass\\0": 3}\n', "2:7", "plain text"),
    (HEAD + "time: {start: .inf, end: .inf}\n", "2:7", "inf"),
    (HEAD + "input: {input.torque: }\n", "2:23", "word or a number"),
    (HEAD + "input: {input.torque: {linear: []}}\n", "2:32", "no pair"),
    (HEAD + 'terrain: "bad.yaml\\0.csv"\n', "2:10", "a word"),
    (HEAD + "input: {input.torque: {expression: '0,8*t'}}\n", "2:36",
     "makes 2 values; the decimal"),
    (HEAD + "set:\n  param.mas: 3\n", "3:14", "param.mas"),
    (HEAD + "set:\n  param.mass: heavy\n", "3:15", "param.mass"),
    (HEAD + "set:\n  param.mass: nan\n", "3:15", "param.mass"),
    (HEAD + "set:\n  param.mass: 1e999\n", "3:15", "param.mass"),
    (HEAD + "set:\n  param.mass: -1\n", "3:15", "param.mass"),
    (HEAD + "set:\n  solver.scheme: fast\n", "3:18", "fast"),
    (HEAD + "set:\n  param.mass: [1]\n", "3:15", "word or a number"),
    (HEAD + "set: 3\n", "2:6", "mapping"),
    (HEAD + "set:\n  ? [a]\n  : 3\n", "3:5", "plain text"),
    (HEAD + "time: {end: -1}\n", "2:7", "end -1"),
    (HEAD + "time: {step: 0}\n", "2:7", "step is 0"),
    (HEAD + "time: {end: 0x10}\n", "2:13", "0x10"),
    (HEAD + "time: {end: 1, stop: 2}\n", "2:16", "stop"),
    (HEAD + "time: {end: .nan}\n", "2:13", ".nan"),
    (HEAD + "record: state.x\n", "2:9", "list"),
    ("kind: vehicle\npreset: robot\nwidths: 3\n", "3:9", "mapping"),
    ("kind: vehicle\npreset: robot\nwidths: {left: 0}\n", "3:16", "above 0"),
    ("kind: vehicle\npreset: robot\nwidths: {left: wide}\n", "3:16", "wide"),
    ("kind: vehicle\npreset: robot\nwidths: {chassis: 1}\n", "3:10", 'wheel or rim "chassis"'),
    (HEAD + "record: [state.z]\n", "2:10", "state.z"),
    (HEAD + "terrain: [[0, 0]]\n", "2:10", ""),
    (HEAD + "terrain: [[0, 0], [1]]\n", "2:19", "pair"),
    (HEAD + "terrain: [[0, 0], [1, x]]\n", "2:23", '"x"'),
    (HEAD + "terrain: {a: 1}\n", "2:11", '"a"'),
    (HEAD + "terrain: {bulge: []}\n", "2:10", "points"),
    (HEAD + "terrain: {points: [[0]]}\n", "2:20", "pair"),
    (HEAD + "terrain: {points: [[0, 0], [1, 0]], bulge: 0}\n", "2:44", "list"),
    (HEAD + "terrain: {points: [[0, 0], [1, 0]], bulge: [0, 0]}\n", "2:44", "here 1"),
    (HEAD + "terrain: {points: [[0, 0], [1, 0]], bulge: [x]}\n", "2:45", '"x"'),
    (HEAD + "surface: [[0]]\n", "2:10", "mapping"),
    (HEAD + "surface: {dx: 1}\n", "2:10", "heights and file"),
    (HEAD + "surface: {heights: [[0]], file: a.csv}\n", "2:10", "heights and file"),
    (HEAD + "surface: {heights: a.csv, dx: 1}\n", "2:20", "rows of numbers"),
    (HEAD + "surface: {heights: [[0, 1], [0]], dx: 1}\n", "2:29", "as many as in the first"),
    (HEAD + "surface: {heights: [[0, x]], dx: 1}\n", "2:25", '"x"'),
    (HEAD + "surface: {heights: [[0]]}\n", "2:10", "dx"),
    (HEAD + "surface: {heights: [[0]], dx: y}\n", "2:31", '"y"'),
    (HEAD + "surface: {heights: [[0]], dx: 1}\n", "2:10", "no surface"),
    (HEAD + "terrain: [[0, 0], [1, 0]]\nsurface: {heights: [[0]], dx: 1}\n", "3:10", "not both"),
    (HEAD + "terrain: {points: [[0, 0], [1, 0]], bulge: [1]}\n", "2:19", "must be straight"),
    (HEAD + "terrain: {friction: [1]}\n", "2:10", "points"),
    (HEAD + "terrain: {points: [[0, 0], [1, 0]], friction: 1}\n", "2:47", "list"),
    (HEAD + "terrain: {points: [[0, 0], [1, 0]], friction: [1, 1]}\n", "2:47",
     "one friction fewer"),
    (HEAD + "terrain: {points: [[0, 0], [1, 0]], friction: [ice]}\n", "2:48", '"ice"'),
    (HEAD + "terrain: {points: [[0, 0], [1, 0]], friction: [-1]}\n", "2:47", "negative"),
    (HEAD + "terrain: {points: [[0, 0], [1, 0]], friction: [.inf]}\n", "2:47", "not finite"),
    (HEAD + "path: {points: [[0, 0], [1, 1]]}\n", "2:16", "path"),
    (HEAD + "path: {closed: maybe, points: [[0, 0]]}\n", "2:16", "true or false"),
    (HEAD + "path: {closed: true}\n", "2:7", "points"),
    (HEAD + "switch: {at: 1}\n", "2:9", "list"),
    (HEAD + "switch: [{at: 1}]\n", "2:10", "at and set"),
    (HEAD + "switch: [{at: 11, set: {}}]\n", "2:15", "between 0 and 10"),
    (HEAD + "switch: [{at: 2, set: {}}, {at: 1, set: {}}]\n", "2:33", "ordered by time"),
    (HEAD + "switch: [{at: 1, set: {param.mass: 3}}]\n", "2:36", "param.mass"),
    (HEAD + "input: {input.torque: {expression: '2*'}}\n", "2:36", '"2*": Unexpected end of'),
    (HEAD + "input: {input.torque: {expression: 'u+1'}}\n", "2:36", '"u" found at position 0'),
    (HEAD + "input: {input.torque: {expression: 'sin(t'}}\n", "2:36",
     'Missing parenthesis at position 6'),
    (HEAD + "input: {input.torque: {expression: '1+x*t'}}\n", "2:36", '"x" found at position 2'),
    (HEAD + "input: {input.torque: {expression: 't=5'}}\n", "2:36", '"t=5": "=" at position 1'),
    (HEAD + "input: {input.torque: {expression: 't>1 ? 2 : (t = 5)'}}\n", "2:36",
     '"=" at position 13 assigns'),
    (HEAD + "input: {input.torque: {expression: 't==1===2'}}\n", "2:36", '"=" at position 6'),
    (HEAD + "input: {input.torque: {sine: 1}}\n", "2:24", "sine"),
    (HEAD + "input: {input.torque: {tanh: [1], linear: [[0, 0]]}}\n", "2:23", "one form"),
    (HEAD + "input: {input.torque: {tanh: [1, 2]}}\n", "2:30", "five numbers"),
    (HEAD + "input: {input.torq: {tanh: [1, 2, 3, 4, 5]}}\n", "2:9", "input.torq"),
    (HEAD + "input: {param.mass: {linear: [[0, 1], [1, 2]]}}\n", "2:30", "param.mass"),
    (HEAD + "input: {input.torque: {linear: [[1, 1], [0, 2]]}}\n", "2:32", ""),
    (HEAD + "parts: [{coordinate: x}]\n", "2:10", "models of this kind have no parts"),
    (PARTS + "{coordinate: x}\n", "2:8", "list"),
    (PARTS + "[x]\n", "2:9", "mapping"),
    (PARTS + "[{}]\n", "2:9", "{TYPE: NAME}"),
    (PARTS + "[{coordinat: x}]\n", "2:10", "the nearest is 'coordinate'"),
    (PARTS + "[{scale: 2}]\n", "2:10", "no part is of type 'scale'"),
    (PARTS + "[{coordinate: [x]}]\n", "2:22", "word or a number"),
    (PARTS + "[{coordinate: X}]\n", "2:22", "'X' is not a valid name of a part"),
    (PARTS + "[{coordinate: rank}]\n", "2:22", "occurs in variable names of the whole"),
    (PARTS + "[{coordinate: x}, {constraint: x}]\n", "2:39", "there is already a part named 'x'"),
    (PARTS + "[{coordinate: x, joins: y}]\n", "2:32", "list"),
    (PARTS + "[{coordinate: x, joins: [[y]]}]\n", "2:33", "word or a number"),
    (PARTS + "[{coordinate: x}, {coordinate: y, joins: [z]}]\n", "2:49", "the nearest is 'x'"),
    (PARTS + "[{coordinate: x}, {coordinate: y, joins: [x]}]\n", "2:39", "stands on 0 parts"),
    (PARTS + "[{coordinate: x, scal: 2}]\n", "2:25", "'param.x.scale'"),
    (PARTS + "[{coordinate: x, q: 2}]\n", "2:25", "param.x.q"),
    (PARTS + "[{coordinate: x, coordinate: y}]\n", "2:25", "given twice"),
    (PARTS + "[{coordinate: x, constraint: y}]\n", "2:25", "param.x.constraint"),
    (PARTS + "[{coordinate: x, scale: [2]}]\n", "2:32", "word or a number"),
    (PARTS + "[{scale: -2, coordinate: x}]\n", "2:17", "above 0"),
    (PARTS + "[{constraint: c, holonomic: maybe}]\n", "2:36", "maybe"),
    (PARTS + "[{coordinate: &a x, scale: *a}]\n", "2:22", "decimal number"),
    (PARTS + "[{coordinate: x}]\nset: {init.y.q: 1}\n", "3:17", "'init.x.q'"),
])
def test_places(tool, text, place, words):
    said = tool("check", tool.write("bad.yaml", text), status=3)
    assert said.startswith(f"wheeldyn: bad.yaml:{place}: "), said
    assert words in said and said.count("\n") == 1


def many(text):
    return ",".join(text.format(i) for i in range(40000))


LARGE = [
    ("brackets", "set: " + 100000 * "[", "nested too deeply"),
    ("closed", "set: " + 50000 * "[" + 50000 * "]", "nested too deeply"),
    ("lines", "set: " + 50000 * "[\n", "nested too deeply"),
    ("braces", "set: " + 30000 * "{a: ", "nested too deeply"),
    ("parts", "parts: [{" + many("k{}: 1") + "}]", "models of this kind have no parts"),
    ("set", "set: {" + many("k{}: 1") + "}", "'k0'"),
    ("input", "input: {" + many("k{}: 1") + "}", "'k0'"),
    ("twice", "set: {" + many("k{}: 1") + ", k7: 1}", '"k7" is given twice'),
    ("root", many("k{}: 1").replace(",", "\n"), '"k0"'),
    ("anchors", "record: [" + many("&k{} 1") + "]", "too many anchors"),
    ("nodes", "record: [" + 100000 * "a," + "]", "more than 100000 nodes"),
    ("aliases", "record:\n- &a0 [a, a]\n" + "".join(
        f"- &a{i + 1} [*a{i}, *a{i}]\n" for i in range(20)), "more than 100000 nodes"),
    ("loop", "record: &a [" + 1000 * "b, " + "[*a]]",
     "an alias names a node that contains the alias"),
    ("depth", "set: &a " + 16 * "[" + 16 * "]" + "\nrecord: " + 20 * "[" + "*a" + 20 * "]",
     "nested too deeply"),
    ("size", "#" + (1 << 20) * " ", "the text has more than 1048576 bytes"),
    ("tags", "...\n%" + many("TAG !k{}! x").replace(",", "\n%"), "more than 4000 percent signs"),
]


@pytest.mark.parametrize("name, text, words", LARGE, ids=[name for name, _, _ in LARGE])
def test_large_scenarios(tool, name, text, words):
    assert words in tool("check", tool.write(name + ".yaml", HEAD + text + "\n"), status=3)


def test_long_formulas(tool):
    for text, words in (("(" * 9999, "at most 1500 characters, here 9999"),
                        ("u" * 1500, 'uuu...": Unexpected token'), ("(" * 1500, '(((...": Unex')):
        tool.write("bad.yaml", HEAD + f"input: {{input.torque: {{expression: '{text}'}}}}\n")
        said = tool("check", "bad.yaml", status=3)
        assert said.startswith("wheeldyn: bad.yaml:2:36: ") and words in said


def test_comparisons_are_no_assignments(tool):
    formula = "(t==1) + (t>=1) + (t<=1) + (t!=1) + (t>1) + (t<1)"
    tool.write("good.yaml", HEAD + f"input: {{input.torque: {{expression: '{formula}'}}}}\n")
    tool("check", "good.yaml")


@pytest.mark.parametrize("formula, whole", [("t + sin(2*t)", 0), ("t + sine(2*t)", 3)])
def test_failing_allocations_end_the_program(tool, preload, formula, whole):
    """A failing allocation ends the program with an error, even inside muParser, whose exceptions
    the program does not catch. Every third allocation is tried.
    """
    tool.write("a.yaml", HEAD + f"input: {{input.torque: {{expression: '{formula}'}}}}\n")
    statuses = []
    while not statuses or (statuses[-1] != whole and len(statuses) < 2000):
        failing = preload(WHEELDYN_FAIL=str(3 * len(statuses)))
        done = subprocess.run([os.environ["WHEELDYN_TOOL"], "check", "a.yaml"], cwd=tool.folder,
                              env=failing, capture_output=True, check=False)
        statuses.append(done.returncode)
    assert set(statuses[:-1]) == {4} and len(statuses) > 70


@pytest.mark.parametrize("text, place, nearest", [
    ("kind: impact_weel\n", "1:7", "impact_wheel"),
    (HEAD + "prest: kerb-plastic\n", "2:1", "preset"),
    (HEAD + "preset: kerb\n", "2:9", "kerb-plastic"),
    (HEAD + "set: {param.mas: 3}\n", "2:18", "param.mass"),
    (HEAD + "set: {solver.schem: moreau}\n", "2:21", "solver.scheme"),
    (HEAD + "set: {solver.scheme: moro}\n", "2:22", "moreau"),
    (HEAD + "input: {input.torq: {tanh: [1, 2, 3, 4, 5]}}\n", "2:9", "input.torque"),
    (HEAD + "input: {input.torque: {liner: 1}}\n", "2:24", "linear"),
    (HEAD + "time: {ent: 3}\n", "2:8", "end"),
    (HEAD + "record: [state.xdot]\n", "2:10", "state.x_dot"),
    (HEAD + "switch: [{at: 1, sets: {}}]\n", "2:18", "set"),
])
def test_the_nearest_name(tool, text, place, nearest):
    said = tool("check", tool.write("bad.yaml", text), status=3)
    assert said.startswith(f"wheeldyn: bad.yaml:{place}: ")
    assert re.search(r"the nearest is ['\"](.*?)['\"]", said)[1] == nearest, said


@pytest.mark.parametrize("arguments, nearest", [
    (["rnu", "kerb.yaml"], '"run"'),
    (["run", "kerb.yaml", "--plto", "a.svg"], "--plot"),
    (["run", "kerb.yaml", "--plto=a.svg"], "--plot"),
    (["sweep", "kerb.yaml", "--tend", "3"], "--t-end"),
    (["run", "kerb.yaml", "--set", "param.mas=3"], "'param.mass'"),
    (["sweep", "kerb.yaml", "--over", "param.nu=0:1:2"], '"param.mu"'),
    (["eigen", "bicycle", "--sweep", "init.sped=0:1:2"], '"init.speed"'),
])
def test_the_nearest_word_of_a_command_line(tool, kerb, arguments, nearest):
    assert f"; the nearest is {nearest}\n" in tool(*arguments, status=2)


@pytest.mark.parametrize("command", ["describe", "eigen"])
def test_neither_kind_nor_file(tool, command):
    assert 'nearest kind is "torus_wheel"' in tool(command, "torus", status=4)


@pytest.mark.parametrize("text, place, words", [
    ("0 1\n1 2 3\n", "2:5", "more than two"),
    ("0 1\n\n# \n7\n", "4:1", "one number"),
    ("0 1\n1, 2x\n", "2:4", "2x"),
    ("0 1\n1 2\0 3\n4 5\n", "2:4", "NUL"),
])
def test_places_in_a_file_of_pairs(tool, text, place, words):
    tool.write("pairs.csv", text)
    tool.write("bad.yaml", HEAD + "terrain: pairs.csv\n")
    said = tool("check", "bad.yaml", status=3)
    assert f"pairs.csv:{place}: " in said and words in said


def test_files_that_cannot_be_read(tool):
    assert "No such file" in tool("run", "none.yaml", status=4)
    tool.write("bad.yaml", HEAD + "terrain: none.csv\n")
    said = tool("run", "bad.yaml", status=4)
    assert "bad.yaml:2:10" in said and "none.csv" in said


@pytest.mark.parametrize("kind", ["folder", "device", "pipe", "socket"])
def test_only_regular_files_are_read(tool, kind):
    path = tool.folder / "thing"
    if kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        socket.socket(socket.AF_UNIX).bind(str(path))
    tool.write("bad.yaml", HEAD + "terrain: thing\n")
    assert "bad.yaml:2:10: thing: not a regular file" in tool("check", "bad.yaml", status=4)
    assert "thing: not a regular file" in tool("check", "thing", status=4)


def test_short_memory(tool):
    """Try memory limits from one with which the program does not even load to a sufficient one."""
    if "asan" in subprocess.run(["ldd", os.environ["WHEELDYN_TOOL"]], capture_output=True,
                                text=True, check=True).stdout:
        pytest.skip("AddressSanitizer needs more than any limit")
    tool.write("sine.yaml", "kind: rolling_wheel\ninput: {input.drive_torque: {expression: 't'}}\n"
               "time: {end: 0.1}\n")
    tool.write("hill.csv", "".join(f"{i} 0\n" for i in range(100000)))
    tool.write("hill.yaml", HEAD + "terrain: hill.csv\nset: {state.x: 5}\ntime: {end: 0.01}\n")
    for name in ("sine.yaml", "hill.yaml"):
        seen = set()
        for size in range(8000, 48000, 1500): # KiB
            done = subprocess.run(["bash", "-c", 'ulimit -v "$1"; shift; exec "$@"', "bash",
                                   str(size), os.environ["WHEELDYN_TOOL"], "run", name,
                                   "-o", "out.csv"],
                                  cwd=tool.folder, capture_output=True, text=True, check=False)
            if "libgomp: Out of memory" in done.stderr: # when libmuparser is loaded
                continue
            assert done.returncode in (0, 4, 127), done.stderr # 127: the program cannot be loaded
            assert done.returncode != 4 or done.stderr.count("\n") == 1
            assert not list(tool.folder.glob("*.part"))
            seen.add(done.returncode)
        # A formula takes little more memory than loading the program, so none of the limits may be
        # in between.
        assert ({0} if name == "sine.yaml" else {0, 4}) <= seen


def test_a_refused_switch_is_reported_with_its_time(tool):
    for value in ("-1", "low"):
        tool.write("bad.yaml", "kind: sliding_block\ntime: {end: 1, step: 0.1}\n"
                   f"switch: [{{at: 0.25, set: {{input.mu: {value}}}}}]\n")
        said = tool("run", "bad.yaml", "-o", "out.csv", status=3)
        assert said.startswith(f"wheeldyn: bad.yaml:3:37: input.mu: {value}: "), said
        assert said.endswith(" (t = 0.25)\n") and said.count("t = ") == 1
        assert (tool.folder / "out.csv").read_text().endswith(
            said.replace("wheeldyn:", "# stopped:"))


def test_a_start_outside_the_model(tool):
    said = tool("check", tool.write("in.yaml", HEAD + "set: {state.y: -1}\n"), status=1)
    assert "in.yaml" in said


@pytest.mark.parametrize("arguments", [
    [], ["fly"], ["run"], ["run", "--fast", "x"], ["run", "x", "y"], ["describe"],
    ["describe", "x", "y"], ["list", "x"], ["check"], ["check", "x", "-o", "y"], ["sweep", "x"],
    ["eigen"],
    ["run", "x", "--set", "a"], ["run", "x", "--set", "=3"], ["run", "x", "--t-end", "z"],
    ["sweep", "x", "--over", "a=0:1:2", "-j", "0"], ["run", "x", "-o"],
    ["sweep", "kerb.yaml", "--over", "param.mu=0:1:2", "--t-end", "-1"],
    ["sweep", "kerb.yaml", "--over", "param.mu=0:.inf:2"], ["run", "kerb.yaml", "--t-end", ".inf"],
])
def test_wrong_command_lines(tool, kerb, arguments):
    assert tool(*arguments, status=2)


def test_a_wrong_option_is_named(tool, kerb):
    assert tool("run", kerb, "-j", "2", status=2).startswith("wheeldyn: --jobs: not an option here")
    assert tool("run", kerb, "-x", status=2).startswith("wheeldyn: -x: not an option here\n")
    assert tool("run", kerb, "--plot", status=2).startswith(
        "wheeldyn: --plot: its value is missing")
    assert tool("eigen", "bicycle", "--over", "init.speed=0:1:2", status=2).startswith(
        "wheeldyn: --over: not an option here\n")


def test_settings_that_the_model_refuses(tool, kerb):
    assert "param.mas" in tool("run", kerb, "--set", "param.mas=3", status=2)
    assert "param.mass" in tool("run", kerb, "--set", "param.mass=-3", status=2)
    assert "before the start" in tool("run", kerb, "--t-end", "-3", status=2)
