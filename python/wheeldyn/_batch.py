# SPDX-License-Identifier: MIT
"""Many models with the same parts, stepped by one call: batch.h.

Experimental until 1.0, as that header is.
"""

from __future__ import annotations

import os
import weakref
from ctypes import POINTER, byref, c_int32, c_uint8, c_void_p
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _constants as wd
from ._arrays import Reals, pointer, real, reals, size, thread_count, unmasked
from ._errors import Error
from ._inputs import call_in_threads
from ._interrupts import InterruptCheck, InterruptFunction
from ._library import BATCH, bind, lib
from ._model import Model
from ._parts import as_tuple

Mask = Optional[npt.ArrayLike]
Statuses = npt.NDArray[np.int32]

bind(lib, BATCH)


class Batch:
    """Copies of a running model, each with settings, events and a time of its own.

    They are stepped together, in several threads, and have the same bits as single models. Arrays
    have one row for each member. A mask is an array of truth values, one for each member; None
    stands for all members. Failures raise wheeldyn.Error. A batch belongs to one thread at a time;
    step_to() lets other Python threads run.
    """

    __slots__ = ("_handle", "_busy", "_table", "_callbacks", "_interrupt", "_free", "_model",
                 "_count", "__weakref__")

    def __init__(self, model: Model, members: int, threads: Optional[int] = None) -> None:
        """threads: number of threads; default: one for each processor that this process may use."""
        if not isinstance(model, Model):
            raise TypeError(f"a batch is made of a wheeldyn.Model, not {model!r}")
        members = size("members", members, 1)
        threads = thread_count(_processors() if threads is None else threads)
        handle = c_void_p()
        status = lib.wd_batch_new(model._idle_handle(), members, threads, byref(handle))
        if status < 0:
            raise Error(status, {
                wd.WD_ESTATE: "a batch is made of a running model; call its init()",
                wd.WD_ENOMEM: f"no memory for {members} members, or no {threads} threads",
            }.get(status, ""))
        self._handle = handle
        self._free = weakref.finalize(self, lib.wd_batch_free, handle)
        self._busy = False
        self._count = members
        self._model = model.clone()  # keeps names, and callbacks of members not replaced by put()
        self._table = self._model._table
        self._callbacks: Dict[int, Dict[str, Any]] = {}  # those of replaced members, by number
        self._interrupt = InterruptCheck()

    def close(self) -> None:
        """Free the members and threads; closing twice is fine. A `with` block does it too."""
        if self._busy:
            raise Error(wd.WD_ESTATE, "this batch is computing")
        self._free()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        kind = self._model.kind
        if not self._free.alive:
            return f"<wheeldyn.Batch {kind}, closed>"
        return f"<wheeldyn.Batch {kind}, {self._count} members, {self.threads} threads>"

    @property
    def threads(self) -> int:
        """Number of threads, the calling one included."""
        return int(lib.wd_batch_thread_count(self._idle()))

    # Members

    def put(self, i: int, model: Model) -> None:
        """Replace member i by a copy of a running model with the same parts."""
        if not isinstance(model, Model):
            raise TypeError(f"a member is a copy of a wheeldyn.Model, not of {model!r}")
        self._check(lib.wd_batch_put(self._idle(), self._member(i), model._idle_handle()))
        self._callbacks[i] = dict(model._callbacks)

    def take(self, i: int) -> Model:
        """A copy of member i as a model, for example to read its events or to replay it."""
        handle = c_void_p()
        status = lib.wd_batch_take(self._idle(), self._member(i), byref(handle))
        if status < 0:
            raise Error(status)
        copy = object.__new__(Model)
        callbacks = self._callbacks.get(i, self._model._callbacks)
        copy._adopt(self._model.kind, handle, dict(callbacks), InterruptCheck())
        return copy

    def restart(self, mask: Mask = None) -> None:
        """Reset members to the model of which the batch was made, in its state at that time."""
        chosen = self._mask(mask)
        self._check(lib.wd_batch_restart(self._idle(), _bytes(chosen)))
        self._forget(np.ones(self._count, dtype=np.bool_) if chosen is None else chosen != 0)

    def error(self, i: int) -> str:
        """Text of the last failure of member i, "" if there is none."""
        text: bytes = lib.wd_batch_member_error(self._idle(), self._member(i))
        return text.decode()

    # Arrays

    @property
    def times(self) -> Reals:
        """Present time of each member [s]."""
        times = np.empty(self._count)
        self._read(lib.wd_batch_times(self._idle(), pointer(times)))
        return times

    def get(self, names: Union[str, Sequence[str]]) -> Reals:
        """Values of variables: of shape (members,) for a name, (members, names) for several."""
        refs = self._table.refs(as_tuple(names))
        values = np.empty((self._count, len(refs)))
        self._read(lib.wd_batch_get(self._idle(), refs, len(refs), pointer(values)))
        return values[:, 0].copy() if isinstance(names, str) else values

    def set(self, names: Union[str, Sequence[str]], values: npt.ArrayLike,
            mask: Mask = None) -> None:
        """Set inputs, tunables or solver settings, all or nothing.

        values: an array of the shape that get() returns, or one that numpy broadcasts to it.
        Values of members that are not in the mask are ignored.
        """
        refs = self._table.refs(as_tuple(names))
        given = self._rows(names, values)
        chosen = self._mask(mask)
        self._check(lib.wd_batch_set(self._idle(), refs, len(refs), pointer(given),
                                     _bytes(chosen)))

    def init(self, names: Union[str, Sequence[str]] = (), values: npt.ArrayLike = (),
             mask: Mask = None, t0: float = 0.0, raises: bool = True) -> Statuses:
        """Start members again at time t0 [s]. They get the settings of the model of which the batch
        was made, and these values of parameters, start values, inputs or tunables; the shape of
        values is as in set().

        Returns status numbers, and raises as step_to() does. A member whose start fails keeps its
        present motion.
        """
        refs = self._table.refs(as_tuple(names))
        given = self._rows(names, values if len(refs) else np.empty((self._count, 0)))
        chosen, statuses = self._mask(mask), np.zeros(self._count, dtype=np.int32)
        status = self._call(lib.wd_batch_init, real("t0", t0), refs, len(refs), pointer(given),
                            _bytes(chosen), statuses.ctypes.data_as(POINTER(c_int32)))
        if status >= 0 or np.any(statuses < 0):
            started = statuses >= 0
            self._forget(started if chosen is None else started & (chosen != 0))
        return self._judged(status, statuses, raises)

    def step_to(self, t: npt.ArrayLike, mask: Mask = None, raises: bool = True,
                outputs: bool = True) -> Statuses:
        """Advance members to time t [s], a number or one for each; return their status numbers.

        0: ok; wheeldyn.WD_EVENT: stopped just after an event; wheeldyn.WD_END: the motion has
        ended. A member that fails is unchanged, and the others move. Then the Error of the first
        failure is raised, with the numbers of all members as its attribute `statuses`. With
        raises=False nothing is raised; negative numbers say which members failed, and error(i)
        says why. An exception of an input function is raised in any case.

        With outputs=False the outputs keep their old values, which saves up to half of the work.
        The states are those at the new time; step_to(batch.times) then computes the outputs.
        """
        given = unmasked("t", t)
        times = reals("t", np.full(self._count, given) if given.ndim == 0 else given,
                      (self._count,))
        statuses = np.zeros(self._count, dtype=np.int32)
        chosen = self._mask(mask)
        self._check(lib.wd_batch_set_outputs(self._idle(), 1 if outputs else 0))
        status = self._call(lib.wd_batch_step_to, pointer(times), _bytes(chosen),
                            statuses.ctypes.data_as(POINTER(c_int32)))
        return self._judged(status, statuses, raises)

    def set_interrupt(self, function: Optional[InterruptFunction]) -> None:
        """Set a function that says whether to stop step_to(), as Model.set_interrupt() does."""
        self._idle()
        self._interrupt.set(function)

    # Helpers

    def _idle(self) -> c_void_p:
        """The handle, if no call is computing."""
        if self._busy:
            raise Error(wd.WD_ESTATE, "this batch is computing: neither a function that it calls "
                                      "nor another thread may use it")
        if not self._free.alive:
            raise Error(wd.WD_EINVAL, "this batch is closed")
        return self._handle

    def _call(self, function: Callable[..., int], *arguments: Any) -> int:
        handle = self._idle()
        self._busy = True
        try:
            self._interrupt.prepare(lib.wd_batch_set_interrupt_fn, handle)
            return call_in_threads(function, handle, *arguments)
        finally:
            self._busy = False

    def _check(self, status: int) -> None:
        if status < 0:
            raise Error(status, lib.wd_batch_error(self._handle).decode())

    def _read(self, status: int) -> None:
        if status < 0:
            raise Error(status)

    def _judged(self, status: int, statuses: Statuses, raises: bool) -> Statuses:
        """Return the statuses of the members. Raise an error if the call was interrupted or failed
        as a whole, or, with `raises`, if a member failed.
        """
        whole = status < 0 and not np.any(statuses < 0)
        if status == wd.WD_EINTERRUPT or whole or (status < 0 and raises):
            error = Error(status, lib.wd_batch_error(self._handle).decode())
            setattr(error, "statuses", statuses)
            raise error
        return statuses

    def _forget(self, started: npt.NDArray[np.bool_]) -> None:
        """Release the callbacks of replaced members that are started again: they then have the
        callbacks of the model of which the batch was made.
        """
        for i in list(self._callbacks):
            if started[i]:
                del self._callbacks[i]

    def _rows(self, names: Union[str, Sequence[str]], values: npt.ArrayLike) -> Reals:
        """Values with a row for each member."""
        shape = (self._count,) if isinstance(names, str) else (self._count, len(as_tuple(names)))
        try:
            wide = np.broadcast_to(unmasked("values", values), shape)
        except ValueError:
            raise Error(wd.WD_EINVAL, f"values must have the shape {shape}, or one that numpy "
                                      f"broadcasts to it, not {np.shape(values)}") from None
        return reals("values", wide, shape)

    def _member(self, i: int) -> int:
        number = size("the number of a member", i, 0)
        if number >= self._count:
            raise Error(wd.WD_ERANGE, f"member {number} must be below {self._count}")
        return number

    def _mask(self, mask: Mask) -> Optional[npt.NDArray[np.uint8]]:
        if mask is None:
            return None
        given = unmasked("mask", mask)
        if given.dtype != np.bool_ or given.shape != (self._count,):
            raise Error(wd.WD_EINVAL, f"mask must have {self._count} truth values (bool), not the "
                                      f"shape {given.shape} of {given.dtype}")
        return np.ascontiguousarray(given, dtype=np.uint8)


def _bytes(mask: Optional[npt.NDArray[np.uint8]]) -> Any:
    """Pointer to the bytes of a mask; NULL for None. The mask must outlive the pointer."""
    return None if mask is None else mask.ctypes.data_as(POINTER(c_uint8))


def _processors() -> int:
    """Number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


__all__: List[str] = ["Batch"]
