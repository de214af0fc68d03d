# SPDX-License-Identifier: MIT
"""The page with sliders of examples/javascript, which has the library in it as WebAssembly: what its
sliders do, and that its runs have the bits of the library here. script/test --all builds the page.
"""
import json
import os
from pathlib import Path

import pytest
import wheeldyn as wd
from test_browser import opened

PAGE = Path(os.environ.get("WHEELDYN_PLAYGROUND", "not-built"))

USE = """
<script>
playground.then(shown => {
  const seen = []
  const look = ({ section, rows }) => seen.push({
    words: section.querySelector(".words").textContent, says: say.textContent,
    pictures: Array.from(section.querySelectorAll("canvas"), canvas => canvas.toDataURL()),
    row: Object.fromEntries(Object.entries(rows).map(([name, column]) => [name, column.at(-1)])),
  })
  const move = (wheel, name, value) => {
    const slider = wheel.section.querySelector("." + name)
    slider.value = value
    slider.dispatchEvent(new Event("input"))
  }
  const [bicycle, tyre] = shown
  look(bicycle)
  move(bicycle, "speed", 2.75)
  look(bicycle)
  move(bicycle, "speed", 4.6)
  look(bicycle)
  move(bicycle, "push", 0.25)
  look(bicycle)
  look(tyre)
  move(tyre, "speed", 6)
  look(tyre)
  console.log("seen " + JSON.stringify(seen).replaceAll('"', "'"))
})
</script>
"""


def end(kind, preset, settings, time, seen):
    """The run that a page shows is that of the library here, to the last bit."""
    with wd.Model(kind, preset=preset) as model:
        model.set(settings)
        model.init()
        rows = model.run(time, 0.02, [name for name in seen["row"] if name != "time"])
        assert seen["row"] == {name: rows[name][-1] for name in rows.dtype.names}
        return rows["time"][-1]


@pytest.mark.skipif(not PAGE.exists(), reason="the page with sliders is not built")
def test_sliders(tmp_path):
    said, _ = opened(PAGE.read_text(encoding="utf-8"), USE, tmp_path, "playground")
    first, slow, again, pushed, tyre, fast = json.loads(said.replace("'", '"'))
    assert first["says"].endswith(f"libwheeldyn {wd.__version__}.")

    assert end("bicycle", "benchmark", {}, 8, first) == 8
    assert first["words"].startswith("It rights itself: ")
    down = end("bicycle", "benchmark", {"init.speed": 2.75}, 8, slow)
    assert slow["words"] == f"It is down after {down:.2f} s."
    assert again == first
    end("bicycle", "benchmark", {"init.roll_rate": 0.25}, 8, pushed)
    for picture in range(2):
        assert len({seen["pictures"][picture] for seen in (first, slow, pushed)}) == 3

    settings = {"param.rolling_torque": 1, "state.lean_rate": 0.4, "state.spin_rate": -2.5 / 0.4}
    down = end("torus_wheel", None, settings, 12, tyre)
    assert tyre["words"] == f"It is down after {down:.2f} s."
    assert end("torus_wheel", None, settings | {"state.spin_rate": -6 / 0.4}, 12, fast) == 12
    assert fast["words"].startswith("It stays up for 12 s ")
