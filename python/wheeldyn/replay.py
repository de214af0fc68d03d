# SPDX-License-Identifier: MIT
"""HTML pages that replay runs in a browser and need no other file.

    m = wd.Model("impact_wheel", preset="kerb-plastic")
    m.init()
    rows = m.run(1.0, dt=0.002, record=replay.columns(m))
    replay.write("kerb.html", m, rows)

page() puts several runs into one page, each given by scene().
"""

from __future__ import annotations

import html
import json
import math
import re
from pathlib import Path
from typing import Any, Dict, List, Optional, Set, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._kinds import version
from ._model import Model
from ._replay_mesh import mesh

Scene = Dict[str, Any]


def _beside(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


_TEMPLATE = re.sub(r'<script src="(.+)">', lambda script: "<script>\n" + _beside(script[1]),
                   _beside("replay.html"))
_MARK = "/*RUNS*/"
_MOST_ROWS = 4000  # more rows make the page large and show little more
FEW_ROWS = 1000  # maximum for a notebook, which stores the page


def columns(model: Model) -> Tuple[str, ...]:
    """Columns to record for a replay: all states, and the inputs and outputs that it shows."""
    variables = model.variables()
    parts = {part["name"] for part in model.parts}
    states = [variable["name"] for variable in variables if variable["role"] == "state"]
    return (*states, *(variable["name"] for variable in variables
                       if variable["role"] in ("input", "output")
                       and f'"{_in_page(variable["name"], parts)}"' in _TEMPLATE))


def scene(model: Model, rows: npt.NDArray[np.void], title: str = "", most: int = _MOST_ROWS
          ) -> Scene:
    """Data of one run for the page: `rows` is a result of Model.run(), `model` is at the end of
    this run.

    Rows need the columns of all states. columns() lists these and the other columns that are drawn.
    Any column can be charted. Terrain and path are those of the model. If there are more than
    `most` rows, only every n-th row and the last one are taken, with the smallest n that suffices.
    A page plays 100,000 rows as smoothly as few, but needs some 10 bytes for each number.
    ValueError for a model of kind "constrained": nothing says how its coordinates are drawn.
    """
    if not _has_picture(model.kind):
        raise ValueError(f"a replay cannot draw the kind {model.kind}, because your equations do "
                         "not say what to draw; plot columns of the rows over rows['time'] instead")
    names = rows.dtype.names or ()
    variables = {variable["name"]: variable for variable in model.variables()}
    missing = [name for name, variable in variables.items()
               if variable["role"] == "state" and name not in names]
    if missing or names[:1] != ("time",):
        raise ValueError(f"a replay needs rows with time and all states, as replay.columns() lists "
                         f"them; {', '.join(missing) or 'time'} is missing")
    if not len(rows):
        raise ValueError("a replay needs rows")
    rows = model._table.with_numbers(rows)
    terrain, friction, path = model.terrain, model.terrain_friction, model.path
    return {
        "kind": model.kind,
        "version": version(),
        "title": title,
        "names": list(names),
        "units": ["s", *(variables[name]["unit"] for name in names[1:])],
        "choices": {name: variables[name]["choices"] for name in names[1:]
                    if variables[name]["choices"]},
        "parameters": _parameters(model),
        "parts": model.parts,
        "widths": model._widths,
        "terrain": terrain[0].tolist() if terrain else [],
        "bulge": terrain[1].tolist() if terrain else [],
        "friction": [] if friction is None else friction.tolist(),
        "path": path[0].tolist() if path else [],
        "surface": mesh(model, rows),
        "events": [_event(**event) for event in model.events()
                   if event["time"] <= rows["time"][-1]],
        "rows": [_numbers(rows[i]) for i in _shown(len(rows), most)],
    }


def _has_picture(kind: str) -> bool:
    """True if the page knows how to draw a kind: see replay_kinds.js."""
    return re.search(rf"^(  {kind}:|kinds\.{kind} =) {{$", _TEMPLATE, re.M) is not None


def page(*scenes: Scene) -> str:
    """The text of a page that plays runs; the first is shown, the others can be chosen."""
    if not scenes:
        raise ValueError("a replay needs a run")
    data = json.dumps(scenes, allow_nan=False, separators=(",", ":"))[1:-1]
    return _TEMPLATE.replace(_MARK, data.replace("<", "\\u003c"), 1)


def frame(*scenes: Scene) -> str:
    """The page of some runs as an element of another page, such as a notebook."""
    return (f'<iframe srcdoc="{html.escape(page(*scenes))}" sandbox="allow-scripts" '
            'style="width: 100%; height: 480px; border: 0"></iframe>')


def write(file: Union[str, Path], model: Model, rows: npt.NDArray[np.void], title: str = "",
          most: int = _MOST_ROWS) -> None:
    """Write the page of one run; the arguments are those of scene()."""
    text = page(scene(model, rows, title, most))
    Path(file).write_text(text, encoding="utf-8")


def _in_page(name: str, parts: Set[str]) -> str:
    """Name of a variable in the page; the name of the part is left out."""
    role, owner, *quantity = name.split(".")
    return ".".join((role, *quantity)) if owner in parts else name


def _parameters(model: Model) -> Dict[str, float]:
    names = [variable["name"] for variable in model.variables()
             if variable["role"] in ("param", "tunable")]
    return {name: value for name, value in zip(names, model.get(names).tolist())
            if math.isfinite(value)}


def _event(time: float, type: str, **values: float) -> Tuple[float, str, Dict[str, float]]:
    return time, type, {name: _rounded(value) for name, value in values.items()
                        if math.isfinite(value)}


def _shown(count: int, most: int) -> List[int]:
    """Indices of at most `most` rows (at least 2) of a page, the last one among them."""
    stride = max(1, -(-(count - 1) // (most - 1)))
    return sorted({*range(0, count, stride), count - 1})


def _numbers(row: Any) -> List[Optional[float]]:
    return [_rounded(value) if math.isfinite(value) else None for value in row.tolist()]


def _rounded(value: float) -> float:
    return float(f"{value:.7g}")
