# SPDX-License-Identifier: MIT
"""Random roads of classes of ISO 8608: single tracks, and surfaces with correlated tracks."""

from __future__ import annotations

from typing import Tuple

import numpy as np

from ._arrays import Reals
from ._numbers import number, whole

REFERENCE = 0.1  # cycles/m; n0 of ISO 8608
BAND = (0.011, 2.83)  # cycles/m; the spatial frequencies of ISO 8608
DENSITY_A = 16e-6  # m^3; G_d(n0) of class A, geometric mean
WAVES = 2000  # number of waves that are added; frequencies are about 0.3 % apart
MOST_HEIGHTS = 2**26  # of a surface


def density(cls: str) -> float:
    """G_d(n0) [m^3] of a class from A to H."""
    if not isinstance(cls, str) or len(cls) != 1 or not "A" <= cls <= "H":
        raise ValueError(f"cls = {cls!r} is not a class from A to H")
    return DENSITY_A * 4.0 ** (ord(cls) - ord("A"))


def spacing(dx: float) -> float:
    most = 0.5 / BAND[1]
    return number("dx", dx, f"above 0 and at most {most:.4f} m, half of the shortest wave",
                  lambda x: 0 < x <= most)


def _random(seed: int) -> np.random.Generator:
    return np.random.default_rng(whole("seed", seed, 0))


def _waves(random: np.random.Generator) -> Tuple[Reals, Reals, Reals]:
    """Frequencies, one in each band of equal ratio; widths of the bands; phases."""
    edges = np.geomspace(*BAND, WAVES + 1)
    width = np.diff(edges)
    n = edges[:-1] + width * random.uniform(size=WAVES)
    return n, width, random.uniform(0, 2 * np.pi, WAVES)


def track(cls: str, length: float, dx: float, seed: int, waviness: float) -> Reals:
    dx = spacing(dx)
    most = MOST_HEIGHTS * dx
    length = number("length", length, f"above 0 and at most {most:g} for dx = {dx:g}",
                    lambda x: 0 < x <= most)
    n, width, phase = _waves(_random(seed))
    with np.errstate(over="ignore"):
        power = (n / REFERENCE) ** -number("waviness", waviness)
    if not np.all(np.isfinite(power)):
        raise ValueError(f"waviness = {waviness} is so large that heights are not finite")
    amplitude = np.sqrt(2 * density(cls) * power * width)
    x = dx * np.arange(round(length / dx) + 1)
    z = np.empty(len(x))
    for first in range(0, len(x), 4096):  # blocks: memory does not grow with the length
        part = x[first:first + 4096, None]
        z[first:first + 4096] = np.cos(2 * np.pi * n * part + phase) @ amplitude
    return z


def surface(cls: str, nx: int, ny: int, dx: float, seed: int) -> Reals:
    """Heights of a sum of plane waves in all directions. Along a straight track, a wave of n cycles
    per metre has a frequency f of at most n, which depends on its direction. Waves with the density
    n^-2 therefore give each track the density int 2/pi n^-2/sqrt(n^2 - f^2) dn = 2/pi f^-2, where n
    runs from f to infinity. Hence the waves of a surface have pi/2 times the density of a track."""
    dx, nx = spacing(dx), whole("nx", nx, 1, MOST_HEIGHTS)
    ny = whole("ny", ny, 1, MOST_HEIGHTS // nx)
    random = _random(seed)
    n, width, phase = _waves(random)
    way = random.uniform(0, 2 * np.pi, WAVES)
    amplitude = np.sqrt(np.pi * density(cls) * (n / REFERENCE) ** -2 * width)
    turn = 2j * np.pi * dx * n
    along = np.exp(np.outer(np.arange(nx), turn * np.cos(way)) + 1j * phase) * amplitude
    across = np.exp(np.outer(np.arange(ny), turn * np.sin(way)))
    return np.ascontiguousarray((across @ along.T).real)
