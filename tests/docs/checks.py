#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The errors stated on the pages of the kinds agree with those that the tests print.

usage: checks.py checks.csv source-folder build-folder [log]

Runs the tests that the table names. If `log`, the JSON log of meson test, has the output of a test,
this output is used instead. The largest number that `pattern` marks in the output must be within a
factor of ten of `error` and at most `limit`. `limit` must be a number in the source of the test or
in a header of the same folder that it includes.
"""
import csv
import json
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

NUMBER = re.compile(r"(?<![\w.])\d+\.?\d*(?:[eE][-+]?\d+)?(?![\w.])")
INCLUDE = re.compile(r'^#include "(.*)"', re.MULTILINE)
ROUNDING = 2e-15  # smaller errors are rounding, which differs between processors


def read(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def run(build, command):
    test, *arguments = command.split()
    folder, name = test.split("/")
    program = pathlib.Path(build, "tests", folder, "test-" + name)
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.splitlines()


def logged(log):
    """Return the lines that each test printed, by FOLDER/NAME of the test as in the table."""
    tests = map(json.loads, pathlib.Path(log).read_text(encoding="utf-8").splitlines())
    printed = {}
    for test in tests:
        suites, name = test["name"].split(":")[1].split(" / ")
        printed[f"{suites.split('+')[0]}/{name}"] = test.get("stdout", "").splitlines()
    return printed


def numbers_of(source, command):
    """Return the numbers in the source of the test and in the headers beside it."""
    folder, name = command.split()[0].split("/")
    files = [pathlib.Path(source, "tests", folder, f"test-{name}.c")]
    files += [path for include in INCLUDE.findall(files[0].read_text(encoding="utf-8"))
              for path in [files[0].parent / include] if path.exists()]
    return {float(text) for path in files
            for text in NUMBER.findall(path.read_text(encoding="utf-8"))}


def complaints(rows, source, build, printed):
    commands = sorted({row["test"] for row in rows} - printed.keys())
    with ThreadPoolExecutor(2) as pool:
        printed |= zip(commands, pool.map(lambda command: run(build, command), commands))
    for row in rows:
        place = f"{row['kind']}: {row['what']}"
        marked = [re.search(row["pattern"], re.sub(r"^ok \d+ - ", "", line))
                  for line in printed[row["test"]]]
        found = [float(text) for match in marked if match for text in match.groups() if text]
        if not found:
            yield f"{place}: nothing like {row['pattern']} in {row['test']}"
            continue
        largest, error, limit = max(found), float(row["error"]), float(row["limit"])
        print(f"{place}: {len(found)} numbers, the largest is {largest}")
        if not error / 10 <= max(largest, ROUNDING) <= 10 * max(error, ROUNDING):
            yield f"{place}: {largest} in the test, {error} in the table"
        if largest > limit or limit not in numbers_of(source, row["test"]):
            yield f"{place}: {limit} is not the limit of {row['test']}"


def main(table, source, build, log=None):
    rows = read(table)
    found = list(complaints(rows, source, build, logged(log) if log else {}))
    print("\n".join("WRONG: " + text for text in found))
    return 1 if found or not rows else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
