# SPDX-License-Identifier: MIT
"""Files include only files of lower layers, and only the registry names kinds.

    layers.py <source root>
"""

import functools
import re
import sys
from pathlib import Path

from gate import run, spoilt

# Folders from which files of each folder of lib may include, besides their own folder and the
# public headers.
BELOW = {
    "scenario": {"core", "num", "tyre"},
    "api": {"core", "num", "kind"},
    "core": {"ground", "num", "kind"},
    "models": {"friction", "ground", "mech", "tyre", "num", "kind"},
    "friction": {"num"},
    "ground": {"num"},
    "mech": {"num", "kind"},
    "tyre": {"num"},
    "num": set(),
    "kind": set(),
}


# Headers that an FMI importer provides for the sources of a unit.
OF_AN_IMPORTER = {"fmi2Functions.h", "fmi3Functions.h", "slot_data.h"}


@functools.lru_cache(None)  # spoilt copies differ in one file, so most texts come several times
def included(text):
    return re.findall(r"^\s*#\s*include\s*([<\"])([^>\"]+)[>\"]", text, re.M)


def include_fault(path, kinds, bracket, name):
    """Return why the file `path` of lib must not include the header `name`, or None."""
    layer, target = path.parts[0], name.split("/")
    if name.startswith("gsl/"):
        return None if layer == "num" else "only lib/num includes GSL"
    if bracket == "<":
        return None
    if target[0] not in BELOW:
        return "not the path of a layer"
    if target[0] != layer:
        return None if target[0] in BELOW[layer] else f"{layer} does not know {target[0]}"
    other = layer == "models" and len(target) > 2 and target[1] in kinds \
        and target[1] not in path.parts
    return "a kind does not know another kind" if other else None


@functools.lru_cache(None)
def named(path, text, kinds):
    """Return the kinds that a file names but must not name. The public header constrained.h is
    exempt, and in lib/models also words in quotes, which are presets.
    """
    if path.parts == ("core", "registry.c"):
        return []
    text = re.sub(r"\b(?:wheeldyn/)?constrained\.h\b", "", text)
    if path.parts[0] == "models":
        text = re.sub(r'"\w+"', '""', text)
    own = path.parts[1] if path.parts[0] == "models" else None
    return [kind for kind in kinds if kind != own and re.search(rf"\b\w*{kind}", text)]


def unit_faults(fmu):
    """Return the includes of units that are neither standard headers, that of Windows or public
    headers, nor files of units, nor headers of an importer.
    """
    names = {path.name for path in fmu.iterdir()}
    return [f"{file.name} includes {name}" for file in sorted(fmu.glob("*.[ch]"))
            for bracket, name in included(file.read_text())
            if not (re.fullmatch(r"(std\w+|string|math|windows|wheeldyn/\w+)\.h", name)
                    if bracket == "<" else name in names | OF_AN_IMPORTER)]


def faults(lib, include):
    kinds = frozenset(path.name for path in (lib / "models").iterdir() if path.is_dir())
    lines = []
    for file in sorted(lib.rglob("*.[ch]")):
        path, text = file.relative_to(lib), file.read_text()
        if path.parts[0] not in BELOW:
            lines.append(f"{path}: in no layer")
            continue
        for bracket, name in included(text):
            why = include_fault(path, kinds, bracket, name)
            lines += [f"{path} includes {name}: {why}"] if why else []
        lines += [f"{path} names the kind {kind}" for kind in named(path, text, kinds)]
    for file in sorted(include.rglob("*.h*")):
        lines += [f"{file.name} includes {name}" for _, name in included(file.read_text())
                  if not re.fullmatch(r"std\w+\.h|wheeldyn/\w+\.h", name)]
    return lines


def main(root):
    lib, include = Path(root) / "lib", Path(root) / "include"
    first = '#include "core/log.h"\n'
    proofs = []
    for what, name, old, new in (
            ("core that includes api", "core/log.c", first, first + '#include "api/check.h"\n'),
            ("num that includes core", "num/svd.c", '#include "num/svd.h"\n',
             '#include "core/model.h"\n'),
            ("a kind that includes core", "models/sliding_block/sliding_block.h",
             '#include "kind/kind.h"\n', '#include "core/log.h"\n'),
            ("ground that includes kind", "ground/terrain.h", '#include "num/interrupt.h"\n',
             '#include "kind/kind.h"\n'),
            ("a kind that includes another", "models/sliding_block/sliding_block.h",
             '#include "kind/kind.h"\n', '#include "models/rolling_wheel/rolling_wheel.h"\n'),
            ("tyre that includes kind", "tyre/roll.c", '#include "tyre/inside.h"\n',
             '#include "kind/kind.h"\n'),
            ("GSL outside lib/num", "core/log.c", first, "#include <gsl/gsl_math.h>\n"),
            ("core that names a kind", "core/log.c", first, first + "int kind_rolling_wheel;\n"),
            ("a file by its bare name", "core/log.c", first, '#include "log.h"\n'),
            ("a file in no layer", "util.c", None, "int x;\n")):
        with spoilt(lib, name, old, new) as copy:
            proofs.append((what, faults(copy, include)))
    with spoilt(include, "wheeldyn/wheeldyn.h", "#include <stddef.h>\n",
                "#include <gsl/gsl_vector.h>\n") as copy:
        proofs.append(("a public header that includes GSL", faults(lib, copy)))
    fmu = Path(root) / "tools/fmu"
    with spoilt(fmu, "unit.c", '#include "unit_inside.h"\n', '#include "core/model.h"\n') as copy:
        proofs.append(("a unit that includes core", unit_faults(copy)))
    run(faults(lib, include) + unit_faults(fmu), proofs)


if __name__ == "__main__":
    main(*sys.argv[1:])
