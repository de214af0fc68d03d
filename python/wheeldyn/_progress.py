# SPDX-License-Identifier: MIT
"""Progress of a long run: the number of rows that are written."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import Callable, Iterator, Union

import numpy as np
import numpy.typing as npt

from ._interrupts import InterruptCheck

Progress = Union[None, bool, Callable[[int, int], object]]

_PERIOD = 0.1  # s between two calls


@contextmanager
def watching(progress: Progress, interrupt: InterruptCheck, rows: npt.NDArray[np.void]
             ) -> Iterator[None]:
    """Call `progress` during the `with` block with the number of rows written and of rows expected.

    At the end both arguments are the number of rows written.
    """
    if not progress:
        yield
        return
    report = _on_stderr(time.monotonic()) if progress is True else progress
    times, last = rows["time"], time.monotonic()
    times[:] = np.nan  # until a row is written

    def look() -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PERIOD:
            last = now
            report(_written(times), len(times))

    with interrupt.also(look):
        yield
    done = _written(times)
    report(done, done)  # the motion may end before all rows


def _written(times: npt.NDArray[np.float64]) -> int:
    """The number of rows with a time; rows are written in order."""
    low, high = 0, len(times)
    while low < high:
        middle = (low + high) // 2
        if np.isnan(times[middle]):
            high = middle
        else:
            low = middle + 1
    return low


def _on_stderr(begun: float) -> Callable[[int, int], None]:
    """Print progress in one line on the standard error, as the program wheeldyn does."""

    def report(done: int, total: int) -> None:
        spent = time.monotonic() - begun
        left = f"  {spent * (total - done) / done:.0f} s left" if done else ""
        end = "\n" if done == total else ""
        print(f"\r{100 * done / max(total, 1):3.0f} %{left} \033[K", end=end, file=sys.stderr,
              flush=True)

    return report
