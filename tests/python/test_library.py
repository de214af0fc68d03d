# SPDX-License-Identifier: MIT
"""Loading the library, and the information about its version and build."""

import ctypes
import os
import pickle
import re
import shutil
from pathlib import Path

import pytest
import wheeldyn as wd
from wheeldyn import _kinds, _library

HEADER = (Path(__file__).parents[2] / "include/wheeldyn/wheeldyn.h").read_text()


def constants(text):
    found = re.findall(r"^#define (WD_[A-Z_]+) +(\(?-?\d+\)?|UINT32_MAX)", text, re.M)
    return {name: 2**32 - 1 if value == "UINT32_MAX" else int(value.strip("()"))
            for name, value in found}


def test_versions_agree():
    assert wd.version() == wd.__version__
    major, minor, patch = map(int, wd.version().split("."))
    number = _library.lib.wd_version_number()
    assert number == 1000000 * major + 1000 * minor + patch >= _library.OLDEST


def test_build_info():
    text = wd.build_info()
    assert text.startswith(f"wheeldyn {wd.version()}, ")
    assert re.search(r", linear algebra: (GSL [\d.]+, licence of this binary: GPL-3\.0-or-later"
                     r"|own, licence of this binary: MIT)\Z", text)


def test_constants_are_those_of_the_header():
    ours = {name: value for name, value in vars(wd).items() if name.startswith("WD_")}
    assert len(ours) > 35
    assert ours == constants(HEADER)


def test_roles_are_those_of_the_header():
    group = HEADER[HEADER.index("@defgroup role"):HEADER.index("@defgroup signal")]
    roles = {value: name[3:].lower() for name, value in constants(group).items()}
    assert len(roles) == 8 and _kinds._ROLES == roles


def test_kinds_and_presets(refused):
    assert {"sliding_block", "rolling_wheel"} <= set(wd.kinds())
    presets = ["drive-20", "drive-60", "drive-220", "brake-0.3", "brake-0.1", "brake-reference"]
    assert sorted(wd.presets("rolling_wheel")) == sorted(presets)
    for kind in wd.kinds():
        assert len(wd.kind_text(kind)) > 10
        for preset in wd.presets(kind):
            assert len(wd.preset_text(kind, preset)) > 10
            wd.Model(kind, preset=preset).close()
    assert "did you mean 'rolling_wheel'?" in refused(wd.WD_EKIND, wd.presets, "roling_wheel")
    assert "did you mean 'drive-60'?" in refused(
        wd.WD_ENAME, wd.preset_text, "rolling_wheel", "drive60")


def test_new_model_errors(refused):
    assert "did you mean 'rolling_wheel'?" in refused(wd.WD_EKIND, wd.Model, "rollingwheel")
    assert "there are: sliding_block" in refused(wd.WD_EKIND, wd.Model, "zzz")
    assert "a str" in refused(wd.WD_EKIND, wd.Model, None)
    # bytes after a NUL would not reach C
    refused(wd.WD_EKIND, wd.Model, "rolling_wheel\0x")
    assert "did you mean 'drive-60'?" in refused(
        wd.WD_ENAME, wd.Model, "rolling_wheel", "drive-6o")


def test_error_keeps_its_parts():
    error = wd.Error(wd.WD_ERANGE, "too far")
    assert (error.code, error.name, error.text) == (-5, "WD_ERANGE", "too far")
    assert str(error) == "WD_ERANGE: too far"
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.name, again.text) == (-5, "WD_ERANGE", "too far")
    assert wd.Error(wd.WD_ENOMEM).text == "out of memory"


def test_the_interpreter_lock_is_free_during_calls():
    assert type(_library.lib) is ctypes.CDLL


@pytest.fixture
def package(tmp_path):
    """A copy of the package, without the library."""
    return Path(shutil.copytree(
        Path(wd.__file__).parent, tmp_path / "packages" / "wheeldyn",
        ignore=shutil.ignore_patterns("__pycache__", _library.LIBRARY)))


@pytest.fixture
def loaded(python, package):
    """Import the copy. Return the name of the library that it loaded, or else the error text."""

    def run(**changes):
        got = python("import wheeldyn; print(wheeldyn._library.lib._name)",
                     PYTHONPATH=str(package.parent),
                     **{"WHEELDYN_LIBRARY": None, "LD_LIBRARY_PATH": None, **changes})
        assert (got.returncode == 0) == bool(got.stdout) and not got.stdout * bool(got.stderr)
        return got.stdout.strip() or got.stderr

    return run


@pytest.fixture
def elsewhere(tmp_path):
    """Path of a copy of the library, alone in its folder."""
    (tmp_path / "lib").mkdir()
    return str(shutil.copy(_library.lib._name, tmp_path / "lib" / _library.LIBRARY))


@pytest.mark.parametrize("system, name", [
    ("linux", "libwheeldyn.so.0"), ("freebsd14", "libwheeldyn.so.0"),
    ("darwin", "libwheeldyn.0.dylib"), ("win32", "libwheeldyn-0.dll")])
def test_the_library_is_named_by_system(python, system, name):
    got = python(f"import sys, numpy; sys.platform = '{system}'; import wheeldyn._library",
                 WHEELDYN_LIBRARY="/nowhere")
    assert f"WHEELDYN_LIBRARY to the path of {name}." in got.stderr


def test_loads_by_name_from_the_system(loaded, elsewhere):
    assert loaded(LD_LIBRARY_PATH=os.path.dirname(elsewhere)) == _library.LIBRARY


def test_loads_from_beside_the_package_first(loaded, package, elsewhere):
    beside = shutil.copy(elsewhere, package)
    assert loaded(LD_LIBRARY_PATH=os.path.dirname(elsewhere)) == beside


def test_loads_from_the_environment_variable_before_all(loaded, package, elsewhere):
    shutil.copy(elsewhere, package)
    assert loaded(WHEELDYN_LIBRARY=elsewhere) == elsewhere
    assert "/nowhere/x.so (from the environment variable" in loaded(
        WHEELDYN_LIBRARY="/nowhere/x.so", LD_LIBRARY_PATH=os.path.dirname(elsewhere))


def test_import_error_lists_all_that_was_tried(loaded, package):
    said = loaded(WHEELDYN_LIBRARY="/nowhere/libwheeldyn.so.0")
    assert "ImportError: wheeldyn cannot load its C library. Tried:\n" in said
    tried = "/nowhere/libwheeldyn.so.0 (from the environment variable WHEELDYN_LIBRARY): "
    assert f"\n  {tried}" in said and str(package) not in said.partition("Tried:")[2]
    assert "LD_LIBRARY_PATH" in said and "ldconfig" in said
    said = loaded()
    assert f"\n  {package / _library.LIBRARY} (beside the package): " in said
    assert f"\n  {_library.LIBRARY} (by its name, where the system looks): " in said


def test_a_library_that_does_not_load_is_not_passed_over(loaded, package, elsewhere):
    (package / _library.LIBRARY).write_text("no library")
    said = loaded(LD_LIBRARY_PATH=os.path.dirname(elsewhere))
    assert f"{package / _library.LIBRARY} (beside the package): " in said
    assert "by its name" not in said


@pytest.mark.parametrize("call", ["wd.load('car.yaml')", "model.save_scenario('car.yaml')",
                                  "wd.Scenario(text='kind: bicycle')"])
def test_without_the_library_of_scenarios(python, call):
    """ImportError names the places tried and gives advice; everything else works. Python wheels
    for old versions of glibc do not contain that library.
    """
    got = python(f"import wheeldyn as wd\nmodel = wd.Model('sliding_block')\ntry:\n    {call}\n"
                 "except ImportError as error:\n    print(error)\nmodel.init(); model.step_to(1)",
                 WHEELDYN_SCENARIO_LIBRARY="/nowhere/scenario.so")
    assert got.returncode == 0, got.stderr
    assert got.stdout.startswith(
        "scenarios need a second C library, which cannot be loaded. Tried:\n  /nowhere/scenario.so "
        "(from the environment variable WHEELDYN_SCENARIO_LIBRARY): ")
    assert "\nInstall libwheeldyn-scenario where the system looks" in got.stdout


def test_import_error_of_another_library(python):
    got = python("import wheeldyn", WHEELDYN_LIBRARY="libm.so.6")
    assert got.returncode != 0
    assert "libm.so.6 is no libwheeldyn for this package: it has no function wd_" in got.stderr


def test_import_error_of_an_older_library(monkeypatch):
    monkeypatch.setattr(_library, "OLDEST", _library.lib.wd_version_number() + 1)
    # An old library may lack a function; the error names its version.
    monkeypatch.setitem(_library.PROTOTYPES, "wd_of_tomorrow", (None, []))
    place = re.escape(_library.lib._name)
    with pytest.raises(ImportError, match=f"{place} .* is version {wd.version()}, too old: this"):
        _library._load()
