# SPDX-License-Identifier: MIT
"""Claims of Ikoki's paper about its figures, each as a criterion for the runs of one law.

A claim takes the runs of one law by preset and returns the measured value as text and the verdict.
The criteria quantify words such as "approximately"; these numbers are ours, and the text of the
criterion states them.
"""
import math
from dataclasses import dataclass
from typing import Callable

import numpy as np

from cases import BRAKE_TIME, END_TIME, REVERSE_SPEED, WET_TIME

GRIP = 0.1  # a slip ratio below this is rolling with traction
SPIN = 0.3  # a slip ratio above this is a wheel that spins noticeably
ROUNDING = 1e-9  # relative tolerance of a force compared with its limit
DIP = 10.0  # s, when the friction coefficient of the drives is smallest


@dataclass
class Claim:
    source: str
    statement: str
    criterion: str
    judge: Callable


def largest_slip(run, start=0.0, end=END_TIME):
    return np.abs(run.between("slip_ratio", start, end)).max()


def traction_below_limit(runs):
    run = runs["drive-20"]
    share = (run["drive_torque"] / run.radius / run["traction_limit"]).max()
    return f"at most {share:.2f}", share < 1


def sticks(runs):
    slip = largest_slip(runs["drive-20"])
    return f"{slip:.2g}", slip < GRIP


def spins_in_the_wet(runs):
    run = runs["drive-60"]
    before, wet = largest_slip(run, 1, DIP - 2), largest_slip(run, DIP - 1, DIP + 2)
    return f"{before:.2f} before, {wet:.2f} in the wet", before < GRIP and wet > SPIN


def slows_down(runs):
    run = runs["drive-60"]
    before, least = run.between("v", 0, DIP).max(), run.between("v", DIP, END_TIME).min()
    return f"{before:.2f} → {least:.2f} m/s", 0 < least < 0.95 * before


def regains_traction(runs):
    run = runs["drive-60"]
    least, end = run.between("v", DIP, END_TIME).min(), run["v"][-1]
    slip = abs(run["slip_ratio"][-1])
    return (f"{least:.2f} → {end:.2f} m/s, slip ratio {slip:.2f}",
            end > 1.05 * max(least, 0) and slip < GRIP)


def saturates(runs):
    run = runs["drive-220"]
    peak = (run["constraint_force"] / run["traction_limit"]).max()
    return f"peak {peak:.3f} μN", 0.5 <= peak <= 1 + ROUNDING


def constraint_fades(runs):
    run = runs["drive-220"]
    dry, wet = (run.at("constraint_force", t) / run.at("traction_limit", t) for t in (DIP - 2, DIP))
    return f"{dry:.3f} μN dry, {wet:.2g} μN wet", dry < 0.2 and wet < 0.01


def fully_relaxed(runs):
    least = runs["drive-220"].between("s", DIP - 1, DIP + 1).min()
    return f"smallest s {least:.2g}", least < 0.05


def spins_then_brakes(name):
    def judge(runs):
        run = runs[name]
        spin = run.between("slip_ratio", WET_TIME, BRAKE_TIME).max()
        brake = run.between("slip_ratio", BRAKE_TIME, END_TIME).min()
        return f"slip ratio up to {spin:.2f}, then down to {brake:.2f}", spin > GRIP > -GRIP > brake
    return judge


def time_ratio(runs, name):
    braking, reference = runs[name].braking, runs["brake-reference"].braking
    if reference is None:
        return "the reference does not stop", math.nan
    if braking is None:
        return "does not stop, the reference does", math.inf
    ratio = braking[0] / reference[0]
    text = f"{braking[0]:.3f} s, reference {reference[0]:.3f} s: {100 * (ratio - 1):+.1f} %"
    return text + (", then it reverses" if runs[name].reverses else ""), ratio


def about_the_reference(runs):
    text, ratio = time_ratio(runs, "brake-0.3")
    return text, abs(ratio - 1) <= 0.1


def much_longer(runs):
    text, ratio = time_ratio(runs, "brake-0.1")
    return text, ratio >= 1.5


def almost_locked(runs):
    run = runs["brake-0.1"]
    end = run.stop_time or END_TIME
    v = run.between("v", BRAKE_TIME, end)
    rim = run.radius * run.between("theta_dot", BRAKE_TIME, end)
    share = np.mean(np.abs(rim) < 0.1 * np.abs(v))
    return f"{100 * share:.0f} % of the braking", share >= 0.5


def within_limit(runs):
    worst = max(((np.abs(run["contact_force"]) / run["traction_limit"]).max(), name)
                for name, run in runs.items())
    return f"up to {worst[0]:.3g} μN ({worst[1]})", worst[0] <= 1 + ROUNDING


def never_reverses(runs):
    least, name = min((run["v"].min(), name) for name, run in runs.items())
    return f"smallest {least + 0.0:.2f} m/s ({name})", not runs[name].reverses


CLAIMS = (
    Claim("Fig. 3, 20 N.m", "The drive asks for less than the ground can give, even when wet.",
          "T_m/R below μN at all times", traction_below_limit),
    Claim("Fig. 3, 20 N.m", "The wheel rolls by stiction throughout.",
          f"largest slip ratio below {GRIP}", sticks),
    Claim("Fig. 4, 60 N.m", "On entering the slippery phase the wheel spins noticeably.",
          f"slip ratio below {GRIP} until {DIP - 2:g} s, above {SPIN} within "
          f"{DIP - 1:g} to {DIP + 2:g} s", spins_in_the_wet),
    Claim("Fig. 4, 60 N.m", "The vehicle slows down there.",
          f"smallest speed after {DIP:g} s at least 5 % below the largest before, and forward",
          slows_down),
    Claim("Fig. 4, 60 N.m", "Then it accelerates and regains traction.",
          f"at {END_TIME:g} s at least 5 % faster than at the slowest, slip ratio below {GRIP}",
          regains_traction),
    Claim("Fig. 5, 220 N.m", "The constraint force saturates as the drive exceeds the limit.",
          "peak of Q_i^c within 0.5 to 1 μN", saturates),
    Claim("Fig. 5, 220 N.m", "With slip the constraint force falls to near zero.",
          f"Q_i^c below 0.2 μN at {DIP - 2:g} s (dry) and below 0.01 μN at {DIP:g} s (wet)",
          constraint_fades),
    Claim("Fig. 5, 220 N.m", "The rolling constraint is relaxed in full.",
          f"s falls below 0.05 within {DIP - 1:g} to {DIP + 1:g} s", fully_relaxed),
    Claim("Fig. 6, μ_l = 0.3", "The wheel first spins, then brakes.",
          f"slip ratio above {GRIP} between {WET_TIME:g} and {BRAKE_TIME:g} s, "
          f"below -{GRIP} after", spins_then_brakes("brake-0.3")),
    Claim("Fig. 6, μ_l = 0.3", "Braking takes about as long as with μ = 0.9 throughout.",
          "braking time within 10 % of the reference", about_the_reference),
    Claim("Fig. 7, μ_l = 0.1", "The wheel first spins, then brakes.",
          "as for Fig. 6", spins_then_brakes("brake-0.1")),
    Claim("Fig. 7, μ_l = 0.1", "Braking takes significantly longer.",
          "braking time at least 1.5 times the reference", much_longer),
    Claim("Fig. 7, μ_l = 0.1", "The wheel slides almost locked.",
          "|R θ̇| below 0.1 |ẋ| for at least half of the braking", almost_locked),
    Claim("Section 1", "The contact force stays within its saturation limit.",
          "|F| at most μN in all six runs", within_limit),
    Claim("not in the paper", "A vehicle that is driven or braked does not roll backwards.",
          f"ẋ at least -{REVERSE_SPEED} m/s in all six runs", never_reverses),
)
