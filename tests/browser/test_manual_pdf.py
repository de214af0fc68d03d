# SPDX-License-Identifier: MIT
"""The printed manual, WHEELDYN_MANUAL_PDF, as read by poppler-utils: each chapter begins a page
with its title, in the size of paper.css, and no word is in the margins. Its links are those of the
page in WHEELDYN_MANUAL_PAPER from which it was printed.

If something is wider than the page, a browser shrinks everything, so the titles are too small.
"""
import os
import re
import subprocess
from html import unescape
from pathlib import Path

import pytest

PDF = os.environ["WHEELDYN_MANUAL_PDF"]
PAPER = Path(os.environ["WHEELDYN_MANUAL_PAPER"], "index.html")
DOCS = Path(__file__).parents[2] / "docs"
WORD = re.compile(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>')
POINTS = 72 / 25.4  # points in a millimetre
SIDE, TOP, BOTTOM = 18 * POINTS, 20 * POINTS, 22 * POINTS
A4 = 210 * POINTS, 297 * POINTS


def stated(*command):
    return subprocess.run([*command], check=True, capture_output=True, encoding="utf-8").stdout


@pytest.fixture(scope="module")
def pages():
    """Return the words of each page: left, top, right, bottom [pt], text."""
    found = stated("pdftotext", "-bbox", PDF, "-").split("<page ")[1:]
    return [[(*map(float, word[:4]), unescape(word[4])) for word in WORD.findall(page)]
            for page in found]


def titles():
    for page in sorted(DOCS.rglob("*.rst")):
        yield re.search(r"^(.+)\n===+$", page.read_text(encoding="utf-8"), re.MULTILINE).group(1)


def test_it_is_a4_and_has_a_name_and_a_number_on_each_page(pages):
    said = dict(line.split(":", 1) for line in stated("pdfinfo", PDF).splitlines())
    assert re.match(r"libwheeldyn \d", said["Title"].strip()) and "(A4)" in said["Page size"]
    assert int(said["Pages"]) == len(pages) and 150 < len(pages) < 400
    for number, words in list(enumerate(pages, 1))[1:]:
        assert [word[4] for word in words if word[1] > A4[1] - BOTTOM + 1] == [str(number)]


def test_each_chapter_begins_a_page(pages):
    heads = []
    for words in pages:
        large = [word for word in words if word[3] - word[1] > 1.1 * 22 and word[1] < TOP + 50]
        heads.append(" ".join(word[4] for word in large))
    missing = [title for title in titles() if title.replace("``", "") not in heads]
    assert not missing
    listed = " ".join(word[4] for word in pages[0])
    assert not [title for title in titles() if title not in listed]


def test_no_word_stands_in_the_margins(pages):
    """Only the page number is in the margin. Because browsers round, a word may extend into the
    margin by a point.
    """
    for number, words in enumerate(pages, 1):
        body = [word for word in words if word[1] < A4[1] - BOTTOM + 1]
        out = [word for word in body if word[0] < SIDE - 1 or word[2] > A4[0] - SIDE + 1
               or word[1] < TOP - 1 or word[3] > A4[1] - BOTTOM + 1]
        assert not out, number


def test_a_link_leads_to_one_place():
    """A reference to a heading of its own page leads there, although other pages have headings with
    the same name.
    """
    text = PAPER.read_text(encoding="utf-8")
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    links = re.findall(r'\bhref="(?:index\.html)?#([^"]+)"', text)
    assert len(links) > 1000 and not set(links) - set(ids)
    for page in (DOCS / "models").glob("*.rst"):
        assert f"models/{page.stem}--limits" in links
