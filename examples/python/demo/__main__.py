# SPDX-License-Identifier: MIT
"""Run every kind; write replays, pictures, CSV files, papers.html and report.html into a folder.

usage: python3 examples/python/demo FOLDER
"""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))  # some modules are separate examples

import bicycle
import block
import gallery
import impact
import kerb
import measured
import replay
import ride
import rolling_torus
import torus
from cases import BRAKES, DRIVES, LAWS, simulate
from claims import CLAIMS
from pictures import PICTURES
from report import csv_name, picture, write_front, write_papers

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
more = (picture(folder, "block", "Both laws of friction on a block, pulled and released")
        + impact.section(kerb_runs, folder) + rolling_torus.section(torus_runs, folder)
        + bicycle.section(ride_run, folder))
for name in ("replay_plane", "replay_vehicle", "replay_holding", "replay_ground"):
    replay.write(name, folder)


def count(claims, judged, how=""):
    return len(claims), sum(bool(claim.judge(judged)[1]) for claim in claims), how


counts = {"rolling": count(CLAIMS, runs["saturated"], "under the library's default law"),
          "impact": count(impact.CLAIMS, kerb_runs),
          "torus": count(rolling_torus.CLAIMS, torus_runs, "by the corrected equations"),
          "bicycle": count(bicycle.CLAIMS, ride_run)}
write_papers(runs, more, counts, folder)
write_front(gallery.section(), measured.section(torus_runs), folder)
print("What the papers claim, checked (papers.html shows what comes out instead, and why):")
for name, (claims, found, how) in counts.items():
    print(f"  {name:8} {found} of {claims} found here too" + (how and ", " + how))
