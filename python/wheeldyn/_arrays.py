# SPDX-License-Identifier: MIT
"""Numbers and numpy arrays as the library takes them."""

from __future__ import annotations

from ctypes import POINTER, c_double
from typing import Any, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._constants import WD_EINVAL
from ._errors import Error

Reals = npt.NDArray[np.float64]

_real_p = POINTER(c_double)


def pointer(array: Optional[npt.NDArray[Any]]) -> Any:
    """Pointer to the doubles of a contiguous array; NULL for None. The array must outlive it."""
    return None if array is None else array.ctypes.data_as(_real_p)


def real(what: str, value: Any) -> float:
    """A number; TypeError that names it if it is none, nor text that looks like one."""
    try:
        if not isinstance(value, (str, bytes, bytearray)):
            return float(value)
    except (TypeError, ValueError):
        pass
    raise TypeError(f"{what} must be a number, not {value!r}")


def reals(what: str, values: npt.ArrayLike, shape: Tuple[int, ...]) -> Reals:
    """Values as a contiguous array of doubles of this shape, in which -1 is any length."""
    array = np.asarray(values, dtype=np.float64, order="C")
    fits = array.ndim == len(shape) and all(want in (-1, got) for want, got in
                                            zip(shape, array.shape))
    if not fits:
        wanted = " x ".join("n" if want < 0 else str(want) for want in shape)
        raise Error(WD_EINVAL, f"{what} must have the shape {wanted}, not "
                               f"{' x '.join(map(str, np.shape(values))) or 'that of a number'}")
    return array
