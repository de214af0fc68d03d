# SPDX-License-Identifier: MIT
"""The directive `wheeldyn-drawing:: NAME`: line drawings of the manual.

This file has the drawings of kind vehicle, drawings_kinds.py those of all other kinds,
drawings_tyre.py those of tyres.
"""
from math import cos, pi, sin

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import drawings_kinds
from drawing import AXIS, FORCE, Drawing, arc

# The vehicle in its reference configuration, seen from the right and above


def seen(x, y, z):
    """Project a point of the reference configuration, in metres, in an oblique view."""
    return 330 + 150 * x + 70 * y, 105 + 50 * y - 12 * x + 150 * z


def circle(place, axis_1, axis_2, radius, begin=0.0, end=2 * pi):
    """Points of a circle in space in the plane of two directions."""
    return [seen(*(place[k] + a * axis_1[k] + b * axis_2[k] for k in range(3)))
            for a, b in arc((0, 0), radius, begin, end, 40)]


X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def box(drawing, low, high):
    corners = [(x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    place = lambda x, y, z: seen(*(low[k] + (high[k] - low[k]) * v
                                   for k, v in enumerate((x, y, z))))
    for z in (0, 1):
        drawing.line([place(x, y, z) for x, y in corners], close=True)
    for x, y in corners:
        drawing.line([place(x, y, 0), place(x, y, 1)])


def reference():
    d = Drawing(720, 330)
    ground = [(-1.4, -1.2), (1.4, -1.2), (1.4, 1.3), (-1.4, 1.3)]
    d.line([seen(x, y, 0) for x, y in ground], dash="4 4", close=True)
    box(d, (-0.9, -0.45, 0.35), (1.0, 0.45, 0.75))
    for x in (-0.7, 0.75):
        for y in (-0.62, 0.62):
            d.line(circle((x, y, 0.3), X, Z, 0.3))
            d.dot(seen(x, y, 0.3))
    d.dot(seen(0, 0, 0))
    for tip, name, at in (((2, 0, 0), "x forward", (1.95, 0, -0.14)),
                          ((0, 3, 0), "y left", (0.2, 3.1, 0)),
                          ((0, 0, 1.35), "z up", (0, 0, 1.42))):
        d.arrow([seen(0, 0, 0), seen(*tip)], AXIS)
        d.text(seen(*at), name, AXIS)
    d.arrow(circle((-0.7, -0.62, 0.3), X, Z, 0.38, 0.95 * pi, 0.35 * pi), FORCE)
    d.text(seen(-1.45, -0.62, 0.55), "wheel angle", FORCE)
    d.arrow(circle((0, 0, 1.1), X, Y, 0.3, -0.4 * pi, 0.6 * pi), FORCE)
    d.text(seen(0.4, 0, 1.12), "yaw, steering", FORCE, "start")
    d.arrow(circle((1.55, 0, 0), Y, Z, 0.28, -0.1 * pi, 0.85 * pi), FORCE)
    d.text(seen(1.7, 0, 0.4), "roll", FORCE, "start")
    d.arrow(circle((0, 2.75, 0), Z, X, 0.25, -0.4 * pi, 0.6 * pi), FORCE)
    d.text(seen(0.32, 2.75, -0.12), "pitch", FORCE, "start")
    return d.svg("A vehicle in its reference configuration: x points forward, y to the left and z "
                 "up; angles count by the right-hand rule about their axes")


# Wheels from behind, cut through the contact; left in the picture is left of the wheel


def section(d, middle, lean, crown, name):
    """A wheel of radius 1 whose axis points up by the angle `lean` on its left."""
    scale, ground = 95, 60
    rim, centre = 1 - crown, (middle, ground + scale * ((1 - crown) * cos(lean) + crown))
    axle, down = (-cos(lean), sin(lean)), (-sin(lean), -cos(lean))
    at = lambda a, b: (centre[0] + scale * (a * axle[0] + b * down[0]),
                       centre[1] + scale * (a * axle[1] + b * down[1]))
    d.line([(middle - 120, ground), (middle + 120, ground)])
    left_end = at(0.6 if crown == 1 else 0.75, 0)
    d.line([left_end, at(-0.6, 0)], dash="8 3 2 3")
    d.text((left_end[0], left_end[1] + 8), "axis")
    d.line([at(0, -0.5), at(0, max(rim, 0.02))], dash="3 3")
    if crown > 0:
        d.line(arc(at(0, rim), crown * scale, 0, 2 * pi, 48))
        d.dot(at(0, rim))
    else:
        d.line([at(0, -0.5), at(0, 1)])
    d.dot(at(0, 0))
    contact = (at(0, rim)[0], ground)
    d.arrow([(contact[0], ground - 40), (contact[0], ground - 3)], FORCE)
    d.text((middle, 8), name)
    return at, contact


def crown():
    d = Drawing(780, 262)
    for middle, lean, a, name in ((130, 0.35, 0, "crown = 0: knife edge"),
                                  (390, 0.35, 0.3, "crown: a round tyre"),
                                  (650, 0.35, 1, "crown = radius: a ball")):
        at, contact = section(d, middle, lean, a, name)
        if 0 < a < 1:
            d.arrow([at(0, 0), at(0, 1)], AXIS)
            d.text((at(0, 0.5)[0] + 14, at(0, 0.5)[1]), "radius", AXIS, "start")
            d.arrow([at(0, 1 - a), at(-a, 1 - a)], AXIS)
            d.text((at(-a, 1 - a)[0] + 8, at(-a, 1 - a)[1] - 4), "crown", AXIS, "start")
    return d.svg("Three wheels from behind, with the left end of the axis raised: radius is the "
                 "radius of the outermost circle, crown the radius of the cross-section")


# Slope and bank


def incline(d, left, mirror, along, name, caption):
    """The ground, raised on the right or mirrored, with its axes and the direction of gravity."""
    width, angle = 270, 0.3

    def at(x, y):
        return left + (width - x if mirror else x), 50 + y

    def on(way, height):
        return at(way * cos(angle) - height * sin(angle), way * sin(angle) + height * cos(angle))

    d.line([at(0, 0), at(width, 0)], dash="4 4")
    d.line([at(0, 0), on(width, 0)])
    d.arrow([at(x, y) for x, y in arc((0, 0), 110, 0, angle)])
    d.text(at(134, 13), name)
    for tip, label, words in ((on(258, 0), on(262, -20), along), (on(190, 75), on(190, 84), "z")):
        d.arrow([on(190, 0), tip], AXIS)
        d.text(label, words, AXIS)
    (x, y) = on(190, 0)
    d.arrow([(x, y), (x, y - 60)], FORCE)
    d.text((x + 14, y - 36), "g", FORCE)
    d.text(at(width / 2, -40), caption)


def slope():
    d = Drawing(680, 210)
    incline(d, 30, False, "x", "slope", "from the right: it climbs forward")
    incline(d, 370, True, "y", "bank", "from behind: its left side is higher")
    return d.svg("Slope above 0: the ground climbs towards x. "
                 "Bank above 0: its left side is higher")


DRAWINGS = {"reference": reference, "crown": crown, "slope": slope, **drawings_kinds.DRAWINGS}


class DrawingDirective(SphinxDirective):
    """A directive that draws a figure; its content is the caption."""

    required_arguments = 1
    has_content = True

    def run(self):
        figure = nodes.figure()
        figure += nodes.raw("", DRAWINGS[self.arguments[0]](), format="html")
        caption = nodes.caption()
        self.state.nested_parse(self.content, self.content_offset, caption)
        figure += caption
        return [figure]


def setup(app):
    app.add_directive("wheeldyn-drawing", DrawingDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
