#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check that only meson limits the time of tests, with the factor of script/test, and that no test
reads a clock.

usage: patience.py <root>
"""
import pathlib
import re
import sys

# Time limits, and clocks used to judge results, processor time included: on a busy machine they
# fail although nothing is wrong. Work is counted instead (tests/blocks.h).
LIMIT = re.compile(r"\btimeout=[0-9]|\balarm\(|^\s*timeout [0-9]|\b(clock|clock_gettime|getrusage|"
                   r"monotonic|perf_counter|process_time|thread_time|timespec_get)(_ns)?\(|"
                   r"\btime\.time(_ns)?\(|\bperformance\.now\(|\bDate\.now\(|ProcessTime")
WAIT = re.compile(r" *while .*\bclock_gettime\(")  # until another thread has worked
PATIENT = re.compile(r"-t (\$|\"\$)")


def main(root):
    root = pathlib.Path(root)
    wrong = []
    for path in sorted((root / "tests").rglob("*")):
        if path.suffix not in (".py", ".c", ".h", "") or not path.is_file():
            continue
        if path.relative_to(root / "tests").parts[0] in ("ref", "bench"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if WAIT.match(line):
                continue
            if LIMIT.search(line) and path.name != pathlib.Path(__file__).name:
                wrong.append(f"{path.relative_to(root)}:{number}: {line.strip()}")
    script = (root / "script/test").read_text(encoding="utf-8").replace("\\\n", " ")
    runs = [line for line in script.splitlines() if re.search(r"\bmeson test\b.*--no-rebuild", line)
            and "--list" not in line.split("|")[-1]]
    wrong += [f"script/test: no -t: {line.strip()}" for line in runs if not PATIENT.search(line)]
    for line in wrong:
        print("WRONG:", line)
    return 1 if wrong or len(runs) < 2 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
