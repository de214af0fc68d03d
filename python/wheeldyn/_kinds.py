# SPDX-License-Identifier: MIT
"""Kinds and presets of the library, and the variables of each kind."""

from __future__ import annotations

from ctypes import Array, byref, c_double, c_uint32, c_void_p
from typing import (
    Any,
    Callable,
    Dict,
    List,
    MutableMapping,
    Optional,
    SupportsFloat,
    Tuple,
    TypedDict,
    Union,
)
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from . import _constants as wd
from ._arrays import real
from ._errors import Error, unknown
from ._library import lib

Value = Union[SupportsFloat, str]

_ROLES = {
    wd.WD_PARAM: "param",
    wd.WD_TUNABLE: "tunable",
    wd.WD_INPUT: "input",
    wd.WD_INIT: "init",
    wd.WD_STATE: "state",
    wd.WD_OUTPUT: "output",
    wd.WD_SOLVER: "solver",
    wd.WD_STAT: "stat",
}


class Part(TypedDict):
    """One part of a model: its type, and the names of the parts that it joins."""

    name: str
    type: str
    on: List[str]


class PartType(TypedDict):
    """A type of parts; `on` has the types of the parts that such a part joins."""

    name: str
    text: str
    on: List[str]


class Variable(TypedDict):
    """One variable of a model. A value may equal the bounds low and high. `choices` is empty for a
    real number."""

    name: str
    unit: str
    role: str
    low: float
    high: float
    text: str
    choices: List[str]


Described = Tuple[Dict[str, str], Dict[str, List[str]]]


def version() -> str:
    """Version of the C library in use, such as "0.1.0"."""
    return str(lib.wd_version().decode())


def build_info() -> str:
    """Describe how the C library in use was built, in one line: version, compiler, backend of
    linear algebra, licence of the binary.
    """
    return str(lib.wd_build_info().decode())


def kinds() -> List[str]:
    """Names of the kinds of model."""
    return [lib.wd_kind_name(i).decode() for i in range(lib.wd_kind_count())]


def kind_text(kind: str) -> str:
    """One sentence on a kind."""
    i = check_kind(kind)
    return str(lib.wd_kind_text(i).decode())


def presets(kind: str) -> List[str]:
    """Names of the presets of a kind."""
    check_kind(kind)
    key = kind.encode()
    return [lib.wd_preset_name(key, i).decode() for i in range(lib.wd_preset_count(key))]


def preset_text(kind: str, preset: str) -> str:
    """One sentence on a preset of a kind."""
    i = check_preset(kind, preset)
    return str(lib.wd_preset_text(kind.encode(), i).decode())


def part_types(kind: str) -> List[PartType]:
    """The types of parts of which models of a kind are built; experimental, as parts.h."""
    check_kind(kind)
    key = kind.encode()
    return [{
        "name": lib.wd_part_type_name(key, i).decode(),
        "text": lib.wd_part_type_text(key, i).decode(),
        "on": _texts(lib.wd_part_type_on, key, i),
    } for i in range(lib.wd_part_type_count(key))]


def parts_of(handle: c_void_p) -> List[Part]:
    """The parts of a model."""
    return [{
        "name": lib.wd_model_part_name(handle, i).decode(),
        "type": lib.wd_model_part_type(handle, i).decode(),
        "on": _texts(lib.wd_model_part_on, handle, i),
    } for i in range(lib.wd_model_part_count(handle))]


def key_refs(handle: c_void_p) -> List[int]:
    """The variables that describe the motion of a model best."""
    ref = c_uint32()
    refs: List[int] = []
    while lib.wd_model_key_var(handle, len(refs), byref(ref)) == wd.WD_OK:
        refs.append(ref.value)
    return refs


def _texts(function: Callable[..., Optional[bytes]], *arguments: Any) -> List[str]:
    """Results of the function for the last argument 0, 1, ..., up to the first None."""
    texts: List[str] = []
    while True:
        text = function(*arguments, len(texts))
        if text is None:
            return texts
        texts.append(text.decode())


def check_kind(kind: str) -> int:
    """Index of a kind; Error WD_EKIND if there is none of this name."""
    return _index(wd.WD_EKIND, "kind", kind, kinds())


def check_preset(kind: str, preset: str) -> int:
    """Index of a preset; Error WD_ENAME if the kind has none of this name."""
    return _index(wd.WD_ENAME, f"{kind} preset", preset, presets(kind))


def _index(code: int, what: str, name: str, names: List[str]) -> int:
    if name not in names:
        raise unknown(code, what, name, names)
    return names.index(name)


class Table:
    """The variables, from the ref `first` on, of a kind or of all models with the same parts.

    Models with the same parts have the same refs.
    """

    def __init__(self, handle: c_void_p, first: int = 0) -> None:
        count = lib.wd_model_var_count(handle)
        self.kind: str = lib.wd_model_kind(handle).decode()
        self.variables = [_describe(handle, ref) for ref in range(first, count)]
        self.by_name = {each["name"]: ref for ref, each in enumerate(self.variables, first)}
        self._first = first
        self._refs: Dict[Tuple[str, ...], Array[c_uint32]] = {}
        self._described: Dict[Tuple[str, ...], Described] = {}
        self._key: Optional[Tuple[str, ...]] = None

    def key(self, handle: c_void_p) -> Tuple[str, ...]:
        """Names of the key variables, which depend only on the parts; the result is cached."""
        if self._key is None:
            self._key = tuple(self.variables[ref]["name"] for ref in key_refs(handle))
        return self._key

    def ref(self, name: str) -> int:
        """The ref of a name; Error WD_ENAME if there is none."""
        try:
            return self.by_name[name]
        except (KeyError, TypeError):
            raise unknown(wd.WD_ENAME, f"{self.kind} variable", name, self.by_name,
                          dotted=True) from None

    def refs(self, names: Tuple[str, ...]) -> Array[c_uint32]:
        """The refs of several names; the result is cached."""
        found = self._refs.get(names)
        if found is None:
            found = (c_uint32 * len(names))(*[self.ref(name) for name in names])
            self._refs[names] = found
        return found

    def described(self, names: Tuple[str, ...]) -> Described:
        """Units of "time" and of the given variables, by name, and the value names of the choices
        among them. Other names are ignored. The result is cached."""
        found = self._described.get(names)
        if found is None:
            known = [self.variables[self.by_name[name] - self._first] for name in names
                     if name in self.by_name]
            units = {"time": "s", **{each["name"]: each["unit"] for each in known}}
            found = units, {each["name"]: each["choices"] for each in known if each["choices"]}
            self._described[names] = found
        return found

    def quantity(self, part: str, quantity: str) -> str:
        """Name of the variable of a part that add_part() sets by this quantity.

        If the part has no such quantity, the name that its parameter would have.
        """
        names = [f"{role}.{part}.{quantity}" for role in ("param", "input", "init", "state")]
        return next((name for name in names if name in self.by_name), names[0])

    def choices(self, name: str) -> List[str]:
        """The names of the values of a choice; Error WD_EINVAL for a real."""
        choices = self.variables[self.ref(name) - self._first]["choices"]
        if not choices:
            raise Error(wd.WD_EINVAL, f"'{name}' is a real, not a choice of named values")
        return choices

    def number(self, name: str, value: Value) -> float:
        """A value as a number; the value of a choice may be given by its name."""
        return self.choice(name, value) if isinstance(value, str) else real(name, value)

    def choice(self, name: str, value: str) -> int:
        """The number of a value of a choice; Error WD_ENAME if it has none of this name."""
        return _index(wd.WD_ENAME, f"{name} value", value, self.choices(name))

    def with_names(self, rows: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
        """Rows of numbers with each choice as text, its name."""
        columns = _columns(rows)
        for name, choices in self.described(tuple(columns))[1].items():
            columns[name] = np.array(choices)[columns[name].astype(np.intp)]
        return _rows(columns)

    def with_numbers(self, rows: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
        """Rows of with_names() with each choice as its number; rows of numbers are unchanged."""
        columns = _columns(rows)
        for name, choices in self.described(tuple(columns))[1].items():
            if columns[name].dtype.kind == "U":
                numbers = [choices.index(each) for each in columns[name].tolist()]
                columns[name] = np.array(numbers, np.float64)
        return _rows(columns)


def _columns(rows: npt.NDArray[np.void]) -> Dict[str, npt.NDArray[Any]]:
    return {name: rows[name] for name in rows.dtype.names or ()}


def _rows(columns: Dict[str, npt.NDArray[Any]]) -> npt.NDArray[np.void]:
    count = max(map(len, columns.values()), default=0)
    rows = np.empty(count, [(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        rows[name] = column
    return rows


def _describe(handle: c_void_p, ref: int) -> Variable:
    low, high = c_double(), c_double()
    lib.wd_model_var_bounds(handle, ref, byref(low), byref(high))
    return {
        "name": lib.wd_model_var_name(handle, ref).decode(),
        "unit": lib.wd_model_var_unit(handle, ref).decode(),
        "role": _ROLES[lib.wd_model_var_role(handle, ref)],
        "low": low.value,
        "high": high.value,
        "text": lib.wd_model_var_text(handle, ref).decode(),
        "choices": [
            lib.wd_model_choice_name(handle, ref, i).decode()
            for i in range(lib.wd_model_choice_count(handle, ref))
        ],
    }


_tables: Dict[str, Table] = {}
_with_parts: MutableMapping[Tuple[str, ...], Table] = WeakValueDictionary()


def table_of(kind: str, handle: c_void_p) -> Table:
    """The table of a model, cached by its kind or, with parts, by kind and parts while in use."""
    parts = parts_of(handle)
    if not parts:
        return _read_once(_tables, kind, handle)
    return _read_once(_with_parts, (kind, *(f"{part['type']} {part['name']}" for part in parts)),
                      handle)


def _read_once(tables: MutableMapping[Any, Table], key: Any, handle: c_void_p) -> Table:
    table = tables.get(key)
    if table is None:
        table = tables[key] = Table(handle)
    return table
