# SPDX-License-Identifier: MIT
"""Checks of the numbers that a function of Python is called with. Each raises a ValueError that
names the argument, its value and what it must be."""

from __future__ import annotations

import math
from operator import index
from reprlib import repr as short
from typing import Any, Callable, Optional

from ._arrays import real
from ._errors import Error


def _finite(value: Any) -> Optional[float]:
    """Return a finite real number as a float; return None for anything else, such as text."""
    try:
        x = real("", value)
    except (TypeError, Error):
        return None
    return x if math.isfinite(x) else None


def number(name: str, value: Any, needs: str = "",
           holds: Callable[[float], bool] = lambda x: True) -> float:
    """Return a finite number x for which holds(x) is true; `needs` says in words when it is."""
    x = _finite(value)
    if x is None or not holds(x):
        raise ValueError(f"{name} = {short(value)} must be a finite number {needs}".rstrip())
    return x


def above_0(name: str, value: Any) -> float:
    return number(name, value, "above 0", lambda x: x > 0)


def not_0(name: str, value: Any) -> float:
    return number(name, value, "other than 0", lambda x: x != 0)


def whole(name: str, value: Any, least: int, most: float = math.inf) -> int:
    """Return a whole number from `least` to `most`; floats without a fraction count as whole."""
    try:
        n: Optional[int] = index(value)
    except TypeError:
        x = _finite(value)
        n = int(x) if x is not None and x == math.floor(x) else None
    if n is None or not least <= n <= most:
        limits = f"of at least {least}" if most == math.inf else f"from {least} to {most}"
        raise ValueError(f"{name} = {short(value)} must be a whole number {limits}")
    return n
