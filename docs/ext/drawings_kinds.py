# SPDX-License-Identifier: MIT
"""Drawings of the kinds: axes, positive angles, parameters, forces of the ground.

No drawing is wider than 440 px, so that its words are legible on a telephone.
"""
from math import asin, cos, pi, sin

from drawing import AXIS, FORCE, Drawing, arc
from drawings_tyre import carcass, standing_still


def axes(d, at, right, up, length=46):
    for tip, name, beside in (((length, 0), right, (6, -5)), ((0, length), up, (0, 6))):
        end = (at[0] + tip[0], at[1] + tip[1])
        d.arrow([at, end], AXIS)
        d.text((end[0] + beside[0], end[1] + beside[1]), name, AXIS,
               "start" if tip[0] else "middle")


def ground(d, left, right, height):
    d.line([(left, height), (right, height)])
    for x in range(int(left), int(right) - 6, 12):
        d.line([(x + 7, height), (x, height - 7)])


def force(d, at, way, name, beside, anchor="start"):
    """An arrow along the vector `way`, with its name at the offset `beside` from the tip."""
    tip = (at[0] + way[0], at[1] + way[1])
    d.arrow([at, tip], FORCE)
    d.text((tip[0] + beside[0], tip[1] + beside[1]), name, FORCE, anchor)


def measure(d, a, b, name, beside, anchor="start"):
    """A length, with an arrow at both ends."""
    d.arrow([a, b])
    d.arrow([b, a])
    d.text(((a[0] + b[0]) / 2 + beside[0], (a[1] + b[1]) / 2 + beside[1]), name, anchor=anchor)


def spoke(d, centre, radius, angle, name):
    """A radius with its name at the middle."""
    tip = (centre[0] + radius * cos(angle), centre[1] + radius * sin(angle))
    d.arrow([centre, tip])
    d.text(((centre[0] + tip[0]) / 2 + 5, (centre[1] + tip[1]) / 2 + 5), name, anchor="start")


def sliding_block():
    d = Drawing(440, 210)
    ground(d, 20, 420, 70)
    axes(d, (45, 110), "x", "up")
    d.line([(150, 70), (270, 70), (270, 140), (150, 140)], close=True)
    d.dot((210, 105))
    d.text((225, 118), "mass", anchor="start")
    force(d, (270, 105), (60, 0), "traction", (6, -4))
    force(d, (210, 105), (0, -70), "mass × gravity", (8, -8))
    force(d, (210, 70), (70, 0), "friction_force", (6, 5))
    force(d, (180, 70), (0, 112), "N", (-6, 2), "end")
    return d.svg("A block on the ground: x points forward, traction and friction force count along "
                 "x")


def rolling_wheel():
    d = Drawing(440, 310)
    centre, radius = (200, 165), 95
    ground(d, 20, 420, 70)
    axes(d, (40, 100), "x", "z")
    d.line(arc(centre, radius, 0, 2 * pi, 60), close=True)
    d.dot(centre)
    spoke(d, centre, radius, 2.6, "radius")
    d.arrow(arc(centre, 112, 0.75 * pi, 0.3 * pi), AXIS)
    d.text((200, 288), "theta: forward rolling is positive", AXIS)
    d.arrow(arc(centre, 45, 0.35 * pi, -0.35 * pi), FORCE)
    d.text((250, 175), "drive", FORCE, "start")
    force(d, centre, (0, -62), "m g", (-7, 4), "end")
    force(d, (390, 205), (-70, 0), "drag", (35, 8))
    force(d, (200, 70), (80, 0), "contact_force", (6, 6))
    d.arrow([(200, 12), (200, 69)], FORCE)
    d.text((207, 30), "normal_force", FORCE, "start")
    return d.svg("A wheel on the ground: x forward, z up, theta positive where it rolls forward; "
                 "forces of the ground along x and z")


def impact_wheel():
    d = Drawing(440, 330)
    corner, low = (170, 110), 60
    radius = 85
    centre = (corner[0] + (radius ** 2 - (low + radius - corner[1]) ** 2) ** 0.5, low + radius)
    d.line([(60, 300), (60, 110), corner, (170, low), (420, low)])
    d.line(arc(centre, radius, 0, 2 * pi, 60), close=True)
    d.dot(centre)
    spoke(d, centre, radius, 2.6, "radius")
    axes(d, (350, 240), "x", "y")
    d.arrow(arc(centre, 100, 0.3 * pi, 0.7 * pi), AXIS)
    d.text((centre[0], 258), "phi", AXIS)
    measure(d, (110, low), (110, 110), "kerb_height", (-6, -5), "end")
    d.line([(20, low), (170, low)], dash="4 4")
    d.text((66, 285), "wall_x", anchor="start")
    d.text((170, 36), "kerb_x")
    for at in (corner, (centre[0], low)):
        n = ((centre[0] - at[0]) / radius, (centre[1] - at[1]) / radius)
        t = (n[1], -n[0])
        force(d, at, (45 * n[0], 45 * n[1]), "n", (5, -4))
        force(d, at, (45 * t[0], 45 * t[1]), "t", (7, 2))
    d.text((centre[0], 20), "the ground pushes with N n − T t", FORCE)
    return d.svg("A wheel between kerb and ground: x forward, y up, phi counter-clockwise; at each "
                 "contact a normal n into the free side and a tangent t, to the right of n")


def bulge():
    d = Drawing(440, 220)
    for left, sign, name in ((20, -1, "bulge &gt; 0: a valley"), (240, 1, "bulge &lt; 0: a hill")):
        base, half, tip = 110, 80, 46 # the tip of the arc above or below its chord
        middle, radius = left + 90, (half ** 2 + tip ** 2) / (2 * tip)
        a, b = (middle - half, base), (middle + half, base)
        angle = 2 * asin(half / radius) # of the arc
        centre = (middle, base - sign * (radius - tip))
        way = [(centre[0] + radius * sin(s), centre[1] + sign * radius * cos(s))
               for s in (-angle / 2 + angle * i / 40 for i in range(41))]
        d.line([a, b], dash="4 4")
        d.arrow(way)
        d.dot(a)
        d.dot(b)
        d.text((a[0] + 4, base - sign * 20), "i", anchor="end")
        d.text((b[0] + 4, base - sign * 20), "i + 1")
        measure(d, (middle, base), (middle, base + sign * tip), "h", (7, -5))
        d.text((middle, 30), name)
    d.text((220, 190), "free side: left of the direction")
    d.text((220, 6), "|bulge| = h / half of the chord", AXIS)
    return d.svg("Two arcs from point i to point i + 1: one that runs counter-clockwise is a "
                 "valley, one that runs clockwise a hill; bulge is the height of the arc over half "
                 "of its chord")


def profile():
    d = Drawing(440, 270)
    way = [(20, 90), (125, 90), (125, 130), (215, 130), (330, 90), (425, 90)]
    d.line(way)
    for place in way[1:-1]:
        d.dot(place)
    radius, edge = 60, way[2]
    centre = (edge[0] - (radius ** 2 - (90 + radius - edge[1]) ** 2) ** 0.5, 90 + radius)
    d.line(arc(centre, radius, 0, 2 * pi, 60), close=True)
    for place in ((centre[0], 90), edge):
        n = ((centre[0] - place[0]) / radius, (centre[1] - place[1]) / radius)
        d.arrow([place, (place[0] + 42 * n[0], place[1] + 42 * n[1])], FORCE)
    d.text((centre[0], 215), "two contacts", FORCE)
    axes(d, (370, 170), "x", "z", 34)
    for place, name in (((60, 70), "0"), ((137, 98), "2"), ((137, 139), "3"), ((180, 110), "4"),
                        ((222, 139), "5"), ((262, 90), "6"), ((385, 70), "8")):
        d.text(place, name, AXIS)
    d.text((220, 30), "blue: features; the free side is above")
    d.text((220, 8), "the first and the last segment are infinitely long")
    return d.svg("A profile with a kerb and a ramp: a wheel touches the ground and the edge of "
                 "the kerb, features 0 and 3, at once")


def torus_wheel():
    d = Drawing(440, 566)
    # along the track, left is left
    q, a, b, low = 1.15, 30, 110, 285
    e, k = (-cos(q), sin(q)), (sin(q), cos(q))
    at = lambda u, v: (250 + u * e[0] + v * k[0], low + a + u * e[1] + v * k[1])
    ground(d, 60, 420, low)
    for u in (0, 2 * b):
        d.line(arc(at(u, 0), a, 0, 2 * pi, 40), close=True)
    d.line([at(-45, 0), at(2 * b + 38, 0)], dash="8 3 2 3")
    d.dot(at(b, 0))
    measure(d, at(0, 0), at(b, 0), "ring_radius b", (10, 0))
    measure(d, at(2 * b, 0), at(2 * b, a), "tube_radius a", (22, 0))
    d.arrow([at(b, 0), at(b, 70)], AXIS)
    d.text((at(b, 70)[0] + 6, at(b, 70)[1]), "axle k", AXIS, "start")
    foot = at(-a / sin(q), 0)
    d.arrow(arc(foot, 105, pi, pi - q), AXIS)
    d.text((foot[0] - 92, foot[1] + 66), "lean q", AXIS, "end")
    d.arrow([(250, low - 58), (250, low - 1)], FORCE)
    d.text((258, low - 50), "normal_force", FORCE, "start")
    force(d, (250, low), (-75, 0), "reaction_lateral", (-4, -20), "middle")
    d.text((262, low - 22), "C")
    d.text((20, low + 150), "from behind, along n", anchor="start")
    # from above
    c, p = (110, 80), 0.5
    n, t = (cos(p), sin(p)), (-sin(p), cos(p))
    axes(d, c, "x", "y", 110)
    d.line([(c[0] + 85 * n[0] * cos(s) + 14 * t[0] * sin(s),
             c[1] + 85 * n[1] * cos(s) + 14 * t[1] * sin(s))
            for s in (2 * pi * i / 48 for i in range(49))])
    d.dot(c)
    d.text((c[0] - 4, c[1] - 22), "C")
    force(d, c, (150 * n[0], 150 * n[1]), "n, reaction_longitudinal", (6, -4))
    force(d, c, (80 * t[0], 80 * t[1]), "t", (-8, 0), "end")
    d.arrow(arc(c, 104, 0, p), AXIS)
    d.text((c[0] + 108, c[1] + 14), "precession p", AXIS, "start")
    d.text((330, 40), "from above")
    d.text((220, 8), "spin &gt; 0: about k, rolls against n", AXIS)
    return d.svg("A torus from behind and from above: the lean is counted from flat, the "
                 "precession from x to the track n, counter-clockwise; C is the contact point")


def bicycle():
    d = Drawing(440, 390)
    scale, low = 235, 92
    at = lambda x, z: (88 + scale * x, low + scale * z)
    w, c, lam = 1.02, 0.08, pi / 10
    ground(d, 15, 430, low)
    steer = lambda s: at(w + c - s * sin(lam), s * cos(lam))
    for x, radius, angle, name in ((0, 0.3, 2.3, "rR"), (w, 0.35, 0.6, "rF")):
        d.line(arc(at(x, radius), scale * radius, 0, 2 * pi, 60), close=True)
        d.dot(at(x, radius))
        spoke(d, at(x, radius), scale * radius, angle, name)
    d.line([steer(0), steer(1.05)], dash="8 3 2 3")
    d.line([at(0, 0.3), at(0.4, 0.28), steer(0.72), at(0.3, 0.75), at(0, 0.3)])
    d.line([at(w, 0.35), steer(0.55), steer(0.95)])
    for name, x, z in (("xB, zB", 0.3, 0.9), ("xH, zH", 0.9, 0.7)):
        d.dot(at(x, z), AXIS)
        d.text((at(x, z)[0] + 7, at(x, z)[1] + 5), name, AXIS, "start")
    measure(d, at(0, -0.13), at(w, -0.13), "wheelbase w", (0, -16), "middle")
    d.line([at(0, 0), at(0, -0.17)], dash="3 3")
    d.line([at(w, 0), at(w, -0.17)], dash="3 3")
    d.text((steer(0)[0] - 8, low - 26), "trail c", anchor="start")
    d.line([at(w, -0.05), at(w + c, -0.05)])
    d.line([steer(0.86), (steer(0.86)[0], steer(0.86)[1] + 70)], dash="3 3")
    d.arrow(arc(steer(0.86), 58, pi / 2, pi / 2 + lam))
    d.text((steer(0.86)[0] + 6, steer(0.86)[1] + 52), "lam", anchor="start")
    d.arrow([(x, y) for x, y in arc(steer(0.99), (26, 9), -0.8 * pi, 0.5 * pi)], FORCE)
    d.text((steer(0.99)[0] + 32, steer(0.99)[1] - 4), "steer, to the left", FORCE, "start")
    d.arrow(arc(at(0, 0.3), 86, 0.8 * pi, 0.45 * pi), FORCE)
    d.text((20, 266), "rear_angle", FORCE, "start")
    axes(d, (25, 320), "x", "z", 40)
    d.text((220, 10), "y: to the left, away from you; roll &gt; 0: to the right", AXIS)
    force(d, at(0, 0), (0, 52), "rear_normal", (5, -4))
    force(d, at(0, 0), (60, 0), "rear_longitudinal", (6, 5))
    force(d, at(w, 0), (0, 52), "front_normal", (-6, -10), "end")
    return d.svg("The bicycle from its right side: wheelbase, trail and tilt of the steer axis, "
                 "centres of mass of the frames, positive steer and wheel angles, forces of the "
                 "ground")


def constrained():
    d = Drawing(440, 220)
    centre, radius = (220, -110), 230
    d.line(arc(centre, radius, 0.25 * pi, 0.75 * pi, 40))
    angle = 0.56 * pi
    n = (cos(angle), sin(angle))
    at = (centre[0] + radius * n[0], centre[1] + radius * n[1])
    t = (n[1], -n[0])
    d.dot(at)
    d.text((at[0] - 8, at[1] - 20), "q", anchor="end")
    d.text((70, 22), "φ(q) = 0")
    d.arrow([at, (at[0] + 100 * t[0], at[1] + 100 * t[1])], AXIS)
    d.text((at[0] + 106 * t[0], at[1] + 106 * t[1] + 4), "v, with A v = 0", AXIS, "start")
    force(d, at, (70 * n[0], 70 * n[1]), "Qi: across, of the ideal constraint", (8, -4))
    force(d, at, (-75 * t[0], -75 * t[1]), "Qni: of friction", (-6, 10), "middle")
    return d.svg("A point on its constraint: the velocity is along the constraint, the ideal force "
                 "across it; your equations give the direction of the non-ideal force")


def spring(d, a, b):
    d.line([(a[0] + (b[0] - a[0]) * i / 12 + (6 if i % 2 else -6) * (0 < i < 12),
             a[1] + (b[1] - a[1]) * i / 12) for i in range(13)], AXIS)


def parts():
    d = Drawing(440, 300)
    ground(d, 15, 425, 50)
    d.line([(60, 150), (390, 150), (390, 210), (60, 210)], close=True)
    d.text((225, 175), "body (the first: root)")
    d.line(arc((95, 100), 50, 0, 2 * pi, 48), close=True)
    d.dot((95, 100))
    d.line([(95, 100), (95, 150)])
    d.text((30, 20), "wheel", FORCE, "start")
    d.line([(60, 33), (72, 58)], FORCE)
    d.line(arc((225, 80), 30, 0, 2 * pi, 40), close=True)
    d.line([(225, 80), (225, 150)])
    d.dot((225, 150), AXIS)
    d.text((234, 128), "hinge", AXIS, "start")
    d.text((225, 20), "body with a rim", FORCE)
    d.line([(225, 33), (225, 50)], FORCE)
    d.line(arc((345, 88), 38, 0, 2 * pi, 40), close=True)
    d.dot((345, 88))
    d.line([(333, 88), (333, 172), (357, 172), (357, 88)], close=True)
    d.text((364, 132), "slide", AXIS, "start")
    d.text((350, 20), "wheel on a strut", FORCE)
    d.line([(350, 33), (347, 50)], FORCE)
    d.line([(110, 210), (110, 240), (170, 240), (170, 210)])
    d.text((140, 250), "rigid body", AXIS)
    for place in ((250, 210), (250, 270)):
        d.dot(place, FORCE)
    spring(d, (250, 210), (250, 270))
    d.text((262, 236), "spring", AXIS, "start")
    d.text((262, 266), "points", FORCE, "start")
    return d.svg("Parts of a vehicle: bodies joined by hinges, slides and rigid joints, wheels and "
                 "rims that touch the ground, points with springs between them")


def limits():
    """The four reasons for which a motion on a profile ends."""
    d = Drawing(440, 420)
    # 0: a wheel seen along the ground, its axis almost along the normal
    ground(d, 20, 200, 270)
    lean, foot = 0.25, (75, 270)
    along, up = (cos(lean), sin(lean)), (-sin(lean), cos(lean))
    rim = [(foot[0] + a * along[0] + b * up[0], foot[1] + a * along[1] + b * up[1])
           for a, b in ((0, 0), (100, 0), (100, 12), (0, 12))]
    d.line(rim, close=True)
    middle = ((rim[0][0] + rim[2][0]) / 2, (rim[0][1] + rim[2][1]) / 2)
    d.arrow([middle, (middle[0] + 70 * up[0], middle[1] + 70 * up[1])], AXIS)
    d.text((middle[0] + 72 * up[0] - 5, middle[1] + 72 * up[1]), "axis", AXIS, "end")
    d.arrow([middle, (middle[0], middle[1] + 85)], FORCE)
    d.text((middle[0] + 6, middle[1] + 78), "normal", FORCE, "start")
    d.text((110, 232), "0: lies flat")
    # 1: a leaning wheel, an ellipse, touches an arc at two places
    d.line([(235, 356), *arc((330, 350), 76, 1.1 * pi, 1.9 * pi), (425, 356)])
    d.line(arc((330, 331), (71, 50.7), 0, 2 * pi, 60), close=True)
    for side in (-1, 1):
        d.dot((330 + 65.2 * side, 311), FORCE)
    d.text((330, 232), "1: wider than the hollow")
    # 2: a wheel on the ground reaches the edge of a kerb
    d.line([(20, 50), (150, 50), (150, 75), (200, 75)])
    radius, edge = 55, (150, 75)
    x = edge[0] - (radius ** 2 - (50 + radius - edge[1]) ** 2) ** 0.5
    d.line(arc((x, 50 + radius), radius, 0, 2 * pi, 60), close=True)
    d.dot((x, 50), FORCE)
    d.dot(edge, FORCE)
    d.text((110, 12), "2: a second place")
    # 3: a knife edge and an edge of the ground, seen from above
    d.line([(240, 70), (420, 120)])
    d.line([(270 + 90 * t + 0.6 * w, 78.3 + 25 * t + 2 * w)
            for t, w in [(0.5 + 0.5 * cos(a), 3 * sin(a)) for a in
                         [2 * pi * i / 40 for i in range(40)]]], AXIS, close=True)
    d.text((262, 125), "edge", anchor="start")
    d.text((375, 72), "wheel", AXIS, "start")
    d.text((330, 40), "seen from above")
    d.text((330, 12), "3: along an edge")
    return d.svg("Four ends of a motion: a wheel lies flat on its side; a wheel is wider than the "
                 "hollow; a wheel touches the ground and a kerb; a knife edge lies along an edge")


DRAWINGS = {f.__name__: f for f in (sliding_block, rolling_wheel, impact_wheel, bulge, profile,
                                    torus_wheel, bicycle, constrained, parts, carcass,
                                    standing_still, limits)}
