# SPDX-License-Identifier: MIT
"""Ground that a vehicle refuses: each error names the place, and the model is unchanged."""

import math

import numpy as np
import pytest
import wheeldyn as wd

KERB = [(-1, 0), (0.5, 0), (0.5, 0.01), (3, 0.01)]
FLAT = np.zeros((4, 5))
SPOILT = np.where(np.arange(20).reshape(4, 5) == 13, math.nan, 0)


def at_kerb():
    v = wd.Vehicle(preset="ball")
    v.set_terrain(KERB)
    v["init.ball.z"] = 0.3
    return v


def settings(v):
    values = {name: v[name] for name in v if not name.startswith(("output", "stat", "state"))}
    return values, [array.tolist() for array in v.terrain], v.terrain_friction.tolist(), v.surface


def moved(v):
    """Snapshot after a motion, without the statistics, which count failed calls."""
    v.init()
    v.step_to(0.2)
    return {name: v[name] for name in v if not name.startswith("stat")}, v.events()


@pytest.mark.parametrize("call, words", [
    (lambda v: v.set_terrain([(0, 0)]), "fewer than two points"),
    (lambda v: v.set_terrain([(0, 0), (1, math.nan), (2, 0)]), "not finite .* at point 1"),
    (lambda v: v.set_terrain([(0, 0), (2, 0), (1, 0)]), "segments 0 and 1 of the terrain touch"),
    (lambda v: v.set_terrain([(0, 0), (1, 0), (2, 0), (3, 0)], [0, 2, 0]), "1 at point 1"),
    (lambda v: v.set_terrain([(0, 0), (1, 0), (2, 0)], [0]), "bulge of a terrain .* shape 2"),
    (lambda v: v.set_terrain_friction([1, -1, 1]), "factor of friction .* at point 1"),
    (lambda v: v.set_terrain_restitution([1, 1, 1]), "belongs to its wheels"),
    (lambda v: v.set_surface(SPOILT, 0.1), "height 13 .* node 3 along x and 2 along y"),
    (lambda v: v.set_surface(FLAT, 0), "dx, number 2"),
    (lambda v: v.set_surface(FLAT, 1, -1), "dy, number 3"),
    (lambda v: v.set_surface(FLAT, 1, x0=math.nan), "x0, number 0"),
    (lambda v: v.set_surface(FLAT, 1, y0=math.inf), "y0, number 1"),
    (lambda v: v.set_surface(FLAT, 1, heading=math.nan), "heading, number 4"),
    (lambda v: v.set_surface(FLAT[:3], 1), "fewer than four .* 5 x 3"),
    (lambda v: v.set_surface(FLAT[0], 1), "a surface must have the shape n x n"),
    (lambda v: v.ground_at(math.nan, 0), "x and y .* must be finite"),
    (lambda v: v.ground_at(0, math.inf), "x and y .* must be finite")])
def test_a_refused_ground_changes_nothing(call, words):
    v = at_kerb()
    before = settings(v)
    with pytest.raises(wd.Error, match=words):
        call(v)
    assert repr(settings(v)) == repr(before)
    assert repr(moved(v)) == repr(moved(at_kerb()))


@pytest.mark.parametrize("call, words", [
    (lambda v: v.set_terrain("road"), "a terrain"),
    (lambda v: v.set_terrain(KERB, "flat"), "bulge"),
    (lambda v: v.set_terrain_friction("ice"), "friction"),
    (lambda v: v.set_surface("road.csv"), "a surface"),
    (lambda v: v.set_surface(FLAT, "a"), "frame"),
    (lambda v: v.ground_at("x", 0), "x must be"), (lambda v: v.ground_at(0, None), "y must be")])
def test_text_is_no_ground(call, words):
    v = at_kerb()
    before = settings(v)
    with pytest.raises(TypeError, match=words):
        call(v)
    assert repr(settings(v)) == repr(before)


@pytest.mark.parametrize("spoil, words", [
    (lambda v: v.set_terrain([(-1, 0), (-0.02, 0), (0.02, 0), (1, 0)], [0, 0.9, 0]),
     '"surface": its radius, 0.028575 m, is not below 0.0201.* concave arc at point 1'),
    (lambda v: v.set({"init.ball.z": -0.01}), '"surface": it is in feature 0 .* at x = 0, y = 0'),
    (lambda v: v.set({"init.ball.z": -2}), '"surface": it is inside the ground at x = 0, y = 0'),
    (lambda v: v.set_surface(FLAT + 1, 1, x0=-1, y0=-1), "inside the ground at x = 0, y = 0"),
    (lambda v: (v.set_surface(lambda x, y: (0, 0.3, 0, 0, 0, 0)),
                v.set_choice("solver.check_surface", "yes")), "h_x of the surface is 0.3 at x = "),
    (lambda v: v.set_surface(lambda x, y: (math.nan, 0, 0, 0, 0, 0)),
     "h of the surface .* at x = ")])
def test_a_refused_start_changes_nothing(spoil, words):
    v = at_kerb()
    v["init.ball.z"] = 0.01
    spoil(v)
    values = {name: v[name] for name in v if not name.startswith(("output", "stat", "state"))}
    with pytest.raises(wd.Error, match=words):
        v.init()
    assert {name: v[name] for name in values} == values and math.isnan(v.time)
    v.set_terrain(KERB)
    v["init.ball.z"] = 0.3
    v.set_choice("solver.check_surface", "no")
    assert repr(moved(v)) == repr(moved(at_kerb()))
