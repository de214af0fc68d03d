# SPDX-License-Identifier: MIT
"""Generalised inverses, and accelerations and motions of constrained systems: constrained.h.

Experimental until 1.0, as that header is.
"""

from __future__ import annotations

import math
import weakref
from ctypes import byref, c_double, c_void_p
from typing import Any, Callable, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from ._arrays import Reals, pointer, real, reals, size
from ._constants import WD_EINVAL
from ._errors import Error, unknown
from ._inputs import guarded
from ._kinds import Value
from ._library import EXPERIMENTAL, bind, constraints_fn, energy_fn, equations_fn, lib
from ._model import Model

WD_UK_METHOD = 1
WD_UK_RANK_TOLERANCE = 2
WD_UK_RANK = 3
WD_UK_RESIDUAL = 4
WD_UK_METHOD_USED = 5

WD_UK_AUTO = 0
WD_UK_CHOLESKY = 1
WD_UK_QR = 2
WD_UK_SVD = 3

WD_UK_MOORE_PENROSE = 0
WD_UK_WEIGHTED = 1
WD_UK_SEMINORM = 2
WD_UK_RELAXED = 3

_METHODS = {
    "auto": WD_UK_AUTO,
    "cholesky": WD_UK_CHOLESKY,
    "qr": WD_UK_QR,
    "svd": WD_UK_SVD,
}
_FORMS = {
    "moore_penrose": WD_UK_MOORE_PENROSE,
    "weighted": WD_UK_WEIGHTED,
    "seminorm": WD_UK_SEMINORM,
    "relaxed": WD_UK_RELAXED,
}

bind(lib, EXPERIMENTAL)


class Solution(NamedTuple):
    """Result of Constrained.solve(): M acceleration = Q + ideal + nonideal, n entries each."""

    acceleration: Reals
    ideal: Reals
    nonideal: Reals


class Constrained:
    """Workspace for n coordinates under m constraint rows A qdd = b.

    Matrices are arrays of shape M (n, n), A (m, n), N (m, m). None stands for the identity as M or
    N, and for zeros as b or C. Forms: "moore_penrose", "weighted", "seminorm", "relaxed". Units are
    the caller's.
    """

    __slots__ = ("n", "m", "_handle", "__weakref__")

    def __init__(self, n: int, m: int) -> None:
        n, m = size("n", n, 1), size("m", m, 0)
        handle = c_void_p()
        status = lib.wd_uk_new(n, m, byref(handle))
        if status < 0:
            raise Error(status, f"a workspace of {n} coordinates and {m} rows cannot be made")
        self.n, self.m = n, m
        self._handle = handle
        weakref.finalize(self, lib.wd_uk_free, handle)

    def _check(self, status: int) -> None:
        if status < 0:
            raise Error(status, lib.wd_uk_error(self._handle).decode())

    def _get(self, what: int) -> float:
        value = c_double()
        status = lib.wd_uk_get(self._handle, what, byref(value))
        if status < 0:
            raise Error(status, "nothing was computed yet")
        return value.value

    @property
    def method(self) -> str:
        """The method to use: "auto", "cholesky", "qr" or "svd"."""
        return list(_METHODS)[int(self._get(WD_UK_METHOD))]

    @method.setter
    def method(self, name: str) -> None:
        self._check(lib.wd_uk_set(self._handle, WD_UK_METHOD, _number("method", name, _METHODS)))

    @property
    def method_used(self) -> str:
        """The method that gave the last result: "cholesky", "qr" or "svd"."""
        return list(_METHODS)[int(self._get(WD_UK_METHOD_USED))]

    @property
    def rank_tolerance(self) -> float:
        """Relative tolerance of the rank, in [0, 1); 0 means max(m, n) eps."""
        return self._get(WD_UK_RANK_TOLERANCE)

    @rank_tolerance.setter
    def rank_tolerance(self, value: float) -> None:
        self._check(lib.wd_uk_set(self._handle, WD_UK_RANK_TOLERANCE,
                                  real("rank_tolerance", value)))

    @property
    def rank(self) -> int:
        """The number of independent rows in the last result, among the rows that its form keeps."""
        return int(self._get(WD_UK_RANK))

    @property
    def residual(self) -> float:
        """The norm of A qdd - b in the last solve()."""
        return self._get(WD_UK_RESIDUAL)

    def inverse(self, A: npt.ArrayLike, M: Optional[npt.ArrayLike] = None,
                N: Optional[npt.ArrayLike] = None, form: str = "moore_penrose") -> Reals:
        """A generalised inverse X of A, of shape (n, m)."""
        n, m = self.n, self.m
        a, mass, weight = reals("A", A, (m, n)), _maybe("M", M, n, n), _maybe("N", N, m, m)
        x = np.empty((n, m))
        self._check(lib.wd_uk_inverse(self._handle, pointer(a), pointer(mass), pointer(weight),
                                      _number("form", form, _FORMS), pointer(x)))
        return x

    def solve(self, M: Optional[npt.ArrayLike], Q: npt.ArrayLike, A: npt.ArrayLike,
              b: Optional[npt.ArrayLike] = None, C: Optional[npt.ArrayLike] = None,
              N: Optional[npt.ArrayLike] = None, form: str = "moore_penrose") -> Solution:
        """Accelerations and constraint forces under applied forces Q and non-ideal forces C."""
        n, m = self.n, self.m
        given = (_maybe("M", M, n, n), reals("Q", Q, (n,)), reals("A", A, (m, n)),
                 _maybe("b", b, m), _maybe("C", C, n), _maybe("N", N, m, m))
        solution = Solution(np.empty(n), np.empty(n), np.empty(n))
        self._check(lib.wd_uk_solve(self._handle, *map(pointer, given),
                                    _number("form", form, _FORMS), *map(pointer, solution)))
        return solution


Equations = Callable[..., None]
Energies = Callable[[float, Reals, Reals], Sequence[float]]
Constraints = Callable[[float, Reals, Reals, Reals, Reals], None]


class System(Model):
    """A model of kind "constrained": coordinates and constraints of your own.

        s = System()
        s.coordinate("x", q=1.0)
        s.constraint("rod")
        s.set_equations(equations)

    Then use it as any Model.
    """

    __slots__ = ("_equations", "_energies", "_constraints")

    def __init__(self) -> None:
        self._equations: Optional[Equations] = None
        self._energies: Optional[Energies] = None
        self._constraints: Optional[Constraints] = None
        super().__init__("constrained")

    def coordinate(self, name: str, **values: Value) -> None:
        """Add a coordinate: scale, q, v."""
        self.add_part("coordinate", name, (), **values)

    def constraint(self, name: str, **values: Value) -> None:
        """Add a constraint: holonomic, one_sided, opens ("yes" or "no"), relax, restoring_rate."""
        self.add_part("constraint", name, (), **values)

    def set_equations(self, function: Equations) -> None:
        """Give the equations: function(t, q, v, M, Q, C, A, b, phi) fills numpy arrays in place.

        M is (n, n) and A (m, n), NaN on entry; Q and C are (n,), b and phi (m,), zero on entry. Do
        not write to q and v. Arrays are valid inside the function only. The function must be pure;
        an exception that it raises is raised again by the method that called the function.
        """
        self._give(function, self._energies, self._constraints)

    def set_energies(self, function: Optional[Energies]) -> None:
        """Report the energy: function(t, q, v) gives kinetic and potential energy [J] and, if
        forces in Q do work beside the potential, their power [W]. None: no energy is reported."""
        self._give(self._equations, function, self._constraints)

    def set_constraints(self, function: Optional[Constraints]) -> None:
        """Let constraints move or weights vary: function(t, q, v, c, N) fills arrays in place.

        The constraints are A v = c; b of the equations then contains dc/dt. c and N are (m,): c is
        zero on entry; N, the diagonal of the matrix N, is `relax` on entry, in [0, 1]. The rules of
        set_equations() apply. None: constraints are at rest, and their weights are `relax`.
        """
        self._give(self._equations, self._energies, function)

    def _give(self, equations: Optional[Equations], energies: Optional[Energies],
              constraints: Optional[Constraints]) -> None:
        """Set the C callbacks again, with arrays of the sizes that the model has now."""
        types = [part["type"] for part in self.parts]
        n, m = types.count("coordinate"), types.count("constraint")
        pointers = {}
        if equations is not None:
            pointers["equations"] = guarded(equations_fn, _fill(
                equations, (n,), (n,), (n, n), (n,), (n,), (m, n), (m,), (m,)))
            self._call(lib.wd_model_set_equations, pointers["equations"], None)
        if energies is not None:
            pointers["energies"] = guarded(energy_fn, _report(energies, n))
        if constraints is not None:
            pointers["constraints"] = guarded(constraints_fn,
                                              _fill(constraints, (n,), (n,), (m,), (m,)))
        self._call(lib.wd_model_set_energies, pointers.get("energies", energy_fn(0)), None)
        self._call(lib.wd_model_set_constraints,
                   pointers.get("constraints", constraints_fn(0)), None)
        for name in ("energies", "constraints"):
            self._callbacks.pop(name, None)
        self._callbacks.update(pointers)
        self._equations, self._energies, self._constraints = equations, energies, constraints

    def init(self, t0: float = 0.0) -> None:
        """Start the motion at time t0 [s] from the start values, projected onto the constraints."""
        self._give(self._equations, self._energies, self._constraints)
        super().init(t0)

    def load(self, snapshot: bytes) -> None:
        """Continue from a snapshot of a system with equations of the same meaning."""
        super().load(snapshot)
        self._give(self._equations, self._energies, self._constraints)

    def clone(self) -> System:
        """An independent copy in the same state, with the same equations."""
        copy = super().clone()
        assert isinstance(copy, System)
        copy._equations = copy._energies = copy._constraints = None
        copy._give(self._equations, self._energies, self._constraints)
        return copy


def _fill(function: Callable[..., None], *shapes: Tuple[int, ...]) -> Callable[..., int]:
    """C callback of a function that fills arrays of these shapes; the first two, q and v, are
    read-only."""

    def fill(t: float, *arguments: Any) -> int:
        arrays = [np.ctypeslib.as_array(x, shape) if math.prod(shape) else np.empty(shape)
                  for x, shape in zip(arguments, shapes)]
        arrays[0].flags.writeable = arrays[1].flags.writeable = False
        function(t, *arrays)
        return 0

    return fill


def _report(function: Energies, n: int) -> Callable[..., int]:

    def report(t: float, q: Any, v: Any, kinetic: Any, potential: Any, power: Any,
             user: Any) -> int:
        energies = function(t, np.ctypeslib.as_array(q, (n,)), np.ctypeslib.as_array(v, (n,)))
        for place, value in zip((kinetic, potential, power), energies):
            place[0] = real("an energy or a power", value)
        return 0

    return report


def _maybe(what: str, values: Optional[npt.ArrayLike], *shape: int) -> Optional[Reals]:
    return None if values is None else reals(what, values, shape)


def _number(what: str, name: str, names: Any) -> int:
    if name not in names:
        raise unknown(WD_EINVAL, what, name, names)
    return int(names[name])
