# SPDX-License-Identifier: MIT
"""Gather the sources of a unit in a folder: copies of the library's sources and of tools/fmu, in
their folders, and for each C source a file to compile at the top of the folder.

    gather.py <source root> <version.h> <nm> <archive> <depfile> <folder> <list>

Some files in different folders have the same name, and a compiler that gets a list of files would
overwrite one object by another of the same name. So each source is included by a file whose name
occurs once. All external names get the model identifier as a prefix (<nm> lists them from
<archive>, the static library), so that one program can contain two units, or a unit and the
library.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

# Not in a unit: the other backend, checks for the library's own tests, batches, and the writer of
# slots.
LEFT_OUT = {"orthogonal_gsl.c", "invariant.c", "batch.c", "batch_step.c", "slot_write.c"}
# A library of its own, which no unit needs.
SCENARIO = "scenario"

STUB = '/* SPDX-License-Identifier: MIT */\n#include "prefix.h"\n#include "{}"\n'

PREFIX = """/* SPDX-License-Identifier: MIT */
/* External names begin with the model identifier, which model.h defines. */
#ifndef WD_UNIT_PREFIX_H
#define WD_UNIT_PREFIX_H

#include "model.h"

#define WD_STATIC
#define WD_WITHOUT_THREADS

#define WD_UNIT_PASTE(prefix, name) prefix##name
#define WD_UNIT_JOIN(prefix, name) WD_UNIT_PASTE(prefix, name)
#define WD_UNIT_PREFIX WD_UNIT_JOIN(WD_UNIT_MODEL, _)
#define WD_UNIT_NAME(name) WD_UNIT_JOIN(WD_UNIT_PREFIX, name)

#define FMI2_FUNCTION_PREFIX WD_UNIT_PREFIX
#define FMI3_FUNCTION_PREFIX WD_UNIT_PREFIX

{}
#endif
"""


def sources(root, version):
    """Return a dictionary from the path of each file in the folder to its origin."""
    files = {}
    for top, below in (("lib", ""), ("include/wheeldyn", "wheeldyn/"), ("tools/fmu", "fmu/")):
        for path in (root / top).rglob("*.[ch]"):
            if path.name not in LEFT_OUT and path.parent.name != SCENARIO:
                files[below + path.relative_to(root / top).as_posix()] = path
    files["wheeldyn/version.h"] = version
    return files


def external_names(nm, archive):
    lines = subprocess.run([nm, "--format=posix", archive], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    symbols = (line.split() for line in lines)
    return sorted({words[0] for words in symbols if len(words) > 1 and words[1] in "TDRBC"
                   and re.fullmatch(r"(?!fmi[23])[A-Za-z]\w*", words[0])})


def main(root, version, nm, archive, depfile, folder, listing):
    files = sources(Path(root), Path(version))
    folder = Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    for name, path in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / name)
    written = {"wd_" + name.replace("/", "_"): STUB.format(name)
               for name in files if name.endswith(".c")}
    names = external_names(nm, archive)
    written["prefix.h"] = PREFIX.format(
        "".join(f"#define {name} WD_UNIT_NAME({name})\n" for name in names))
    for name, text in written.items():
        (folder / name).write_text(text)
    Path(listing).write_text("".join(f"{name}\n" for name in sorted([*files, *written])))
    Path(depfile).write_text(f"{listing}: " + " ".join(str(path).replace(" ", "\\ ")
                                                       for path in files.values()) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
