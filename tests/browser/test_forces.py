# SPDX-License-Identifier: MIT
"""The forces of a replay: their scale, their cones, and their colours."""
import numpy as np
import pytest
import wheeldyn as wd
from chromium import Browser
from wheeldyn import replay


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    """The page of a robot on slippery ground whose driven wheels slip from 0.5 s on."""
    file = tmp_path_factory.mktemp("forces") / "page.html"
    with wd.Vehicle("robot") as model:
        for wheel in ("left", "right"):
            model[f"input.{wheel}.mu"] = 0.1
            model.set_input(f"input.{wheel}.torque", ("step", [0.0, 0.5], [0.0, 5.0]))
        model.init()
        rows = model.run(1.0, dt=0.01, record=replay.columns(model))
        replay.write(file, model, rows)
    with Browser() as browser:
        browser.open(file.as_uri() + "#t=0.9", 1000, 700)
        yield browser
        assert browser.said == []


NOW = "reader(valuesAt(time))"


def test_forces_of_slipping_wheels_are_on_their_cones(robot):
    for time, slips in ((0.3, False), (0.9, True)):
        robot.evaluate(f"replay.seek({time})")
        for name in ("left", "right"):
            number = f"kind.machine.wheels.findIndex(wheel => wheel.name === '{name}')"
            _, force, how = robot.evaluate(f"kind.forces({NOW})[{number}]")
            share = np.hypot(*force[:2]) / (0.1 * force[2])
            assert how == {"mu": 0.1, "slips": slips}
            assert share == pytest.approx(1, abs=1e-6) if slips else share < 0.99
        words = robot.evaluate(f"paintForces({NOW}).words")
        assert ("slips" in words) == slips


@pytest.mark.parametrize("times", [1, 5, 50])
def test_the_bar_is_as_long_as_its_force(times, robot):
    """The scale bar stands for a round number of newtons. It is as long as the arrow of such a
    force at the first contact, perpendicular to the direction of view.
    """
    text, length, measured = robot.evaluate(f"""(() => {{
      replay.seek(0.3); camera.away = {times} * close(); draw()
      const {{ text, length }} = paintForces({NOW}), foot = view.larger(kind.forces({NOW})[0][0])
      const [number, unit] = text.split(" "), newton = number * (unit === "kN" ? 1000 : 1)
      const tip = add(foot, view.right, newton * metresPerNewton())
      const ends = [foot, tip].map(p => onScreen(inView(p)))
      return [text, length, ends[1][0] - ends[0][0]]
    }})()""")
    assert text.split()[0] in ("1", "2", "5", "10", "20", "50", "100", "200", "500")
    assert length == pytest.approx(measured) and 30 < length <= 90.0001


def test_cones_can_be_hidden(robot):
    """The checkbox and a key hide the cones; the arrows remain."""
    count = """(() => {
      const drawn = [], kept = paintCone
      paintCone = (...given) => { drawn.push(given); kept(...given) }
      draw()
      paintCone = kept
      return drawn.length
    })()"""
    assert robot.evaluate(count) == 3
    robot.press("c")
    assert not robot.evaluate("element('cones').checked") and robot.evaluate(count) == 0
    robot.press("c")
    assert robot.evaluate(count) == 3


def test_a_cone_is_seen_between_its_sides(robot):
    """The sides of the drawn cone are tangents of its ring: no point of the ring is outside."""
    for rise in (0.1, 0.5, 1.0):
        sides = robot.evaluate(f"""(() => {{
          camera.rise = {rise}; draw()
          const angles = count(48).map(i => i * Math.PI / 24)
          const ring = angles.map(angle => [0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 1])
          const seen = points => points.map(p => onScreen(inView(p)))
          return [outline([0, 0, 0], ring), ring, [[0, 0, 0]]].map(seen)
        }})()""")
        ends, ring, [foot] = (np.array(points) for points in sides)
        if len(ends) == 0:
            assert rise == 1.0
            continue
        (ax, ay), (bx, by) = ends - foot
        rx, ry = (ring - foot).T
        turn = np.sign(ax * by - ay * bx)
        assert (turn * (ax * ry - ay * rx) > -1e-6).all()
        assert (turn * (rx * by - ry * bx) > -1e-6).all()
