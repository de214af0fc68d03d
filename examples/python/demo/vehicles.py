# SPDX-License-Identifier: MIT
"""The section of the report on vehicles put together from parts: their replay."""
from html import escape

import replay


def section(folder):
    """HTML of the section; writes its replay into the folder."""
    page = replay.write("replay_vehicle", folder)
    return f"""<h1 id="vehicle">Vehicles of your own</h1>
<p>Kind vehicle opens the closed machines of the papers: bodies, joints, springs and wheels are
parts that a program or a scenario names, and the library moves them. Here are presets: a car with
springs and steering, the same on ice, a robot of two wheels and a caster ball, a motorcycle, and a
pool ball. A body is drawn as the box that has its mass and inertia, and a wheel that slips leaves a
mark. Also in <a href="replay_vehicle.html">a page of its own</a>.</p>
<iframe title="replay of vehicles" srcdoc="{escape(page)}"></iframe>
"""
