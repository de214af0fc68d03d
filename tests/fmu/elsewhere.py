# SPDX-License-Identifier: MIT
"""Under wine or qemu, the unit for another system gives the bits of the library.

    elsewhere.py <command to run programs of that system> <its compiler> <scenario> <elsewhere.c>
"""

import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

SCENARIOS = (("rolling_wheel", "drive-20"), ("impact_wheel", "kerb-elastoplastic"),
             ("torus_wheel", "circle"))


def main(runner, compiler, scenario, source):
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / "elsewhere.exe"
        subprocess.run([compiler, "-std=c11", "-O1", source, "-o", program], check=True)
        host = {**os.environ, "WINEPREFIX": f"{scratch}/wine", "WINEDEBUG": "-all",
                "DISPLAY": "", "HOME": scratch}
        for kind, preset in SCENARIOS:
            given = subprocess.run([scenario, kind, preset, "unit", scratch], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.split()
            got = subprocess.run([*runner.split(), program, "./unit.bin", given[0]], check=True,
                                 text=True, cwd=scratch, env=host,
                                 stdout=subprocess.PIPE).stdout.split()
            want = struct.pack("<d", float.fromhex(given[1])).hex()
            print(kind, got, want)
            assert got == [want, want], kind


if __name__ == "__main__":
    main(*sys.argv[1:])
