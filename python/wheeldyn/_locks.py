# SPDX-License-Identifier: MIT
"""An exclusive lock on an open file, by the calls of the operating system."""

from __future__ import annotations

import os
import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    # Offset of the byte that is locked, far behind all data, because others cannot read this byte.
    _FAR = 1 << 40

    def _change(file: IO[bytes], mode: int) -> None:
        descriptor = file.fileno()
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, mode, 1)
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)

    def lock(file: IO[bytes]) -> bool:
        """Lock a file without waiting; return False if it is locked already."""
        try:
            _change(file, msvcrt.LK_NBLCK)
        except OSError:
            return False
        return True

    def unlock(file: IO[bytes]) -> None:
        """Release the lock, even where other processes have inherited the open file."""
        _change(file, msvcrt.LK_UNLCK)

else:
    import fcntl

    def lock(file: IO[bytes]) -> bool:
        """Lock a file without waiting; return False if it is locked already."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(file: IO[bytes]) -> None:
        """Release the lock, even where other processes have inherited the open file."""
        fcntl.flock(file, fcntl.LOCK_UN)
