# SPDX-License-Identifier: MIT
"""The variables of a model, by name."""

from __future__ import annotations

from copy import deepcopy
from typing import Iterator, List, Mapping, Sequence, Tuple

import numpy as np

from . import _constants as wd
from ._arrays import Reals, pointer
from ._errors import Error
from ._gradient import Gradients
from ._kinds import Value, Variable
from ._library import lib
from ._parts import as_tuple


class Values(Gradients):
    """The methods of a model that list, read and write its variables."""

    __slots__ = ()

    def variables(self) -> List[Variable]:
        """Return all variables as dicts of name, unit, role, low, high, text, choices."""
        self._open()
        return deepcopy(self._table.variables)

    @property
    def key_variables(self) -> Tuple[str, ...]:
        """Names of the few variables that describe the motion best; experimental, as parts.h."""
        return self._table.key(self._open())

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.by_name)

    def __contains__(self, name: object) -> bool:
        return name in self._table.by_name

    def __getitem__(self, name: str) -> float:
        return float(self.get((name,))[0])

    def __setitem__(self, name: str, value: Value) -> None:
        self.set({name: value})

    def get(self, names: Sequence[str]) -> Reals:
        """Read several variables at once, in their units."""
        key = as_tuple(names)
        values = np.empty(len(key))
        status = lib.wd_model_get(self._idle_handle(), self._table.refs(key), len(key),
                                  pointer(values))
        if status == wd.WD_ESTATE:
            raise Error(status, f"no value before init(): {', '.join(key)}")
        if status < 0:
            raise Error(status)
        return values

    def set(self, values: Mapping[str, Value]) -> None:
        """Set variables, all or none; a choice by the name or the number of its value."""
        self._put(self._table, values)
        for name in values:
            self._callbacks.pop(name, None)

    def set_choice(self, name: str, value: str) -> None:
        """Set a choice by the name of its value."""
        self.set({name: self._table.choice(name, value)})

    def choice(self, name: str) -> str:
        """The name of the present value of a choice."""
        return self._table.choices(name)[int(self[name])]
