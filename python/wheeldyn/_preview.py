# SPDX-License-Identifier: MIT
"""Previews of a model: the run of a copy, for plots and notebooks."""

from __future__ import annotations

import html
import math
import time
from typing import TYPE_CHECKING, Optional, Tuple

from . import _constants as wd
from ._errors import Error
from ._rows import Rows

if TYPE_CHECKING:
    from ._model import Model

# Duration of a preview of each kind, s.
_SECONDS = {"impact_wheel": 1.0, "torus_wheel": 65.0, "bicycle": 10.0, "vehicle": 8.0}
_USUAL_SECONDS = 20.0
FRAMES = 1000
_PATIENCE = 2.0  # s; a notebook waits this long for a run, then shows the part that is computed


def seconds_of(kind: str) -> float:
    """Return the duration of a preview of a kind, s."""
    return _SECONDS.get(kind, _USUAL_SECONDS)


def preview(model: Model, t_end: Optional[float] = None, dt: Optional[float] = None,
            record: Optional[Tuple[str, ...]] = None) -> Rows:
    """Run a copy of the model and return the rows. The run begins at the present time, or at 0 if
    the model has not been started.
    """
    copy = model.clone()
    if math.isnan(copy.time):
        copy.init()
    if t_end is None:
        t_end = copy.time + seconds_of(model.kind)
    return copy.run(t_end, (t_end - copy.time) / FRAMES if dt is None else dt, record)


def preview_html(model: Model) -> str:
    """The replay of a preview as HTML, or a line of text for a model that cannot be replayed."""
    from . import replay
    if not model._free.alive or model._busy:
        return f"<pre>{html.escape(repr(model))}</pre>"
    try:
        with model.clone() as copy:
            until = time.monotonic() + _PATIENCE
            copy.set_interrupt(lambda: time.monotonic() > until)
            return replay.frame(replay.scene(copy, _shown(copy), most=replay.FEW_ROWS))
    except (Error, ValueError) as error:
        why = error.text if isinstance(error, Error) else str(error)
        return f"<pre>{html.escape(repr(model))}: {html.escape(why)}</pre>"


def _shown(copy: Model) -> Rows:
    from . import replay
    if math.isnan(copy.time):
        copy.init()
    end = copy.time + seconds_of(copy.kind)
    try:
        return copy.run(end, (end - copy.time) / FRAMES, replay.columns(copy))
    except Error as error:
        rows: Rows = getattr(error, "rows")
        if error.code != wd.WD_EINTERRUPT or not len(rows):
            raise
        return rows
