# SPDX-License-Identifier: MIT
"""Profiles of wheeldyn.ground, set as the terrain of vehicles."""

import math

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import ground


def ball_on(profile, x, z):
    """Height at which a ball of radius 0.1 m that is lowered at x touches the profile."""
    with wd.Vehicle() as v:
        v.body("hub", mass=1, xx=0.004, yy=0.004, zz=0.004)
        v.rim("ball", on="hub", radius=0.1, crown=0.1)
        v.set_terrain(*profile)
        v["param.place"] = "on_ground"
        v["init.hub.x"] = x
        v["init.hub.z"] = z
        v.init()
        return v["output.hub.z"] - 0.1


@pytest.mark.parametrize("profile, x, height", [
    (ground.kerb(1, 0.1), 0.5, 0), (ground.kerb(1, 0.1), 1.5, 0.1), (ground.kerb(1, -0.1), 2, -0.1),
    (ground.stairs(0, 0.4, -0.05, 3), 0.2, -0.05), (ground.stairs(0, 0.4, -0.05, 3), 1, -0.15),
    (ground.stairs(0, 0.4, 0.05, 1), 5, 0.05), (ground.threshold(1, 0.4, 0.02), 1.2, 0.02),
    (ground.threshold(1, 0.4, 0.02, 0.01), 1.2, 0.02),
    (ground.threshold(1, 0.4, 0.02, 0.01), 3, 0), (ground.bump(1, 2, 0.1), 2, 0.1),
    (ground.bump(1, 2, -0.1), 2, -0.1), (ground.bump(1, 2, 0.1), 4, 0)])
def test_heights(profile, x, height):
    assert ball_on(profile, x, 1) == pytest.approx(height, abs=1e-12)


def test_a_bump_has_no_corners():
    points, bulge = ground.bump(0, 2, 0.1)
    chord = np.arctan2(*np.diff(points, axis=0).T[::-1])
    half = 2 * np.arctan(bulge)  # change of direction from a chord to the tangents at its ends
    assert chord[:-1] + half[:-1] == pytest.approx(chord[1:] - half[1:], abs=1e-15)
    radius = (2**2 / 4 + 0.1**2) / (4 * 0.1)
    length = np.hypot(*np.diff(points, axis=0)[1])
    assert length / 2 / math.sin(half[1]) == pytest.approx(radius, rel=1e-12)


def test_a_chamfer_may_leave_a_ridge_or_no_face():
    assert len(ground.threshold(0, 0.04, 0.02, 0.02)[0]) == 5
    assert len(ground.threshold(0, 0.4, 0.02, 0.02)[0]) == 6
    assert len(ground.threshold(0, 0.04, 0.03, 0.02)[0]) == 7


def test_joined_profiles_begin_where_the_last_one_ends():
    both = ground.join(ground.stairs(0, 0.4, -0.05, 2), ground.bump(2, 1, 0.1), ground.kerb(3, 0.2))
    assert ball_on(both, 2.5, 1) == pytest.approx(0, abs=1e-12)
    assert ball_on(both, 5, 1) == pytest.approx(0.1, abs=1e-12)
    assert len(both[1]) == len(both[0]) - 1


def test_a_profile_may_not_begin_before_the_last_one_ends():
    with pytest.raises(ValueError, match="no profile"):
        ground.join()
    with pytest.raises(ValueError, match=r"begins at x = 0\.5"):
        ground.join(ground.bump(0, 1, 0.1), ground.kerb(0.5, 0.1))
