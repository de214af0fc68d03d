# SPDX-License-Identifier: MIT
"""Vehicles put together from bodies, joints and wheels of your own."""

from __future__ import annotations

import os
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence, Tuple, Union
from warnings import warn

import numpy as np
import numpy.typing as npt

from . import urdf
from ._exchange import StepResult
from ._kinds import PartType, Value, Variable, part_types
from ._model import Model
from ._parts import as_tuple
from ._ranges import Ranges
from ._tir_file import Path
from .tir import Tir, read_tir


if TYPE_CHECKING:  # the methods are made from the library's tables, see _make_methods()
    from ._vehicle_methods import PartMethods
else:
    PartMethods = Model


class Vehicle(PartMethods):
    """A model of kind "vehicle", with a method for each type of part.

        v = wd.Vehicle()
        v.body("frame", mass=12, xx=0.2, yy=0.3, zz=0.4, z=0.15)
        v.wheel("left", on="frame", y=0.2, z=0.1, radius=0.1, law="ideal")

    A method takes the name of the part, the parts that it joins, and values by the names of
    quantities, as add_part() does; help(wd.Vehicle.wheel) lists them with units and defaults. The
    vehicle is then used as any Model. Experimental, as parts.h.
    """

    __slots__ = ("_radii", "_ranges")  # radius of the wheel for each tyre read from a file

    def __init__(self, preset: Optional[str] = None) -> None:
        self._radii: Dict[str, float] = {}
        self._ranges = Ranges({})
        super().__init__("vehicle", preset)

    def load_preset(self, name: str) -> None:
        super().load_preset(name)
        self._forget(list(self._radii))

    def load(self, snapshot: bytes) -> None:
        tyres = {name: self._numbers(name) for name in self._radii}
        super().load(snapshot)
        self._forget([name for name, numbers in tyres.items() if self._numbers(name) != numbers])

    def remove_part(self) -> None:
        last = [part["name"] for part in self.parts][-1:]
        super().remove_part()
        self._forget(last)

    def _numbers(self, tyre: str) -> Dict[str, float]:
        """Numbers of a tyre; none if the vehicle has no part of this name."""
        return {name: self[name] for name in self if name.startswith(f"param.{tyre}.")}

    def _forget(self, tyres: Sequence[str]) -> None:
        """Forget the files from which tyres were read."""
        for name in tyres:
            self._radii.pop(name, None)
            self._ranges.tyres.pop(name, None)

    def step_to(self, t: float, outputs: bool = True) -> StepResult:
        result = super().step_to(t, outputs)
        names = self._watched() if outputs and self._ranges.tyres else ()
        if names:
            values = self.get(names)
            self._warn([self.time], {name: [value] for name, value in zip(names, values)}, 3)
        return result

    def _watched(self) -> Tuple[str, ...]:
        return self._ranges.columns(self)

    def _watch(self, rows: npt.NDArray[np.void]) -> None:
        if self._ranges.tyres and len(rows):
            self._warn(rows["time"], rows, 4)

    def _warn(self, time: Any, values: Any, level: int) -> None:
        """Warn of wheels that left the ranges in which the files of their tyres are valid. `level`
        is the stack level of the caller of the public method.
        """
        for message in self._ranges.messages(time, values):
            warn(message, stacklevel=level)

    @classmethod
    def from_urdf(cls, path: Union[str, "os.PathLike[str]"],
                  wheels: Optional[Mapping[str, float]] = None) -> Vehicle:
        """A vehicle of a robot described in URDF, set up to be placed on the ground, rolling.

        Arguments and errors as of wheeldyn.urdf.read(); one warning says what was changed and what
        was not taken over.
        """
        robot = urdf.read(path, wheels)
        vehicle = cls()
        try:
            robot.add_to(vehicle)
            vehicle._widths.update(robot.widths)
        except BaseException:
            vehicle.close()
            raise
        if robot.notes:
            warn("\n".join([f"{os.fspath(path)}:", *robot.notes]), stacklevel=2)
        return vehicle

    def clone(self) -> Vehicle:
        """An independent copy in the same state; it calls the same input functions."""
        copy = super().clone()
        assert isinstance(copy, Vehicle)
        copy._radii, copy._ranges = dict(self._radii), Ranges(self._ranges.tyres)
        return copy

    def __reduce__(self) -> Tuple[Callable[..., Model], Tuple[Any, ...]]:
        _, (_, snapshot) = super().__reduce__()
        return _restore, (snapshot, self._radii, self._ranges.tyres)


def _restore(snapshot: bytes, radii: Dict[str, float],
             ranges: Mapping[str, Mapping[str, float]]) -> Vehicle:
    """Unpickle a vehicle."""
    vehicle = Vehicle()
    vehicle.load(snapshot)
    vehicle._radii, vehicle._ranges = radii, Ranges(ranges)
    return vehicle


def _quantities(example: Model, part: str) -> Dict[str, Variable]:
    """Variables of a part by the names of quantities that add_part() accepts."""
    found: Dict[str, Variable] = {}
    for role in ("param", "input", "init"):
        for variable in example._table.variables:
            begin, _, quantity = variable["name"].rpartition(".")
            if begin == f"{role}.{part}":
                found.setdefault(quantity, variable)
    return found


def _signature(example: Model, wanted: PartType, quantities: Dict[str, Variable]) -> Signature:
    names = ["self", "name"] + (["on"] if wanted["on"] else [])
    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    for name in _EXTRAS.get(wanted["name"], {}):
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=None))
    for name, variable in quantities.items():
        default = (example.choice if variable["choices"] else example.__getitem__)(
            variable["name"])
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=default))
    return Signature(parameters)


# Arguments of methods that are no quantities of the part.
_ON_TYRE = {"tyre": "name of a part of type tyre, which becomes the second part of `on`. Values "
                    "that are not given: law is tyre, mu is 1 on a tyre of form magic, and radius "
                    "is that in the file from which the tyre was read"}
_EXTRAS = {
    "wheel": _ON_TYRE, "rim": _ON_TYRE,
    "tyre": {"tir": "path of a .tir file, its text, or a result of read_tir(); other values that "
                    "are given replace those of the file. If the vehicle already has a tyre of "
                    "this name, the file replaces all its numbers, and its wheels get law tyre, "
                    "mu 1 and the radius of the file. One warning says what of the file was "
                    "changed or left out",
             "side": "left or right: the side of the car, as for read_tir()"},
}


def _doc(wanted: PartType, quantities: Dict[str, Variable]) -> str:
    lines = [f"Add a {wanted['name']}. {wanted['text']}.", ""]
    if wanted["on"]:
        lines.append(f"on: {', '.join(wanted['on'])}")
    for name, text in _EXTRAS.get(wanted["name"], {}).items():
        lines.append(f"{name}: {text}")
    for name, variable in quantities.items():
        choices = "".join(f"; {choice}" for choice in variable["choices"])
        lines.append(f"{name} [{variable['unit']}]: {variable['text']}{choices}")
    return "\n".join(lines)


def _add_tyre(self: Vehicle, name: str, tir: Union[None, Path, Tir] = None,
              side: Optional[str] = None, **values: Value) -> None:
    if tir is None:
        if side is not None:
            raise TypeError("side belongs to a .tir file; none is given")
        self.add_part("tyre", name, (), **values)
        return
    file = tir if isinstance(tir, Tir) else read_tir(tir, side)
    numbers: Dict[str, Value] = {key: value for key, value in file.items() if key != "radius"}
    if any(part["name"] == name and part["type"] == "tyre" for part in self.parts):
        _replace_tyre(self, name, file, {**numbers, **values})
    else:
        self.add_part("tyre", name, (), **{**numbers, **values})
    self._radii[name] = float(file["radius"])
    self._ranges.tyres[name] = dict(file.ranges)
    messages = [*file.notes, *(f"{key} left out: {why}" for key, why in file.dropped.items())]
    if messages:
        warn("\n".join([f"{file.name}:", *messages]), stacklevel=3)


def _replace_tyre(self: Vehicle, name: str, file: Tir, numbers: Dict[str, Value]) -> None:
    """Set the numbers of a tyre, those that are not given to their defaults, and law, mu and radius
    of the wheels on it."""
    with Model("vehicle") as example:
        example.add_part("tyre", name)
        begin = f"param.{name}."
        values: Dict[str, Value] = {key: example[key] for key in example if key.startswith(begin)}
    values.update((self._table.quantity(name, key), value) for key, value in numbers.items())
    for part in self.parts:
        if name in part["on"]:
            wheel = part["name"]
            values.update({f"param.{wheel}.law": "tyre", f"input.{wheel}.mu": 1.0,
                           f"param.{wheel}.radius": file["radius"]})
    self.set(values)


def _on_tyre(self: Vehicle, tyre: str, values: Dict[str, Value]) -> None:
    """Defaults of a wheel on a tyre."""
    values.setdefault("law", "tyre")
    if tyre in self._radii:
        values.setdefault("radius", self._radii[tyre])
    if self.choice(f"param.{tyre}.form") == "magic":
        values.setdefault("mu", 1)


def _adder(type_name: str) -> Callable[..., None]:
    def add(self: Vehicle, name: str, on: Any = (), **values: Value) -> None:
        self.add_part(type_name, name, on, **values)

    def add_wheel(self: Vehicle, name: str, on: Any = (), tyre: Optional[str] = None,
                  **values: Value) -> None:
        if tyre is not None:
            on = (*as_tuple(on), tyre)
            if any(part["name"] == tyre and part["type"] == "tyre" for part in self.parts):
                _on_tyre(self, tyre, values)
        self.add_part(type_name, name, on, **values)

    def add_tyre(self: Vehicle, name: str, **values: Any) -> None:
        _add_tyre(self, name, **values)

    own: Dict[str, Callable[..., None]] = {"wheel": add_wheel, "rim": add_wheel, "tyre": add_tyre}
    return own.get(type_name, add)


def _method(example: Model, wanted: PartType) -> Callable[..., None]:
    type_name, quantities = wanted["name"], _quantities(example, wanted["name"])
    add = _adder(type_name)
    add.__name__, add.__qualname__ = type_name, f"Vehicle.{type_name}"
    add.__doc__ = _doc(wanted, quantities)
    setattr(add, "__signature__", _signature(example, wanted, quantities))
    return add


def _make_methods() -> None:
    """Make the methods of Vehicle from an example that has one part of each type.

    Each part is named after its type, so the types of the parts that it joins are also their names.
    """
    with Model("vehicle") as example:
        for each in sorted(part_types("vehicle"), key=lambda each: bool(each["on"])):
            example.add_part(each["name"], each["name"], each["on"])
        for each in part_types("vehicle"):
            setattr(Vehicle, each["name"], _method(example, each))


_make_methods()
