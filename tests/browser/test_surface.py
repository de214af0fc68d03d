# SPDX-License-Identifier: MIT
"""The smooth surface under a vehicle in its replay: a mesh with light and shade, on which tracks,
shadows and forces lie.
"""
import math

import numpy as np
import pytest
import wheeldyn as wd
from chromium import Browser
from wheeldyn import replay

RADIUS = 1.5  # m; of the bowl of the preset
NOW = "reader(valuesAt(time))"
# Median colour around a place of the surface, which is painted alone.
HANDS = """
var copy = new OffscreenCanvas(scene.width, scene.height)
  .getContext("2d", { willReadFrequently: true })
var colour = ([x, y]) => {
  const [u, v] = onScreen(inView([x, y, surfaceAt(x, y)])).map(Math.round)
  const { data } = copy.getImageData(u - 2, v - 2, 5, 5)
  return [0, 1, 2].map(k => [...data].filter((_, i) => i % 4 === k).sort((a, b) => a - b)[12])
}
var bare = () => {
  paintFar()
  copy.drawImage(scene, 0, 0)
  const before = copy.getImageData(0, 0, scene.width, scene.height).data
  paintSurface()
  copy.drawImage(scene, 0, 0)
  const after = copy.getImageData(0, 0, scene.width, scene.height).data
  return before.filter((v, i) => i % 4 === 0 && Math.abs(v - after[i]) > 5).length
}
"""


def height(x, y):
    return RADIUS - np.sqrt(RADIUS ** 2 - x * x - y * y)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    file = tmp_path_factory.mktemp("surface") / "bowl.html"
    with wd.Vehicle("bowl") as model:
        model.init()
        rows = model.run(2.0, dt=0.01, record=replay.columns(model))
        replay.write(file, model, rows)
    return file


@pytest.fixture(scope="module")
def browser():
    with Browser() as each:
        yield each


@pytest.fixture
def bowl(browser, page):
    """Open the page in dark or light, at a width."""
    def open_page(dark=False, width=1000):
        browser.open("about:blank")
        browser.open(page.as_uri() + "#t=1", width, 700, dark)
        browser.evaluate(HANDS)
        return browser.evaluate
    browser.said.clear()
    yield open_page
    assert browser.said == []


def test_a_dot_marks_the_contact_of_the_ball(bowl):
    evaluate = bowl()
    (dot,) = evaluate(f"kind.forces({NOW}).flatMap(dotOf)")
    (x, y, z), = dot["points"]
    assert z == pytest.approx(height(x, y), abs=1e-3), "3e-4 between the points of the grid"
    assert dot["radius"] > 0
    assert evaluate("dotOf([[0, 0, 0], [0, 0, 1], {}])") == [], "no dot on the plane"


@pytest.mark.parametrize("width", [1000, 400])
@pytest.mark.parametrize("dark", [False, True])
def test_the_bowl_fills_the_picture_in_light_and_shade(bowl, dark, width):
    evaluate = bowl(dark, width)
    evaluate("Object.assign(camera, { target: [0, 0, 0.2], turn: -0.9, rise: 0.9, away: 3 })")
    evaluate("element('camera').value = 'stays'; draw()")
    changed = evaluate("bare()")
    assert changed > 0.4 * evaluate("scene.width * scene.height"), "pixels that show the bowl"
    toward, away = (evaluate(f"colour([{s * 0.4}, {-s * 0.5}])") for s in (-1, 1))
    assert sum(toward) > sum(away) + 30, "the wall that faces the sun is brighter"


def test_heights_are_those_of_the_ground(bowl):
    """The nodes are half a radius apart. Between nodes the drawn height differs from the ground by
    less than h_xx step^2 / 8 for each axis.
    """
    evaluate = bowl()
    for x, y in ((0, 0), (0.3, -0.2), (-0.61, 0.43)):
        bound = 2 * (1 / RADIUS) / (1 - (x * x + y * y) / RADIUS ** 2) ** 1.5 * 0.05 ** 2 / 8
        assert evaluate(f"surfaceAt({x}, {y})") == pytest.approx(height(x, y), abs=bound)
        normal = np.array([-x, -y, math.sqrt(RADIUS ** 2 - x * x - y * y)]) / RADIUS
        assert evaluate(f"surfaceNormal({x}, {y})") == pytest.approx(normal, abs=0.02)


def test_what_lies_on_the_ground_lies_on_the_surface(bowl):
    evaluate = bowl()
    spots = [*evaluate("paths.flatMap(path => path.points)"),
             *evaluate(f"kind.draw({NOW}).map(shadow).flatMap(piece => piece.points)")]
    assert len(spots) > 100
    for x, y, z in spots:
        assert z == pytest.approx(height(x, y), abs=2e-3)
    (foot, _, how), = evaluate(f"kind.forces({NOW})")
    centre = evaluate(f"kind.middle({NOW})")
    arm = np.subtract(centre, foot)
    assert np.linalg.norm(arm) == pytest.approx(0.1, abs=2e-3), "the radius of the ball"
    assert how["up"] == pytest.approx(arm / np.linalg.norm(arm), abs=0.03)


@pytest.mark.parametrize("rise, share", [(1.4, 0.4), (-1.4, 0)])
def test_the_lower_side_of_the_surface_hides_nothing(bowl, rise, share):
    evaluate = bowl()
    evaluate("element('camera').value = 'stays'")
    evaluate(f"Object.assign(camera, {{ target: [0, 0, 0], turn: 0, rise: {rise}, away: 4 }})")
    evaluate("draw()")
    changed = evaluate("bare() / (scene.width * scene.height)")
    assert changed > share if share else changed == 0


def test_a_function_without_a_height_leaves_a_hole(browser, tmp_path):
    def half(x, y):
        if y > -0.8:
            raise ValueError("no ground")
        return 0.1 * x, 0.1, 0, 0, 0, 0

    with wd.Vehicle("ball") as model:
        model["param.place"] = "on_ground"
        model.set_surface(half)
        model["init.ball.y"] = -1
        model.init()
        rows = model.run(0.2, dt=0.01, record=replay.columns(model))
        replay.write(tmp_path / "page.html", model, rows)
    browser.said.clear()
    browser.open((tmp_path / "page.html").as_uri(), 600, 500)
    heights = browser.evaluate("run.surface.heights")
    assert None in heights and any(each is not None for each in heights)
    assert browser.evaluate("surfaceAt(0.2, -1)") == pytest.approx(0.02, abs=1e-6)
    assert browser.evaluate("surfaceAt(0.2, -0.7)") == 0
    assert browser.said == []
