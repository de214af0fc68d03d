# SPDX-License-Identifier: MIT
"""Measurements of the library in this run, beside the manual's numbers of another engine.

The other engine is not run here: its numbers are read from docs/comparison.rst, where tests/bench
put them. A number that is no longer on that page is omitted.
"""
import re
from html import escape
from pathlib import Path

import numpy as np
import wheeldyn as wd

import bicycle

MANUAL = Path(__file__).parents[3] / "docs" / "comparison.rst"
SLOPE, MU, BRAKE = 0.3, 0.8, 4000.0
WHEELS = {"front_left": (1.3, 0.7), "front_right": (1.3, -0.7),
          "rear_left": (-1.2, 0.7), "rear_right": (-1.2, -0.7)}
HEIGHT, RADIUS, GRAVITY = 0.3, 0.1, 9.81


def parked_car():
    """Return how far a braked car moves in a minute on a slope, as in tests/bench/bench-hold.c."""
    with wd.Vehicle() as car:
        car.body("frame", mass=1000, xx=500, yy=500, zz=500, z=0.5)
        for name, (x, y) in WHEELS.items():
            car.wheel(name, on="frame", x=x, y=y, z=0.3, radius=0.3, crown=0.3, mass=10,
                      spin_inertia=0.45, cross_inertia=0.3)
            car.set({f"input.{name}.mu": MU, f"input.{name}.brake": BRAKE})
        car["input.slope"] = SLOPE
        car.init()
        rows = car.run(61.0, dt=1.0, record=["state.frame.x", "state.frame.y"])
    x, y = rows["state.frame.x"][1:], rows["state.frame.y"][1:]
    return np.hypot(x - x[0], y - y[0]).max()


def bouncing_ball():
    """Bounce a ball for 5 s without loss. Return the largest change of its energy, divided by the
    energy that its fall releases, and the number of impacts.
    """
    with wd.Vehicle() as ball:
        ball.body("frame", mass=1, xx=0.004, yy=0.004, zz=0.004, z=RADIUS)
        ball.rim("skin", on="frame", z=RADIUS, radius=RADIUS, crown=RADIUS, restitution=1)
        ball["init.frame.z"] = HEIGHT
        ball.init()
        rows = ball.run(5.0, dt=1e-3, record=["output.kinetic_energy", "output.potential_energy"])
        hits = sum(event["type"] == "IMPACT" for event in ball.events())
    energy = rows["output.kinetic_energy"] + rows["output.potential_energy"]
    return np.abs(energy - energy[0]).max() / (GRAVITY * (HEIGHT - RADIUS)), hits


def torus_on_astroid(runs):
    """Largest distance from the astroid once on it, and largest slip of the contact point."""
    run = runs["astroid"]
    return (np.abs(run.between("tracking_error", 40, 65)).max(),
            np.abs(run.between("slip_residual_1", 20, 65)).max())


def eigenvalues():
    found = bicycle.eigenvalues_at(list(bicycle.TABLE_2))
    published = np.array(list(bicycle.TABLE_2.values()))
    mine = np.column_stack([found.weave[:, 0], found.capsize, found.castering])
    return np.abs(mine - published).max()


def stated(pattern):
    """Search the manual's page, ignoring line breaks; return the groups of the pattern."""
    text = " ".join(MANUAL.read_text(encoding="utf-8").replace("``", "").split())
    found = re.search(pattern, text)
    return found.groups() if found else None


def said(pattern, text):
    groups = stated(pattern)
    return text.format(*groups) if groups else "see the manual, Beside other programs"


def rows(runs):
    """Rows of the comparison: question, result here, result of the other engine."""
    energy, hits = bouncing_ball()
    off, slip = torus_on_astroid(runs)
    creep = parked_car()
    return [
        ("A braked car stands on a slope of 17° for a minute. How far does it creep?",
         "not at all: exactly 0\u00a0m" if creep == 0 else f"{creep:.1e} m",
         said(r"a car parked on a slope .*? - 0 in all bits - ([\d.]+ m); ([\d.]+ m) \* - the "
              r"same distance; in MuJoCo the wheels are fixed .*? - 0 in all bits - "
              r"([\d.]+ m); ([\de.-]+ m)",
              "MuJoCo: {0} as it comes, {1} with elliptic cones and 20 noslip iterations; {2} and "
              "{3} with wheels fixed to the car instead of brakes")),
        (f"A ball bounces without loss, {hits} times in 5 s. How much energy does it gain or lose?",
         f"{energy:.0e} of what its fall gives",
         said(r"energy error of a bounce without loss - [\de.-]+ - ([\de.-]*\d)",
              "MuJoCo: {0} of it")),
        ("A torus rolls along an astroid, a path with cusps. Once on it, how far is it off, and "
         "how fast does it slip?",
         f"{off:.0e} m off, slips by {slip:.0e} m/s", "not tried in another engine"),
        ("A bicycle's eigenvalues at 1 to 10 m/s, beside the published benchmark: how far are they "
         "off?",
         f"at most {eigenvalues():.0e} 1/s",
         "Meijaard, Papadopoulos, Ruina and Schwab (2007), Table 2"),
    ]


def section(runs):
    """HTML of the comparison."""
    body = "".join(f"<tr><th>{escape(asked)}</th><td><b>{escape(here)}</b></td>"
                   f"<td>{escape(there)}</td></tr>" for asked, here, there in rows(runs))
    return f"""<h2 id="measured">Measured beside MuJoCo 2.2.2 and published numbers</h2>
<p>In libwheeldyn contact is rigid, friction is Coulomb's, and impacts are located in time: a
wheel that sticks does not creep. <b>libwheeldyn's numbers were measured while this page was
made.</b> MuJoCo was not run for it: its numbers stand in the manual, <i>Beside other programs</i>
(<code>docs/comparison.rst</code>), and are printed by <code>meson test --benchmark</code> where
MuJoCo 2.2.2 is installed.</p>
<div class="scroll measured"><table><thead><tr><th>asked</th><th>libwheeldyn, measured in
this run</th><th>beside it</th></tr></thead><tbody>{body}</tbody></table></div>"""
