#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the playground into one file: the page of the replays without a run, the page of the
playground at its end, and all scripts and scenarios.
usage: embed.py replay.html playground.html wheeldyn.js output licences|- [SCENARIO...]
"""
import json
import re
import sys
from pathlib import Path

replay, playground, library, output, licences, *scenarios = map(Path, sys.argv[1:])


def text(name):
    """Text of a script, which is beside one of the pages or is the library."""
    folders = replay.parent, playground.parent, library.parent
    file = next(folder / name for folder in folders if (folder / name).exists())
    script = file.read_text(encoding="utf-8")
    if "</script" in script:
        sys.exit(f"{file} cannot be embedded")
    return script


def script(tag):
    """Replacement of a tag. If it names several scripts, they get a separate scope."""
    first, *others = tag[1].split()
    return "<script>\n" + (text(first) if not others else
                          '"use strict"\n{\n' + "".join(map(text, [first, *others])) + "}\n")


page = replay.read_text(encoding="utf-8").replace("/*RUNS*/", "")
head, end = page.split("</body>")
texts = {path.stem: path.read_text(encoding="utf-8") for path in scenarios}
embedded = json.dumps(texts).replace("</", "<\\/")
panel = playground.read_text(encoding="utf-8").replace("/*SCENARIOS*/", embedded)
# The licences of the libraries that the page contains.
for path in sorted(licences.iterdir()) if licences.is_dir() else []:
    panel = f"<!-- {path.name}: {path.read_text(encoding='utf-8').replace('--', '- -')}-->\n{panel}"
whole = head + panel + "</body>" + end
output.write_text(re.sub(r'<script src="(.+)">', script, whole), encoding="utf-8")
