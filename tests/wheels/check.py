#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Wheels hold the package and its library, are for what they say, and need nothing else.

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
# Platforms of a wheel: its library, the machine as tools call it, libraries that all systems have.
LINUX = "libwheeldyn.so.0"
PLATFORMS = {
    "manylinux2014_x86_64.manylinux_2_17_x86_64":
        (LINUX, "Advanced Micro Devices X86-64", {"libc.so.6", "libm.so.6"}),
    "manylinux2014_aarch64.manylinux_2_17_aarch64":
        (LINUX, "AArch64", {"libc.so.6", "libm.so.6", "ld-linux-aarch64.so.1"}),
    "win_amd64": ("libwheeldyn-0.dll", "pei-x86-64", {"KERNEL32.dll", "msvcrt.dll"}),
}
GLIBC = (2, 17)  # of manylinux2014


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def linux(library):
    """Machine, libraries needed, newest version of glibc needed, exported names."""
    shown = output("readelf", "--wide", "--file-header", "--dynamic", "--version-info", library)
    versions = [tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([\d.]+)", shown)]
    assert "[libwheeldyn.so.0]" in re.search(r"\(SONAME\).*", shown).group()
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


def functions():
    text = (ROOT / "lib/wheeldyn.map").read_text()
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
    # links must be absolute, because an index has no other file of the sources
    assert not re.findall(r"\]\((?!https:)", description)


def check(wheel):
    name, version, *tag = wheel.stem.split("-")
    assert [name, *tag[:2]] == ["wheeldyn", "py3", "none"], wheel.name
    library, wanted, system = PLATFORMS[tag[2]]
    with zipfile.ZipFile(wheel) as contents, tempfile.TemporaryDirectory() as scratch:
        info = f"wheeldyn-{version}.dist-info"
        package = {f"wheeldyn/{path.name}" for path in (ROOT / "python/wheeldyn").iterdir()
                   if path.is_file()}
        assert sorted(contents.namelist()) == sorted(
            package | {f"wheeldyn/{library}"}
            | {f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "COPYING")})
        stated = contents.read(f"{info}/WHEEL").decode()
        assert "Root-Is-Purelib: false\n" in stated
        tags = {f"py3-none-{platform}" for platform in tag[2].split(".")}
        assert set(re.findall(r"^Tag: (.*)$", stated, re.M)) == tags
        metadata(contents.read(f"{info}/METADATA").decode(), version)
        file = contents.extract(f"wheeldyn/{library}", scratch)
        machine, needed, newest, exported = (linux if library == LINUX else windows)(file)
        size = os.path.getsize(file)
    assert machine == wanted, machine
    assert needed <= system, f"it needs {needed - system}"
    assert newest is None or newest <= GLIBC, newest
    assert exported - {"WHEELDYN_0", "WHEELDYN_EXPERIMENTAL"} == functions(), exported ^ functions()
    glibc = f", glibc {'.'.join(map(str, newest))}" if newest else ""
    print(f"{wheel.name}: {wheel.stat().st_size} bytes; library {size} bytes, needs "
          f"{' '.join(sorted(needed))}{glibc}")


if __name__ == "__main__":
    assert len(sys.argv) > 1, __doc__
    for each in sys.argv[1:]:
        check(Path(each))
