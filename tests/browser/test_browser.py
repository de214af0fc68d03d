# SPDX-License-Identifier: MIT
"""Open the replay of every kind in a browser, use its controls, and check what it draws.

A script at the end of the page does this and prints its observations on the console. Any other
console output, such as an error, fails the test. Pictures are kept in the folder WHEELDYN_PICTURES.
"""
import json
import os
import re
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import replay

PICTURES = Path(os.environ["WHEELDYN_PICTURES"])

# Further presets of a kind, besides the first, or settings with which the kind moves.
MORE = {"vehicle": ["robot", "car"]}
SETTINGS = {"sliding_block": {"input.traction": 10, "state.x_dot": 1}}
CASES = [(kind, preset) for kind in wd.kinds() if wd.presets(kind) or not wd.part_types(kind)
         for preset in [*(wd.presets(kind)[:1] or [None]), *MORE.get(kind, [])]]

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
  seen.stepped = (replay.time - 0.25 * replay.end) * 60 / element("speed").value
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
    """Return the only console line of a page with a script, and the picture of the page."""
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
    """Run the script USE on a page, check its observations and return them."""
    said, picture = opened(page, USE, folder, name)
    seen = json.loads(said)
    assert seen["starts"] and seen["paused"]
    assert seen["time"] == pytest.approx(0.6) and seen["words"]
    # No colour fills the picture, and it has more than a few colours: ground, sky and a body.
    for name in ("begin", "later", "whole", "turned"):
        assert seen[name]["most"] < 0.99 and seen[name]["colors"] > 20, name
    for one, other in (("begin", "later"), ("later", "whole"), ("later", "turned"),
                       ("turned", "moved"), ("same", "away")):
        assert seen[one]["sum"] != seen[other]["sum"], (one, other)
    assert seen["later"]["sum"] == seen["same"]["sum"]
    assert seen["scrubbed"] == pytest.approx(0.25)
    assert seen["stepped"] == pytest.approx(1), "a step is one frame"
    assert seen["charted"] == pytest.approx(0.5) and seen["camera"] == "stays"
    assert seen["again"] == 0 and seen["played"] > 0
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", picture[16:20]) == (1000,)
    assert len(picture) > 15000, "an empty picture takes less"
    return seen


def test_a_page_paints_friction_and_says_so(tmp_path):
    """The legend names lower and higher friction, in colours that differ from ordinary ground.
    """
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
const colours = [0, 1, 2].map(i => surface(frictionOf(i)).rgb)
console.log("seen " + element("legend").textContent + "; " + colours)
</script>"""
    plain, _ = opened(pages["plain"], script, tmp_path, "friction-plain")
    rock = plain[2:].split(",", 3)[:3]
    assert plain == "; " + ",".join(rock * 3)
    ice, _ = opened(pages["ice"], script, tmp_path, "friction")
    legend, colours = ice.split("; ")
    assert legend == "friction \u00d7 0.04 friction \u00d7 1.5 "
    rock = ",".join(rock)
    assert colours.startswith(rock + ",") and colours.count(rock) == 1


def cart():
    """A cart: a frame whose box is turned by 30 degrees, a massless knuckle, and a wheel that is a
    body.
    """
    model = wd.Model("vehicle")
    turn = np.radians(30)
    moments = np.array([2**2 + 1, 4**2 + 1, 4**2 + 2**2])  # a box of 4, 2 and 1 m
    axes = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    inertia = axes @ np.diag(moments) @ axes.T
    model.add_part("body", "frame", mass=12, z=1, xx=inertia[0, 0], yy=inertia[1, 1],
                   zz=inertia[2, 2], xy=inertia[0, 1])
    model.add_part("body", "knuckle", mass=0)
    model.add_part("hinge", "steer", ("frame", "knuckle"), x=3, z=0.5, axis_z=2)
    model.add_part("wheel", "left", "knuckle", x=3, y=1, z=0.5, radius=0.5, crown=0.1)
    model.add_part("body", "roller", mass=1, x=-3, z=0.5, xx=0.1, yy=0.2, zz=0.1)
    model.add_part("hinge", "hub", ("frame", "roller"), x=-3, y=1, z=0.5, axis_y=1)
    model.add_part("rim", "back", "roller", x=-3, z=0.5, radius=0.5, crown=0.5)
    model.add_part("point", "top", "frame", z=3)
    model.add_part("point", "low", "roller", x=-3, z=0.5)
    model.add_part("spring", "coil", ("top", "low"))
    return model


def carted(model):
    """Rows of a cart at 2 m/s whose wheel lifts, slips and rolls; one quaternion is negative."""
    rows = np.zeros(4, [(name, float) for name in ("time", *replay.columns(model))])
    rows["time"] = np.arange(4)
    places = {"frame": (0, 1), "knuckle": (0, 0), "roller": (-3, 0.5), "top": (0, 3),
              "low": (-3, 0.5)}
    for name, (x, z) in places.items():
        rows[f"output.{name}.x"], rows[f"output.{name}.z"] = x + 2 * rows["time"], z
    for body in ("frame", "knuckle", "roller"):
        rows[f"output.{body}.q0"] = 1
    rows["output.roller.q0"][2] = -1
    rows["state.frame.x"], rows["state.frame.z"], rows["output.speed"] = 2 * rows["time"], 1, 2
    rows["output.left.contact"] = [0, 2, 1, 1]
    rows["output.left.slip_side"][:2], rows["output.left.side_force"][1] = 1, 5
    rows["output.back.slip_side"] = 1  # without friction
    rows["output.back.contact"] = 2
    for wheel, x in (("left", 3), ("back", -3)):
        rows[f"output.{wheel}.normal_force"] = 60
        rows[f"output.{wheel}.contact_x"] = x + 2 * rows["time"]
    rows["input.slope"], rows["input.bank"] = 0.1, 0.2
    return rows


def test_a_vehicle_is_drawn_from_its_parts(tmp_path):
    """Check the inertia boxes of bodies, rods, marks on the ground, and the inclined ground."""
    with cart() as model:
        scene = replay.scene(model, carted(model))
    scene["events"] = [(1.0, "IMPACT", {"part": 3})]
    seen = used(replay.page(scene), tmp_path, "cart")
    assert seen["event"] == "event 1 of 1: IMPACT of left at 1.0000 s"
    assert seen["bare"]["sum"] != seen["later"]["sum"], "no forces are drawn"
    said, _ = opened(replay.page(scene), """<script>
replay.play(false)
replay.seek(1)
const { parts, bodies } = kind.machine, get = reader(rows[1])
console.log("seen " + JSON.stringify({
  box: parts.frame.box.half, long: parts.frame.box.axes[0],
  boxes: bodies.map(body => !!body.box), hub: parts.knuckle.hub, hinge: parts.hub.at,
  marks: rows.map(row => kind.marks(reader(row))), down: kind.turned(get, [0, 0, -1]),
  signs: rows.map(row => own(reader(row), parts.roller, "output.q0")),
  left: pose(get, parts.knuckle).at(parts.left.at), forces: kind.forces(get)[0].slice(0, 2),
  words: element("words").textContent }).replaceAll('"', "'"))
</script>""", tmp_path, "cart-parts")
    seen = json.loads(said.replace("'", '"'))
    assert seen["box"] == pytest.approx([2, 1, 0.5])
    assert np.cross(seen["long"], [np.cos(np.pi / 6), 0.5, 0]) == pytest.approx(np.zeros(3))
    assert seen["boxes"] == [True, False, False]
    assert seen["hub"] == pytest.approx([3, 0.5, 0.5])
    assert seen["hinge"] == pytest.approx([-3, 0, 0.5])
    assert [left for left, _ in seen["marks"]] == ["nothing", "skid", "line", "line"]
    assert {back for _, back in seen["marks"]} == {"line"}
    down = [-np.sin(0.1), -np.cos(0.1) * np.sin(0.2), -np.cos(0.1) * np.cos(0.2)]
    assert seen["down"] == pytest.approx(down) and seen["signs"] == [1, 1, 1, 1]
    assert seen["left"] == pytest.approx([5, 1, 0.5])
    assert seen["forces"] == [[5, 0, 0], pytest.approx([0, 5, 60])]
    assert seen["words"] == ("2.00 m/s; slips: left; the ground rises by 5.7\u00b0 towards x "
                             "and by 11.5\u00b0 towards y")


def test_a_run_can_continue_while_it_is_shown(tmp_path):
    """A run starts with one row. The page calls its function more() only for the rows that the
    shown time needs.
    """
    with wd.Model("rolling_wheel") as model:
        model.init()
        scene = replay.scene(model, model.run(0.0, 1.0, replay.columns(model)))
    said, _ = opened(replay.page(scene), """<script>
const wanted = [], live = runs[0], begin = [...rows[0]]
live.more = t => {
  wanted.push(t)
  const now = { time: t, "state.x": 3 * t }
  if (t < 0.45) live.rows.push(begin.map((v, k) => live.names[k] in now ? now[live.names[k]] : v))
}
replay.choose(0)
for (let stamp = 1000; stamp < 1800; stamp += 100) tick(stamp)
const end = rows[rows.length - 1]
const track = paths[0].points.map(p => p[0]), { playing: plays } = replay
console.log("seen " + JSON.stringify({
  wanted, playing: plays, time: replay.time, end: replay.end, last: end[0], track,
}))
</script>""", tmp_path, "goes-on")
    seen = json.loads(said)
    assert seen["wanted"] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5]) and not seen["playing"]
    assert seen["time"] == seen["end"] == seen["last"] == seen["wanted"][3]
    assert seen["track"] == [0, *(3 * t for t in seen["wanted"][:4])]


@pytest.mark.parametrize("kind, preset", CASES)
def test_replay(kind, preset, tmp_path):
    with wd.Model(kind, preset=preset) as model:
        model.set(SETTINGS.get(kind, {}))
        model.init()
        rows = model.run(4.0, dt=0.02, record=replay.columns(model))
        events = len(model.events())
        page = replay.page(replay.scene(model, rows))
    seen = used(page, tmp_path, preset if preset in MORE.get(kind, []) else kind)
    assert bool(seen["event"]) == (events > 0)
    if kind != "impact_wheel":  # this wheel flies at the time of the picture
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
