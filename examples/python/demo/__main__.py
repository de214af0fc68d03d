# SPDX-License-Identifier: GPL-3.0-or-later
"""Run the presets under every law; write CSV files, pictures and report.html into a folder.

usage: python3 examples/python/demo FOLDER
"""
import sys
from pathlib import Path

from cases import BRAKES, DRIVES, LAWS, simulate
from claims import CLAIMS
from pictures import PICTURES
from report import csv_name, write_report

if len(sys.argv) != 2:
    sys.exit(__doc__)
folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)

runs = {law: {preset: simulate(preset, law) for preset in DRIVES + BRAKES} for law in LAWS}
for by_preset in runs.values():
    for run in by_preset.values():
        run.write(folder / csv_name(run))
for name, (draw, _) in PICTURES.items():
    draw(runs, folder / f"{name}.png")
write_report(runs, folder)

for law in LAWS:
    held = sum(bool(claim.judge(runs[law])[1]) for claim in CLAIMS)
    print(f"{law:18} {held} of {len(CLAIMS)} statements hold")
