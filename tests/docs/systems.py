#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names and link options of the library on other systems, from a meson setup for these systems.

usage: systems.py source-folder compiler...
"""
import subprocess
import sys
import tempfile
from pathlib import Path

MACHINE = """
[binaries]
c = {}
objcopy = 'objcopy'
[host_machine]
system = '{}'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
"""
# Files that the CMake package must name.
NAMED = {
    "darwin": ["/lib/libwheeldyn.0.dylib"],
    "windows": ["/bin/libwheeldyn-0.dll", "/lib/libwheeldyn.dll.a"],
}


def faults(root, compiler, system, folder):
    machine, build = Path(folder) / "machine.ini", Path(folder) / "build"
    machine.write_text(MACHINE.format(compiler, system), encoding="utf-8")
    parts = ("tests", "benchmarks", "examples", "tool", "python", "gsl")
    subprocess.run(["meson", "setup", build, root, "--cross-file", machine, "--libdir=lib",
                    "-Ddefault_library=both", *(f"-D{part}=disabled" for part in parts)],
                   check=True, stdout=subprocess.DEVNULL)
    package = (build / "lib/package/wheeldynConfig.cmake").read_text(encoding="utf-8")
    commands = (build / "build.ninja").read_text(encoding="utf-8")
    wrong = [f"{system}: no {name}" for name in NAMED[system] if f'{name}"' not in package]
    if system == "darwin" and "-r -nostdlib" in commands:
        wrong.append("darwin: one object of an archive, as Apple's linker cannot make it")
    return wrong


def main(root, *compiler):
    wrong = []
    for system in NAMED:
        with tempfile.TemporaryDirectory() as folder:
            wrong += faults(root, list(compiler), system, folder)
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
