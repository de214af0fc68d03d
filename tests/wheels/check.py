#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Python wheels contain the package and its library, fit the platform in their names, and need no
other libraries.

usage: check.py WHEEL...
"""
import email
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
X86_64, AARCH64 = "Advanced Micro Devices X86-64", "AArch64"
C = {"libc.so.6", "libm.so.6", "libpthread.so.0"}
C_AARCH64 = C | {"ld-linux-aarch64.so.1"}
# Libraries that manylinux allows besides the C library.
UNWINDING = {"libgcc_s.so.1", "ld-linux-x86-64.so.2"}
# Platform of a wheel: name of the machine in tools, libraries that all systems have, version of
# glibc, and whether the wheel contains libwheeldyn-scenario.
PLATFORMS = {
    "manylinux2014_x86_64.manylinux_2_17_x86_64": (X86_64, C, (2, 17), False),
    "manylinux2014_aarch64.manylinux_2_17_aarch64": (AARCH64, C_AARCH64, (2, 17), False),
    "manylinux_2_34_x86_64": (X86_64, C | UNWINDING, (2, 34), True),
    "manylinux_2_34_aarch64": (AARCH64, C_AARCH64 | UNWINDING, (2, 34), True),
    "win_amd64": ("pei-x86-64", {"KERNEL32.dll", "msvcrt.dll"}, None, True),
}
MAPS = {"libwheeldyn": "wheeldyn.map", "libwheeldyn-scenario": "scenario/wheeldyn-scenario.map"}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def linux(library):
    """Return machine, libraries needed, newest version of glibc needed, exported names."""
    shown = output("readelf", "--wide", "--file-header", "--dynamic", "--version-info", library)
    versions = [tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([\d.]+)", shown)]
    assert f"[{Path(library).name}]" in re.search(r"\(SONAME\).*", shown).group()
    listed = output("readelf", "-W", "--dyn-syms", library)
    symbols = re.findall(r" GLOBAL +DEFAULT +\d+ (\w+)@", listed)
    return (re.search(r"Machine: +(.*)", shown).group(1),
            set(re.findall(r"\(NEEDED\).*\[(.*)\]", shown)), max(versions), set(symbols))


def windows(library):
    shown = output("objdump", "-p", library)
    names = shown[shown.index("[Ordinal/Name Pointer] Table"):]
    return (re.search(r"file format (\S+)", shown).group(1),
            set(re.findall(r"DLL Name: (\S+)", shown)), None,
            set(re.findall(r"^\s+\[ *\d+\] (\w+)$", names, re.M)))


def functions(library):
    text = (ROOT / "lib" / MAPS[library]).read_text()
    return set(re.findall(r"\bwd_\w+(?=;)", text))


def metadata(text, version):
    stated = email.message_from_string(text)
    assert (stated["Name"], stated["Version"]) == ("wheeldyn", version)
    assert stated["Requires-Python"] == ">=3.8"
    assert stated.get_all("Requires-Dist") == ["numpy>=1.21", 'PyYAML; extra == "yaml"']
    assert stated["License"].startswith("MIT License\n")
    assert stated["Description-Content-Type"] == "text/markdown"
    description = stated.get_payload()
    assert description.strip() == (ROOT / "python/README.md").read_text(encoding="utf-8").strip()
    # links must be absolute, because a package index has no other file of the sources
    assert not re.findall(r"\]\((?!https:)", description)


def library(file, name, platform):
    """Check one library of a wheel; return a line with its size and the libraries it needs."""
    wanted, system, glibc, _ = platform
    machine, needed, newest, exported = (linux if glibc else windows)(file)
    assert machine == wanted, machine
    others = {file.name.replace(name, other) for other in MAPS if other != name}
    assert needed <= system | (others if name == "libwheeldyn-scenario" else set()), needed
    assert newest is None or newest <= glibc, newest
    nodes = {"WHEELDYN_0", "WHEELDYN_EXPERIMENTAL", "WHEELDYN_SCENARIO_EXPERIMENTAL"}
    assert exported - nodes == functions(name), exported ^ functions(name)
    least = f", glibc {'.'.join(map(str, newest))}" if newest else ""
    return f"{file.name} {file.stat().st_size} bytes, needs {' '.join(sorted(needed))}{least}"


def check(wheel):
    name, version, *tag = wheel.stem.split("-")
    assert [name, *tag[:2]] == ["wheeldyn", "py3", "none"], wheel.name
    platform = PLATFORMS[tag[2]]
    _, _, glibc, scenario = platform
    ending = ".so.0" if glibc else "-0.dll"
    libraries = list(MAPS) if scenario else ["libwheeldyn"]
    licences = ["libyaml", "muparser"] if scenario else []
    with zipfile.ZipFile(wheel) as contents, tempfile.TemporaryDirectory() as scratch:
        info = f"wheeldyn-{version}.dist-info"
        package = {f"wheeldyn/{path.name}" for path in (ROOT / "python/wheeldyn").iterdir()
                   if path.is_file()}
        assert sorted(contents.namelist()) == sorted(
            package | {f"wheeldyn/{each}{ending}" for each in libraries}
            | {f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "COPYING")}
            | {f"{info}/licenses/{each}" for each in licences})
        stated = contents.read(f"{info}/WHEEL").decode()
        assert "Root-Is-Purelib: false\n" in stated
        tags = {f"py3-none-{platform}" for platform in tag[2].split(".")}
        assert set(re.findall(r"^Tag: (.*)$", stated, re.M)) == tags
        metadata(contents.read(f"{info}/METADATA").decode(), version)
        print(f"{wheel.name}: {wheel.stat().st_size} bytes")
        for each in libraries:
            file = Path(contents.extract(f"wheeldyn/{each}{ending}", scratch))
            print("   ", library(file, each, platform))


if __name__ == "__main__":
    assert len(sys.argv) > 1, __doc__
    for each in sys.argv[1:]:
        check(Path(each))
