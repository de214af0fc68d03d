# SPDX-License-Identifier: MIT
"""What a replay makes of the bodies and wheels of a vehicle."""
import numpy as np
import pytest
import wheeldyn as wd
from chromium import Browser
from wheeldyn import replay


@pytest.fixture(scope="module")
def browser():
    with Browser() as each:
        yield each
        assert each.said == []


@pytest.fixture
def shown(browser, tmp_path):
    def open_page(model):
        model.init()
        rows = model.run(0.02, dt=0.01, record=replay.columns(model))
        replay.write(tmp_path / "page.html", model, rows)
        browser.open("about:blank")
        browser.open((tmp_path / "page.html").as_uri() + "#t=0", 1000, 700)
        browser.evaluate("element('forces').checked = false; draw()")
        return browser.evaluate
    return open_page


BLOCKS = """kind.machine.bodies.filter(body => body.solid).flatMap(body => body.solid.blocks)
  .map(({ from, to }) => [from, to])"""
WHEELS = "kind.machine.wheels.map(wheel => [wheel.at, wheel.radius, halfWidth(wheel)])"


@pytest.mark.parametrize("preset, blocks", [("car", 3), ("rigid_car", 3), ("robot", 1)])
def test_bodies_leave_room_for_wheels_at_their_sides(preset, blocks, shown):
    with wd.Vehicle(preset) as model:
        evaluate = shown(model)
    solid, wheels = np.array(evaluate(BLOCKS)), evaluate(WHEELS)
    assert len(solid) >= blocks, "a car has a cabin"
    for middle, radius, half in wheels:
        if abs(middle[1]) < 0.05:
            continue
        low, high = (np.array(middle) + s * np.array([radius, half, radius]) for s in (-1, 1))
        for begin, end in solid:
            assert (high <= begin + 1e-9).any() or (end <= low + 1e-9).any(), (middle, begin, end)


def test_a_body_is_solid_and_all_wheels_are_seen(shown):
    """From in front of the car to its left: of hidden faces none is drawn, and both wheels there
    are in front of what is behind them, wall, rim and marked spoke."""
    with wd.Vehicle("car") as model:
        evaluate = shown(model)
    order = evaluate("""(() => {
      const drawn = [], kept = paint
      Object.assign(camera, { turn: 0.9, rise: 0.25 })
      paint = (piece, color) => { drawn.push(piece); kept(piece, color) }
      draw()
      paint = kept
      return drawn.filter(piece => piece.out).map(piece => [piece.color, piece.out, piece.points])
    })()""")
    opaque = [color.endswith(",1)") or color.startswith("#") for color, *_ in order]
    assert opaque and all(opaque)
    eye = evaluate("view.eye")
    assert all(np.dot(out, np.subtract(eye, points[0])) > 0 for _, out, points in order)
    for name in ("front_left", "rear_left"):
        x, y = evaluate(f"""(() => {{
          const wheel = kind.machine.wheels.find(each => each.name === "{name}")
          const side = add(wheel.at, wheel.axis, halfWidth(wheel))
          return onScreen(inView(poseOf(reader(valuesAt(time)), wheel).at(side)))
        }})()""")
        shade = evaluate(f"""(() => {{
          const copy = new OffscreenCanvas(1, 1).getContext("2d", {{ willReadFrequently: true }})
          copy.drawImage(scene, -Math.round({x}), -Math.round({y}))
          return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3)
        }})()""")
        red, green, blue = shade
        assert max(shade) - min(shade) < 40 or red > green > blue, (name, shade)


def test_a_turned_body_is_its_box(shown):
    """One of no wheels' business: eight corners of the box of its inertia."""
    model = wd.Vehicle()
    c, s = np.cos(0.6), np.sin(0.6)
    xx, yy = 1.25 * c * c + 4.25 * s * s, 1.25 * s * s + 4.25 * c * c
    model.body("plank", mass=3, xx=xx, yy=yy, zz=5, xy=(1.25 - 4.25) * c * s, z=2)
    model.wheel("wheel", on="plank", z=0.3, mass=1, spin_inertia=0.05, cross_inertia=0.03)
    with model:
        evaluate = shown(model)
    points = np.array(evaluate("""solidPieces(pose(reader(valuesAt(time)), kind.machine.bodies[0]),
      kind.machine.bodies[0]).flatMap(piece => piece.points)"""))
    half = np.abs((points - [0, 0, 2]) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])).max(axis=0)
    moments = np.array([1.25, 4.25, 5])
    assert half == pytest.approx(np.sqrt(1.5 * (moments.sum() - 2 * moments) / 3), abs=0.01)
