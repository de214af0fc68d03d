# SPDX-License-Identifier: MIT
"""Parts of a model, for kinds that have types of parts."""

from __future__ import annotations

from ctypes import c_char_p
from typing import List, Mapping, Sequence, Tuple, Union

import numpy as np

from ._arrays import pointer
from ._constants import WD_EINVAL
from ._course import Course
from ._errors import Error
from ._kinds import Part, Table, Value, parts_of
from ._library import lib


class Assembly(Course):
    """The methods of a model that add, remove and list its parts."""

    __slots__ = ()

    def add_part(self, type: str, name: str, on: Union[str, Sequence[str]] = (),
                 **values: Value) -> None:
        """Add a part. `type` is one of part_types(); `on` names the parts that it joins.

        A keyword argument sets the parameter of this name of the part; if the part has none, its
        input, else its start value or state. If a value is refused, the part is not added.
        Experimental, as parts.h.
        """
        names = as_tuple(on)
        keys = (c_char_p * len(names))(*[_text("on", key) for key in names])
        handle = self._idle_handle()
        count, first = lib.wd_model_part_count(handle), lib.wd_model_var_count(handle)
        try:
            self._call(lib.wd_model_add_part, _text("type", type), _text("name", name), keys,
                       len(names))
            # Only the variables of the part, because the whole table would take longer.
            table = Table(handle, first)
            self._put(table, {table.quantity(name, key): value for key, value in values.items()})
        except BaseException:
            if lib.wd_model_part_count(handle) > count:
                lib.wd_model_remove_part(handle)
            raise
        finally:
            self._known = None

    def remove_part(self) -> None:
        """Remove the part that was added last; experimental, as parts.h."""
        last = [part["name"] for part in self.parts][-1:]
        self._call(lib.wd_model_remove_part)
        self._known = None
        for name in [name for name in self._callbacks if name.split(".")[1:2] == last]:
            del self._callbacks[name]

    @property
    def parts(self) -> List[Part]:
        """The parts, as they were added: dicts of name, type and on; experimental, as parts.h."""
        return parts_of(self._open())

    def _put(self, table: Table, values: Mapping[str, Value]) -> None:
        """Set variables of a table, all or none."""
        refs = table.refs(tuple(values))
        numbers = np.array([table.number(*item) for item in values.items()], np.float64)
        self._call(lib.wd_model_set, refs, len(refs), pointer(numbers))


def as_tuple(names: Union[str, Sequence[str]]) -> Tuple[str, ...]:
    """Names as a tuple; a single name makes a tuple of one."""
    return (names,) if isinstance(names, str) else tuple(names)


def _text(what: str, text: object) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {text!r}")
    if not text.isprintable():
        raise Error(WD_EINVAL, f"{what} {text!r} has characters that cannot be printed")
    return text.encode()
