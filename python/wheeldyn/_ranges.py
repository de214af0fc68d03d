# SPDX-License-Identifier: MIT
"""Warnings of a run that leaves the ranges in which the .tir files of its tyres are valid."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple

import numpy as np

if TYPE_CHECKING:
    from ._model import Model

# For each output of a wheel on a tyre: how the keys of its range in the file begin (MIN or MAX
# follows), and the unit.
_QUANTITIES = {"normal_force": ("FZ", " N"), "slip_ratio": ("KPU", ""),
               "slip_angle": ("ALP", " rad"), "camber": ("CAM", " rad")}


class Ranges:
    """Ranges of the tyres of a vehicle, by name of the tyre, and what has had no warning so far."""

    def __init__(self, tyres: Mapping[str, Mapping[str, float]]) -> None:
        self.tyres: Dict[str, Mapping[str, float]] = dict(tyres)
        # Wheel, tyre and quantity of each output to compare that has had no warning in this motion.
        self.watched: List[Tuple[str, str, str]] = []
        self.motion: Optional[object] = None

    def _to_watch(self, model: Model) -> List[Tuple[str, str, str]]:
        """Return what is to be compared. It stays the same while the model is running."""
        if not self.tyres or math.isnan(model.time):
            return []
        wheels = [(part["name"], part["on"][1]) for part in model.parts
                  if part["type"] in ("wheel", "rim") and len(part["on"]) > 1
                  and part["on"][1] in self.tyres
                  and model.choice(f"param.{part['name']}.law") == "tyre"]
        return [(wheel, tyre, quantity) for wheel, tyre in wheels
                for quantity, (key, _) in _QUANTITIES.items()
                if not {f"{key}MIN", f"{key}MAX"}.isdisjoint(self.tyres[tyre])]

    def columns(self, model: Model) -> Tuple[str, ...]:
        """Return the names of the outputs that messages() needs next."""
        if self.motion is not model._motion:
            self.motion, self.watched = model._motion, self._to_watch(model)
        names = [f"output.{wheel}.{quantity}" for wheel, _, found in self.watched
                 for quantity in ("normal_force", found)]
        return tuple(dict.fromkeys(names))

    def messages(self, time: Any, values: Mapping[str, Any]) -> List[str]:
        """Return a warning for each output that leaves its range, with the first time outside.

        `values` has an array over `time` for each of columns(). Times at which the wheel is in
        the air do not count, because no formula of the tyre is used then.
        """
        found, silent = [], []
        for wheel, tyre, quantity in self.watched:
            key, unit = _QUANTITIES[quantity]
            lower = self.tyres[tyre].get(f"{key}MIN", -math.inf)
            upper = self.tyres[tyre].get(f"{key}MAX", math.inf)
            value = np.asarray(values[f"output.{wheel}.{quantity}"])
            loaded = np.asarray(values[f"output.{wheel}.normal_force"]) > 0
            outside = np.flatnonzero(loaded & ((value < lower) | (value > upper)))
            if outside.size == 0:
                silent.append((wheel, tyre, quantity))
                continue
            i = outside[0]
            side = (f"above {key}MAX = {upper:.6g}" if value[i] > upper
                    else f"below {key}MIN = {lower:.6g}")
            found.append(f'wheel "{wheel}": {quantity} is {value[i]:.6g}{unit} at t = '
                         f'{time[i]:.6g} s, {side}{unit} of tyre "{tyre}"')
        self.watched = silent
        return found
