#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the built manual: it loads nothing from elsewhere, contains no path of the build machine,
and has no broken link. The page of each kind has all its sections. The page of the C interface has
each function, with a description and in the table. The page of examples has all of them and what
they print, and that of scenarios has a section for each key.

usage: check_html.py html-folder source-folder
"""
import html
import pathlib
import re
import sys
import textwrap
import urllib.parse

LOADS = re.compile(r'<(?:script|img|link|iframe)\b[^>]*?(?:src|href)="((?:https?:)?//[^"]*)"')
FONTS = re.compile(r'url\("([^":]+)"\)')
LEADS = re.compile(r'<[^>]*\b(?:src|href)="([^"#:?]+)(?:[#?][^"]*)?"')
SECTIONS = ("equations", "limits", "checks-passed", "outputs")
DECLARED = re.compile(r"WD_API [^;(]*?(wd_\w+)\(")
KEYS = re.compile(r'KEYS\(("kind",[^)]*)\)')
VARIABLES = ("parameters", "parts")  # the kind has variables, or parts with variables
STILL = ("constrained",)  # equations of the user cannot be drawn
PARTS = ("tyre",)  # pages about a part, not about a kind


def complaints(folder, source):
    pages = sorted(folder.rglob("*.html"))
    replays = any(page.name.startswith("replay") for page in pages)  # none without matplotlib
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for address in LOADS.findall(text):
            yield "%s loads %s" % (page.name, address)
        if source in text:
            yield "%s names %s" % (page.name, source)
        for address in sorted(set(LEADS.findall(text))):
            if not (page.parent / urllib.parse.unquote(address)).exists():
                yield "%s leads to %s" % (page.name, address)
        if page.parent == folder / "models" and page.stem not in PARTS:
            for section in SECTIONS:
                if 'id="%s"' % section not in text:
                    yield "%s has no %s" % (page.name, section)
            if page.stem not in STILL and replays and '<iframe class="replay"' not in text:
                yield "%s has no replay" % page.name
            if not any('id="%s"' % section in text for section in VARIABLES):
                yield "%s has no %s" % (page.name, " and no ".join(VARIABLES))
        if page.parent == folder / "theory" and "<math" not in text:
            yield "%s has no mathematics" % page.name
    reference = (folder / "api.html").read_text(encoding="utf-8")
    for header in sorted(pathlib.Path(source, "include", "wheeldyn").glob("*.h")):
        for name in DECLARED.findall(header.read_text(encoding="utf-8")):
            if reference.count('id="c.%s"' % name) != 1:
                yield "api.html does not describe %s" % name
            if not re.search('<td><p><a [^>]*href="#c.%s"' % name, reference):
                yield "the table of api.html lacks %s" % name
    page = (folder / "scenarios.html").read_text(encoding="utf-8")
    program = pathlib.Path(source, "lib", "scenario", "content.c").read_text(encoding="utf-8")
    for key in re.findall(r'"(\w+)"', KEYS.search(program).group(1)):
        if '<section id="%s">' % key not in page:
            yield "scenarios.html has no section of %s" % key
    shown = (folder / "examples.html").read_text(encoding="utf-8")
    shown = html.unescape(re.sub("<[^>]*>", "", shown))
    for text in sorted(pathlib.Path(source, "examples", "expected").glob("*.txt")):
        printed = textwrap.dedent(text.read_text(encoding="utf-8"))
        if text.stem != "demo" and printed not in shown:
            yield "examples.html lacks what %s has" % text.name
    for style in sorted(folder.glob("_static/m*.css")):
        for address in FONTS.findall(style.read_text(encoding="utf-8")):
            if not (style.parent / address).exists():
                yield "%s leads to %s" % (style.name, address)
    if not pages:
        yield "no pages in %s" % folder


if __name__ == "__main__":
    found = list(complaints(pathlib.Path(sys.argv[1]), sys.argv[2]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
