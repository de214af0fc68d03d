# SPDX-License-Identifier: MIT
"""The demo's gallery and its replay pages in a browser, light and dark, on a desktop and on a
telephone; no page may print on the console. Pictures are kept in WHEELDYN_PICTURES."""
import os
import sys
from pathlib import Path

import pytest
import wheeldyn as wd
from chromium import Browser

pytest.importorskip("matplotlib")
EXAMPLES = Path(os.environ["WHEELDYN_EXAMPLES"])
PICTURES = Path(os.environ["WHEELDYN_PICTURES"])
sys.path[:0] = [str(EXAMPLES), str(EXAMPLES / "demo")]

import gallery  # noqa: E402
import measured  # noqa: E402
import replay  # noqa: E402
import report  # noqa: E402

# Check each card in turn: it loads, its replay plays, and its time changes.
LOOK = """(async () => {
  const pause = ms => new Promise(done => setTimeout(done, ms)), seen = []
  for (const card of document.querySelectorAll(".moving")) {
    card.scrollIntoView({ block: "center" })
    let player
    for (let i = 0; i < 200 && !player; i++) {
      await pause(50)
      player = card.firstChild && card.firstChild.contentWindow.replay
    }
    const begin = player.time
    for (let i = 0; i < LONGEST && player.time === begin; i++) await pause(50)
    seen.push([player.playing, player.time !== begin])
  }
  return { seen, wide: document.documentElement.scrollWidth,
           frames: document.querySelectorAll("iframe").length }
})()"""
# Show every run of a page at a few times, with its forces, from all cameras.
PLAY = """(async () => {
  for (let i = 0; i < runs.length; i++) {
    replay.choose(i)
    for (const t of [0, 0.3, 0.6, 1]) replay.seek(t * replay.end)
    for (const view of ["whole", "stays", "follows"]) {
      element("camera").value = view
      element("camera").dispatchEvent(new Event("change"))
    }
    replay.seek(0)
    replay.play(true)
    for (let k = 0; k < 100 && replay.time === 0; k++) await new Promise(requestAnimationFrame)
    if (replay.time === 0) return `run ${i} does not play`
    replay.play(false)
  }
  return "played"
})()"""


@pytest.fixture(scope="module")
def browser():
    with Browser() as each:
        yield each


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    file = tmp_path_factory.mktemp("demo") / "gallery.html"
    file.write_text(report.page("gallery", gallery.section()), encoding="utf-8")
    return file


def test_every_kind_that_can_be_drawn_has_a_card():
    kinds = {name for name, *_ in gallery.CARDS}
    assert kinds == set(wd.kinds()) - {"constrained"}, "equations of one's own have no picture"
    assert gallery.CARDS[0][0] == "vehicle"


@pytest.mark.parametrize("width, height, dark", [(1400, 1000, False), (1400, 1000, True),
                                                 (400, 800, False), (400, 800, True)])
def test_cards_move_while_they_are_seen(browser, page, width, height, dark):
    browser.said.clear()
    browser.open(page.as_uri(), width, height, dark)
    found = browser.evaluate(LOOK.replace("LONGEST", "400"))
    assert found["seen"] == [[True, True]] * len(gallery.CARDS)
    assert found["wide"] <= width, "it has to be scrolled sideways"
    if width < 600:
        assert found["frames"] < len(gallery.CARDS), "cards out of sight still play"
    name = f"gallery-{width}-{'dark' if dark else 'light'}"
    browser.evaluate("scrollTo(0, 0)")
    browser.picture(PICTURES / f"{name}.png")
    assert browser.said == []


def test_cards_keep_still_with_reduced_motion(browser, page):
    browser.open(page.as_uri(), still=True)
    seen = browser.evaluate(LOOK.replace("LONGEST", "4"))["seen"]
    assert seen == [[False, False]] * len(gallery.CARDS)


@pytest.mark.parametrize("name", replay.PAGES)
def test_every_replay_of_the_demo_plays(browser, name, tmp_path):
    replay.write(name, tmp_path)
    browser.said.clear()
    browser.open((tmp_path / f"{name}.html").as_uri())
    assert browser.evaluate(PLAY) == "played"
    browser.picture(PICTURES / f"{name}.png")
    assert browser.said == []


def test_an_address_names_a_run_and_a_time(browser, tmp_path):
    replay.write("replay_plane", tmp_path)
    browser.open((tmp_path / "replay_plane.html").as_uri() + "#run=2&t=2.5")
    shown = browser.evaluate("[run.kind, replay.time, replay.playing]")
    assert shown == ["sliding_block", 2.5, False]


def test_a_replay_leads_back_to_the_report_it_was_opened_from(browser, page, tmp_path):
    replay.write("replay_plane", tmp_path)
    replay_page = (tmp_path / "replay_plane.html").as_uri()
    link = """[element("back").checkVisibility(), element("back").getAttribute("href")]"""
    browser.open(page.as_uri())
    links = browser.evaluate("""[...document.querySelectorAll(".card a")]
      .map(each => each.getAttribute("href"))""")
    seen = []
    for hash in "#run=2", "#back=javascript:0", "#" + links[-1].split("#")[1]:
        browser.open("about:blank")
        browser.open(replay_page + hash)
        seen.append(browser.evaluate(link))
    assert seen == [[False, None], [False, None], [True, "report.html"]]
    browser.evaluate("copyLink()")
    assert browser.evaluate(link) == [True, "report.html"]


def test_the_chart_begins_with_what_moves_and_has_round_ticks(browser, tmp_path):
    replay.write("replay_plane", tmp_path)
    browser.open((tmp_path / "replay_plane.html").as_uri())
    seen = browser.evaluate("""[0, 2].map(i => {
      replay.choose(i)
      return run.names[element("column").value]
    })""")
    assert seen == ["output.slip_velocity", "state.x_dot"]
    assert browser.evaluate("ticks(0.1, 6, 8)") == [1, 2, 3, 4, 5, 6]
    assert browser.evaluate("ticks(-0.3, 0.3, 3)") == [-0.2, 0, 0.2]
    assert browser.evaluate("ticks(2, 2, 3)") == [2]


def test_an_error_is_reported(browser, tmp_path):
    file = tmp_path / "broken.html"
    file.write_text("<script>nothing.there</script>", encoding="utf-8")
    browser.said.clear()
    browser.open(file.as_uri())
    assert len(browser.said) == 1 and "nothing is not defined" in browser.said.pop()


def test_statements_on_another_engine_are_in_the_manual():
    assert measured.parked_car() == 0
    energy, hits = measured.bouncing_ball()
    assert energy < 1e-12 and hits > 5
    there = " ".join(text for *_, text in measured.rows({"astroid": Astroid()}))
    assert "see the manual" not in there
    assert "MuJoCo: 9.8 m as it comes, 2.3 m with" in there and "MuJoCo: 1e-2 of it" in there


class Astroid:
    """A stand-in for the run of a torus, which other tests check."""

    def between(self, *_):
        return [0.0]
