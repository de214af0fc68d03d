# SPDX-License-Identifier: MIT
"""Robots in URDF as scenarios; tests/python/test_urdf.py checks the vehicles."""
import subprocess

import pytest
import wheeldyn as wd
from conftest import table

WHEEL = """
<link name="{name}"><inertial><mass value="0.4"/>
  <inertia ixx="1e-3" iyy="2e-3" izz="1e-3"/></inertial>
  <collision><origin rpy="1.570796 0 0"/>
    <geometry><cylinder radius="0.1" length="0.04"/></geometry></collision>
</link>
<joint name="{name}_joint" type="continuous"><origin xyz="0 {y} 0.1"/>
  <parent link="Base"/><child link="{name}"/><axis xyz="0 1 0"/></joint>
"""
CART = """<?xml version="1.0"?>
<robot name="cart">
<link name="Base"><inertial><mass value="5"/><origin xyz="0.05 0 .1"/>
  <inertia ixx=".1" iyy=".2" izz=".3"/></inertial></link>
""" + WHEEL.format(name="left", y=0.2) + WHEEL.format(name="right", y=-0.2) + """
<link name="nose"/>
<joint name="nose_joint" type="fixed"><origin xyz="0.2 0 0.05"/>
  <parent link="Base"/><child link="nose"/></joint>
</robot>
"""


@pytest.fixture
def cart(tool):
    return tool.write("cart.urdf", CART)


def test_a_robot_becomes_a_scenario_that_runs(tool, cart):
    text = tool("urdf", cart, "--wheel", "nose=0.05", hints=True)
    hints = [line.removeprefix("wheeldyn: ") for line in tool.said.splitlines()]
    comments = " ".join(line[4:] for line in text.splitlines() if line.startswith("# ")).split()
    assert hints and all(hint.split()[0] in comments for hint in hints)
    assert text.startswith("# The robot cart, from URDF.\n")
    tool.write("cart.yaml", text)
    assert "cart.yaml: right: vehicle" in tool("check", "cart.yaml")
    names, rows, _ = table(tool("run", "cart.yaml", "--set", "init.base.forward=1", "--t-end", "1"))
    assert float(rows[-1][names.index("state.base.x")]) == pytest.approx(0.05 + 1, abs=1e-4)


def test_the_vehicle_is_that_of_the_package(tool, cart):
    tool.write("cart.yaml", tool("urdf", cart, "--wheel", "nose=0.05", hints=True))
    with pytest.warns(UserWarning):
        vehicle = wd.Vehicle.from_urdf(tool.folder / cart, {"nose": 0.05})
    with vehicle:
        vehicle.init()
        vehicle.run(0.5, dt=0.01)
        stated = vehicle["state.base.x"]
    names, rows, _ = table(tool("run", "cart.yaml", "--t-end", "0.5"))
    assert float(rows[-1][names.index("state.base.x")]) == stated


def test_a_replay_draws_wheels_as_wide_as_their_cylinders(tool, cart):
    tool.write("cart.yaml", tool("urdf", cart, hints=True))
    tool("run", "cart.yaml", "-o", "cart.csv", "--t-end", "0.1", "--html", "cart.html")
    assert '"widths":{"left":0.04,"right":0.04},' in (tool.folder / "cart.html").read_text()


def test_the_standard_input_is_a_robot_too(tool, cart):
    assert tool("urdf", "-", input=CART, hints=True) == tool("urdf", cart, hints=True)


@pytest.mark.parametrize("arguments, status, words", [
    (("urdf",), 2, "usage: wheeldyn urdf FILE"),
    (("urdf", "cart.urdf", "--wheel", "nose"), 2, "name=value"),
    (("urdf", "cart.urdf", "--wheel", "nose=wide"), 2, "no number"),
    (("urdf", "cart.urdf", "--wheel", "nose=-1"), 2, "length"),
    (("urdf", "cart.urdf", "--wheel", "noise=1"), 2, "'nose'"),
    (("urdf", "cart.urdf", "--set", "a=1"), 2, "not an option here"),
    (("urdf", "none.urdf"), 4, "none.urdf: No such file"),
    (("urdf", "."), 4, "directory"),
    (("urdf", "bad.urdf"), 3, "bad.urdf:2:1: "),
])
def test_errors(tool, cart, arguments, status, words):
    tool.write("bad.urdf", "<robot>\n<link/></robot>")
    said = tool(*arguments, status=status)
    assert said.startswith("wheeldyn: ") and words in said and "Traceback" not in said


def test_what_cannot_be_read_or_written_is_reported(tool, cart):
    """Errors of closed streams and of a full disk name the stream."""
    for line, words in (("urdf - <&-", "the standard input: "),
                        ("urdf cart.urdf >&-", "the standard output: "),
                        ("urdf cart.urdf > /dev/full", "the standard output: ")):
        done = subprocess.run(f'exec "$WHEELDYN_TOOL" {line}', shell=True, cwd=tool.folder,
                              stderr=subprocess.PIPE, text=True)
        assert done.returncode == 4 and done.stderr.startswith(f"wheeldyn: {words}"), done.stderr
        assert done.stderr.count("\n") == 1


def test_more_than_fits_is_reported_with_the_place(tool):
    links = "".join(f'<link name="b{i}"><inertial><mass value="1"/></inertial></link>'
                    f'<joint name="j{i}" type="revolute"><parent link="a"/><child link="b{i}"/>'
                    '</joint>' for i in range(1100))
    tool.write("many.urdf", f'<robot><link name="a"/>{links}</robot>')
    said = tool("urdf", "many.urdf", status=3)
    assert said.startswith("wheeldyn: many.urdf:1:") and "1024 parts" in said


def test_missing_python_is_reported(tool, cart, monkeypatch):
    monkeypatch.setenv("WHEELDYN_PYTHON", "no-such-python")
    assert "urdf needs Python: no-such-python" in tool("urdf", cart, status=4)
    monkeypatch.delenv("WHEELDYN_PYTHON")
    monkeypatch.setenv("WHEELDYN_LIBRARY", "/no/such/library")
    assert "needs the Python package" in tool("urdf", cart, status=4)


def test_the_package_is_not_searched_in_the_working_folder(tool, cart):
    (tool.folder / "wheeldyn").mkdir()
    tool.write("wheeldyn/__init__.py", "raise SystemExit('from here')")
    tool.write("re.py", "raise SystemExit('from here')")
    assert tool("urdf", cart, hints=True).startswith("# The robot cart")


def test_the_decimal_point_is_a_point(tool, cart, comma):
    assert tool("urdf", cart, env=comma, hints=True) == tool("urdf", cart, hints=True)
