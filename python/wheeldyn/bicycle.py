# SPDX-License-Identifier: MIT
"""Bicycles: modes over speed, critical speeds, files of parameters.

    import wheeldyn as wd
    from wheeldyn import bicycle

    m = wd.Model("bicycle")
    m.set(bicycle.read_parameters("mine.yml"))
    print(bicycle.critical_speeds(m).weave)
"""

from __future__ import annotations

import math
from itertools import permutations
from typing import List, NamedTuple, Tuple

import numpy as np
import numpy.typing as npt

from ._arrays import Reals, reals
from ._bicycle_files import read_parameters as read_parameters
from ._bicycle_files import write_parameters as write_parameters
from ._model import Model

Complexes = npt.NDArray[np.complex128]

_GRID = 400  # speeds at which modes are followed
_REACH = 3.5  # highest speed, in units of sqrt(gravity * wheelbase)


class Modes(NamedTuple):
    """Eigenvalues [1/s] of riding straight, by mode, at each of the speeds [m/s]."""

    speed: Reals
    weave: Complexes  # two at each speed: a pair, or two real ones at low speed
    capsize: Complexes
    castering: Complexes

    def __repr__(self) -> str:
        return (f"<Modes at {len(self.speed)} speeds from {min(self.speed):.9g} to "
                f"{max(self.speed):.9g} m/s>")


class CriticalSpeeds(NamedTuple):
    """Speeds [m/s] at which the stability of riding straight changes; NaN where there is none."""

    weave: float  # largest speed at which an oscillation is neither damped nor excited
    capsize: float  # largest speed at which an eigenvalue is zero
    stable: List[Tuple[float, float]]  # ranges of stable speeds; the last may end at infinity


def modes(model: Model, speeds: npt.ArrayLike) -> Modes:
    """The modes of a bicycle with the parameters of `model`, followed over the speed.

    The names are given at the speed at which the only oscillating pair is fastest: this pair is
    weave, and castering is the more damped one of the other two. From there each eigenvalue is
    followed over the speed and keeps its name, also where a pair splits into two real eigenvalues
    and where real eigenvalues change sign or order.
    """
    wanted = reals("speeds", np.atleast_1d(speeds), (-1,))
    grid = _grid(model, wanted)
    followed = _follow(_eigenvalues(model, grid))
    found = _eigenvalues(model, wanted)
    for i, speed in enumerate(wanted):
        before = min(max(int(np.searchsorted(grid, speed)) - 1, 0), len(grid) - 2)
        share = (speed - grid[before]) / (grid[before + 1] - grid[before])
        found[i] = _nearest(found[i], (1 - share) * followed[before] + share * followed[before + 1])
    found[:, :2] = np.sort(found[:, :2])[:, ::-1]
    return Modes(wanted, found[:, :2], found[:, 2], found[:, 3])


def _grid(model: Model, wanted: Reals) -> Reals:
    reach = _REACH * math.sqrt(model["param.gravity"] * model["param.w"])
    return np.array(np.linspace(min(0.0, *wanted), max(reach, *wanted), _GRID))


def _upright(model: Model) -> Model:
    """A bicycle of the same parameters, set up upright and at rest."""
    names = [variable["name"] for variable in model.variables()
             if variable["role"] in ("param", "tunable")]
    copy = Model("bicycle")
    copy.set(dict(zip(names, model.get(names))))
    return copy


def _eigenvalues(model: Model, speeds: Reals) -> Complexes:
    values = np.empty((len(speeds), 4), dtype=np.complex128)
    with _upright(model) as upright:
        for row, speed in zip(values, speeds):
            upright.reset()
            upright["init.speed"] = speed
            upright.init()
            row[:] = upright.eigenvalues()
    return values


def _follow(values: Complexes) -> Complexes:
    """Eigenvalues over a grid of speeds, sorted into columns: weave twice, capsize, castering."""
    oscillating = np.count_nonzero(values.imag > 0, axis=1)
    anchor = int(np.argmax(np.where(oscillating == 1, values.imag.max(axis=1), 0)))
    # First the pair, if there is one, then the real eigenvalues by decreasing value.
    order = np.lexsort((-values[anchor].real, values[anchor].imag == 0))
    values[anchor] = values[anchor][order]
    return np.concatenate([_linked(values[anchor::-1])[:0:-1], _linked(values[anchor:])])


def _linked(values: Complexes) -> Complexes:
    """Rows at equal steps, each sorted to be nearest to the linear extrapolation of its columns.

    The program wheeldyn follows the modes of every kind by the same rule (tools/modes.c).
    """
    followed = np.array(values)
    for i in range(1, len(followed)):
        straight_on = 2 * followed[i - 1] - followed[max(i - 2, 0)]
        followed[i] = _nearest(values[i], straight_on)
    return followed


def _nearest(values: Complexes, expected: Complexes) -> Complexes:
    """Return the values in the order with the least sum of distances from those expected."""
    return min((values[list(order)] for order in permutations(range(len(values)))),
               key=lambda row: float(np.abs(row - expected).sum()))


def critical_speeds(model: Model) -> CriticalSpeeds:
    """Weave and capsize speed of a bicycle with the parameters of `model`, in closed form."""
    M, C, K0, K2 = _canonical(model)
    K0 = model["param.gravity"] * K0
    # With x = v**2: det = a s**4 + b v s**3 + c s**2 + d v s + e with polynomials c, d and e of x.
    a, b = _mixed(M, M) / 2, _mixed(M, C)
    c = np.array([_mixed(M, K2) + _mixed(C, C) / 2, _mixed(M, K0)])
    d = np.array([_mixed(C, K2), _mixed(C, K0)])
    e = np.array([_mixed(K2, K2) / 2, _mixed(K0, K2), _mixed(K0, K0) / 2])
    # s = i omega is a root where omega**2 = d/b and b c d = a d**2 + b**2 e.
    balance = b * np.polymul(c, d) - a * np.polymul(d, d) - b * b * e
    weave = [x for x in _positive_roots(balance) if np.polyval(d, x) / b > 0]
    capsize = _positive_roots(e)

    def is_stable(v: float) -> bool:
        x = v * v
        c_x, d_x, e_x = (float(np.polyval(p, x)) for p in (c, d, e))
        roots = np.roots([a, b * v, c_x, d_x * v, e_x])
        return bool(roots.real.max() < 0)

    changes = [0.0, *sorted(math.sqrt(x) for x in weave + capsize), math.inf]
    stable = [(low, high) for low, high in zip(changes, changes[1:])
              if is_stable((low + high) / 2 if high < math.inf else 2 * low + 1)]
    return CriticalSpeeds(math.sqrt(max(weave, default=math.nan)),
                          math.sqrt(max(capsize, default=math.nan)), stable)


def _canonical(model: Model) -> Tuple[Reals, ...]:
    with _upright(model) as upright:
        upright.init()
        return tuple(upright.get([f"output.canonical_{name}_{ij}" for ij in (11, 12, 21, 22)])
                     .reshape(2, 2) for name in ("M", "C1", "K0", "K2"))


def _mixed(A: Reals, B: Reals) -> float:
    """The coefficient of t in det(A + t B); twice the determinant if A is B."""
    return float(A[0, 0] * B[1, 1] + A[1, 1] * B[0, 0] - A[0, 1] * B[1, 0] - A[1, 0] * B[0, 1])


def _positive_roots(coefficients: Reals) -> List[float]:
    return [float(x.real) for x in np.roots(coefficients) if x.imag == 0 and x.real > 0]
