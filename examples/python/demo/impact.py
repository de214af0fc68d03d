# SPDX-License-Identifier: MIT
"""The section of the report on the wheel with impacts: statements, pictures, replay.

A claim takes both runs by preset. The pictures and the replay are those of kerb.py and replay.py.
"""
import random
from html import escape

import numpy as np
import wheeldyn as wd

import kerb
import replay
from claims import Claim
from report import number_cell, picture, table, text_cell, verdicts

ROUNDING = 1e-12  # tolerance of impulses, energies [1] and gaps [m]
SPIN = 1.0  # rad/s, above this the wheel rotates
CHANCES = 200  # impacts at random velocities
WIDE = 1.2  # a coefficient of friction above cot(alpha/2) = 1 of the corner of wall and top

INTRODUCTION = """
<p>The second part is on the kind impact_wheel: a wheel thrown at the ground before a kerb with a
wall behind it, after W. Grzesikiewicz and A. Zbiciak, <i>The Non-Smooth Problem of Wheel
Motion</i>, 2020. The two presets are the two runs of the paper, kerb-plastic with the restitution
β = 0 and kerb-elastoplastic with β = 0.3. The equations are the corrected ones; the manual lists
the misprints. φ counts counter-clockwise, so a wheel that rolls to the left gains φ.</p>
"""


def both(runs, measure):
    return [measure(run) for run in runs.values()]


def translates_first(runs):
    fastest = max(both(runs, lambda run: np.abs(
        run["phi_dot"][run["time"] < run.impacts[0]["time"]]).max()))
    return f"largest |φ̇| {fastest:g} rad/s", fastest == 0


def then_rotates(runs):
    spins = both(runs, lambda run: run.impacts[0]["w_after"])
    return " and ".join(f"{spin:.2f} rad/s" for spin in spins), min(spins) > SPIN


def pair(runs, name):
    return [run[name] for run in runs.values()]


def paths_differ(runs):
    points = [np.column_stack([run["x"], run["y"]]) for run in runs.values()]
    nearest = [np.linalg.norm(points[0] - point, axis=1).min() for point in points[1]]
    radius = runs["kerb-plastic"].radius
    return f"up to {max(nearest):.3f} m apart", max(nearest) > radius


def coordinates_differ(runs):
    (x, other_x), (phi, other_phi) = pair(runs, "x"), pair(runs, "phi")
    ends = abs(x[-1] - other_x[-1]), abs(phi[-1] - other_phi[-1])
    return f"x by {ends[0]:.3f} m, φ by {ends[1]:.2f} rad", ends[0] > 0.1 and ends[1] > 1


def velocities_differ(runs):
    plastic, elastic = (run.velocity("y_dot") for run in runs.values())
    counts = both(runs, lambda run: len(run.impacts))
    rises = plastic[1].max(), elastic[1].max()
    return (f"{counts[0]} and {counts[1]} impacts, ẏ up to {rises[0]:.2f} and {rises[1]:.2f} m/s",
            counts[1] >= 2 * counts[0] and rises[1] > 1.2 * rises[0])


def continuous_with_jumps(runs):
    def leap(run):
        fastest = np.abs(run.velocity("x_dot")[1]).max() + np.abs(run.velocity("y_dot")[1]).max()
        moved = np.hypot(np.diff(run["x"]), np.diff(run["y"]))
        return (moved / np.diff(run["time"])).max() / fastest

    def jump(run):
        return max(abs(impact["vy_after"] - impact["vy_before"]) for impact in run.impacts)

    leaps, jumps = both(runs, leap), both(runs, jump)
    return (f"steps up to {max(leaps):.2f} of the bound, jumps of ẏ up to {max(jumps):.2f} m/s",
            max(leaps) <= 1 and min(jumps) > 1)


def given_back(runs):
    """Largest deviation of the impulse of restitution from β times that of compression, divided by
    the impulse of compression.
    """
    worst = max(abs(impact[f"normal_{side}_rest"] - run.restitution * impact[f"normal_{side}"])
                / impact["normal_a"] for run in runs.values() for impact in run.impacts
                for side in ("a", "b") if not np.isnan(impact[f"normal_{side}"]))
    return f"to {worst:.1e}", worst <= ROUNDING


def within_cone(runs):
    worst = max((abs(impact[f"friction_{side}"]) - run.mu * impact[f"normal_{side}"])
                / impact["normal_a"] for run in runs.values() for impact in run.impacts
                for side in ("a", "b") if not np.isnan(impact[f"normal_{side}"]))
    return f"|T| - μP at most {worst:.1e} P", worst <= ROUNDING


def one_solution(runs):
    solutions = [impact["solutions"] for run in runs.values() for impact in run.impacts]
    return f"{sum(np.equal(solutions, 1))} of {len(solutions)} impacts", max(solutions) == 1


def solutions_in_corner(mu, vx, vy, spin):
    """Simultaneous impact on wall and top."""
    with wd.Model("impact_wheel") as wheel:
        wheel.set({"param.mu": mu, "state.x": wheel["param.radius"],
                   "state.y": wheel["param.radius"] + wheel["param.kerb_height"],
                   "state.x_dot": vx, "state.y_dot": vy, "state.phi_dot": spin})
        wheel.init()
        return wheel.events()[0]["solutions"]


def one_solution_in_corner(mu):
    def judge(_):
        chance = random.Random(1)
        solutions = [solutions_in_corner(mu, -chance.random(), -chance.random(),
                                         chance.uniform(-20, 20)) for _ in range(CHANCES)]
        return f"{sum(np.equal(solutions, 1))} of {CHANCES} impacts", max(solutions) == 1
    return judge


def stays_outside(runs):
    least = min(both(runs, lambda run: run.rows["output.gap"].min()))
    return f"smallest gap {least:.1e} m", least >= -ROUNDING


def balanced(runs):
    worst = max(both(runs, lambda run: run.energy_error))
    return f"to {worst:.1e} of the energy", worst <= ROUNDING


CLAIMS = (
    Claim("Figs 10, 11", "In the initial stage the wheel moves in translation.",
          "φ̇ is 0 at all times before the first impact", translates_first),
    Claim("Figs 10, 11", "After the first collision it starts rotating.",
          f"φ̇ above {SPIN:g} rad/s after the first impact", then_rotates),
    Claim("Fig. 12", "The hypotheses lead to major differences: the path.",
          "some point of the elastoplastic path more than a radius off the other path",
          paths_differ),
    Claim("Fig. 13", "The hypotheses lead to major differences: centre and angle.",
          f"at {kerb.END_TIME:g} s x differs by more than 0.1 m, φ by more than 1 rad",
          coordinates_differ),
    Claim("Fig. 14", "The hypotheses lead to major differences: velocities.",
          "at least twice as many impacts with β = 0.3, and the largest ẏ at least 20 % larger",
          velocities_differ),
    Claim("Abstract, Figs 13, 14", "Coordinates are continuous, their derivatives are not.",
          "rows no farther apart than the largest speeds allow; ẏ jumps by more than 1 m/s",
          continuous_with_jumps),
    Claim("(35)", "The second phase gives back the share β of the normal impulses.",
          f"in every impact, to {ROUNDING:g} of the impulses", given_back),
    Claim("(35)", "The impulses obey Coulomb's law.",
          f"|T| ≤ μP in every impact, to {ROUNDING:g} of P", within_cone),
    Claim("not in the paper", "A collision has one outcome.",
          "one solution in every impact of both runs", one_solution),
    Claim("not in the paper", "A collision with wall and top has one outcome, μ = 0.4.",
          f"one solution in each of {CHANCES} impacts at random velocities",
          one_solution_in_corner(0.4)),
    Claim("not in the paper", f"A collision with wall and top has one outcome, μ = {WIDE}.",
          "as before", one_solution_in_corner(WIDE)),
    Claim("not in the paper", "The wheel does not enter wall, kerb or ground.",
          f"gap at least -{ROUNDING:g} m in all rows", stays_outside),
    Claim("not in the paper", "The energy balance closes.",
          f"to {ROUNDING:g} of the energy at the start", balanced),
)


def impact_table(run):
    rows = [[number_cell(f"{impact['time']:.7f}"), text_cell(kerb.place(impact))]
            + [number_cell(f"{impact[name] + 0.0:.4f}") for name in (
                "vx_after", "vy_after", "w_after", "normal_a", "friction_a", "energy_change")]
            for impact in run.impacts[:8]]
    head = ["time (s)", "at", "ẋ after (m/s)", "ẏ after (m/s)", "φ̇ after (rad/s)",
            "P (N s) of compression", "T (N s) of compression", "ΔE (J)"]
    return table(head, rows)


def section(runs, folder):
    """HTML of the section; writes its pictures and replay.html into the folder."""
    kerb.draw(runs, folder)
    replay.write("replay", folder)
    pictures = "".join(picture(folder, name, title) for name, (_, title) in kerb.PICTURES.items())
    impacts = "".join(f"<h3>{escape(kerb.STYLES[name]['label'])}: the first of "
                      f"{len(run.impacts)} impacts</h3>{impact_table(run)}"
                      for name, run in runs.items())
    return f"""<h2 id="impact">The wheel with impacts: figures and claims of the paper</h2>
{INTRODUCTION}
<h3>Claims</h3>
<p>The paper gives no numbers in its text but those of its data; the criteria are ours.</p>
{verdicts(CLAIMS, {"both runs": runs})}
<p>More friction, more outcomes: between two contacts whose normals make the angle α, a wheel can
brace itself once μ reaches cot(α/2), which is 1 between wall and top. Then standing still is a
solution of the impact, and often there are others. The library takes a fixed one of them and
reports in the event how many there are.</p>
<p><a href="replay.html">Play it</a> in a page of its own.</p>
{pictures}
{impacts}
"""
