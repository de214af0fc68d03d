# SPDX-License-Identifier: MIT
"""A gate is a check that must find no fault in the library and a fault in every spoilt copy."""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def output(*command, **options):
    """Standard output of a command that must succeed."""
    return subprocess.run([str(word) for word in command], check=True, text=True,
                          stdout=subprocess.PIPE, **options).stdout


def wrapper():
    """Return the wrapper that runs the programs of a cross build."""
    return shlex.split(os.environ.get("MESON_EXE_WRAPPER", ""))


def complaint(*command, **options):
    """Return None if a command succeeds, otherwise the first 200 characters of its output."""
    result = subprocess.run([str(word) for word in command], check=False, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    return None if result.returncode == 0 else (result.stdout.strip() or "failed")[:200]


@contextlib.contextmanager
def spoilt(folder, name, old, new):
    """Yield a copy of a folder in which the first `old` in file `name` is replaced by `new`. If
    `old` is None, the file is added with the text `new`.
    """
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / Path(folder).name
        shutil.copytree(folder, copy)
        path = copy / name
        if old is None:
            path.write_text(new)
        else:
            text = path.read_text()
            assert old in text, f"{name} does not hold {old!r} any more: renew this proof"
            path.write_text(text.replace(old, new, 1))
        yield copy


def run(faults, proofs):
    """Print TAP lines for the faults of the library, of which there must be none, and for each pair
    (what, faults of a spoilt copy), of which there must be at least one.
    """
    failed = 0
    points = [("nothing is wrong", not faults, faults)]
    points += [(f"found: {what}", bool(found), found) for what, found in proofs]
    for number, (what, good, lines) in enumerate(points, 1):
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} - {what}")
        for line in lines[:5 if good else None]:
            print("#", " ".join(str(line).split()))
    print(f"1..{len(points)}")
    sys.exit(failed > 0)
