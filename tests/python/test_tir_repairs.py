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


def read_curve(points, *more):
    """The tyre of a file with a load curve, and its notes. `more`: rows of the table."""
    rows = [f"{d} {f}" for d, f in points]
    t = wd.read_tir(text("[DEFLECTION_LOAD_CURVE]", "{pen fz}", *more, *rows))
    return t, "\n".join(t.notes)


def best_fit(points):
    """The fit a d + b d^2 with a > 0 and b >= 0 that has the least sum of squares, by search."""
    def squares(a, b):
        return sum((a * d + b * d * d - f) ** 2 for d, f in points)

    def with_stiffening(b):
        return max(sum((f - b * d * d) * d for d, f in points) / sum(d * d for d, _ in points), 0)

    low, high = 0.0, max(f / d ** 2 for d, f in points)
    for _ in range(200):
        step = (high - low) / 3
        left, right = low + step, high - step
        if squares(with_stiffening(left), left) <= squares(with_stiffening(right), right):
            high = right
        else:
            low = left
    return with_stiffening(low), low


@pytest.mark.parametrize("points, words", [
    ([(0.01, 2000), (0.02, 4000), (0.03, 6000)], ""),
    ([(0.01, 2100), (0.02, 4400), (0.03, 7100)], ""),
    ([(0.01, 2000), (0.02, 4400)], ""),
    ([(0.01, 3000), (0.03, 7000)], "less than linearly"),
    ([(0.01, 2000), (0.02, 3900), (0.03, 5700)], "less than linearly"),
    ([(0.01, 2000), (0.02, 4500), (0.03, 4000)], "less than linearly"),
    ([(0.02, 4000)], ""),
    ([(0.02, 4000), (0.02, 4200)], "")])
def test_the_fit_of_a_load_curve(points, words):
    """The best fit that the law allows. Its error is in the notes."""
    t, notes = read_curve(points)
    a, b = t["vertical_stiffness"], t["vertical_stiffening"]
    if len(set(d for d, _ in points)) > 1:
        best = best_fit(points)
        scale = max(f for _, f in points)
        for d, _ in points:
            assert a * d + b * d * d == pytest.approx(best[0] * d + best[1] * d * d,
                                                      abs=1e-6 * scale)
    else:
        assert (a, b) == (pytest.approx(sum(f for _, f in points) / len(points) / 0.02), 0)
    assert ("a straight line is fitted" in notes) == bool(words) and words in notes
    error, at = max((abs((a + b * d) * d / f - 1), d) for d, f in points)
    stated = notes.split("at most ")[1].split(" %, at d = ")
    assert float(stated[0]) == pytest.approx(100 * error, rel=0.06, abs=1e-9)
    assert error < 1e-9 or float(stated[1].split(" m")[0]) == pytest.approx(at)


def test_a_load_curve_that_rises_more_than_quadratically():
    t, notes = read_curve([(0.01, 500), (0.02, 4000), (0.03, 13500)])
    assert t["vertical_stiffening"] == 0 and t["vertical_stiffness"] == pytest.approx(
        sum((5, 80, 405)) / 14e-4)
    assert "a straight line is fitted" in notes and "more than quadratically" in notes


def test_points_of_a_load_curve_without_deflection_or_load():
    """The origin is no fault."""
    t, notes = read_curve([(0.01, 2000), (0.02, 4400)], "0 0", "-0.01 -2000", "0.005 0", "0 10")
    assert (t["vertical_stiffness"], t["vertical_stiffening"]) == pytest.approx((180000, 2e6))
    assert "3 points are ignored" in notes
    assert "1 point is ignored" in read_curve([(0.01, 2000)], "0 10")[1]
    assert "ignored" not in read_curve([(0.01, 2000), (0.02, 4400)], "0 0")[1]


def ignored(notes):
    """The numbers of the lines that the notes report as ignored."""
    return [int(note.split()[1]) for note in notes if "is ignored: " in note]


def test_lines_that_cannot_be_read():
    """The file has 12 lines before the lines of a test."""
    lines = ["QEZ 4 = 0.2", "PDY2 -0.1", "PDY2 : -0.1", "[OPEN", "", "$ x", "# PDY2 = 3", "=1"]
    t = wd.read_tir(text(*lines))
    assert ignored(t.notes) == [13, 14, 15, 16, 19, 20]
    assert t["pdy2"] == 0
    t = wd.read_tir(text("[SHAPE]", "{radial width}", "1.0 0.0"))
    assert any(note.startswith("the table in line 14 is left out") for note in t.notes)
    t = wd.read_tir(text("[DEFLECTION_LOAD_CURVE]", "0 0", "{pen fz}", "0.01 2000", "0.02;4000",
                         "0.03 6000 7", "0.02"))
    assert ignored(t.notes) == [14, 17, 18, 19] and t["vertical_stiffness"] == 200000


@pytest.mark.parametrize("space", [b"\xa0", b"\xc2\xa0"])
def test_no_break_spaces(tmp_path, space):
    path = tmp_path / "x.tir"
    path.write_bytes(text("@PDY2@=@-0.1@").encode().replace(b"@", space))
    t = wd.read_tir(path)
    assert t["pdy2"] == -0.1 and not ignored(t.notes)
    assert wd.read_tir(text("PDY2\xa0= -0.1"))["pdy2"] == -0.1


def test_notes_name_what_is_converted():
    t = wd.read_tir(text("[UNITS]", "LENGTH = 'mm'", "[X]", "LONGVL = 16.7e3", FNOMIN="4000"))
    assert [note for note in t.notes if "in SI units" in note] == [
        "UNLOADED_RADIUS = 0.3 is 0.0003 in SI units", "LONGVL = 16.7e3 is 16.7 in SI units",
        "VERTICAL_STIFFNESS = 200000 is 2e+08 in SI units"]


def test_notes_name_the_defaults_of_missing_keys():
    """The defaults are those of the library."""
    with wd.Vehicle() as v:
        v.tyre("t")
        found = [note.split() for note in wd.read_tir(text()).notes if " is the default, " in note]
        assert [words[0] for words in found] == ["LONGVL", "VERTICAL_DAMPING", "BREFF", "DREFF",
                                                 "FREFF", "Q_RE0"]
        for words in found:
            assert v[f"param.t.{words[3]}"] == float(words[7])
