#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""CMakeLists.txt and meson.build build the same files with the same flags and the same version.

usage: embedding.py source-folder build-folder ON|OFF compiler...    ON: linear algebra by GSL
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

# Options that affect bits and names, so not warnings, optimisation, hardening and paths.
DECIDES = re.compile(r"-(f(?!diagnostics|color|PIC|PIE|sanitize|stack-|cf-|no-omit|lto)|m|std=)")
# Flags only in the CMake build, because a surrounding CMake project may set the opposite.
ONLY_CMAKE = {"-fno-fast-math"}


def compiled(folder, lib, objects):
    """Return, for every file below lib in the build, the flags that affect bits and names."""
    files = {}
    text = (Path(folder) / "compile_commands.json").read_text(encoding="utf-8")
    for entry in json.loads(text):
        if objects in entry["command"]:
            path = (Path(entry["directory"]) / entry["file"]).resolve()
            flags = {flag for flag in shlex.split(entry["command"]) if DECIDES.match(flag)}
            files[str(path.relative_to(lib))] = flags - ONLY_CMAKE
    return files


def faults(meson, cmake):
    lines = [f"{name}: not compiled by CMake" for name in meson.keys() - cmake.keys()]
    lines += [f"{name}: not compiled by meson" for name in cmake.keys() - meson.keys()]
    lines += [f"{name}: {' '.join(sorted(meson[name] ^ cmake[name]))} in one of the builds only"
              for name in meson.keys() & cmake.keys() if meson[name] != cmake[name]]
    return sorted(lines)


def main(root, build, gsl, *compiler):
    header = Path("include/wheeldyn/version.h")
    lib = Path(root).resolve() / "lib"
    meson = compiled(build, lib, " -o lib/libwheeldyn-")
    meson.pop("num/invariant.c", None)  # only for checked builds, which CMake does not make
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["cmake", "-G", "Ninja", "-S", root, "-B", work, "-DBUILD_SHARED_LIBS=ON",
                        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DWHEELDYN_GSL={gsl}"],
                       env={**os.environ, "CC": " ".join(compiler), "CFLAGS": ""},
                       check=True, stdout=subprocess.DEVNULL)
        cmake = compiled(work, lib, "/wheeldyn.dir/")
        wrong = faults(meson, cmake)
        if (Path(work) / header).read_bytes() != (Path(build) / header).read_bytes():
            wrong.append(f"{header} is another")
    first = min(meson)
    for what, other in (("a file", {name: meson[name] for name in meson if name != first}),
                        ("a flag", {**meson, first: meson[first] | {"-funroll-loops"}})):
        if not faults(meson, other) or not faults(other, meson):
            wrong.append(f"{what} more is not seen")
    print(f"{len(meson)} files", *wrong, sep="\n")
    return 1 if wrong or len(meson) < 50 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
