# SPDX-License-Identifier: MIT
"""The plot of eigen: it connects modes to the same lines as the Python package."""
import re
import xml.etree.ElementTree as xml

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import bicycle

SVG = "{http://www.w3.org/2000/svg}"


def axis(root, anchor, coordinate):
    """Return a function that converts pixels to values, from the labels of the grid."""
    labels = [element for element in root.iter(SVG + "text")
              if element.get("text-anchor") == anchor and re.match(r"[-\d.]+$", element.text)]
    shift = 4 if coordinate == "y" else 0
    at = [float(element.get(coordinate)) - shift for element in labels]
    assert len(at) > 4
    return np.poly1d(np.polyfit(at, [float(element.text) for element in labels], 1))


def picture(tool, kind, sweep, *arguments):
    """Return the lines: colour, whether dashed, and points (value of the variable, real or
    imaginary part).
    """
    tool("eigen", kind, "--sweep", sweep, "--plot", "modes.svg", *arguments)
    root = xml.fromstring((tool.folder / "modes.svg").read_text())
    assert len([path for path in root.iter(SVG + "rect") if path.get("class") == "frame"]) == 1
    x, y = axis(root, "middle", "x"), axis(root, "end", "y")
    for path in root.iter(SVG + "path"):
        names = path.get("class").split()
        if names[0] == "line":
            points = np.array(re.findall(r"([-\d.]+) ([-\d.]+)", path.get("d")), dtype=float)
            points = points.reshape(-1, 2)
            yield names[1], "dashed" in names, np.stack([x(points[:, 0]), y(points[:, 1])], axis=1)


def check(lines, values, groups):
    """Compare the lines of real parts with `groups`, which has for each colour a column of real
    parts at `values` for each line. Lines of one colour may come in any order.
    """
    real = [line for line in lines if not line[1]]
    for colour, wanted in groups.items():
        got = [points for name, _, points in real if name == colour]
        assert len(got) == wanted.shape[1]
        for points in got:
            assert np.abs(points[:, 0] - values).max() < 1e-4 * np.ptp(values)
        got = np.sort(np.stack([points[:, 1] for points in got], axis=1))
        assert np.abs(got - np.sort(wanted)).max() < 1e-3


def test_the_modes_of_the_bicycle(tool):
    lines = list(picture(tool, "bicycle", "init.speed=0:10:101"))
    speeds = np.linspace(0, 10, 401)
    with wd.Model("bicycle") as model:
        modes = bicycle.modes(model, speeds)
    check(lines, speeds, {"c0": modes.weave.real, "c1": modes.capsize.real[:, None],
                          "c2": modes.castering.real[:, None]})
    dashed = [(colour, points) for colour, is_dashed, points in lines if is_dashed and len(points)]
    assert [colour for colour, _ in dashed] == ["c0"]
    points = dashed[0][1]
    above = np.argmax(modes.weave[:, 0].imag > 0)
    assert abs(points[0, 1]) < 1e-3 and len(points) == len(speeds) - above + 1
    assert np.abs(points[1:, 1] - modes.weave[above:, 0].imag).max() < 1e-3


def test_the_picture_has_a_legend_and_shades_the_stable_speeds(tool):
    list(picture(tool, "bicycle", "init.speed=0:10:101"))
    root = xml.fromstring((tool.folder / "modes.svg").read_text())
    (name,) = (text for text in root.iter(SVG + "text") if text.get("class") == "name")
    assert "".join(name.itertext()) == (
        "real parts (dashed: imaginary; shaded: stable) [1/s]: modes 1, 2, 3")
    assert [span.get("class") for span in name] == ["t0", "t1", "t2"]
    (shade,) = (box for box in root.iter(SVG + "rect") if box.get("class") == "shade")
    x = axis(root, "middle", "x")
    left = float(shade.get("x"))
    with wd.Model("bicycle") as model:
        speeds = bicycle.critical_speeds(model)
    assert abs(x(left) - speeds.weave) < 0.025
    assert abs(x(left + float(shade.get("width"))) - speeds.capsize) < 0.025


def test_nothing_is_shaded_where_nothing_is_stable(tool):
    list(picture(tool, "bicycle", "init.speed=0:4:41"))
    text = (tool.folder / "modes.svg").read_text()
    assert 'class="shade"' not in text and "stable" not in text


@pytest.mark.parametrize("kind, sweep, arguments, pairs", [
    ("torus_wheel", "state.spin_rate=-5:5:81", (), 1),
    ("torus_wheel", "state.precession_rate=0:6:401", ("--set", "state.lean=1.4"), 1),
    ("bicycle", "param.gravity=0:20:11", ("--set", "init.speed=4"), 1),
    ("rolling_wheel", "state.x_dot=1:20:39", (), 0),
])
def test_modes_are_followed_as_in_python(tool, kind, sweep, arguments, pairs):
    lines = list(picture(tool, kind, sweep, *arguments))
    name, low, high, count = re.match(r"(.*)=(.*):(.*):(.*)", sweep).groups()
    points = [points for _, is_dashed, points in lines if not is_dashed]
    values = np.linspace(float(low), float(high), len(points[0]))
    assert len(values) >= 401 and (len(values) - 1) % (int(count) - 1) == 0
    rows = []
    for value in values:
        with wd.Model(kind) as model:
            for setting in (*arguments[1::2], f"{name}={value!r}"):
                model[setting.split("=")[0]] = float(setting.split("=")[1])
            model.init()
            rows.append(model.eigenvalues())
    n = len(rows[0])
    columns = bicycle._linked(np.array(rows)).T
    colours, groups = [], {}
    for k, column in enumerate(columns):
        partners = [i for i in range(k)
                    if np.any((column.imag != 0) & (column == columns[i].conj()))]
        colours.append(colours[partners[0]] if partners else f"c{len(set(colours))}")
        groups.setdefault(colours[-1], []).append(column.real)
    assert len(set(colours)) == n - pairs
    assert [colour for colour, is_dashed, _ in lines if not is_dashed] == colours
    check(lines, values, {colour: np.stack(group, axis=1) for colour, group in groups.items()})


def test_nine_eigenvalues_of_a_motorcycle_are_followed(tool):
    """The line of weave crosses those of pitch and bounce, which are constant: no line has a kink.
    """
    file = tool.write("moto.yaml", "kind: vehicle\npreset: motorcycle\n")
    lines = list(picture(tool, file, "init.frame.forward=8:40:65"))
    assert len([points for _, is_dashed, points in lines if not is_dashed]) == 9
    for _, _, points in lines:
        assert len(points) < 3 or np.abs(np.diff(points[:, 1], 2)).max() < 0.02
    picture_text = (tool.folder / "modes.svg").read_text()
    assert ">modes 1</tspan>" in picture_text and " more" not in picture_text


def test_more_eigenvalues_of_a_car_are_followed(tool):
    """Real parts of the springs and of the tyres cross near 800 kg: no imaginary part jumps.

    The steepest line begins where two real eigenvalues become a pair: it rises by 2.1/s in a step.
    """
    file = tool.write("car.yaml", "kind: vehicle\npreset: car\n")
    lines = list(picture(tool, file, "param.chassis.mass=600:1800:13"))
    assert len([points for _, is_dashed, points in lines if not is_dashed]) > 14
    for _, _, points in lines:
        assert len(points) < 2 or np.abs(np.diff(points[:, 1])).max() < 10


def test_real_eigenvalues_that_cross_keep_their_lines(tool):
    drawn = picture(tool, "rolling_wheel", "state.x_dot=1:20:39")
    lines = [points for _, is_dashed, points in drawn if not is_dashed]
    relaxation, speed = (lines[k][:, 1] for k in (4, 5))
    assert np.ptp(np.sign(relaxation - speed)) == 2
    for points in lines:
        assert np.abs(np.diff(points[:, 1], 2)).max() < 1e-3


def test_a_plot_needs_a_sweep(tool):
    assert "--sweep" in tool("eigen", "bicycle", "--plot", "a.svg", status=2)
    assert "--sweep" in tool("eigen", "bicycle", "--plot", "a.svg", "--sweep", "init.speed=1:1:1",
                             status=2)


def test_values_between_that_are_refused_are_left_out(tool):
    """The choices of a law are whole numbers, so values between them are refused."""
    lines = list(picture(tool, "rolling_wheel", "param.law=0:1:2"))
    assert all(len(points) == 2 for _, is_dashed, points in lines if not is_dashed)
