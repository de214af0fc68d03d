#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The built manual loads nothing from elsewhere and holds no path of the build machine.

usage: check_html.py html-folder source-folder
"""
import pathlib
import re
import sys

LOADS = re.compile(r'<(?:script|img|link|iframe)\b[^>]*?(?:src|href)="((?:https?:)?//[^"]*)"')


def complaints(folder, source):
    pages = sorted(folder.rglob("*.html"))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for address in LOADS.findall(text):
            yield "%s loads %s" % (page.name, address)
        if source in text:
            yield "%s names %s" % (page.name, source)
        if page.parent == folder / "theory" and "<math" not in text:
            yield "%s has no mathematics" % page.name
    if not pages:
        yield "no pages in %s" % folder


if __name__ == "__main__":
    found = list(complaints(pathlib.Path(sys.argv[1]), sys.argv[2]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
