# SPDX-License-Identifier: MIT
"""The rolling torus, kind torus_wheel: steady motions, and the linear model with its control.

In a steady motion the lean and all rates are constant. The contact point then runs on a circle, the
centre of the wheel on another. Only a torque about the track may be needed to hold the lean; along
the track no force acts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._arrays import Reals
from ._model import Model

_STEP = math.radians(0.5)
_TIME, _CHANGE = 1e-3, 1e-3  # of closed_loop: s; each state by this much in its unit
_WEIGHTS = ((1, 2 / 3), (2, -1 / 12))  # of differences at once and twice that change


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


class ClosedLoop(NamedTuple):
    """Linear model of a torus_wheel with all that acts on it: z' = A z, z changes of the states."""

    names: Tuple[str, ...]
    A: Reals
    eigenvalues: npt.NDArray[np.complex128]


def closed_loop(model: Model) -> ClosedLoop:
    """The linear model of all states, the integrals of the control included, about the present.

    By differences of motions that start beside the present one and last a millisecond, over which A
    is a mean: it is constant where control follows a straight path at constant speed, or none. In
    them track chooses its heading anew, so the wheel must be within 90 degrees of the present one.
    """
    names = tuple(row["name"] for row in model.variables() if row["role"] == "state")
    present = model.get(names)
    with model.clone() as copy:
        copy.eval()
        if (copy.choice("input.control_mode") == "track"
                and abs(copy["output.heading_error"]) > math.pi / 2 - 2 * _CHANGE):
            raise ValueError("the wheel is turned by 90 degrees or more from its reference")

        def after(state: Reals) -> Reals:
            copy.reset()
            copy.set(dict(zip(names, state)))
            copy.init(model.time)
            copy.step_to(model.time + _TIME)
            return copy.get(names) - state

        copy.reset()
        copy.set({"solver.rtol": 1e-13, "solver.atol": 1e-15, "solver.fixed_step": 0})
        X = np.column_stack([
            sum(weight * (after(present + times * change) - after(present - times * change))
                for times, weight in _WEIGHTS) / _CHANGE
            for change in _CHANGE * np.eye(len(names))])
    A = _logarithm(X) / _TIME
    return ClosedLoop(names, A, np.linalg.eigvals(A))


def _logarithm(X: Reals) -> Reals:
    """Logarithm of 1 + X, whose eigenvalues are near 1."""
    total, power = np.zeros_like(X), np.eye(len(X))
    for n in range(1, 60):
        power = power @ -X
        total -= power / n
    return total
