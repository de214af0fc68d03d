# SPDX-License-Identifier: MIT
"""The section of the report on the bicycle: published numbers, statements, pictures, replay.

A claim is judged by the run of ride.py. Published numbers are those of
Meijaard, Papadopoulos, Ruina and Schwab (2007) and of Basu-Mandal, Chatterjee and Papadopoulos
(2007), converted to the axes of the library.
"""
import numpy as np
import wheeldyn as wd
from wheeldyn.bicycle import modes

import replay
import ride
from claims import Claim
from report import number_cell, picture, table, text_cell, verdicts

INTRODUCTION = """
<p>The fourth part is on the kind bicycle: four rigid bodies, three hinges and two knife-edge wheels
that roll without slip. The equations are those of A. L. Schwab and G. M. J. Delhaes, <i>Multibody
Dynamics B</i>, 2009, corrected (the manual lists the misprints); the parameters those of the
benchmark bicycle of J. P. Meijaard, J. M. Papadopoulos, A. Ruina and A. L. Schwab, <i>Linearized
dynamics equations for the balance and steer of a bicycle</i>, 2007. A positive lean is to the
right, a positive steer angle to the left.</p>
"""

# Eigenvalues by speed: weave, capsize, castering (Meijaard et al., Table 2)
TABLE_2 = {
    1: (3.52696170990070 + 0.80774027519930j, -3.13423125066578, -7.11008014637442),
    2: (2.68234517512745 + 1.68066296590675j, -3.07158645641514, -8.67387984831735),
    3: (1.70675605663975 + 2.31582447384325j, -2.63366137253667, -10.35101467245920),
    4: (0.41325331521125 + 3.07910818603206j, -1.42944427361326, -12.15861426576450),
    5: (-0.77534188219585 + 4.46486771378823j, -0.32286642900409, -14.07838969279820),
    6: (-1.52644486584142 + 5.87673060598709j, -0.00406690076970, -16.08537123098030),
    7: (-2.13875644258362 + 7.19525913329805j, 0.10268170574766, -18.15788466125262),
    8: (-2.69348683581097 + 8.46037971396931j, 0.14327879765713, -20.27940894394569),
    9: (-3.21675402252485 + 9.69377351531791j, 0.15790184030917, -22.43788559040858),
    10: (-3.72016840437287 + 10.90681139476287j, 0.16105338653172, -24.62459635017404),
}
WEAVE_SPEED, CAPSIZE_SPEED = 4.29238253634111, 6.02426201538837  # m/s
# Basu-Mandal et al., Table 1
STATE = {"init.roll": 0.6206670416476966, "init.steer": 0.2311385135743,
         "init.roll_rate": -0.6068425835418, "init.steer_rate": 0.4859824687093,
         "init.speed": 8.9129896614890 * 0.3}
ACCELERATIONS = {"output.roll_acc": 7.8555281128244, "output.steer_acc": -4.6198904039403,
                 "output.yaw_acc": 0.8353281706379}
MANOEUVRES = {"benchmark": {}, "at 4 m/s": {"init.speed": 4.0, "init.roll_rate": 0.05},
              "at 8 m/s": {"init.speed": 8.0, "init.roll_rate": 0.05}}
DIGITS = 1e-11


def eigenvalues_at(speeds):
    with wd.Model("bicycle") as model:
        return modes(model, speeds)


def table_2(_):
    found = eigenvalues_at(list(TABLE_2))
    published = np.array(list(TABLE_2.values()))
    mine = np.column_stack([found.weave[:, 0], found.capsize, found.castering])
    off = np.abs(mine - published).max()
    return f"to {off:.1e} 1/s", off <= DIGITS


def critical_speeds(run):
    weave, capsize, _ = run.critical
    off = max(abs(weave - WEAVE_SPEED), abs(capsize - CAPSIZE_SPEED))
    return f"{weave:.14f} and {capsize:.14f} m/s", off <= DIGITS


def accelerations(_):
    with wd.Model("bicycle") as model:
        model.set(STATE)
        model.init()
        off = np.abs(model.get(list(ACCELERATIONS)) - list(ACCELERATIONS.values())).max()
    return f"to {off:.1e} rad/s²", off <= DIGITS


def dies_away(run):
    early, late = (np.abs(run["roll"][part]).max() for part in
                   (run["time"] <= 1, run["time"] >= ride.END_TIME - 1))
    return (f"lean up to {early:.3f} rad in the first second, {late:.3f} in the last",
            late < early / 4)


def as_the_mode_says(run):
    """The logarithmic decrement of the lean against the weave eigenvalue at the final speed."""
    roll, time = run["roll"], run["time"]
    tops = [i for i in range(1, len(roll) - 1) if roll[i - 1] < roll[i] > roll[i + 1]]
    weave = eigenvalues_at(run.final_speed).weave[0, 0]
    period = np.diff(time[tops]).mean()
    rate = np.log(roll[tops[-1]] / roll[tops[0]]) / (time[tops[-1]] - time[tops[0]])
    close = abs(rate / weave.real - 1) < 0.1 and abs(period * weave.imag / (2 * np.pi) - 1) < 0.05
    return (f"rate {rate:.3f} 1/s, period {period:.3f} s; the mode: {weave.real:.3f} 1/s, "
            f"{2 * np.pi / weave.imag:.3f} s", close)


def speeds_up(run):
    with wd.Model("bicycle", preset="benchmark") as model:
        model.init()
        model.step_to(60.0)
        speed = model["output.speed"]
    return (f"{speed:.9f} m/s after 60 s, energy balance {run.final_speed:.9f} m/s",
            abs(speed - run.final_speed) < 1e-8)


def grows(_):
    with wd.Model("bicycle", preset="benchmark-unstable") as model:
        model.init()
        rows = model.run(5.0, dt=0.01, record=["output.roll"])
    roll = np.abs(rows["output.roll"])
    first, last = roll[rows["time"] <= 1].max(), roll[rows["time"] >= 4].max()
    return (f"lean up to {first:.1e} rad in the first second, {last:.3f} in the last",
            last > 100 * first)


def energy_kept(_):
    worst = 0.0
    for changes in MANOEUVRES.values():
        with wd.Model("bicycle", preset="benchmark") as model:
            model.set(changes)
            model.init()
            rows = model.run(20.0, dt=0.02)
        energy = rows["output.kinetic_energy"] + rows["output.potential_energy"]
        worst = max(worst, (energy.max() - energy.min()) / energy[0])
    return f"to {worst:.1e} of the energy", worst < 1e-7


def carries_the_weight(_):
    with wd.Model("bicycle") as model:
        model.init()
        loads = model.get(["output.rear_normal", "output.front_normal"])
    # Moments about the contact points, from the table of parameters
    masses, places = np.array([2, 85, 4, 3]), np.array([0, 0.3, 0.9, 1.02])
    front = 9.81 * masses @ places / 1.02
    off = np.abs(loads - [9.81 * masses.sum() - front, front]).max()
    return f"{loads[0]:.9f} and {loads[1]:.9f} N, off by {off:.1e} N", off < 1e-9


CLAIMS = (
    Claim("Meijaard et al., Table 2", "The eigenvalues at 1 to 10 m/s.",
          f"all within {DIGITS:g} 1/s of the printed digits", table_2),
    Claim("Meijaard et al.", "Weave speed 4.292 and capsize speed 6.024 m/s; stable "
          "between them.", f"within {DIGITS:g} m/s of the printed digits", critical_speeds),
    Claim("Basu-Mandal et al., Table 1", "The accelerations of lean, steer and heading of a "
          "leaning, steered, turning bicycle.", f"within {DIGITS:g} rad/s²", accelerations),
    Claim("Meijaard et al.", "At 4.6 m/s a push to the side dies away.",
          "lean in the last second of five below a quarter of that in the first", dies_away),
    Claim("not in the papers", "The push dies away like the weave mode at the final speed.",
          "decay of the lean within 10 % of that of the mode, period within 5 %", as_the_mode_says),
    Claim("not in the papers", "The energy of the push goes into the speed.",
          "after 60 s within 1e-8 m/s of the energy balance", speeds_up),
    Claim("Meijaard et al., Table 2", "At 3 m/s weave grows.",
          "lean in the last second of five above 100 times that in the first", grows),
    Claim("IFToMM benchmark", "Energy is kept for 20 s, at 4, 4.6 and 8 m/s.",
          "spread below 1e-7 of the energy, steps of 5 ms", energy_kept),
    Claim("not in the papers", "At rest the wheels carry the weight.",
          "both loads within 1e-9 N of the lever rule", carries_the_weight),
)


def eigenvalue_table():
    found = eigenvalues_at(list(TABLE_2))
    rows = []
    for i, (speed, published) in enumerate(TABLE_2.items()):
        mine = (found.weave[i, 0], found.capsize[i].real, found.castering[i].real)
        cells = [number_cell(f"{speed}")]
        for value, paper in zip(mine, published):
            parts = ("real", "imag") if np.iscomplexobj(paper) else ("real",)
            cells += [number_cell(f"{getattr(value, part):.14f}\n{getattr(paper, part):.14f}")
                      for part in parts]
        rows.append(cells)
    return table(["speed (m/s)", "weave, real part", "weave, imaginary part", "capsize",
                  "castering"], rows)


def section(run, folder):
    """HTML of the section; writes its pictures and its replay into the folder."""
    ride.draw(run, folder)
    replay.write("replay_bicycle", folder)
    pictures = "".join(picture(folder, name, title) for name, (_, title) in ride.PICTURES.items())
    return f"""<h2 id="bicycle">The bicycle: published numbers and a ride</h2>
{INTRODUCTION}
<h3>Claims</h3>
{verdicts(CLAIMS, {"here": run})}
<p><a href="replay_bicycle.html">Play it</a> in a page of its own.</p>
<h3>Eigenvalues</h3>
<p>In 1/s; the upper number of each cell is computed here, the lower one is printed in Table 2. The
printed castering eigenvalue at 7 m/s should end in ...5202, as 40 digits of the closed form
say.</p>
{eigenvalue_table()}
{pictures}
"""
