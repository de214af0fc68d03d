# SPDX-License-Identifier: MIT
"""Reader of .tir files: keys with their values, the curve of load over deflection, and units."""

from __future__ import annotations

import math
import os
import re
from typing import Dict, List, NamedTuple, Optional, Tuple, Union

from ._constants import WD_EINVAL
from ._errors import Error

Path = Union[str, "os.PathLike[str]"]

# lib/scenario has the same limits. A tyre needs about 10 kB and 300 keys.
_MOST_BYTES, _MOST_KEYS, _MOST_POINTS = 400_000, 1000, 1000

# Fortran writes exponents with D, too.
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eEdD][+-]?[0-9]+)?")
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_BLANKS = " \t\v\f"
_SECTION = re.compile(rf"\[[{_BLANKS}]*([^\]]*?)[{_BLANKS}]*\]")

_CURVE = "DEFLECTION_LOAD_CURVE"
_NO_VALUE = "it is neither KEY = VALUE nor a comment"

_INCH, _POUND = 0.0254, 4.4482216152605
_LENGTHS = {"m": 1.0, "meter": 1.0, "metre": 1.0, "mm": 1e-3, "millimeter": 1e-3,
            "millimetre": 1e-3, "cm": 1e-2, "centimeter": 1e-2, "centimetre": 1e-2, "km": 1e3,
            "kilometer": 1e3, "kilometre": 1e3, "in": _INCH, "inch": _INCH, "inche": _INCH,
            "ft": 12 * _INCH, "foot": 12 * _INCH, "feet": 12 * _INCH}
_FORCES = {"n": 1.0, "newton": 1.0, "kn": 1e3, "kilonewton": 1e3, "knewton": 1e3, "lbf": _POUND,
           "pound_force": _POUND, "pound": _POUND, "lb": _POUND, "poundforce": _POUND,
           "kgf": 9.80665, "kg_force": 9.80665, "kilogram_force": 9.80665, "dyne": 1e-5,
           "ounce_force": _POUND / 16}
_MASSES = {"kg": 1.0, "kilogram": 1.0, "g": 1e-3, "gram": 1e-3, "tonne": 1e3, "megagram": 1e3,
           "lbm": 0.45359237, "pound_mass": 0.45359237, "pound": 0.45359237, "lb": 0.45359237,
           "slug": _POUND / (12 * _INCH), "slinch": _POUND / _INCH}
_TIMES = {"s": 1.0, "sec": 1.0, "second": 1.0, "ms": 1e-3, "millisecond": 1e-3, "min": 60.0,
          "minute": 60.0, "h": 3600.0, "hour": 3600.0}
_ANGLES = {"rad": 1.0, "radian": 1.0, "deg": math.pi / 180, "degree": math.pi / 180}
_PRESSURES = {"pa": 1.0, "pascal": 1.0, "kpa": 1e3, "kilopascal": 1e3, "mpa": 1e6,
              "megapascal": 1e6, "bar": 1e5, "psi": _POUND / _INCH ** 2, "n/m^2": 1.0,
              "n/m2": 1.0, "n/mm^2": 1e6, "n/mm2": 1e6}
_UNITS = {"LENGTH": _LENGTHS, "FORCE": _FORCES, "MASS": _MASSES, "TIME": _TIMES,
          "ANGLE": _ANGLES, "PRESSURE": _PRESSURES}


class Entry(NamedTuple):
    """A value as it is written, without quotes, and the number of its line."""

    text: str
    line: int


class File:
    """The keys of a file, in capitals, and the points of its curve of load over deflection."""

    def __init__(self, source: Path) -> None:
        self.name, content = _read(source)
        self.entries: Dict[str, Entry] = {}
        self.units: Dict[str, Entry] = {}
        self.points: List[Tuple[float, float]] = []
        self.notes: List[str] = []
        section, in_table = "", False
        for number, line in enumerate(re.split(r"\r\n|\r|\n", content), 1):
            line = _without_comment(line).strip(_BLANKS)
            header = _SECTION.match(line)
            if header:
                section, in_table = header[1].upper(), False
            elif line.startswith("{"):
                in_table = True
                if section != _CURVE:
                    self.notes.append(f"the table in line {number} is left out: the law does not "
                                      "use it")
            elif "=" in line:
                in_table = False
                self._add_entry(section, line, number)
            elif not line:
                pass
            elif in_table and section == _CURVE:
                self._add_point(line, number)
            elif not in_table:
                self._ignore(number, f"{_CURVE} has no head {{pen fz}} above it"
                             if section == _CURVE else _NO_VALUE)
        if not self.entries:
            raise self.wrong("holds no key with a value; is it a .tir file?")

    def _ignore(self, number: int, why: str) -> None:
        self.notes.append(f"line {number} is ignored: {why}")

    def _add_point(self, line: str, number: int) -> None:
        first, _, second = re.sub("[,\t]", " ", line).partition(" ")
        words = first, second.strip(_BLANKS)
        if not all(_NUMBER.fullmatch(word) for word in words):
            self._ignore(number, f"it is no point of {_CURVE}")
            return
        if len(self.points) == _MOST_POINTS:
            raise self.wrong(f"{_CURVE} has more than {_MOST_POINTS} points")
        self.points.append((_real(words[0]), _real(words[1])))

    def _add_entry(self, section: str, line: str, number: int) -> None:
        key, _, text = line.partition("=")
        key = key.strip(_BLANKS)
        if not _KEY.fullmatch(key):
            self._ignore(number, _NO_VALUE)
            return
        key, text = key.upper(), text.strip(_BLANKS)
        if text[:1] in ("'", '"'):
            text = text[1:].partition(text[0])[0].strip(_BLANKS)
        if not text:
            self.notes.append(f"{key} has no value in line {number}: it counts as missing")
            return
        entries = self.units if section == "UNITS" else self.entries
        if key in entries:
            self.notes.append(f"{key} is given more than once: the value in line {number} is used")
        elif len(self.entries) + len(self.units) == _MOST_KEYS:
            raise self.wrong(f"the file has more than {_MOST_KEYS} keys")
        entries[key] = Entry(text, number)

    def wrong(self, text: str, line: Optional[int] = None) -> Error:
        return Error(WD_EINVAL, f"{self.name}{'' if line is None else f', line {line}'}: {text}")

    def number(self, key: str) -> float:
        """The value of a key as it is written, in the file's units."""
        entry = self.entries[key]
        if not _NUMBER.fullmatch(entry.text) or not math.isfinite(_real(entry.text)):
            raise self.wrong(f"{key}: '{entry.text}' is no number", entry.line)
        return _real(entry.text)

    def unit(self, what: str) -> float:
        """Size in SI units of the file's unit of LENGTH, FORCE, MASS, TIME, ANGLE or PRESSURE."""
        if what == "PRESSURE" and what not in self.units:
            return self.unit("FORCE") / self.unit("LENGTH") ** 2
        if what not in self.units:
            return 1.0
        entry, known = self.units[what], _UNITS[what]
        name = re.sub(r"[\s-]+", "_", entry.text.lower())
        for candidate in (name, name[:-1] if name.endswith("s") else name):
            if candidate in known:
                return known[candidate]
        raise self.wrong(f"unit {what} = '{entry.text}' is not known", entry.line)

    def factor(self, dimension: str) -> float:
        """Size in SI units of the file's unit of a dimension such as "FORCE / LENGTH"."""
        factor, divides = 1.0, False
        for word in dimension.split():
            if word == "/":
                divides = True
            elif word != "1":
                factor = factor / self.unit(word) if divides else factor * self.unit(word)
        return factor


def _read(source: Path) -> Tuple[str, str]:
    """Name and content, with spaces for no-break spaces (in Latin-1 or UTF-8) and without a byte
    order mark: a string with a line break is the content itself."""
    if isinstance(source, str) and ("\n" in source or "\r" in source):
        name, size, content = "text", len(source.encode()), source
    else:
        with open(source, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
        name, size = os.fspath(source), len(data)
        content = data.decode("latin-1")
    if size > _MOST_BYTES:
        raise Error(WD_EINVAL, f"{name}: more than {_MOST_BYTES} bytes")
    for mark in ("\ufeff", "\xef\xbb\xbf"):  # the second one is read as Latin-1
        content = content[len(mark):] if content.startswith(mark) else content
    return name, content.replace("\xc2\xa0", "  ").replace("\xa0", " ")


def _without_comment(line: str) -> str:
    """Return the part of a line before $ or ! outside quotes."""
    quote = ""
    for at, letter in enumerate(line):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "$!":
            return line[:at]
    return line


def _real(text: str) -> float:
    return float(text.replace("d", "e").replace("D", "e"))


def exp(x: float) -> float:
    """e^x; infinite if it is too large for a double."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def quadratic(curve: List[Tuple[float, float]]) -> Tuple[float, float, str]:
    """Coefficients a and b of the least-squares fit of a d + b d^2, and an empty text. If a <= 0 or
    b < 0, or if the fit is not unique, then a d alone is fitted and b is 0; the text is the reason,
    if there is another one than the last. ArithmeticError if a would not be finite and above 0, or
    if a sum of the fit is not finite."""
    d2, d3, d4, fd, fd2 = (math.fsum(d ** i * f ** j for d, f in curve)
                           for i, j in ((2, 0), (3, 0), (4, 0), (1, 1), (2, 1)))
    determinant = d2 * d4 - d3 * d3
    if not (math.isfinite(determinant) and 0 < fd / d2 < math.inf):
        raise ArithmeticError
    if determinant <= 1e-12 * d2 * d4:
        return fd / d2, 0.0, ""
    a, b = (fd * d4 - fd2 * d3) / determinant, (fd2 * d2 - fd * d3) / determinant
    if b < 0:
        return fd / d2, 0.0, _DEGRESSIVE
    return (a, b, "") if a > 0 else (fd / d2, 0.0, _PROGRESSIVE)


_DEGRESSIVE = "its points rise less than linearly, and vertical_stiffening must not be below 0"
_PROGRESSIVE = "its points rise more than quadratically, and vertical_stiffness must be above 0"
