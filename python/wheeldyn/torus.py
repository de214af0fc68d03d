# SPDX-License-Identifier: MIT
"""The rolling torus, kind torus_wheel: steady motions, and the linear model with its control.

In a steady motion the lean and all rates are constant. The contact point then moves on a circle,
and the centre of the wheel on another. A torque about the track may be needed to hold the lean; no
other torque is needed, and no force acts along the track.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._arrays import Reals
from ._model import Model

_STEP = math.radians(0.5)  # steady_lean() looks for a change of sign in steps of this lean
_CHANGE = 1e-3  # closed_loop() changes each state by this much, in its unit
_WEIGHTS = ((1, 2 / 3), (2, -1 / 12))  # multiple of _CHANGE and weight of its difference


@dataclass(frozen=True)
class SteadyTurning:
    """A steady motion, in SI units. `radius` is that of the contact point's circle. The force
    reaction_lateral of the ground is positive to the left of (cos precession, sin precession)."""

    lean: float
    precession_rate: float
    spin_rate: float
    torque_lean: float
    radius: float
    reaction_lateral: float
    normal_force: float

    @property
    def friction_demand(self) -> float:
        """The coefficient of friction that the motion needs to roll without slip."""
        return abs(self.reaction_lateral) / self.normal_force if self.normal_force else math.inf


@dataclass(frozen=True)
class _Body:
    a: float
    b: float
    mass: float
    gravity: float
    equatorial: float
    polar: float

    def terms(self, lean: float, precession_rate: float) -> Tuple[float, float]:
        """Torque about the track: the part without the spin rate, the factor of the spin rate."""
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

    The default spin rate is the one that needs no torque; the precession rate must then not be 0.
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
    """Zero of the function by bisection, down to adjacent numbers or a value of 0."""
    while True:
        middle = (near + far) / 2
        value = function(middle)
        if value == 0 or middle in (near, far):
            return middle
        if value * function(near) > 0:
            near = middle
        else:
            far = middle


class ClosedLoop(NamedTuple):
    """Linear model z' = A z of a torus_wheel with its control; z: deviations of the states."""

    names: Tuple[str, ...]
    A: Reals
    eigenvalues: npt.NDArray[np.complex128]


def closed_loop(model: Model) -> ClosedLoop:
    """Linear model of all states about the present ones, with the integrals of the control.

    A is computed by fourth-order central differences of the derivatives of the states.
    """
    names = tuple(row["name"] for row in model.variables() if row["role"] == "state")
    with model.clone() as copy:
        copy.eval()  # brings the modes up to date with inputs that were set
        present, t = copy.states(), copy.time

        def rates(change: Reals) -> Reals:
            return copy.derivative(t, present + change)[:len(names)]

        A = np.column_stack([
            sum(weight * (rates(times * change) - rates(-times * change))
                for times, weight in _WEIGHTS) / _CHANGE
            for change in _CHANGE * np.eye(len(present))[:len(names)]])
    return ClosedLoop(names, A, np.linalg.eigvals(A))
