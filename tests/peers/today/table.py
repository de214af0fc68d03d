#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measure libwheeldyn beside engines of today and print a table, or write it as CSV.

The engines come from npm (package.json), which installs them into FOLDER; they run there in Node.js
as WebAssembly. If node, npm, its registry or a package of Python is missing, the script says so in
one line and ends with 77.
usage: table.py FOLDER [--write FILE.csv]
"""
import csv
import datetime
import json
import math
import shutil
import subprocess
import sys
from pathlib import Path


def skip(why):
    print(f"engines of today: not measured, {why}")
    sys.exit(77)


try:
    import disc
    import ours
except ImportError as missing:
    skip(missing)

HERE = Path(__file__).parent
ENGINES = {"mujoco": ("default", "best"), "rapier": ("default", "best"),
           "jolt": ("default", "best")}
# Without these flags the first seconds run in unoptimised WebAssembly.
NODE = ("node", "--no-liftoff", "--no-wasm-lazy-compilation")
SLOPE = -3.1819693743

# Task; text of the row, with the exact value in brackets; name of the number of a run.
ROWS = (
    ("park-brakes", "car on a slope of 0.3 rad, brakes, 60 s: creep, m (0)", "creep"),
    ("park-fixed", "the same, wheels fixed to the frame: creep, m (0)", "creep"),
    ("turn", "robot turns on the spot for 10 s: sideways displacement, m (0)", "sideways"),
    ("disc", "disc, 10 s, 30 m: error of its position, m (0)", "path"),
    ("disc", "disc: largest relative change of its energy (0)", "drift"),
    ("bounce", "ball without loss, 5 s: relative error of its last height (0)", "height"),
    ("kerb", "ball at 3 m/s against a kerb of 0.03 m: speed after, m/s (1.92)", "speed"),
    ("gradient-1e-6", f"gradient through five bounces, differences of 1e-6 m ({SLOPE:.6f})",
     "gradient"),
    ("gradient-1e-3", f"the same, differences of 1e-3 m ({SLOPE:.6f})", "gradient"),
)


def install(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for program in ("node", "npm"):
        if not shutil.which(program):
            skip(f"{program} is not installed")
    for file in [*HERE.glob("*.js"), HERE / "package.json"]:
        shutil.copy(file, folder)
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=folder,
                          capture_output=True, text=True, check=False)
    if done.returncode:
        skip("npm cannot install the engines: " + done.stderr.strip().split("\n")[0])


def run_engine(folder, engine, setting, task):
    """The numbers of a task; what the engine says of itself goes to stderr."""
    done = subprocess.run([*NODE, "tasks.js", engine, setting, task], cwd=folder,
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.strip().split("\n")[-1])


def path_error(numbers, place):
    if "x" in numbers:
        numbers["path"] = math.hypot(numbers["x"] - place[0], numbers["y"] - place[1])
    return numbers


def show(quantity, value):
    digits = {"speed": ".4f", "gradient": ".6g"}.get(quantity, ".1e")
    return "0" if value == 0 else format(value, digits)


def measure(folder):
    """Header and rows of the table."""
    place, results, names = disc.end(), {}, {}
    columns = [("wheeldyn", scheme) for scheme in ours.SCHEMES]
    columns += [(engine, setting) for engine, settings in ENGINES.items() for setting in settings]
    for task in dict.fromkeys(row[0] for row in ROWS):
        for who, how in columns:
            numbers = (ours.TASKS[task](how) if who == "wheeldyn"
                       else run_engine(folder, who, how, task))
            names[who] = numbers.pop("engine", "libwheeldyn " + ours.wd.__version__)
            results[task, who, how] = path_error(numbers, place)
    header = ["task"] + [f"{names[who]}, {how}" for who, how in columns]
    table = [[text] + [show(quantity, results[task, who, how][quantity]) for who, how in columns]
             for task, text, quantity in ROWS]
    return header, table


def main():
    if len(sys.argv) not in (2, 4) or (len(sys.argv) == 4 and sys.argv[2] != "--write"):
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    install(folder)
    header, table = measure(folder)
    if len(sys.argv) == 4:
        with open(sys.argv[3], "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *table])
        return
    print(datetime.date.today())
    for row in [header, *table]:
        print("  ".join(f"{cell:>24}" for cell in row))


if __name__ == "__main__":
    main()
