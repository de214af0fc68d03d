# SPDX-License-Identifier: MIT
"""Ground that vehicles meet: profiles for set_terrain(), roads for set_surface().

    from wheeldyn import ground
    v.set_terrain(*ground.join(ground.threshold(2, 0.1, 0.02), ground.stairs(4, 0.28, -0.17, 5)))
    v.set_surface(ground.isotropic("C", 400, 60, 0.05, seed=1), 0.05)
    v.set_surface(*ground.crg("road.crg"))

Profiles are points and bulges; the bulge of a segment makes it an arc (Model.set_terrain()). Every
profile starts level at the height 0; its first and last segments are infinitely long.
"""

from __future__ import annotations

import math
import os
import warnings
from typing import List, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _road_crg, _road_random
from ._arrays import Reals
from ._numbers import above_0, not_0, number, whole

Profile = Tuple[Reals, Reals]


class Grid(NamedTuple):
    """Heights of a surface, the arguments of set_surface()."""

    z: Reals  #: heights [m], z[j, i] at node i along x and j along y
    dx: float  #: spacing along x [m]
    dy: float  #: spacing along y [m]
    x0: float  #: x of node 0, 0 [m]
    y0: float  #: y of node 0, 0 [m]
    heading: float  #: angle [rad] by which the grid is turned to the left about the origin


_RUN = 1.0  # m; length of the level segments at both ends
_MOST_STEPS = 2**29 - 1  # a profile has at most 2**30 points


def _profile(points: List[Tuple[float, float]], bulge: List[float]) -> Profile:
    """Return the profile with level segments added before and after."""
    (x, z), (end, top) = points[0], points[-1]
    whole = [(x - _RUN, z), *points, (end + _RUN, top)]
    return np.array(whole, dtype=float), np.array([0.0, *bulge, 0.0])


def _lines(points: List[Tuple[float, float]]) -> Profile:
    return _profile(points, [0.0] * (len(points) - 1))


def kerb(x: float, height: float) -> Profile:
    """A step at x: up, or down for a height below 0."""
    x, height = number("x", x), not_0("height", height)
    return _lines([(x, 0.0), (x, height)])


def stairs(x: float, tread: float, riser: float, n: int) -> Profile:
    """n steps from x on: up, or down for a riser below 0. tread: length of a step."""
    x, tread, riser = number("x", x), above_0("tread", tread), not_0("riser", riser)
    points = []
    for k in range(whole("n", n, 1, _MOST_STEPS)):
        points += [(x + k * tread, k * riser), (x + k * tread, (k + 1) * riser)]
    return _lines(points)


def threshold(x: float, width: float, height: float, chamfer: float = 0) -> Profile:
    """A bar across the path, between x and x + width; `chamfer` cuts its edges at 45 degrees."""
    x, width, height = number("x", x), above_0("width", width), above_0("height", height)
    most, end = min(height, width / 2), x + width
    c = number("chamfer", chamfer, f"from 0 to {most:g}, the height and half of the width at most",
               lambda c: 0 <= c <= most)
    points = [(x, 0.0)]
    if c < height:
        points += [(x, height - c)]
    if c > 0:
        points += [(x + c, height)]
    if 0 < c and 2 * c < width:
        points += [(end - c, height)]
    if c < height:
        points += [(end, height - c)]
    return _lines([*points, (end, 0.0)])


def bump(x: float, length: float, height: float) -> Profile:
    """A bump between x and x + length; a height below 0 makes a dip.

    It consists of three arcs that join without corners. Each arc has the radius
    (length**2 / 4 + height**2) / (4 abs(height)). The radius of a wheel must be smaller, because
    the wheel must fit into the concave arcs.
    """
    x, length = number("x", x), above_0("length", length)
    height = number("height", height, f"other than 0 and smaller than {length / 2:g}, half of the "
                    "length", lambda h: 0 < abs(h) < length / 2)
    angle = 2 * math.atan(2 * height / length)  # of an outer arc; the middle one has twice it
    points = [(x, 0.0), (x + length / 4, height / 2), (x + 3 * length / 4, height / 2),
              (x + length, 0.0)]
    outer = math.tan(angle / 4)
    return _profile(points, [outer, -math.tan(angle / 2), outer])


def _parts(k: int, profile: Profile) -> Profile:
    """Return points and bulges of profile k of join() as arrays of finite numbers."""
    try:
        xz, bulge = (np.asarray(part, dtype=float) for part in profile)
        good = (xz.ndim == 2 and len(xz) > 2 and xz.shape[1] == 2 and bulge.shape == (len(xz) - 1,)
                and np.all(np.isfinite(xz)) and np.all(np.isfinite(bulge)))
    except (TypeError, ValueError):
        good = False
    if not good:
        raise ValueError(f"profile {k} of join() must be n points and n - 1 bulges, finite numbers "
                         "with n above 2, as the functions of wheeldyn.ground return them")
    return xz, bulge


def join(*profiles: Profile) -> Profile:
    """Join profiles of this module; each begins at the height at which the one before it ends."""
    if not profiles:
        raise ValueError("there is no profile to join")
    points: List[Tuple[float, float]] = []
    bulge: List[float] = []
    height = 0.0
    for xz, bulges in (_parts(k, profile) for k, profile in enumerate(profiles, 1)):
        inner = [(float(p[0]), float(p[1]) + height) for p in xz[1:-1]]
        if points and inner[0][0] < points[-1][0]:
            raise ValueError(f"a profile begins at x = {inner[0][0]}, before the last one ends at "
                             f"x = {points[-1][0]}")
        if points and inner[0][0] == points[-1][0]:
            inner = inner[1:]
        elif points:
            bulge += [0.0]
        points += inner
        bulge += [float(b) for b in bulges[1:-1]]
        height = points[-1][1]
    return _profile(points, bulge)


# ---- roads ----

def iso8608(cls: str, length: float, dx: float, seed: int, waviness: float = 2) -> Reals:
    """Heights [m] of a random track of class "A" to "H", dx [m] apart, over a length [m].

    A sum of 2000 cosines with the density G_d(n) = G_d(0.1/m) (n/0.1/m)^-waviness of ISO 8608 from
    0.011 to 2.83 cycles/m; G_d(0.1/m) is 16 4^k 1e-6 m^3, k = 0 for class A. The same seed gives
    the same track.
    """
    return _road_random.track(cls, length, dx, seed, waviness)


def isotropic(cls: str, nx: int, ny: int, dx: float, seed: int) -> Reals:
    """Heights z[j, i] [m] of a random road, for set_surface(z, dx).

    Each straight track has the density of iso8608() with waviness 2, whatever its direction, except
    near the highest frequency, where it falls as sqrt(1 - (n/2.83)^2). Two parallel tracks at the
    distance d have the coherence x K_1(x), with x = 2 pi n d and the modified Bessel function K_1.
    """
    return _road_random.surface(cls, nx, ny, dx, seed)


def crg(path: Union[str, "os.PathLike[str]"], cell: Optional[float] = None) -> Grid:
    """A road of a file of ASAM OpenCRG, as arguments of set_surface().

    The file may be in a text or binary format, with slope and banking. Sections that are not evenly
    spaced, or fewer than four, are interpolated linearly across the road. A missing height at a
    side becomes the nearest height in its row. The nodes of a road with a straight reference line
    are those of the file. A road with a curved one is resampled onto a square grid along x and y,
    with a UserWarning; `cell`: distance of its nodes [m], by default the smaller distance of the
    nodes of the file. Beside the road the ground continues from its edges. ValueError for files
    that are no OpenCRG, OSError for files that cannot be read.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ValueError(f"path = {path!r} must be the path of a file")
    cell = None if cell is None else above_0("cell", cell)
    road = _road_crg.read(path)
    if road.line is not None:
        cell = min(road.du, road.dv) if cell is None else cell
        z, x, y = _road_crg.resample(road, cell, 2**26)
        warnings.warn(f"{os.fspath(path)}: its reference line is curved; the road is resampled "
                      f"onto {z.shape[1]} x {z.shape[0]} nodes, {cell:g} m apart", stacklevel=2)
        return Grid(z, cell, cell, x, y, 0.0)
    c, s = math.cos(road.heading), math.sin(road.heading)
    x, y = road.start
    return Grid(road.z, road.du, road.dv, c * x + s * y, c * y - s * x + road.right, road.heading)
