# SPDX-License-Identifier: MIT
"""Inputs over time: Python functions as C callbacks, and signals as arrays."""

from __future__ import annotations

import sys
import threading
from typing import Any, Callable, List, Optional, Tuple, Union

import numpy as np

from ._arrays import Reals, real, reals
from ._constants import (WD_EINVAL, WD_SIGNAL_FUNCTION, WD_SIGNAL_HOLD, WD_SIGNAL_LINEAR,
                         WD_SIGNAL_STEP, WD_SIGNAL_TANH)
from ._errors import Error, unknown
from ._library import input_fn

InputFunction = Callable[[float], Any]
Signal = Union[InputFunction, Tuple[Any, ...], None]

_FORMS = {"linear": WD_SIGNAL_LINEAR, "step": WD_SIGNAL_STEP, "tanh": WD_SIGNAL_TANH}
FORM_NAMES = {WD_SIGNAL_HOLD: "hold", WD_SIGNAL_FUNCTION: "function",
              **{form: name for name, form in _FORMS.items()}}


class _Raised(threading.local):
    """Exception that an input function raised in this thread, kept while C code returns."""

    exception: Optional[BaseException] = None
    calls = 0  # calls of call() under way in this thread


_raised = _Raised()
# Exceptions raised in threads of the library, which make no call().
_elsewhere: List[BaseException] = []


def call(function: Callable[..., int], *arguments: Any) -> int:
    """Call a C function that may call input functions; re-raise what one of them raised."""
    outer, _raised.exception = _raised.exception, None
    _raised.calls += 1
    try:
        status = function(*arguments)
        exception = _raised.exception
    finally:
        _raised.exception = outer
        _raised.calls -= 1
    if exception is not None:
        raise exception
    return status


def call_in_threads(function: Callable[..., int], *arguments: Any) -> int:
    """call() for a C function that also calls input functions in threads of the library."""
    _elsewhere.clear()
    status = call(function, *arguments)
    if _elsewhere:
        raise _elsewhere.pop(0)
    return status


def keep(exception: BaseException) -> None:
    """Keep an exception for call(), which raises the first one kept."""
    if _raised.calls == 0:
        _elsewhere.append(exception)
    elif _raised.exception is None:
        _raised.exception = exception


def _catch(unraisable: Any) -> None:
    if getattr(unraisable.object, "wheeldyn", None) is _catch and unraisable.exc_value is not None:
        keep(unraisable.exc_value)
    else:
        _others(unraisable)


def _catch_early() -> None:
    """Keep exceptions of signal handlers, such as that of Ctrl-C, at the start of a callback.

    Python may run a handler before the callback enters its try statement. Without this hook the
    exception would be printed and lost.
    """
    global _others
    if sys.unraisablehook is not _catch:
        _others = sys.unraisablehook
        sys.unraisablehook = _catch


_others: Callable[[Any], Any] = sys.unraisablehook


def callback(function: InputFunction) -> Any:
    """A C function pointer that calls a Python function of time. Keep it as long as C has it."""

    def evaluate(t: float, value: Any, user: Any) -> int:
        given = function(t)
        if type(given) is not float:  # the usual case takes half the time without the check
            given = real("the value of an input function", given)
        value[0] = given
        return 0

    return guarded(input_fn, evaluate)


def guarded(prototype: Any, function: Callable[..., int]) -> Any:
    """A C function pointer to a Python function that returns 0; exceptions are kept for call()."""

    def evaluate(*arguments: Any) -> int:
        try:
            return function(*arguments)
        except BaseException as exception:  # nothing may unwind through C
            keep(exception)
            return 1

    setattr(evaluate, "wheeldyn", _catch)
    _catch_early()
    return prototype(evaluate)


def signal(description: Tuple[Any, ...]) -> Tuple[int, Reals]:
    """Form and data of ("linear" | "step", t, u) or ("tanh", c0, c1, rate, t0, power)."""
    name, *data = description or ("",)
    form = _FORMS.get(name) if isinstance(name, str) else None
    if form is None:
        raise unknown(WD_EINVAL, "form of signal", name, _FORMS)
    if form == WD_SIGNAL_TANH:
        return form, reals("the numbers c0, c1, rate, t0, power of a tanh signal", data, (5,))
    if len(data) != 2:
        raise Error(WD_EINVAL, f"a {name} signal is ('{name}', t, u)")
    t = reals(f"t of a {name} signal", data[0], (-1,))
    u = reals(f"u of a {name} signal", data[1], t.shape)
    return form, np.column_stack((t, u))
