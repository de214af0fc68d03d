# SPDX-License-Identifier: MIT
"""The course of a model: its terrain, the friction there, and a path to follow."""

from __future__ import annotations

from ctypes import byref, c_int32
from typing import Any, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._arrays import Reals, pointer, reals
from ._handle import Handle
from ._library import lib


class Course(Handle):
    """The part of a model that takes and gives its terrain and path."""

    __slots__ = ()

    def set_terrain(self, xy: Optional[npt.ArrayLike],
                    bulge: Optional[npt.ArrayLike] = None) -> None:
        """Terrain as points (x, y) [m], free side on the left; None for the default.

        The bulge of each segment, one fewer than the points, makes an arc of it: the tangent of a
        quarter of its angle, positive counter-clockwise, which is a valley.
        """
        points = np.empty((0, 2)) if xy is None else reals("a terrain", xy, (-1, 2))
        count = max(len(points) - 1, 0)
        bulges = None if bulge is None else reals("the bulge of a terrain", bulge, (count,))
        self._call(lib.wd_model_set_profile, _or_null(points), pointer(bulges), len(points))

    def set_terrain_friction(self, factor: Optional[npt.ArrayLike]) -> None:
        """Friction of each segment of the terrain that was given, one fewer than its points.

        A factor of 0 or more that param.mu is multiplied by there; None for 1 everywhere. Set the
        terrain first: a new one forgets its friction.
        """
        factors = np.empty(0) if factor is None else reals("friction", factor, (-1,))
        self._call(lib.wd_model_set_terrain_friction, _or_null(factors), len(factors))

    def set_terrain_restitution(self, factor: Optional[npt.ArrayLike]) -> None:
        """Restitution of each segment of the terrain that was given, one fewer than its points.

        A factor from 0 to 1 that param.restitution is multiplied by there; None for 1 everywhere.
        """
        factors = np.empty(0) if factor is None else reals("restitution", factor, (-1,))
        self._call(lib.wd_model_set_terrain_restitution, _or_null(factors), len(factors))

    def set_path(self, xy: Optional[npt.ArrayLike], closed: bool = False) -> None:
        """Reference path as points (x, y) [m]; None for no path."""
        points = np.empty((0, 2)) if xy is None else reals("a path", xy, (-1, 2))
        self._call(lib.wd_model_set_path, _or_null(points), len(points), int(closed))

    def set_path_times(self, times: Optional[npt.ArrayLike]) -> None:
        """Time law of the path that was given: the time [s] at each point; None for constant speed.

        A closed path has one more, for its return to the first point. Set the path first: a new one
        forgets its times.
        """
        given = np.empty(0) if times is None else reals("times", times, (-1,))
        self._call(lib.wd_model_set_path_times, _or_null(given), len(given))

    @property
    def terrain(self) -> Optional[Tuple[Reals, Reals]]:
        """Points and bulges of the terrain that was given; None for the default, or none at all."""
        count = lib.wd_model_terrain(self._idle_handle(), None, None, 0)
        if count == 0:
            return None
        points, bulge = np.empty((count, 2)), np.empty(count - 1)
        lib.wd_model_terrain(self._idle_handle(), pointer(points), pointer(bulge), count)
        return points, bulge

    @property
    def terrain_friction(self) -> Optional[Reals]:
        """Factors of friction of its segments, 1 where none were given; None where terrain is."""
        factors = np.empty(lib.wd_model_terrain_friction(self._idle_handle(), None, 0))
        lib.wd_model_terrain_friction(self._idle_handle(), pointer(factors), len(factors))
        return factors if len(factors) else None

    @property
    def terrain_restitution(self) -> Optional[Reals]:
        """Factors of restitution of its segments, as terrain_friction."""
        factors = np.empty(lib.wd_model_terrain_restitution(self._idle_handle(), None, 0))
        lib.wd_model_terrain_restitution(self._idle_handle(), pointer(factors), len(factors))
        return factors if len(factors) else None

    @property
    def path(self) -> Optional[Tuple[Reals, bool]]:
        """Points of the path that was given, and whether it is closed; None if there is none."""
        count = lib.wd_model_path(self._idle_handle(), None, 0, None)
        if count == 0:
            return None
        points, closed = np.empty((count, 2)), c_int32()
        lib.wd_model_path(self._idle_handle(), pointer(points), count, byref(closed))
        return points, bool(closed.value)

    @property
    def path_times(self) -> Optional[Reals]:
        """Times of its points; None if none were given."""
        times = np.empty(lib.wd_model_path_times(self._idle_handle(), None, 0))
        lib.wd_model_path_times(self._idle_handle(), pointer(times), len(times))
        return times if len(times) else None


def _or_null(points: Reals) -> Any:
    return pointer(points if points.size else None)
