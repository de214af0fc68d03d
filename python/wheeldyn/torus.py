# SPDX-License-Identifier: GPL-3.0-or-later
"""Steady motions of the rolling torus, kind torus_wheel: lean and all rates constant.

The contact point then runs on a circle, the centre of the wheel on another. Only a torque about the
track may be needed to hold the lean; along the track no force acts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, Optional, Tuple

from ._model import Model

_STEP = math.radians(0.5)


@dataclass(frozen=True)
class SteadyTurning:
    """A steady motion; radius of the contact point's circle, reaction_lateral to the left of n."""

    lean: float
    precession_rate: float
    spin_rate: float
    torque_lean: float
    radius: float
    reaction_lateral: float
    normal_force: float

    @property
    def friction_demand(self) -> float:
        """The coefficient of friction that it takes."""
        return abs(self.reaction_lateral) / self.normal_force


@dataclass(frozen=True)
class _Body:
    a: float
    b: float
    mass: float
    gravity: float
    equatorial: float
    polar: float

    def terms(self, lean: float, precession_rate: float) -> Tuple[float, float]:
        """Torque about the track: its part without the spin rate and its part per spin rate."""
        s, c = math.sin(lean), math.cos(lean)
        a, b, m = self.a, self.b, self.mass
        rho, arm = b + a * s, a + b * s
        still = c * ((self.polar - self.equatorial) * s * precession_rate**2
                     + m * b * (self.gravity + arm * precession_rate**2))
        return still, precession_rate * (self.polar * s + m * arm * rho)


def _body(model: Model) -> _Body:
    a, b, mass, carried, gravity = (model["param." + name] for name in (
        "tube_radius", "ring_radius", "mass", "servo_mass", "gravity"))
    if model.choice("param.inertia_law") == "custom":
        equatorial, polar = model["param.inertia_equatorial"], model["param.inertia_polar"]
    else:
        equatorial = mass * (2 * b**2 + 5 * a**2) / 4
        polar = mass * (2 * b**2 + 3 * a**2) / 2
    return _Body(a, b, mass + carried, gravity, equatorial, polar)


def steady_turning(model: Model, lean: float, precession_rate: float,
                   spin_rate: Optional[float] = None) -> SteadyTurning:
    """The steady motion of a torus_wheel with this lean, precession and spin rate.

    Without a spin rate, the one that needs no torque; the precession rate must then not be 0.
    """
    body = _body(model)
    still, per_spin = body.terms(lean, precession_rate)
    if spin_rate is None:
        if per_spin == 0:
            raise ValueError("without precession no spin rate holds the lean")
        spin_rate = -still / per_spin
    rho = body.b + body.a * math.sin(lean)
    swing = rho * spin_rate + body.b * math.cos(lean) * precession_rate
    radius = abs(rho * spin_rate / precession_rate) if precession_rate else math.inf
    return SteadyTurning(lean, precession_rate, spin_rate, still + per_spin * spin_rate, radius,
                         -body.mass * precession_rate * swing, body.mass * body.gravity)


def steady_lean(model: Model, precession_rate: float, spin_rate: float) -> float:
    """The lean nearest to upright at which these rates need no torque about the track."""
    body = _body(model)

    def torque(lean: float) -> float:
        still, per_spin = body.terms(lean, precession_rate)
        return still + per_spin * spin_rate
    upright = math.pi / 2
    if torque(upright) == 0:
        return upright
    for k in range(1, int(upright / _STEP)):
        for side in (1, -1):
            near, far = upright + side * (k - 1) * _STEP, upright + side * k * _STEP
            if torque(near) * torque(far) <= 0:
                return _crossing(torque, near, far)
    raise ValueError("no lean holds these rates without a torque")


def _crossing(function: Callable[[float], float], near: float, far: float) -> float:
    """By halving: to neighbouring numbers, or a value of 0."""
    while True:
        middle = (near + far) / 2
        value = function(middle)
        if value == 0 or middle in (near, far):
            return middle
        if value * function(near) > 0:
            near = middle
        else:
            far = middle
