# SPDX-License-Identifier: MIT
"""The C side of a model: its handle, open or closed, and calls on it."""

from __future__ import annotations

import weakref
from ctypes import c_void_p
from typing import Any, Callable, Dict, Optional

from . import _constants as wd
from ._errors import Error
from ._inputs import call
from ._interrupts import InterruptCheck
from ._kinds import Table, table_of
from ._library import lib


class Handle:
    """Owner of a wd_model and of the Python callbacks of which C stores only the addresses."""

    __slots__ = ("_kind", "_handle", "_busy", "_callbacks", "_interrupt", "_free", "_known",
                 "_motion", "_widths", "__weakref__")

    def _adopt(self, kind: str, handle: c_void_p, callbacks: Dict[str, Any],
               interrupt: InterruptCheck) -> None:
        self._kind = kind
        self._handle = handle
        self._busy = False
        self._callbacks = callbacks  # of inputs, by name; C has only the addresses of callbacks
        self._interrupt = interrupt
        self._free = weakref.finalize(self, lib.wd_model_free, handle)
        self._known: Optional[Table] = table_of(kind, handle)
        self._motion = object()  # replaced by each init(), load(), reset() and preset
        self._widths: Dict[str, float] = {}  # width of each wheel [m] in replays, by its name

    @property
    def _table(self) -> Table:
        """The variables; they are read again if _known is None, because parts may have changed."""
        if self._known is None:
            self._known = table_of(self._kind, self._open())
        return self._known

    def _open(self) -> c_void_p:
        if not self._free.alive:
            raise Error(wd.WD_EINVAL, f"this {self._kind} model is closed")
        return self._handle

    def _computing(self, what: str) -> Error:
        return Error(wd.WD_ESTATE, f"this {self._kind} model is computing: neither a function that "
                                   f"it calls nor another thread may {what}")

    def _idle_handle(self) -> c_void_p:
        """Return the handle; raise an error while a call is computing."""
        if self._busy:
            raise self._computing("read or change its motion")
        return self._open()

    def _call(self, function: Callable[..., int], *arguments: Any,
              through: Callable[..., int] = call) -> int:
        """Make a call that may change the model; return its status, raise an error if it fails."""
        handle = self._idle_handle()
        self._busy = True  # first, because another thread may run during the next calls
        try:
            self._interrupt.prepare(lib.wd_model_set_interrupt_fn, handle)
            status = through(function, handle, *arguments)
        finally:
            self._busy = False
        if status < 0:
            raise Error(status, lib.wd_model_error(handle).decode())
        return status
