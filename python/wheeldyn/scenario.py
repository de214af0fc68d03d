# SPDX-License-Identifier: MIT
"""Scenarios: models described by text in YAML, as for the program wheeldyn.

    car = wheeldyn.load("car.yaml")
    rows = car.run()            # with its switches, times and recorded variables
    model = car.model()         # or a model of your own to change and run
    model.save_scenario("copy.yaml")

This module needs libwheeldyn-scenario and raises ImportError without it. Experimental until 1.0.
"""

from __future__ import annotations

import math
import os
import weakref
from ctypes import POINTER, byref, c_double, c_size_t, c_uint32, c_void_p, string_at
from typing import Any, Callable, List, Literal, Optional, Sequence, Tuple, Union
from warnings import warn

import numpy as np

from ._arrays import pointer
from ._errors import Error
from ._interrupts import InterruptCheck
from ._library import lib
from ._model import Model
from ._progress import Progress, watching
from ._rows import Rows
from ._scenario_library import scenarios
from ._support import warn_of_support

Path = Union[str, "os.PathLike[str]"]


class Scenario:
    """A scenario, read from the file `name`.

    If `text` is given, this text is read instead of the file, and messages call it `name`. A
    mistake raises wheeldyn.Error, whose text begins with file, line and column.
    """

    __slots__ = ("_handle", "_free", "__weakref__")

    def __init__(self, name: Path = "scenario", text: Optional[str] = None) -> None:
        self._new()
        path = os.fsencode(name) if os.name != "nt" else os.fspath(name).encode()
        if text is None:
            self._call(scenarios().wd_scenario_read_file, path)
        else:
            data = text.encode()
            self._call(scenarios().wd_scenario_read_text, data, len(data), path)

    def _new(self) -> None:
        library = scenarios()
        handle = c_void_p()
        status = library.wd_scenario_new(byref(handle))
        if status < 0:
            raise Error(status)
        self._handle = handle
        self._free = weakref.finalize(self, library.wd_scenario_free, handle)

    def _call(self, function: Callable[..., int], *arguments: Any) -> int:
        status = function(self._handle, *arguments)
        if status < 0:
            raise self._error(status)
        return status

    def _error(self, status: int) -> Error:
        return Error(status, scenarios().wd_scenario_error(self._handle).decode(errors="replace"))

    def __repr__(self) -> str:
        return f"<wheeldyn.Scenario {self.name}: {self.kind}>"

    @property
    def name(self) -> str:
        """The path of the file, or the name that was given with the text."""
        return os.fsdecode(scenarios().wd_scenario_name(self._handle))

    @property
    def text(self) -> str:
        """The text in YAML."""
        size = c_size_t()
        address = scenarios()["wd_scenario_text"]  # c_char_p would end at a zero byte of UTF-16
        address.restype = c_void_p
        address.argtypes = [c_void_p, POINTER(c_size_t)]
        data = string_at(address(self._handle, byref(size)), size.value)
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")

    @property
    def kind(self) -> str:
        """Name of the kind of model."""
        return str(scenarios().wd_scenario_kind(self._handle).decode())

    @property
    def times(self) -> Tuple[float, float, float]:
        """Start, end and step of the run [s]."""
        start, end, step = c_double(), c_double(), c_double()
        self._call(scenarios().wd_scenario_times, byref(start), byref(end), byref(step))
        return start.value, end.value, step.value

    @property
    def switches(self) -> List[Tuple[float, Tuple[str, ...]]]:
        """Time [s] of each switch and the names of the variables that it sets."""
        library, found = scenarios(), []
        for i in range(library.wd_scenario_switch_count(self._handle)):
            names: List[str] = []
            while True:
                name = library.wd_scenario_switch_name(self._handle, i, len(names))
                if name is None:
                    break
                names.append(name.decode())
            found.append((library.wd_scenario_switch_time(self._handle, i), tuple(names)))
        return found

    def model(self) -> Model:
        """A new model with the settings of the scenario. Switches are applied by run() only."""
        handle = c_void_p()
        self._call(scenarios().wd_scenario_model, byref(handle))
        made = object.__new__(Model)
        made._adopt(self.kind, handle, {}, InterruptCheck())
        for part in made.parts:
            width = scenarios().wd_scenario_width(self._handle, part["name"].encode())
            if width > 0:
                made._widths[part["name"]] = width
        # Formulas live in the scenario, so the model and its clones keep it.
        for variable in made._table.variables:
            if variable["role"] == "input" and made.input_form(variable["name"]) == "function":
                made._callbacks[variable["name"]] = self
        return made

    def record(self, model: Optional[Model] = None) -> Tuple[str, ...]:
        """Names of the variables to record: those of the scenario, else all states and outputs."""
        model = self.model() if model is None else model
        return tuple(model._table.variables[ref]["name"] for ref in self._columns(model))

    def _columns(self, model: Model) -> Any:
        count = c_size_t()
        columns = scenarios().wd_scenario_columns
        self._call(columns, model._idle_handle(), None, 0, byref(count))
        refs = (c_uint32 * count.value)()
        self._call(columns, model._idle_handle(), refs, count, byref(count))
        return refs

    def run(self, model: Optional[Model] = None,
            choices: Literal["number", "name"] = "number", progress: Progress = None
            ) -> Rows:
        """Run from start to end with all switches, as the program does, with the same bits.

        Returns Rows with the fields "time" and record(). Values of choices are numbers; with
        choices="name" they are texts. `progress` is that of Model.run(). `model` is the model to
        run, by default a new one: it was made by model() and perhaps changed, but not started.
        After the call it is at the end of the run. If the call fails, the attribute `rows` of the
        exception has the rows up to the failure. A vehicle that tips over where it starts gives a
        warning, as by Model.init(), and so does a wheel that leaves the range in which the .tir
        file of its tyre is valid.
        """
        if choices not in ("number", "name"):
            raise ValueError(f"choices must be 'number' or 'name', not {choices!r}")
        library = scenarios()
        model = self.model() if model is None else model
        self._warn(model)
        refs, model._motion = self._columns(model), object()
        names = [model._table.variables[ref]["name"] for ref in refs]
        rows = np.empty(library.wd_scenario_row_count(self._handle),
                        dtype=[(name, np.float64) for name in ("time", *names)])
        written = c_size_t()

        def run(handle: c_void_p) -> int:
            return int(library.wd_scenario_run(self._handle, handle, refs, len(refs),
                                               pointer(rows), len(rows), byref(written)))
        failure: Optional[BaseException] = None
        try:
            with watching(progress, model._interrupt, rows):
                model._call(run)
        except BaseException as error:
            failure = self._error(error.code) if isinstance(error, Error) else error
        reached = model._reached(rows, written.value, choices)
        if failure is not None:
            setattr(failure, "rows", reached)
        try:
            for i in range(library.wd_scenario_warning_count(self._handle)):
                warn(library.wd_scenario_warning(self._handle, i).decode(), stacklevel=2)
        except Warning as warning:  # the user made warnings exceptions
            if failure is not None:
                raise failure from warning
            raise
        if failure is not None:
            raise failure
        return reached

    def _warn(self, model: Model) -> None:
        """Warn of a vehicle that tips over at the start. Errors at the start are ignored here,
        because the run reports them.
        """
        if model.kind != "vehicle" or not math.isnan(model.time):
            return
        with model.clone() as start:
            try:
                start._call(lib.wd_model_init, self.times[0])
            except Error:
                return
            warn_of_support(start)


def load(path: Path) -> Scenario:
    """Read a scenario from a file, with the files that it names."""
    return Scenario(path)


def scenario_of(model: Model, name: Path = "model", start: float = 0.0, end: float = 10.0,
                step: float = 0.01, record: Optional[Sequence[str]] = None) -> Scenario:
    """The scenario of a model. Its method model() makes a model whose runs have the same bits,
    except on a grid of heights: the heights in the scenario are computed from a spline and are
    exact only to rounding.

    The scenario has the parts, and all settings that differ from those of a new model: values,
    ground, path, signals, formulas of scenarios, and the widths of wheels in replays. A running
    model is written as it was set up. A model with functions of yours is refused.
    """
    made = object.__new__(Scenario)
    made._new()
    refs = model._table.refs(tuple(record or ()))
    times = (c_double * 3)(start, end, step)
    made._call(scenarios().wd_scenario_read_model, model._idle_handle(), times, refs, len(refs),
               os.fsencode(name))
    if not model._widths:
        return made
    widths = ", ".join(f"{wheel}: {width!r}" for wheel, width in model._widths.items())
    return Scenario(name, f"{made.text}widths: {{{widths}}}\n")


def save_scenario(model: Model, path: Path, start: float = 0.0, end: float = 10.0,
                  step: float = 0.01, record: Optional[Sequence[str]] = None) -> None:
    """Write the scenario of a model to a file; see scenario_of()."""
    text = scenario_of(model, path, start, end, step, record).text
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)

