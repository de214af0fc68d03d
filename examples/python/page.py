# SPDX-License-Identifier: MIT
import sys

import wheeldyn as wd
from wheeldyn import replay

with wd.Model("impact_wheel", preset="kerb-plastic") as m:
    m.init()
    rows = m.run(1.0, dt=0.002, record=replay.columns(m))
    replay.write(sys.argv[1] if len(sys.argv) > 1 else "kerb.html", m, rows)
