# SPDX-License-Identifier: MIT
"""Drawing of the bodies and wheels of a vehicle."""
from pathlib import Path

import numpy as np
import pytest
import wheeldyn as wd

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
    """Seen from the front left, no hidden face of a car is drawn. The wall, rim and marked spoke of
    both visible wheels are drawn in front of the parts behind them.
    """
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


def test_knife_edges_and_the_cabin_are_whole(shown):
    """The blocks of a small car on wheels without a crown do not cover parts in front of them."""
    with wd.Vehicle() as model:
        model.body("hull", mass=20, xx=0.4, yy=0.8, zz=1.0, z=0.15)
        for name, x, y in (("fl", 0.25, 0.2), ("fr", 0.25, -0.2), ("rl", -0.25, 0.2),
                           ("rr", -0.25, -0.2)):
            model.wheel(name, on="hull", x=x, y=y, z=0.1, radius=0.1, mass=1, spin_inertia=0.005,
                        cross_inertia=0.003)
        evaluate = shown(model)
    # Difference of blue and red at the right rims and at the right side of the cabin just above the
    # block, which is blue.
    seen = evaluate("""(() => {
      Object.assign(camera, { turn: -0.9, rise: 0.3 }) // in front, to the right
      draw()
      const { bodies: [body], wheels } = kind.machine, { at } = pose(reader(valuesAt(time)), body)
      const copy = new OffscreenCanvas(scene.width, scene.height)
        .getContext("2d", { willReadFrequently: true })
      copy.drawImage(scene, 0, 0)
      const blue = p => {
        const [red, , more] = copy.getImageData(...onScreen(inView(p)).map(Math.round), 1, 1).data
        return more - red
      }
      const right = wheels.filter(({ name }) => name.endsWith("r"))
      const rim = ({ at: hub, radius }, angle) =>
        at(add(hub, [Math.cos(angle), 0, Math.sin(angle)], 0.97 * radius))
      const { from, to } = body.solid.blocks[2], high = from[2] + 0.08 * (to[2] - from[2])
      const side = share => at([from[0] + share * (to[0] - from[0]), from[1] + 0.007, high])
      return [count(24).flatMap(i => right.map(wheel => blue(rim(wheel, i * Math.PI / 12)))),
              count(19).map(i => blue(side((i + 1) / 20)))]
    })()""")
    for blues in seen:
        assert max(blues) < 80, blues


def test_a_turned_body_is_its_box(shown):
    """A body without wheels is drawn as the box of its inertia, with eight corners."""
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


STAIRS = [(-9, 1), (2, 1), (2, 0.8), (3, 0.8), (3, 0.6), (30, 0.6)]


@pytest.mark.parametrize("heading", [0, 0.3])
def test_stairs_are_drawn_under_a_vehicle(shown, heading):
    """The ground is drawn in strips of the profile; wheels touch it, and a tread covers what is
    below.
    """
    with wd.Vehicle("car") as model:
        model.set_terrain(STAIRS)
        model.set({"param.ground_heading": heading, "init.chassis.z": 1, "init.chassis.x": 0.6})
        model.set({f"param.{part['name']}.law": "coulomb" for part in model.parts
                   if part["type"] == "wheel"})
        evaluate = shown(model)
    far = np.linspace(-5, 8, 40) + 0.01
    places = np.outer(far, [np.cos(heading), np.sin(heading)]).tolist()
    heights = np.select([far < 2, far < 3], [1, 0.8], 0.6)
    assert evaluate(f"{places}.map(p => heightAt(p))") == heights.tolist()
    touched = evaluate("""kind.machine.wheels.map(wheel => {
      const get = reader(valuesAt(time)), hub = poseOf(get, wheel).at(wheel.at)
      return [contact(get, wheel), Math.hypot(...add(hub, contact(get, wheel), -1)), wheel.radius,
              normalAt(get, wheel)]})""")
    for place, away, radius, normal in touched:
        assert place[2] == 1 and away == pytest.approx(radius, abs=1e-6)
        assert normal == pytest.approx([0, 0, 1], abs=1e-6)
    tops, edges = evaluate("[still.filter(p => p.filled && p.out[2] > 0.5).length, "
                           "still.filter(p => !p.filled).length]")
    assert (tops, edges) == (3 + 2, 4)
    hidden, seen = evaluate("""(() => {
      const copy = new OffscreenCanvas(scene.width, scene.height)
        .getContext("2d", { willReadFrequently: true })
      const colour = p => {
        const [x, y] = onScreen(inView(p)).map(Math.round)
        return [...copy.getImageData(x, y, 1, 1).data].slice(0, 3)
      }
      Object.assign(camera, { turn: Math.PI + course()[1], rise: 0.2 }) // from behind, above
      kind.draw = () => []
      draw()
      copy.drawImage(scene, 0, 0)
      const out = far => course().map(v => v * far)
      const at = far => add(out(far), [0, 0, heightAt(out(far))])
      const riser = add(course().map(v => v * 2), [0, 0, 0.9])
      return [colour(riser), colour(at(0))]
    })()""")
    assert hidden == seen, "the first riser is behind the first tread"


PIXELS = """
const copy = new OffscreenCanvas(scene.width, scene.height)
  .getContext("2d", { willReadFrequently: true })
const colours = places => {
  draw()
  copy.drawImage(scene, 0, 0)
  return places.map(p => {
    const [x, y] = onScreen(inView(p)).map(Math.round)
    return [...copy.getImageData(x, y, 1, 1).data].slice(0, 3)
  })
}"""
RISING = [(-9, 0), (2, 0), (2, 0.2), (3, 0.2), (3, 0.4), (300, 0.4)]


@pytest.fixture
def upstairs(shown):
    """A car on the long plateau above stairs, one of which is slippery."""
    with wd.Vehicle("rigid_car") as model:
        model.set_terrain(RISING)
        model.set_terrain_friction([0.9, 0.9, 0.2, 0.9, 0.9])
        model.set({"init.chassis.z": model["init.chassis.z"] + 0.4, "init.chassis.x": 12})
        yield shown(model)


def test_a_plateau_hides_stairs_behind_and_below_it(upstairs):
    """The eye is above the plateau, whose middle is farther away than the stairs."""
    hidden, plateau = upstairs("(() => {" + PIXELS + """
      Object.assign(camera, { turn: 0, rise: 0.15 }) // from the front
      kind.draw = () => []
      return colours([[2.5, 0, 0.2], [6, 0, 0.4]])
    })()""")
    assert hidden == plateau


def test_edges_of_the_ground_follow_the_strips_that_they_join(upstairs):
    """Each edge is drawn after both strips, because a strip drawn later would cover half the width
    of the edge.
    """
    orders = upstairs("""[0, Math.PI].map(turn => {
      Object.assign(camera, { turn, rise: 0.15 })
      draw()
      const drawn = fromAfar(still), edges = drawn.filter(p => !p.filled)
      const end = ([a, b]) => `${a} ${b}`
      const joins = (edge, top) => edge.spans.some(span => end(span) === end(top.spans[0]))
      return [edges.length, edges.every(edge => drawn.every((top, k) =>
        !top.filled || !joins(edge, top) || k < drawn.indexOf(edge)))]
    })""")
    assert orders == [[4, True], [4, True]]


@pytest.mark.parametrize("dark", [False, True])
def test_shadows_on_a_profile_are_darker_than_it(dark, upstairs, browser):
    browser.see(1000, 700, dark)
    plain, shaded = upstairs("(() => {" + PIXELS + """
      const here = [14, 0, 0.4]
      kind.draw = () => []
      const [plain] = colours([here])
      kind.draw = () => [face([[13, -1, 50], [15, -1, 50], [15, 1, 50], [13, 1, 50]], [0, 0, 0])]
      return [plain, colours([here])[0]]
    })()""")
    assert sum(shaded) < 0.85 * sum(plain)


def test_wheels_of_a_robot_are_as_wide_as_their_cylinders(shown):
    robot = Path(__file__).parents[2] / "examples" / "scenarios" / "robot.urdf"
    with pytest.warns(UserWarning, match="taken for casters"):
        model = wd.Vehicle.from_urdf(robot)
    with model:
        widths = {name: half for name, half in shown(model)(
            "kind.machine.wheels.map(wheel => [wheel.name, halfWidth(wheel)])")}
    assert widths["left_wheel"] == widths["right_wheel"] == 0.03 / 2


@pytest.mark.parametrize("preset, engine", [("bicycle", False), ("motorcycle", True)])
def test_two_wheels_in_line_have_a_frame_a_fork_and_a_rider(preset, engine, shown):
    """The fork ends at the front hub, also when it is steered; head, bar and fork are in line."""
    with wd.Vehicle(preset) as model:
        model["init.steer.angle"] = 0.3
        evaluate = shown(model)
    track = evaluate("(({ isRidden, hasEngine }) => [isRidden, hasEngine])(kind.machine.track)")
    assert track == [True, engine]
    hub, fork = evaluate("""(() => {
      const get = reader(valuesAt(time)), { track } = kind.machine
      const [fork] = singleTrackPieces(get, track).filter(p => p.color === orange)
      return [poseOf(get, track.front).at(track.front.at), fork.points]})()""")
    assert fork[0] == pytest.approx(hub, abs=1e-12)
    low, high, bar = np.array(fork[1:])
    assert np.cross(high - low, bar - low) == pytest.approx(np.zeros(3), abs=1e-12)
    heads = evaluate("""singleTrackPieces(reader(valuesAt(time)), kind.machine.track)
      .filter(p => p.radius && p.color === sky).map(p => p.points[0][2])""")
    assert len(heads) == 1 and heads[0] > bar[2]


@pytest.mark.parametrize("preset", ["car", "robot", "disc"])
def test_other_vehicles_are_no_bicycles(preset, shown):
    with wd.Vehicle(preset) as model:
        assert shown(model)("kind.machine.track") is None


def test_a_rig_without_weight_shows_its_wheel(shown):
    """The rig has no gravity, and its sled has the inertia of a box of 77 m, which would hide the
    wheel.
    """
    with wd.Vehicle("tyre_rig") as model:
        evaluate = shown(model)
        force = model["output.wheel.normal_force"]
    boxes = evaluate("kind.machine.bodies.map(({ name, box }) => [name, box !== null])")
    assert dict(boxes) == {"sled": False, "carriage": True, "fork": True}
    assert 0.9 * force < evaluate("kind.weight()") < 10 * force
    assert evaluate("kind.size()") < 2
    scale = evaluate("replay.seek(0.02); element('forces').checked = true;"
                     "paintForces(reader(valuesAt(time)))")
    assert scale["text"].endswith("N") and scale["length"] > 0


def test_both_wheels_of_a_motorcycle_are_tyres(shown):
    faces = """kind.machine.wheels.map(wheel => tyrePieces(reader(valuesAt(time)), wheel)
      .every(({ filled }) => filled))"""
    with wd.Vehicle("motorcycle") as model:
        assert shown(model)(faces) == [True, True]
    with wd.Vehicle("bicycle") as model:
        assert shown(model)(faces) == [False, False]


@pytest.mark.parametrize("preset, column", [("motorcycle", "output.frame.roll"),
                                            ("tyre_rig", "state.steer.angle")])
def test_with_a_steady_speed_the_chart_begins_with_a_rate(shown, preset, column):
    with wd.Vehicle(preset) as model:
        if preset == "tyre_rig":
            model["init.steer.rate"] = 0.5
        evaluate = shown(model)
    assert evaluate("run.names[moving()]") == column
