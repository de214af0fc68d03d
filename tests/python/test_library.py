# SPDX-License-Identifier: MIT
"""Loading the library, and what it says of itself."""

import ctypes
import os
import pickle
import re
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
    # Bytes after a NUL would be lost on the way to C.
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


def test_import_error_tells_what_was_tried(python):
    got = python("import wheeldyn", WHEELDYN_LIBRARY="/nowhere/libwheeldyn.so.0")
    assert got.returncode != 0 and "ImportError" in got.stderr
    tried = "/nowhere/libwheeldyn.so.0 (from the environment variable WHEELDYN_LIBRARY): "
    assert tried in got.stderr
    assert "LD_LIBRARY_PATH" in got.stderr and "ldconfig" in got.stderr


def test_import_error_of_another_library(python):
    got = python("import wheeldyn", WHEELDYN_LIBRARY="libm.so.6")
    assert got.returncode != 0
    assert "libm.so.6 is no libwheeldyn for this package: it has no function wd_" in got.stderr


def test_import_error_of_an_older_library(monkeypatch):
    monkeypatch.setattr(_library, "OLDEST", _library.lib.wd_version_number() + 1)
    with pytest.raises(ImportError, match=f"version {wd.version()}, too old"):
        _library._load()


def test_loads_by_soname(python):
    folder = os.path.dirname(os.environ["WHEELDYN_LIBRARY"])
    program = "import wheeldyn; print(wheeldyn._library.lib._name, *wheeldyn.kinds())"
    got = python(program, WHEELDYN_LIBRARY=None, LD_LIBRARY_PATH=folder)
    assert got.stderr == ""
    assert got.stdout.split() == ["libwheeldyn.so.0", *wd.kinds()]
