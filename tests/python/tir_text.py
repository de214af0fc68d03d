# SPDX-License-Identifier: MIT
"""Texts of tyre files (.tir) for tests of their readers, in Python and in the program."""
import os
from pathlib import Path

REF = Path(os.environ.get("WHEELDYN_TEST_REF", Path(__file__).parents[1] / "ref")) / "tyre"

# Keys that a file must have, in SI units.
NEEDED = {"UNLOADED_RADIUS": 0.3, "FNOMIN": 4000, "VERTICAL_STIFFNESS": 200000, "PCX1": 1.6,
          "PDX1": 1.1, "PKX1": 20, "PCY1": 1.3, "PDY1": 1.0, "PKY1": -15, "PKY2": 1.5}


def text(*lines, **changes):
    """Text of a file with the required keys, `changes` to them (None: left out), and more lines."""
    values = {"FITTYP": "61", **NEEDED, **changes}
    keys = [f"{key} = {value}" for key, value in values.items() if value is not None]
    return "\n".join(["[MODEL]", *keys, *lines]) + "\n"
