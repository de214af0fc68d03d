# SPDX-License-Identifier: MIT
"""Every header compiles alone: the public ones as pedantic C11 and C++17, the private ones as C11.

    headers.py <C compiler> <C++ compiler or ""> <source root> <folder of version.h>
"""

import sys
import tempfile
from pathlib import Path

from gate import complaint, run, spoilt

STRICT = ["-pedantic", "-Wall", "-Wextra", "-Wundef", "-Werror", "-fsyntax-only"]


def alone(compiler, flags, folders, header):
    """Return why a file that includes nothing but the header does not compile, or None."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / ("alone.cpp" if "-std=c++17" in flags else "alone.c")
        # include it twice to test the guard; -pedantic requires a declaration
        source.write_text(f"#include <{header}>\n" * 2 + "typedef int not_empty;\n")
        paths = [word for folder in folders for word in ("-I", folder)]
        return complaint(*compiler, *flags, *STRICT, *paths, source)


def public_faults(compilers, include, version, names=None):
    names = names or [*sorted(path.name for path in (include / "wheeldyn").glob("*.h")),
                      "version.h"]
    found = [(name, flag, alone(compiler, [flag], [include, version], f"wheeldyn/{name}"))
             for compiler, flag in compilers for name in names]
    return [f"{name} as {flag}: {why}" for name, flag, why in found if why]


def private_faults(compiler, lib, include, version, names=None):
    names = names or sorted(str(path.relative_to(lib)) for path in lib.rglob("*.h"))
    found = [(name, alone(compiler, ["-std=c11"], [lib, include, version], name))
             for name in names]
    return [f"{name}: {why}" for name, why in found if why]


def main(c_compiler, cpp_compiler, root, version):
    compilers = [(c_compiler.split(), "-std=c11")]
    if cpp_compiler:
        compilers.append((cpp_compiler.split(), "-std=c++17"))
    include, lib = Path(root) / "include", Path(root) / "lib"
    proofs = []
    for what, old, new, number in (
            ("a missing include", "#include <stdint.h>\n", "", 0),
            ("a name that C++ reserves", "(wd_model *model, double t)",
             "(wd_model *class, double t)", 1),
            ("no extern \"C\"", 'extern "C" {', "extern C {", 1),
            ("an extension of C", "typedef struct wd_model wd_model;",
             "typedef struct wd_model wd_model;\nenum { WD_BIG = 1ull << 40 };", 0)):
        if number < len(compilers):
            with spoilt(include, "wheeldyn/wheeldyn.h", old, new) as copy:
                proofs.append((what, public_faults(compilers[number:number + 1], copy, version,
                                                   ["wheeldyn.h"])))
    with spoilt(lib, "core/rows.h", "#include <stddef.h>\n", "") as copy:
        proofs.append(("a private header that needs includes of others",
                       private_faults(compilers[0][0], copy, include, version, ["core/rows.h"])))
    run(public_faults(compilers, include, version)
        + private_faults(compilers[0][0], lib, include, version), proofs)


if __name__ == "__main__":
    main(*sys.argv[1:])
