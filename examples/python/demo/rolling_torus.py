# SPDX-License-Identifier: MIT
"""The section of the report on the rolling torus: statements, replay, pictures beside the paper's.

A claim takes all runs of torus.py by name.
"""
from html import escape

import numpy as np
import wheeldyn as wd

import replay
import torus
from claims import Claim
from report import picture, verdicts

UPRIGHT = np.pi / 2
ROUNDING = 1e-12  # m/s; a smaller slip is rounding
SETTLED = 30.0  # s; the contact point has reached its curve by then

INTRODUCTION = """
<p>The third part is on the kind torus_wheel: a torus that rolls without slip, free or on a path,
after J. Gil-Chica, M. P&eacute;rez-Molina and M. F. P&eacute;rez-Polo, <i>Path tracking and
stability of a rolling controlled wheel on a horizontal plane</i>. The equations are the corrected
ones; the manual lists the misprints and which of the paper's numbers can be reproduced under which
reading. In place of the paper's tracking law, which cannot hold the lean, two laws bring the
contact point onto the path: Law R steers by the inverse dynamics, Law P is the paper's PID made
well posed.</p>
"""


def largest(values):
    return np.abs(values).max()


def tilt(run, start=0.0, end=np.inf):
    """Largest lean from upright in degrees."""
    return np.degrees(largest(run.between("lean", start, end) - UPRIGHT))


# ---- Fig. 3 ----

def straight(runs):
    run = runs["straight"]
    x, y = run["x"] - run["x"][0], run["y"] - run["y"][0]
    length = np.hypot(x[-1], y[-1])
    aside = largest(x * y[-1] - y * x[-1]) / length
    return f"{aside:.2f} m off in {length:.1f} m", aside < 0.05 * length


def steady_spin(runs):
    change = largest(runs["straight"]["spin_rate"] - 10)
    return f"{change:.1e} rad/s", change < 0.01


def small_longitudinal(runs):
    run = runs["straight"]
    share = largest(run["reaction_longitudinal"]) / largest(run["reaction_lateral"])
    return f"{share:.4f} of the largest μ", share < 0.05


def quarters(run, name):
    values = np.array_split(run[name], 4)
    return largest(values[0]), largest(values[-1])


def lateral_grows(runs):
    first, last = quarters(runs["straight"], "reaction_lateral")
    return f"largest |μ| {first:.3f} N, then {last:.3f} N", last > 1.2 * first


def slip_grows(runs):
    slip = largest(runs["straight"]["slip_residual_1"])
    return f"at most {slip:.1e} m/s", slip > ROUNDING


# ---- stability ----

def stable_above(spin):
    def judge(_):
        with wd.Model("torus_wheel") as wheel:
            wheel["param.gravity"] = 9.8
            growth = []
            for rate in (0.99 * spin, 1.01 * spin):
                wheel.reset()
                wheel["state.spin_rate"] = rate
                wheel.init()
                growth.append(wheel.eigenvalues().real.max())
        return (f"{growth[0]:.2f} /s at 0.99 of it, {growth[1]:.1g} /s at 1.01",
                growth[0] > 1e-3 and growth[1] < 1e-3)
    return judge


# ---- Figs 4 to 6 ----

def crossing(run, degrees):
    """Return the first time at which the lean is that far from upright."""
    return run["time"][np.argmax(np.abs(run["lean"] - UPRIGHT) > np.radians(degrees))]


def fall_time(runs):
    time = crossing(runs["fall"], 20)
    return f"{time:.2f} s", abs(time - 18.952) < 0.2


def drop_time(runs):
    run = runs["fall"]
    return (f"{run['time'][-1] - crossing(run, 20):.2f} s, and then 20 degrees from flat",
            run["time"][-1] - crossing(run, 20) < 0.62)


def spin_decreases(runs):
    run = runs["fall"]
    before = run["spin_rate"][run["time"] < crossing(run, 1)]
    return f"{before[0]:.3f} → {before[-1]:.3f} rad/s", bool(np.all(np.diff(before) < 0))


def forces_rise(runs):
    run = runs["fall"]
    start = crossing(run, 20)
    before = largest(run.between("reaction_lateral", 0, start - 5))
    after = largest(run.between("reaction_lateral", start, np.inf))
    return f"largest |μ| {before:.2f} N before, {after:.1f} N after", after > 10 * before


def energy_at_start(name, value):
    def judge(runs):
        got = runs["fall"][name][0]
        return f"{got:.4f} J", abs(got - value) < 1e-3
    return judge


def balanced(runs):
    run = runs["fall"]
    error = run.energy_error / (run["kinetic_energy"][0] + run["potential_energy"][0])
    return f"{100 * error:.1e} %", error < 0.003058


# ---- Figs 7 to 10 ----

def upright_when_slow(runs):
    lean = tilt(runs["circle"], 0, torus.CIRCLE)
    return f"within {lean:.2f} degrees", lean < 5


def steady_precession(runs):
    rate = runs["circle"].between("precession_rate", 0, torus.CIRCLE)
    return f"{rate.min():.4f} to {rate.max():.4f} rad/s", largest(rate - 0.05) < 0.005


def on_circle(name):
    return lambda run: run.between(name, torus.CIRCLE + 5, np.inf)


def circle_of_rates(runs):
    run = runs["circle"]
    radius = torus.circle_of(run)[2]
    apart = torus.from_circle(run)[run["time"] > torus.TURNED].max()
    return f"{radius:.5f} m, kept to {apart:.1e} m", abs(radius - 1) < 0.01 and apart < 1e-9


def radius_at_switch(runs):
    radius = torus.circle_of(runs["circle"])[2]
    return f"{radius:.5f} m", abs(radius - 1.0004) < 1e-4


def circle_by_law_r(runs):
    run = runs["circle, Law R"]
    radius = np.hypot(on_circle("x")(run) - 1.63, on_circle("y")(run) + 6.295)
    return f"{radius.min():.5f} to {radius.max():.5f} m", largest(radius - 1) < 1e-3


def forces_balance(runs):
    run = runs["circle"]
    ratio = (1 + run["reaction_lateral"] / torus.centrifugal(run))[
        run["time"] > torus.CIRCLE + 5]
    return f"to {largest(ratio):.1e} of them", largest(ratio) < 1e-3


def small_torques(runs):
    torques = [largest(on_circle("torque_" + name)(runs["circle"]))
               for name in ("precession", "lean", "spin")]
    return ", ".join(f"{value:.4f}" for value in torques) + " N m", max(torques) < 1


# ---- Figs 11 to 16 ----

def rms(run, start, end):
    return np.sqrt(np.mean(run.between("tracking_error", start, end)**2))


def error_without_integral(runs):
    error = rms(runs["deltoid, no integral"], SETTLED, 100)
    return f"rms {1000 * error:.2f} mm", error > 0.1


def oscillates_with_integral(runs):
    error = largest(runs["deltoid, integral"].between("tracking_error", SETTLED, 100))
    return f"up to {error:.2f} m off after {SETTLED:g} s", error > 0.5


def tracks(name, limit):
    def judge(runs):
        error = rms(runs[name], 40, torus.REST)
        return f"rms {error:.1e} m", error < limit
    return judge


def reaches_set_point(runs):
    error = runs["astroid"].between("tracking_error", 99.99, 100.01)[0]
    return f"{error:.1e} m", error < 1e-3


def lean_keeps_moving(runs):
    rate = largest(runs["astroid"].between("lean_rate", 115, torus.END + 1))
    return f"lean rate at most {rate:.1e} rad/s", rate > 1e-6


def circle_at_first(runs):
    run = runs["astroid"]
    bend = run.between("precession_rate", 0, torus.TRACK) / run.between("speed", 0, torus.TRACK)
    return f"curvature {bend.min():.3f} to {bend.max():.3f} /m", np.ptp(bend) < 0.1 * bend.mean()


def torque_at_cusps(runs):
    torque = largest(runs["astroid"].between("torque_precession", 40, torus.REST))
    return f"|Mp| at most {torque:.1e} N m on the path", torque > 0.1


def no_reversal(runs):
    spin = runs["astroid"].between("spin_rate", 40, torus.REST)
    changes = np.count_nonzero(np.diff(np.sign(spin)))
    return f"{changes} changes of sign", changes == 0


def friction(start, end):
    def judge(runs):
        demand = runs["astroid"].between("friction_demand", start, end).max()
        return f"needs a coefficient of {demand:.2f}", demand < 1
    return judge


def abrupt_and_small(runs):
    run = runs["astroid"]
    switched, path = (max(largest(run.between("torque_" + name, *span))
                          for name in ("precession", "lean", "spin"))
                      for span in ((torus.TRACK, SETTLED), (40, torus.REST)))
    return f"{switched:.1f} N m, {path:.2f} N m on the path", switched < 2 * path


def holds_slip(runs):
    slip = max(largest(run["slip_residual_1"]) for run in runs.values())
    return f"at most {slip:.1e} m/s in all runs", slip < ROUNDING


def stays_up(runs):
    lean = max(tilt(run) for name, run in runs.items() if name != "fall")
    return f"at most {lean:.2f} degrees", lean < 20


def all_balanced(runs):
    error = max(run.energy_error for run in runs.values())
    return f"{error:.1e} J", error < 1e-8


CLAIMS = (
    Claim("Fig. 3 a", "Without torques the path is close to a straight line.",
          "less than 5 % off the chord", straight),
    Claim("Fig. 3 b", "The angular velocity remains approximately constant.",
          "to 0.01 rad/s", steady_spin),
    Claim("Fig. 3 c", "λ is very small.", "below 5 % of μ", small_longitudinal),
    Claim("Fig. 3 c", "μ increases with time, the wheel will be unstable.",
          "largest |μ| in the last quarter above 1.2 times that in the first", lateral_grows),
    Claim("Fig. 3 d", "The non-holonomic conditions grow with time.",
          f"slip above {ROUNDING:g} m/s", slip_grows),
    Claim("(49)", "Stable above 2.6713 rad/s.", "an eigenvalue grows below it and none above",
          stable_above(2.6713)),
    Claim("(45)", "Stable above 4.9769 rad/s.", "as before", stable_above(4.9769)),
    Claim("Fig. 5 b", "The rolling torque slows the wheel down until it drops.",
          "the spin falls until the lean is 1 degree off", spin_decreases),
    Claim("Fig. 5", "It is 20 degrees off upright at 18.952 s.", "to 0.2 s", fall_time),
    Claim("Figs 4, 5", "It then drops within 0.311 s.", "within twice that", drop_time),
    Claim("Fig. 5 c", "The reaction forces rise abruptly when it drops.",
          "largest |μ| more than ten times that until 5 s before", forces_rise),
    Claim("(53)", "T(0) is 75.8781 J.", "to 1 mJ",
          energy_at_start("kinetic_energy", 75.8781)),
    Claim("(53)", "V(0) is 31.36 J.", "to 1 mJ", energy_at_start("potential_energy", 31.36)),
    Claim("Fig. 6", "Energy is conserved with a relative error of 0.3058 %.",
          "no more than that", balanced),
    Claim("Fig. 7", "The torque (55) keeps the slow wheel upright.", "within 5 degrees",
          upright_when_slow),
    Claim("Fig. 7 c", "The precession rate is 0.05 rad/s until 40 s.", "to 10 %",
          steady_precession),
    Claim("Fig. 8", "From 40 s on the path is a circle of radius 1 m.",
          "by (65), from 41 s on: 1 m to 1 %, kept to 1 nm", circle_of_rates),
    Claim("Fig. 8", "The same with a law that corrects errors.",
          "by Law R: 1 m to 1 mm after 45 s", circle_by_law_r),
    Claim("(61)", "The radius is 1.0004 m.", "to 0.1 mm", radius_at_switch),
    Claim("Fig. 9 c, d", "Centrifugal and lateral force balance.",
          "to 0.1 % with the corrected (68)", forces_balance),
    Claim("Fig. 10 c", "The torques on the circle are very small.", "below 1 N m after 45 s",
          small_torques),
    Claim("Fig. 11 a", "Without integral action a high steady-state error appears.",
          "Law P: rms above 0.1 m after 30 s", error_without_integral),
    Claim("Fig. 11 b", "With a reset time of 0.3 s a large oscillation appears.",
          "Law P: more than 0.5 m off after 30 s", oscillates_with_integral),
    Claim("Figs 12, 13", "The contact point tracks the astroid.",
          "Law R: rms below 1 µm from 40 to 65 s", tracks("astroid", 1e-6)),
    Claim("Figs 12, 13", "The contact point tracks the astroid with PID control.",
          "Law P: rms below 5 mm", tracks("astroid, PID", 5e-3)),
    Claim("Fig. 13", "The path of the first 20 s is very nearly a circle.",
          "curvature constant to 10 %", circle_at_first),
    Claim("Fig. 14 a", "The precession torque changes abruptly at the cusps.",
          "above 0.1 N m on the path", torque_at_cusps),
    Claim("Introduction", "Torques are small even when the control is applied abruptly.",
          "at most twice those on the path", abrupt_and_small),
    Claim("Fig. 16 a", "The angular velocity oscillates without changes of sign.",
          "no change from 40 to 65 s", no_reversal),
    Claim("Fig. 16 b", "The reaction forces on the astroid are admissible.",
          "friction below 1 from 40 to 65 s", friction(40, torus.REST)),
    Claim("Fig. 16 b", "The same when tracking starts.", "from 20 to 30 s", friction(20, 30)),
    Claim("Fig. 16", "The set point is reached at about 100 s.", "to 1 mm", reaches_set_point),
    Claim("Fig. 16", "There the lean keeps oscillating slightly.",
          "a lean rate above 1e-6 rad/s after 115 s", lean_keeps_moving),
    Claim("Figs 9, 16", "The wheel rolls without slip, also through cusps.",
          f"to {ROUNDING:g} m/s", holds_slip),
    Claim("not in the paper", "Controlled, the wheel stays within 20 degrees of upright.",
          "in all runs but that of Figs 4 to 6", stays_up),
    Claim("not in the paper", "Work and energy account for every joule.", "to 1e-8 J",
          all_balanced),
)

BESIDE = {
    "torus3":
        "The paper sees μ and the slip grow until the model fails. Here the wheel weaves "
        "permanently at 13.97 rad/s, and μ with it; rolling is built in, so the slip is rounding.",
    "torus4":
        "In the paper the wheel lies at rest after 19.263 s. Here it rolls upright until 34"
        " s, then leans further at each turn of a narrowing whirl.",
    "torus5":
        "The paper's lean falls to 0 within 0.311 s from 18.952 s on and rolling fails. "
        "Here the gyroscopic torque holds it up: 20 degrees off upright at 35.44 s, 20 "
        "degrees from flat, where the model ends, at 41.91 s.",
    "torus6":
        "The paper's balance closes to 0.3 % because V(t2) is subtracted on one side only; "
        "with T, V and W at t1 it is 6.8 J too high. Here T + V + W is constant to "
        "rounding.",
    "torus7":
        "As in the paper, except that the torque (55) does not damp: until 40 s the lean, and "
        "with it the precession rate, oscillates between the edges of the dead band. In the paper "
        "ṗ jumps to 0.2 rad/s at 40 s; here this takes a second, in which the lean comes to rest.",
    "torus8":
        "The same picture: a bend, then the circle, by the torques (65). With Law R the wheel "
        "comes onto the given circle; with (65) it rolls on that of its rates at 41 s.",
    "torus9":
        "The paper's two forces balance approximately; with ṗ in place of the printed ṙ "
        "in (68) and R + b cos q they balance to rounding.",
    "torus10":
        "As in the paper the torques are small: upright on the circle only Mq = 0.1805 N m "
        "would be needed; the lean with which (65) took over, 1.2 degrees off, takes 0.66 N"
        " m. Lower right: (65) corrects nothing, Law R does.",
    "torus11":
        "The paper's error without integral action does not occur here; the oscillation occurs "
        "if the reset time is near its limit of 0.2179 s. Law R needs no integral.",
    "torus12":
        "Similar curves of x and y; but the precession runs down evenly at -0.259 rad/s, "
        "because the wheel passes the cusps by rolling back.",
    "torus13":
        "The same curve; the way onto it and to the set point depends on the law.",
    "torus14":
        "The paper has peaks of Mp at the cusps. Here Mp vanishes on the path, Mq follows K ṗ ṙ "
        "(3.634 N m) and Mr follows K r̈ (7.268 N m); right: magnified.",
    "torus15":
        "The paper's peaks at the cusps are those of its limiter. Shown are the force of "
        "the plane and the moments (82) of it; right: magnified.",
    "torus16":
        "The paper's wheel turns by 180 degrees at each cusp and keeps the sign of its "
        "spin; here the spin changes its sign. At the set point it comes to rest "
        "altogether.",
}


def beside(folder, name, title):
    return (f'<div class="beside"><div>{picture(folder, name, title)}</div>'
            f"<p>{escape(BESIDE[name])}</p></div>")


def section(runs, folder):
    """HTML of the section; writes its pictures and replay_torus.html into the folder."""
    torus.draw(runs, folder)
    replay.write("replay_torus", folder)
    pictures = "".join(beside(folder, name, title)
                       for name, (_, _, title) in torus.PICTURES.items())
    return f"""<h2 id="torus">The rolling torus: figures and claims of the paper</h2>
{INTRODUCTION}
<h3>Claims</h3>
<p>The criteria are ours where the paper gives no number.</p>
{verdicts(CLAIMS, {"corrected equations": runs})}
<p><a href="replay_torus.html">Play it</a> in a page of its own.</p>
{pictures}
"""
