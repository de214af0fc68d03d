# SPDX-License-Identifier: MIT
"""A scenario gives the same bits with the program, in C, in Python and as a unit of FMI."""
import os
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
import wheeldyn as wd

if "WHEELDYN_ROWS" not in os.environ:
    pytest.skip("no program in C that runs scenarios", allow_module_level=True)

SCENARIOS = Path(__file__).parents[2] / "examples/scenarios"
ROBOT = """
switch: [{at: 0.1, set: {input.left.mu: 0.3}}, {at: 0.15, set: {solver.rtol: 1e-7}}]
"""


def table(text):
    rows = [line.split(",") for line in text.splitlines() if not line.startswith("#")]
    return rows[0], np.array(rows[1:], np.float64)


@pytest.mark.parametrize("name, more", [
    ("vehicle-car", ""), ("vehicle-robot", ROBOT), ("impact_wheel-ice", ""), ("bicycle-ride", ""),
    ("torus_wheel-fig3", ""), ("rolling_wheel-fig5", "")])
def test_the_same_bits(tool, name, more):
    text = (SCENARIOS / f"{name}.yaml").read_text()
    path = tool.folder / tool.write(
        "a.yaml", re.sub(r"(?<=\bend: )[\d.]+", "0.3", text) + more)
    names, program = table(tool("run", path))
    done = subprocess.run([os.environ["WHEELDYN_ROWS"], path], check=True, capture_output=True,
                          text=True)
    in_c = np.array([[float.fromhex(word) for word in line.split()]
                     for line in done.stdout.splitlines()])
    rows = wd.load(path).run()
    assert list(rows.dtype.names) == names and len(rows) > 2
    assert program.tobytes() == in_c.tobytes() == rows.view(np.float64).tobytes()
    again = tool.folder / "again.yaml"
    model = wd.load(path).model()
    model.save_scenario(again, end=0.3, step=rows["time"][1], record=names[1:])
    if not more:  # switches are not part of a model
        assert wd.load(again).run()[names[1]][-1] == rows[names[1]][-1]
    if "WHEELDYN_FMU" in os.environ and "expression" not in text:
        tool("fmu", path, "-o", "a.fmu")
        tool("fmu", "--check", "a.fmu") # compares the unit with the library
