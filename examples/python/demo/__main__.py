# SPDX-License-Identifier: MIT
"""Run the presets of the wheels; write CSV files, pictures, a replay and report.html into a folder.

usage: python3 examples/python/demo FOLDER
"""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))  # some modules are examples of their own

import bicycle
import block
import impact
import kerb
import ride
import rolling_torus
import torus
import vehicles
from cases import BRAKES, DRIVES, LAWS, simulate
from claims import CLAIMS
from pictures import PICTURES
from report import csv_name, picture, write_report

if len(sys.argv) != 2:
    sys.exit(__doc__)
folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)

runs = {law: {preset: simulate(preset, law) for preset in DRIVES + BRAKES} for law in LAWS}
for by_preset in runs.values():
    for run in by_preset.values():
        run.write(folder / csv_name(run))
block.draw(folder / "block.png")
for name, (draw, _) in PICTURES.items():
    draw(runs, folder / f"{name}.png")
kerb_runs = kerb.simulate()
torus_runs = torus.simulate()
ride_run = ride.Run()
more = (picture(folder, "block", "Both laws of friction on a block, pulled and let go")
        + impact.section(kerb_runs, folder) + rolling_torus.section(torus_runs, folder)
        + bicycle.section(ride_run, folder) + vehicles.section(folder))
write_report(runs, more, folder)

judged = [(law, CLAIMS, runs[law]) for law in LAWS]
judged += [("impact_wheel", impact.CLAIMS, kerb_runs),
           ("torus_wheel", rolling_torus.CLAIMS, torus_runs),
           ("bicycle", bicycle.CLAIMS, ride_run)]
for name, claims, judged_runs in judged:
    held = sum(bool(claim.judge(judged_runs)[1]) for claim in claims)
    print(f"{name:18} {held} of {len(claims)} statements hold")
