#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Insert the scripts of a web page into the page, and write it as a C array of characters.

usage: embed.py PAGE NAME HEADER
"""
import re
import sys
from pathlib import Path

source, name, header = sys.argv[1:]
data = re.sub(rb'<script src="(.+)">', lambda script: b"<script>\n" + Path(
    source).with_name(script[1].decode()).read_bytes(), Path(source).read_bytes()) + b"\0"
with open(header, "w", encoding="ascii") as file:
    file.write(f"static const char {name}[] = {{\n")
    for at in range(0, len(data), 20):
        file.write(" ".join(f"{byte}," for byte in data[at : at + 20]) + "\n")
    file.write("};\n")
