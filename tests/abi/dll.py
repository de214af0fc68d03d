# SPDX-License-Identifier: MIT
"""The DLL has the right name, exports only functions of the map, needs only libraries of Windows,
and uses no function of the C library whose bits differ between systems.

    dll.py <objdump> <nm> <DLL> <map>
"""

import re
import sys

from gate import output, run
from symbols import INEXACT, mapped

NAME = "libwheeldyn-0.dll"
NEEDED = {"KERNEL32.dll", "msvcrt.dll"}
# sqrt() of mingw uses the x87 unit and rounds twice; the library's own sqrt is one instruction.
NOT_OURS = rf"_?({INEXACT}|sqrt[fl]?)"


def section(dump, begin, end):
    return dump.split(begin, 1)[-1].split(end, 1)[0]


def export_faults(dump, want):
    have = set(re.findall(r"^\s*\[ *\d+\] (\w+)$", section(dump, "[Ordinal/Name Pointer]", "\n\n"),
                          re.M))
    names = re.findall(r"^Name\s+[0-9a-f]+ (\S+)$", dump, re.M)
    return sorted([f"{name} is exported, not in the map" for name in have - want]
                  + [f"{name} is in the map, not exported" for name in want - have]
                  + ([] if names == [NAME] else [f"the name of the DLL is {names}, not {NAME}"]))


def import_faults(dump):
    return [f"needs {name}" for name in re.findall(r"DLL Name: (\S+)", dump)
            if name not in NEEDED]


def math_faults(nm):
    return [f"{name} comes from the C library" for name in re.findall(r" [TtUIi] (\w+)$", nm, re.M)
            if re.fullmatch(NOT_OURS, name)]


def main(objdump, nm, library, map_name):
    dump, names = output(objdump, "-p", library), output(nm, library)
    with open(map_name, encoding="utf-8") as file:
        want = set(mapped(file.read()))
    imported = "\tDLL Name: msvcrt.dll\n"
    assert imported in dump and "T wd_version\n" in names
    run(export_faults(dump, want) + import_faults(dump) + math_faults(names), [
        ("an exported function that is not in the map", export_faults(dump, want - {"wd_version"})),
        ("a function of the map that is not exported",
         export_faults(dump, want | {"wd_model_fly"})),
        ("another name", export_faults(dump.replace(NAME, "libwheeldyn-1.dll"), want)),
        ("one library more", import_faults(dump.replace(
            imported, imported + "\tDLL Name: libgcc_s_seh-1.dll\n"))),
        ("a sine that is not our own", math_faults(names + "0000000000001000 T sin\n")),
        ("a root that rounds twice", math_faults(names + "0000000000001000 T sqrt\n")),
    ])


if __name__ == "__main__":
    main(*sys.argv[1:])
