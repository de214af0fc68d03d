#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Count comments without a subject and obsolete phrases; no folder may have more than is allowed.

usage: wording.py source-folder           compare with the counts below
       wording.py source-folder --list    print each place
       wording.py source-folder --write   write today's counts into this file

A comment begins with the thing that it describes, or with a verb. The phrases are those for which
the field has a standard term. Counts may only fall: after a rewrite, run --write and commit the
lower counts with it.
"""
import collections
import re
import sys
from pathlib import Path

from licence import names, read

# Folder: headless comment openings, obsolete phrases. Folders without any have no line.
COUNTS = {
}
# Reviewed exceptions: (regular expression of the path, of the line).
EXCEPTIONS = []

FOLDERS = {"lib", "include", "fmu", "tools", "python", "playground", "tests", "examples", "script",
           "packaging", "docs"}
MOVABLE = {"fmu", "playground", "packaging"}  # they keep their counts when they move
WITH_PHRASES = {"lib", "docs"}
SLASHES = {"c", "h", "cpp", "cs", "js", "html", "rs", "go"}
OTHERS = {"f90": "!", "lua": "--"}
HASHES = {"", "py", "build", "sh", "cmake", "yaml", "map", "in", "rb", "toml", "spec"}
HEADLESS = (r"\s*(?:Of|By|Those|One that|What|As|Also|Its|It|Until|Up to|Where|Who|Whose|Which|"
            r"So (?:many|much|far|long))\b")
PHRASES = ["is told", "are told", "told by name", "by events", "by steps", "as good as none",
           "as ever", "for ever", "once more", "let go", "gives way", "ways to share",
           "of those that"]
BREAK = r"\s+(?:(?:\*|//|#)\s+)?"  # a phrase may continue in the next line of a comment
PHRASE = re.compile(r"\b(?:" + "|".join(text.replace(" ", BREAK) for text in PHRASES) + r")\b",
                    re.IGNORECASE)


def folder_of(name):
    """Return the key of a file in COUNTS, or None if the file is not checked."""
    parts = name.split("/")[:-1]
    if not parts or parts[0] not in FOLDERS or name.startswith("tests/ref/"):
        return None
    moved = [part for part in parts if part in MOVABLE]
    if moved and parts[0] not in ("tests", "docs"):
        return moved[0]
    deep = 3 if parts[:2] == ["lib", "models"] else 2 if parts[0] in ("lib", "tests", "docs") else 1
    return "/".join(parts[:deep])


def openings(name, text):
    """Yield the lines of headless openings; only the first line of a run of line comments opens."""
    suffix = Path(name).suffix[1:]
    line_mark = "//" if suffix in SLASHES else OTHERS.get(suffix, "#")
    if suffix not in SLASHES | HASHES | set(OTHERS) or not suffix and not text.startswith("#!"):
        return
    blocks = r"/\*[*!]?<?|<!--|\"\"\"" if suffix != "" else "(?!)"
    start = re.compile(rf"(?:{blocks}|{re.escape(line_mark)}[/!]?<?){HEADLESS}")
    whole_line = re.compile(rf"\s*{re.escape(line_mark)}")
    before = ""
    for number, line in enumerate(text.split("\n"), 1):
        if start.search(line) and not (whole_line.match(line) and whole_line.match(before)):
            yield number
        before = "" if "SPDX-License-Identifier" in line or line.startswith("#!") else line


def phrases(name, text):
    """Yield the lines in which phrases begin."""
    if name.split("/")[0] in WITH_PHRASES and Path(name).suffix not in (".csv", ".css", ".png"):
        yield from (text.count("\n", 0, found.start()) + 1 for found in PHRASE.finditer(text))


def places():
    """Yield (folder, kind of fault, file, line number, line) of all faults: 0 opening, 1 phrase."""
    for name in names():
        folder = folder_of(name)
        if folder is None or name.endswith("tests/docs/wording.py"):
            continue
        text = read(name)
        lines = text.split("\n")
        for kind, found in enumerate([openings, phrases]):
            for number in found(name, text):
                line = lines[number - 1].strip()
                if not any(re.search(path, name) and re.search(part, line)
                           for path, part in EXCEPTIONS):
                    yield folder, kind, name, number, line


def count(found):
    counts = collections.defaultdict(lambda: [0, 0])
    for folder, kind, *_ in found:
        counts[folder][kind] += 1
    return {folder: tuple(counts[folder]) for folder in sorted(counts)}


def write(counts):
    """Replace COUNTS in this file."""
    path = Path(__file__)
    text = path.read_text(encoding="utf-8")
    table = "".join(f'    "{folder}": {pair},\n' for folder, pair in counts.items())
    path.write_text(re.sub(r"(?<=^COUNTS = \{\n).*?(?=^\})", lambda _: table, text, count=1,
                           flags=re.DOTALL | re.MULTILINE), encoding="utf-8")


def report(found, counts):
    """Print each folder whose count differs from the table, and the places of those with more.
    Return the number of counts that differ.
    """
    different = 0
    for folder in sorted(set(counts) | set(COUNTS)):
        for kind, what in enumerate(["headless comment openings", "obsolete phrases"]):
            now = counts.get(folder, (0, 0))[kind]
            allowed = COUNTS.get(folder, (0, 0))[kind]
            different += now != allowed
            if now < allowed:
                print(f"{folder}: {now} {what}, {allowed} in the table: lower it (--write)")
            elif now > allowed:
                print(f"{folder}: {now} {what}, only {allowed} allowed; reword the new ones among:")
                print(*(f"  {name}:{number}: {line}" for place, which, name, number, line in found
                        if (place, which) == (folder, kind)), sep="\n")
    return different


def main(arguments):
    found = list(places())
    counts = count(found)
    if "--list" in arguments:
        print(*(f"{name}:{number}: {line}" for _, _, name, number, line in found), sep="\n")
    if "--write" in arguments:
        write(counts)
        return 0
    different = report(found, counts)
    sums = [sum(pair[kind] for pair in counts.values()) for kind in (0, 1)]
    print(f"{sums[0]} headless comment openings, {sums[1]} obsolete phrases in all")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:]))
