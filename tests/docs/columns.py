#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check that no line of hand-written files is longer than 100 columns.

usage: columns.py source-folder
"""
import re
import sys

from licence import names, read

MOST_COLUMNS = 100
# Data, and prose with tables, addresses and paragraphs of other widths.
FREE = re.compile(r"\.(1|3|abi|csv|gz|md|mtx|png|pyc|rst|svg|toml|txt|vec|xml)$")


def faults():
    looked = 0
    for name in filter(lambda name: not FREE.search(name), names()):
        looked += 1
        for number, line in enumerate(read(name).split("\n"), 1):
            if len(line) > MOST_COLUMNS:
                yield f"{name}:{number}: {len(line)} columns"
    if looked < 500:
        yield f"only {looked} files were found"


if __name__ == "__main__":
    found = list(faults())
    print("\n".join(found))
    sys.exit(1 if found else 0)
