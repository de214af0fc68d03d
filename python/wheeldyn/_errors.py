# SPDX-License-Identifier: MIT
"""The exception of the package."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Iterable

from ._library import lib


class Error(Exception):
    """A call failed. The model is unchanged; after Model.run() it is at the last row reached.

    code: status number, such as wheeldyn.WD_ERANGE; name: its name, "WD_ERANGE"; text: a sentence.
    An exception that leaves Model.run() has an attribute `rows`, the rows reached before it.
    """

    def __init__(self, code: int, text: str = "") -> None:
        self.code = code
        self.name: str = lib.wd_status_name(code).decode()
        self.text: str = text or lib.wd_status_text(code).decode()
        super().__init__(code, self.text)

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


def unknown(code: int, what: str, name: object, names: Iterable[str],
            dotted: bool = False) -> Error:
    """The error for a name that is not in `names`. Its text suggests the nearest name. If no name
    is near, it lists all names or, if `dotted`, those of the same group."""
    if not isinstance(name, str):
        return Error(code, f"{what} must be given by its name, a str, not {name!r}")
    known = list(names)
    begun = sorted((each for each in known if name and each.startswith(name)), key=len)
    near = begun or get_close_matches(name, known, n=1, cutoff=0.5)
    if near:
        return Error(code, f"no {what} '{name}'; did you mean '{near[0]}'?")
    if not dotted:
        return Error(code, f"no {what} '{name}'; there are: {', '.join(known) or 'none'}")
    groups = list(dict.fromkeys(each.partition(".")[0] + "." for each in known))
    group = get_close_matches(name.partition(".")[0] + ".", groups, n=1)
    if not group:
        return Error(code, f"no {what} '{name}'; names begin with {', '.join(groups)}")
    members = ", ".join(each for each in known if each.startswith(group[0]))
    return Error(code, f"no {what} '{name}'; with {group[0]} there are: {members}")
