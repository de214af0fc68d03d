# SPDX-License-Identifier: MIT
"""The section of the report on vehicles put together from parts: their replay."""
from html import escape

import replay


def section(folder):
    """HTML of the section; writes its replay into the folder."""
    page = replay.write("replay_vehicle", folder)
    holding = replay.write("replay_holding", folder)
    return f"""<h1 id="vehicle">Vehicles of your own</h1>
<p>Kind vehicle opens the closed machines of the papers: bodies, joints, springs and wheels are
parts that a program or a scenario names, and the library moves them. Here are presets: a car with
springs and steering, the same on ice, a robot of two wheels and a caster ball, a motorcycle, and a
pool ball. A body is drawn as the box that has its mass and inertia, and a wheel that slips leaves a
mark. Also in <a href="replay_vehicle.html">a page of its own</a>.</p>
<iframe title="replay of vehicles" srcdoc="{escape(page)}"></iframe>
<h2>Wheels that hold</h2>
<p>Wheels that stick, slip, lift and land by Coulomb's law, and brakes that hold: a car stops with ice
under its right wheels, by locked wheels and by a controller that samples at 100 Hz; a bicycle skids
and lifts its rear wheel; a motorcycle rides on one wheel; a robot turns on the spot faster than
friction can hold it; a car is parked on a hill. The examples of these names print the numbers. Also
in <a href="replay_holding.html">a page of its own</a>.</p>
<iframe title="replay of wheels that hold" srcdoc="{escape(holding)}"></iframe>
"""
