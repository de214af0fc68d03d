# SPDX-License-Identifier: MIT
"""Tyre files (.tir) of all dialects; the texts were written for the tests."""

import math
import pickle
import warnings

import pytest
import wheeldyn as wd
from tir_text import NEEDED, REF, text


def refused(source, *words, **options):
    with pytest.raises(wd.Error) as caught:
        wd.read_tir(source, **options)
    assert caught.value.name == "WD_EINVAL"
    for word in words:
        assert word in str(caught.value)


def test_our_own_file_of_6_1():
    t = wd.read_tir(REF / "tyre_a.tir")
    assert (t["form"], t["formula"], t["radius"]) == ("magic", "mf61", 0.317)
    assert t["nominal_load"] == 4200 and t["pressure"] == 230000 and t["nominal_pressure"] == 220000
    assert t["forward_stiffness"] == 310000 and t["turning_stiffness"] == 4600
    assert t["vertical_stiffness"] == 215000 and t["vertical_damping"] == 350
    assert t["pcx1"] == 1.6431 and t["ssz4"] == -0.22991 and t["lmuy"] == 0.9325 and t["phy3"] == 0
    assert set(t.dropped) == {"WIDTH", "PFZ1"} and "pressure" in t.dropped["PFZ1"]
    assert not t.notes and not t.ranges


def test_our_own_file_of_5_2():
    t = wd.read_tir(str(REF / "tyre_b.tir"))
    assert t["formula"] == "mf52" and t["phy3"] == 0.030769 and t["pky4"] == 2 and t["lkyc"] == 1
    assert "forward_stiffness" not in t and "pressure" not in t
    assert len([note for note in t.notes if "the default is used" in note]) == 3


def test_defaults():
    t = wd.read_tir(text())
    assert t["lmux"] == 1 and t["pey1"] == 0 and t["pky4"] == 2
    assert t.name == "text" and "reference_speed" not in t
    assert any("LONGVL" in note for note in t.notes)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_how_lines_are_written(end):
    lines = ["\t[ Model ]   ! any case, any order", "$ a comment", "! another",
             "fittyp\t=  '61'$no blank", "Fnomin=4.0D+3!no blank", "UNLOADED_RADIUS = \".3\"",
             "VERTICAL_STIFFNESS = 2.e5", "PCX1 = 1.", "PDX1 = +1.1d0", "PKX1 = '20'   $ quoted",
             "PCY1 = 1.3E+0", "PDY1 = 1", "PKY1 = -.15D2", "PKY2 = 15.E-1",
             "[SHAPE]", "{radial width}", " 1.0 0.0", " 1.0 0.4", "[X]", "LMUY = 0.9",
             "TITLE = 'a $ in quotes ! is no comment'", "(COMMENTS)", "{comment_string}", "'text'"]
    t = wd.read_tir(end.join(lines))
    assert t["nominal_load"] == 4000 and t["radius"] == 0.3 and t["vertical_stiffness"] == 2e5
    assert [t[name] for name in ("pcx1", "pdx1", "pkx1", "pky1", "pky2", "lmuy")] == [
        1, 1.1, 20, -15, 1.5, 0.9]


def test_bytes_that_are_latin_1(tmp_path):
    path = tmp_path / "reifen.tir"
    path.write_bytes(b"\xef\xbb\xbf$ Gr\xf6\xdfe 205\n" + text().encode())
    assert wd.read_tir(path)["radius"] == 0.3
    assert wd.read_tir(path).name == str(path)


@pytest.mark.parametrize("mark", ["\ufeff", "\xef\xbb\xbf"])
def test_a_byte_order_mark_before_a_string(mark):
    t = wd.read_tir(mark + "LMUY = 0.9\n" + text())
    assert t["lmuy"] == 0.9 and not any("LMUY" in key for key in t.dropped)


def test_duplicates_are_reported():
    t = wd.read_tir(text("PEY1 = 1", "PEY1 = 2"))
    assert t["pey1"] == 2 and any("PEY1" in note and "line" in note for note in t.notes)


@pytest.mark.parametrize("length, metres", [("meter", 1), ("METRE", 1), ("m", 1), ("mm", 1e-3),
                                            ("millimeters", 1e-3), ("inch", 0.0254),
                                            ("inches", 0.0254), ("foot", 0.3048), ("cm", 0.01)])
@pytest.mark.parametrize("force, newtons", [("newton", 1), ("Newtons", 1), ("kN", 1e3), ("N", 1),
                                            ("lbf", 4.4482216152605),
                                            ("pound_force", 4.4482216152605),
                                            ("kg_force", 9.80665)])
def test_units_of_length_and_force(length, metres, force, newtons):
    lines = [f"{key} = {value!r}" for key, value in {
        "UNLOADED_RADIUS": 0.3 / metres, "FNOMIN": 4000 / newtons,
        "VERTICAL_STIFFNESS": 2e5 * metres / newtons, "LONGVL": 16 / metres,
        "YAW_STIFFNESS": 5000 / newtons / metres, "VERTICAL_DAMPING": 500 * metres / newtons,
        "INFLPRES": 2.2e5 * metres ** 2 / newtons, "NOMPRES": 2e5 * metres ** 2 / newtons,
        "FZMAX": 9000 / newtons}.items()]
    t = wd.read_tir(text("[UNITS]", f"LENGTH = '{length}'", f"FORCE = '{force}'", "ANGLE = 'rad'",
                         "MASS = 'kg'", "TIME = 'second'", "[REST]", *lines, UNLOADED_RADIUS=None,
                         FNOMIN=None, VERTICAL_STIFFNESS=None))
    wanted = {"radius": 0.3, "nominal_load": 4000, "vertical_stiffness": 2e5,
              "reference_speed": 16, "turning_stiffness": 5000, "vertical_damping": 500,
              "pressure": 2.2e5, "nominal_pressure": 2e5, "pcx1": 1.6, "pkx1": 20}
    for name, value in wanted.items():
        assert t[name] == pytest.approx(value, rel=1e-14), name
    assert t.ranges == {"FZMAX": pytest.approx(9000, rel=1e-14)}
    assert "MASS" not in t.dropped


@pytest.mark.parametrize("unit, pascal", [("Pa", 1), ("kPa", 1e3), ("bar", 1e5),
                                          ("psi", 6894.757293168361), ("N/m^2", 1)])
def test_units_of_pressure(unit, pascal):
    t = wd.read_tir(text("[UNITS]", f"PRESSURE = '{unit}'", "[P]", f"INFLPRES = {2.3e5 / pascal!r}",
                         f"NOMPRES = {2.2e5 / pascal!r}"))
    assert t["pressure"] == pytest.approx(2.3e5, rel=1e-14)


def test_units_of_angle_and_time():
    t = wd.read_tir(text("[UNITS]", "ANGLE = 'degrees'", "TIME = 'ms'", "[A]", "YAW_STIFFNESS = 90",
                         "CAMMAX = 6", "ALPMIN = -10", "LONGVL = 0.0167", "QHZ3 = 0.1"))
    assert t["turning_stiffness"] == pytest.approx(90 * 180 / math.pi)
    assert t.ranges["CAMMAX"] == pytest.approx(math.radians(6))
    assert t["reference_speed"] == pytest.approx(16.7)
    assert t["qhz3"] == 0.1  # Coefficients are in radians for all units of the file.


def test_unknown_units_are_refused():
    refused(text("[UNITS]", "LENGTH = 'furlong'"), "LENGTH", "furlong", "line")


@pytest.mark.parametrize("value, formula", [
    ("5", "mf52"), ("6", "mf52"), ("21", "mf52"), ("51", "mf52"), ("52", "mf52"),
    ("'MF-TYRE'", "mf52"), ("'PAC2002'", "mf52"), ("60", "mf61"), ("61", "mf61"), ("62", "mf61"),
    ("61.0", "mf61"), ("5.2", "mf52"), ("6.1", "mf61"), ("'6.2'", "mf61")])
def test_formulas(value, formula):
    assert wd.read_tir(text(FITTYP=value))["formula"] == formula


def test_formula_by_the_format_of_the_file():
    assert wd.read_tir(text("PROPERTY_FILE_FORMAT = 'PAC2002'", FITTYP=None))["formula"] == "mf52"
    t = wd.read_tir(text("PROPERTY_FILE_FORMAT = 'USER'", FITTYP="62"))
    assert t["formula"] == "mf61"
    t = wd.read_tir(text("PKY4 = 1.9", FITTYP=None))
    assert t["formula"] == "mf61" and any("FITTYP" in note for note in t.notes)
    assert wd.read_tir(text(FITTYP=None))["formula"] == "mf52"


@pytest.mark.parametrize("key, value", [
    ("PROPERTY_FILE_FORMAT", "PAC89"), ("PROPERTY_FILE_FORMAT", "PAC94"),
    ("PROPERTY_FILE_FORMAT", "FIALA"), ("PROPERTY_FILE_FORMAT", "FTIRE"),
    ("PROPERTY_FILE_FORMAT", "PAC_MC"), ("PROPERTY_FILE_FORMAT", "OURS"), ("FITTYP", "5.21"),
    ("FITTYP", "70")])
def test_other_laws_are_refused_by_name(key, value):
    refused(text(f"{key} = '{value}'", FITTYP=None), key, value, "another law", "line")


@pytest.mark.parametrize("alias, name", [("LFZ0", "lfzo"), ("LKYG", "lkyc"), ("LVYK", "lvyka"),
                                         ("QPZ1", "ppz1"), ("IP_NOM", "nominal_pressure"),
                                         ("IP", "pressure")])
def test_aliases(alias, name):
    t = wd.read_tir(text(f"{alias} = 1.25"))
    assert t[name] == 1.25 and any(alias in note for note in t.notes)
    assert alias not in t.dropped


def test_an_alias_beside_the_key():
    t = wd.read_tir(text("LKYG = 0.5", "LKYC = 0.7"))
    assert t["lkyc"] == 0.7 and any("LKYG" in note for note in t.notes)


def test_scale_of_the_vertical_stiffness():
    t = wd.read_tir(text("LCZ = 1.1"))
    assert t["vertical_stiffness"] == pytest.approx(220000)
    refused(text("LCZ = 0"), "LCZ")


@pytest.mark.parametrize("key", ["LGAX", "LGAY", "LGAZ"])
def test_scales_of_camber(key):
    assert key not in wd.read_tir(text(f"{key} = 1.")).dropped
    refused(text(f"{key} = 0.9"), key, "camber")


def test_pressure_of_one_key():
    t = wd.read_tir(text("INFLPRES = 250000"))
    assert t["nominal_pressure"] == 250000 and any("nominal_pressure" in n for n in t.notes)
    assert wd.read_tir(text("NOMPRES = 200000"))["pressure"] == 200000


def test_load_by_a_curve():
    rows = [f"  {d * 1e3:g}   {180000 * d + 2e6 * d * d:.17g}" for d in (0, 0.01, 0.02, 0.03, 0.04)]
    t = wd.read_tir(text("[DEFLECTION_LOAD_CURVE]", "{pen fz}", *rows, "[UNITS]", "LENGTH = 'mm'",
                         UNLOADED_RADIUS=300, VERTICAL_STIFFNESS=None))
    assert t["vertical_stiffness"] == pytest.approx(180000, rel=1e-9)
    assert t["vertical_stiffening"] == pytest.approx(2e6, rel=1e-9)
    assert any("DEFLECTION_LOAD_CURVE" in note for note in t.notes)


def test_carcass_by_relaxation_lengths():
    t = wd.read_tir(text("PTX1 = 1.5", "PTY1 = 2.0", "PTY2 = 1.4", FITTYP="52"))
    sigma = 2.0 * math.sin(2 * math.atan(1 / 1.4)) * 0.3
    cornering = 15 * 4000 * math.sin(2 * math.atan(1 / 1.5))
    assert t["forward_stiffness"] == pytest.approx(20 * 4000 / (1.5 * 0.3))
    assert t["side_stiffness"] == pytest.approx(cornering / sigma)
    assert "turning_stiffness" not in t and "PTX1" not in t.dropped
    assert len([note for note in t.notes if "carcass" in note]) == 3
    t = wd.read_tir(text("PTX1 = 1.5", "LONGITUDINAL_STIFFNESS = 3e5"))
    assert t["forward_stiffness"] == 3e5 and "relaxation" in t.dropped["PTX1"]


FLIPPED = ("phy1 phy2 pvy1 pvy2 pey3 rhx1 rby3 rvy1 rvy2 qsx1 qbz4 qdz3 qdz6 qdz7 qez4 qhz1 qhz2 "
           "ssz1").split()


@pytest.mark.parametrize("of_file, side, mode, mirrored", [
    ("'LEFT'", "right", None, True), ("'Left'", "left", None, False),
    ("'RIGHT'", "left", "4", True), ("'SYMMETRIC'", "right", None, False),
    (None, "right", None, False), ("'LEFT'", None, None, False),
    ("'LEFT'", "left", "-4", True), ("'LEFT'", None, "-14", True), ("'LEFT'", "right", "-4", False),
    (None, None, "-1", True)])
def test_sides(of_file, side, mode, mirrored):
    keys = [f"{name.upper()} = 0.{10 + i}" for i, name in enumerate(FLIPPED)] + ["PEY1 = 0.5"]
    t = wd.read_tir(text(*keys, TYRESIDE=of_file, USE_MODE=mode), side=side)
    sign = -1 if mirrored else 1
    assert [t[name] for name in FLIPPED] == [sign * float(f"0.{10 + i}") for i in range(18)]
    assert t["pey1"] == 0.5
    assert any("mirrored" in note for note in t.notes) == mirrored
    assert any("USE_MODE" in note for note in t.notes) == (mode is not None)


def test_the_side_is_checked():
    with pytest.raises(ValueError, match="left"):
        wd.read_tir(text(), side="port")


LIMITS = {"FZMIN": 100, "FZMAX": 5000, "KPUMAX": 0.05, "ALPMIN": -0.1, "ALPMAX": 0.2,
          "CAMMAX": 0.05, "VXMAX": 40}


def test_ranges_of_a_mirrored_tyre():
    """Mirroring exchanges the limits of slip angle and camber and changes their signs."""
    t = wd.read_tir(text(*(f"{key} = {value}" for key, value in LIMITS.items()), "USE_MODE = -4"))
    assert t.ranges == {**{key: LIMITS[key] for key in ("FZMIN", "FZMAX", "KPUMAX", "VXMAX")},
                        "ALPMIN": -0.2, "ALPMAX": 0.1, "CAMMIN": -0.05}


def dropped(**limits):
    """A wheel that falls 50 mm, leans by 0.1 rad, moves forward and to the left, and spins
    backward."""
    v = wd.Vehicle()
    v.body("frame", mass=400, xx=10, yy=10, zz=10, z=0.3)
    tir = wd.read_tir(text(*(f"{key} = {value}" for key, value in limits.items())))
    with pytest.warns(UserWarning):
        v.tyre("front", tir=tir)
    v.wheel("w", on="frame", tyre="front", z=0.3, crown=0.1)
    v.set({"init.frame.z": 0.05, "init.frame.forward": 3, "init.frame.left": 1,
           "init.frame.roll": 0.1, "init.w.rate": -5})
    v.init()
    return v


def first_outside(rows, name, lower, upper):
    """Time and value of the first row in which a loaded wheel is outside the range."""
    outside = (rows["output.w.normal_force"] > 0) & ((rows[name] < lower) | (rows[name] > upper))
    row = rows[outside][0]
    return row["time"], row[name]


@pytest.mark.parametrize("stepping", [False, True])
def test_a_run_that_leaves_the_ranges_warns(stepping):
    names = [f"output.w.{name}" for name in ("normal_force", "slip_ratio", "slip_angle", "camber")]
    rows = dropped(FITTYP="61").run(0.3, 0.01, names)
    wanted = []
    for name, unit, lower, upper, key in (
            (names[0], " N", 100, 5000, "FZ"), (names[1], "", -math.inf, 0.05, "KPU"),
            (names[2], " rad", -0.1, 0.2, "ALP"), (names[3], " rad", -math.inf, 0.05, "CAM")):
        t, value = first_outside(rows, name, lower, upper)
        side = (f"above {key}MAX = {upper:g}" if value > upper else f"below {key}MIN = {lower:g}")
        wanted.append(f'wheel "w": {name[9:]} is {value:.6g}{unit} at t = {t:.6g} s, '
                      f'{side}{unit} of tyre "front"')
    v = dropped(**LIMITS)
    with pytest.warns(UserWarning) as warned:
        if stepping:
            for k in range(1, 31):
                v.step_to(0.01 * k)
        else:
            assert v.run(0.3, 0.01, "state.frame.z").dtype.names == ("time", "state.frame.z")
    assert sorted(str(each.message) for each in warned) == sorted(wanted)
    assert {each.filename for each in warned} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # each wheel and quantity gives one warning in a motion
        v.run(0.35, 0.01)
    v.reset()
    v.init()
    with pytest.warns(UserWarning, match="slip_angle"):
        v.run(0.3, 0.01)


def test_parts_change_after_a_refused_run():
    """Names of parts that were removed do not get into the next run."""
    v = dropped(**LIMITS)
    v.reset()
    for _ in range(2):
        with pytest.raises(wd.Error, match="init"):
            v.run(0.3, 0.01)
        v.remove_part()


def test_a_pickle_warns():
    v = pickle.loads(pickle.dumps(dropped(**LIMITS)))
    with pytest.warns(UserWarning, match='slip_angle is .* of tyre "front"'):
        v.run(0.3, 0.01)


def test_a_warning_does_not_hide_a_failure():
    def mu(t):
        if t > 0.255:
            raise ArithmeticError("no mu")
        return 1

    v = dropped(CAMMAX=0.05)
    v.set_input("input.w.mu", mu)
    with warnings.catch_warnings(), pytest.raises(ArithmeticError, match="no mu") as caught:
        warnings.simplefilter("error")
        v.run(0.3, 0.01, ["state.frame.z"])
    rows = caught.value.rows
    assert len(rows) == 26 and rows.dtype.names == ("time", "state.frame.z")
    assert "camber" in str(caught.value.__cause__)


def test_no_warning_inside_the_ranges_and_in_the_air():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        v = dropped(FZMIN=0, FZMAX=1e5, KPUMIN=-2, KPUMAX=2, ALPMIN=-2, ALPMAX=2, CAMMAX=1)
        assert len(v.run(0.3, 0.01)) == 31
        dropped(CAMMAX=0.05).run(0.09, 0.01)


def test_keys_that_are_dropped():
    t = wd.read_tir(text("VXLOW = 1", "BOTTOM_STIFF = 2e6", "PCFX1 = 0.1", "PDXP1 = 0.4",
                         "Q_FCX = 0.1", "MC_CONTOUR_A = 0.5", "MASS = 9.3", "STRANGE = 'x'"))
    assert set(t.dropped) == {"VXLOW", "BOTTOM_STIFF", "PCFX1", "PDXP1", "Q_FCX", "MC_CONTOUR_A",
                              "MASS", "STRANGE"}
    assert "bottoming" in t.dropped["BOTTOM_STIFF"] and "turn slip" in t.dropped["PDXP1"]


@pytest.mark.parametrize("key", NEEDED)
def test_keys_that_are_required(key):
    refused(text(**{key: None}), "missing", key)


def test_faults():
    refused(text(PKY1=12), "PKY1", "ISO-W", "line")
    refused(text(PCX1="'x'"), "PCX1", "'x'", "line")
    refused(text(PEY1="1e999"), "PEY1")
    refused(text(PCX1=" $ none"), "PCX1", "missing")
    refused(text(FNOMIN=0), "FNOMIN", "above 0")
    refused(text("LFZO = 0"), "LFZO", "above 0", "line")
    refused(text("LFZ0 = -1"), "LFZO", "above 0", "line")
    refused(text("LFZO = 1e-320", FNOMIN=1e-10), "LFZO", "above 0", "line")
    refused(text("PTY1 = 2", "PTY2 = 2", PKY2=0), "PKY2", "must not be 0", "line")
    refused("\n\n", "is it a .tir file?")
    refused("<xml>\n</xml>\n", "is it a .tir file?")
    with pytest.raises(OSError):
        wd.read_tir("nowhere.tir")
    t = wd.read_tir(text(VERTICAL_DAMPING=0, LATERAL_STIFFNESS=0))
    assert "vertical_damping" not in t and "side_stiffness" not in t
    assert len([note for note in t.notes if "above 0" in note]) == 2


@pytest.mark.parametrize("curve", [("1e-200 1", "2e-200 2"), ("1e100 1", "2e100 2"),
                                   ("1e-5 1e308", "2e-5 1e308"), ("1e200 1e-200",)])
def test_a_curve_without_finite_stiffness(curve):
    refused(text("[DEFLECTION_LOAD_CURVE]", "{pen fz}", *curve), "DEFLECTION_LOAD_CURVE",
            "no finite stiffness")


def test_a_stiffness_of_the_carcass_that_is_not_finite():
    """PKX3 times df = 1 is the exponent of the slip stiffness."""
    refused(text("PKX3 = 1e4", "LFZO = 0.5", "PTX1 = 1"), "PTX1", "PKX3", "not finite", "line")
    refused(text("PTY1 = 1e-310", "PTY2 = 2"), "PTY1", "PKY4", "not finite", "line")
    assert "forward_stiffness" in wd.read_tir(text("PKX3 = -1e4", "PTX1 = 1"))


def test_a_key_without_value_is_missing():
    t = wd.read_tir(text("INFLPRES =   ", "PHY1 = ''", "PHY2 = 0.1", "PHY2 ="))
    assert "pressure" not in t and t["phy1"] == 0 and t["phy2"] == 0.1
    assert sum("has no value" in note for note in t.notes) == 3


def test_a_huge_file_is_refused(tmp_path):
    """The limits are those of the program wheeldyn."""
    path = tmp_path / "huge.tir"
    path.write_bytes(b"$\n" * 200_001)
    refused(path, "more than 400000 bytes")
    refused("$\n" * 200_001, "more than 400000 bytes")
    keys = 1000 - len(text().splitlines()) + 1
    assert wd.read_tir(text(*(f"K{i} = 1" for i in range(keys))))
    refused(text(*(f"K{i} = 1" for i in range(keys + 1))), "more than 1000 keys")
    curve = ["[DEFLECTION_LOAD_CURVE]", "{pen fz}", *["0.01 2000"] * 1000]
    assert wd.read_tir(text(*curve))
    refused(text(*curve, "0.01 2000"), "more than 1000 points")
