#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A page with its script in it: one file. usage: embed.py page script output"""
import pathlib
import sys

page, script, output = map(pathlib.Path, sys.argv[1:])
tag, text = f'<script src="{script.name}">', script.read_text(encoding="utf-8")
whole = page.read_text(encoding="utf-8")
if whole.count(tag) != 1 or "</script" in text:
    sys.exit(f"{page}: {script.name} cannot be embedded")
output.write_text(whole.replace(tag, "<script>" + text), encoding="utf-8")
