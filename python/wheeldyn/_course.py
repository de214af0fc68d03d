# SPDX-License-Identifier: MIT
"""The course of a model: its ground, the friction there, and a path to follow.

"Experimental, as ground.h" means: it may change until 1.0, like the functions of the header
ground.h of the C library.
"""

from __future__ import annotations

from ctypes import byref, c_int32
from typing import Any, Callable, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._arrays import Reals, pointer, real, reals
from ._constants import WD_EINPUT, WD_EINVAL, WD_EROLE
from ._errors import Error
from ._handle import Handle
from ._inputs import call, guarded
from ._library import lib, surface_fn
from .ground import Grid

SurfaceFunction = Callable[[float, float], Sequence[float]]

_VALUES = 7  # number of values of the ground at a place
_GROUND_FAULTS = {WD_EINPUT: "the function of the surface fails at x = {:g}, y = {:g}",
                  WD_EINVAL: "x and y of a place on the ground must be finite",
                  WD_EROLE: "this kind has no ground whose values at a place can be read"}
_FUNCTION = "set_surface()"  # name under which the callback of a surface is kept


class Ground(NamedTuple):
    """The ground at a place."""

    h: float  #: height [m]
    h_x: float  #: slope along x
    h_y: float  #: slope along y
    h_xx: float  #: second derivative [1/m]
    h_xy: float  #: second derivative [1/m]
    h_yy: float  #: second derivative [1/m]
    factor: float  #: factor that multiplies the coefficient of friction


class Course(Handle):
    """The methods of a model that set and read its ground and path."""

    __slots__ = ()

    def set_terrain(self, xy: Optional[npt.ArrayLike],
                    bulge: Optional[npt.ArrayLike] = None) -> None:
        """Set the terrain by points (x, y) [m], with the free side on the left; None for the
        default terrain.

        The bulge of a segment makes it an arc: the tangent of a quarter of the angle of the arc,
        positive counter-clockwise, which is a valley. There is one bulge fewer than points.
        """
        points = np.empty((0, 2)) if xy is None else reals("a terrain", xy, (-1, 2))
        count = max(len(points) - 1, 0)
        bulges = None if bulge is None else reals("the bulge of a terrain", bulge, (count,))
        self._call(lib.wd_model_set_profile, _or_null(points), pointer(bulges), len(points))
        self._callbacks.pop(_FUNCTION, None)

    def set_terrain_friction(self, factor: Optional[npt.ArrayLike]) -> None:
        """Set a factor of friction, 0 or more, for each segment of the terrain that was set.

        There is one segment fewer than points. The factor multiplies param.mu of an impact_wheel,
        or input.<wheel>.mu of a vehicle; None means 1 everywhere. Set the terrain first: setting a
        terrain resets all factors to 1.
        """
        factors = np.empty(0) if factor is None else reals("friction", factor, (-1,))
        self._call(lib.wd_model_set_terrain_friction, _or_null(factors), len(factors))

    def set_terrain_restitution(self, factor: Optional[npt.ArrayLike]) -> None:
        """Set a factor of restitution, from 0 to 1, for each segment of the terrain that was set.

        There is one segment fewer than points. The factor multiplies param.restitution; None means
        1 everywhere.
        """
        factors = np.empty(0) if factor is None else reals("restitution", factor, (-1,))
        self._call(lib.wd_model_set_terrain_restitution, _or_null(factors), len(factors))

    def set_surface(self, z: Union[npt.ArrayLike, SurfaceFunction, None], dx: float = 1,
                    dy: Optional[float] = None, x0: float = 0, y0: float = 0,
                    heading: float = 0) -> None:
        """Set smooth ground of a vehicle: a grid of heights, or a function; None for the plane.

        A grid has heights z[j, i] [m] at (x0 + i dx, y0 + j dy), turned about the origin by the
        heading; dy is dx if it is left out. A function of x and y returns h, h_x, h_y, h_xx, h_xy,
        h_yy and, optionally, a factor of the coefficient of friction. It must be pure, and is
        called for places within two radii of a wheel. Experimental, as ground.h.
        """
        if callable(z):
            if (dx, dy, x0, y0, heading) != (1, None, 0, 0, 0):
                raise TypeError("a surface from a function has no spacing, place or heading")
            function = _surface(z)
            self._call(lib.wd_model_set_surface_fn, function, None)
            self._callbacks[_FUNCTION] = function
            return
        if z is None:
            self._call(lib.wd_model_set_surface, None, 0, 0, None)
        else:
            heights = reals("a surface", z, (-1, -1))
            frame = reals("the frame of a surface", (x0, y0, dx, dx if dy is None else dy, heading),
                          (5,))
            self._call(lib.wd_model_set_surface, pointer(heights), heights.shape[1],
                       heights.shape[0], pointer(frame))
        self._callbacks.pop(_FUNCTION, None)

    def set_path(self, xy: Optional[npt.ArrayLike], closed: bool = False) -> None:
        """Set the reference path by points (x, y) [m]; None for no path."""
        points = np.empty((0, 2)) if xy is None else reals("a path", xy, (-1, 2))
        self._call(lib.wd_model_set_path, _or_null(points), len(points), int(closed))

    def set_path_times(self, times: Optional[npt.ArrayLike]) -> None:
        """Set the time law of the path: the time [s] at each point; None for constant speed.

        A closed path has one time more, for its return to the first point. Set the path first:
        setting a path removes the times.
        """
        given = np.empty(0) if times is None else reals("times", times, (-1,))
        self._call(lib.wd_model_set_path_times, _or_null(given), len(given))

    @property
    def terrain(self) -> Optional[Tuple[Reals, Reals]]:
        """Points and bulges of the terrain that was set; None if none was set."""
        count = lib.wd_model_terrain(self._idle_handle(), None, None, 0)
        if count == 0:
            return None
        points, bulge = np.empty((count, 2)), np.empty(count - 1)
        lib.wd_model_terrain(self._idle_handle(), pointer(points), pointer(bulge), count)
        return points, bulge

    @property
    def terrain_friction(self) -> Optional[Reals]:
        """Factors of friction of the segments, 1 by default; None if `terrain` is None."""
        factors = np.empty(lib.wd_model_terrain_friction(self._idle_handle(), None, 0))
        lib.wd_model_terrain_friction(self._idle_handle(), pointer(factors), len(factors))
        return factors if len(factors) else None

    @property
    def terrain_restitution(self) -> Optional[Reals]:
        """Factors of restitution of the segments, 1 by default; None if `terrain` is None."""
        factors = np.empty(lib.wd_model_terrain_restitution(self._idle_handle(), None, 0))
        lib.wd_model_terrain_restitution(self._idle_handle(), pointer(factors), len(factors))
        return factors if len(factors) else None

    @property
    def surface(self) -> Optional[Grid]:
        """The grid of heights that was set, as arguments of set_surface(); None if there is none,
        or if the surface is a function. Experimental, as ground.h."""
        width = lib.wd_model_surface_width(self._idle_handle())
        if width == 0:
            return None
        count = lib.wd_model_surface(self._idle_handle(), None, 0, None)
        z, frame = np.empty((count // width, width)), np.empty(5)
        lib.wd_model_surface(self._idle_handle(), pointer(z), count, pointer(frame))
        x0, y0, dx, dy, heading = frame.tolist()
        return Grid(z, dx, dy, x0, y0, heading)

    def _has_surface(self) -> bool:
        """True if a surface was given, a grid or a function."""
        frame = np.full(5, np.inf)  # not written without a surface
        lib.wd_model_surface(self._idle_handle(), None, 0, pointer(frame))
        return not bool(np.isinf(frame[0]))

    def ground_at(self, x: float, y: float) -> Ground:
        """The ground at (x, y) [m], of any type: height, slopes, second derivatives, and the factor
        of friction. Experimental, as ground.h."""
        values = np.empty(_VALUES)
        status = call(lib.wd_model_ground_at, self._idle_handle(), real("x", x), real("y", y),
                      pointer(values))
        if status < 0:
            raise Error(status, _GROUND_FAULTS.get(status, "").format(x, y))
        return Ground(*values.tolist())

    @property
    def path(self) -> Optional[Tuple[Reals, bool]]:
        """Points of the path that was set, and whether it is closed; None if there is none."""
        count = lib.wd_model_path(self._idle_handle(), None, 0, None)
        if count == 0:
            return None
        points, closed = np.empty((count, 2)), c_int32()
        lib.wd_model_path(self._idle_handle(), pointer(points), count, byref(closed))
        return points, bool(closed.value)

    @property
    def path_times(self) -> Optional[Reals]:
        """Times at the points of the path; None if none were set."""
        times = np.empty(lib.wd_model_path_times(self._idle_handle(), None, 0))
        lib.wd_model_path_times(self._idle_handle(), pointer(times), len(times))
        return times if len(times) else None


def _or_null(points: Reals) -> Any:
    return pointer(points if points.size else None)


def _surface(function: SurfaceFunction) -> Any:
    """A C function pointer that calls a Python function of x and y."""

    def evaluate(x: float, y: float, value: Any, user: Any) -> int:
        given = function(x, y)
        if len(given) not in (_VALUES - 1, _VALUES):
            raise ValueError(f"a function of a surface returned {len(given)} values, not h, h_x, "
                             "h_y, h_xx, h_xy, h_yy and a factor of friction")
        for k, number in enumerate(given):
            value[k] = number
        return 0

    return guarded(surface_fn, evaluate)
