# SPDX-License-Identifier: MIT
"""Stopping long calls: Ctrl-C, and functions that are asked whether to go on."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import Any, Callable, Generator, Iterator, Optional

from ._inputs import keep
from ._library import interrupt_fn

Question = Callable[[], Any]

_MAIN = threading.main_thread().ident


def _questions(function: Optional[Question]) -> Generator[int, Any, None]:
    """Asks the function, if there is one, each time it is sent something.

    Python runs the handlers of signals where a function begins or a generator goes on: here that is
    inside the try, whereas what a handler raises at the beginning of a function would be lost.
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


def _ask(function: Optional[Question]) -> Any:
    questions = _questions(function)
    next(questions)
    return interrupt_fn(questions.send)


_NOBODY = interrupt_fn(0)
_SIGNALS = _ask(None)


class Asking:
    """Whom C asks for one handle: the user's function, or in the main thread, which alone gets
    signals, one that lets Python handle them, so that Ctrl-C ends a call."""

    __slots__ = ("_question", "_own", "_asked")

    def __init__(self) -> None:
        self._question: Optional[Question] = None
        self._own: Any = None
        self._asked: Any = _NOBODY  # C only has its address

    def copy(self) -> Asking:
        """Settings for a clone of the handle."""
        asking = Asking()
        asking._question, asking._own, asking._asked = self._question, self._own, self._asked
        return asking

    def set(self, function: Optional[Question]) -> None:
        """From the next call on."""
        if function is not None and not callable(function):
            raise TypeError(f"what is asked is a function or None, not {function!r}")
        self._question, self._own = function, None if function is None else _ask(function)

    @contextmanager
    def also(self, look: Callable[[], object]) -> Iterator[None]:
        """Within it another function is called before each question."""
        question, own = self._question, self._own

        def ask() -> Any:
            look()
            return question() if question else False

        self._own = _ask(ask)
        try:
            yield
        finally:
            self._own = own

    def prepare(self, setter: Callable[..., int], handle: Any) -> None:
        """Before a call."""
        wanted = self._own
        if wanted is None:
            wanted = _SIGNALS if threading.get_ident() == _MAIN else _NOBODY
        if wanted is not self._asked and setter(handle, wanted, None) == 0:
            self._asked = wanted
