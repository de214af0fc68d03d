# SPDX-License-Identifier: MIT
"""The player of a replay: work for a frame of a long run, keys, buttons, chart, address."""
import os
from pathlib import Path

import pytest
import wheeldyn as wd
from chromium import Browser
from wheeldyn import replay

PICTURES = Path(os.environ["WHEELDYN_PICTURES"])
ROWS = 100_000
FRAME = 1 / 60  # s
MOST_BLOCKS = 70_000  # blocks of JavaScript for a frame; a block for each row would be more

# Draw frames at the end of a run, where paths are longest; return how many were drawn.
PLAY = """(async () => {
  const before = drawn
  for (let i = 0; i < 60; i++) {
    if (!replay.playing || replay.time > 0.98 * replay.end) {
      replay.seek(0.9 * replay.end)
      replay.play(true)
    }
    await new Promise(requestAnimationFrame)
  }
  return drawn - before
})()"""


# Mean brightness of the scene on the page's background, 0 to 255.
BRIGHT = """(() => {
  const pen = new OffscreenCanvas(scene.width, scene.height).getContext("2d")
  pen.fillStyle = getComputedStyle(document.body).backgroundColor
  pen.fillRect(0, 0, scene.width, scene.height)
  pen.drawImage(scene, 0, 0)
  const { data } = pen.getImageData(0, 0, scene.width, scene.height)
  return data.reduce((sum, v, i) => i % 4 < 3 ? sum + v : sum, 0) / (0.75 * data.length)
})()"""


@pytest.fixture(scope="module")
def browser():
    with Browser() as each:
        yield each


def long_run(kind, preset, end, values=None):
    """Return a page with many rows."""
    with wd.Model(kind, preset=preset) as model:
        model.set(values or {})
        model.init()
        rows = model.run(end, dt=end / ROWS, record=replay.columns(model))
        scene = replay.scene(model, rows, most=2 * ROWS)
    assert len(scene["rows"]) > ROWS
    return replay.page(scene)


def work_of_a_frame(browser):
    browser.blocks()
    frames = browser.evaluate(PLAY)
    assert frames > 40
    return browser.blocks() / frames


@pytest.mark.parametrize("kind, preset, end", [
    ("impact_wheel", "kerb-plastic", 10), ("vehicle", "robot", 10), ("torus_wheel", "circle", 20)])
def test_a_frame_of_a_long_run_takes_little_work(browser, kind, preset, end, tmp_path):
    """The end of the run, where paths are longest, takes little work, too."""
    (tmp_path / "long.html").write_text(long_run(kind, preset, end), encoding="utf-8")
    browser.said.clear()
    browser.begin_counting()
    browser.open((tmp_path / "long.html").as_uri(), 1400, 900)
    browser.evaluate("var drawn = 0, drawing = drawClock; drawClock = () => { drawn++; drawing() }")
    browser.evaluate(PLAY)
    for camera in ("follows", "whole"):
        browser.evaluate(f"element('camera').value = '{camera}';"
                         "element('camera').dispatchEvent(new Event('change'))")
        browser.evaluate(PLAY)
        cost = work_of_a_frame(browser)
        print(f"{kind} {preset}, camera {camera}: {cost:.0f} blocks for a frame")
        assert cost < MOST_BLOCKS, camera
    browser.end_counting()
    assert browser.said == []


@pytest.fixture(scope="module")
def bounces(tmp_path_factory):
    """A page of a wheel that bounces, with some events."""
    with wd.Model("impact_wheel", preset="kerb-plastic") as model:
        model.init()
        rows = model.run(1.0, dt=0.01, record=replay.columns(model))
        assert len(model.events()) > 3
        file = tmp_path_factory.mktemp("keys") / "page.html"
        replay.write(file, model, rows)
    return file.as_uri()


@pytest.fixture
def page(browser, bounces):
    """The page of bounces at full speed, paused at half its time; it must report no errors."""
    browser.said.clear()
    browser.open("about:blank")
    browser.open(bounces + "#t=0.5", 1000, 700)
    browser.evaluate("set('speed', 1)")
    yield browser
    assert browser.said == []


def test_the_text_of_an_event_says_that_the_motion_ends(page):
    ends = page.evaluate("""[[1, "LIMIT"], [0.5, "LIMIT"], [1, "IMPACT"]].map(
        ([at, type]) => endsMotion([at, type, {}]))""")
    assert ends == [True, False, False]


def test_keys(page):
    """Each key has the effect that the overlay describes; an open list handles its own keys."""
    def pressed(key, **more):
        page.press(key, **more)
        return page.evaluate("replay.time")

    assert page.evaluate("[replay.time, replay.playing]") == [0.5, False]
    assert pressed("ArrowRight") == pytest.approx(0.5 + FRAME)
    assert pressed("ArrowLeft") == pytest.approx(0.5)
    assert pressed("End") == 1 and pressed("Home") == 0
    page.evaluate("set('speed', 0.25)")
    assert pressed("ArrowRight", modifiers=8) == 0.25
    assert pressed("ArrowLeft", modifiers=8) == 0
    page.press("+")
    assert page.evaluate("element('speed').value") == "1"
    page.press("-")
    page.press("-")
    assert page.evaluate("element('speed').value") == "0.1"
    times = sorted(set(page.evaluate("run.events.map(event => event[0])")))
    assert [pressed("n") for _ in times] == times and pressed("n") == times[-1]
    assert [pressed("p") for _ in times[1:]] == times[-2::-1]
    page.press("w")
    assert page.evaluate("element('camera').value") == "whole"
    page.press("w")
    page.press("f")
    seen = page.evaluate("[element('camera').value, element('forces').checked]")
    assert seen == ["follows", False]
    page.press("?")
    words = page.evaluate("element('help').open && element('help').innerText")
    assert all(word in words for word in ("Space", "pause at events", "Home End"))
    page.press("?")
    assert not page.evaluate("element('help').open")
    page.press(" ")
    assert page.evaluate("replay.playing"), page.evaluate("document.activeElement.outerHTML")


def test_a_chart_has_the_colours_of_the_page(page):
    """The chart has the right colours even if it is drawn between a change of the colours and its
    notification.
    """
    page.see(1000, 700, dark=True)
    page.evaluate("draw()")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("""(() => {
      const seen = chart.toDataURL()
      taken++ // so the chart is drawn again
      draw()
      return seen === chart.toDataURL()
    })()""")


def test_space_pauses_after_a_click(page):
    """After a click on a button, space pauses, because the button loses the focus; a button focused
    with the keyboard keeps the focus.
    """
    page.evaluate("""for (const id of ["forces", "ask"]) {
      element(id).focus()
      const click = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 })
      element(id).dispatchEvent(click)
    }
    element("help").close()""")
    page.press(" ")
    assert page.evaluate("[replay.playing, element('help').open]") == [True, False]
    page.evaluate("""replay.play(false)
    element("ask").focus()
    element("ask").click()
    element("help").close()""")
    assert page.evaluate("document.activeElement.id") == "ask"


def test_two_fingers_zoom(page):
    """Two fingers zoom and do not turn the view; one finger turns it."""
    away, turn, nearer, same, then, left = page.evaluate("""(() => {
      scene.setPointerCapture = () => {}
      const at = (type, pointerId, x) => scene.dispatchEvent(new PointerEvent(type, {
        pointerId, pointerType: "touch", buttons: 1, clientX: x, clientY: 200, movementX: 10 }))
      const { away, turn } = camera
      at("pointerdown", 7, 400)
      at("pointerdown", 8, 500)
      at("pointermove", 7, 350)
      at("pointermove", 8, 550)
      const { away: nearer, turn: same } = camera
      at("pointerup", 8, 550)
      at("pointermove", 7, 360)
      at("pointerup", 7, 360)
      return [away, turn, nearer, same, camera.turn, fingers.size]
    })()""")
    assert nearer == pytest.approx(away / 2) and same == turn != then and left == 0


def test_charts_are_found_by_part_and_have_a_scale(page):
    found = page.evaluate("""(() => {
      const names = ["time", "output.speed", "state.arm.angle", "output.wheel.spin",
                     "output.arm.roll"]
      const parts = [{ name: "arm" }, { name: "point" }, { name: "wheel" }]
      take({ ...run, names, parts, choices: {}, events: [],
             rows: [[0, 0, 0, 0, 0], [1, 1, 1, 1, 1]] })
      const list = document.createElement("select")
      offer(list)
      return [...list.children].map(each => each.label + (each.children.length || ""))
    })()""")
    assert found == ["output.speed", "arm2", "wheel1"]
    assert page.evaluate("[ticks(-8, 8, 3), ticks(0.1, 1.9, 2)]") == [[-5, 0, 5], [0.5, 1, 1.5]]
    assert (page.evaluate("[-0.001, -0.04, -0.06, 0, -10].map(v => number(v, 1))")
            == ["0.0", "0.0", "-0.1", "0.0", "-10.0"])


def test_it_pauses_at_events(page):
    """The replay pauses at the exact time of an event, between frames, then continues to the next
    event.
    """
    times = sorted(set(page.evaluate("run.events.map(event => event[0])")))
    page.press("e")
    page.evaluate("window.requestAnimationFrame = () => 0; replay.seek(0)")
    stops = page.evaluate("""(() => {
      const stops = []
      let stamp = 1e6
      for (let i = 0; i < 500 && replay.time < replay.end; i++) {
        if (!replay.playing) { if (i) stops.push(replay.time); replay.play(true); before = stamp }
        tick(stamp += 17)
      }
      return stops
    })()""")
    assert stops[:len(times)] == times


def test_a_link_leads_to_a_time(page):
    page.evaluate("replay.seek(0.123456); element('link').click()")
    address = page.evaluate("location.toString()")
    assert address.endswith("#t=0.123456") and address.startswith("file:")
    page.open("about:blank")
    page.open(address)
    assert page.evaluate("[replay.time, replay.playing]") == [0.123456, False]
    assert page.evaluate("""location.hash = "#t=0.25"
      new Promise(done => setTimeout(() => done(replay.time), 100))""") == 0.25


def test_distant_wheels_are_visible(page):
    """A distant wheel, smaller than a point on the screen, is drawn larger at its place."""
    size, low, times = page.evaluate("""(() => {
      camera.away = 1000 * kind.size()
      element("camera").value = "stays"
      draw()
      const feet = kind.track(reader(valuesAt(time))), pieces = kind.draw(reader(valuesAt(time)))
      const pointsOf = list => list.flatMap(({ points }) => points)
      const low = list => Math.min(...pointsOf(list).map(p => p[2]))
      const larger = enlarged(pieces, feet)
      const heights = pointsOf(larger).map(p => onScreen(inView(p))[1])
      return [Math.max(...heights) - Math.min(...heights), low(larger) - low(pieces), view.times]
    })()""")
    assert 30 < size < 60 and abs(low) < 1e-9 and times > 10


def test_every_control_has_a_name(page):
    assert page.evaluate("""(() => {
      const named = each => each.ariaLabel || each.closest("label")
        || each.textContent && each.tagName === "BUTTON"
      return [...document.querySelectorAll("button, select, input, canvas")]
        .filter(each => !named(each)).map(each => each.outerHTML)
    })()""") == []


def test_a_chart_is_clear_of_its_marks(page):
    """Ticks have units; names of events do not overlap and are above their lines."""
    page.evaluate("""
    run.events = [0.1, 0.101, 0.102, 0.15, 0.5, 0.9].map(t => [t, "IMPACT", {}])
    var texts = [], lines = [], { fillText, fillRect } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const wide = this.measureText(text).width
      const left = x - { start: 0, center: 0.5, right: 1 }[this.textAlign] * wide
      texts.push([text, left, left + wide, y])
      fillText.apply(this, arguments)
    }
    CanvasRenderingContext2D.prototype.fillRect = function (...box) {
      lines.push(box)
      fillRect.apply(this, box)
    }
    taken++
    draw()""")
    texts, lines = page.evaluate("[texts, lines]")
    names = [each for each in texts if each[0] == "IMPACT"]
    assert 2 < len(names) < 6
    assert all(one[2] < other[1] for one, other in zip(names, names[1:]))
    assert {"0.2 m", "0.4 s"} <= {text for text, *_ in texts}
    upright = [(x, top, high) for x, top, wide, high in lines if wide == 1 and high > 10]
    assert len(upright) >= 5
    for _, left, right, y in texts:
        assert not any(left < x < right and top < y + 5 and y - 5 < top + high
                       for x, top, high in upright)


@pytest.mark.parametrize("column, best", [([5.0, 5.0000001, 5.0], 2), ([5.0, 6.0, 7.0], 1)])
def test_a_chart_begins_with_a_varying_column(page, column, best):
    """The chart begins with the key variable of the kind or, if that is constant to rounding, with
    an oscillating one.
    """
    assert page.evaluate(f"""(() => {{
      const rows = {column}.map((v, i) => [i, v, [0, 1, 0][i], i, 1e-12 * (i % 2)])
      const names = ["time", "state.y", "state.x", "state.phi", "output.gap"]
      runs.push({{ ...run, names, choices: {{}}, events: [], rows }})
      take(runs.pop())
      return moving()
    }})()""") == best


@pytest.mark.parametrize("width, dark", [(1400, False), (1400, True), (400, False), (400, True)])
@pytest.mark.parametrize("kind, preset", [
    ("sliding_block", None), ("rolling_wheel", "drive-60"), ("impact_wheel", "kerb-plastic"),
    ("torus_wheel", "circle"), ("bicycle", "benchmark"), ("vehicle", "car")])
def test_pictures(browser, kind, preset, width, dark, tmp_path):
    """Pages on wide and narrow screens, light and dark: nothing extends beyond the page.
    """
    with wd.Model(kind, preset=preset) as model:
        if not preset:
            model.set({"input.traction": 10, "state.x_dot": 1})
        model.init()
        replay.write(tmp_path / "page.html", model, model.run(1.0, 0.01, replay.columns(model)))
    browser.said.clear()
    browser.open((tmp_path / "page.html").as_uri() + "#t=0.5", width, 800, dark)
    size = browser.evaluate("(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])"
                            "(document.documentElement)")
    assert size == [width, 800]
    colour = browser.evaluate("getComputedStyle(element('bar')).backgroundColor")
    assert colour == ("rgb(29, 35, 43)" if dark else "rgb(255, 255, 255)")
    bright = browser.evaluate(BRIGHT)
    assert bright < 80 if dark else bright > 175, "mean brightness of the scene"
    browser.picture(PICTURES / f"player-{kind}-{width}{'-dark' * dark}.png")
    assert browser.said == []
