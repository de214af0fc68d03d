# SPDX-License-Identifier: MIT
"""URDF, the format in which robots are described, as parts of a vehicle."""

from __future__ import annotations

import math
import os
import re
import signal
import sys
import textwrap
from typing import Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple, Union

from ._bicycle_files import digits
from ._constants import WD_ENAME
from ._errors import Error, unknown
from ._model import Model
from ._space import Vector
from ._urdf_file import Joint, Source, has_rounded_angle, load, printable
from ._urdf_tree import Group, Wheel, find_casters, find_wheels, groups_of, rotor

Values = Mapping[str, Union[float, str]]

# Quantities whose default is 0, which need not be set.
_ZEROS = {"x", "y", "z", "xx", "yy", "zz", "xy", "yz", "xz", "crown", "damping", "friction"}


class RobotPart(NamedTuple):
    """The arguments of Model.add_part()."""

    type: str
    name: str
    on: Tuple[str, ...]
    values: Values


class Robot(NamedTuple):
    """A robot as parts of a vehicle.

    parts: in the order in which they are added; settings: what else is set; notes: what was changed
    and what was not taken over, by name; widths: of wheels that are cylinders [m], for replays.
    """

    name: str
    parts: Sequence[RobotPart]
    settings: Mapping[str, Union[float, str]]
    notes: Sequence[str]
    widths: Mapping[str, float] = {}

    def add_to(self, vehicle: Model) -> None:
        """Add the parts to a model of kind "vehicle", and set the settings. If a part is refused,
        those before it stay."""
        for part in self.parts:
            vehicle.add_part(part.type, part.name, part.on, **part.values)
        vehicle.set(self.settings)

    def scenario(self) -> str:
        """A scenario of the program wheeldyn, with the notes at its head."""
        lines = [f"# The robot {printable(self.name)}, from URDF."]
        for note in self.notes:
            lines += _wrapped(note, "# - ", "#   ")
        lines += ["kind: vehicle", "parts:"]
        for part in self.parts:
            pairs = [f"{part.type}: {part.name}"]
            pairs += [f"joins: [{', '.join(part.on)}]"] if part.on else []
            pairs += [f"{name}: {value if isinstance(value, str) else digits(value)}"
                      for name, value in part.values.items()]
            # Lines are broken between pairs only.
            text = ", ".join(pair.replace(" ", "\xa0") for pair in pairs)
            lines += [line.replace("\xa0", " ")
                      for line in _wrapped(f"{{{text}}}", "  - ", "     ")]
        lines += ["set:"] if self.settings else []
        lines += [f"  {name}: {value if isinstance(value, str) else digits(value)}"
                  for name, value in self.settings.items()]
        lines += ["widths:"] if self.widths else []
        lines += [f"  {wheel}: {digits(width)}" for wheel, width in self.widths.items()]
        return "\n".join(lines) + "\n"


def read(path: Union[str, "os.PathLike[str]"], wheels: Optional[Mapping[str, float]] = None
         ) -> Robot:
    """Read a URDF file, or "-", the standard input.

    wheels: radii [m] of links that are wheels but that the file does not show as such. If the joint
    of a link turns about a level axis, the link is a wheel about this axis; otherwise it is a ball
    that slides without friction, such as a caster. Radius 0: the link is no wheel. Links with a
    sphere below all axles, and links named casters, are such balls also without an entry.

    Raises Error, with file, line and column: WD_EINVAL if the file is wrong, WD_ERANGE if the robot
    does not fit into a vehicle; WD_ENAME if `wheels` names no link of the file or has no length.
    """
    source, radii = load(os.fspath(path)), dict(wheels or {})
    for link, radius in radii.items():
        if link not in source.links:
            raise unknown(WD_ENAME, "link", link, source.links)
        if not 0 <= radius < math.inf:
            raise Error(WD_ENAME, f"radius of {printable(link)}: {radius} is no length")
    with Model("vehicle") as trial:
        return _Builder(source, radii, trial).robot()


def _wrapped(text: str, first: str, then: str) -> List[str]:
    return textwrap.wrap(text, 100, initial_indent=first, subsequent_indent=then,
                         break_long_words=False, break_on_hyphens=False)


def _rounded(value: float) -> float:
    """Remove the rounding errors of sums and rotations from the last digits."""
    return 0.0 if abs(value) <= 1e-15 else float(f"{value:.14g}")


def _place(p: Vector) -> Values:
    return dict(zip(("x", "y", "z"), p))


def _along(axis: Vector) -> Values:
    return dict(zip(("axis_x", "axis_y", "axis_z"), axis))


def _contact(wheel: Wheel) -> Values:
    return {**_place(wheel.centre), "radius": wheel.radius, "crown": wheel.crown}


def _losses(joint: Joint) -> Values:
    return {"damping": joint.damping, "friction": joint.friction}


def _stops(joint: Joint) -> Values:
    return dict(zip(("lower", "upper"), joint.stops)) if joint.stops else {}


class _Builder:
    """Builds the parts and the notes of a robot, part by part.

    Each part is also added to a trial vehicle at once. If the vehicle refuses it, the error has the
    place of the part in the file, and the work ends.
    """

    def __init__(self, source: Source, radii: Mapping[str, float], trial: Model) -> None:
        self.source, self.given, self.trial = source, radii, trial
        self.radii: Mapping[str, float] = radii  # given radii and radii of casters that were found
        self.widths: Dict[str, float] = {}
        self.parts: List[RobotPart] = []
        self.notes: List[str] = []
        self.bodies: Dict[Group, str] = {}
        self.wheels: Set[str] = set()  # links that became wheels or balls
        self.not_round: List[str] = []
        self.starts: Dict[str, Union[float, str]] = {}  # start values of joints, unless 0
        self.outside: List[str] = []
        self.renamed: List[str] = []
        self.alike: Dict[str, int] = {}  # number last appended to each name to make it unique
        self.taken = {name.split(".")[1] for name in trial}  # used names, also reserved ones

    def robot(self) -> Robot:
        groups = groups_of(self.source, self.notes)
        casters = find_casters(groups, self.given)
        self.radii = {**self.given, **casters}
        self._leave_out(groups)
        for group in groups:
            try:
                self._add(group)
            except Error as error:
                raise Error(error.code, f"{group.element.place}: {error.text}") from None
        self._note_parts(groups)
        self._note("taken for casters, balls that slide without friction; if one is no caster, "
                   "pass --wheel LINK=0",
                   (f"{link}={radius:g}" for link, radius in casters.items()))
        self._note_wheels(groups)
        self._note_rest(groups)
        settings: Dict[str, Union[float, str]] = (
            {"param.place": "on_ground", "param.spin": "rolling"} if self.wheels else {})
        return Robot(self.source.name, self.parts, {**settings, **self.starts}, self.notes,
                     self.widths)

    def _leave_out(self, groups: List[Group]) -> None:
        """Remove groups without effect: those that neither have inertia or wheels nor carry a group
        that has. The root stays."""
        carry = {id(groups[0])}
        for group in reversed(groups):
            if not group.is_nothing or find_wheels(group, self.radii):
                carry.add(id(group))
            if id(group) in carry and group.parent:
                carry.add(id(group.parent))
        self._note("without mass or inertia, left out",
                   (group.name for group in groups if id(group) not in carry))
        groups[:] = [group for group in groups if id(group) in carry]

    def _name(self, wanted: str) -> str:
        """Return a valid and unused name for a part, similar to the one wanted."""
        plain = re.sub("[^a-z0-9_]", "_", wanted.lower())
        plain = (plain if "a" <= plain[:1] <= "z" else "part_" + plain)[:31]
        name, count = plain, self.alike.get(plain, 1)
        while name in self.taken:
            count += 1
            name = f"{plain[:30 - len(str(count))]}_{count}"
        self.taken.add(name)
        self.alike[plain] = count
        return name

    def _part(self, type_name: str, name: str, on: Tuple[str, ...], *values: Values) -> None:
        given: Dict[str, Union[float, str]] = {}
        for each in values:
            for key, value in each.items():
                rounded: Union[float, str] = (
                    value if isinstance(value, str) else _rounded(value))
                if rounded or key not in _ZEROS:
                    given[key] = rounded
        self.parts.append(RobotPart(type_name, name, on, given))
        self.trial.add_part(type_name, name, on, **given)

    def _named(self, wanted: str) -> str:
        name = self._name(wanted)
        if name != wanted.lower():
            self.renamed.append(f"{printable(wanted)} is {name}")
        return name

    def _add(self, group: Group) -> None:
        wheels = find_wheels(group, self.radii)
        self.wheels.update(wheel.link for wheel in wheels)
        if group.parent and group.joint and group.is_leaf and len(wheels) == 1 and wheels[0].turns:
            wheel, round_one = wheels[0], rotor(group, wheels[0])
            if round_one:
                self._part("wheel", self._named(wheel.link), (self.bodies[group.parent],),
                           _contact(wheel), _along(group.axis), round_one._asdict(),
                           _losses(group.joint))
                self._keep_width(wheel)
                return
        self._add_body(group)
        for wheel in wheels:
            self._part("rim", self._name(wheel.link + "_rim"), (self.bodies[group],),
                       _contact(wheel), _along(group.axis if wheel.turns else (0.0, 1.0, 0.0)),
                       {} if wheel.turns else {"mu": 0.0})
            self._keep_width(wheel)
        self.not_round += [wheel.link for wheel in wheels if wheel.turns]

    def _keep_width(self, wheel: Wheel) -> None:
        """Keep the width of the wheel that was added last."""
        if wheel.width > 0:
            self.widths[self.parts[-1].name] = _rounded(wheel.width)

    def _add_body(self, group: Group) -> None:
        mass, centre, ((xx, xy, xz), (_, yy, yz), (_, _, zz)) = group.inertia()
        self.bodies[group] = self._named(group.name)
        self._part("body", self.bodies[group], (), {"mass": mass}, _place(centre),
                   {"xx": xx, "yy": yy, "zz": zz, "xy": xy, "yz": yz, "xz": xz})
        if group.parent and group.joint:
            self._part("slide" if group.joint.type == "prismatic" else "hinge",
                       self._named(group.joint.name), (self.bodies[group.parent],
                                                       self.bodies[group]),
                       _place(group.point), _along(group.axis), _losses(group.joint),
                       _stops(group.joint))
            self._start_between_stops(group.joint)

    def _start_between_stops(self, joint: Joint) -> None:
        """Start a joint at its nearer stop if 0, where joints start, is outside of the stops."""
        lower, upper = map(_rounded, joint.stops or (0.0, 0.0))
        start = min(max(0.0, lower), upper)
        if start != 0:
            quantity = "travel" if joint.type == "prismatic" else "angle"
            self.starts[f"init.{self.parts[-1].name}.{quantity}"] = start
            self.outside.append(f"{joint.name} at {start:g}")

    # ---- hints ----

    def _note(self, text: str, names: Iterable[str]) -> None:
        listed = ", ".join(map(printable, names))
        if listed:
            self.notes.append(f"{text}: {listed}")

    def _note_parts(self, groups: Sequence[Group]) -> None:
        for group in groups:
            self._note(f"fixed to {printable(group.name)}, one body with it",
                       (link.name for link, _ in group.links if link.name != group.name))
        self._note("renamed, because the name of a part is unique and has small letters, digits "
                   "and _", self.renamed)
        self._note("without mass or inertia",
                   (group.name for group in groups if group.is_nothing))
        self._note("wheels modelled as a body on a hinge, because they carry other links, or "
                   "their mass and inertia are not those of a round rotor about its centre",
                   self.not_round)

    def _note_wheels(self, groups: Sequence[Group]) -> None:
        doubtful = [group.links[0][0].name for group in groups if group.may_be_wheel
                    and not any(link.name in self.wheels or link.name in self.radii
                                for link, _ in group.links)]
        balls = [f"{link.name}={shape.radius:g}" for group in groups if not group.may_be_wheel
                 for link, _ in group.links if link.name not in self.wheels
                 and link.name not in self.radii
                 for shape in link.shapes if shape.what == "sphere"]
        self._note("not taken for wheels, because they have no cylinder or sphere about the axis; "
                   "if one is a wheel, pass --wheel LINK=RADIUS", doubtful)
        self._note("spheres not taken for casters; if one is a caster, pass --wheel with it", balls)
        if not self.wheels:
            self.notes.append("there is no wheel: nothing touches the ground")

    def _note_rest(self, groups: Sequence[Group]) -> None:
        others = dict(self.source.others)
        others.pop("limit", None)
        joints = [each for each in self.source.joints.values() if each.element.first("limit")]
        self._note("limits of motors (effort, velocity) are not taken over",
                   (each.name for each in joints if each.type != "fixed"))
        self._note("without lower and upper, and so without end stops",
                   (each.name for each in joints
                    if each.type in ("revolute", "prismatic") and not each.stops))
        self._note("they start at an end stop, as 0 is outside of their stops", self.outside)
        self._note("wheels have no end stops",
                   (group.joint.name for group in groups if group.joint and group.joint.stops
                    and any(link.name in self.wheels for link, _ in group.links)))
        self._note("joints that should follow another (mimic) are free", others.pop("mimic", {}))
        self._note("collision geometry is not taken over, so these bodies touch nothing",
                   (link.name for group in groups for link, _ in group.links
                    if link.shapes and link.name not in self.wheels))
        owners = [(each.name, each.element) for each in self.source.joints.values()]
        owners += [(each.name, each.element) for each in self.source.links.values()]
        self._note("angles within 0.001 rad of a right angle become right angles",
                   (name for name, element in owners if has_rounded_angle(element)))
        for tag, names in others.items():
            self._note(f"<{printable(tag)}> is not taken over", names)


def _exit_status_and_message(error: Union[Error, OSError]) -> Tuple[int, str]:
    """Return exit status and message, as those of the program wheeldyn."""
    if isinstance(error, OSError):
        name = "the standard input" if error.filename in (0, None) else str(error.filename)
        return 4, f"{printable(name)}: {error.strerror}"
    return 2 if error.code == WD_ENAME else 3, error.text


def main(arguments: Sequence[str]) -> int:
    """Run "wheeldyn urdf FILE LINK RADIUS LINK RADIUS ..." and return the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an end without a traceback
    path, words = arguments[0], arguments[1:]
    try:
        radii = {}
        for link, text in zip(words[::2], words[1::2]):
            try:
                radii[link] = float(text)
            except ValueError:
                raise Error(WD_ENAME, f"--wheel: \"{text}\" is no number") from None
        robot = read(path, radii)
    except (Error, OSError) as error:
        status, text = _exit_status_and_message(error)
        print(f"wheeldyn: {text}", file=sys.stderr)
        return status
    try:
        with open(1, "wb", closefd=False) as file:
            file.write(robot.scenario().encode("utf-8", "backslashreplace"))
    except OSError as error:
        print(f"wheeldyn: the standard output: {error.strerror}", file=sys.stderr)
        return 4
    for note in robot.notes:
        print(f"wheeldyn: {note}", file=sys.stderr)
    return 0
