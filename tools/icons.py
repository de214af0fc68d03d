#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw an icon for each kind of model, as PNG and SVG, and write them as C arrays.

usage: icons.py HEADER, or icons.py --folder FOLDER to look at them

Coordinates run from -100 to 100, y upwards. A drawing is a list of shapes, painted in turn: a disc
(centre, radius, colour), a stroke (points, width, colour) or a face (points of a convex polygon in
counter-clockwise order, colour).
"""
import struct
import sys
import zlib
from math import cos, hypot, pi, sin
from pathlib import Path

SIZE = 128  # pixels
PAPER, INK, BODY, GROUND, MARK = "#ffffff", "#1f2a38", "#7fa8d1", "#8a7f70", "#c8553d"


def disc(x, y, radius, colour):
    return "disc", [(x, y)], radius, colour


def stroke(points, width=5, colour=INK):
    return "stroke", points, width, colour


def face(points, colour=BODY):
    return "face", points, 0, colour


def ellipse(x, y, a, b, turn=0, count=48):
    """Return the points of an ellipse, the first one twice."""
    angles = [2 * pi * i / count for i in range(count + 1)]
    return [(x + a * cos(t) * cos(turn) - b * sin(t) * sin(turn),
             y + a * cos(t) * sin(turn) + b * sin(t) * cos(turn)) for t in angles]


def arc(x, y, radius, start, end, count=24):
    angles = [start + (end - start) * i / count for i in range(count + 1)]
    return [(x + radius * cos(t), y + radius * sin(t)) for t in angles]


def wheel(x, y, radius, spokes=6):
    rim = [disc(x, y, radius, INK), disc(x, y, radius - 8, PAPER)]
    ends = [arc(x, y, radius - 6, t, t, 1)[0] for t in (2 * pi * i / spokes for i in range(spokes))]
    return rim + [stroke([(x, y), end], 3) for end in ends] + [disc(x, y, 7, MARK)]


def arrow(points, colour=MARK):
    (x0, y0), (x, y) = points[-2:]
    length = hypot(x - x0, y - y0)
    u, v = (x - x0) / length, (y - y0) / length
    head = [(x + 12 * u, y + 12 * v), (x - 8 * u - 10 * v, y - 8 * v + 10 * u),
            (x - 8 * u + 10 * v, y - 8 * v - 10 * u)]
    return [stroke(points, 6, colour), face(head, colour)]


def ground(y=-70):
    return [stroke([(-92, y), (92, y)], 6, GROUND)] + [
        stroke([(x, y), (x - 14, y - 16)], 3, GROUND) for x in range(-76, 93, 24)]


def coil(x, y0, y1):
    steps = [y0 + (y1 - y0) * i / 6 for i in range(7)]
    return stroke([(x + (0, 9, -9, 9, -9, 9, 0)[i], y) for i, y in enumerate(steps)], 4, MARK)


ICONS = {
    "sliding_block": ground() + [face([(-52, -66), (36, -66), (36, 6), (-52, 6)])]
    + [stroke([(-52, -66), (36, -66), (36, 6), (-52, 6), (-52, -66)])]
    + arrow([(36, -30), (74, -30)]) + arrow([(-8, 40), (-40, 40)], INK),
    "rolling_wheel": ground() + wheel(0, -9, 58)
    + arrow(arc(0, -9, 82, 2.5, 0.9)),
    "impact_wheel": [stroke([(-92, -70), (20, -70), (20, -34), (92, -34)], 6, GROUND)]
    + [stroke([(x, y), (x - 14, y - 16)], 3, GROUND)
       for x, y in ((-76, -70), (-52, -70), (-28, -70), (-4, -70), (44, -34), (68, -34), (92, -34))]
    + wheel(-30, -10, 46)
    + [stroke([(20 + 12 * cos(t), -34 + 12 * sin(t)), (20 + 30 * cos(t), -34 + 30 * sin(t))], 5,
              MARK) for t in (0.5, 1.1, 1.7)]
    + arrow([(-30, 52), (12, 44)]),
    "torus_wheel": ground() + [stroke(ellipse(-6, -8, 22, 60, 0.35), 15)]
    + [stroke([(-6, -8), (44, -26)], 5, MARK), disc(-6, -8, 7, MARK)]
    + arrow(arc(-6, -60, 74, 0.75, 0.2)),
    "bicycle": ground() + wheel(-48, -36, 31, 8) + wheel(48, -36, 31, 8)
    + [stroke([(-48, -36), (-6, -36), (32, 22), (-20, 22), (-48, -36)], 6, BODY),
       stroke([(-6, -36), (-24, 34)], 6, BODY), stroke([(-38, 36), (-12, 36)], 7),
       stroke([(48, -36), (28, 40)], 6), stroke([(28, 40), (46, 48), (50, 38)], 6)],
    "constrained": ground() + [face([(30, -66), (82, -66), (82, -34), (30, -34)])]
    + [stroke([(30, -66), (82, -66), (82, -34), (30, -34), (30, -66)])]
    + [stroke(ellipse(-40, 6, 44, 44), 4, GROUND), stroke([(-40, 6), (-16, 43)], 10, BODY),
       stroke([(-16, 43), (56, -50)], 8, BODY)]
    + [disc(x, y, 8, MARK) for x, y in ((-40, 6), (-16, 43), (56, -50))],
    "vehicle": ground() + [coil(-50, -44, -2), coil(50, -44, -2)]
    + [face([(-88, -4), (88, -4), (84, 24), (-84, 24)]),
       face([(-48, 20), (30, 20), (12, 58), (-38, 58)])]
    + [stroke([(-88, -4), (88, -4), (84, 24), (30, 24), (12, 58), (-38, 58), (-48, 24), (-84, 24),
               (-88, -4)])]
    + wheel(-50, -42, 25) + wheel(50, -42, 25),
    "": [face([(-90, -90), (90, -90), (90, 90), (-90, 90)]), disc(0, 0, 50, INK)],  # a terminal
}


def colour_of(text):
    return [int(text[i : i + 2], 16) for i in (1, 3, 5)]


def distance_to_segment(x, y, start, end):
    ux, uy = end[0] - start[0], end[1] - start[1]
    squared = ux * ux + uy * uy
    t = ((x - start[0]) * ux + (y - start[1]) * uy) / squared if squared else 0
    t = min(1, max(0, t))
    return hypot(x - start[0] - t * ux, y - start[1] - t * uy)


def distance_to_edge(x, y, start, end):
    """Return the distance of a point from a line through two points, positive on its right."""
    ux, uy = end[0] - start[0], end[1] - start[1]
    return ((x - start[0]) * uy - (y - start[1]) * ux) / hypot(ux, uy)


def distance(shape, x, y):
    """Return the distance to the border of the shape, negative inside."""
    form, points, size, _ = shape
    if form == "disc":
        return hypot(x - points[0][0], y - points[0][1]) - size
    if form == "stroke":
        return min(distance_to_segment(x, y, *ends)
                   for ends in zip(points, points[1:])) - size / 2
    return max(distance_to_edge(x, y, *ends) for ends in zip(points, points[1:] + points[:1]))


def paint(shape, pixels):
    """Paint a shape; only pixels near it can change."""
    _, points, size, colour = shape
    pixel = 200 / SIZE
    red_green_blue = colour_of(colour)
    x_range, y_range = [[int((sign * choose(p[axis] for p in points) + 100 + side * (size + 2))
                             / pixel) for choose, side in (((min, -1), (max, 1)) if sign > 0 else
                                              ((max, -1), (min, 1)))]
                        for axis, sign in ((0, 1), (1, -1))]
    for row in range(max(0, y_range[0]), min(SIZE, y_range[1] + 1)):
        for column in range(max(0, x_range[0]), min(SIZE, x_range[1] + 1)):
            away = distance(shape, (column + 0.5) * pixel - 100, 100 - (row + 0.5) * pixel)
            cover = min(1, max(0, 0.5 - away / pixel))
            if cover:
                at = pixels[row][column]
                pixels[row][column] = [old + cover * (new - old)
                                       for old, new in zip(at, red_green_blue)]


def png(shapes):
    pixels = [[colour_of(PAPER)] * SIZE for _ in range(SIZE)]
    for shape in shapes:
        paint(shape, pixels)
    rows = b"".join(b"\0" + bytes(round(part) for pixel in row for part in pixel) for row in pixels)

    def chunk(name, data):
        return (struct.pack(">I", len(data)) + name + data
                + struct.pack(">I", zlib.crc32(name + data)))

    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def svg(shapes):
    def text(points):
        return " ".join(f"{round(x, 2):g},{round(-y, 2):g}" for x, y in points)

    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200">',
             f'<rect x="-100" y="-100" width="200" height="200" fill="{PAPER}"/>']
    for form, points, size, colour in shapes:
        if form == "disc":
            x, y = points[0]
            lines.append(f'<circle cx="{x:g}" cy="{-y:g}" r="{size:g}" fill="{colour}"/>')
        elif form == "stroke":
            lines.append(f'<polyline points="{text(points)}" fill="none" stroke="{colour}" '
                         f'stroke-width="{size:g}" stroke-linecap="round" '
                         'stroke-linejoin="round"/>')
        else:
            lines.append(f'<polygon points="{text(points)}" fill="{colour}"/>')
    return "\n".join(lines + ["</svg>", ""]).encode()


def array(name, data):
    rows = ["    " + " ".join(f"{byte}," for byte in data[i : i + 20])
            for i in range(0, len(data), 20)]
    return [f"static const unsigned char {name}[] = {{", *rows, "};"]


def main():
    if sys.argv[1] == "--folder":
        for kind, shapes in ICONS.items():
            Path(sys.argv[2], f"{kind or 'terminal'}.png").write_bytes(png(shapes))
            Path(sys.argv[2], f"{kind or 'terminal'}.svg").write_bytes(svg(shapes))
        return
    lines, table = [], []
    for i, (kind, shapes) in enumerate(ICONS.items()):
        lines += array(f"png_{i}", png(shapes)) + array(f"svg_{i}", svg(shapes))
        table.append(f'    {{"{kind}", png_{i}, sizeof png_{i}, svg_{i}, sizeof svg_{i}}},')
    lines += ["static const struct icon icons[] = {", *table, "};"]
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
