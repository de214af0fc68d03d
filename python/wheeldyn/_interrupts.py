# SPDX-License-Identifier: MIT
"""Stopping long calls: by Ctrl-C, or by a function of the user that says whether to stop."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import Any, Callable, Generator, Iterator, Optional

from ._inputs import keep
from ._library import interrupt_fn

InterruptFunction = Callable[[], Any]

_MAIN = threading.main_thread().ident


def _answers(function: Optional[InterruptFunction]) -> Generator[int, Any, None]:
    """Call the function, if there is one, at each send(); yield 1 to stop, else 0.

    Python runs signal handlers where a function begins or a generator resumes. The generator
    resumes inside its try, so an exception of a handler is kept. At the start of a function it
    would be lost.
    """
    answer = 0
    while True:
        try:
            yield answer
            answer = int(bool(function())) if function else 0
        except GeneratorExit:
            return
        except BaseException as exception:  # nothing may unwind through C
            keep(exception)
            answer = 1


def _c_function(function: Optional[InterruptFunction]) -> Any:
    answers = _answers(function)
    next(answers)
    return interrupt_fn(answers.send)


_NONE = interrupt_fn(0)
_SIGNALS = _c_function(None)


class InterruptCheck:
    """The function that C calls to ask whether to stop the call on one handle.

    It is the user's function, if one is set. Otherwise, in the main thread, it is a function that
    lets Python run signal handlers, so that Ctrl-C ends a call; other threads get no signals.
    """

    __slots__ = ("_function", "_wanted", "_present")

    def __init__(self) -> None:
        self._function: Optional[InterruptFunction] = None
        self._wanted: Any = None  # _function as a C function
        self._present: Any = _NONE  # the C function that is set; C has only its address

    def copy(self) -> InterruptCheck:
        """Settings for a clone of the handle."""
        copy = InterruptCheck()
        copy._function, copy._wanted = self._function, self._wanted
        copy._present = self._present
        return copy

    def set(self, function: Optional[InterruptFunction]) -> None:
        """Set the user's function, None for none, from the next call on."""
        if function is not None and not callable(function):
            raise TypeError(f"the interrupt function must be a function or None, not {function!r}")
        self._function = function
        self._wanted = None if function is None else _c_function(function)

    @contextmanager
    def also(self, look: Callable[[], object]) -> Iterator[None]:
        """Within the `with` block the C library calls `look` first, then the user's function, if
        any.
        """
        function, wanted = self._function, self._wanted

        def look_and_call() -> Any:
            look()
            return function() if function else False

        self._wanted = _c_function(look_and_call)
        try:
            yield
        finally:
            self._wanted = wanted

    def prepare(self, setter: Callable[..., int], handle: Any) -> None:
        """Pass the function to C before a call, unless C has it since the last call."""
        wanted = self._wanted
        if wanted is None:
            wanted = _SIGNALS if threading.get_ident() == _MAIN else _NONE
        if wanted is not self._present and setter(handle, wanted, None) == 0:
            self._present = wanted
