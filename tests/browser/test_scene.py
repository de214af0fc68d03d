# SPDX-License-Identifier: MIT
"""The scene of a replay: ground, horizon and vertical edges, measured in the pixels of its canvas.
"""
import numpy as np
import pytest
import wheeldyn as wd
from chromium import Browser
from wheeldyn import replay

# Functions of the page: colours of a row of pixels, and a frame from a given camera.
HANDS = """
var copy = new OffscreenCanvas(scene.width, scene.height)
  .getContext("2d", { willReadFrequently: true })
var row = y => [...copy.getImageData(0, Math.round(y), scene.width, 1).data]
var from = (turn, rise, times = 1) => {
  Object.assign(camera, { turn, rise, away: times * close() })
  draw()
  copy.drawImage(scene, 0, 0)
}
var colour = p => { // the median around a point of the ground: a line of the grid is thin
  const [x, y] = onScreen(inView(p)).map(Math.round)
  const { data } = copy.getImageData(x - 2, y - 2, 5, 5)
  return [0, 1, 2].map(k => [...data].filter((_, i) => i % 4 === k).sort((a, b) => a - b)[12])
}
element("forces").checked = false
"""


@pytest.fixture(scope="module")
def browser():
    with Browser() as each:
        yield each


@pytest.fixture
def shown(browser, tmp_path):
    """Open a replay of a model at a time; no error may occur on its page."""
    def open_page(model, end, time=0.0, width=1000, height=700, dark=False, steps=100):
        rows = model.run(end, dt=end / steps, record=replay.columns(model))
        replay.write(tmp_path / "page.html", model, rows)
        browser.open("about:blank")
        browser.open((tmp_path / "page.html").as_uri() + f"#t={time}", width, height, dark)
        browser.evaluate(HANDS)
        return browser.evaluate
    browser.said.clear()
    yield open_page
    assert browser.said == []


def pixels(row):
    return np.array(row).reshape(-1, 4)[:, :3].astype(int)


@pytest.fixture
def torus():
    with wd.Model("torus_wheel", preset="circle") as model:
        model.init()
        yield model


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("turn", [-0.9, 0.0, 0.8, 2.5])
@pytest.mark.parametrize("times", [1, 3, 9.9, 400])
def test_ground_fades_into_the_distance(torus, shown, turn, times, dark):
    """At the horizon the ground has the colour of the sky. Its grid reaches both edges of the
    picture and has no end.
    """
    evaluate = shown(torus, 1.0, dark=dark)
    evaluate("kind.draw = () => []; kind.trail = 0; goals.points = []")
    evaluate(f"from({turn}, 0.15, {times})")
    y, height = evaluate("[horizon().at[1], scene.height]")
    assert 0.05 * height < y < 0.95 * height, "the horizon is in the picture"
    above, below = (pixels(evaluate(f"row({y + step})")) for step in (-2, 1))
    assert np.abs(above - below).max() < 8
    ground = pixels(evaluate(f"row({y} + 0.9 * (scene.height - {y}))"))
    assert np.abs(ground - above).max() > 20, "near, it has its own"
    lines = [pixels(evaluate(f"row({y} + {share} * (scene.height - {y}))")) for share in (0.3, 0.6)]
    for line in lines:
        off = np.abs(line - np.median(line, axis=0)).max(axis=1) > 3
        assert off[:300].any() and off[-300:].any()


def test_vertical_edges_are_drawn_vertical(shown):
    """With a low camera, the edge of a wall and points above each other are vertical from every
    side.
    """
    with wd.Model("impact_wheel", preset="kerb-plastic") as model:
        model.init()
        evaluate = shown(model, 0.5, time=0.25)
        wall = model["param.wall_x"]
    edge = []
    for share in (0.1, 0.4):
        evaluate("copy.drawImage(scene, 0, 0)")
        line = pixels(evaluate(f"row({share} * scene.height)"))
        assert np.ptp(line[:3], axis=0).max() == 0, "the front of the wall"
        edge.append(np.argmax(np.abs(line - line[0]).max(axis=1) > 8))
    assert 10 < edge[0] == edge[1]
    for turn in (-1.6, -0.9, 2.0):
        for rise in (-0.1, 0.08, 0.15, 0.3):
            x, y, middle = evaluate(f"""(() => {{
              from({turn}, {rise})
              const ends = [0, 0.5, 2].map(z => onScreen(inView([{wall}, 0.3, z])))
              return [ends.map(p => p[0]), ends.map(p => p[1]), onScreen(inView(camera.target))]
            }})()""")
            assert x == pytest.approx([x[0]] * 3, abs=1e-6) and y[0] > y[1] + 30 > y[2] + 60
            assert middle == pytest.approx(evaluate("[scene.width / 2, scene.height / 2]"))


def test_vertical_edges_on_a_slope_are_drawn_vertical(shown):
    """Vertical means against gravity, also on inclined ground."""
    with wd.Vehicle("car") as model:
        model["input.slope"] = 0.2
        model.init()
        evaluate = shown(model, 0.1)
    feet = evaluate("""(() => {
      const up = kind.turned(reader(valuesAt(time)), [0, 0, 1]), foot = [1, 2, 0]
      return [0, 1, 2].map(z => onScreen(inView(add(foot, up, z)))[0])
    })()""")
    assert feet == pytest.approx([feet[0]] * 3, abs=1e-6)


@pytest.mark.parametrize("kind, preset", [
    ("sliding_block", None), ("rolling_wheel", "drive-60"), ("impact_wheel", "kerb-plastic"),
    ("torus_wheel", "circle"), ("bicycle", "benchmark"), ("vehicle", "car")])
def test_distances_are_marked(kind, preset, shown):
    """Marks are round numbers with their unit; they are in the picture and do not overlap, near and
    far.
    """
    with wd.Model(kind, preset=preset) as model:
        model.set({"sliding_block": {"input.traction": 10, "state.x_dot": 1},
                   "vehicle": {"init.chassis.forward": 6}}.get(kind, {}))
        model.init()
        evaluate = shown(model, 70.0 if kind == "torus_wheel" else 16.0, time=8.0)
    marks, steps = "paintMarks(reader(valuesAt(time)))", []

    def clear(drawn, width):
        boxes = [mark["box"] for mark in drawn]
        for i, (left, top, right, low) in enumerate(boxes):
            assert 0 <= left and right <= width and 0 <= top and low <= evaluate("scene.height")
            assert all(right < other[0] or other[2] < left or low < other[1] or other[3] < top
                       for other in boxes[:i])

    for width in (1000, 400):
        evaluate(f"scene.style.width = '{width}px'")
        for times in (1, 3, 30):
            evaluate(f"camera.away = {times} * close(); draw()")
            drawn = evaluate(marks)
            assert len(drawn) > (times == 1), (width, times)
            clear(drawn, width)
            steps.append(evaluate("spacing(kind.side ? 90 : 150)"))
            unit = {mark["text"].split()[1] for mark in drawn}
            assert unit == {"km" if steps[-1] >= 1000 else "m" if steps[-1] >= 0.01 else "mm"}
    evaluate("wide = spacing; spacing = pixels => wide(pixels / 8); camera.away = close(); draw()")
    clear(evaluate(marks), 400)
    assert len(set(steps)) >= 3
    assert {f"{step:.0e}"[0] for step in steps} <= {"1", "2", "5"}


def test_ground_shows_friction_and_skid_marks(shown):
    """Seen from above, the ground is bluer where it is slippery and darker where the wheel has
    slid.
    """
    with wd.Model("rolling_wheel", preset="drive-60") as model:
        model.init()
        evaluate = shown(model, 20.0, steps=200)
        radius = model["param.radius"]
    evaluate("kind.draw = () => []; paintMarks = () => []")
    blue, dark = {"wet": [], "dry": []}, {"line": [], "skid": [], "black": []}
    seen = evaluate("""rows.map(row =>
      ["input.mu", "output.slip_velocity", "time", "state.x"].map(name => row[at[name]]))""")
    for (mu, slip, _, begin), (now, _, time, x) in zip(seen, seen[1:]):
        evaluate(f"replay.seek({time}); from(-Math.PI / 2, 1.2)")
        places = [x, 0.8 * radius, 0], [x - 0.05 * radius, 0.04 * radius, 0]
        beside, behind = (evaluate(f"colour({place})") for place in places)
        if max(mu, now) < 0.8 or min(mu, now) > 0.88:
            blue["wet" if mu < 0.8 else "dry"].append(beside[2] - beside[0])
        if x > begin + 0.1 * radius:
            left = "black" if abs(slip) > 2 else "skid" if abs(slip) > 0.05 else "line"
            dark[left].append(sum(behind))
    assert min(map(len, [*blue.values(), *dark.values()])) > 3
    assert max(blue["dry"]) < 10 < 30 < min(blue["wet"])
    assert max(dark["black"]) < min(dark["skid"]) <= max(dark["skid"]) < min(dark["line"])
    assert evaluate("legend()[0][1]").startswith("friction 0.3 to ")
    evaluate("set('camera', 'whole'); copy.drawImage(scene, 0, 0)")
    far = next(x for mu, _, _, x in seen if mu < 0.4)
    shown_far = evaluate(f"colour([{far}, {2 * radius}, 0])")
    assert shown_far[2] - shown_far[0] > 30, "the wet spot is blue from far away"


@pytest.mark.parametrize("side", ["width", "height"])
def test_a_scene_without_room_is_not_drawn(torus, shown, side):
    """A scene of size zero, as in a frame without layout, is not drawn. The replay continues and is
    drawn when it has a size.
    """
    evaluate = shown(torus, 1.0)
    evaluate(f"scene.style.flex = 'none'; scene.style.{side} = 0; draw(); replay.seek(0.7)")
    assert evaluate("element('clock').textContent") == "0.700 s"
    evaluate(f"scene.style.flex = scene.style.{side} = ''; draw()")
    assert evaluate("scene.width && scene.height")


def test_distances_are_along_the_path(torus, shown):
    """Distances are sums of the steps between the positions of the rows, for any path."""
    evaluate = shown(torus, 20.0)
    places = evaluate("rows.map(row => ['state.x', 'state.y'].map(name => row[at[name]]))")
    x, y = np.array(places).T
    far = np.concatenate([[0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    assert far[-1] > 3.5
    for wanted in (0, 0.5, 3, far[-1]):
        place = np.interp(wanted, far, x), np.interp(wanted, far, y), 0
        assert evaluate(f"way.at({wanted})") == pytest.approx(place, abs=1e-9)
    assert evaluate("replay.seek(7.03); way.now(reader(valuesAt(time)))") == pytest.approx(
        np.interp(7.03, np.linspace(0, 20, 101), far), abs=1e-3)
