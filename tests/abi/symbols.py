# SPDX-License-Identifier: MIT
"""The shared library exports exactly the functions of the map, in its version nodes. It needs no
other library, and no function of the C library whose bits differ between systems.

    symbols.py <library> <map> <soname> [<another library that it may need>...]
"""

import re
import sys

from gate import output, run

# Functions of libm that C libraries round differently, or for which they return zeros of different
# signs; the other functions are exact.
INEXACT = (r"(a?(sin|cos|tan)h?|sincos|atan2|exp(2|10|m1)?|log(2|10|1p)?|pow|hypot|cbrt|erfc?"
           r"|[lt]gamma|fm(a|ax|in))f?l?")
NEEDED = r"(libgsl|libgslcblas|libm|libc|ld-linux[-\w]*)\.so\.\d+"


def exported(nm):
    """Return name -> version of the defined dynamic symbols, without the symbols of the versions.
    """
    names = re.findall(r"^\w+ ([A-Z]) (\w+)(?:@@?(\S+))?$", nm, re.M)
    return {name: version for kind, name, version in names if kind != "A"}


def mapped(text):
    """Return name -> node of a linker map."""
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return {name: node for node, body in re.findall(r"([\w.]+)\s*\{(.*?)\}", plain, re.S)
            for name in re.findall(r"(\w+);", body.split("local:")[0])}


def symbol_faults(nm, map_text):
    have, want = exported(nm), mapped(map_text)
    lines = [f"{name} is exported, not in the map" for name in have.keys() - want.keys()]
    lines += [f"{name} is in the map, not exported" for name in want.keys() - have.keys()]
    lines += [f"{name} is in {have[name]}, by the map in {want[name]}"
              for name in have.keys() & want.keys() if have[name] != want[name]]
    lines += [f"{name} has no prefix wd_" for name in have if not name.startswith("wd_")]
    return sorted(lines)


def dynamic_faults(dump, soname, others=()):
    lines = [f"needs {name}" for name in re.findall(r"^\s+NEEDED\s+(\S+)", dump, re.M)
             if not re.fullmatch(NEEDED, name) and name not in others]
    names = re.findall(r"^\s+SONAME\s+(\S+)", dump, re.M)
    return lines + ([] if names == [soname] else [f"soname {names}, not {soname}"])


def math_faults(nm):
    return [f"{name} comes from the C library" for name in re.findall(r" U (\w+)", nm)
            if re.fullmatch(INEXACT, name)]


def main(library, map_name, soname, *others):
    nm = output("nm", "-D", "--defined-only", "--with-symbol-versions", library)
    needs = output("nm", "-D", "--undefined-only", library)
    dump = output("objdump", "-p", library)
    with open(map_name, encoding="utf-8") as file:
        text = file.read()
    name, node = list(mapped(text).items())[-1]
    removed = text.replace(f"    {name};\n", "")
    added = text.replace("local:", "    wd_model_fly;\nlocal:", 1)
    moved = removed + f"ANOTHER {{\nglobal:\n    {name};\n}};\n"
    foreign = nm + f"0000000000001000 T geninv_factor@@{node}\n"
    run(symbol_faults(nm, text) + dynamic_faults(dump, soname, others) + math_faults(needs), [
        ("a sine that is not our own", math_faults(needs + "                 U sin@GLIBC_2.2.5\n")),
        ("an exported function that is not in the map", symbol_faults(nm, removed)),
        ("a function of the map that is not exported", symbol_faults(nm, added)),
        ("a function in another node", symbol_faults(nm, moved)),
        ("a symbol of another prefix", symbol_faults(foreign, text)),
        ("one library more", dynamic_faults(dump + "  NEEDED   libblas.so.3\n", soname, others)),
        ("another soname", dynamic_faults(dump.replace(soname, "libwheel.so.1"), soname, others)),
        ("no soname", dynamic_faults(dump.replace("SONAME", "LEMANOS"), soname, others)),
    ])


if __name__ == "__main__":
    main(*sys.argv[1:])
