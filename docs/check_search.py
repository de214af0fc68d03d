#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check that the search of the built manual finds the page in search.csv first, for each word.

usage: check_search.py html-folder source-folder

Titles and index entries are scored as Sphinx's searchtools.js does it: 100 times the length of the
query, divided by the length of the text that contains it, if the query is at least half of the
text. Equal scores are in the order of the titles of the pages. Names of functions score at most 26
and words of the text at most 15, so they come after an exact entry. tests/browser/test_manual.py
checks the search page itself.
"""
import csv
import json
import pathlib
import re
import sys

# Words that users of other programs search for; search.csv must have at least these.
REQUIRED = {"time step", "tyre", "tire", "joint limit", "suspension", "contact force",
            "friction coefficient", "output file", "camber", "real time", "determinism"}


def results(index, query):
    """Return [(score, title of the page, page, anchor)], the best first."""
    query = query.lower()
    found = []
    for texts in (index["alltitles"], index["indexentries"]):
        for text, places in texts.items():
            if query in text.lower() and len(query) >= len(text) / 2:
                score = int(100 * len(query) / len(text) + 0.5)
                found += [(score, index["titles"][page], index["docnames"][page], anchor or "")
                          for page, anchor in places]
    return sorted(found, key=lambda each: (-each[0], each[1].lower()))


def complaints(folder, source):
    text = pathlib.Path(folder, "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(re.fullmatch(r"Search\.setIndex\((.*)\)\s*", text, re.DOTALL).group(1))
    with open(pathlib.Path(source, "docs", "search.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="|"))
    words = [word for word, _, _ in rows]
    yield from (f"search.csv lacks {word}" for word in sorted(REQUIRED - set(words)))
    yield from (f"search.csv has {word} twice" for word in set(words) if words.count(word) > 1)
    for word, page, section in rows:
        found = results(index, word)
        if not found or found[0][0] < 100 or found[0][2:] != (page, section):
            yield f"{word}: {page}#{section} should be first, not {found[:2]}"


if __name__ == "__main__":
    found = list(complaints(sys.argv[1], sys.argv[2]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
