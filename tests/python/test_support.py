# SPDX-License-Identifier: MIT
"""The warning that a vehicle starts with its centre of mass outside the polygon of its contacts."""
import math
import warnings

import pytest
import wheeldyn as wd
from wheeldyn._support import support_excess


def tricycle(x, z=0.2):
    """Body of 10 kg, wheels of 1 kg at (0, 0.3), (0, -0.3) and (1, 0)."""
    v = wd.Vehicle()
    v.body("frame", mass=10, xx=1, yy=1, zz=1, x=x, z=z)
    for name, ahead, left in (("left", 0, 0.3), ("right", 0, -0.3), ("front", 1, 0)):
        v.wheel(name, on="frame", x=ahead, y=left, z=0.1, radius=0.1, mass=1)
    v["param.place"] = "on_ground"
    return v


def test_a_centre_of_mass_ahead_of_the_wheels_is_a_warning():
    v = tricycle(1.4)
    words = r"is 0\.154 m outside the polygon of the 3 contacts"
    with pytest.warns(UserWarning, match=words) as seen:
        v.init()
    assert seen[0].filename == __file__
    assert support_excess(v) == (pytest.approx((14 + 1) / 13 - 1, abs=1e-9), 3)
    assert v.time == 0


@pytest.mark.parametrize("x, angles", [(0.5, {}), (0.5, {"input.slope": 0.3}), (0.999, {})])
def test_no_warning_inside(x, angles):
    v = tricycle(x)
    v.set(angles)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        v.init()
    assert support_excess(v) == (0, 3)


def test_gravity_points_out_of_the_polygon_on_a_slope():
    v = tricycle(0.5, z=0.5)
    v["input.slope"] = 1.0
    with pytest.warns(UserWarning, match="outside"):
        v.init()
    expected = math.tan(1.0) * 5.3 / 13 - 6 / 13
    assert support_excess(v)[0] == pytest.approx(expected, abs=1e-9)


def test_a_bank_counts_too():
    v = tricycle(0.1, z=0.9)
    v["input.bank"] = 0.8
    with pytest.warns(UserWarning, match="outside"):
        v.init()
    x, y = 2 / 13, -math.tan(0.8) * 9.3 / 13
    beyond = (0.3 * x - y - 0.3) / math.hypot(0.3, 1)  # the edge from (0, -0.3) to (1, 0)
    along = ((y + 0.3) * 0.3 + x) / math.hypot(0.3, 1)
    expected = beyond if along > 0 else math.hypot(x, y + 0.3)
    assert support_excess(v)[0] == pytest.approx(expected, abs=1e-9)


def test_no_preset_warns():
    """A motorcycle has no polygon; other presets have their centre of mass inside."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for preset in wd.presets("vehicle"):
            v = wd.Vehicle(preset)
            v.init()
            assert support_excess(v)[0] == 0


def test_wheels_are_carried_along_by_a_turned_body():
    v = tricycle(1.4)
    v["init.frame.yaw"] = 2.5
    with pytest.warns(UserWarning, match=r"0\.154 m outside"):
        v.init()
