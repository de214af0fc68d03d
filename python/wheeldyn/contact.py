# SPDX-License-Identifier: MIT
"""Unilateral contacts with Coulomb friction: contact.h.

Experimental until 1.0, as that header is.
"""

from __future__ import annotations

import weakref
from ctypes import POINTER, byref, c_double, c_size_t, c_uint32, c_void_p
from typing import Any, Callable, List, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from ._arrays import Reals, pointer, real, reals, size, unmasked
from ._constants import WD_EINVAL
from ._errors import Error
from ._inputs import call
from ._interrupts import InterruptCheck, InterruptFunction
from ._library import EXPERIMENTAL, bind, lib

WD_CONTACT_TOLERANCE = 1
WD_CONTACT_MAX_STEPS = 2
WD_CONTACT_RESIDUAL = 3
WD_CONTACT_STEPS = 4
WD_CONTACT_SWEEPS = 5
WD_CONTACT_AT_FLOOR = 6
WD_CONTACT_HYPERSTATIC = 7

WD_OPEN = 0
WD_STICK = 1
WD_SLIP = 2

_STATES = ("open", "stick", "slip")

bind(lib, EXPERIMENTAL)


class Solution(NamedTuple):
    """Result of Contacts.solve(): impulses r and velocities u = W r + q.

    Both have the shape (contacts, d), with the normal component first.
    """

    impulse: Reals
    velocity: Reals


class Contacts:
    """Workspace for contacts of d = 2 or 3 components each, the normal first.

    Set W by set_matrix() or set_rows(), set mu and q by set_problem(), then call solve(). Units are
    the caller's.
    """

    def __init__(self, d: int, contacts: int) -> None:
        d, contacts = size("d", d, 2), size("contacts", contacts, 1)
        if d > 3:
            raise Error(WD_EINVAL, f"d must be 2 or 3, got {d}")
        handle = c_void_p()
        status = lib.wd_contact_new(d, contacts, byref(handle))
        if status < 0:
            raise Error(status, f"a workspace of {contacts} contacts cannot be made")
        self.d, self.contacts = d, contacts
        self._handle = handle
        self._interrupt = InterruptCheck()
        weakref.finalize(self, lib.wd_contact_free, handle)

    def _check(self, status: int) -> None:
        if status < 0:
            raise Error(status, lib.wd_contact_error(self._handle).decode())

    def _work(self, function: Callable[..., int], *arguments: Any) -> None:
        """Make a call that may be long; the interrupt function can stop it."""
        self._interrupt.prepare(lib.wd_contact_set_interrupt_fn, self._handle)
        self._check(call(function, self._handle, *arguments))

    def set_interrupt(self, function: Optional[InterruptFunction]) -> None:
        """Set a function that says whether to stop a call, as Model.set_interrupt() does."""
        self._interrupt.set(function)

    def _get(self, what: int) -> float:
        value = c_double()
        status = lib.wd_contact_get(self._handle, what, byref(value))
        if status < 0:
            raise Error(status, "nothing was solved yet, or the last solve failed")
        return value.value

    def set_matrix(self, W: npt.ArrayLike) -> None:
        """Set W, of shape (d contacts, d contacts)."""
        size = self.d * self.contacts
        self._work(lib.wd_contact_set_dense, pointer(reals("W", W, (size, size))))

    def set_rows(self, row_start: npt.ArrayLike, column: npt.ArrayLike,
                 value: npt.ArrayLike) -> None:
        """Set W by compressed sparse rows, as indptr, indices and data of scipy's csr_array."""
        size = self.d * self.contacts
        values = reals("value", value, (-1,))
        starts = _whole("row_start", row_start, size + 1)
        columns = _whole("column", column, len(values))
        if np.any(starts < 0) or starts[-1] != len(values):
            raise Error(WD_EINVAL, f"row_start must end with the number of values, {len(values)}")
        if np.any(columns < 0) or np.any(columns >= size):
            raise Error(WD_EINVAL, f"a column is not in [0, {size})")
        from_start = starts.astype(np.uintp)
        from_column = columns.astype(np.uint32)
        self._work(lib.wd_contact_set_matrix, from_start.ctypes.data_as(POINTER(c_size_t)),
                   from_column.ctypes.data_as(POINTER(c_uint32)), pointer(values))

    def set_problem(self, mu: npt.ArrayLike, q: npt.ArrayLike) -> None:
        """Set the coefficients of friction, one for all or one each, and q, (contacts, d)."""
        given = unmasked("mu", mu)
        friction = reals("mu", np.full(self.contacts, given) if given.ndim == 0 else given,
                         (self.contacts,))
        free = reals("q", q, (self.contacts, self.d))
        self._check(lib.wd_contact_set_problem(self._handle, pointer(friction), pointer(free)))

    def solve(self, guess: Optional[npt.ArrayLike] = None) -> Solution:
        """Compute impulses and velocities; guess: impulses to start from, (contacts, d)."""
        shape = (self.contacts, self.d)
        r, u = np.zeros(shape), np.empty(shape)
        if guess is not None:
            r = reals("guess", guess, shape).copy()
        self._work(lib.wd_contact_solve, pointer(r), pointer(u), guess is not None)
        return Solution(r, u)

    @property
    def states(self) -> List[str]:
        """Mode of each contact in the last solution: "open", "stick" or "slip"."""
        numbers = [lib.wd_contact_state(self._handle, i) for i in range(self.contacts)]
        if numbers[0] < 0:
            raise Error(numbers[0], "nothing was solved yet, or the last solve failed")
        return [_STATES[number] for number in numbers]

    @property
    def tolerance(self) -> float:
        """The residual at which a solution is accepted, in [0, 1)."""
        return self._get(WD_CONTACT_TOLERANCE)

    @tolerance.setter
    def tolerance(self, value: float) -> None:
        self._check(lib.wd_contact_set(self._handle, WD_CONTACT_TOLERANCE,
                                       real("tolerance", value)))

    @property
    def max_steps(self) -> int:
        """Maximum number of Newton steps of a solve."""
        return int(self._get(WD_CONTACT_MAX_STEPS))

    @max_steps.setter
    def max_steps(self, value: int) -> None:
        self._check(lib.wd_contact_set(self._handle, WD_CONTACT_MAX_STEPS,
                                       real("max_steps", value)))

    @property
    def residual(self) -> float:
        """Residual of the last solve, dimensionless and independent of the units."""
        return self._get(WD_CONTACT_RESIDUAL)

    @property
    def steps(self) -> int:
        """Number of Newton steps of the last solve."""
        return int(self._get(WD_CONTACT_STEPS))

    @property
    def sweeps(self) -> int:
        """Number of passes over all contacts in the last solve."""
        return int(self._get(WD_CONTACT_SWEEPS))

    @property
    def at_floor(self) -> bool:
        """True if the residual is at the level of rounding errors, but above the tolerance."""
        return self._get(WD_CONTACT_AT_FLOOR) != 0

    @property
    def hyperstatic(self) -> bool:
        """True if other impulses give the same velocities (statically indeterminate contacts)."""
        return self._get(WD_CONTACT_HYPERSTATIC) != 0


def _whole(what: str, values: npt.ArrayLike, count: int) -> npt.NDArray[np.int64]:
    array = unmasked(what, values)
    if array.shape != (count,) or not np.issubdtype(array.dtype, np.integer):
        raise Error(WD_EINVAL, f"{what} must be {count} whole numbers")
    return array.astype(np.int64)
