# SPDX-License-Identifier: MIT
"""Robots in URDF: the resulting vehicles, and refused files."""
import math
import os

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import replay, urdf

HEAD = '<robot name="cart">'
BASE = '<link name="base"><inertial><mass value="5"/><origin xyz=".05 0 .1"/>' \
       '<inertia ixx=".1" iyy=".2" izz=".3"/></inertial></link>'
WHEEL = """
<link name="{name}">
  <inertial><mass value="0.4"/><inertia ixx="1e-3" iyy="1e-3" izz="2e-3"/></inertial>
  <collision><geometry><cylinder radius="0.1" length="0.04"/></geometry></collision>
</link>
<joint name="{name}_joint" type="continuous">
  <origin xyz="{x} {y} 0.1" rpy="-1.5707963267948966 0 0"/>
  <parent link="base"/><child link="{name}"/><axis xyz="0 0 2"/>
  <dynamics damping="0.01"/>
</joint>"""
CASTER = """
<link name="caster"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
<joint name="caster_joint" type="fixed">
  <origin xyz="0.2 0 0.05"/><parent link="base"/><child link="caster"/>
</joint>"""
CART = "\n".join([HEAD, BASE, WHEEL.format(name="left", x=0, y=0.2),
                  WHEEL.format(name="right", x=0, y=-0.2), CASTER, "</robot>"])


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a text as a robot."""

    def read(text, wheels=None):
        path = tmp_path / "robot.urdf"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return urdf.read(path, wheels)

    return read


@pytest.fixture
def wrong(read, refused):
    """Return a function that checks an error and returns its message after the file name."""

    def wrong(text, *words, code=wd.WD_EINVAL, wheels=None):
        said = refused(code, read, text, wheels)
        assert all(word in said for word in words), said
        return said.partition("robot.urdf:")[2]

    return wrong


def link(name, inside=""):
    return f'<link name="{name}">{inside}</link>'


def joint(name, parent, child, kind="revolute", inside=""):
    return (f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
            f"{inside}</joint>")


def robot(*elements):
    return "\n".join([HEAD, *elements, "</robot>"])


def parts_of(robot):
    return {part.name: part for part in robot.parts}


def notes_with(robot, words):
    return [note for note in robot.notes if words in note]


def test_a_cart_has_a_body_and_wheels(read):
    parts = parts_of(read(CART))
    assert [part.type for part in parts.values()] == ["body", "rim", "wheel", "wheel"]
    assert parts["base"].values == {"mass": 5, "x": 0.05, "z": 0.1, "xx": 0.1, "yy": 0.2, "zz": 0.3}
    assert parts["left"].on == ("base",)
    assert parts["left"].values == {
        "y": 0.2, "z": 0.1, "radius": 0.1, "axis_y": 1, "mass": 0.4,
        "axis_x": 0, "axis_z": 0, "spin_inertia": 2e-3, "cross_inertia": 1e-3, "damping": 0.01}
    assert parts["right"].values["y"] == -0.2


def test_spheres_below_the_axles_are_casters(read):
    robot = read(CART)
    assert notes_with(robot, "taken for casters") == [
        "taken for casters, balls that slide without friction; if one is no caster, pass "
        "--wheel LINK=0: caster=0.05"]
    parts = parts_of(robot)
    assert parts["caster_rim"].on == ("base",)
    assert parts["caster_rim"].values == {"x": 0.2, "z": 0.05, "radius": 0.05, "crown": 0.05,
                                          "axis_x": 0, "axis_y": 1, "axis_z": 0, "mu": 0}
    assert "caster_rim" not in parts_of(read(CART, {"caster": 0}))
    assert parts_of(read(CART, {"caster": 0.04}))["caster_rim"].values["radius"] == 0.04
    head = read(CART.replace("0.2 0 0.05", "0.2 0 0.5"))
    assert "caster_rim" not in parts_of(head)
    assert "caster=0.05" in notes_with(head, "spheres not taken for casters")[0]
    assert "caster_rim" not in parts_of(read(CART.replace("continuous", "revolute")))


@pytest.mark.parametrize("shape, height, radius", [
    ("", 0.02, 0.02), ('<mesh filename="caster.stl"/>', 0.02, 0.02),
    ('<box size="0.01 0.02 0.03"/>', 0.006, 0.006),
    ('<cylinder radius="1" length="1"/>', 0.06, 0.06),
    ("", 0.3, None), ("", -0.01, None)])
def test_links_named_casters_reach_down_to_the_ground(read, shape, height, radius):
    """Caster links, such as the box of TurtleBot3, reach down to z = 0, where the wheels of radius
    0.1 m stand.
    """
    collision = f"<collision><geometry>{shape}</geometry></collision>" if shape else ""
    text = CART.replace('<collision><geometry><sphere radius="0.05"/></geometry></collision>',
                        collision).replace("0.2 0 0.05", f"-0.1 0 {height}")
    text = text.replace('"caster"', '"Caster_Back_link"')
    parts = parts_of(read(text))
    assert [name for name in parts if name.endswith("rim")] == (
        ["caster_back_link_rim"] if radius else [])
    if radius:
        values = parts["caster_back_link_rim"].values
        assert (values["x"], values["z"], values["mu"]) == (-0.1, height, 0)
        assert values["radius"] == values["crown"] == pytest.approx(radius, abs=1e-15)


def test_a_link_that_carries_a_wheel_is_no_caster(read):
    text = CART.replace("</robot>", WHEEL.format(name="roller", x=0, y=0).replace(
        '<parent link="base"/>', '<parent link="caster"/>') + "</robot>").replace(
            '<sphere radius="0.05"/>', '<box size="0.1 0.1 0.1"/>')
    assert not notes_with(read(text), "taken for casters")


def test_wheels_are_drawn_as_wide_as_their_cylinders(read, tmp_path):
    assert read(CART).widths == {"left": 0.04, "right": 0.04}
    (tmp_path / "cart.urdf").write_text(CART)
    with pytest.warns(UserWarning):
        vehicle = wd.Vehicle.from_urdf(tmp_path / "cart.urdf")
    with vehicle, vehicle.clone() as copy:
        copy.init()
        rows = copy.run(0.1, 0.1, replay.columns(copy))
        assert replay.scene(copy, rows)["widths"] == {"left": 0.04, "right": 0.04}


def test_a_cart_is_placed_and_rolls(tmp_path):
    (tmp_path / "cart.urdf").write_text(CART)
    with pytest.warns(UserWarning, match="caster=0.05"):
        wd.Vehicle.from_urdf(tmp_path / "cart.urdf").close()
    with pytest.warns(UserWarning, match="one body with it: caster"):
        vehicle = wd.Vehicle.from_urdf(tmp_path / "cart.urdf", {"caster": 0.05})
    with vehicle:
        assert isinstance(vehicle, wd.Vehicle)
        assert [part["type"] for part in vehicle.parts] == ["body", "rim", "wheel", "wheel"]
        vehicle.set({"init.base.forward": 1.0, "init.base.z": 0.3, "param.left.damping": 0,
                     "param.right.damping": 0})
        vehicle.init()
        assert vehicle["state.base.z"] == pytest.approx(0.1, abs=1e-12)
        vehicle.run(1.0, dt=0.1)
        assert vehicle["state.base.x"] == pytest.approx(0.05 + 1.0, abs=1e-6)
        assert vehicle["state.left.rate"] == pytest.approx(10.0, abs=1e-6)
        assert vehicle["output.caster_rim.normal_force"] == pytest.approx(
            5 * 9.81 * 0.05 / 0.2, rel=1e-9)


def test_friction_of_joints_stops_and_holds(tmp_path):
    """Friction of the wheel joints stops the robot on a slope and then holds it to the last bit.
    """
    (tmp_path / "cart.urdf").write_text(CART.replace('"0.01"/>', '"0.01" friction="0.5"/>'))
    with pytest.warns(UserWarning, match="one body with it: caster"):
        vehicle = wd.Vehicle.from_urdf(tmp_path / "cart.urdf", {"caster": 0.05})
    with vehicle:
        vehicle.set({"init.base.forward": 1.0, "input.slope": 0.05})
        vehicle.init()
        vehicle.step_to(2.0)
        stopped = vehicle["state.base.x"]
        assert 0.2 < stopped < 0.5 and vehicle["output.kinetic_energy"] == 0
        vehicle.step_to(60.0)
        assert vehicle["state.base.x"] == stopped
        assert abs(vehicle["output.left.brake_torque"]) < 0.5


def test_fixed_links_are_merged_with_inertia_and_places(read):
    """Two rods make a cross whose inertia is known, about a centre half way between them."""
    rod = ('<inertial><origin rpy="{rpy}"/><mass value="2"/>'
           '<inertia ixx="0" iyy="6" izz="6"/></inertial>')
    text = robot(link("footprint"), joint("a", "footprint", "lower", "fixed",
                                          '<origin xyz="1 2 3"/>'),
                 link("lower", rod.format(rpy="0 0 0")),
                 joint("b", "lower", "upper", "fixed", '<origin xyz="0 0 4" rpy="0 0 1.57079632679'
                       '48966"/>'),
                 link("upper", rod.format(rpy="0 0 0")))
    only, = read(text).parts
    assert only.name == "lower"
    assert only.values == {"mass": 4, "x": 1, "y": 2, "z": 5, "xx": 6 + 16, "yy": 6 + 16, "zz": 12}
    assert "footprint, upper" in notes_with(read(text), "one body with it")[0]


def test_rotations_are_about_fixed_axes(read):
    """Rotations of nested frames agree with numpy: R = Rz(yaw) Ry(pitch) Rx(roll)."""

    def matrix(roll, pitch, yaw):
        (sr, sp, sy), (cr, cp, cy) = np.sin([roll, pitch, yaw]), np.cos([roll, pitch, yaw])
        return (np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
                @ np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
                @ np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]]))

    text = robot(link("base"), joint("j", "base", "arm", "revolute",
                                     '<origin xyz="1 2 3" rpy=".1 .2 .3"/><axis xyz="1 2 2"/>'),
                 link("arm", '<inertial><origin xyz="0 .5 0" rpy="-.4 .5 .6"/><mass value="2"/>'
                      '<inertia ixx="1" iyy="2" izz="3" ixy=".1" ixz=".2" iyz=".3"/></inertial>'))
    parts = parts_of(read(text))
    outer, inner = matrix(.1, .2, .3), matrix(-.4, .5, .6)
    tensor = np.array([[1, .1, .2], [.1, 2, .3], [.2, .3, 3]])
    tensor = outer @ inner @ tensor @ inner.T @ outer.T
    stated = [parts["arm"].values[name] for name in ("xx", "yy", "zz", "xy", "yz", "xz")]
    assert stated == pytest.approx(tensor[[0, 1, 2, 0, 1, 0], [0, 1, 2, 1, 2, 2]], rel=1e-12)
    place = [parts["arm"].values[name] for name in "xyz"]
    assert place == pytest.approx([1, 2, 3] + outer @ [0, .5, 0], rel=1e-12)
    axis = [parts["j"].values[f"axis_{name}"] for name in "xyz"]
    assert axis == pytest.approx(outer @ [1 / 3, 2 / 3, 2 / 3], rel=1e-12)
    assert [parts["j"].values[name] for name in "xyz"] == [1, 2, 3]


@pytest.mark.parametrize("angle", ["1.57", "1.5708", "1.57075", "1.5707963267948966"])
def test_a_right_angle_with_few_digits_is_exact(read, angle):
    """Right angles given with few digits become exact, so that wheels on one axle have one height.
    """
    text = CART.replace("-1.5707963267948966", f"-{angle}")
    assert read(text).parts == read(CART).parts
    assert bool(notes_with(read(text), "right angles: left_joint, right_joint")) == (len(angle) < 9)
    skew = parts_of(read(CART.replace("-1.5707963267948966", "-1.56")))["left"].values
    assert skew["axis_z"] == pytest.approx(math.cos(1.56), rel=1e-12)


def test_joints_and_dropped_elements(read):
    heavy = '<inertial><mass value="1"/></inertial>'
    text = robot(link("base"), link("mast"), link("tip", heavy), link("eye"),
                 joint("look", "tip", "eye"),
                 joint("lift", "base", "mast", "prismatic",
                       '<axis xyz="0 0 1"/><limit lower="0" upper="1" effort="9" velocity="1"/>'
                       '<dynamics damping="3" friction="2"/>'),
                 joint("nod", "mast", "tip", "revolute", '<mimic joint="lift"/>'))
    robot_read = read(text)
    parts = parts_of(robot_read)
    assert parts["lift"] == ("slide", "lift", ("base", "mast"),
                             {"axis_x": 0, "axis_y": 0, "axis_z": 1, "damping": 3,
                              "friction": 2, "lower": 0, "upper": 1})
    assert parts["nod"] == ("hinge", "nod", ("mast", "tip"),
                            {"axis_x": 1, "axis_y": 0, "axis_z": 0})
    assert notes_with(robot_read, "limits of motors")[0].endswith(": lift")
    assert notes_with(robot_read, "mimic")[0].endswith(": nod")
    assert notes_with(robot_read, "left out")[0].endswith(": eye")
    assert "without mass or inertia: base, mast" in robot_read.notes
    assert robot_read.settings == {} and notes_with(robot_read, "no wheel")


def arm_with(limit, kind="revolute"):
    heavy = '<inertial><origin xyz="0 0 -0.5"/><mass value="1"/>' \
            '<inertia ixx="1" iyy="1" izz="1"/></inertial>'
    return robot(link("base", heavy), link("arm", heavy),
                 joint("shoulder", "base", "arm", kind, '<axis xyz="0 1 0"/>' + limit))


def test_limits_become_end_stops(read):
    read_robot = read(arm_with('<limit lower="-0.5" upper="0.25" effort="1" velocity="1"/>'))
    vehicle = wd.Vehicle()
    read_robot.add_to(vehicle)
    vehicle.set({"param.gravity": 0, "input.shoulder.torque": 1})
    vehicle.init(0)
    vehicle.step_to(5)
    assert vehicle["state.shoulder.angle"] == 0.25 and vehicle["state.shoulder.rate"] == 0
    assert vehicle["output.shoulder.stop_torque"] == pytest.approx(-1, rel=1e-12)
    assert "lower: -0.5, upper: 0.25" in " ".join(read_robot.scenario().split())


def test_joints_start_between_their_stops(read):
    robot_read = read(arm_with('<limit lower="0.1" upper="0.3"/>', "prismatic"))
    assert robot_read.settings == {"init.shoulder.travel": 0.1}
    assert "init.shoulder.travel: 0.1" in robot_read.scenario()
    assert notes_with(robot_read, "outside of their stops")[0].endswith(": shoulder at 0.1")
    assert read(arm_with('<limit lower="-2" upper="-1"/>')).settings == {"init.shoulder.angle": -1}


def test_limits_that_are_no_end_stops(read, wrong):
    robot_read = read(arm_with('<limit effort="1" velocity="1"/>'))
    assert "lower" not in parts_of(robot_read)["shoulder"].values
    assert notes_with(robot_read, "without lower and upper")[0].endswith(": shoulder")
    turning = read(arm_with('<limit lower="0" upper="1"/>', "continuous"))
    assert "lower" not in parts_of(turning)["shoulder"].values
    assert parts_of(read(arm_with('<limit upper="1"/>')))["shoulder"].values["lower"] == 0
    assert "joint shoulder: lower 2 is above upper 1" in wrong(
        arm_with('<limit lower="2" upper="1"/>'))
    wrong(arm_with('<limit lower="nan" upper="1"/>'), "no finite number")


@pytest.mark.parametrize("change, type_name", [
    (lambda text: text, "wheel"),
    (lambda text: text.replace('izz="2e-3"', 'izz="1e-3" ixy="5e-4"'), "rim"),
    (lambda text: text.replace('<mass value="0.4"/>', '<mass value="0.4"/><origin xyz="0 0 .02"/>'),
     "rim"),
    (lambda text: text.replace("cylinder", "sphere"), "wheel"),
    (lambda text: text.replace("cylinder", "box"), None),
    (lambda text: text.replace("continuous", "revolute"), None),
    (lambda text: text.replace("<collision>", '<collision><origin xyz=".01 0 0"/>'), None),
    (lambda text: text.replace("<collision>", '<collision><origin rpy="1.57 0 0"/>'), None),
    (lambda text: text.replace("0 0 2", "0 1 0"), None),
])
def test_links_that_are_wheels(read, change, type_name):
    text = change(WHEEL.format(name="left", x=0, y=0.2))
    types = {part.name: part.type for part in read(robot(BASE, text)).parts}
    assert types.get("left" if type_name == "wheel" else "left_rim") == type_name
    assert types.get("left_joint") == (None if type_name == "wheel" else "hinge")


def test_a_ball_is_round_all_over(read):
    text = WHEEL.format(name="left", x=0, y=0.2).replace("cylinder", "sphere")
    assert parts_of(read(robot(BASE, text)))["left"].values["crown"] == 0.1


def test_a_wheel_that_carries_others_is_named_by_the_caller_only(read):
    text = robot(BASE, WHEEL.format(name="left", x=0, y=0.2),
                 link("cap", '<inertial><mass value="1"/></inertial>'),
                 joint("cap_joint", "left", "cap"))
    assert [part.type for part in read(text).parts] == ["body", "body", "hinge", "body", "hinge"]
    assert [part.type for part in read(text, {"left": 0.1}).parts] == [
        "body", "body", "hinge", "rim", "body", "hinge"]


def test_wheels_of_the_caller(read, refused):
    mesh = CART.replace('<cylinder radius="0.1" length="0.04"/>',
                        '<mesh filename="package://cart/none.stl"/>')
    assert "left, right" in notes_with(read(mesh), "not taken for wheels")[0]
    parts = parts_of(read(mesh, {"left": 0.12, "right": 0.12, "caster": 0.05}))
    assert parts["left"].type == "wheel" and parts["left"].values["radius"] == 0.12
    assert parts["caster_rim"].on == ("base",)
    assert parts["caster_rim"].values == {"x": 0.2, "z": 0.05, "radius": 0.05, "crown": 0.05,
                                          "axis_x": 0, "axis_y": 1, "axis_z": 0, "mu": 0}
    assert "left" not in parts_of(read(mesh, {"right": 0.1})) or \
        parts_of(read(mesh, {"right": 0.1}))["left"].type == "body"
    assert parts_of(read(CART, {"left": 0}))["left"].type == "body"
    assert "'left'" in refused(wd.WD_ENAME, read, CART, {"lef": 0.1})
    for radius in (-1, math.inf, math.nan):
        refused(wd.WD_ENAME, read, CART, {"left": radius})


def test_a_root_that_floats_in_a_world_is_the_root(read):
    text = robot(link("world"), joint("free", "world", "base", "floating"), BASE)
    assert [part.name for part in read(text).parts] == ["base"]
    held = robot(link("world"), joint("held", "world", "base", "fixed"), BASE)
    assert notes_with(read(held), "the robot is free in space")


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0)])
@pytest.mark.parametrize("kind", ["revolute", "prismatic", "continuous"])
def test_zeros_of_the_file_replace_defaults(tmp_path, axis, kind):
    """Every number of the vehicle comes from the file, not from defaults of the library."""
    stated = " ".join(map(str, axis))
    shape = f'<collision><geometry><{"sphere" if axis[2] == 0 else "box"} radius="1"/></geometry>'
    (tmp_path / "a.urdf").write_text(robot(
        link("a"), link("b", '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/>'
                        f"</inertial>{shape}</collision>"),
        joint("j", "a", "b", kind, f'<axis xyz="{stated}"/>')))
    with pytest.warns(UserWarning):
        vehicle = wd.Vehicle.from_urdf(tmp_path / "a.urdf")
    with vehicle:
        part, = (part for part in vehicle.parts if part["type"] in ("hinge", "slide", "wheel"))
        assert part["type"] == {"revolute": "hinge", "prismatic": "slide"}.get(
            kind, "wheel" if axis[2] == 0 else "hinge")
        assert tuple(vehicle.get([f"param.{part['name']}.axis_{x}" for x in "xyz"])) == axis
        others = [f"param.{part['name']}.{name}" for name in ("x", "y", "z", "damping", "friction")]
        assert not vehicle.get(others).any()
        assert vehicle["param.a.mass"] == 0
        assert not vehicle.get([f"param.a.{name}" for name in (
            "x", "y", "z", "xx", "yy", "zz", "xy", "yz", "xz")]).any()


def test_names_of_parts_are_valid_and_unique(read):
    names = ["Base-Link", "gravity", "1st", "a" * 40, "a" * 41, "räd", "base_link"]
    elements = [link(name, '<inertial><mass value="1"/></inertial>') for name in names]
    elements += [joint(name, "Base-Link", name) for name in names[1:]]
    robot_read = read(robot(*elements))
    made = [part.name for part in robot_read.parts]
    assert len(set(made)) == len(made)
    with wd.Model("vehicle") as vehicle:
        robot_read.add_to(vehicle)
        assert [part["name"] for part in vehicle.parts] == made
    assert "1st is part_1st" in notes_with(robot_read, "renamed")[0]
    assert "gravity is gravity_2" in notes_with(robot_read, "renamed")[0]


@pytest.mark.parametrize("text, place, words", [
    ("", "1:1", "not XML"),
    ("\0\1\2", "1:1", "not XML"),
    ("<robot>\n<link>", "2:7", "not XML"),
    (HEAD + "</robot>", "1:1", "no links"),
    ("<sdf/>", "1:1", "not <robot>"),
    (robot("<link/>"), "2:1", "no name"),
    (robot(link("a"), link("a")), "3:1", "second link a"),
    (robot(link("a"), link("b")), "3:1", "second root"),
    (robot(link("a"), joint("j", "a", "b")), "3:1", "no link b"),
    (robot(link("a"), link("b"), joint("j", "a", "b"), joint("k", "a", "b")), "5:1", "two joints"),
    (robot(link("a"), link("b"), joint("j", "a", "b"), joint("j", "a", "b")), "5:1",
     "second joint j"),
    (robot(link("a"), link("b"), joint("j", "a", "b"), joint("k", "b", "a")), "1:1", "loop"),
    (robot(link("z"), link("a"), link("b"), joint("j", "a", "b"), joint("k", "b", "a")), "3:1",
     "loop"),
    (robot(link("a"), link("b"), joint("j", "a", "b", "planar")), "4:1", "planar"),
    (robot(link("a"), link("b"), joint("j", "a", "b", "screw")), "4:1", "screw"),
    (robot(link("a"), link("b"), joint("j", "a", "b", inside='<axis xyz="0 0 0"/>')), "4:",
     "length 0"),
    (robot(link("a"), link("b"), '<joint name="j" type="fixed"><parent link="a"/></joint>'), "4:1",
     "no child"),
    (robot(link("a", '\n<inertial><mass value="-1"/></inertial>')), "3:11", "below 0"),
    (robot(link("a", '\n<inertial><mass value="nan"/></inertial>')), "3:11", "finite"),
    (robot(link("a", '\n<inertial><mass value="1e999"/></inertial>')), "3:11", "finite"),
    (robot(link("a", '\n<inertial><mass value="1,5"/></inertial>')), "3:11", "finite"),
    (robot(link("a", '\n<inertial><mass value="1_0"/></inertial>')), "3:11", "finite"),
    (robot(link("a", "\n<inertial/>")), "3:1", "no mass"),
    (robot(link("a", '\n<inertial><mass value="1"/><inertia ixx="1"/></inertial>')), "3:28", "iyy"),
    (robot(link("a", '\n<collision><origin xyz="0 0"/></collision>')), "3:1", "geometry"),
    (robot(link("a", '\n<inertial><origin xyz="0 0"/><mass value="1"/></inertial>')), "3:11",
     "2 numbers"),
    (robot(link("a", '\n<inertial><mass value="${m}"/></inertial>')), "3:11", "xacro"),
    (robot('<xacro:include filename="a"/>'), "2:1", "xacro"),
    ('<?xml version="1.0" encoding="klingon"?><robot/>', "1:", "not XML"),
    ("<robot>" + 200 * "<a>", "1:", "deep"),
    ("<robot>" + 100_001 * "<a/>", "1:", "elements"),
])
def test_files_that_are_no_robot_are_reported_with_a_place(wrong, text, place, words):
    assert wrong(text, words).startswith(place)


def test_entities_are_not_read(wrong, tmp_path):
    (tmp_path / "secret").write_text("secret")
    laughs = "".join(f'<!ENTITY l{i + 1} "{10 * f"&l{i};"}">' for i in range(9))
    for declared in (f'<!ENTITY l0 "lol">{laughs}', f'<!ENTITY x SYSTEM "{tmp_path / "secret"}">',
                     '<!ENTITY % x SYSTEM "http://localhost/x">'):
        wrong(f"<!DOCTYPE robot [{declared}]>\n<robot>&l9;</robot>", "entities")


def test_a_name_cannot_break_out_of_the_notes(read):
    text = read(robot('<link name="a&#10;kind: torus_wheel"/>', '<gazebo reference="&#10;b"/>')
                ).scenario()
    assert text.count("\nkind:") == 1 and "\nb" not in text


def test_dropped_elements_are_named(read):
    text = robot(BASE.replace("<inertial>", "<contact/><inertial>"), '<transmission name="t"/>',
                 '<gazebo reference="base"/>', '<material name="m"/>')
    notes = read(text).notes
    assert "<contact> is not taken over: base" in notes
    assert "<transmission> is not taken over: t" in notes
    assert "<gazebo> is not taken over: base" in notes
    assert not any("material" in note for note in notes)


def test_overflows_are_refused(tmp_path, refused):
    heavy = '<inertial><origin xyz="{} 0 0"/><mass value="1e300"/></inertial>'
    (tmp_path / "heavy.urdf").write_text(robot(
        link("a", heavy.format("1e300")), link("b", heavy.format("-1e300")),
        joint("j", "a", "b", "fixed")))
    refused(wd.WD_ERANGE, wd.Vehicle.from_urdf, tmp_path / "heavy.urdf")


def test_a_missing_file_is_an_oserror(tmp_path):
    with pytest.raises(FileNotFoundError):
        wd.Vehicle.from_urdf(os.fspath(tmp_path / "none.urdf"))
