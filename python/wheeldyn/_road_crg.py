# SPDX-License-Identifier: MIT
"""Roads in files of ASAM OpenCRG: a header of sections, then records of 80 bytes."""

from __future__ import annotations

import math
import os
import re
from typing import Dict, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._arrays import Reals

# Digits of a number in each text format, types of numbers in each binary format.
_DIGITS = {"LRFI": 10, "LDFI": 20}
_TYPES = {"KRBI": ">f4", "KDBI": ">f8"}
_RECORD = 80  # bytes


class Road(NamedTuple):
    """Heights z[j, i] at u = i du along the reference line and v = right + j dv across.

    line: None if the reference line is straight, else the headings of its parts.
    """

    z: Reals
    du: float
    dv: float
    right: float
    start: Tuple[float, float]  # place of the reference line at the first row
    heading: float
    line: Optional[Reals]


class _Header(NamedTuple):
    numbers: Dict[str, float]  # the numbers of section ROAD_CRG, by their names
    format: str
    channels: List[str]
    size: int  # size of the header [bytes]


def _read_header(data: bytes, path: str) -> _Header:
    section, at = "", 0
    numbers: Dict[str, float] = {}
    channels: List[str] = []
    format = "KRBI"
    while at < len(data):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        line, at = data[at:end][:72].decode("latin-1"), end + 1
        if line.startswith("$$"):
            return _Header(numbers, format, channels, at)
        text = line.split("!")[0].strip()
        if line.startswith("$"):
            section = text[1:].strip().upper()
        elif section == "ROAD_CRG" and "=" in text:
            key, value = text.split("=", 1)
            numbers[key.strip().upper()] = float(value.split()[0])
        elif section == "KD_DEFINITION" and text[:2] == "#:":
            format = text[2:].strip().upper()
        elif section == "KD_DEFINITION" and text[:2].upper() == "D:":
            channels.append(text[2:].split(",")[0].strip().lower())
    raise ValueError(f"{path}: no line of $$ ends a header, so it is no file of OpenCRG")


def _read_text(data: bytes, digits: int, columns: int, path: str) -> Reals:
    """Read rows of numbers. Each row begins a new record; an asterisk marks a missing number."""
    each = _RECORD // digits
    records = [line for line in data.decode("latin-1").splitlines()
               if line.strip() and not re.match(r"[*$]\S*\s*[A-Za-z$]", line)]
    lines = -(-columns // each)
    rows = []
    for first in range(0, len(records) - lines + 1, lines):
        row: List[float] = []
        for record in records[first:first + lines]:
            words = [record[k:k + digits].strip() for k in range(0, len(record.rstrip()), digits)]
            try:
                row += [math.nan if "*" in word else float(word) for word in words if word]
            except ValueError:
                raise ValueError(f"{path}: {record.strip()!r} is no row of numbers") from None
        if len(row) != columns:
            raise ValueError(f"{path}: a row has {len(row)} numbers, not {columns}")
        rows.append(row)
    return np.array(rows, dtype=float).reshape(len(rows), columns)


def _read_data(data: bytes, header: _Header, path: str) -> Reals:
    columns = len(header.channels)
    if header.format in _DIGITS:
        return _read_text(data, _DIGITS[header.format], columns, path)
    if header.format not in _TYPES:
        raise ValueError(f"{path}: format {header.format} is none of "
                         f"{', '.join([*_DIGITS, *_TYPES])}")
    kind = np.dtype(_TYPES[header.format])
    size = kind.itemsize
    numbers = np.frombuffer(data[:len(data) // size * size], dtype=kind).astype(float)
    return numbers[:len(numbers) // columns * columns].reshape(-1, columns)


def _places(header: _Header, sections: List[str], path: str) -> Reals:
    """Lateral place v of each longitudinal section."""
    given = [re.search(r"at v\s*=\s*([-+.\deE]+)", name) for name in sections]
    places = [float(match[1]) for match in given if match]
    numbers, n = header.numbers, len(sections)
    if len(places) == n:
        return np.array(places)
    if places:
        raise ValueError(f"{path}: some sections are given by their place v and others by a number")
    step = numbers.get("LONG_SECTION_V_INCREMENT", math.nan)
    right = numbers.get("LONG_SECTION_V_RIGHT", math.nan)
    left = numbers.get("LONG_SECTION_V_LEFT", math.nan)
    if math.isnan(step) and n > 1:
        step = (left - right) / (n - 1)
    if math.isnan(right):
        right = left - (n - 1) * step if left == left else -(n - 1) * step / 2
    v = right + step * np.arange(n)
    if not np.all(np.isfinite(v)):
        raise ValueError(f"{path}: the header does not say where the sections are")
    return v


def _fill_sides(z: Reals, path: str) -> None:
    """Replace missing heights at the sides by the nearest height in the row."""
    for i, row in enumerate(z):
        known = np.flatnonzero(np.isfinite(row))
        if len(known) == 0:
            raise ValueError(f"{path}: row {i} has no height")
        row[:] = np.interp(np.arange(len(row)), known, row[known])


def _evenly(z: Reals, v: Reals) -> Tuple[Reals, float, float]:
    """Interpolate linearly to at least four evenly spaced sections, unless they are so already."""
    step = float(np.min(np.diff(v)))
    n = round((v[-1] - v[0]) / step) + 1
    if n >= 4 and len(v) == n and np.allclose(np.diff(v), step, rtol=1e-6):
        return z, float((v[-1] - v[0]) / (n - 1)), float(v[0])
    n = max(n, 4)
    even = np.linspace(v[0], v[-1], n)
    return np.array([np.interp(even, v, row) for row in z]), float(even[1] - even[0]), float(v[0])


def _channel(header: _Header, data: Reals, name: str, usual: str) -> Reals:
    """A channel of the reference line: from the data, else a constant of the header, else 0."""
    for k, channel in enumerate(header.channels):
        if channel == f"reference line {name}":
            return data[:, k]
    return np.full(len(data), header.numbers.get(usual, 0.0))


def _headings(header: _Header, data: Reals, path: str) -> Tuple[float, Optional[Reals]]:
    """Heading of the first part of the reference line, and of each part if it is curved.

    The first value of the channel has no meaning; value i is the heading from row i - 1 to row i.
    """
    phi = _channel(header, data, "phi", "REFERENCE_LINE_START_PHI")
    usual = header.numbers.get("REFERENCE_LINE_START_PHI", 0.0)
    heading = float(phi[1]) if len(phi) > 1 and np.isfinite(phi[1]) else usual
    parts = np.where(np.isfinite(phi[1:]), phi[1:], heading)
    end = header.numbers.get("REFERENCE_LINE_END_PHI", heading)
    # rad; above the rounding of reals, far below a bend that matters
    if np.max(np.abs(parts - heading)) > 1e-6:
        return heading, parts
    if abs(end - heading) > 1e-6:
        raise ValueError(f"{path}: its reference line turns by {end - heading:.3g} rad, but no "
                         "channel says where")
    return heading, None


def read(path: Union[str, "os.PathLike[str]"]) -> Road:
    with open(path, "rb") as file:
        data = file.read()
    name = os.fspath(path)
    header = _read_header(data, name)
    rows = _read_data(data[header.size:], header, name)
    wanted = [k for k, channel in enumerate(header.channels) if channel.startswith("long section")]
    step = header.numbers.get("REFERENCE_LINE_INCREMENT", math.nan)
    if not step > 0:
        raise ValueError(f"{name}: the header has no REFERENCE_LINE_INCREMENT above 0")
    if len(rows) < 4 or len(wanted) < 2:
        raise ValueError(f"{name}: {len(rows)} rows of {len(wanted)} sections are no surface")
    heading, line = _headings(header, rows, name)
    v = _places(header, [header.channels[k] for k in wanted], name)
    z = rows[:, wanted].copy()
    _fill_sides(z, name)
    slope = _channel(header, rows, "slope", "REFERENCE_LINE_START_S")
    bank = _channel(header, rows, "banking", "REFERENCE_LINE_START_B")
    up = header.numbers.get("REFERENCE_LINE_START_Z", 0.0)
    z += (up + step * np.append(0.0, np.cumsum(slope[1:])))[:, None] + np.outer(bank, v)
    z, dv, right = _evenly(z, v)
    start = (header.numbers.get("REFERENCE_LINE_START_X", 0.0),
             header.numbers.get("REFERENCE_LINE_START_Y", 0.0))
    return Road(np.ascontiguousarray(z.T), step, dv, right, start, heading, line)


def _sample(road: Road, u: Reals, v: Reals) -> Reals:
    """Heights by bilinear interpolation; beyond an edge that of the edge."""
    rows, columns = road.z.shape
    i = np.clip(u / road.du, 0, columns - 1)
    j = np.clip((v - road.right) / road.dv, 0, rows - 1)
    i0, j0 = np.minimum(i.astype(int), columns - 2), np.minimum(j.astype(int), rows - 2)
    p, q = i - i0, j - j0
    z = road.z
    height: Reals = ((1 - q) * ((1 - p) * z[j0, i0] + p * z[j0, i0 + 1])
                     + q * ((1 - p) * z[j0 + 1, i0] + p * z[j0 + 1, i0 + 1]))
    return height


def _fill(z: Reals) -> None:
    """Fill nodes far from the road from known heights in their row. A row without any becomes a
    copy of the nearest row that has some."""
    known = [k for k, row in enumerate(z) if np.any(np.isfinite(row))]
    for k in known:
        have = np.flatnonzero(np.isfinite(z[k]))
        z[k] = np.interp(np.arange(z.shape[1]), have, z[k, have])
    for k in range(len(z)):
        z[k] = z[min(known, key=lambda other: abs(other - k))]


def resample(road: Road, cell: float, most: int) -> Tuple[Reals, float, float]:
    """Heights of a curved road on a grid along x and y, and the place of the first one.

    Each node has the height of the road beside the nearest point of the reference line, at the
    distance of the node from this line.
    """
    assert road.line is not None
    steps = road.du * np.column_stack((np.cos(road.line), np.sin(road.line)))
    at = np.vstack((road.start, road.start + np.cumsum(steps, axis=0)))
    wide = max(abs(road.right), abs(road.right + (len(road.z) - 1) * road.dv)) + 2 * cell
    first, last = at.min(axis=0) - wide, at.max(axis=0) + wide
    nx, ny = (int(n) + 2 for n in (last - first) / cell)
    if nx * ny > most:
        raise ValueError(f"a grid of {nx} x {ny} heights is too large; give a larger cell")
    near = np.full((ny, nx), np.inf)
    u, v = np.zeros((ny, nx)), np.zeros((ny, nx))
    for k, (begin, way) in enumerate(zip(at, steps)):
        low = np.minimum(begin, begin + way) - wide - first
        high = np.maximum(begin, begin + way) + wide - first
        i = slice(max(0, int(low[0] / cell)), int(high[0] / cell) + 2)
        j = slice(max(0, int(low[1] / cell)), int(high[1] / cell) + 2)
        x = first[0] + cell * np.arange(nx)[i] - begin[0]
        y = (first[1] + cell * np.arange(ny)[j] - begin[1])[:, None]
        part = np.clip((x * way[0] + y * way[1]) / road.du**2, 0, 1)
        far = np.hypot(x - part * way[0], y - part * way[1])
        nearer = (far < near[j, i]) & (far <= wide)
        side = np.where(way[0] * y - way[1] * x < 0, -1.0, 1.0)
        near[j, i] = np.where(nearer, far, near[j, i])
        u[j, i] = np.where(nearer, (k + part) * road.du, u[j, i])
        v[j, i] = np.where(nearer, side * far, v[j, i])
    z = np.where(np.isfinite(near), _sample(road, u, v), np.nan)
    _fill(z)
    return z, float(first[0]), float(first[1])
