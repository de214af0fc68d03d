# SPDX-License-Identifier: MIT
"""A wheel is thrown at a kerb, with a changed restitution: print its impacts, write a CSV file and
a replay."""
import numpy as np
import wheeldyn as wd
from wheeldyn import replay

wheel = wd.Model("impact_wheel", preset="kerb-plastic")
wheel["param.restitution"] = 0.4
wheel.init()
rows = wheel.run(0.3, dt=0.01, record=replay.columns(wheel))
for event in wheel.events():
    if event["type"] == "IMPACT":
        print(f"{event['time']:.4f} s: {-event['energy_change']:.4f} J lost")

table = np.column_stack([rows[name] for name in ("time", "state.x", "state.y")])
np.savetxt("throw.csv", table, fmt="%.17g", delimiter=",", header="time,x,y", comments="")
replay.write("throw.html", wheel, rows)
