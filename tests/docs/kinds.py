#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every kind has a page in the manual, and the pages that list all kinds name it.

    kinds.py <source root>
"""
import re
import sys
from pathlib import Path

# Files besides the page of a kind that must name it.
LISTS = ("index.rst", "kinds.rst", "conventions.rst", "checks.csv")


def kinds_of(root):
    return re.findall(r"^ +each\((\w+)\)", (root / "lib/core/registry.c").read_text(), re.M)


def faults(kinds, docs):
    lines = [f"docs/models/{kind}.rst is missing" for kind in kinds
             if not (docs / "models" / f"{kind}.rst").is_file()]
    for name in LISTS:
        text = (docs / name).read_text()
        lines += [f"docs/{name} does not name {kind}" for kind in kinds if kind not in text]
    return lines


def main(root):
    kinds = kinds_of(Path(root))
    found = faults(kinds, Path(root) / "docs")
    unknown = faults(["square_wheel"], Path(root) / "docs")
    if len(kinds) < 5:
        found.append("the registry has hardly any kinds")
    if len(unknown) != 1 + len(LISTS):
        found.append("a kind without pages passes")
    sys.exit("\n".join(found) if found else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
