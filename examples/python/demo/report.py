# SPDX-License-Identifier: MIT
"""report.html: one self-contained page with the pictures, the verdicts and the numbers."""
import base64
from html import escape

import wheeldyn as wd

from cases import BRAKE_TIME, BRAKES, LAWS, STOP_SPEED
from claims import CLAIMS
from pictures import PICTURES

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 1200px; margin: 2em auto; padding: 0 1em;
       color: #222 }
h1 { font-size: 1.7em } h2 { font-size: 1.3em; margin-top: 2em }
table { border-collapse: collapse; width: 100%; font-size: 14px }
th, td { border: 1px solid #ccc; padding: .35em .6em; text-align: left; vertical-align: top }
th { background: #f2f2f2 } td.number { text-align: right; font-variant-numeric: tabular-nums;
white-space: pre-line }
td.yes { background: #e2f0fa } td.no { background: #fdeadd }
td b { display: block } img { width: 100%; height: auto } figure { margin: 1em 0 }
iframe { width: 100%; height: 660px; border: 0 }
.beside { display: flex; gap: 1.5em; align-items: center } .beside div { flex: 3 }
.beside p { flex: 1 }
"""

LAW_TEXT = """
<p><b>published</b> is the paper as printed, with only the misprints repaired without which nothing
runs: the sign of the braking torque, the sign of the drag for backward motion and the mean of the
friction coefficient when braking. <b>stabilized</b> adds a term that pulls the slip velocity back
to zero (restoring_rate s<sup>restoring_power</sup>) and lets the brake count in s.
<b>stabilized_moment</b> also turns the friction force forward and gives it its moment on the
wheel. <b>saturated</b>, the library's default, computes s from the force that sticking would need,
so that the contact force tends to Coulomb friction.</p>
"""

WHY_TEXT = """
<p>Why the printed equations cannot do more: relaxing the rolling constraint leaves a slip velocity
that nothing pulls back, as the printed right-hand side of the constraint is zero. Whenever s is
below 1 the rim runs away from the vehicle, also on dry ground. In Figs 4 and 5 the wheel therefore
spins for good and the friction force, which points backwards as printed, decelerates the vehicle.
The two stabilized laws hold the drift back, the less the smaller s is; at 220 N.m stabilized, whose
friction force still points backwards, reverses too. Their s knows the torque only: when the torque
passes through zero while the wheel still slips, the constraint comes back at once and the contact
force exceeds its limit. The saturated law obeys the limit by construction. It
carries all friction in Q<sub>i</sub><sup>c</sup>, so that force cannot fall to zero in Fig. 5 while
the ground still pushes.</p>
"""


def table(head, rows):
    cells = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def text_cell(text):
    return f"<td>{escape(text)}</td>"


def number_cell(text):
    return f'<td class="number">{escape(text)}</td>'


def verdict_cell(measured, holds):
    name, word = ("yes", "holds") if holds else ("no", "does not hold")
    return f'<td class="{name}"><b>{word}</b>{escape(measured)}</td>'


def verdicts(claims, columns):
    """One row per claim, one verdict per column; columns: what the claims judge, by heading."""
    rows = []
    for claim in claims:
        row = [text_cell(claim.source), text_cell(claim.statement), text_cell(claim.criterion)]
        rows.append(row + [verdict_cell(*claim.judge(runs)) for runs in columns.values()])
    return table(["figure", "statement of the paper", "criterion here", *columns], rows)


def braking_table(runs):
    rows = []
    for law in LAWS:
        row = [text_cell(law)]
        for name in BRAKES:
            run = runs[law][name]
            text = "does not stop" if run.braking is None else "{:.4f} s, {:.3f} m".format(*run.braking)
            row.append(number_cell(text + (", then it reverses" if run.reverses else "")))
        rows.append(row)
    return table(["law", *BRAKES], rows)


def run_table(runs):
    rows = [[f'<td><a href="{csv_name(run)}">{escape(run.preset)}</a></td>', text_cell(run.law),
             number_cell(str(run.steps)), number_cell(str(run.rejected)),
             number_cell(f"{run.energy_error:.1e}")]
            for by_preset in runs.values() for run in by_preset.values()]
    return table(["run (CSV)", "law", "steps", "rejected", "relative error of the energy balance"],
                 rows)


def csv_name(run):
    return f"{run.preset}-{run.law}.csv"


def picture(folder, name, title):
    data = base64.b64encode((folder / f"{name}.png").read_bytes()).decode("ascii")
    return (f'<h2 id="{name}">{escape(title)}</h2><figure>'
            f'<img alt="{escape(title)}" src="data:image/png;base64,{data}"></figure>')


def playground(folder):
    """A link to the page that script/playground has built, if it is beside the report."""
    if not (folder / "playground.html").exists():
        return ""
    return ('<p><a href="playground.html"><b>Playground</b></a>: the library in a page, to throw '
            'wheels, drive a car and move every parameter while it runs.</p>')


def write_report(runs, more, folder):
    """`more` is HTML that comes after the rolling wheel."""
    page = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Wheels: figures and statements</title>
<style>{STYLE}</style></head><body>
<h1>The rolling wheel: figures and statements of the paper</h1>
{playground(folder)}
<p>libwheeldyn {escape(wd.version())} ran the six presets of the kind rolling_wheel (three drives,
three brakings, after B. Ikoki, <i>The Rolling Wheel Equations without Magic</i>, 2021) under each
of its laws. Below follow <a href="#impact">the wheel with impacts</a>,
<a href="#torus">the rolling torus</a>, <a href="#bicycle">the bicycle</a> and <a
href="#vehicle">vehicles of your own</a>. Everything on this page is computed from these runs.</p>
{LAW_TEXT}
<h2>Statements</h2>
<p>The paper gives no numbers for words such as "noticeably"; the criteria are ours.</p>
{verdicts(CLAIMS, runs)}
{WHY_TEXT}
<h2>Braking time and distance</h2>
<p>From {BRAKE_TIME:g} s to {STOP_SPEED:g} m/s.</p>
{braking_table(runs)}
<p>The pictures have one panel per law; mind that the scales of the panels differ.</p>
{"".join(picture(folder, name, title) for name, (_, title) in PICTURES.items())}
<h2>Runs</h2>
{run_table(runs)}
{more}</body></html>
"""
    (folder / "report.html").write_text(page, encoding="utf-8")
