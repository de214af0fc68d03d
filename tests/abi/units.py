# SPDX-License-Identifier: MIT
"""A unit of FMI exports exactly the functions of FMI 2 and of FMI 3, needs only system libraries
and an old version of the C library, and contains one slot (the place of its scenario) and nothing
of GSL.

    units.py <objdump> <folder fmu> <binary>...
"""

import re
import sys
from pathlib import Path

from gate import output, run

NEEDED = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
          "KERNEL32.dll", "msvcrt.dll"}
OLDEST = (2, 17)
MARK = bytes((0xf7, 0x0d, 0x5c, 0x91, 0xe3, 0x08, 0xb6, 0x2a)) + b"wheeldyn slot"


def declared(folder):
    text = "".join((Path(folder) / f"fmi{version}.h").read_text() for version in (2, 3))
    return set(re.findall(r"^#define (fmi[23][A-Z]\w+) FMI", text, re.M))


def exported(dump):
    if "DLL Name" in dump:
        names = dump.split("[Ordinal/Name Pointer] Table", 1)[1].split("\n\n", 1)[0]
        return set(re.findall(r"\] (\w+)$", names, re.M))
    return set(re.findall(r"^[0-9a-f]+ g\s.* (\w+)$", dump, re.M))


def faults(dump, data, want):
    have = exported(dump)
    lines = [f"{name} is exported, not of the standard" for name in sorted(have - want)]
    lines += [f"{name} is not exported" for name in sorted(want - have)]
    needed = re.findall(r"(?:NEEDED +|DLL Name: )(\S+)", dump)
    lines += [f"needs {name}" for name in needed if name not in NEEDED]
    versions = {tuple(map(int, text.split(".")))
                for text in re.findall(r"GLIBC_([\d.]+)", dump)}
    lines += [f"needs glibc {version}" for version in versions if version > OLDEST]
    lines += [f"has {data.count(MARK)} slots"] if data.count(MARK) != 1 else []
    lines += ["holds something of GSL"] if re.search(rb"gsl_|GSL \d", data) else []
    return lines if needed else [*lines, "needs nothing: not what objdump is known to print"]


def main(objdump, folder, *binaries):
    want, found = declared(folder), []
    for binary in binaries:
        dump = output(objdump, "-p", binary)
        dump += output(objdump, "-T", binary) if binary.endswith(".so") else ""
        data = Path(binary).read_bytes()
        found += [f"{Path(binary).name}: {line}" for line in faults(dump, data, want)]
    run(found, [
        ("a function that is not of the standard", faults(dump, data, want - {"fmi2DoStep"})),
        ("a function that is missing", faults(dump, data, want | {"fmi3Fly"})),
        ("one library more", faults(dump + "  NEEDED               libgsl.so.27\n", data, want)),
        ("a new C library", faults(dump + "GLIBC_2.29\n", data, want)),
        ("two slots", faults(dump, data + data, want)),
        ("words of GSL", faults(dump, data + b"gsl_linalg_QR", want)),
    ])


if __name__ == "__main__":
    main(*sys.argv[1:])
