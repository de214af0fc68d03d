# SPDX-License-Identifier: MIT
"""Runs a preset and shows its replay in the browser: python -m wheeldyn."""

from __future__ import annotations

import argparse
import math
import os
import sys
import webbrowser
from pathlib import Path
from typing import List, Optional

from . import _constants as wd
from . import replay
from ._errors import Error
from ._kinds import kind_text, kinds, preset_text, presets
from ._model import Model
from ._preview import FRAMES, seconds_of

_FIRST = "vehicle/car"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m wheeldyn",
        description="Run a preset and show its replay in the browser; the page goes into a file of "
                    "the working folder and needs no other.",
        epilog="Exit status: 0 done, 1 the model failed or the page could not be written, 2 the "
               "command line is wrong.")
    parser.add_argument("what", nargs="?", default=_FIRST, metavar="KIND[/PRESET]",
                        help=f"what to run; a kind alone: its first preset (default: {_FIRST})")
    parser.add_argument("-l", "--list", action="store_true", help="list kinds and presets")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="write the page there and open no browser")
    parser.add_argument("-t", "--time", metavar="SECONDS", type=_seconds,
                        help="length of the run (default: depends on the kind)")
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"a time must be positive and finite, not {text}")
    return seconds


def _list() -> None:
    for kind in kinds():
        print(f"{kind}: {kind_text(kind)}")
        for preset in presets(kind):
            print(f"  {kind}/{preset}: {preset_text(kind, preset)}")


def _page(kind: str, preset: Optional[str], seconds: float) -> str:
    with Model(kind, preset=preset) as model:
        model.init()
        rows = model.run(seconds, dt=seconds / FRAMES, record=replay.columns(model))
        return replay.page(replay.scene(model, rows, preset or kind))


def main(arguments: Optional[List[str]] = None) -> int:
    """Run the program with these arguments, by default sys.argv; return its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.list:
        try:
            _list()
            sys.stdout.flush()
        except BrokenPipeError:  # from "--list | head"; an exit must not flush to the pipe again
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    kind, _, preset = options.what.partition("/")
    try:
        preset = preset or next(iter(presets(kind)), None)
        seconds = seconds_of(kind) if options.time is None else options.time
        page = _page(kind, preset, seconds)
        file = options.output or Path(f"{kind}-{preset}.html" if preset else f"{kind}.html")
        file.write_text(page, encoding="utf-8")
    except (Error, OSError) as error:
        print(f"{parser.prog}: {error.text if isinstance(error, Error) else error}",
              file=sys.stderr)
        wrong = isinstance(error, Error) and error.code in (wd.WD_EKIND, wd.WD_ENAME)
        return 2 if wrong else 1
    opened = not options.output and webbrowser.open(file.resolve().as_uri())
    print(f"See {file}" if opened or options.output else f"There is no browser here to show {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
