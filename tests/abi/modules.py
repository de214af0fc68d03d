# SPDX-License-Identifier: MIT
"""Files of the library do not use each other in circles, and a function that several files use
begins with a word of its file or of its header.

    modules.py <nm> <source root> <archive> [<archive of a unit of FMI>]
"""

import re
import sys
from pathlib import Path

from gate import output, run

# Descriptors of kinds, whose names begin with `kind_` in any file.
DESCRIPTOR = re.compile(r"kind_\w+")


def read(nm, archive):
    """Return, for each object file, the names that it defines and those that it needs."""
    files, file = {}, None
    for line in output(nm, "--format=posix", archive).splitlines():
        member = re.match(r".*[\[(/]([\w.]+)\.c\.o\b.*:$", line)
        if member:
            file = files.setdefault(member[1], (set(), set()))
        elif file and len(line.split()) > 1:
            name, kind = line.split()[:2]
            file[kind == "U"].update([name] if kind.isupper() else [])
    return files


def circles(files):
    """Return sets of files in which each file needs all others, directly or through others.
    """
    owner = {name: file for file, (defined, _) in files.items() for name in defined}
    reach = {file: {owner[name] for name in needed if name in owner} - {file}
             for file, (_, needed) in files.items()}
    for middle in files:
        for file in files:
            if middle in reach[file]:
                reach[file] |= reach[middle]
    return {frozenset([file] + [other for other in reach[file] if file in reach[other]])
            for file in files if file in reach[file]}


def strangers(files, headers):
    """Return names that do not begin with a word of their file or header."""
    for file, (defined, _) in sorted(files.items()):
        for name in sorted(defined):
            homes = {file} | headers.get(name, set())
            words = {word for home in homes for word in home.split("_")}
            if name in homes or name.split("_")[0] in words | {word.rstrip("s") for word in words}:
                continue
            if not name.startswith("wd_") and not DESCRIPTOR.fullmatch(name):
                yield f"{file}.c: {name}() begins with no word of its file or header"


def faults(files, headers):
    lines = ["a circle: " + ", ".join(sorted(circle)) for circle in circles(files)]
    return lines + list(strangers(files, headers))


def headers_of(folder):
    """Return, for each name, the headers that contain it."""
    headers = {}
    for path in folder.rglob("*.h"):
        for name in re.findall(r"\w+", path.read_text()):
            headers.setdefault(name, set()).add(path.stem)
    return headers


def unit_faults(nm, root, archive):
    """Return the faults of the files of tools/fmu; functions of the FMI standard are exempt."""
    own = {path.stem for path in (root / "tools/fmu").glob("*.c")}
    files = {file: ({name for name in defined if not re.match("fmi[23][A-Z]", name)}, needed)
             for file, (defined, needed) in read(nm, archive).items() if file in own}
    assert len(files) > 8, f"{archive} holds {len(files)} files of tools/fmu"
    return faults(files, headers_of(root / "tools/fmu"))


def main(nm, root, archive, *units):
    headers, files = headers_of(Path(root) / "lib"), read(nm, archive)
    assert len(files) > 100, f"{archive} holds {len(files)} files: not what nm is known to print"
    circle = dict(files, num_dense=(files["num_dense"][0], files["num_dense"][1] | {"uk_solve"}))
    stranger = dict(files, core_step=(files["core_step"][0] | {"sweep"}, files["core_step"][1]))
    units = [line for unit in units for line in unit_faults(nm, Path(root), unit)]
    run(faults(files, headers) + units, [("two files that use each other", faults(circle, headers)),
                                 ("a name of no module", faults(stranger, headers))])


if __name__ == "__main__":
    main(*sys.argv[1:])
