# SPDX-License-Identifier: MIT
"""Run a program of docs/coming.rst and compare its output with the output on the page.

    check.py [--about SHARE] EXPECTED COMMAND...

--about: the program uses another library or another backend than the page. Its numbers may differ
from those on the page by the fraction SHARE, and it may print more lines before those of the page.
Lines that begin with # are ignored.
"""
import re
import subprocess
import sys
from pathlib import Path

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def lines(text):
    return [line for line in text.splitlines() if not line.startswith("#")]


def alike(one, other, share):
    """True if the texts differ only in numbers, and each number by at most the fraction `share`.
    Numbers below 1e-3 may differ by `share` times 1e-3, because they are gaps or rounding errors.
    """
    pairs = zip(map(float, NUMBER.findall(one)), map(float, NUMBER.findall(other)))
    return (NUMBER.sub("", one) == NUMBER.sub("", other)
            and all(abs(a - b) <= max(share * abs(a), 1e-3 * share) for a, b in pairs))


arguments = sys.argv[1:]
share = float(arguments[1]) if arguments[0] == "--about" else 0
expected, *command = arguments[2 if share else 0:]
printed = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
want = Path(expected).read_text(encoding="utf-8")
shown, said = lines(want), lines(printed)
same = alike("\n".join(shown), "\n".join(said[-len(shown):]), share) if share else shown == said
if not same:
    sys.exit(f"shown:\n{want}printed:\n{printed}")
