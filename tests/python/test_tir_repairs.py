# SPDX-License-Identifier: MIT
"""Files of tyres (.tir) with unusual coefficients, which are read with a note."""
import pytest
import wheeldyn as wd
from tir_text import text


def test_a_negative_peak_of_the_side_force():
    """The sign of PDY1 changes no force, which test-tyre of tests/unit shows."""
    t = wd.read_tir(text("PDY2 = 0.1", "RVY2 = 0.2", "QBZ10 = -0.3", PDY1=-0.8))
    assert [t[name] for name in ("pdy1", "pdy2", "rvy1", "rvy2", "qbz10")] == [0.8, -0.1, 0, -0.2,
                                                                              0.3]
    assert any("PDY1 = -0.8" in note for note in t.notes)


@pytest.mark.parametrize("keys, limit", [
    (["FZMAX = 9000"], 9000), (["FZMAX = 13000"], None), ([], None),
    (["FZMAX = 10000", "LFZO = 0.8"], 8000)])
def test_load_limited_to_the_range_of_the_file(keys, limit):
    """The slip stiffness 20 - 12 df is negative above df = 5/3, below 300 % of the load."""
    t = wd.read_tir(text("PKX2 = -12", *keys))
    assert t.get("largest_load") == limit
    assert any("stiffness of the formula" in note for note in t.notes) == (limit is not None)
    v = wd.Vehicle()
    v.body("frame", mass=400, xx=10, yy=10, zz=10, z=0.3)
    v.tyre("t", tir=t)
    v.wheel("w", on="frame", tyre="t", z=0.3)
    if limit is None:
        with pytest.raises(wd.Error, match="pkx2.*set largest_load"):
            v.init()
    else:
        v.init()
