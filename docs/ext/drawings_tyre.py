# SPDX-License-Identifier: MIT
"""Drawings of the page on tyres."""
import re
from math import log10
from pathlib import Path

from drawing import AXIS, FORCE, Drawing

# m; largest way of the shaken car in ten minutes that the test vehicle-tyre-hour allows
SHAKEN = 1e-8


def carcass():
    d = Drawing(440, 236)
    rows = (("load", "", "only pushes"), ("along", "slides", "F at most mu N"),
            ("across", "slides", "F at most mu N"), ("twist", "turns", "at most 3/8 a mu N"),
            ("rolling", "rolls", "rolling resistance"))
    for i, (name, element, bound) in enumerate(rows):
        y = 180 - 38 * i
        d.text((76, y - 5), name, anchor="end")
        teeth = [(105 + 12 * k, y + (7 if k % 2 else -7)) for k in range(7)]
        d.line([(85, y), (99, y), *teeth, (183, y), (198 if element else 262, y)])
        if element:
            d.line([(198, y - 11), (254, y - 11), (254, y + 11), (198, y + 11)], close=True)
            d.text((226, y - 5), element)
            d.line([(254, y), (272, y)])
        else:
            d.line([(262, y - 9), (262, y + 9)], AXIS)
        d.text((284, y - 5), bound, FORCE, "start")
    for x, name in ((85, "rim"), (272, "ground")):
        d.line([(x, 12), (x, 204)], AXIS)
        d.text((x, 214), name, AXIS)
    return d.svg("Five springs between rim and ground. The load spring only pushes; each of the "
                 "other four is in series with a friction element")


def creep_ways():
    """Rule and way in a minute, parked on a slope, of each line that standstill.py prints."""
    file = Path(__file__).resolve().parents[2] / "tests/peers/expected/standstill.txt"
    rows = [re.split("  +", line)[:2] for line in
            file.read_text(encoding="utf-8").splitlines()[1:]]
    return [(name, 0.0 if way.startswith("<") else float(way.split()[0])) for name, way in rows]


def standing_still():
    """Ways over a minute, with a logarithmic scale, from the numbers of standstill.py."""
    d = Drawing(440, 300)
    left, right, bottom, decade, least = 62, 300, 34, 23, -9

    def up(way):
        return bottom + decade * (log10(way) - least)
    for power in range(least, 2, 2):
        y = bottom + decade * (power - least)
        d.line([(left - 5, y), (left, y)], AXIS)
        label = {-9: "1 nm", -7: "0.1 um", -5: "10 um", -3: "1 mm", -1: "10 cm", 1: "10 m"}[power]
        d.text((left - 8, y - 5), label, AXIS, "end")
    d.arrow([(left, bottom), (left, up(10) + 22)], AXIS)
    d.arrow([(left, bottom), (right + 30, bottom)], AXIS)
    for second in (0, 20, 40, 60):
        x = left + (right - left) * second / 60
        d.line([(x, bottom), (x, bottom - 5)], AXIS)
        d.text((x, bottom - 20), f"{second} s", AXIS)
    for name, way in creep_ways():
        if way == 0:  # the bound of the shaken car, over ten minutes
            d.line([(left, up(SHAKEN)), (right, up(SHAKEN))], FORCE)
            d.text((right + 5, up(SHAKEN) - 5), "law tyre, shaken", FORCE, "start")
            continue
        times = [60 * 10 ** (-3 + 3 * k / 60) for k in range(61)]
        d.line([(left + (right - left) * t / 60, up(way * t / 60)) for t in times])
        # The two fastest rules are too near to each other for two lines of text.
        shift = {"none < 0.1 m/s": 9, "VXLOW 1 m/s": -6}.get(name, 0)
        d.text((right + 5, up(way) - 5 + shift), name.replace("<", "&lt;"), anchor="start")
    return d.svg("Way of a parked wheel on a slope over a minute: with four rules of other tyre "
                 "models it grows to between 7 mm and 6 m, with law tyre it stays below 10 nm")
