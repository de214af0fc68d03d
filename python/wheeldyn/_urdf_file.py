# SPDX-License-Identifier: MIT
"""Reader of URDF files: links and joints with checked numbers; errors name line and column."""

from __future__ import annotations

import math
import re
from typing import Dict, Iterator, List, Optional, Set, Tuple
from xml.parsers import expat

from ._constants import WD_EINVAL
from ._errors import Error
from ._space import NOTHING, ORIGIN, Frame, Vector, right_angles, turned

# Limits far above the needs of robots. A file beyond them is an attack or no URDF.
_MOST_BYTES = 16_000_000
_MOST_ELEMENTS = 100_000
_DEEPEST = 100

# The pattern can match a text in one way only. With several ways, backtracking would take
# quadratic time.
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_XACRO = "is xacro; convert the file to URDF first: xacro FILE > robot.urdf"
# Elements that do not affect the motion and are ignored without a hint.
_SILENT = {"material", "visual", "verbose"}


def printable(name: str) -> str:
    """A name from the file, or its path, as printable text on one line."""
    return name if name.isprintable() else ascii(name)


class Element:
    """An XML element, with its place in the file, "FILE:LINE:COLUMN"."""

    __slots__ = ("tag", "attributes", "children", "place")

    def __init__(self, tag: str, attributes: Dict[str, str], place: str) -> None:
        self.tag, self.attributes, self.place = tag, attributes, place
        self.children: List[Element] = []

    def wrong(self, text: str) -> Error:
        return Error(WD_EINVAL, f"{self.place}: {text}")

    def all(self, tag: str) -> Iterator[Element]:
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Optional[Element]:
        return next(self.all(tag), None)

    def text(self, attribute: str) -> str:
        if not self.attributes.get(attribute):
            raise self.wrong(f"<{self.tag}> has no {attribute}")
        return self.attributes[attribute]

    def number(self, attribute: str, missing: Optional[float] = None) -> float:
        if missing is not None and attribute not in self.attributes:
            return missing
        return self._number(attribute, self.text(attribute).strip())

    def at_least_0(self, attribute: str, missing: Optional[float] = None) -> float:
        value = self.number(attribute, missing)
        if value < 0:
            raise self.wrong(f"{attribute}: {value} is below 0")
        return value

    def vector(self, attribute: str, missing: Vector) -> Vector:
        if attribute not in self.attributes:
            return missing
        words = self.attributes[attribute].split()
        if len(words) != 3:
            if "$" in self.attributes[attribute]:
                raise self.wrong(f"{attribute} {_XACRO}")
            raise self.wrong(f"{attribute}: {len(words)} numbers, not 3")
        x, y, z = (self._number(attribute, word) for word in words)
        return x, y, z

    def _number(self, attribute: str, text: str) -> float:
        if "$" in text:
            raise self.wrong(f"{attribute} {_XACRO}")
        value = float(text) if _NUMBER.fullmatch(text) else math.nan
        if not math.isfinite(value):
            raise self.wrong(f"{attribute}: {printable(text[:40])} is no finite number")
        return value


def _parse(name: str, data: bytes) -> Element:
    parser = expat.ParserCreate()
    open_elements: List[Element] = []
    roots: List[Element] = []
    count = 0

    def place() -> str:
        return f"{name}:{parser.CurrentLineNumber}:{parser.CurrentColumnNumber + 1}"

    def begin(tag: str, attributes: Dict[str, str]) -> None:
        nonlocal count
        count += 1
        element = Element(tag, attributes, place())
        if count > _MOST_ELEMENTS:
            raise element.wrong(f"more than {_MOST_ELEMENTS} elements")
        if len(open_elements) == _DEEPEST:
            raise element.wrong(f"elements within elements, more than {_DEEPEST} deep")
        if tag.startswith("xacro:"):
            raise element.wrong(f"<{printable(tag)}> {_XACRO}")
        (open_elements[-1].children if open_elements else roots).append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        open_elements.pop()

    def entity(*_: object) -> None:
        raise Error(WD_EINVAL, f"{place()}: entities are not read")

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Error(WD_EINVAL, f"{name}:{error.lineno}:{error.offset + 1}: "
                    f"not XML: {expat.ErrorString(error.code)}") from None
    except (LookupError, ValueError) as error:
        raise Error(WD_EINVAL, f"{place()}: not XML: {error}") from None
    return roots[0]


def _origin(element: Element) -> Frame:
    origin = element.first("origin")
    if origin is None:
        return ORIGIN
    return Frame(turned(*_angles(origin)), origin.vector("xyz", (0.0, 0.0, 0.0)))


def _angles(origin: Element) -> Vector:
    return origin.vector("rpy", (0.0, 0.0, 0.0))


def has_rounded_angle(element: Element) -> bool:
    """True if an angle in the element was rounded to the right angle that it is meant to be."""
    turns = [right_angles(angle) * math.pi / 2 - angle
             for each in (element, *element.all("inertial"), *element.all("collision"))
             for origin in each.all("origin") for angle in _angles(origin) if right_angles(angle)]
    return any(abs(turn) > 1e-12 for turn in turns)


class Shape:
    """Collision geometry: its tag, its frame, a radius (cylinder, sphere) and length (cylinder)."""

    __slots__ = ("what", "frame", "radius", "length")

    def __init__(self, element: Element) -> None:
        geometry = element.first("geometry")
        body = next(iter(geometry.children), None) if geometry else None
        if body is None:
            raise element.wrong("<collision> has no geometry")
        self.what, self.frame = body.tag, _origin(element)
        self.radius = body.at_least_0("radius") if self.what in ("cylinder", "sphere") else 0.0
        self.length = body.at_least_0("length", 0.0) if self.what == "cylinder" else 0.0


class Link:
    """One link: its inertia and its collision geometry."""

    __slots__ = ("name", "element", "has_inertia", "mass", "centre", "inertia", "shapes",
                 "carries")

    def __init__(self, element: Element) -> None:
        self.element, self.name = element, element.text("name")
        self.shapes = [Shape(each) for each in element.all("collision")]
        self.carries = False  # True if a joint has this link as its parent
        inertial = element.first("inertial")
        self.has_inertia = inertial is not None
        self.mass, self.centre, self.inertia = 0.0, ORIGIN.shift, NOTHING
        if inertial is None:
            return
        mass, moments, frame = inertial.first("mass"), inertial.first("inertia"), _origin(inertial)
        if mass is None:
            raise inertial.wrong("<inertial> has no mass")
        self.mass, self.centre = mass.at_least_0("value"), frame.shift
        if moments is not None:
            xx, yy, zz = (moments.at_least_0("i" + name) for name in ("xx", "yy", "zz"))
            xy, xz, yz = (moments.number("i" + name, 0.0) for name in ("xy", "xz", "yz"))
            self.inertia = frame.tensor(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))


class Joint:
    __slots__ = ("name", "element", "type", "parent", "child", "frame", "axis", "damping",
                 "friction", "stops")

    TYPES = ("fixed", "continuous", "revolute", "prismatic", "floating", "planar")

    def __init__(self, element: Element) -> None:
        self.element, self.name = element, element.text("name")
        self.type, self.frame = element.text("type"), _origin(element)
        if self.type not in self.TYPES:
            raise element.wrong(f"type {printable(self.type)} is none of {', '.join(self.TYPES)}")
        self.parent, self.child = (self._end(tag) for tag in ("parent", "child"))
        axis, dynamics = element.first("axis"), element.first("dynamics")
        self.axis = self._unit(axis) if axis and self.type != "fixed" else (1.0, 0.0, 0.0)
        self.damping = dynamics.at_least_0("damping", 0.0) if dynamics else 0.0
        self.friction = dynamics.at_least_0("friction", 0.0) if dynamics else 0.0
        self.stops = self._stops()

    def _end(self, tag: str) -> str:
        end = self.element.first(tag)
        if end is None:
            raise self.element.wrong(f"joint {printable(self.name)} has no {tag}")
        return end.text("link")

    def _stops(self) -> Optional[Tuple[float, float]]:
        """Lower and upper end stop; None if neither is given, or this type of joint has none."""
        limit = self.element.first("limit")
        if limit is None or self.type not in ("revolute", "prismatic"):
            return None
        if not {"lower", "upper"} & set(limit.attributes):
            return None
        lower, upper = limit.number("lower", 0.0), limit.number("upper", 0.0)
        if lower > upper:
            raise limit.wrong(f"joint {printable(self.name)}: lower {lower:g} is above upper "
                              f"{upper:g}")
        return lower, upper

    @staticmethod
    def _unit(element: Element) -> Vector:
        axis = element.vector("xyz", (1.0, 0.0, 0.0))
        largest = max(abs(component) for component in axis)
        if largest == 0:
            raise element.wrong("an axis of length 0")
        x, y, z = (component / largest for component in axis)
        length = math.sqrt(x * x + y * y + z * z)
        return x / length, y / length, z / length


class Source:
    """Links and joints of a file, by name and in its order, and all other elements, by tag.

    `others` has, for each tag, the names of the links or joints that contain such an element. For
    an element outside of links and joints it has the name of the element itself.
    """

    def __init__(self, name: str, data: bytes) -> None:
        if len(data) > _MOST_BYTES:
            raise Error(WD_EINVAL, f"{name}: larger than {_MOST_BYTES} bytes")
        robot = _parse(name, data)
        if robot.tag != "robot":
            raise robot.wrong(f"no URDF: it begins with <{printable(robot.tag)}>, not <robot>")
        self.element, self.name = robot, robot.attributes.get("name", "robot")
        self.links: Dict[str, Link] = {}
        self.joints: Dict[str, Joint] = {}
        self.others: Dict[str, Dict[str, None]] = {}  # by tag: names of owners, or own names
        for child in robot.children:
            self._take(child)
        for joint in self.joints.values():
            for end in (joint.parent, joint.child):
                if end not in self.links:
                    raise joint.element.wrong(f"joint {printable(joint.name)}: there is no link "
                                              f"{printable(end)}")
            self.links[joint.parent].carries = True

    def _take(self, element: Element) -> None:
        # Only children of <robot> count, because a <transmission> contains <joint>, too.
        if element.tag == "link":
            link = Link(element)
            if link.name in self.links:
                raise element.wrong(f"a second link {printable(link.name)}")
            self.links[link.name] = link
            self._others(element, link.name, {"inertial", "collision"})
        elif element.tag == "joint":
            joint = Joint(element)
            if joint.name in self.joints:
                raise element.wrong(f"a second joint {printable(joint.name)}")
            self.joints[joint.name] = joint
            if joint.type != "fixed":
                self._others(element, joint.name, {"origin", "parent", "child", "axis", "dynamics"})
        else:
            self._other(element, element.attributes.get("name")
                        or element.attributes.get("reference") or "one without a name")

    def _others(self, element: Element, name: str, known: Set[str]) -> None:
        for child in element.children:
            if child.tag not in known:
                self._other(child, name)

    def _other(self, element: Element, name: str) -> None:
        if element.tag not in _SILENT:
            self.others.setdefault(element.tag, {})[name] = None


def load(path: str) -> Source:
    """Read a file, or "-", the standard input."""
    if path == "-":
        with open(0, "rb", closefd=False) as file:
            return Source("the standard input", file.read(_MOST_BYTES + 1))
    with open(path, "rb") as file:
        return Source(printable(path), file.read(_MOST_BYTES + 1))
