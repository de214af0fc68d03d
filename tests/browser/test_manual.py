# SPDX-License-Identifier: MIT
"""Every page of the manual, WHEELDYN_MANUAL, and of the demo beside it, wide and on a phone, light
and dark: no page scrolls sideways, pictures load, mathematics is not empty, and text has contrast.

The required contrast is that of the Web Content Accessibility Guidelines: 4.5, but 3 for large text
and in drawings. Pictures of all pages are kept in WHEELDYN_PICTURES, most at half size, which is
faster.
"""
import csv
import itertools
import os
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from chromium import Browser

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
from check_search import REQUIRED  # noqa: E402 it is in another folder

MANUAL = Path(os.environ["WHEELDYN_MANUAL"])
PICTURES = Path(os.environ["WHEELDYN_PICTURES"]) / "manual"
DEMO = MANUAL.parent / "demo"  # made with the manual if matplotlib is available
PAGES = sorted(page for page in MANUAL.rglob("*.html")
               if not page.name.startswith("replay"))  # test_browser.py checks these pages
PAGES += [page for page in (DEMO / "report.html", DEMO / "papers.html") if page.exists()]
LOOKS = [(1400, False), (1400, True), (360, True), (360, False)]  # 360 px: a small phone

SEEN = """
(() => {
  const wrong = new Set()
  const name = element => [element.localName, ...element.classList].join(".")
  const sized = element => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0
  }
  const paint = text => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number)
  const weighted = ([r, g, b]) => [[r, 0.2126], [g, 0.7152], [b, 0.0722]]
  const light = color => weighted(color).reduce((sum, [value, weight]) => {
    const part = value / 255
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  }, 0)
  const behind = element => {
    for (; element; element = element.parentElement) {
      const [r, g, b, a = 1] = paint(getComputedStyle(element).backgroundColor)
      if (a > 0.5) return [r, g, b]
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255]
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth)
    wrong.add(`scrolls to the side: ${scrollWidth} of ${clientWidth} px`)
  if (visualViewport.scale !== 1)
    wrong.add(`drawn in ${visualViewport.scale.toFixed(2)} of its size`)
  for (const image of document.images)
    if (!image.complete || !image.naturalWidth) wrong.add(`no picture: ${image.src}`)
  for (const math of document.querySelectorAll("math"))
    if (!sized(math) || !math.textContent.trim()) wrong.add(`empty mathematics: ${math.outerHTML}`)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || !sized(element)) continue
    const style = getComputedStyle(element), drawn = element.closest("svg")
    if (style.visibility !== "visible" || element.closest("script, style, a.headerlink")) continue
    const [front, back] = [light(paint(drawn ? style.fill : style.color)), light(behind(element))]
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05)
    if (ratio < (drawn || parseFloat(style.fontSize) >= 24 ? 3 : 4.5))
      wrong.add(`contrast ${ratio.toFixed(2)}: ${name(element)} `
                + `"${element.textContent.slice(0, 40)}"`)
  }
  return [...wrong]
})()
"""


# Scroll replay NUMBER of the page into view, which loads and draws it; false if there is none.
THERE = """(() => {
  const frame = document.querySelectorAll("iframe.replay")[NUMBER]
  if (!frame) return false
  frame.scrollIntoView()
  return new Promise(done => setTimeout(() => done(true), 1500))
})()"""


@pytest.fixture(scope="module")
def browser():
    PICTURES.mkdir(exist_ok=True)
    for picture in PICTURES.glob("*.png"):
        picture.unlink()
    with Browser() as browser:
        yield browser


def named(page):
    return "-".join(page.relative_to(MANUAL if MANUAL in page.parents else MANUAL.parent).parts)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_a_page_is_legible(browser, page):
    browser.said.clear()
    wrong = {}
    name = named(page).removesuffix(".html")
    browser.open(page.as_uri(), 1400, 900)
    for width, dark in LOOKS:
        browser.see(width, 900, dark)
        found = browser.evaluate(SEEN)
        look = f"{width}{'-dark' * dark}"
        if found:
            wrong[look] = found
        picture = browser.picture(PICTURES / f"{name}-{look}.png", whole=True,
                                  scale=1 if look == "360" else 0.5)
        assert len(picture) > 5000, "an empty picture takes less"
        for number in itertools.count():
            if not browser.evaluate(THERE.replace("NUMBER", str(number))):
                break
            picture = browser.picture(PICTURES / f"{name}-replay-{number}-{look}.png")
            assert len(picture) > 15000, "an empty picture takes less"
    assert not wrong
    assert browser.said == []


FIRST = """new Promise(done => {
  const look = () => {
    const link = document.querySelector("ul.search li a")
    if (link) done(link.getAttribute("href"))
    else setTimeout(look, 20)
  }
  look()
})"""


def searches():
    """Return the rows of search.csv whose word must be found: word, page, section."""
    with open(DOCS / "search.csv", encoding="utf-8", newline="") as file:
        return [row for row in csv.reader(file, delimiter="|") if row[0] in REQUIRED]


@pytest.mark.parametrize("word, page, section", searches(), ids=lambda text: text)
def test_the_search_finds_the_right_page_first(browser, word, page, section):
    browser.open(f"{(MANUAL / 'search.html').as_uri()}?q={quote(word)}")
    assert browser.evaluate(FIRST) == f"{page}.html" + f"#{section}" * bool(section)
