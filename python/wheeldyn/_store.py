# SPDX-License-Identifier: MIT
"""The file in which a sweep stores its finished chunks."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple, Union

from ._kinds import version
from ._locks import lock, unlock

Row = Tuple[Any, ...]


def _open_regular(path: str, flags: int) -> int:
    descriptor = os.open(path, flags, 0o666)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise ValueError(f"{path} is no regular file; name another file")


class Store:
    """File of finished chunks, one line each; the first line identifies the sweep.

    Lines are only appended, by one sweep at a time. Each line begins with a checksum of itself and
    of the first line, which shows damaged lines and lines of another sweep. A file that is refused
    is unchanged; only an incomplete last line, left by an interrupted sweep, is cut off.
    """

    def __init__(self, path: Union[str, Path], definition: object, sizes: Sequence[int],
                 width: int) -> None:
        """sizes: rows of each chunk; width: entries of a row, its status, text and time first."""
        digest = hashlib.sha256(json.dumps(definition, sort_keys=True).encode()).hexdigest()
        self._head = json.dumps({"wheeldyn": version(), "sweep": digest})
        self._path = Path(path)
        self._sizes = sizes
        self._width = width
        self.done: Dict[int, List[Row]] = {}
        self._file = open(self._path, "ab+", opener=_open_regular)
        try:
            if not lock(self._file):
                raise ValueError(f"{self._path} is in use by another sweep; wait for its end or "
                                 f"name another file")
            self._take()
        except BaseException:
            self._file.close()
            raise

    def add(self, i: int, rows: List[Row]) -> None:
        body = json.dumps([i, rows])
        self._file.write(f"{self._sum(body)} {body}\n".encode())
        self._file.flush()

    def close(self) -> None:
        # The workers of a pool have the file open, too.
        unlock(self._file)
        self._file.close()

    def _sum(self, body: str) -> str:
        return hashlib.sha256(f"{self._head}\n{body}".encode()).hexdigest()[:16]

    def _take(self) -> None:
        """Read the complete lines, if all are valid, and cut off an incomplete last line."""
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].decode("ascii", "replace").split("\n")[:-1]
        if lines:
            self._check_head(lines[0])
        elif not self._head.encode().startswith(text):
            self._check_head(text.decode("ascii", "replace"))
        for number, line in enumerate(lines[1:], 2):
            fault = self._take_line(line)
            if fault:
                raise ValueError(f"{self._path}, line {number}: {fault}; if you delete "
                                 f"the line, its cases are run again")
        os.ftruncate(self._file.fileno(), whole)
        if not lines:
            self._file.write(f"{self._head}\n".encode())
            self._file.flush()

    def _check_head(self, line: str) -> None:
        if line == self._head:
            return
        try:
            head = json.loads(line)
            made, _ = head["wheeldyn"], head["sweep"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ValueError(f"{self._path}, line 1: this is no store of a sweep; name another "
                             f"file") from None
        if made != version():
            raise ValueError(f"{self._path} was written by wheeldyn {made}, this is {version()}; "
                             f"name another file")
        raise ValueError(f"{self._path} belongs to another sweep; name another file")

    def _take_line(self, line: str) -> str:
        """Read a line into `done`; return what is wrong with it, or an empty text."""
        checksum, _, body = line.partition(" ")
        if checksum != self._sum(body):
            return "it is damaged or of another sweep"
        try:
            i, rows = json.loads(body)
            fits = (type(i) is int and i >= 0 and len(rows) == self._sizes[i]
                    and all(map(self._is_row, rows)))
        except (ValueError, TypeError, IndexError, RecursionError):
            fits = False
        if not fits:
            return "it has not the rows of this sweep"
        if i in self.done:
            return f"the rows of chunk {i} are there twice"
        self.done[i] = [tuple(row) for row in rows]
        return ""

    def _is_row(self, row: Any) -> bool:
        types: List[type] = [int, str, *[float] * (self._width - 2)]
        return (isinstance(row, list) and [type(value) for value in row] == types
                and abs(row[0]) < 2**31)
