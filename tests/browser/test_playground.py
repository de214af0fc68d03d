# SPDX-License-Identifier: MIT
"""The playground, which contains the library as WebAssembly: every kind and preset can be selected,
runs, pauses and reacts to sliders, and all runs have the bits of the native library.

script/playground builds the page, WHEELDYN_PLAYGROUND names its file. The test makes the frames of
the page, because the frame rate of a browser varies. Pictures are kept in WHEELDYN_PICTURES.
"""
import json
import os
import sys
from pathlib import Path

import pytest
import wheeldyn as wd
from chromium import Browser
from wheeldyn import _scenario_library

PAGE = Path(os.environ.get("WHEELDYN_PLAYGROUND", "not-built"))
EXAMPLES = Path(__file__).parents[2] / "examples"
SCENARIOS = [EXAMPLES / "playground" / "stairs.yaml",
             *(EXAMPLES / "scenarios" / f"vehicle-{name}.yaml" for name in ("car", "robot"))]
DEMO = Path(__file__).parents[2] / "examples" / "python" / "demo"
PICTURES = Path(os.environ["WHEELDYN_PICTURES"])
HAS_GSL = "GSL" in wd.build_info()
MOST_BLOCKS = 70_000  # blocks of JavaScript that a frame may execute, as in test_player.py
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the playground is not built")

# frames() makes frames in place of the browser; `wanted` lists the times to which the run goes on.
HANDS = """
new Promise(done => requestAnimationFrame(done))
  .then(() => { window.requestAnimationFrame = () => 0 })
var stamp = 1e6, wanted = []
var frames = count => {
  const { live } = page, { more } = live.run
  const counted = t => { wanted.push(t); more(t) }
  if (!more.counts) live.run.more = Object.assign(counted, { counts: true })
  for (let i = 0; i < count; i++) tick(stamp += 50)
}
var open = (kind, preset) => { wanted = []; page.show(kind, preset) }
var trouble = () => element("trouble").textContent
var label = name => document.querySelector(`[data-names="${name}"]`)
var move = (name, value) => {
  const slider = label(name).querySelector("input[type=range]")
  slider.value = value
  slider.dispatchEvent(new Event("input"))
  return +slider.value
}
var end = () => Object.fromEntries(rows[rows.length - 1].map((value, k) => [run.names[k], value]))
"""


@pytest.fixture(scope="module")
def browser():
    with Browser() as browser:
        yield browser


@pytest.fixture
def page(browser):
    """Load the page and stop the browser's own frames; yield a function that executes statements of
    JavaScript there. At the end, no error may have been reported.
    """
    browser.said.clear()
    browser.open("about:blank")
    browser.open(PAGE.as_uri(), 1400, 900)
    browser.evaluate("playground.then(given => { window.page = given })")
    browser.evaluate(HANDS)
    yield lambda body: browser.evaluate(f"(() => {{ {body} }})()")
    assert browser.said == []


def natively(kind, preset, settings, times):
    """Return the states of the native library after the same calls as those of the page."""
    with wd.Model(kind, preset=preset or None) as model:
        model.set(settings)
        model.init()
        for time in times:
            model.run(time, 1 / 60, [])
        states = [each["name"] for each in model.variables() if each["role"] == "state"]
        return dict(zip(states, model.get(states).tolist()))


CASES = [(kind, preset) for kind in wd.kinds() if kind != "constrained"
         for preset in [*([""] if kind != "vehicle" else []), *wd.presets(kind)]]


def test_every_kind_and_preset_plays(page):
    """A second of each kind and preset has the bits of the native library; a pause stops the
    replay; all times and states are finite.
    """
    assert [tuple(case) for case in page("""
    const presetsOf = ({ name, presets }) =>
      [...name === "vehicle" ? [] : [""], ...presets.map(each => each.name)]
    return page.kinds.flatMap(kind => presetsOf(kind).map(preset => [kind.name, preset]))
    """)] == CASES
    for kind, preset in CASES:
        seen = page(f"""
    wanted = []
    element("model").value = "{'/'.join(filter(None, (kind, preset)))}"
    element("model").dispatchEvent(new Event("change"))
    frames(20)
    const before = replay.time
    element("play").click()
    frames(5)
    const states = run.names.map((name, k) => k).filter(k => /^(time|state)/.test(run.names[k]))
    return {{
      end: end(), wanted, settings: Object.fromEntries(page.live.settings), rows: rows.length,
      paused: replay.time === before, trouble: trouble(),
      finite: rows.every(row => states.every(k => Number.isFinite(row[k]))),
      sliders: document.querySelectorAll("#sliders .slider").length,
      about: element("about").textContent,
    }}""")
        what = kind, preset
        assert seen["paused"] and seen["finite"] and not seen["trouble"] and seen["about"], what
        assert seen["end"]["time"] > 0.9 and seen["rows"] > 50 and seen["sliders"] > 0, what
        native = natively(kind, preset, seen["settings"], seen["wanted"])
        assert {name: seen["end"][name] for name in native} == native, what


def has_scenarios(page):
    """Skip the test unless the page and this build read scenarios."""
    if not page("return !element('file').hidden"):
        pytest.skip("the page has no scenarios")
    try:
        return _scenario_library.scenarios()
    except ImportError:
        pytest.skip("libwheeldyn-scenario is not built")


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_plays(page, path):
    """The run has the bits of the native library, the chart begins with a recorded variable, and
    the scenario can be reopened.
    """
    has_scenarios(page)
    seen = page(f"""
    wanted = []
    element("model").value = "scenario/{path.stem}"
    element("model").dispatchEvent(new Event("change"))
    frames(20)
    return {{
      end: end(), wanted, trouble: trouble(), about: element("about").textContent,
      hash: location.hash, charted: run.names[replay.charts[0][1].value],
      sliders: Array.from(document.querySelectorAll("#sliders .slider"),
                          each => each.dataset.names),
    }}""")
    scenario = wd.load(path)
    with scenario.model() as model:
        model.init()
        for time in seen["wanted"]:
            model.run(time, 1 / 60, [])
        states = [each["name"] for each in model.variables() if each["role"] == "state"]
        native = dict(zip(states, model.get(states).tolist()))
        recorded = scenario.record(model)
    # Formulas call sin() of the C library, whose last bit depends on the platform.
    equal = pytest.approx(native, rel=1e-9, abs=1e-12) if "sin(" in path.read_text() else native
    assert {name: seen["end"][name] for name in native} == equal
    assert seen["end"]["time"] > 0.9 and not seen["trouble"] and "SPDX" not in seen["about"]
    assert seen["hash"] == f"#scenario/{path.stem}" and seen["charted"] == recorded[0]
    assert any(".mu" in names for names in seen["sliders"]) and len(seen["about"]) > 40


def test_a_scenario_is_opened(page, browser):
    """A scenario is opened together with the file that it names, and its switch acts. If that file
    is missing, the message gives the place of its name in the scenario.
    """
    has_scenarios(page)

    def opened(files):
        browser.evaluate(f"""
        wanted = []
        element("files").onchange({{ target: {{ files: Object.entries({json.dumps(files)}).map(
          ([name, text]) => new File([text], name)) }} }})""")
        return page("""
        return { trouble: trouble(), title: document.title, value: element("model").value }""")
    text = ("# Pulled twice.\nkind: sliding_block\nset: {state.x_dot: 4}\n"
            "input: {input.mu: {linear: mu.csv}}\n"
            "switch: [{at: 0.5, set: {input.traction: 3}}]\n")
    seen = opened({"block.yaml": text, "mu.csv": "0,0.2\n1,0.4\n"})
    assert seen == {"trouble": "", "title": "block.yaml - wheeldyn playground",
                    "value": "scenario/block.yaml"}
    about, before, after = page("""
    const about = element("about").textContent, column = run.names.indexOf("input.traction")
    const row = k => rows[k][column]
    frames(20)
    return [about, row(Math.floor(0.4 * 60)), row(rows.length - 1)]""")
    assert [about, before, after] == ["Pulled twice.", 0, 3]
    assert opened({"block.yaml": text})["trouble"] == "block.yaml:4:28: mu.csv: it was not given"
    assert "Choose a scenario" in opened({"mu.csv": ""})["trouble"]
    assert page("frames(5); return end().time") > 1  # the run before continues


def test_a_slider_restarts_the_run_and_a_key_does_not(page, browser):
    """A slider of an initial value restarts the run; a key that sets an input does not.

    The page is built without GSL. Its eigenvalues of the bicycle at 5 m/s have the bits of a native
    library without GSL; the eigenvalues of GSL differ by rounding.
    """
    seen = page("""
    open("bicycle", "benchmark")
    frames(30)
    const begun = replay.time, speed = move("init.speed", 5)
    const anew = replay.time
    page.drawLinear()
    return {
      begun, speed, anew, values: page.live.modes().values, shown: element("modes").textContent,
      address: location.hash, own: label("init.speed").className, trouble: trouble(),
    }""")
    assert seen["begun"] > 1 and seen["anew"] == 0 and seen["speed"] == 5 and not seen["trouble"]
    with wd.Model("bicycle", preset="benchmark") as model:
        model["init.speed"] = 5
        model.init()
        values, native = [complex(*pair) for pair in seen["values"]], model.eigenvalues().tolist()
        assert values == (pytest.approx(native, rel=1e-13) if HAS_GSL else native)
    assert "-0.775\u00b1 4.465 i" in seen["shown"] and "doubles" not in seen["shown"]
    assert seen["address"] == "#bicycle/benchmark&init.speed=5" and seen["own"] == "slider own"

    speeds, said = page("""
    while (!page.sweep.done) page.sweep.go(1000)
    page.drawLinear()
    return [page.sweep.speeds, element("stays").textContent]""")
    assert [speed for speed, _ in speeds] == [10 * i / 100 for i in range(101)]
    assert speeds[50] == [5, seen["values"]]
    assert said == "Riding straight, it rights itself from 4.3 to 6.0 m/s."  # 4.292 and 6.024 m/s

    torque = "page.live.run.names.indexOf('input.steer_torque')"
    before = page("frames(5); return replay.time")
    browser.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))")
    assert page(f"frames(2); return [replay.time > {before}, rows.at(-1)[{torque}]]") == [True, 2]
    browser.evaluate("dispatchEvent(new KeyboardEvent('keyup', { key: 'a' }))")
    assert page(f"frames(2); return rows.at(-1)[{torque}]") == 0


def test_the_legend_says_how_slippery_the_ground_has_become(page):
    """The legend follows friction that a slider or a key changes. After a restart it is empty
    again.
    """
    said = page("""
    const legend = () => { frames(10); return element("legend").textContent }
    open("rolling_wheel", "")
    const first = legend()
    move("input.mu", 0.3)
    const wet = legend()
    page.live.press({ "input.mu": 0.05 })
    const ice = legend()
    page.live.begin()
    replay.take(page.live.run)
    return [first, wet, ice, legend()]""")
    assert said == ["", "friction 0.3 of 0.9 ", "friction 0.05 to 0.3 of 0.9 ", ""]


def test_a_cone_follows_the_current_friction(page):
    """The cone follows friction that is set during the run, also if friction is a parameter.
    """
    before, after = page("""
    open("impact_wheel", "kerb-plastic")
    const mu = () => { frames(5); return frictionAt(0) }
    const before = mu()
    move("param.mu", 1)
    return [before, mu()]""")
    assert before < 0.9 and after == 1


def test_a_failure_shows_the_text_of_the_library(page):
    """The page continues after a refused value and a refused start. It stops with a message where a
    motion reaches a limit of the model.
    """
    refused, goes_on, fine, inside, after, over, plays = page("""
    open("bicycle", "benchmark")
    page.put({ "param.mB": -1 })
    const refused = trouble()
    frames(10)
    const goesOn = replay.time
    page.put({ "init.speed": 5 })
    const fine = trouble()
    open("impact_wheel", "kerb-plastic")
    page.put({ "state.y": -1 })
    const inside = trouble()
    frames(10)
    const after = replay.time
    open("torus_wheel", "")
    page.put({ "state.lean": 0.9 })
    frames(60)
    page.watch()
    return [refused, goesOn, fine, inside, after, trouble(), replay.playing]""")
    assert refused == "bicycle: param.mB must be a number above 0 and finite, got -1"
    assert goes_on > 0.4 and fine == ""
    assert inside.startswith("impact_wheel: ") and after > 0.4
    assert over.startswith("The motion has reached a limit of the model at") and "TOUCHDOWN" in over
    assert not plays


def test_a_wheel_that_would_lift_is_reported_in_words(page):
    """A bicycle with ideal wheels is pulled over by the tilt of its ground."""
    over = page("""
    open("vehicle", "bicycle")
    page.put({ "input.bank": 1.3 })
    frames(400)
    page.watch()
    return trouble()""")
    assert "WHEEL_LIFT: a wheel would leave the ground" in over


def test_eigenvalues_are_shown_clearly(page):
    """A zero has no sign, and no dot of the chart covers the speeds that are written below it."""
    foot, rates = page("""
    open("vehicle", "motorcycle")
    page.sweep.go(1e5)
    page.drawLinear()
    const plane = element("plane"), { width, height } = plane, high = 14 * devicePixelRatio
    const { data } = plane.getContext("2d").getImageData(0, height - high, width, high)
    const pixels = Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 4))
    const coloured = ([red, , blue, seen]) => seen > 0 && Math.abs(red - blue) > 60
    open("torus_wheel", "straight-10")
    frames(2)
    page.drawLinear()
    const { rows } = element("modes")
    return [pixels.filter(coloured).length, Array.from(rows, row => row.cells[0].textContent)]""")
    assert foot == 0 and rates and set(rates) == {"0.000"}


@pytest.mark.parametrize("preset", ["motorcycle", "bicycle"])
def test_a_vehicle_is_tipped_without_a_skid(page, preset):
    """A tipped body also moves sideways, so that the wheels stay where they touch the ground."""
    lever, before, after = page(f"""
    open("vehicle", "{preset}")
    const slips = () => Object.entries(end()).filter(([name]) => name.endsWith(".slip_side"))
      .map(([, slip]) => Math.abs(slip)), before = slips()
    const rate = move("init.frame.roll_rate", -0.7)
    return [page.live.value("init.frame.left") / rate, before, slips()]""")
    with wd.Vehicle(preset=preset) as model:
        roll, left = model.get(["init.frame.roll_rate", "init.frame.left"])
    assert lever == pytest.approx(left / roll)
    assert before and max(before) < 1e-2 and max(after) < 1e-2


def test_more_is_charted(page):
    """Each further chart shows another column, can show any column, and can be closed. NaN is null
    in the rows, which leaves a gap in the curve.
    """
    seen = page("""
    open("bicycle", "benchmark")
    frames(20)
    const pictures = () => replay.charts.map(([canvas]) => canvas.toDataURL())
    const charted = () => replay.charts.map(([, list]) => run.names[list.value])
    element("another").click()
    element("another").click()
    const first = charted(), before = pictures(), [, list] = replay.charts[1]
    list.value = run.names.indexOf("output.front_normal")
    list.dispatchEvent(new Event("change"))
    const other = pictures()
    document.querySelector("#bar .choice button").click()
    return {
      first, differ: before.map((picture, i) => picture !== other[i]),
      distinct: new Set(before).size, left: charted(),
      canvases: document.querySelectorAll("canvas.chart").length,
      gaps: rows.every(row => row.every(value => value === null || Number.isFinite(value))),
    }""")
    assert seen["first"] == ["output.roll", "output.steer", "output.speed"]
    assert seen["differ"] == [False, True, False] and seen["distinct"] == 3
    assert seen["left"] == ["output.roll", "output.speed"] and seen["canvases"] == 1
    assert seen["gaps"]


def test_a_body_is_thrown(page):
    """A dragged wheel that is released has the velocity of the pointer; the run continues at the
    time at which the drag began.
    """
    seen = page("""
    open("impact_wheel", "kerb-plastic")
    frames(4)
    const [place] = kind.track(reader(valuesAt(replay.end)))
    const [x, y] = onScreen(inView(place)).map(v => v / view.scale)
    const box = scene.getBoundingClientRect(), time = replay.end
    scene.setPointerCapture = () => {}
    const pointer = (type, x, y) => scene.dispatchEvent(new PointerEvent(type,
      { clientX: box.left + x, clientY: box.top + y, buttons: 1, pointerId: 1, bubbles: true }))
    pointer("pointerdown", x, y)
    pointer("pointermove", x, y - 50)
    pointer("pointerup", x, y - 200)
    const up = end()["state.y_dot"], at = replay.end
    frames(4)
    return { up, stood: at === time, goesOn: replay.end > at, trouble: trouble() }""")
    assert seen["up"] > 1 and seen["stood"] and seen["goesOn"] and not seen["trouble"]


@pytest.mark.parametrize("what, most", [("vehicle/car", 3600), ("bicycle/benchmark", 3600),
                                        ("impact_wheel/kerb-plastic", 2500)])
def test_a_frame_with_all_its_rows_takes_little_work(browser, what, most):
    """Count blocks of JavaScript, not of WebAssembly, while a page plays with almost the largest
    number of rows that it keeps. impact_wheel has fewer rows: it comes to rest, then adds none.
    """
    browser.said.clear()
    browser.begin_counting()
    browser.open("about:blank")
    browser.open(f"{PAGE.as_uri()}#{what}", 1400, 900)
    browser.evaluate("playground.then(given => { window.page = given })")
    browser.evaluate(HANDS)
    browser.evaluate(f"""
    replay.play(false)
    for (let t = 1; page.live.run.rows.length < {most} && !page.live.over; t++) page.live.more(t)
    replay.take(page.live.run)
    replay.seek(replay.end)
    replay.play(true)
    frames(20)""")
    browser.blocks()
    rows = browser.evaluate("frames(20); rows.length")
    cost = browser.blocks() / 20
    browser.end_counting()
    print(f"{what}: {cost:.0f} blocks for a frame, {rows} rows")
    assert rows >= most and cost < MOST_BLOCKS
    assert browser.said == []


@pytest.mark.parametrize("width, dark", [(1400, False), (1400, True), (400, False), (400, True)])
def test_pictures(browser, width, dark):
    """The address opens the same settings; nothing is wider than the page, also on a phone."""
    browser.said.clear()
    for what in ("#bicycle/benchmark&init.speed=6", "#vehicle/car",
                 "#impact_wheel/kerb-elastoplastic", "#torus_wheel/circle", "#scenario/stairs",
                 "#vehicle/tyre_rig", "#vehicle/threshold", "#vehicle/bowl"):
        browser.open("about:blank")
        browser.open(PAGE.as_uri() + what, width, 900 if width > 800 else 800, dark=dark)
        browser.evaluate("playground.then(() => new Promise(done => setTimeout(done, 1500)))")
        seen = browser.evaluate("""[document.documentElement.scrollWidth, element("model").value,
                                    location.hash]""")
        assert seen == [width, what[1:].split("&")[0], what]
        name = f"playground-{what[1:].split('&')[0].replace('/', '-')}-{width}{'-dark' * dark}.png"
        picture = browser.picture(PICTURES / name, whole=width < 800)
        assert len(picture) > 15000, "an empty picture takes less"
    assert browser.said == []


def test_the_demo_links_to_it(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(DEMO), str(DEMO.parent), *sys.path])
    import report
    assert report.playground(tmp_path) == ""
    (tmp_path / "playground.html").write_bytes(PAGE.read_bytes())
    assert 'href="playground.html"' in report.playground(tmp_path)
