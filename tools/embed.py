#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write a file as a C array of characters. usage: embed.py FILE NAME HEADER"""
import sys

source, name, header = sys.argv[1:]
with open(source, "rb") as file:
    data = file.read() + b"\0"
with open(header, "w", encoding="ascii") as file:
    file.write(f"static const char {name}[] = {{\n")
    for at in range(0, len(data), 20):
        file.write(" ".join(f"{byte}," for byte in data[at : at + 20]) + "\n")
    file.write("};\n")
