# SPDX-License-Identifier: MIT
"""The player of a replay: what a frame of a long run costs, keys, buttons, chart, address."""
import os
from pathlib import Path

import pytest
import wheeldyn as wd
from chromium import Browser
from wheeldyn import replay

PICTURES = Path(os.environ["WHEELDYN_PICTURES"])
ROWS = 100_000
FRAME = 1 / 60  # s

# Frames of the end of a run, where paths are longest, as they come; how many have been drawn.
PLAY = """(async () => {
  const before = drawn
  for (let i = 0; i < 60; i++) {
    if (!replay.playing || replay.time > 0.98 * replay.end) { replay.seek(0.9 * replay.end); replay.play(true) }
    await new Promise(requestAnimationFrame)
  }
  return drawn - before
})()"""


@pytest.fixture(scope="module")
def browser():
    with Browser() as each:
        yield each


def long_run(kind, preset, end, values=None):
    """A page of so many rows."""
    with wd.Model(kind, preset=preset) as model:
        model.set(values or {})
        model.init()
        rows = model.run(end, dt=end / ROWS, record=replay.columns(model))
        scene = replay.scene(model, rows, most=2 * ROWS)
    assert len(scene["rows"]) > ROWS
    return replay.page(scene)


@pytest.mark.parametrize("kind, preset, end", [("impact_wheel", "kerb-plastic", 10), ("vehicle", "robot", 10),
                                               ("torus_wheel", "circle", 20)])
def test_a_frame_of_a_long_run_is_drawn_in_time(browser, kind, preset, end, tmp_path):
    """In processor time, since the clock of a busy machine tells of others."""
    (tmp_path / "long.html").write_text(long_run(kind, preset, end), encoding="utf-8")
    browser.said.clear()
    browser.open((tmp_path / "long.html").as_uri(), 1400, 900)
    browser.evaluate("var drawn = 0, drawing = drawClock; drawClock = () => { drawn++; drawing() }")
    browser.evaluate(PLAY)
    for camera in ("follows", "whole"):
        browser.evaluate(f"element('camera').value = '{camera}';"
                         "element('camera').dispatchEvent(new Event('change'))")
        browser.evaluate(PLAY)
        before = browser.processor_time()
        frames = browser.evaluate(PLAY)
        cost = (browser.processor_time() - before) / frames
        print(f"{kind} {preset}, camera {camera}: {1e3 * cost:.1f} ms of processor for each of {frames} frames")
        assert frames > 40 and cost < FRAME, camera
    assert browser.said == []
