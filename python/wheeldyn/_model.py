# SPDX-License-Identifier: MIT
"""A model: a kind, its variables, its motion."""

from __future__ import annotations

import math
import os
import sys
from ctypes import byref, c_char, c_double, c_int32, c_size_t, c_void_p
from typing import (
    Any,
    Callable,
    Dict,
    List,
    Literal,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

import numpy as np
import numpy.typing as npt

from . import _constants as wd
from ._arrays import Reals, pointer, real
from ._errors import Error
from ._exchange import STEP_RESULTS, StepResult
from ._inputs import FORM_NAMES, Signal, callback, signal
from ._interrupts import InterruptCheck, InterruptFunction
from ._kinds import check_kind, check_preset
from ._library import input_fn, lib
from ._parts import as_tuple
from ._preview import preview, preview_html
from ._progress import Progress, watching
from ._rows import Rows
from ._support import warn_of_support
from ._values import Values


class Model(Values):
    """A model of a kind, set up with its defaults or a preset.

    Variables are read and written by name: m["param.mass"]. init() starts the motion, step_to()
    and run() advance it, reset() ends it. SI units, angles in radians. Failures raise
    wheeldyn.Error and change nothing, except that run() leaves the model at its last row. One model
    belongs to one thread at a time.
    """

    __slots__ = ()

    def __init__(self, kind: str, preset: Optional[str] = None) -> None:
        check_kind(kind)
        handle = c_void_p()
        status = lib.wd_model_new(kind.encode(), byref(handle))
        if status < 0:
            raise Error(status)
        self._adopt(kind, handle, {}, InterruptCheck())
        if preset is not None:
            self.load_preset(preset)

    # Lifetime

    def close(self) -> None:
        """Free the model; closing twice is fine. A `with` block and the collector do it too."""
        if self._busy:
            raise self._computing("close it")
        self._free()
        self._callbacks.clear()

    def __enter__(self) -> Model:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def clone(self) -> Model:
        """An independent copy in the same state; it calls the same input functions."""
        handle = c_void_p()
        status = lib.wd_model_clone(self._idle_handle(), byref(handle))
        if status < 0:
            raise Error(status)
        copy = object.__new__(type(self))
        copy._adopt(self._kind, handle, dict(self._callbacks), self._interrupt.copy())
        copy._widths = dict(self._widths)
        return copy

    def __copy__(self) -> Model:
        return self.clone()

    def __deepcopy__(self, memo: Dict[int, Any]) -> Model:
        return self.clone()

    def __reduce__(self) -> Tuple[Callable[..., Model], Tuple[Any, ...]]:
        if self._callbacks:
            names = ", ".join(self._callbacks)
            raise Error(wd.WD_ESTATE, f"a model with input functions cannot be pickled: {names}")
        return _restore, (self._kind, self.save())

    def __repr__(self) -> str:
        if not self._free.alive:
            return f"<wheeldyn.Model {self._kind}, closed>"
        if self._busy:
            return f"<wheeldyn.Model {self._kind}, computing>"
        where = "set up" if math.isnan(self.time) else f"at {self.time:.9g} s"
        return f"<wheeldyn.Model {self._kind}, {where}>"

    @property
    def kind(self) -> str:
        """Name of the kind."""
        return self._kind

    def load_preset(self, name: str) -> None:
        """Set everything to the defaults of the kind, then to the values of a preset.

        A preset may drive inputs by signals, and a choice by switches at given times. Setting such
        an input ends its signal or switches.
        """
        check_preset(self._kind, name)
        self._call(lib.wd_model_load_preset, name.encode())
        self._known, self._motion = None, object()
        self._callbacks.clear()

    # Inputs, terrain, path

    def set_input(self, name: str, value: Signal) -> None:
        """Drive an input by a function of time [s], by a signal, or (None) hold its last value.

        Signals: ("linear", t, u), ("step", t, u), ("tanh", c0, c1, rate, t0, power), which is
        c0 + c1 tanh(rate (t - t0))**power. A function must be pure. The call that needs its value
        raises what the function raises. If the function reads, changes or closes this model, it
        gets Error with WD_ESTATE.
        """
        ref = self._table.ref(name)
        if callable(value):
            function = callback(value)
            self._call(lib.wd_model_set_input_fn, ref, function, None)
            self._callbacks[name] = function
            return
        if value is None:
            self._call(lib.wd_model_set_input_fn, ref, input_fn(0), None)
        elif isinstance(value, tuple):
            form, data = signal(value)
            self._call(lib.wd_model_set_input_signal, ref, form, pointer(data), data.size)
        else:
            raise TypeError(f"an input is driven by a function, a tuple or None, not {value!r}")
        self._callbacks.pop(name, None)

    def input_form(self, name: str) -> str:
        """Form of an input: "hold" (constant), "linear", "step", "tanh" or "function".

        A choice that a preset switches is driven by "step".
        """
        form = lib.wd_model_input_form(self._idle_handle(), self._table.ref(name))
        if form not in FORM_NAMES:
            raise Error(form, f"{name} is no input" if form == wd.WD_EROLE else "")
        return FORM_NAMES[form]

    # Time

    def init(self, t0: float = 0.0) -> None:
        """Start the motion at time t0 [s] from the start values.

        A vehicle whose centre of mass is outside the polygon of its contacts starts with a warning.
        """
        self._call(lib.wd_model_init, real("t0", t0))
        self._motion = object()
        if self._kind == "vehicle":
            warn_of_support(self)

    def set_interrupt(self, function: Optional[InterruptFunction]) -> None:
        """Set a function that says whether to stop: calls ask it at least every 10 ms of work.

        If it returns a true value, the call raises wheeldyn.Error with WD_EINTERRUPT; if it raises
        an exception, so does the call. In both cases the model then has its state before the
        call, or that of the last row if the call was run(), and the next call continues. None
        removes the function. Ctrl-C stops calls in the main thread with or without a function. A
        clone has the same function; a pickle has none.
        """
        self._idle_handle()
        self._interrupt.set(function)

    def reset(self) -> None:
        """End the motion. Parameters, start values, inputs and settings keep their values."""
        self._call(lib.wd_model_reset)
        self._motion = object()

    @property
    def time(self) -> float:
        """Present time [s]; NaN before init() and after reset()."""
        return float(lib.wd_model_time(self._idle_handle()))

    def step_to(self, t: float, outputs: bool = True) -> StepResult:
        """Advance to time t [s]. Returns "ok", "event" if it stopped just after an event, or "end"
        if the motion has ended.

        With outputs=False the variables of role output keep their values until eval() or another
        call computes them. Short calls are then faster.
        """
        step = lib.wd_model_step_to if outputs else lib.wd_model_advance_to
        return STEP_RESULTS[self._call(step, real("t", t))]

    def eval(self) -> None:
        """Compute the outputs again for the present time, state, inputs and tunables."""
        self._call(lib.wd_model_eval)

    def run(self, t_end: float, dt: float, record: Optional[Sequence[str]] = None,
            choices: Literal["number", "name"] = "number", progress: Progress = None) -> Rows:
        """Advance to t_end [s] and record variables every dt [s] and at t_end.

        Returns Rows, a numpy structured array with the fields "time" and `record` (default: all
        states and outputs), from the present time on. Choices are numbers, or with choices="name"
        texts. If the call fails, the exception has the rows reached as its attribute `rows`, and
        the model is at the last of them. progress(done, total) is called with numbers of rows
        about 10 times a second and at the end; True prints a line on the standard error.
        """
        if choices not in ("number", "name"):
            raise ValueError(f"choices must be 'number' or 'name', not {choices!r}")
        t_end, dt = real("t_end", t_end), real("dt", dt)
        names = self._default_record() if record is None else as_tuple(record)
        twice = [name for i, name in enumerate(names) if name in names[:i]]
        if twice:
            raise ValueError(f"{twice[0]} is to be recorded more than once")
        recorded = (*names, *(name for name in self._watched() if name not in names))
        refs = self._table.refs(recorded)
        rows = np.empty(_most_rows(self.time, t_end, dt),
                        dtype=[(name, np.float64) for name in ("time", *recorded)])
        written = c_size_t()
        try:
            with watching(progress, self._interrupt, rows):
                self._call(lib.wd_model_run, t_end, dt, refs, len(refs), pointer(rows), len(rows),
                           byref(written))
        except BaseException as error:
            setattr(error, "rows", self._chosen(rows, written.value, names, choices))
            try:
                self._watch(rows[:written.value])
            except Warning as warning:  # the user made warnings exceptions
                raise error from warning
            raise
        reached = self._chosen(rows, written.value, names, choices)
        self._watch(rows[:written.value])
        return reached

    def _watched(self) -> Tuple[str, ...]:
        """Outputs that run() records for _watch(), beside those that the user wants."""
        return ()

    def _watch(self, rows: npt.NDArray[np.void]) -> None:
        """Look at the rows of run(), which have the columns of _watched()."""

    def _chosen(self, rows: npt.NDArray[np.void], count: int, names: Tuple[str, ...],
                choices: str) -> Rows:
        """The rows reached, without columns that the user does not want."""
        if rows.dtype.names != ("time", *names):
            wanted = np.empty(count, dtype=[(name, np.float64) for name in ("time", *names)])
            for name in ("time", *names):
                wanted[name] = rows[name][:count]
            rows = wanted
        return self._reached(rows, count, choices)

    def _reached(self, rows: npt.NDArray[np.void], count: int, choices: str) -> Rows:
        reached = rows[:count]
        return Rows(self._table.with_names(reached) if choices == "name" else reached, self)

    def plot(self, names: Union[None, str, Sequence[str]] = None, t_end: Optional[float] = None,
             dt: Optional[float] = None, axes: Any = None) -> Any:
        """Plot the coming motion up to t_end [s], with rows dt [s] apart; see Rows.plot().

        A copy of the model is run from the present time, or from 0 if the model is set up. Without
        t_end the length of the run depends on the kind. The model itself is unchanged.
        """
        wanted = None if names is None else as_tuple(names)
        return preview(self, t_end, dt, wanted).plot(wanted, axes)

    def _repr_html_(self) -> str:
        """Show a replay of the coming motion in notebooks, as plot() computes it."""
        return preview_html(self)

    def _default_record(self) -> Tuple[str, ...]:
        return tuple(variable["name"] for variable in self._table.variables
                     if variable["role"] in ("state", "output"))

    def events(self) -> List[Dict[str, Any]]:
        """The last events, up to solver.event_capacity.

        Dicts of time [s], type (name) and the values of the kind's events by name.
        """
        handle = self._idle_handle()
        count = lib.wd_model_event_count(handle)
        kept = min(count, int(self["solver.event_capacity"]))
        width = lib.wd_model_event_width(handle)
        names = [lib.wd_model_event_value_name(handle, i).decode() for i in range(width)]
        t, kind, values = c_double(), c_int32(), np.empty(width)
        events = []
        for i in range(count - kept, count):
            status = lib.wd_model_event(handle, i, byref(t), byref(kind), pointer(values), width)
            if status < 0:
                raise Error(status)
            events.append({"time": t.value, "type": lib.wd_event_name(kind.value).decode(),
                           **dict(zip(names, values.tolist()))})
        return events

    # Snapshots

    def save(self) -> bytes:
        """A snapshot of the running model. It does not contain input functions, but the inputs that
        have one: load() needs a function for each of them."""
        handle = self._idle_handle()
        size = lib.wd_model_save_size(handle)
        buffer = (c_char * size)()
        status = lib.wd_model_save(handle, buffer, size)
        if status == wd.WD_ESTATE:
            raise Error(status, f"a {self._kind} model has no snapshot before init()")
        if status < 0:
            raise Error(status)
        return bytes(buffer)

    def load(self, snapshot: bytes) -> None:
        """Continue from a snapshot of a model of the same kind; the model is then running."""
        try:
            data = bytes(memoryview(snapshot))
        except TypeError:
            raise TypeError(f"a snapshot must be bytes, not {snapshot!r}") from None
        self._call(lib.wd_model_load, data, len(data))
        self._known, self._motion = None, object()

    def save_scenario(self, path: Union[str, os.PathLike[str]], start: float = 0.0,
                      end: float = 10.0, step: float = 0.01,
                      record: Optional[Sequence[str]] = None) -> None:
        """Write the model to a file as a scenario, from which wheeldyn.load() makes it again with
        the same bits, except heights of a grid, which are exact only to rounding. A running model
        is written as it was set up. The times [s] and the names to record are those of the
        scenario's run. ImportError without libwheeldyn-scenario; see wheeldyn.scenario.
        """
        from .scenario import save_scenario
        save_scenario(self, path, start, end, step, record)

    # Linear analysis

    def linear_names(self) -> List[str]:
        """Names of the states of the linear model, in the order of the rows of A. Those of a
        vehicle are known only while it runs."""
        handle = self._open()
        return [lib.wd_model_linear_name(handle, i).decode()
                for i in range(lib.wd_model_linear_size(handle))]

    @overload
    def linearize(self, inputs: None = None) -> Reals: ...

    @overload
    def linearize(self, inputs: Sequence[str]) -> Tuple[Reals, Reals]: ...

    def linearize(self, inputs: Optional[Sequence[str]] = None
                  ) -> Union[Reals, Tuple[Reals, Reals]]:
        """Matrix A of d(dx)/dt = A dx + B du about the present state; with `inputs` also B."""
        n = lib.wd_model_linear_size(self._open())
        refs = self._table.refs(as_tuple(inputs or ()))
        a, b = np.empty((n, n)), np.empty((n, len(refs)))
        self._call(lib.wd_model_linearize, pointer(a), refs, len(refs), pointer(b))
        return a if inputs is None else (a, b)

    def eigenvalues(self) -> npt.NDArray[np.complex128]:
        """Eigenvalues of A [1/s], by real part descending."""
        re, im = np.empty((2, lib.wd_model_linear_size(self._open())))
        self._call(lib.wd_model_eigenvalues, pointer(re), pointer(im))
        return np.array(re + 1j * im, dtype=np.complex128)


def _most_rows(t: float, t_end: float, dt: float) -> int:
    """Upper bound of the rows that wd_model_run() writes; 0 for arguments that it refuses."""
    if not (t <= t_end < math.inf and dt > 0):
        return 0
    return int(min((t_end - t) / dt, sys.maxsize)) + 2


def _restore(kind: str, snapshot: bytes) -> Model:
    """Unpickle a model."""
    model = Model(kind)
    model.load(snapshot)
    return model
