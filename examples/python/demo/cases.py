# SPDX-License-Identifier: MIT
"""The runs: every preset of the rolling wheel under every law."""
import csv
from dataclasses import dataclass

import numpy as np
import wheeldyn as wd

DRIVES = ("drive-20", "drive-60", "drive-220")
BRAKES = ("brake-reference", "brake-0.3", "brake-0.1")
LAWS = {
    "published": "published: the printed equations",
    "stabilized": "stabilized: with a restoring term",
    "stabilized_moment": "stabilized_moment: friction also acts on the wheel",
    "saturated": "saturated: relaxation by the stick force",
}
END_TIME, WET_TIME, BRAKE_TIME, STOP_SPEED = 20.0, 13.0, 15.0, 0.1  # s, s, s, m/s
REVERSE_SPEED = 0.01  # m/s; a vehicle that rolls backwards more slowly counts as at rest
STEP, CSV_EVERY = 1e-3, 10  # rows are 1 ms apart, those of the CSV files 10 ms

COLUMNS = {
    "x": "state.x",
    "v": "state.x_dot",
    "theta_dot": "state.theta_dot",
    "slip_velocity": "output.slip_velocity",
    "slip_ratio": "output.slip_ratio",
    "s": "output.relaxation",
    "mu": "input.mu",
    "drive_torque": "input.drive_torque",
    "brake_torque": "input.brake_torque",
    "constraint_force": "output.constraint_force_x",
    "contact_force": "output.contact_force",
    "traction_limit": "output.traction_limit",
    "kinetic_energy": "output.kinetic_energy",
    "work": "output.work",
    "dissipated": "output.dissipated",
}


@dataclass
class Run:
    """The rows of one run by column, with the radius, the counts of the solver and its energy."""

    preset: str
    law: str
    rows: dict
    radius: float
    steps: int
    rejected: int

    def __getitem__(self, column):
        return self.rows[column]

    @property
    def rim(self):
        return self.radius * self["theta_dot"]

    def at(self, column, time):
        return np.interp(time, self["time"], self[column])

    def between(self, column, start, end):
        time = self["time"]
        return self[column][(time >= start) & (time <= end)]

    @property
    def stop_time(self):
        """Return the first time after BRAKE_TIME at which the speed is below STOP_SPEED, or None.
        """
        time, v = self["time"], self["v"]
        after = np.flatnonzero((time > BRAKE_TIME) & (v <= STOP_SPEED))
        if after.size == 0:
            return None
        i = after[0]
        share = (v[i - 1] - STOP_SPEED) / (v[i - 1] - v[i])
        return time[i - 1] + share * (time[i] - time[i - 1])

    @property
    def reverses(self):
        return bool(self["v"].min() < -REVERSE_SPEED)

    @property
    def braking(self):
        """Braking time and distance; None if the run does not come to STOP_SPEED."""
        stop = self.stop_time
        if stop is None:
            return None
        return stop - BRAKE_TIME, self.at("x", stop) - self.at("x", BRAKE_TIME)

    @property
    def energy_error(self):
        """Largest deviation of the energy balance, divided by the largest work, at least 1 J."""
        balance = self["kinetic_energy"] - self["work"] + self["dissipated"]
        return np.abs(balance - balance[0]).max() / max(self["work"].max(), 1.0)

    def write(self, path):
        with open(path, "w", newline="", encoding="ascii") as file:
            writer = csv.writer(file)
            writer.writerow(["time", *COLUMNS.values()])
            writer.writerows(
                [f"{value:.10g}" for value in row]
                for row in zip(*(column[::CSV_EVERY] for column in self.rows.values())))


def simulate(preset, law):
    with wd.Model("rolling_wheel", preset=preset) as wheel:
        wheel.set_choice("param.law", law)
        wheel.init()
        table = wheel.run(END_TIME, dt=STEP, record=list(COLUMNS.values()))
        rows = {"time": table["time"]}
        rows.update((column, table[name]) for column, name in COLUMNS.items())
        return Run(preset, law, rows, wheel["param.radius"],
                   int(wheel["stat.steps"]), int(wheel["stat.rejected"]))
