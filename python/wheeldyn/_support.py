# SPDX-License-Identifier: MIT
"""The support polygon of a vehicle: the convex hull of its contacts with the ground."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any, List, Sequence, Tuple
from warnings import warn

import numpy as np
import numpy.typing as npt

from ._arrays import Reals

if TYPE_CHECKING:
    from ._model import Model

_TOUCHING = 1e-6  # m: largest gap of a contact; a start puts wheels on the ground to 1e-9
# Fraction of the greatest distance between contacts. A thinner polygon counts as a line, and a
# centre of mass within this distance of the edge as inside: starts are accurate to 1e-9 m.
_THIN = 1e-6


def warn_of_support(model: Model) -> None:
    """Warn if the vehicle would tip over at the start if it were at rest."""
    excess, contacts = support_excess(model)
    if excess > 0:
        warn(f"at the start the centre of mass is {excess:.3g} m outside the polygon of the "
             f"{contacts} contacts", stacklevel=3)


def support_excess(model: Model) -> Tuple[float, int]:
    """Distance [m] by which the centre of mass of a vehicle, projected onto the ground along
    gravity, is outside the support polygon, and the number of contacts.

    The distance is 0 if the centre is inside, or if there is no polygon: the contacts are on one
    line, or gravity does not press onto the ground.
    """
    tyres = [part["name"] for part in model.parts if part["type"] in ("wheel", "rim")]
    rows = _get(model, tyres, "output", ("gap", "contact_x", "contact_y"))
    contacts = rows[rows[:, 0] <= _TOUCHING, 1:]
    slope, bank, gravity = model.get(("input.slope", "input.bank", "param.gravity"))
    if len(contacts) < 3 or not (math.cos(slope) * math.cos(bank) > 0 and gravity > 0):
        return 0.0, len(contacts)
    x, y, z = _centre_of_mass(model)
    below = np.array([x - math.tan(slope) / math.cos(bank) * z, y - math.tan(bank) * z])
    return _outside(contacts, below), len(contacts)


def _get(model: Model, parts: Sequence[str], role: str, quantities: Sequence[str]) -> Reals:
    names = [f"{role}.{part}.{quantity}" for part in parts for quantity in quantities]
    return model.get(names).reshape(len(parts), len(quantities))


def _centre_of_mass(model: Model) -> Reals:
    """The centre of mass of all bodies and of the wheels that they carry."""
    bodies = [part["name"] for part in model.parts if part["type"] == "body"]
    wheels = [part for part in model.parts if part["type"] == "wheel"]
    masses = _get(model, [*bodies, *(part["name"] for part in wheels)], "param", ("mass",))
    places: List[Any] = list(_get(model, bodies, "output", ("x", "y", "z")))
    for part in wheels:
        body = part["on"][0]  # the second part is the tyre
        here, there = _get(model, (part["name"], body), "param", ("x", "y", "z"))
        (turn,) = _get(model, (body,), "output", ("q0", "q1", "q2", "q3"))
        places.append(places[bodies.index(body)] + _turned(turn, here - there))
    centre: Reals = (masses * np.array(places)).sum(axis=0) / masses.sum()
    return centre


def _turned(quaternion: Reals, arm: Reals) -> Reals:
    """A vector in the axes of a body, turned into those of the ground."""
    scalar, axis = quaternion[0], quaternion[1:]
    twice = 2 * np.cross(axis, arm)
    turned: Reals = arm + scalar * twice + np.cross(axis, twice)
    return turned


def _offset(a: Reals, b: Reals, p: Reals) -> Reals:
    """Vector from the segment a b to p."""
    square = float((b - a) @ (b - a))
    along = min(max(float((p - a) @ (b - a)) / square, 0.0), 1.0) if square > 0 else 0.0
    offset: Reals = p - a - along * (b - a)
    return offset


def _outside(contacts: npt.NDArray[np.float64], p: Reals) -> float:
    """Distance of p from the convex hull of the contacts, 0 inside.

    If p is outside, the nearest point of the hull is on a segment between two contacts, and all
    contacts are on the far side of the line through this point normal to its offset from p.
    """
    pairs = list(combinations(contacts, 2))
    length = max(math.hypot(*(b - a).tolist()) for a, b in pairs)
    area = max(abs(float((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0]))
               for a, b, c in combinations(contacts, 3))
    away = min((_offset(a, b, p) for a, b in pairs), key=lambda offset: math.hypot(*offset))
    least = math.hypot(*away)
    beyond = float(np.max((contacts - p + away) @ away))
    if not (area > _THIN * length**2 and least > _THIN * length
            and beyond <= _THIN * length * least):
        return 0.0
    return least
