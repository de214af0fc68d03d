# SPDX-License-Identifier: MIT
"""Heights of the smooth surface around the path of a vehicle, in the form that the replay reads."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional

import numpy as np
import numpy.typing as npt

from ._model import Model

_MARGIN = 12  # the mesh ends this many radii of the largest wheel beyond the path
_STEP = 0.5  # smallest distance of nodes, in radii of the largest wheel
_MOST_NODES = 10000  # more nodes would make the page large and show little more


def mesh(model: Model, rows: npt.NDArray[np.void]) -> Optional[Dict[str, Any]]:
    """The mesh around the path of the first body in rows; None for a model without a surface."""
    parts = model.parts
    radius = max((model[f"param.{part['name']}.radius"] for part in parts
                  if part["type"] in ("wheel", "rim")), default=0)
    if not radius or not model._has_surface():
        return None
    root = next(part["name"] for part in parts if part["type"] == "body")
    x, y = (rows[f"state.{root}.{axis}"] for axis in "xy")
    low = [float(way.min()) - _MARGIN * radius for way in (x, y)]
    size = [float(way.max()) + _MARGIN * radius - start for way, start in zip((x, y), low)]
    step = max(_STEP * radius, math.sqrt(size[0] * size[1] / _MOST_NODES))
    nx, ny = (math.ceil(length / step) + 1 for length in size)
    return {
        "x0": low[0], "y0": low[1], "step": step, "width": nx,
        "heights": [_height(model, low[0] + i * step, low[1] + j * step)
                    for j in range(ny) for i in range(nx)],
    }


def _height(model: Model, x: float, y: float) -> Optional[float]:
    """Height at a place; None where a function of the user fails, in whatever way."""
    try:
        return float(f"{model.ground_at(x, y).h:.6g}")
    except Exception:
        return None
