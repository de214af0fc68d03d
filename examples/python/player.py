# SPDX-License-Identifier: GPL-3.0-or-later
"""The frame of the replays: an HTML page with a canvas, and play, pause, scrub and speed.

A scene is a dict with its title, the times of its rows and the rows, lists of numbers. The script
of a replay is JavaScript that gives prepare(), for a scene just chosen, and draw(row), to draw the
scene at a row; it finds `scene`, `now`, `view` and `pen` (the canvas), at(id) and rowAt(time).
"""
import json
import sys
from pathlib import Path

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>@TITLE@</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 1em auto; max-width: 980px; color: #222 }
canvas { width: 100%; border: 1px solid #ccc; display: block }
#controls { display: flex; gap: .8em; align-items: center; margin: .6em 0; flex-wrap: wrap }
#scrub { flex: 1; min-width: 12em } button { width: 5em } #clock, #last {
font-variant-numeric: tabular-nums }
</style></head><body>
<div id="controls"><select id="scene" aria-label="run"></select>
<button id="play">Pause</button>
<label>speed <select id="speed"><option value="0.05">1/20</option><option value="0.1">1/10</option>
<option value="0.25">1/4</option><option value="1">1</option><option value="4">4</option></select>
</label>@CONTROLS@
<input id="scrub" type="range" min="0" max="1" step="any" value="0" aria-label="time">
<span id="clock"></span></div>
<canvas id="view" width="1960" height="1120"></canvas>
<p id="last"></p>
<script>
"use strict";
const scenes = @SCENES@;
const at = id => document.getElementById(id);
const view = at("view"), pen = view.getContext("2d");
let scene, now, playing = true, before = null;

@SCRIPT@
function choose(i) {
    scene = scenes[i];
    now = 0;
    at("scrub").max = scene.time[scene.time.length - 1];
    prepare();
}

/* The last row at or before a time, and what is between it and the next one. */
function rowAt(t) {
    let lo = 0, hi = scene.time.length - 1;
    while (hi - lo > 1) {
        const mid = (lo + hi) >> 1;
        if (scene.time[mid] <= t) lo = mid; else hi = mid;
    }
    return lo;
}

function between(t) {
    const i = rowAt(t), a = scene.rows[i], b = scene.rows[i + 1];
    const share = Math.min(1, (t - scene.time[i]) / (scene.time[i + 1] - scene.time[i]));
    return a.map((value, k) => value + share * (b[k] - value));
}

function line(points, closed) {
    pen.beginPath();
    points.forEach(([x, y]) => pen.lineTo(x, y));
    if (closed) pen.closePath();
}

function frame(stamp) {
    const end = Number(at("scrub").max);
    if (playing && before !== null)
        now = Math.min(end, now + (stamp - before) / 1000 * Number(at("speed").value));
    before = stamp;
    if (now >= end) setPlaying(false);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, view.width, view.height);
    draw(between(now));
    at("scrub").value = now;
    at("clock").textContent = now.toFixed(3) + " s";
    requestAnimationFrame(frame);
}

function setPlaying(yes) {
    playing = yes;
    at("play").textContent = yes ? "Pause" : "Play";
}

scenes.forEach((each, i) => at("scene").add(new Option(each.title, i)));
at("scene").onchange = event => { choose(event.target.value); setPlaying(true); };
at("play").onclick = () => {
    if (!playing && now >= Number(at("scrub").max)) now = 0;
    setPlaying(!playing);
};
at("scrub").oninput = event => { now = Number(event.target.value); setPlaying(false); };
choose(0);
requestAnimationFrame(frame);
</script></body></html>
"""


def page(title, scenes, script, controls=""):
    """controls: HTML of more controls, between speed and time."""
    parts = {"TITLE": title, "SCRIPT": script, "CONTROLS": controls,
             "SCENES": json.dumps(scenes, separators=(",", ":"))}
    text = PAGE
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    return text


def write(text, name):
    """Into the file that the command line gives, else `name`."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else name)
    path.write_text(text, encoding="utf-8")
    print(f"See {path}")
