# SPDX-License-Identifier: MIT
"""Tyre files (.tir) as parts of scenarios: the numbers are those that the Python package reads."""
import math
import re
import sys
from pathlib import Path

import pytest
import wheeldyn as wd

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))
from tir_text import REF, text  # noqa: E402


def part(said):
    """Return the quantities of a printed part, and the radius."""
    lines = said.splitlines()
    radius = next(line for line in lines if line.startswith("# radius of the wheels"))
    values = dict(line[2:].split(": ") for line in lines if line.startswith("  "))
    return values, float(radius.split()[-2])


def same(said, tir):
    """Compare the printed numbers with those of Python; omitted numbers are defaults."""
    values, radius = part(said)
    assert radius == tir.pop("radius")
    assert values.pop("form") == tir.pop("form")
    assert values.pop("formula") == tir.pop("formula")
    vehicle = wd.Vehicle()
    vehicle.add_part("tyre", "t", ())
    default = {name: vehicle[f"param.t.{name}"] for name in {*tir, *values}}
    read = {**default, **{name: float(value) for name, value in values.items()}}
    assert read == pytest.approx({**default, **tir}, rel=1e-12, abs=0)


@pytest.mark.parametrize("name", ["tyre_a.tir", "tyre_b.tir"])
def test_our_own_files(tool, name):
    said = tool("tyre", REF / name)
    assert said.startswith(f"# Part of a scenario, from the file {name}\n")
    tir = wd.read_tir(REF / name)
    for key, why in tir.dropped.items():
        assert f"\n# {key} left out: {why}\n" in said
    same(said, tir)


DIALECTS = [
    text(),
    text("[UNITS]", "LENGTH = 'mm'", "FORCE = 'kN'", "ANGLE = 'deg'", "TIME = 'ms'", "[X]",
         "YAW_STIFFNESS = 90", "LONGVL = 16.7", "INFLPRES = 0.0002"),
    text("[UNITS]", "LENGTH = 'Inches'", "FORCE = 'pound force'", "PRESSURE = 'psi'", "[P]",
         "INFLPRES = 32", "NOMPRES = 30"),
    text("\t[ Model ]   ! any case", "$ a comment", "pey1\t=  '.25'$no blank", "Pdx2=-1.0D-2!none",
         "LMUY = 1.", 'PDY2 = "-.1"').replace("\n", "\r\n"),
    text("PEY1 = 1", "PEY1 = 2").replace("\n", "\r"),
    text("PTX1 = 2.1", "PTX2 = 0.3", "PTY1 = 1.9", "PTY2 = 2.3", FITTYP="'PAC2002'"),
    text("[DEFLECTION_LOAD_CURVE]", "{pen fz}", "0 0", "0.01 2000", "0.02, 4400", "\t0.03\t7200",
         VERTICAL_STIFFNESS=None),
    text("LCZ = 1.1", "LFZ0 = 0.9", "LKYG = 0.5", "LKYC = 0.7", "LVYK = 0.8", "QPZ1 = 0.2"),
    text("USE_MODE = -14", "PHY1 = 0.01", "QSX1 = 0.02"),
    text("INFLPRES =   ", "PEY1 =$ none", "PHY1 = ''"),
    text("PKY4 = 1.9", FITTYP=None), text(FITTYP=None), text(FITTYP="6.0"),
    text(FITTYP="5.2"), text(FITTYP="6.1"),
    text("PROPERTY_FILE_FORMAT = 'USER'", FITTYP="62"),
    text("PROPERTY_FILE_FORMAT = 'MF_05'", FITTYP="62"),
    text("PDY2 = 0.1", "RVY1 = 0.2", "RVY3 = -0.3", "QBZ10 = 0.4", PDY1=-0.8),
    text("PKX2 = -12", "FZMAX = 9000"), text("PKX2 = -12", "FZMAX = 10000", "LFZO = 0.8"),
    text("Q_RE0 = 0"),
    text("QSY1 = 0.01", "YAW_STIFFNESS = 0", "VERTICAL_DAMPING = 0", "FZMAX = 9000"),
]


@pytest.mark.parametrize("content", DIALECTS)
def test_dialects(tool, content):
    (tool.folder / "x.tir").write_bytes(content.encode("latin-1"))
    tir = wd.read_tir(tool.folder / "x.tir")
    said = tool("tyre", "x.tir")
    assert tool("tyre", "-", input=content).splitlines()[1:] == said.splitlines()[1:]
    for key, why in tir.dropped.items():
        assert f"\n# {key} left out: {why}\n" in said
    assert said.count("\n# ") >= len(tir.notes) + len(tir.dropped) + len(tir.ranges)
    same(said, tir)


@pytest.mark.parametrize("rows", [
    ["0.01 2100", "0.02 4400", "0.03 7200"], ["0.01 3000", "0.03 7000"], ["0.01 2000", "0.02 4000"],
    ["0.01 500", "0.02 4000", "0.03 13500"], ["0.02 4000"],
    ["0.01 2000", "0.02 4500", "0.03 4000", "0 0", "-1 -1", "0.1 0"]])
def test_load_curves_have_the_notes_of_python(tool, rows):
    tool.write("x.tir", text("[DEFLECTION_LOAD_CURVE]", "{pen fz}", *rows))
    tir = wd.read_tir(tool.folder / "x.tir")
    said = tool("tyre", "x.tir")
    notes = [note for note in tir.notes if note.startswith("DEFLECTION_LOAD_CURVE")]
    assert notes and said.count("DEFLECTION_LOAD_CURVE") == len(notes)
    for note in notes:  # the error may be rounding
        assert f"\n# {note.split('at most 1e-')[0]}" in said
    same(said, tir)


@pytest.mark.parametrize("content", [
    text("QEZ 4 = 0.2", "PDY2 -0.1", "PDY2 : -0.1", "[OPEN", "", "$ x", "# PDY2 = 3", "=1"),
    text("[SHAPE]", "{radial width}", "1.0 0.0"),
    text("[DEFLECTION_LOAD_CURVE]", "0 0", "{pen fz}", "0.01 2000", "0.02;4000", "0.03 6000 7",
         "0.02", "0 10"),
    text("[DEFLECTION_LOAD_CURVE]", "0.01 2000"),
    text("PDY2\xa0= -0.1"), text("PDY2\xa0=\xa0-0.1").encode().decode("latin-1"),
    text("[UNITS]", "LENGTH = 'mm'", "FORCE = 'kN'", "PRESSURE = bar", "ANGLE = degree", "[X]",
         "LONGVL = 16.7e3", "INFLPRES = 2.3", "YAW_STIFFNESS = 90", "BREFF = 9")])
def test_ignored_lines_conversions_and_defaults_have_the_notes_of_python(tool, content):
    (tool.folder / "x.tir").write_bytes(content.encode("latin-1"))
    tir = wd.read_tir(tool.folder / "x.tir")
    said = tool("tyre", "x.tir")
    words = "ignored|left out: the law|in SI units|missing"

    def of_interest(notes):
        return [note for note in notes if re.search(words, note)]

    assert of_interest(tir.notes) == of_interest(
        line[2:] for line in said.splitlines() if line.startswith("# "))
    assert ("pdy2: -0.1" in said) == ("\xa0" in content)
    same(said, tir)


@pytest.mark.parametrize("side", ["left", "right"])
def test_sides(tool, side):
    lines = ["TYRESIDE = 'LEFT'"] + [f"{key} = {i + 1}" for i, key in enumerate(
        "PHY1 PHY2 PVY1 PVY2 PEY3 RHX1 RBY3 RVY1 RVY2 QSX1 QBZ4 QDZ3 QDZ6 QDZ7 QEZ4 QHZ1 QHZ2 "
        "SSZ1 QDZ1".split())]
    tool.write("x.tir", text(*lines))
    said = tool("tyre", "x.tir", "--side", side)
    assert ("mirrored, 18 coefficients" in said) == (side == "right")
    same(said, wd.read_tir(tool.folder / "x.tir", side=side))


@pytest.mark.parametrize("content, words", [
    ("", "x.tir:1:1: holds no key"),
    ("kind: vehicle\n", "x.tir:1:1: holds no key"),
    (text(PKY1="fast"), "x.tir:11:8: PKY1 = fast is no decimal number"),
    (text(PKY1="15"), "x.tir:11:8: PKY1 = 15 must be below 0"),
    (text(PKY1="nan"), "x.tir:11:8: PKY1 = nan is no"),
    (text(PKY1="-1e999"), "x.tir:11:8: PKY1 = -1e999 is no"),
    (text(PCX1=None, PKY2=None), "x.tir:1:1: needed and missing: PCX1, PKY2"),
    (text(FNOMIN=0), "x.tir:4:10: FNOMIN = 0 must be above 0"),
    (text(UNLOADED_RADIUS=-1), "x.tir:3:19: UNLOADED_RADIUS = -1 must be above 0"),
    (text(FITTYP="'FTIRE'"), "x.tir:2:10: FITTYP = FTIRE is another law"),
    (text("PROPERTY_FILE_FORMAT = 'PAC_MC'"), "x.tir:13:24: PROPERTY_FILE_FORMAT = PAC_MC is an"),
    (text("LGAY = 1.2"), "x.tir:13:8: LGAY = 1.2 scales camber"),
    (text("[UNITS]", "LENGTH = 'parsec'"), "x.tir:14:10: LENGTH = parsec is no known unit"),
    (text("LCZ = 0"), "x.tir:13:7: LCZ = 0 must be above 0"),
    (text("LFZO = 0"), "x.tir:13:8: LFZO = 0 must be above 0"),
    (text(PKY2=0), "x.tir:12:8: PKY2 = 0 must not be 0"),
    (text("PKX3 = 1e4", "LFZO = 0.5", "PTX1 = 1"),
     "x.tir:15:8: PTX1 = 1 gives a forward_stiffness that"),
    (text("PTY1 = 1e-310", "PTY2 = 2"), "x.tir:13:8: PTY1 = 1e-310 gives a side_stiffness that"),
    (text("[DEFLECTION_LOAD_CURVE]", "{pen fz}", "1e-200 1", "2e-200 2"),
     "x.tir:1:1: DEFLECTION_LOAD_CURVE: no finite stiffness fits its points"),
    (text("[DEFLECTION_LOAD_CURVE]", "{pen fz}", "1e100 1", "2e100 2"),
     "x.tir:1:1: DEFLECTION_LOAD_CURVE: no finite stiffness fits its points"),
    ("A = 1\nB\0 = 2\n", "x.tir:2:2: a NUL byte"),
    ("".join(f"K{i} = 1\n" for i in range(1001)), "x.tir:1:1: the file has more than 1000 keys"),
])
def test_refusals(tool, content, words):
    tool.write("x.tir", content)
    assert tool("tyre", "x.tir", status=3).startswith(f"wheeldyn: {words}")


def test_a_file_that_is_too_large(tool):
    tool.write("x.tir", "$" * 400001)
    assert "x.tir:1:1: more than 400000 bytes" in tool("tyre", "x.tir", status=3)


@pytest.mark.parametrize("arguments, status, words", [
    ((), 2, "usage: wheeldyn tyre FILE.tir"),
    (("none.tir",), 4, "none.tir: No such file"),
    ((".",), 4, "not a regular file"),
    (("x.tir", "--side", "top"), 2, '--side: "top" is neither left nor right'),
    (("x.tir", "--set", "a=1"), 2, "not an option here"),
])
def test_wrong_command_lines(tool, arguments, status, words):
    tool.write("x.tir", text())
    assert words in tool("tyre", *arguments, status=status)


def test_the_decimal_point_is_a_point(tool, comma):
    assert tool("tyre", REF / "tyre_a.tir", env=comma) == tool("tyre", REF / "tyre_a.tir")


def test_a_printed_part_fits_into_a_scenario(tool):
    lines = "".join(f"  {line}\n" for line in tool("tyre", REF / "tyre_a.tir").splitlines())
    tool.write("car.yaml", "kind: vehicle\nparts:\n  - {body: frame, mass: 400}\n" + lines +
               "  - {wheel: w, joins: [frame, tyre], law: tyre, radius: 0.317}\n")
    said = tool("describe", "car.yaml")
    assert "\nparam.tyre.pcx1 [1] parameter = 1.6431" in said
    assert "\nparam.tyre.form [1] parameter = magic" in said
    assert "\ninput.w.mu [1] input = 1" in said


SLIPPED = {"QBZ1": 8.0, "QCZ1": 1.2, "QDZ1": 0.1}


def closed(slip, load, C, D, K):
    return D * math.sin(C * math.atan(K / (C * D) * slip)) if load else 0


def test_curves(tool):
    tool.write("x.tir", text(**SLIPPED))
    said = tool("tyre", "x.tir", "--curves", "-")
    lines = said.splitlines()
    assert lines[1:4] == ["# tyre x.tir", "# units N,1,N,rad,N,N.m",
                          "load,slip_ratio,F_x,slip_angle,F_y,M_z"]
    rows = [[float(word) for word in line.split(",")] for line in lines[4:]]
    assert [row[0] for row in rows] == [2000] * 201 + [4000] * 201 + [6000] * 201
    for load, kappa, along, alpha, side, align in rows:
        F = closed(kappa, load, 1.6, 1.1 * load, 20 * load)
        K = -15 * 4000 * math.sin(2 * math.atan(load / 6000))
        S = closed(math.tan(alpha), load, 1.3, load, K)
        trail = load * 0.3 / 4000 * 0.1 * math.cos(1.2 * math.atan(8 * math.tan(alpha)))
        assert along == pytest.approx(F, rel=1e-12, abs=1e-12 * load)
        assert side == pytest.approx(S, rel=1e-12, abs=1e-12 * load)
        assert align == pytest.approx(-trail * S * math.cos(alpha), rel=1e-12, abs=1e-12 * load)
    assert tool("tyre", "x.tir", "--curves", "x.csv") == tool("tyre", "x.tir")
    assert (tool.folder / "x.csv").read_text() == said


def test_curves_as_a_page(tool):
    """Three plots with a line for each load, each line over all points; the page loads no other
    file.
    """
    tool.write("x&y.tir", text(**SLIPPED))
    printed = tool("tyre", "x&y.tir", "--curves", "x.html")
    assert printed == tool("tyre", "x&y.tir")
    page = (tool.folder / "x.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and "<h1>Tyre x&amp;y.tir</h1>" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    lines = re.findall(r'<path class="line c[012]" d="([^"]*)"', page)
    assert len(lines) == 9 and {len(re.findall("[ML]", line)) for line in lines} == {201}
    assert [page.count(f">{load} N<") for load in (2000, 4000, 6000)] == [3, 3, 3]
    assert all(f">{name}" in page for name in ("F_x", "F_y", "M_z", "slip ratio", "slip angle"))


def test_curves_that_cannot_be_computed(tool):
    tool.write("x.tir", text(PDX2=-2))
    said = tool("tyre", "x.tir", "--curves", "x.csv", status=3)
    assert said.startswith("wheeldyn: x.tir: pdx2 makes a friction") and "x.csv" not in said
    assert not (tool.folder / "x.csv").exists()
    tool("tyre", tool.write("y.tir", text()), "--curves", "y.tir", status=2)
    assert (tool.folder / "y.tir").read_text() == text()


CAR = """\
kind: vehicle
time: {end: 0.2, step: 0.1}
parts:
  - {body: frame, mass: 400, xx: 10, yy: 10, zz: 10, z: 0.6}
  - {tyre: front, file: tyres/x.tir%s}
  - {wheel: w, joins: [frame, front], z: 0.317%s}
"""


def values(tool, name):
    said = tool("describe", name)
    return dict(line.split(" = ") if " = " in line else (line, "")
                for line in said.splitlines() if line.startswith(("param.", "input.")))


def of(values, name):
    return next(value.split(",")[0].split(" of ")[0] for key, value in values.items()
                if key.startswith(f"{name} ["))


@pytest.fixture
def tyres(tool):
    (tool.folder / "tyres").mkdir()
    (tool.folder / "tyres" / "x.tir").write_bytes((REF / "tyre_a.tir").read_bytes())
    return tool


def test_a_tyre_of_a_scenario_from_a_file(tyres):
    read = values(tyres, tyres.write("car.yaml", CAR % ("", "")))
    assert of(read, "param.w.law") == "tyre" and of(read, "input.w.mu") == "1"
    assert of(read, "param.w.radius") == "0.317"
    for name, value in wd.read_tir(REF / "tyre_a.tir").items():
        if name != "radius":
            written = of(read, f"param.front.{name}")
            assert written == value or float(written) == value


def test_quantities_override_a_file(tyres):
    read = values(tyres, tyres.write("car.yaml", CAR % (", pdx1: 0.5, side: left",
                                                        ", mu: 0.7, radius: 0.3")))
    assert of(read, "param.front.pdx1") == "0.5" and of(read, "input.w.mu") == "0.7"
    assert of(read, "param.w.radius") == "0.3"


def test_a_scenario_with_a_file_is_that_with_its_numbers(tyres):
    tyres.write("car.yaml", CAR % ("", ""))
    lines = "".join(f"  {line}\n" for line in tyres("tyre", "tyres/x.tir").splitlines())
    tyres.write("same.yaml", "".join(
        lines.replace("tyre: tyre", "tyre: front") if "file:" in line
        else line.replace("0.317}", "0.317, law: tyre, radius: 0.317}")
        for line in (CAR % ("", "")).splitlines(keepends=True)))
    assert tyres("describe", "car.yaml") == tyres("describe", "same.yaml")


SWAPPED = """\
kind: vehicle
preset: %s
time: {end: 0.2, step: 0.1}
parts:
  - {tyre: tyre, file: tyres/x.tir%s}
"""


@pytest.mark.parametrize("preset, wheels", [
    ("car", ["front_left", "front_right", "rear_left", "rear_right"]),
    ("car_magic", ["front_left", "front_right", "rear_left", "rear_right"]),
    ("tyre_rig", ["wheel"])])
def test_a_file_replaces_the_tyre_of_a_preset(tyres, preset, wheels):
    """The scenario, the same in Python, and Vehicle.tyre() give the same model."""
    tyres.write("car.yaml", SWAPPED % (preset, ", side: left, vertical_damping: 400"))
    scenario = wd.load(tyres.folder / "car.yaml").model()
    vehicle = wd.Vehicle(preset)
    with pytest.warns(UserWarning, match="left out"):
        vehicle.tyre("tyre", tir=tyres.folder / "tyres" / "x.tir", side="left",
                     vertical_damping=400)
    tir = wd.read_tir(tyres.folder / "tyres" / "x.tir", side="left")
    plain = wd.Vehicle()
    plain.add_part("tyre", "tyre")
    for name in plain:
        if name.startswith("param.tyre."):
            value = {**tir, "vertical_damping": 400}.get(name[11:], plain[name])
            read = vehicle.choice(name) if isinstance(value, str) else vehicle[name]
            assert read == value
    for wheel in wheels:
        assert vehicle.choice(f"param.{wheel}.law") == "tyre" and vehicle[f"input.{wheel}.mu"] == 1
        assert vehicle[f"param.{wheel}.radius"] == tir["radius"]
    for name in vehicle:
        if not name.startswith(("output.", "state.", "stat.")):
            assert scenario[name] == pytest.approx(vehicle[name], rel=1e-15, abs=0)
    assert vehicle.parts == wd.Model("vehicle", preset=preset).parts
    vehicle.init()
    vehicle.step_to(0.2)
    tyres("run", "car.yaml")


def test_values_of_the_scenario_override_the_file_of_a_replaced_tyre(tyres):
    tyres.write("car.yaml", SWAPPED % ("car", ", pdx1: 0.5") +
                "set: {input.rear_left.mu: 0.7, param.rear_left.radius: 0.3}\n")
    read = values(tyres, "car.yaml")
    assert of(read, "param.tyre.pdx1") == "0.5" and of(read, "input.rear_left.mu") == "0.7"
    assert of(read, "param.rear_left.radius") == "0.3"
    assert of(read, "param.front_left.radius") == "0.317"


def test_ranges_of_the_file_of_a_replaced_tyre(tyres):
    """The last file counts, and the wheels of the preset are compared with its ranges."""
    (tyres.folder / "tyres" / "x.tir").open("a").write("FZMAX = 1000\n")
    tyres.write("y.tir", text("FZMAX = 2000"))
    tyres.write("car.yaml", SWAPPED % ("car", "") + "  - {tyre: tyre, file: y.tir}\n")
    tyres("run", "car.yaml", hints=True)
    assert tyres.said.count("above FZMAX = 2000 N of tyre \"tyre\"") == 4
    assert "1000 N" not in tyres.said


@pytest.mark.parametrize("preset, part, words", [
    ("preset: car\n", "{tyre: tyre, cornering_stiffness: 20}", "already a part named"),
    ("preset: car\n", "{tyre: chassis, file: tyres/x.tir}", "already a part named"),
    ("", "{tyre: t, file: tyres/x.tir}, {tyre: t, file: tyres/x.tir}", "already a part named"),
])
def test_parts_that_a_file_does_not_replace(tyres, preset, part, words):
    tyres.write("car.yaml", f"kind: vehicle\n{preset}parts: [{part}]\n")
    assert words in tyres("check", "car.yaml", status=3)


FALL = """\
set: {init.frame.forward: 3, init.frame.left: 1, init.frame.roll: 0.1}
record: [output.w.normal_force, output.w.slip_ratio, output.w.slip_angle, output.w.camber]
"""


def warnings_of(rows):
    """Warnings of the first row in which a loaded wheel leaves each range."""
    for i, (name, key, unit, limits) in enumerate([
            ("normal_force", "FZ", " N", (100, 5000)), ("slip_ratio", "KPU", "", (-0.2, math.inf)),
            ("slip_angle", "ALP", " rad", (-0.1, 0.2)), ("camber", "CAM", " rad", (-1, 0.05))], 1):
        row = next(row for row in rows if row[1] > 0 and not limits[0] <= row[i] <= limits[1])
        above = row[i] > limits[1]
        yield (f'wheeldyn: warning: wheel "w": {name} is {row[i]:.6g}{unit} at t = {row[0]:.6g} s, '
               f'{"above" if above else "below"} {key}{"MAX" if above else "MIN"} = '
               f'{limits[above]:g}{unit} of tyre "front"')


def test_a_run_that_leaves_the_ranges_of_a_file_warns(tyres, comma):
    """Once for each wheel and quantity, in every locale; a wheel in the air is not compared."""
    plain = (tyres.folder / "tyres" / "x.tir").read_text()
    car = (CAR % ("", "")).replace("0.2, step: 0.1", "0.4, step: 0.01") + FALL
    said = tyres("run", tyres.write("car.yaml", car))
    rows = [[float(word) for word in line.split(",")] for line in said.splitlines()
            if line[0].isdigit()]
    limits = "FZMIN = 100\nFZMAX = 5000\nKPUMIN = -0.2\nALPMIN = -0.1\nALPMAX = 0.2\nCAMMAX = .05\n"
    tyres.write("tyres/x.tir", plain + limits)
    tyres("run", "car.yaml", hints=True, env=comma)
    assert sorted(tyres.said.splitlines()) == sorted(warnings_of(rows))
    tyres.write("car.yaml", car.replace("wheel: w", "wheel: w, law: coulomb"))
    tyres("run", "car.yaml")  # another law does not use the file


def test_ranges_of_a_file_warn_in_python(tyres):
    (tyres.folder / "tyres" / "x.tir").open("a").write("CAMMAX = 0.05\n")
    tyres.write("car.yaml", (CAR % ("", "")).replace("0.2, step: 0.1", "0.4, step: 0.01") + FALL)
    for _ in range(2):
        with pytest.warns(UserWarning, match='wheel "w": camber is .* above CAMMAX = 0.05 rad'):
            wd.load(tyres.folder / "car.yaml").run()
    wd.load(tyres.folder / "car.yaml").model().close()


@pytest.mark.parametrize("tyre, wheel, status, words", [
    (", side: top", "", 3, "car.yaml:5:44: a side is left or right"),
    ("", ", side: left", 3, "car.yaml:6:55: side belongs to the file of a tyre"),
    ("", ", file: x.tir", 3, "car.yaml:6:55: only a part of type tyre has a file"),
    (", file: x.tir", "", 3, "car.yaml:5:"),
    (", pdx9: 1", "", 3, "car.yaml:5:38: "),
])
def test_wrong_files_in_a_scenario(tyres, tyre, wheel, status, words):
    tyres.write("car.yaml", CAR % (tyre, wheel))
    assert tyres("check", "car.yaml", status=status).startswith(f"wheeldyn: {words}")


def test_missing_and_wrong_tyre_files_of_a_scenario(tyres):
    tyres.write("car.yaml", CAR % ("", ""))
    tyres.write("tyres/x.tir", text(PKY1="fast"))
    said = tyres("check", "car.yaml", status=3)
    assert said.startswith("wheeldyn: tyres/x.tir:11:8: PKY1 = fast is no")
    (tyres.folder / "tyres" / "x.tir").unlink()
    assert "car.yaml:5:25: tyres/x.tir: No such file" in tyres("check", "car.yaml", status=4)


def test_too_many_files_in_a_scenario(tyres):
    tyres.write("car.yaml", "kind: vehicle\nparts:\n" + "".join(
        f"  - {{tyre: t{i}, file: tyres/x.tir}}\n" for i in range(193)))
    assert "car.yaml:195:5: more than 192 tyres have a file" in tyres("check", "car.yaml", status=3)
