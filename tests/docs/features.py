#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The build uses no feature newer than the meson version that meson.build requires.

usage: features.py log-of-meson-setup
"""
import re
import sys
from pathlib import Path

log = Path(sys.argv[1]).read_text(encoding="utf-8")
newer = re.findall(r"^.*uses feature introduced in.*$", log, re.M)
print(*newer, sep="\n")
sys.exit(0 if "Project name: wheeldyn\n" in log and not newer else 1)
