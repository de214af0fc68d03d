#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The man page shows exactly the functions that the header declares, and the shipped first.c.

usage: man.py wheeldyn.3 wheeldyn.h first.c
"""
import pathlib
import re
import shlex
import sys


def words(text):
    """Return the words of C code, independent of spaces and line ends."""
    return re.sub(r"\s*([(),*])\s*", r"\1", " ".join(text.split()))


def prototypes_of_page(page):
    lines = re.findall(r"^\.BI (.*)$", page, re.MULTILINE)
    text = " ".join("".join(shlex.split(line)) for line in lines)
    return {words(part) for part in text.split(";") if part.strip()}


def prototypes_of_header(header):
    return {words(part) for part in re.findall(r"^WD_API ([^;]*);", header, re.MULTILINE)}


def main(page, header, program):
    page, header, program = (pathlib.Path(name).read_text() for name in (page, header, program))
    shown, declared = prototypes_of_page(page), prototypes_of_header(header)
    for text in sorted(shown ^ declared):
        print("only in the %s: %s" % ("page" if text in shown else "header", text))
    example = page.split(".SH EXAMPLES\n.nf\n")[1].split(".fi\n")[0].replace("\\e", "\\")
    same = example == program.split("\n", 1)[1]
    if not same:
        print("the example of the page is not the shipped program")
    return 0 if declared and shown == declared and same else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
