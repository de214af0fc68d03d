#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of platforms describes every platform that the script tests/all/platforms knows, and has
the row that the script prints for it.

usage: platforms.py source-folder
"""
import csv
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
known = {path.stem for path in (root / "tests/platforms").glob("*.txt")}
with open(root / "docs/platforms.csv", encoding="utf-8") as file:
    head, *rows = csv.reader(file, delimiter="|")
page = (root / "docs/platforms.rst").read_text(encoding="utf-8")
listed = re.findall(r"^``([^` ]+)`` {2,}\S", page, re.M)
script = (root / "tests/all/platforms").read_text(encoding="utf-8")

wrong = []
lists = ("docs/platforms.csv", [row[0] for row in rows]), ("docs/platforms.rst", listed)
for place, names in lists:
    wrong += [f"{place} lacks {name}: tests/all/platforms FOLDER {name} prints its row"
              for name in sorted(known - set(names))]
    wrong += [f"{place} has {name}: more than once, or tests/all/platforms does not know it"
              for name in names if name not in known or names.count(name) > 1]
# check that the page's statement about all platforms holds for each platform that was tried
wrong += [f"{'|'.join(row)}: not all is well" for row in rows
          if not re.fullmatch(r"yes\|equal\|[1-9]\d{3,}\|0(\|equal \(\S+\))?|not run",
                              "|".join(row[1:]))]
if re.findall(r"^row\[(platform)\]='(.*)'$", script, re.M) != [(head[0], "|".join(head[1:]))]:
    wrong.append(f"tests/all/platforms prints no {head}")
print("\n".join(wrong))
sys.exit(1 if wrong or not rows else 0)
