# SPDX-License-Identifier: MIT
"""The demo's pages, each one file: report.html to look at, papers.html with the papers' claims."""
import base64
import contextlib
import io
from html import escape

import wheeldyn as wd

from cases import BRAKE_TIME, BRAKES, LAWS, STOP_SPEED
from claims import CLAIMS
from pictures import PICTURES

STYLE = """
:root { color-scheme: light dark; --ink: #1d2530; --paper: #fff; --soft: #f0f3f6; --line: #cdd5dd;
        --link: #0a5ea8; --yes: #e2f0fa; --no: #f3eee6 }
@media (prefers-color-scheme: dark) { :root { --ink: #dde3ea; --paper: #14181d; --soft: #20262d;
  --line: #3a444f; --link: #79b8f2; --yes: #17324a; --no: #3a3122 } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 1240px; margin: 0 auto; padding: 1em;
       color: var(--ink); background: var(--paper); overflow-wrap: break-word }
a { color: var(--link) } h1 { font-size: 1.8em; line-height: 1.2; margin: .4em 0 }
h2 { font-size: 1.35em; margin-top: 2em } .lead { font-size: 1.1em; max-width: 46em }
table { border-collapse: collapse; width: 100%; font-size: 14px } .scroll { overflow-x: auto }
th, td { border: 1px solid var(--line); padding: .4em .6em; text-align: left; vertical-align: top }
th { background: var(--soft) } td.number { text-align: right; font-variant-numeric: tabular-nums;
white-space: pre-line } tbody th { font-weight: normal }
td.yes { background: var(--yes) } td.no { background: var(--no) }
td b { display: block } img { width: 100%; height: auto; background: #fff; border-radius: 6px }
figure { margin: 1em 0 } iframe { width: 100%; height: 100%; border: 0; display: block }
.gallery { display: grid; gap: 1.2em;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)) }
.card { position: relative; margin: 0; border: 1px solid var(--line); border-radius: 8px;
  overflow: hidden }
.card a::after { content: ""; position: absolute; inset: 0 } /* all of it is the link */
.moving { aspect-ratio: 16 / 10; background: var(--soft) } figcaption { padding: .6em .8em .8em }
.card code { font-size: 12px; opacity: .7 }
.measured table { font-size: 15px } .measured b { font-size: 1.15em }
.pictures { display: grid; gap: 1em 2em;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 480px), 1fr)) }
.pictures h3 { font-size: 1.05em; margin: .5em 0 }
.beside { display: flex; gap: 1.5em; align-items: center; flex-wrap: wrap }
.beside div { flex: 3 1 320px; min-width: 0 } .beside p { flex: 1 1 220px }
nav li { margin: .2em 0 }
pre { background: var(--soft); border-radius: 6px; padding: .8em 1em; overflow-x: auto;
  margin: .6em 0 }
@media (max-width: 600px) { .measured :is(table, thead, tbody, tr, th, td) { display: block }
  .measured thead { display: none } .measured tr { margin-bottom: 1em } }
"""

LAW_TEXT = """
<p><b>published</b> is the paper as printed; only the misprints that prevent a run are corrected:
the sign of the braking torque, the sign of the drag for backward motion and the mean of the
friction coefficient when braking. <b>stabilized</b> adds a term that drives the slip velocity to
zero (restoring_rate s<sup>restoring_power</sup>) and includes the brake torque in s.
<b>stabilized_moment</b> also turns the friction force forward and gives it its moment on the
wheel. <b>saturated</b>, the library's default, computes s from the force that sticking would need,
so that the contact force tends to Coulomb friction.</p>
"""

WHY_TEXT = """
<p>The reason why the printed equations cannot do more is that nothing reduces the slip velocity of
a relaxed rolling constraint, because the printed right-hand side of the constraint is zero. If
s is below 1 the rim turns ever faster than the vehicle rolls, also on dry ground. In Figs 4 and 5
the wheel therefore spins permanently, and the friction force, which points backwards as printed,
decelerates the vehicle.
The two stabilized laws limit the drift, but less for a smaller s. At 220 N.m the vehicle also
reverses with the law stabilized, whose friction force still points backwards. The s of both laws
depends on the torque only: when the torque passes through zero while the wheel still slips, the
constraint is restored at once and the contact force exceeds its limit. The saturated law obeys the
limit by construction. Q<sub>i</sub><sup>c</sup> contains all of its friction, so that force cannot
decrease to zero in Fig. 5 while the ground still pushes.</p>
"""


def table(head, rows):
    cells = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(row) + "</tr>" for row in rows)
    return (f'<div class="scroll"><table><thead><tr>{cells}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>")


def text_cell(text):
    return f"<td>{escape(text)}</td>"


def number_cell(text):
    return f'<td class="number">{escape(text)}</td>'


def verdict_cell(measured, holds):
    name, word = ("yes", "here too") if holds else ("no", "not here")
    return f'<td class="{name}"><b>{word}</b>{escape(measured)}</td>'


def verdicts(claims, columns):
    """A row for each claim, with a verdict in each column; columns: the runs to judge."""
    rows = []
    for claim in claims:
        row = [text_cell(claim.source), text_cell(claim.statement), text_cell(claim.criterion)]
        rows.append(row + [verdict_cell(*claim.judge(runs)) for runs in columns.values()])
    return table(["figure", "the paper claims", "criterion here", *columns], rows)


def braking_table(runs):
    rows = []
    for law in LAWS:
        row = [text_cell(law)]
        for name in BRAKES:
            run = runs[law][name]
            text = ("does not stop" if run.braking is None
                    else "{:.4f} s, {:.3f} m".format(*run.braking))
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
    return (f'<h3 id="{name}">{escape(title)}</h3><figure>'
            f'<img alt="{escape(title)}" src="data:image/png;base64,{data}"></figure>')


def playground(folder):
    """A link to the page that script/playground has built, if it is beside the report."""
    if not (folder / "playground.html").exists():
        return ""
    return ('<p><a href="playground.html"><b>Playground</b></a>: the library in a page, to throw '
            'wheels, drive a car and move every parameter while it runs.</p>')


def page(title, body):
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>{STYLE}</style></head><body>
{body}
</body></html>
"""


PARTS = {"rolling": "The rolling wheel", "impact": "The wheel with impacts",
         "torus": "The rolling torus", "bicycle": "The bicycle"}


def write_papers(runs, more, counts, folder):
    """Write the appendix. `more` is HTML that comes after the rolling wheel. `counts` has for each
    part the number of claims, how many of them come out here, and under which condition."""
    contents = "".join(f'<li><a href="#{part}">{title}</a>: {counts[part][1]} of '
                       f"{counts[part][0]} claims come out here {counts[part][2]}</li>"
                       for part, title in PARTS.items())
    body = f"""<p><a href="report.html">Back to the replays</a></p>
<h1>Appendix: what the papers claim, checked</h1>
<p class="lead">The first kinds of the library are after published papers. Each sentence of theirs
that can be checked is checked here, on runs of libwheeldyn {escape(wd.version())} made with this
page, and so are some claims of our own, marked "not in the paper". The verdict "not here" says that
the runs give another result, because printed equations have misprints or because the library uses
another law. The manual lists the misprints and the laws.</p>
<nav><ol>{contents}</ol></nav>
<h2 id="rolling">The rolling wheel: figures and claims of the paper</h2>
<p>The six presets of the kind rolling_wheel (three drives, three brakings, after B. Ikoki, <i>The
Rolling Wheel Equations without Magic</i>, 2021) under each of its laws.</p>
{LAW_TEXT}
<h3>Claims</h3>
<p>The paper gives no numbers for words such as "noticeably"; the criteria are ours.</p>
{verdicts(CLAIMS, runs)}
{WHY_TEXT}
<h3>Braking time and distance</h3>
<p>From {BRAKE_TIME:g} s to {STOP_SPEED:g} m/s.</p>
{braking_table(runs)}
<p>The pictures have one panel per law; mind that the scales of the panels differ.</p>
{"".join(picture(folder, name, title) for name, (_, title) in PICTURES.items())}
<h3>Runs</h3>
{run_table(runs)}
{more}"""
    (folder / "papers.html").write_text(page("Wheels: what the papers claim", body),
                                        encoding="utf-8")


SHOWN = {
    "modes": (
        "How a bicycle's modes depend on its speed",
        "Each line but the dashed one, the frequency of weave, is the growth rate of a motion (a "
        "mode) of a bicycle without rider input: a mode decays if its rate is below 0. In the "
        "weave mode the bicycle swings to and fro, in capsize it slowly falls to a side, in "
        "castering its front wheel turns straight. Between the two marked speeds all modes decay: "
        "the bicycle rides by itself."),
    "torus13": (
        "A torus wheel on an astroid, then to a set point",
        "From above: a wheel in the form of a tyre, kept upright and steered by torques. From "
        "20 s on it follows the path and rolls back at each tip; at 65 s it leaves the path for "
        "the middle."),
    "fig11": (
        "A wheel thrown at a kerb, elastoplastic",
        "The wheel comes from the right, hits ground, kerb and wall, and comes to rest on the "
        "kerb; early positions are dark, late ones bright. In an elastoplastic impact an impulse "
        "of restitution, a given part of the compression impulse, follows the compression."),
    "fig4": (
        "A wheel that spins in the wet",
        "The wheel is driven with 60 N m, under four laws of friction. Under the law printed in a "
        "paper the rim (blue) turns ever faster than the vehicle moves (orange). Under the "
        "library's own law, saturated, both speeds differ on the wet ground and agree after it."),
}


PROGRAM = """import wheeldyn as wd

car = wd.Model("vehicle", preset="rigid_car")
car["init.chassis.forward"] = 10
for wheel in "front_left", "front_right", "rear_left", "rear_right":
    car[f"input.{wheel}.brake"] = 2000
car.init(t0=0.0)
car.step_to(5.0)
print(f"It stands after {car['output.chassis.x']:.2f} m.")
"""


def first_program():
    """Return the text of the first program and its output."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(PROGRAM, {})
    return f"<pre>{escape(PROGRAM)}</pre><pre>{escape(said.getvalue())}</pre>"


def write_front(gallery, measured, folder):
    """Write the page that is opened first."""
    pictures = "".join(f"<div>{picture(folder, name, title)}<p>{escape(meaning)}</p></div>"
                       for name, (title, meaning) in SHOWN.items())
    body = f"""<h1>libwheeldyn: wheels that roll, slip, stick, lift and hit</h1>
<p class="lead">A C library, also for Python and the command line, that simulates single
wheels, bicycles and vehicles of your own. What is parked does not creep, what rolls does not slip,
no impact is missed or makes energy: this is <a href="#measured">measured below</a>, beside another
engine. Each picture moves: click it to play with it.</p>
{playground(folder)}
{gallery}
{measured}
<h2 id="pictures">Pictures</h2>
<div class="pictures">{pictures}</div>
<h2 id="yours">In a program of yours</h2>
<p>In Python; the second box is what it printed as this page was made. README.md has the first
program in C, how to install, and the command line.</p>
{first_program()}
<h2 id="appendix">Appendix</h2>
<p><a href="papers.html">What the papers claim, checked</a>: the published statements, figures and
numbers on which the kinds rest, beside what comes out here. All runs are of libwheeldyn
{escape(wd.version())}, made with this page.</p>"""
    (folder / "report.html").write_text(page("libwheeldyn: see it", body), encoding="utf-8")
