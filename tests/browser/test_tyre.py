# SPDX-License-Identifier: MIT
"""Drawing of pneumatic tyres, which are flat on the ground, and of their marks."""
import numpy as np
import pytest
import wheeldyn as wd

MARKS = "kind.marks(reader(valuesAt(time)))"


def test_a_pneumatic_tyre_leaves_a_mark_where_its_force_is_at_the_friction_limit(shown):
    """A rolling tyre with a slip of 0.03 rad in a bend draws a line. A locked tyre leaves a mark,
    but not while its soft carcass is still being deflected, when its slip is already 1.
    """
    with wd.Vehicle("car") as model:
        model["init.chassis.yaw_rate"] = 0.2
        evaluate = shown(model)
        evaluate("replay.seek(0.02)")
        assert 0.05 < evaluate("Math.max(...kind.machine.wheels.map(wheel =>"
                               " slipOf(reader(valuesAt(time)), wheel)))")
        assert evaluate(MARKS) == ["line"] * 4 and "slips" not in evaluate("kind.say(reader("
                                                                           "valuesAt(time)))")
    with wd.Vehicle("car") as model:
        for wheel in ("front_left", "front_right", "rear_left", "rear_right"):
            model.set({f"input.{wheel}.brake": 1e5, f"init.{wheel}.rate": 0})
        model["param.spin"] = "as_given"
        model["param.tyre.forward_stiffness"] = 3e4
        evaluate = shown(model)
        evaluate("replay.seek(0.005)")
        assert evaluate(MARKS) == ["line"] * 4
        evaluate("replay.seek(0.02)")
        assert evaluate(MARKS) == ["black"] * 4


def test_a_pneumatic_tyre_is_flat_on_the_ground(shown):
    """No point of the tyre is below the ground and many are on it; the points of a rigid wheel are
    on a circle.
    """
    heights = """kind.machine.wheels.map(wheel => tyrePieces(reader(valuesAt(time)), wheel)
      .flatMap(({ points }) => points.map(p => p[2])))"""
    with wd.Vehicle("car") as model:
        flat = shown(model)(heights)
    assert all(min(each) == 0 and each.count(0) > 8 for each in flat)
    with wd.Vehicle("rigid_car") as model:
        low = shown(model)(heights)
    assert all(0 < abs(min(each)) < 0.01 for each in low)


def below(model):
    """A level 2 m below 0."""
    model.set_terrain([(-30, -2), (30, -2)])


def rising(model):
    """A straight slope at the heading of 0.3 rad, everywhere above 0.3 m."""
    model.set_terrain([(-30, -7), (50, 9)])
    model.set({"param.ground_heading": 0.3, "init.chassis.x": 10})


def bank(model):
    """A smooth surface that rises to the left and ahead."""
    model.set_surface(lambda x, y: (0.6 + 0.02 * x + 0.01 * y * y, 0.02, 0.02 * y, 0, 0, 0.02))


@pytest.mark.parametrize("ground", [below, rising, bank])
def test_a_pneumatic_tyre_is_flat_on_ground_that_is_no_plane(ground, shown):
    """No point of a tyre is below the plane that touches the ground at its contact, many are on it,
    and the wheel is as high above the ground as its radius less the deflection.
    """
    with wd.Vehicle("car") as model:
        ground(model)
        model.set({"param.place": "on_ground", "init.chassis.forward": 0.5})
        evaluate = shown(model)
        evaluate("replay.seek(0.02)")
        names = [wheel["name"] for wheel in model.parts if wheel["type"] == "wheel"]
        for name in names:
            quantity = [f"output.{name}.{each}" for each in (
                "contact_x", "contact_y", "contact_z", "normal_x", "normal_y", "normal_z",
                "deflection")]
            x, y, z, *normal, deep = model.get(quantity)
            points, hub, radius = evaluate(f"""(() => {{
              const get = reader(valuesAt(time))
              const wheel = kind.machine.wheels.find(each => each.name === "{name}")
              return [tyrePieces(get, wheel).flatMap(piece => piece.points),
                      poseOf(get, wheel).at(wheel.at), wheel.radius]
            }})()""")
            place = np.array([x, y, z]) + deep * np.array(normal)
            heights = (np.array(points) - place) @ normal
            assert deep > 0.005 and abs(place[2]) > 0.3
            # The rows of a page are rounded to seven digits.
            assert heights.min() > -1e-5 and (heights < 1e-5).sum() > 8
            assert (np.array(hub) - place) @ normal == pytest.approx(radius - deep, abs=1e-3)
            assert heights.max() == pytest.approx(2 * radius - deep, abs=0.01)


def test_the_contact_of_a_pneumatic_tyre_moves_with_its_carcass(shown):
    """Points on the ground are drawn moved by five times the deflection of the carcass; points
    above the hub, the rim and its spokes not at all."""
    with wd.Vehicle("car") as model:
        model["init.chassis.yaw"] = 0.5
        for wheel in ("front_left", "rear_right"):
            model.set({f"init.{wheel}.bend_forward": -0.012, f"init.{wheel}.bend_side": 0.007})
        evaluate = shown(model)
    moved = """(() => {
      const get = reader(valuesAt(time)), round = name => name.includes(".bend_") ? 0 : get(name)
      return kind.machine.wheels.map(wheel => {
        const [now, before] = [get, round].map(each =>
          tyrePieces(each, wheel).flatMap(({ points }) => points))
        const { at, along } = poseOf(get, wheel), axis = along(wheel.axis), inside = p =>
          Math.hypot(...cross(axis, add(p, at(wheel.at), -1))) <= 0.661 * wheel.radius ? 1 : 0
        return [wheel.name, before.map((p, i) => [...p, ...add(now[i], p, -1), inside(p)])]
      })
    })()"""
    ahead, left = np.array([np.cos(0.5), np.sin(0.5), 0]), np.array([-np.sin(0.5), np.cos(0.5), 0])
    for name, points in evaluate(moved):
        before, shift, inside = np.split(np.array(points), [3, 6], axis=1)
        wanted = 5 * (-0.012 * ahead + 0.007 * left) if name in ("front_left", "rear_right") else 0
        ground, high = before[:, 2] == 0, (before[:, 2] > 0.35) | (inside[:, 0] == 1)
        assert ground.sum() > 8 and high.sum() > 8 and inside.sum() > 60
        # The rows of a page are rounded to seven digits.
        assert np.abs(shift[ground] - wanted).max() < 1e-7 and not shift[high].any()
