# SPDX-License-Identifier: MIT
"""A line drawing, as SVG in a page.

Lines have the colour of the text, so that drawings can be read on light and on dark pages.
"""
from math import atan2, cos, sin

AXIS, FORCE = "#3b8ed0", "#d9772b"
FRAME = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" role="img" '
         'style="max-width: 100%; height: auto" fill="none" stroke="currentColor" '
         'stroke-width="1.5" font-size="14" font-family="sans-serif"><title>{2}</title>{3}</svg>')


class Drawing:
    """Points are (right, up) [px] from the lower left corner."""

    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []

    def svg(self, title):
        return FRAME.format(self.width, self.height, title, "".join(self.parts))

    def line(self, points, color="currentColor", dash="", fill="none", close=False):
        path = "L".join("%.1f %.1f" % (x, self.height - y) for x, y in points)
        self.parts.append('<path d="M%s%s" stroke="%s" fill="%s"%s/>' % (
            path, "Z" if close else "", color, fill,
            ' stroke-dasharray="%s"' % dash if dash else ""))

    def arrow(self, points, color="currentColor"):
        (x0, y0), (x, y) = points[-2:]
        way = atan2(y - y0, x - x0)
        self.line(points, color)
        self.line([(x, y)] + [(x - 9 * cos(way + turn), y - 9 * sin(way + turn))
                              for turn in (0.35, -0.35)], color, fill=color, close=True)

    def text(self, at, words, color="currentColor", anchor="middle"):
        self.parts.append('<text x="%.1f" y="%.1f" fill="%s" stroke="none" text-anchor="%s">%s'
                          "</text>" % (at[0], self.height - at[1], color, anchor, words))

    def dot(self, at, color="currentColor"):
        self.parts.append('<circle cx="%.1f" cy="%.1f" r="3" fill="%s" stroke="none"/>' % (
            at[0], self.height - at[1], color))


def arc(place, radius, begin, end, steps=24):
    """Points of a circle about `place`; if `radius` is a pair, those of an ellipse."""
    across, up = radius if isinstance(radius, tuple) else (radius, radius)
    angles = [begin + (end - begin) * i / steps for i in range(steps + 1)]
    return [(place[0] + across * cos(a), place[1] + up * sin(a)) for a in angles]
