# SPDX-License-Identifier: MIT
"""Directive `bicycle-benchmark:: TABLE`: published numbers and those of the built library.

TABLE is eigenvalues, speeds, matrices or accelerations. The build of the manual fails if numbers
differ by more than the tolerance of the table.
"""
import csv
import os

import wheeldyn
from tables import TableDirective
from wheeldyn.bicycle import critical_speeds, modes

DIGITS = 1e-11  # least agreement; the printed numbers have 13 to 15 digits


class Benchmark(TableDirective):
    required_arguments = 1

    def run(self):
        self.header, self.lines = TABLES[self.arguments[0]]
        return super().run()

    def rows(self):
        def read(name):
            path = os.path.join(self.env.srcdir, "..", "tests", "ref", "bicycle", name)
            self.env.note_dependency(path)
            with open(path, encoding="utf-8") as file:
                return list(csv.DictReader(line for line in file if not line.startswith("#")))

        for what, published, here, *more in self.lines(read):
            if abs(here - float(published)) > DIGITS:
                raise self.error(f"{what}: {here} here, published is {published}")
            yield (what, published, f"{here:.14f}", f"{here - float(published):.1e}", *more)


def eigenvalues(read):
    published = {row["v"]: row for row in read("bm_table2.csv")}
    exact = {}
    for row in read("eigenvalues_closed_form.csv"):
        exact.setdefault(float(row["v"]), []).append(complex(float(row["re"]), float(row["im"])))
    speeds = [float(v) for v in published]
    with wheeldyn.Model("bicycle") as model:
        found = modes(model, speeds)

    def line(speed, name, text, value, part):
        nearest = min(exact[speed], key=lambda other: abs(other - value))
        return (f"{speed:g} m/s, {name}", text, getattr(value, part),
                f"{abs(getattr(value - nearest, part)):.1e}")

    for i, (speed, row) in enumerate(zip(speeds, published.values())):
        pair = found.weave[i]
        texts = row["weave_re"].split(";")[::-1]
        if len(texts) == 2:
            yield from (line(speed, "weave", text, value, "real")
                        for text, value in zip(texts, pair))
        else:
            yield line(speed, "weave, real", texts[0], pair[0], "real")
            yield line(speed, "weave, imaginary", row["weave_im"], pair[0], "imag")
        yield line(speed, "capsize", row["capsize_re"], found.capsize[i], "real")
        yield line(speed, "castering", row["castering_re"], found.castering[i], "real")


def references(read):
    return {row["quantity"]: row["value"] for row in read("external_reference.csv")}


def speeds(read):
    published = references(read)
    with wheeldyn.Model("bicycle") as model:
        weave, capsize, _ = critical_speeds(model)
        frequency = modes(model, weave).weave[0, 0].imag
    yield "weave speed (m/s)", published["weave_speed"], weave
    yield "weave frequency at this speed (rad/s)", published["weave_imag_at_weave_speed"], frequency
    yield "capsize speed (m/s)", published["capsize_speed"], capsize


def matrices(read):
    published = references(read)
    with wheeldyn.Model("bicycle") as model:
        model.init()
        for name in ("M11", "M12=M21", "M22", "C1_11", "C1_12", "C1_21", "C1_22", "K0_11",
                     "K0_12=K0_21", "K0_22", "K2_12", "K2_22"):
            entry = name.partition("=")[0].replace("_", "")
            variable = f"output.canonical_{entry[:-2]}_{entry[-2:]}"
            yield f"``{variable}``", published[name], model[variable]


def accelerations(read):
    table = {row["ours_name"]: (row["paper_value"], float(row["ours_value"]))
             for row in read("basu_mandal_table1.csv")}
    start = {"init.roll": "roll", "init.steer": "steer", "init.roll_rate": "rolld",
             "init.steer_rate": "steerd"}
    wanted = {"output.yaw_rate": "yawd", "output.pitch": "pitch", "state.rear_wheel.z": "z_R",
              "state.rear_wheel.vx": "xd_R", "state.rear_wheel.vy": "yd_R",
              "state.rear_wheel.vz": "zd_R", "output.roll_acc": "rolldd",
              "output.steer_acc": "steerdd", "output.yaw_acc": "yawdd"}
    with wheeldyn.Model("bicycle") as model:
        model.set({name: table[theirs][1] for name, theirs in start.items()})
        model["init.speed"] = table["betaRd"][1] * model["param.rR"]
        model.init()
        for variable, theirs in wanted.items():
            yield f"``{variable}``", f"{table[theirs][1]:.13f}", model[variable]


COLUMNS = ("quantity", "published", "here", "difference")
TABLES = {"eigenvalues": ((*COLUMNS, "distance from 40 digits"), eigenvalues),
          "speeds": (COLUMNS, speeds), "matrices": (COLUMNS, matrices),
          "accelerations": (COLUMNS, accelerations)}


def setup(app):
    app.add_directive("bicycle-benchmark", Benchmark)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
