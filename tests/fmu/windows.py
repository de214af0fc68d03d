# SPDX-License-Identifier: MIT
"""The unit for Windows has the bits of the library under Wine.

    windows.py <wine> <compiler for Windows> <scenario> <windows.c>
"""

import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

SCENARIOS = (("rolling_wheel", "drive-20"), ("impact_wheel", "kerb-plastic"),
             ("torus_wheel", "circle"))


def main(wine, compiler, scenario, source):
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / "windows.exe"
        subprocess.run([compiler, "-std=c11", "-O1", source, "-o", program], check=True)
        host = {**os.environ, "WINEPREFIX": f"{scratch}/wine", "WINEDEBUG": "-all",
                "DISPLAY": "", "HOME": scratch}
        for kind, preset in SCENARIOS:
            told = subprocess.run([scenario, kind, preset, "unit", scratch], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.split()
            got = subprocess.run([wine, "windows.exe", "unit.bin", told[0]], check=True, text=True,
                                 cwd=scratch, env=host, stdout=subprocess.PIPE).stdout.split()
            want = struct.pack("<d", float.fromhex(told[1])).hex()
            print(kind, got, want)
            assert got == [want, want], kind


if __name__ == "__main__":
    main(*sys.argv[1:])
