# SPDX-License-Identifier: MIT
"""Open the replay of every kind in a browser, use its controls, look at what it paints.

A script at the end of the page does so and says on the console what it saw. Whatever else is on
the console, such as an error, fails the test. The pictures stay in the folder WHEELDYN_PICTURES.
"""
import json
import os
import re
import struct
import subprocess
from pathlib import Path

import pytest
import wheeldyn as wd
from wheeldyn import replay

PICTURES = Path(os.environ["WHEELDYN_PICTURES"])

# A kind is run with its first preset, or with these settings; it should move.
SETTINGS = {"sliding_block": {"input.traction": 10, "state.x_dot": 1}}

USE = """
<script>
addEventListener("load", () => {
  const seen = {}
  const copy = new OffscreenCanvas(scene.width, scene.height)
    .getContext("2d", { willReadFrequently: true })
  const picture = () => {
    copy.clearRect(0, 0, scene.width, scene.height)
    copy.drawImage(scene, 0, 0)
    const { data } = copy.getImageData(0, 0, scene.width, scene.height), colors = new Map()
    let sum = 0
    for (let i = 0; i < data.length; i += 4) {
      const color = data[i] << 16 | data[i + 1] << 8 | data[i + 2]
      colors.set(color, (colors.get(color) || 0) + 1)
      sum = (sum * 31 + color) % 1e9
    }
    return { sum, colors: colors.size, most: Math.max(...colors.values()) / (data.length / 4) }
  }
  const use = (id, value) => {
    element(id).value = value
    element(id).dispatchEvent(new Event("change"))
  }
  const drag = how => scene.dispatchEvent(new PointerEvent("pointermove", { buttons: 1, ...how }))
  seen.starts = replay.playing
  replay.play(false)
  seen.paused = !replay.playing
  replay.seek(0)
  seen.begin = picture()
  replay.seek(0.6 * replay.end)
  seen.time = replay.time / replay.end
  seen.words = element("words").textContent
  seen.event = element("event").textContent
  seen.later = picture()
  element("forces").click()
  seen.bare = picture()
  element("forces").click()
  use("camera", "whole")
  seen.whole = picture()
  use("camera", "follows")
  seen.same = picture()
  drag({ movementX: 80 })
  seen.turned = picture()
  drag({ movementX: 60, shiftKey: true })
  seen.moved = picture()
  seen.camera = element("camera").value
  drag({ movementX: -80 })
  use("camera", "follows")
  scene.dispatchEvent(new WheelEvent("wheel", { deltaY: 300, cancelable: true }))
  seen.away = picture()
  use("camera", "follows")
  for (const option of element("column").options) use("column", option.value)
  use("column", element("column").options[0].value)
  element("scrub").value = 0.25
  element("scrub").dispatchEvent(new Event("input"))
  seen.scrubbed = replay.time / replay.end
  dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }))
  seen.stepped = replay.time / replay.end
  chart.dispatchEvent(new PointerEvent("pointerdown", { clientX: chart.clientWidth / 2 }))
  seen.charted = replay.time / replay.end
  replay.seek(replay.end)
  replay.play(true)
  seen.again = replay.time
  let frames = 0 // not a time: virtual time runs ahead of a busy machine's pictures
  const wait = () => {
    if (replay.time === 0 && ++frames < 200) { requestAnimationFrame(wait); return }
    seen.played = replay.time
    replay.play(false)
    replay.seek(0.6 * replay.end)
    console.log("seen " + JSON.stringify(seen))
  }
  requestAnimationFrame(wait)
})
</script>
"""


def opened(page, script, folder, name):
    """The one line on the console of a page with a script, and the picture of the page."""
    assert page.count("</body>") == 1
    file, picture = folder / f"{name}.html", PICTURES / f"{name}.png"
    file.write_text(page.replace("</body>", script + "</body>"), encoding="utf-8")
    picture.unlink(missing_ok=True)
    done = subprocess.run(
        [os.environ["WHEELDYN_BROWSER"], "--headless", "--no-sandbox", "--disable-gpu",
         "--disable-dev-shm-usage", f"--user-data-dir={folder / 'profile'}",
         "--enable-logging=stderr", "--window-size=1000,640", "--virtual-time-budget=5000",
         f"--screenshot={picture}", file.as_uri()],
        capture_output=True, text=True)
    said = re.findall(r'CONSOLE[^"]*"(.*)", source: ', done.stderr)
    assert len(said) == 1 and said[0].startswith("seen "), done.stderr
    return said[0][len("seen "):], picture.read_bytes()


def used(page, folder, name):
    """What USE saw on a page, after looking whether it is as it should be."""
    said, picture = opened(page, USE, folder, name)
    seen = json.loads(said)
    assert seen["starts"] and seen["paused"]
    assert seen["time"] == pytest.approx(0.6) and seen["words"]
    # Ground, sky and a body: no colour fills the picture, and there are more than a handful.
    for name in ("begin", "later", "whole", "turned"):
        assert seen[name]["most"] < 0.99 and seen[name]["colors"] > 20, name
    for one, other in (("begin", "later"), ("later", "whole"), ("later", "turned"),
                       ("turned", "moved"), ("same", "away")):
        assert seen[one]["sum"] != seen[other]["sum"], (one, other)
    assert seen["later"]["sum"] == seen["same"]["sum"]
    assert seen["scrubbed"] == pytest.approx(0.25) and seen["stepped"] == pytest.approx(0.255)
    assert seen["charted"] == pytest.approx(0.5) and seen["camera"] == "stays"
    assert seen["again"] == 0 and seen["played"] > 0
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", picture[16:20]) == (1000,)
    assert len(picture) > 15000, "an empty picture takes less"
    return seen


def test_a_page_paints_friction_and_says_so(tmp_path):
    """A legend with what there is less and more of, and other colours than those of plain ground."""
    pages = {}
    for name, friction in (("plain", None), ("ice", [1, 0.04, 1.5])):
        with wd.Model("impact_wheel") as model:
            model.set_terrain([(0, 0), (1, 0), (2, 0), (3, 0)])
            model.set_terrain_friction(friction)
            model.init()
            rows = model.run(0.5, dt=0.05, record=replay.columns(model))
            pages[name] = replay.page(replay.scene(model, rows))
    script = """<script>
replay.play(false)
console.log("seen " + element("legend").textContent + "; " + [0, 1, 2].map(i => surface(frictionOf(i)).rgb))
</script>"""
    plain, _ = opened(pages["plain"], script, tmp_path, "friction-plain")
    assert plain == "; " + ",".join(["214,220,206"] * 3)
    ice, _ = opened(pages["ice"], script, tmp_path, "friction")
    legend, colours = ice.split("; ")
    assert legend == "friction \u00d7 0.04 friction \u00d7 1.5 "
    assert colours.startswith("214,220,206,") and colours.count("214,220,206") == 1


@pytest.mark.parametrize("kind", [kind for kind in wd.kinds() if not wd.part_types(kind)])
def test_replay(kind, tmp_path):
    with wd.Model(kind, preset=next(iter(wd.presets(kind)), None)) as model:
        model.set(SETTINGS.get(kind, {}))
        model.init()
        rows = model.run(4.0, dt=0.02, record=replay.columns(model))
        events = len(model.events())
        page = replay.page(replay.scene(model, rows))
    seen = used(page, tmp_path, kind)
    assert bool(seen["event"]) == (events > 0)
    if kind != "impact_wheel":  # it flies
        assert seen["bare"]["sum"] != seen["later"]["sum"], "no forces are drawn"


def test_runs_can_be_chosen(tmp_path):
    scenes = []
    for kind in ("bicycle", "sliding_block"):
        with wd.Model(kind) as model:
            model.init()
            scenes.append(replay.scene(model, model.run(1.0, 0.1, replay.columns(model)), kind))
    said, _ = opened(replay.page(*scenes), """
<script>
element("run").value = 1
element("run").dispatchEvent(new Event("change"))
console.log("seen " + document.title)
</script>
""", tmp_path, "chosen")
    assert said == "sliding_block - wheeldyn replay"


@pytest.mark.skipif("WHEELDYN_TOOL" not in os.environ, reason="the program wheeldyn is not built")
def test_replay_of_the_program(tmp_path):
    (tmp_path / "kerb.yaml").write_text("kind: impact_wheel\npreset: kerb-plastic\n"
                                        "time: {end: 1, step: 0.01}\nrecord: [output.gap]\n")
    subprocess.run([os.environ["WHEELDYN_TOOL"], "run", "kerb.yaml", "--html", "kerb.html"],
                   cwd=tmp_path, check=True)
    seen = used((tmp_path / "kerb.html").read_text(encoding="utf-8"), tmp_path, "program")
    assert re.match("event [0-9]+ of [0-9]+: [A-Z]+ at ", seen["event"])
