# SPDX-License-Identifier: MIT
"""Checks and conversions of numbers and numpy arrays for calls of the C library."""

from __future__ import annotations

import sys
from ctypes import POINTER, c_double
from operator import index
from typing import Any, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._constants import WD_EINVAL, WD_ERANGE
from ._errors import Error

Reals = npt.NDArray[np.float64]

_real_p = POINTER(c_double)
_REAL_KINDS = "biuf"  # numpy's letters for bool, whole and floating-point numbers


def pointer(array: Optional[npt.NDArray[Any]]) -> Any:
    """Pointer to the doubles of a contiguous array; NULL for None. The array must outlive it."""
    return None if array is None else array.ctypes.data_as(_real_p)


def _float(what: str, value: Any) -> Optional[float]:
    """Convert a real number to a float; return None for anything else, such as text. Raises Error
    with WD_ERANGE, which names `what`, for a number beyond the range of doubles."""
    if isinstance(value, (str, bytes, bytearray, complex, np.ma.MaskedArray)):
        return None
    if isinstance(value, (np.generic, np.ndarray)) and value.dtype.kind not in _REAL_KINDS:
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
    except OverflowError:
        raise Error(WD_ERANGE, f"{what} is beyond the range of doubles") from None


def real(what: str, value: Any) -> float:
    """Convert a real number to a float. Raises exceptions that name `what`: a TypeError for
    anything else, and Error with WD_ERANGE for a number beyond the range of doubles."""
    number = _float(what, value)
    if number is None:
        raise TypeError(f"{what} must be a number, not {value!r}")
    return number


def size(what: str, value: Any, low: int, high: int = sys.maxsize) -> int:
    """Convert a whole number from `low` to `high` to an int. Raises exceptions that name `what`:
    Error with WD_EINVAL for other whole numbers, and a TypeError for anything else."""
    try:
        whole = index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {value!r}") from None
    if not low <= whole <= high:
        raise Error(WD_EINVAL, f"{what} must be from {low} to {high}, got {whole}")
    return whole


def thread_count(value: Any) -> int:
    """Convert a number of threads, with the limits of batch.h and gradient.h, as size() does."""
    return size("threads", value, 1, 4096)


def unmasked(what: str, values: npt.ArrayLike) -> npt.NDArray[Any]:
    """Values as an array of any type. A masked array is refused; the TypeError names `what`."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{what} must not be masked; its method filled() gives a plain array")
    try:
        return np.asarray(values)
    except ValueError as error:
        raise TypeError(f"{what} must be an array of numbers: {error}") from None


def reals(what: str, values: npt.ArrayLike, shape: Tuple[int, ...]) -> Reals:
    """Values as a contiguous array of doubles of this shape; -1 in it allows any length."""
    given = unmasked(what, values)
    if given.dtype.kind == "O":
        numbers = [_float(what, each) for each in given.flat]
        # With a None among the numbers the array again has objects, which are refused below.
        given = np.array(numbers).reshape(given.shape)
    if given.dtype.kind not in _REAL_KINDS:
        raise TypeError(f"{what} must be an array of real numbers, not of {given.dtype}")
    array = np.asarray(given, dtype=np.float64, order="C")
    fits = array.ndim == len(shape) and all(want in (-1, got) for want, got in
                                            zip(shape, array.shape))
    if not fits:
        wanted = " x ".join("n" if want < 0 else str(want) for want in shape)
        raise Error(WD_EINVAL, f"{what} must have the shape {wanted}, not "
                               f"{' x '.join(map(str, array.shape)) or 'that of a number'}")
    return array
