# SPDX-License-Identifier: MIT
"""The sources of units compile as strict C11 without a warning. Two units and the library can be
linked into one program, and each unit gives the bits of the library. Without script/test --all
(which sets WHEELDYN_TEST_ALL) only the file with the scenario is compiled for the second unit. The
other objects of this unit are those of the first unit, with their names changed.

    sources.py <compiler> <sources> <sources.txt> <scenario> <two.c> <include> <version> [<library>]
"""

import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Units to compile; low optimisation suffices, because bits do not depend on it.
UNITS = (("rolling_wheel", "drive-20", "first", "-O0"),
         ("impact_wheel", "kerb-plastic", "second", "-O0"))
SLOT = "wd_fmu_slot.c"  # contains the scenario
FLAGS = ["-std=c11", "-ffp-contract=off", "-fno-tree-slp-vectorize", "-Wall", "-Wextra",
         "-pedantic", "-Werror", "-I."]


def compiled(compiler, folder, stubs):
    def one(stub):
        subprocess.run([*compiler, *FLAGS, "-c", stub, "-o", stub + ".o"], cwd=folder, check=True)
        return str(folder / (stub + ".o"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(one, stubs))


def renamed(compiler, objects, folder, old, new):
    """Link the objects into one and return its path. Its names that begin with `old` begin with
    `new` instead.
    """
    whole, names = folder / "whole.o", folder / "names"
    subprocess.run([*compiler, "-r", "-nostdlib", "-o", whole, *objects], check=True)
    listed = subprocess.run(["nm", "-g", "-P", whole], check=True, text=True,
                            stdout=subprocess.PIPE).stdout.splitlines()
    own = [line.split()[0] for line in listed if line.startswith(old + "_")]
    names.write_text("".join(f"{name} {new}{name[len(old):]}\n" for name in own))
    subprocess.run(["objcopy", f"--redefine-syms={names}", whole], check=True)
    return str(whole)


def main(compiler, sources, listing, scenario, program, include, version, *library):
    names = Path(listing).read_text().split()
    stubs = [name for name in names if "/" not in name and name.endswith(".c")]
    have = sorted(path.relative_to(sources).as_posix() for path in Path(sources).rglob("*.*"))
    assert sorted(names) == have, "sources.txt does not list what is there"
    compiler = compiler.split()
    with tempfile.TemporaryDirectory() as scratch:
        refs, want, objects = [], [], []
        for kind, preset, name, level in UNITS:
            folder = Path(scratch) / name
            shutil.copytree(sources, folder)
            stated = subprocess.run([scenario, kind, preset, name, folder], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.split()
            refs.append(stated[0])
            want.append(stated[1])
            if not objects or os.environ.get("WHEELDYN_TEST_ALL"):
                objects += compiled([*compiler, level], folder, stubs)
                continue
            shared = [each for each in objects if Path(each).name != SLOT + ".o"]
            objects += compiled([*compiler, level], folder, [SLOT])
            objects.append(renamed(compiler, shared, folder, UNITS[0][2], name))
        two = Path(scratch) / "two"
        subprocess.run([*compiler, "-std=c11", *(["-DWITH_LIBRARY"] if library else []),
                        "-I", include, "-I", version, program, *objects, *library, "-lm",
                        "-o", two], check=True)
        got = subprocess.run([two, *refs], check=True, text=True,
                             stdout=subprocess.PIPE).stdout.split()
    assert got == want, f"got {got}, want {want}"


if __name__ == "__main__":
    main(*sys.argv[1:])
