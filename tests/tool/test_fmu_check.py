# SPDX-License-Identifier: MIT
"""wheeldyn fmu --check: units that are compared with the library, and units that are refused. All
scenarios of examples/ are run in tests/fmu/examples.py.

The slot of a unit has its scenario as bytes, in each binary and in sources/slot_data.h. The token,
which is guid or instantiationToken in the description, is a hash over the unit's contents.
"""
import os
import shutil
import struct
import zipfile
from pathlib import Path

import pytest
from conftest import Tool

if "WHEELDYN_FMU" not in os.environ:
    pytest.skip("units of FMI are not built", allow_module_level=True)

SWITCHED = """\
kind: rolling_wheel
preset: drive-60
set: {solver.stop_at_events: 1}
input:
  input.drive_torque: {linear: [[0, 0], [1, 60]]}
switch:
  - {at: 0, set: {input.mu: 0.7}}
  - {at: 0.205, set: {input.mu: 0.3, solver.rtol: 1.0e-9}}
  - {at: 0.21, set: {input.mu: 0.4}}
time: {start: 0, end: 0.5, step: 0.01}
"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    tool = Tool(tmp_path_factory.mktemp("unit"))
    tool.write("wheel.yaml", SWITCHED)
    tool("fmu", "wheel.yaml")
    return tool.folder / "wheel.fmu"


@pytest.fixture
def unit(tool, exported):
    return Path(shutil.copy(exported, tool.folder))


def members(path):
    with zipfile.ZipFile(path) as archive:
        return {item.filename: archive.read(item) for item in archive.infolist()}


def write(path, files, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method, compresslevel=1) as archive:
        for name, data in files.items():
            archive.writestr(name, data)


def own_binary(files):
    return next(name for name in files if name.startswith("binaries/") and name.endswith(".so"))


# ---- valid units ----

@pytest.mark.parametrize("version", [2, 3])
def test_switches_and_stops(tool, version):
    tool.write("wheel.yaml", SWITCHED)
    tool("fmu", "wheel.yaml", "--fmi", version)
    assert tool("fmu", "--check", "wheel.fmu") == (
        f"wheel.fmu: FMI {version}.0, rolling_wheel: 50 steps, 56 variables, "
        "the bits of the library\n")


@pytest.mark.parametrize("version", [2, 3])
def test_a_motion_that_ends(tool, version):
    tool.write("fall.yaml", "kind: torus_wheel\npreset: rolling-friction\n"
               "time: {end: 60, step: 0.01}\n")
    tool("fmu", "fall.yaml", "--fmi", version)
    assert ": 4191 steps, " in tool("fmu", "--check", "fall.fmu")


TRICYCLE = """\
kind: vehicle
parts:
  - {body: frame, mass: 100, xx: 20, yy: 30, zz: 40, z: 0.5}
  - {wheel: front, joins: [frame], x: 1, z: 0.3, radius: 0.3, crown: 0.05, mass: 5,
     spin_inertia: 0.2, cross_inertia: 0.1, law: FRONT}
  - {wheel: left, joins: [frame], x: -1, y: 0.5, z: 0.3, radius: 0.3, crown: 0.05, mass: 5,
     spin_inertia: 0.2, cross_inertia: 0.1, law: REAR}
  - {wheel: right, joins: [frame], x: -1, y: -0.5, z: 0.3, radius: 0.3, crown: 0.05, mass: 5,
     spin_inertia: 0.2, cross_inertia: 0.1, law: REAR}
set: {init.frame.forward: 5}
input: {input.left.brake: {step: [[0, 0], [0.3, 200]]}}
switch: [{at: 0.2, set: {input.right.torque: 20}}]
time: {start: 0, end: 1, step: 0.01}
"""


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("front, rear", [("ideal", "coulomb"), ("coulomb", "coulomb"),
                                         ("relaxed", "relaxed"), ("ideal", "relaxed")])
def test_vehicles_with_several_laws(tool, front, rear, version):
    tool.write("tricycle.yaml", TRICYCLE.replace("FRONT", front).replace("REAR", rear))
    tool("fmu", "tricycle.yaml", "--fmi", version)
    assert "vehicle: 100 steps" in tool("fmu", "--check", "tricycle.fmu")


@pytest.mark.parametrize("version", [2, 3])
def test_model_exchange(tool, version):
    tool.write("wheel.yaml", SWITCHED)
    tool("fmu", "wheel.yaml", "--fmi", version, "--type", "me")
    assert tool("fmu", "--check", "wheel.fmu") == (
        f"wheel.fmu: FMI {version}.0 for model exchange, rolling_wheel: 50 steps, 56 variables, "
        "the bits of the library\n")
    tool.write("fall.yaml", "kind: torus_wheel\npreset: rolling-friction\n"
               "time: {end: 60, step: 0.01}\n")
    tool("fmu", "fall.yaml", "--fmi", version, "--type", "me")
    assert ": 4191 steps, " in tool("fmu", "--check", "fall.fmu")


def test_model_exchange_needs_states(tool):
    tool.write("kerb.yaml", "kind: impact_wheel\npreset: kerb-plastic\n")
    said = tool("fmu", "kerb.yaml", "--type", "me", status=1)
    assert said == ("wheeldyn: --type me: with these settings impact_wheel has no equations for "
                    "another integrator\n")
    assert not (tool.folder / "kerb.fmu").exists()
    said = tool("fmu", "kerb.yaml", "--type", "both", status=2)
    assert said == "wheeldyn: --type both: must be cs or me\n"


def test_units_packed_by_another_program(tool, unit):
    write(tool.folder / "stored.fmu", members(unit), zipfile.ZIP_STORED)
    assert "the bits of the library" in tool("fmu", "--check", "stored.fmu")


def test_sources_alone_are_run_by_the_binary_of_this_system(tool, unit):
    tool.write("wheel.yaml", SWITCHED)
    tool("fmu", "wheel.yaml", "--sources", "-o", "sources.fmu")
    assert "no binary for this system" in tool("fmu", "--check", "sources.fmu")


def test_a_difference_in_the_last_digit_is_detected(tool):
    """The check detects units whose integrator has a coefficient with another last byte."""
    folder = Path(shutil.copytree(os.environ["WHEELDYN_FMU"], tool.folder / "fmu",
                                  ignore=shutil.ignore_patterns("*.p", "*.o", "*.d", "*.a")))
    coefficient = struct.pack("<d", 29443841 / 614563906)
    for path in [*folder.glob("*.so"), *folder.glob("*.dll")]:
        binary = path.read_bytes()
        assert coefficient in binary
        other = bytes([coefficient[0] ^ 255]) + coefficient[1:]
        path.write_bytes(binary.replace(coefficient, other))
    tool.write("wheel.yaml", SWITCHED)
    environment = {**os.environ, "WHEELDYN_FMU": str(folder)}
    tool("fmu", "wheel.yaml", env=environment)
    assert "bits differ" in tool("fmu", "--check", "wheel.fmu", status=1, env=environment)


LARGE = """\
kind: vehicle
preset: ball
set: {param.place: on_ground}
surface: {file: grid.csv, dx: 0.5}
time: {end: 0.1, step: 0.01}
"""


@pytest.mark.parametrize("version", [2, 3])
def test_a_grid_of_2_20_heights(tool, version):
    """The scenario is larger than the slot, so it is in a file among the resources."""
    heights = [[(7 * i + 13 * j) % 17 / 2000 for i in range(1024)] for j in range(1024)]
    tool.write("grid.csv", "\n".join(" ".join(map(str, row)) for row in heights))
    tool.write("large.yaml", LARGE)
    tool("fmu", "large.yaml", "--fmi", str(version))
    files = members(tool.folder / "large.fmu")
    assert len(files["resources/scenario.bin"]) > 8 << 20
    assert len(files["sources/slot_data.h"]) < 1000
    assert "the bits of the library" in tool("fmu", "--check", "large.fmu")
    data = files.pop("resources/scenario.bin")
    write(tool.folder / "other.fmu", files)
    assert "scenario.bin is missing" in tool("fmu", "--check", "other.fmu", status=3)
    files["resources/scenario.bin"] = data[:-1] + bytes([data[-1] ^ 1])
    write(tool.folder / "other.fmu", files)
    assert "other.fmu" in tool("fmu", "--check", "other.fmu", status=3)


# ---- refusals ----

def test_one_bit_of_a_binary(tool, unit):
    files = members(unit)
    name = own_binary(files)
    for at in len(files[name]) // 3, files[name].find(b"rolling_wheel"), len(files[name]) - 1:
        binary = bytearray(files[name])
        binary[at] ^= 1
        write(tool.folder / "other.fmu", {**files, name: bytes(binary)})
        said = tool("fmu", "--check", "other.fmu", status=3)
        assert "its binary for " in said and "it was not run" in said


def described(files, old, new):
    text = files["modelDescription.xml"]
    assert old in text
    return {"modelDescription.xml": text.replace(old, new, 1)}


@pytest.mark.parametrize("change, words", [
    (lambda files: described(files, b'guid="{', b'guid="{0'), "modelDescription.xml is not"),
    (lambda files: described(files, b' start="0.01"', b' start="0.02"'),
     "modelDescription.xml is not"),
    # another output makes another unit, which would have another token
    (lambda files: described(files, b'"output" variability="continuous" initial="exact"',
                             b'"local" variability="continuous" initial="exact"'),
     "the token is not"),
    (lambda files: described(files, b'modelIdentifier="wheel"', b'modelIdentifier="whee"'),
     "the token is not"),
    (lambda files: {"sources/fmu/unit.c": files["sources/fmu/unit.c"] + b" "},
     "sources/fmu/unit.c is not"),
    (lambda files: {"sources/model.h": files["sources/model.h"].replace(b"wheel", b"spoke")},
     "sources/model.h is not"),
    (lambda files: {"sources/slot_data.h": files["sources/slot_data.h"] + b"\n"},
     "sources/slot_data.h is not"),
    (lambda files: {"sources/fmu/unit.c": None}, "sources/fmu/unit.c is missing"),
    (lambda files: {"model.png": None}, "model.png is missing"),
    (lambda files: {"sources/more.c": b""}, "a file that this wheeldyn does not write"),
    (lambda files: {"binaries/linux64/more.so": b""}, "a file that this wheeldyn does not write"),
    (lambda files: {"documentation/licenses/COPYING": b"no"},
     "documentation/licenses/COPYING is not"),
    (lambda files: {"documentation/index.html": files["documentation/index.html"].replace(
        b"<td>input.mu<td>", b"<td>input.nu<td>", 1)}, "documentation/index.html is not"),
    (lambda files: {"documentation/index.html": files["documentation/index.html"].replace(
        b"<pre>", b"<pre><script>", 1)}, "documentation/index.html is not"),
])
def test_a_changed_file(tool, unit, change, words):
    files = members(unit)
    changed = change(files)
    assert all(files.get(name) != data for name, data in changed.items())
    write(tool.folder / "other.fmu",
          {name: data for name, data in {**files, **changed}.items() if data is not None})
    assert words in tool("fmu", "--check", "other.fmu", status=3)


def test_a_token_of_another_unit(tool, unit):
    """The token is changed everywhere, so only the contents show that it belongs to another unit.
    """
    files = members(unit)
    old = bytes(slot_of(files)[64:102])
    new = old[:1] + bytes([old[1] ^ 1]) + old[2:]
    slot = slot_of(files)
    slot[64:102] = new
    files = with_slot(files, slot)
    write(tool.folder / "other.fmu", {**files, **described(files, old, new)})
    assert "the token is not" in tool("fmu", "--check", "other.fmu", status=3)


def test_the_text_of_the_scenario_and_a_date_are_free(tool, unit):
    files = members(unit)
    page = files["documentation/index.html"].replace(b"kind: rolling_wheel", b"kind: any", 1)
    write(tool.folder / "other.fmu", {**files, "documentation/index.html": page})
    assert "the bits of the library" in tool("fmu", "--check", "other.fmu")
    tool.write("wheel.yaml", SWITCHED)
    tool("fmu", "wheel.yaml", env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
    assert b'generationDateAndTime="2023-11-14T22:13:20Z"' in members(
        tool.folder / "wheel.fmu")["modelDescription.xml"]
    assert "the bits of the library" in tool("fmu", "--check", "wheel.fmu")


def test_a_binary_without_a_counterpart(tool, unit):
    made = shutil.ignore_patterns("*.p", "*.o", "*.d", "*.a", "*.dll")
    folder = Path(shutil.copytree(os.environ["WHEELDYN_FMU"], tool.folder / "fmu", ignore=made))
    environment = {**os.environ, "WHEELDYN_FMU": str(folder)}
    files = {**members(unit), "binaries/win64/wheel.dll": b"any"}
    write(tool.folder / "other.fmu", files)
    said = tool("fmu", "--check", "other.fmu", env=environment)
    assert "the bits of the library" in said and "no binary for x86_64-windows to compare" in said


def slot_of(files):
    numbers = files["sources/slot_data.h"].split(b",")
    return bytearray(int(number) for number in numbers if number.strip())


def with_slot(files, slot):
    """Return a unit with these bytes at all places of the slot."""
    changed = {**files, "sources/slot_data.h": b",".join(b"%d" % byte for byte in slot)}
    old = bytes(slot_of(files))
    for name, data in files.items():
        if name.startswith("binaries/"):
            assert data.count(old) == 1
            changed[name] = data.replace(old, bytes(slot))
    return changed


def test_changed_bits_of_a_scenario(tool, unit):
    files = members(unit)
    slot = slot_of(files)
    driven, switches, size = struct.unpack_from("<3I", slot, 44)
    snapshot = len(slot) - size
    for at, words in ((0, "no scenario"), (40, "no scenario"), (44, "no scenario"),
                      (63, "experiment"), (64, "the token is not"), (104, "the kind of the unit"),
                      (snapshot, "cannot be loaded"), (snapshot + size // 2, "cannot be loaded"),
                      (len(slot) - 1, "cannot be loaded")):
        changed = bytearray(slot)
        changed[at] ^= 0x7f if at == 63 else 1
        if at == 63:
            changed[62] |= 0xf0
        write(tool.folder / "other.fmu", with_slot(files, changed))
        assert words in tool("fmu", "--check", "other.fmu", status=3), at


def test_texts_of_a_unit_are_not_printed_raw(tool, unit):
    files = members(unit)
    slot = slot_of(files)
    slot[104:108] = b"\x1b]0;"
    files = with_slot(files, slot)
    write(tool.folder / "other.fmu", files)
    assert "\x1b" not in tool("fmu", "--check", "other.fmu", status=3)


def test_another_version(tool, unit):
    files = members(unit)
    slot = slot_of(files)
    slot[37] ^= 1
    write(tool.folder / "other.fmu", with_slot(files, slot))
    assert "another version" in tool("fmu", "--check", "other.fmu", status=3)


@pytest.mark.parametrize("change, words", [
    ({"modelDescription.xml": None}, "no unit of FMI"),
    ({"modelDescription.xml": b"<fmiModelDescription/>"}, "no unit of FMI"),
    ({"modelDescription.xml": b'<fmiModelDescription fmiVersion="1.0"/>'}, "another version"),
    ({"modelDescription.xml": b'<fmiModelDescription fmiVersion="2.0"/>'}, "no name"),
    ({"sources/slot_data.h": None}, "not made by wheeldyn"),
    ({"sources/slot_data.h": b""}, "no scenario"),
    ({"sources/slot_data.h": b"256, 1"}, "no scenario"),
    ({"sources/slot_data.h": b"rm -rf"}, "no scenario"),
])
def test_foreign_units(tool, unit, change, words):
    files = {name: data for name, data in {**members(unit), **change}.items() if data is not None}
    write(tool.folder / "other.fmu", files)
    said = tool("fmu", "--check", "other.fmu", status=3)
    assert said.startswith("wheeldyn: other.fmu: ") and words in said


def test_files_that_are_no_archive(tool, unit):
    whole = unit.read_bytes()
    other = tool.folder / "other.fmu"
    for size in 0, 1, 21, 22, 1000, len(whole) // 2, len(whole) - 1:
        other.write_bytes(whole[:size])
        assert "archive" in tool("fmu", "--check", other, status=3)
    tool("fmu", "--check", "none.fmu", status=4)
    tool("fmu", "--check", ".", status=4)


@pytest.mark.parametrize("more", [["-o", "x"], ["--fmi", "3"], ["--sources"], ["--name", "x"],
                                  ["--free", "input.mu"], ["--set", "param.mass=1"]])
def test_no_other_option(tool, unit, more):
    assert "no other option" in tool("fmu", "--check", unit, *more, status=2)


def test_a_missing_folder_for_the_binary(tool, unit):
    said = tool("fmu", "--check", unit, status=3, env={**os.environ, "TMPDIR": "/none"})
    assert "No such file" in said
