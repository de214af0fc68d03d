# SPDX-License-Identifier: MIT
"""Simulation of wheels: the Python package of libwheeldyn.

    import wheeldyn as wd

    m = wd.Model("rolling_wheel", preset="drive-60")
    m["param.mass"] = 20
    m.init()
    r = m.run(20.0, dt=0.01, record=["state.x_dot", "output.slip_ratio"])
    print(r["time"][-1], r["state.x_dot"][-1])

All quantities are in SI units, angles in radians. The constants have the names of wheeldyn.h.
"""

from ._constants import *  # noqa: F401,F403
from ._batch import Batch as Batch
from ._errors import Error as Error
from ._kinds import Part as Part
from ._kinds import PartType as PartType
from ._kinds import Variable as Variable
from ._kinds import build_info as build_info
from ._kinds import kind_text as kind_text
from ._kinds import kinds as kinds
from ._kinds import part_types as part_types
from ._kinds import preset_text as preset_text
from ._kinds import presets as presets
from ._kinds import version as version
from ._model import Model as Model
from ._rows import Rows as Rows
from .scenario import Scenario as Scenario
from .scenario import load as load
from .sweep import sweep as sweep
from .tir import Tir as Tir
from .tir import read_tir as read_tir
from .vehicle import Vehicle as Vehicle

__version__ = "0.1.0"
