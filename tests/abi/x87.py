# SPDX-License-Identifier: MIT
"""The setup of a build refuses a compiler that does not compute in doubles, and gives advice.

    x87.py <meson> <C compiler> <source folder>
"""

import os
import subprocess
import sys
import tempfile

from gate import run

ADVICE = '-Dc_args="-msse2 -mfpmath=sse"'


def faults(meson, compiler, source, option):
    """Return the faults of a setup with this compiler option: it must be refused, with advice."""
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(
            [meson, "setup", folder, source, f"-Dc_args={option}", "--auto-features=disabled"],
            env=os.environ | {"CC": compiler}, check=False, text=True, stdout=subprocess.PIPE)
    if result.returncode == 0:
        return [f"{option} is taken"]
    return [] if ADVICE in result.stdout else result.stdout.splitlines()[-3:]


def main(*where):
    run(faults(*where, "-mfpmath=387"), [
        ("an option that is taken", faults(*where, "-mfpmath=sse")),
        ("an option that is refused for another reason", faults(*where, "-mfpmath=none")),
    ])


if __name__ == "__main__":
    main(*sys.argv[1:])
