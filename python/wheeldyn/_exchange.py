# SPDX-License-Identifier: MIT
"""The equations of a model, for an integrator of the user.

"Experimental, as exchange.h" means: it may change until 1.0, like the functions of the header
exchange.h of the C library.
"""

from __future__ import annotations

from typing import Dict, List, Literal, Tuple

import numpy as np
import numpy.typing as npt

from . import _constants as wd
from ._arrays import Reals, pointer, real, reals
from ._errors import Error
from ._library import lib
from ._parts import Assembly

StepResult = Literal["ok", "event", "end"]
STEP_RESULTS: Dict[int, StepResult] = {wd.WD_OK: "ok", wd.WD_EVENT: "event", wd.WD_END: "end"}


class Exchange(Assembly):
    """The methods of a model for an integrator of the user; experimental."""

    __slots__ = ()

    def state_names(self) -> List[str]:
        """Names of the states of derivative(): the state variables, then "output.work" and
        "output.dissipated". Empty for an event-driven model. Experimental, as exchange.h."""
        handle = self._open()
        return [lib.wd_model_state_name(handle, i).decode()
                for i in range(lib.wd_model_state_count(handle))]

    def state_nominals(self) -> Reals:
        """Typical magnitude of each state of state_names(); experimental, as exchange.h."""
        handle = self._open()
        return np.array([lib.wd_model_state_nominal(handle, i)
                         for i in range(lib.wd_model_state_count(handle))], dtype=np.float64)

    def states(self) -> Reals:
        """The present states, in the order of state_names(); experimental, as exchange.h."""
        handle = self._idle_handle()
        states = np.empty(lib.wd_model_state_count(handle))
        status = lib.wd_model_states(handle, pointer(states))
        if status < 0:
            raise Error(status, f"this {self._kind} model has no states before init(), or none")
        return states

    def derivative(self, t: float, states: npt.ArrayLike) -> Reals:
        """Time derivatives of the states at time t [s], with the present modes and inputs. The
        model does not change. Experimental, as exchange.h."""
        given = self._states(states)
        rates = np.empty_like(given)
        self._call(lib.wd_model_derivative, real("t", t), pointer(given), pointer(rates))
        return rates

    def indicators(self, t: float, states: npt.ArrayLike) -> Reals:
        """Event indicators; each is positive until its event. Experimental, as exchange.h."""
        given = self._states(states)
        values = np.empty(lib.wd_model_indicator_count(self._open()))
        self._call(lib.wd_model_indicators, real("t", t), pointer(given), pointer(values))
        return values

    def event_update(self, t: float, states: npt.ArrayLike) -> Tuple[StepResult, Reals]:
        """Move the model to time t [s] and the states, after a step or at an event. Returns "ok",
        "event" (restart the integrator) or "end" (the motion has ended), and the states from which
        to continue. Experimental, as exchange.h."""
        given = self._states(states)
        status = self._call(lib.wd_model_event_update, real("t", t), pointer(given))
        return STEP_RESULTS[status], given

    def next_time(self) -> float:
        """Time of the next knot of a signal [s], where a step has to end; infinity if there is
        none. Experimental, as exchange.h."""
        return float(lib.wd_model_next_time(self._idle_handle()))

    def eval_at(self, t: float, states: npt.ArrayLike) -> None:
        """Compute the outputs at time t [s] and the states; experimental, as exchange.h."""
        given = self._states(states)
        self._call(lib.wd_model_eval_at, real("t", t), pointer(given))

    def _states(self, states: npt.ArrayLike) -> Reals:
        """A copy of states, of the right number."""
        return reals("states", states, (lib.wd_model_state_count(self._open()),)).copy()
