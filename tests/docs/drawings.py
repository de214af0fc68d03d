#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of each kind has a drawing that is readable on light and dark pages and on a telephone.

usage: drawings.py SOURCE
"""
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

source = Path(sys.argv[1])
sys.path.insert(0, str(source / "docs" / "ext"))
sys.dont_write_bytecode = True
import drawing # noqa: E402
import drawings_kinds # noqa: E402

WIDEST = 440 # [px]; at this width, words have nine tenths of their size on a telephone
LETTER = 7.3 # [px]; average width of a letter of these words
COLOURS = {"currentColor", "none", drawing.AXIS, drawing.FORCE}
START = {"start": 0, "middle": 0.5, "end": 1}


def faults(svg):
    root = xml.fromstring(svg)
    _, _, width, height = map(float, root.get("viewBox").split())
    if width > WIDEST:
        yield f"{width} px wide"
    for element in root.iter():
        for colour in (element.get("fill"), element.get("stroke")):
            if colour and colour not in COLOURS:
                yield f"colour {colour}"
        if not element.tag.endswith("}text"):
            continue
        x, y, length = float(element.get("x")), float(element.get("y")), len(element.text) * LETTER
        left = x - START[element.get("text-anchor")] * length
        if left < 0 or left + length > width or not 10 <= y <= height:
            yield f"\"{element.text}\" sticks out"


points = []
for kind in sorted(path.name for path in (source / "lib" / "models").iterdir() if path.is_dir()):
    page = (source / "docs" / "models" / f"{kind}.rst").read_text(encoding="utf-8")
    points.append((f"{kind} has a drawing", ".. wheeldyn-drawing:: " in page, []))
pages = "".join(path.read_text(encoding="utf-8") for path in (source / "docs").rglob("*.rst"))
for name, draw in drawings_kinds.DRAWINGS.items():
    found = list(faults(draw()))
    points.append((f"{name} can be read", not found, found))
    points.append((f"{name} is on a page", f".. wheeldyn-drawing:: {name}\n" in pages, []))
spoilt = drawings_kinds.DRAWINGS["bulge"]()
for what, old, new in (("a colour", drawing.AXIS, "#000"),
                        ("words outside", 'x="220.0"', 'x="20"')):
    points.append((f"found: {what}", any(faults(spoilt.replace(old, new))), []))

for number, (what, good, notes) in enumerate(points, 1):
    print(f"{'ok' if good else 'not ok'} {number} - {what}")
    for note in notes:
        print("#", note)
print(f"1..{len(points)}")
sys.exit(not all(good for _, good, _ in points))
