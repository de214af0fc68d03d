# SPDX-License-Identifier: MIT
"""The gallery of moving replays on the demo's page. All cards use one player, which runs in a frame
of the card while the card is in sight."""
import json
from html import escape

import antilock
import replay
from wheeldyn import replay as pages

FRAMES, DIGITS = 320, 5


def car_on_ice():
    return replay.emergency("", antilock.AntiLock())


def motorcycle():
    return replay.balancing("")


# Kind, title, description, the page on which the run can be replayed, its number on that page, and
# the run.
CARDS = (
    ("vehicle", "A car stops with ice under its right wheels",
     "Anti-lock brakes hold it straight: the marks are where a wheel skids.",
     "replay_holding", 1, car_on_ice),
    ("vehicle", "A motorcycle on one wheel, then on the other",
     "A controller holds it on its rear wheel, then brakes it onto its front wheel.",
     "replay_holding", 3, motorcycle),
    ("vehicle", "A car parked on a hill",
     "It does not creep at all, until its brakes slip.",
     "replay_holding", 5, lambda: replay.parked("")),
    ("vehicle", "A robot turns beyond its grip",
     "Arrows are the forces of the ground: dashed where they reach its grip, and the wheel slips.",
     "replay_holding", 4, lambda: replay.turning("", 1.5)),
    ("bicycle", "A bicycle without hands, pushed",
     "At 4.6 m/s it steers into its fall and rights itself.",
     "replay_bicycle", 0, lambda: replay.ride("", 8.0, speed=4.6, roll_rate=0.5)),
    ("torus_wheel", "A torus rolls along an astroid",
     "A tyre on a path like a star: it rolls back at each tip, and does not slip.",
     "replay_torus", 0, lambda: replay.astroid("")),
    ("impact_wheel", "A wheel thrown at a kerb",
     "Each ring is an impact, found at its instant, with the energy it takes.",
     "replay", 1, lambda: replay.kerb("", "kerb-elastoplastic")),
    ("rolling_wheel", "A wheel driven onto wet ground",
     "It spins in the wet, and finds its grip again.",
     "replay_plane", 0, lambda: replay.driven("", "drive-60")),
    ("sliding_block", "A block pulled harder and harder",
     "It sticks until the pull is more than friction can hold, slides, and stops when released.",
     "replay_plane", 2, lambda: replay.pulled("")),
)


def slim(scene):
    """A scene for a small picture: fewer rows and digits, and only the columns that are drawn."""
    parts = {part["name"] for part in scene["parts"]}

    def drawn(name):
        return not parts or f'"{pages._in_page(name, parts)}"' in pages._TEMPLATE
    columns = [k for k, name in enumerate(scene["names"]) if k == 0 or drawn(name)]
    rows, stride = scene["rows"], max(1, len(scene["rows"]) // FRAMES)
    return {**scene, "names": [scene["names"][k] for k in columns],
            "units": [scene["units"][k] for k in columns],
            "rows": [[row[k] if row[k] is None else float(f"{row[k]:.{DIGITS}g}")
                      for k in columns] for row in rows[::stride]]}


def card(i, name, title, seen, page, run):
    link = f"{page}.html#run={run}&amp;back=report.html"
    return f"""<figure class="card"><div class="moving" data-scene="{i}"></div><figcaption>
<a href="{link}"><b>{escape(title)}</b></a> <code>{name}</code><br>{escape(seen)}
</figcaption></figure>"""


SCRIPT = """
const player = PLAYER
const scenes = SCENES
const moving = document.querySelectorAll(".moving")
/* A frame plays while it is in sight; out of sight it is gone. */
const sight = new IntersectionObserver(seen => seen.forEach(({ target, isIntersecting }) => {
  target.replaceChildren()
  if (!isIntersecting) return
  const frame = document.createElement("iframe")
  frame.title = "replay"
  const run = JSON.stringify(scenes[target.dataset.scene]).replaceAll("<", "\\u003c")
  frame.srcdoc = player.replace("/*RUNS*/", () => run)
  target.append(frame)
}), { rootMargin: "50px" })
moving.forEach(each => sight.observe(each))
"""


def inside(data):
    """Data escaped for a script element."""
    return json.dumps(data, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")


def section():
    """HTML of the gallery."""
    player = pages._TEMPLATE.replace("<body>", '<body class="card">')
    scenes = [slim(make()) for *_, make in CARDS]
    cards = "".join(card(i, *each[:-1]) for i, each in enumerate(CARDS))
    script = SCRIPT.replace("PLAYER", inside(player)).replace("SCENES", inside(scenes))
    return f"""<div class="gallery">{cards}</div>
<script>{script}</script>"""
