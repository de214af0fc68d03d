# SPDX-License-Identifier: MIT
"""Derivatives of the end of a motion."""

from __future__ import annotations

from ctypes import c_int32, c_size_t
from typing import Literal, NamedTuple, Optional, Sequence, Tuple, Union, cast

import numpy as np

from ._arrays import Reals, pointer, real, size, thread_count
from ._exchange import Exchange
from ._inputs import call, call_in_threads
from ._library import lib
from ._parts import as_tuple

Side = Literal["two_sided", "from_above", "from_below", "none"]
Shifted = Union[str, Tuple[str, int]]
_VALUE = c_size_t(-1).value  # WD_GRADIENT_VALUE


class Gradient(NamedTuple):
    """Derivatives of outputs (rows) by variables (columns); experimental, as gradient.h."""

    values: Reals  # NaN where there is no derivative
    errors: Reals  # estimated absolute errors of the values; infinity where there is no derivative
    sides: Tuple[Side, ...]  # for each variable, the side from which it was differentiated


class Gradients(Exchange):
    """The method of a model that differentiates motions; experimental."""

    __slots__ = ()

    def gradient(self, t_end: float, outputs: Union[str, Sequence[str]],
                 variables: Union[str, Sequence[Shifted]], t0: Optional[float] = None,
                 threads: int = 1) -> Gradient:
        """Derivatives of outputs at t_end [s] by parameters, start values, held inputs, and by
        numbers of signals, which are pairs (name, index). A name may stand alone. A model that is
        set up starts at t0 (default: 0); a running model continues from its present time. The model
        does not change. The variables are shared by this number of threads; the results do not
        depend on it. Experimental, as gradient.h."""
        handle = self._idle_handle()
        pairs = [(each, _VALUE) if isinstance(each, str) else
                 (each[0], size("the index of a number", each[1], 0))
                 for each in ((variables,) if isinstance(variables, str) else variables)]
        rows = self._table.refs(as_tuple(outputs))
        columns = self._table.refs(tuple(name for name, _ in pairs))
        numbers = (c_size_t * len(pairs))(*[number for _, number in pairs])
        sides = (c_int32 * len(pairs))()
        values, errors = np.empty((2, len(rows), len(pairs)))
        now = lib.wd_model_time(handle)
        start = real("t0", t0) if t0 is not None else 0.0 if np.isnan(now) else now
        threads = thread_count(threads)
        self._call(lib.wd_model_gradient, start, real("t_end", t_end), rows, len(rows), columns,
                   numbers, len(pairs), threads, pointer(values), pointer(errors), sides,
                   through=call if threads == 1 else call_in_threads)
        return Gradient(values, errors,
                        tuple(cast(Side, lib.wd_gradient_name(side).decode()) for side in sides))
