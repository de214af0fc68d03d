# SPDX-License-Identifier: MIT
"""The links of a URDF file as bodies in one frame, with all joints at 0, and their wheels."""

from __future__ import annotations

import math
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ._space import CLOSE, ORIGIN, Frame, Matrix, Vector, cross, dot, length, minus
from ._urdf_file import Element, Joint, Link, Shape, Source, printable


class Group:
    """Body of one or more links connected by fixed joints, and the joint that carries the body."""

    _has_inertia = False

    def __init__(self, link: Link, joint: Optional[Joint], parent: Optional[Group], frame: Frame
                 ) -> None:
        self.joint, self.parent = joint, parent
        self.links: List[Tuple[Link, Frame]] = []
        self.name = link.name
        self.add(link, frame)
        self.point = frame.shift
        self.axis = frame.vector(joint.axis) if joint else (0.0, 0.0, 0.0)
        self.is_leaf = True

    def add(self, link: Link, frame: Frame) -> None:
        """Add a link. The first link with inertia gives the body its name."""
        if link.has_inertia and not self._has_inertia:
            self.name, self._has_inertia = link.name, True
        self.links.append((link, frame))

    @property
    def element(self) -> Element:
        """Element for errors about the body: the joint that carries it, else its first link."""
        return self.joint.element if self.joint else self.links[0][0].element

    def inertia(self) -> Tuple[float, Vector, Matrix]:
        """Mass, centre of mass, and the inertia matrix about it."""
        mass = sum(link.mass for link, _ in self.links)
        centres = [frame.point(link.centre) for link, frame in self.links]
        x, y, z = self.point if mass == 0 else (
            sum(link.mass * c[i] for (link, _), c in zip(self.links, centres)) / mass
            for i in range(3))
        total = [[0.0] * 3 for _ in range(3)]
        for (link, frame), c in zip(self.links, centres):
            r, own = minus(c, (x, y, z)), frame.tensor(link.inertia)
            for i in range(3):
                for k in range(3):
                    moved = (dot(r, r) if i == k else 0.0) - r[i] * r[k]
                    total[i][k] += own[i][k] + link.mass * moved
        xx, yy, zz = ((row[0], row[1], row[2]) for row in total)
        return mass, (x, y, z), (xx, yy, zz)

    @property
    def is_nothing(self) -> bool:
        return not any(link.mass or any(map(any, link.inertia)) for link, _ in self.links)

    def nearest(self, point: Vector) -> Vector:
        """The point on the axis of the joint nearest to `point`."""
        along = dot(self.axis, minus(point, self.point))
        x, y, z = (o + along * a for o, a in zip(self.point, self.axis))
        return x, y, z

    def is_on_axis(self, point: Vector, radius: float) -> bool:
        return length(minus(point, self.nearest(point))) <= CLOSE * radius

    @property
    def turns_level(self) -> bool:
        """True if the joint turns about an axis less than 45 degrees from the horizontal plane."""
        return (self.joint is not None and self.joint.type in ("continuous", "revolute")
                and abs(self.axis[2]) < math.sqrt(0.5))

    @property
    def may_be_wheel(self) -> bool:
        """True if the body turns without limits about a level axis and carries no body."""
        return (self.turns_level and self.is_leaf and self.joint is not None
                and self.joint.type == "continuous")


class Wheel(NamedTuple):
    link: str
    centre: Vector
    radius: float
    crown: float
    turns: bool  # True: a wheel that turns about the joint's axis; False: a ball that slides
    width: float = 0.0  # width of a cylinder [m], for drawings; 0 for other shapes

    @property
    def lowest(self) -> float:
        return self.centre[2] - self.radius


def _main_shape(link: Link) -> Optional[Shape]:
    """The first sphere, else the first shape that is no mesh; the origin of a mesh is arbitrary."""
    shapes = [shape for shape in link.shapes if shape.what != "mesh"]
    spheres = [shape for shape in shapes if shape.what == "sphere"]
    return next(iter(spheres + shapes), None)


def _middle(link: Link, frame: Frame) -> Vector:
    shape = _main_shape(link)
    return frame.point(shape.frame.shift) if shape else frame.shift


def _declared(group: Group, link: Link, frame: Frame, radius: float) -> Wheel:
    """A wheel whose radius the caller has given."""
    shape, centre = _main_shape(link), _middle(link, frame)
    if not group.turns_level or not group.is_on_axis(centre, radius):
        return Wheel(link.name, centre, radius, radius, False)
    crown = radius if shape and shape.what == "sphere" else 0.0
    return Wheel(link.name, group.nearest(centre), radius, crown, True,
                 shape.length if shape else 0.0)


def _seen(group: Group, link: Link, frame: Frame) -> List[Wheel]:
    """Wheels recognised by their shapes, which are round about the axis of the joint."""
    found = []
    for shape in link.shapes:
        centre, ball = frame.point(shape.frame.shift), shape.what == "sphere"
        direction = frame.vector(shape.frame.vector((0.0, 0.0, 1.0)))
        if (shape.radius > 0 and group.is_on_axis(centre, shape.radius)
                and (ball or length(cross(direction, group.axis)) <= CLOSE)):
            found.append(Wheel(link.name, group.nearest(centre), shape.radius,
                               shape.radius if ball else 0.0, True, shape.length))
    return found


def find_wheels(group: Group, radii: Mapping[str, float]) -> List[Wheel]:
    """Wheels of a body: the largest wheel that turns with it, and all balls that slide."""
    found: List[Wheel] = []
    for link, frame in group.links:
        if radii.get(link.name):
            found.append(_declared(group, link, frame, radii[link.name]))
        elif link.name not in radii and group.may_be_wheel:
            found += _seen(group, link, frame)
    turning = max((wheel for wheel in found if wheel.turns), key=lambda wheel: wheel.radius,
                  default=None)
    return [wheel for wheel in found if not wheel.turns or wheel is turning]


def find_casters(groups: Sequence[Group], radii: Mapping[str, float]) -> Dict[str, float]:
    """Radii of links that are taken for caster balls although `radii` does not name them.

    A link with a sphere is a caster if the lowest point of the sphere is below all axles. A link
    without a sphere is one if its name contains caster, its middle is below all axles and it
    carries no link; it gets the radius with which it reaches the ground on which the wheels stand.
    """
    wheels = [wheel for group in groups for wheel in find_wheels(group, radii)]
    turning = [wheel for wheel in wheels if wheel.turns]
    if not turning:
        return {}
    axle, ground = (min(heights) for heights in zip(*((wheel.centre[2], wheel.lowest)
                                                      for wheel in turning)))
    known = {wheel.link for wheel in wheels} | set(radii)
    found: Dict[str, float] = {}
    for group in groups:
        for link, frame in group.links:
            if link.name not in known and not group.may_be_wheel:
                radius = _ball(link, frame, axle, ground)
                found.update({link.name: radius} if radius > 0 else {})
    return found


def _ball(link: Link, frame: Frame, axle: float, ground: float) -> float:
    """Radius of the ball if the link is a caster; 0 or negative if it is none."""
    shape, height = _main_shape(link), _middle(link, frame)[2]
    if shape and shape.what == "sphere":
        return shape.radius if height - shape.radius < axle else 0.0
    is_caster = "caster" in link.name.lower() and not link.carries
    return height - ground if is_caster and height < axle else 0.0


class Rotor(NamedTuple):
    mass: float
    spin_inertia: float
    cross_inertia: float


def rotor(group: Group, wheel: Wheel) -> Optional[Rotor]:
    """The body as a rotor, if its inertia is symmetric about the axis and its mass is centred."""
    mass, centre, inertia = group.inertia()
    a = group.axis
    spin = dot(a, (dot(inertia[0], a), dot(inertia[1], a), dot(inertia[2], a)))
    across = (inertia[0][0] + inertia[1][1] + inertia[2][2] - spin) / 2
    off = max(abs(inertia[i][k] - (spin - across) * a[i] * a[k] - (across if i == k else 0.0))
              for i in range(3) for k in range(3))
    amid = mass == 0 or length(minus(centre, wheel.centre)) <= CLOSE * wheel.radius
    return Rotor(mass, spin, across) if amid and off <= CLOSE * max(spin, across) else None


def _root(source: Source, children: Mapping[str, List[Joint]], notes: List[str]) -> Link:
    carried: Dict[str, Joint] = {}
    for joint in source.joints.values():
        if joint.child in carried:
            raise joint.element.wrong(
                f"link {printable(joint.child)} is the child of two joints, "
                f"{printable(carried[joint.child].name)} and {printable(joint.name)}")
        carried[joint.child] = joint
    roots = [link for link in source.links.values() if link.name not in carried]
    if not roots:
        raise source.element.wrong("its links are in a loop" if source.links else "it has no links")
    if len(roots) > 1:
        raise roots[1].element.wrong(f"a second root: no joint carries {printable(roots[0].name)} "
                                     f"or {printable(roots[1].name)}")
    below = children.get(roots[0].name, [])
    if len(below) == 1 and below[0].type == "floating" and not roots[0].mass:
        return source.links[below[0].child]
    if roots[0].name == "world":
        notes.append("world is treated like any other link: the robot is free in space")
    return roots[0]


def groups_of(source: Source, notes: List[str]) -> List[Group]:
    """Return all bodies, parents first, in the order of the file."""
    children: Dict[str, List[Joint]] = {}
    for joint in source.joints.values():
        children.setdefault(joint.parent, []).append(joint)
    root = _root(source, children, notes)
    groups = [Group(root, None, None, ORIGIN)]
    ahead = [(root.name, groups[0], ORIGIN)]
    for name, group, frame in ahead:  # the loop appends to `ahead`
        for joint in children.get(name, []):
            link, there, its = source.links[joint.child], frame.of(joint.frame), group
            if joint.type in ("floating", "planar"):
                raise joint.element.wrong(f"joint {printable(joint.name)} is {joint.type}: it can "
                                          "be neither hinge nor slide")
            if joint.type == "fixed":
                group.add(link, there)
            else:
                group.is_leaf = False
                groups.append(Group(link, joint, group, there))
                its = groups[-1]
            ahead.append((link.name, its, there))
    reached = {name for name, _, _ in ahead} | {joint.parent for joint in source.joints.values()
                                                if joint.child == root.name}
    for link in source.links.values():
        if link.name not in reached:
            raise link.element.wrong(f"link {printable(link.name)} is in a loop or is carried by "
                                     "one")
    return groups
