# SPDX-License-Identifier: GPL-3.0-or-later
"""An animated replay of wheels on their terrain: one HTML page that needs nothing else.

The two runs of the paper, and a wheel driven by a torque over rough ground.

usage: replay.py [PAGE]
"""
import random

import player
import wheeldyn as wd

COLUMNS = ("state.x", "state.y", "state.phi")
KERB = ("param.wall_x", "param.kerb_x", "param.kerb_height")


def scene(title, wheel, profile, end, step):
    """What the page shows of one run: the profile, the positions by row, and the events."""
    wheel.init()
    rows = wheel.run(end, dt=step, record=COLUMNS)
    return {
        "title": title,
        "radius": wheel["param.radius"],
        "profile": [[round(x, 6), round(y, 6)] for x, y in profile],
        "time": [round(t, 6) for t in rows["time"].tolist()],
        "rows": [[round(row[name], 6) for name in COLUMNS] for row in rows],
        "events": [{"time": event["time"], "type": event["type"], "x": round(event["x"], 6),
                    "y": round(event["y"], 6), "loss": -event["energy_change"]}
                   for event in wheel.events()],
    }


def kerb_scene(title, preset):
    with wd.Model("impact_wheel", preset=preset) as wheel:
        wall, kerb, height = wheel.get(KERB)
        profile = [(wall, 9), (wall, height), (kerb, height), (kerb, 0), (9, 0)]
        return scene(title, wheel, profile, end=1.0, step=2e-3)


def rough_scene(title):
    chance = random.Random(1)
    profile = [(-9, 0), (0.5, 0)]
    profile += [(0.5 + 0.12 * i, chance.uniform(0, 0.06)) for i in range(1, 120)]
    with wd.Model("impact_wheel") as wheel:
        wheel.set_terrain(profile)
        wheel.set({"state.x": 0, "state.y": wheel["param.radius"], "param.mu": 0.8,
                   "param.restitution": 0.3, "input.torque": -1,
                   "solver.event_capacity": 10000})
        return scene(title, wheel, profile, end=6.0, step=5e-3)


def scenes():
    return [
        kerb_scene("plastic collisions, β = 0", "kerb-plastic"),
        kerb_scene("elastoplastic collisions, β = 0.3", "kerb-elastoplastic"),
        rough_scene("driven by 1 N m over rough ground, β = 0.3"),
    ]


SCRIPT = """const trail = 240, flash = 0.06; // rows, s

function prepare() {
    const x = scene.rows.map(row => row[0]), y = scene.rows.map(row => row[1]);
    const height = Math.max(...y) - Math.min(...y) + 3.5 * scene.radius;
    scene.width = Math.max(Math.min(Math.max(...x) - Math.min(...x) + 4 * scene.radius, 1.6),
                           height * view.width / view.height);
    scene.left = Math.min(...x) - 2 * scene.radius;
    scene.right = Math.max(...x) + 2 * scene.radius;
    scene.bottom = Math.min(...y) - 2 * scene.radius;
    at("speed").value = at("scrub").max > 3 ? "1" : "0.1";
}

function drawGround(low) {
    const profile = scene.profile, first = profile[0], last = profile[profile.length - 1];
    line([...profile, [last[0], low], [Math.min(first[0], -9), low],
          [Math.min(first[0], -9), first[1]]], true);
    pen.fillStyle = "#e2e2e2";
    pen.fill();
    line(profile, false);
    pen.strokeStyle = "#000";
    pen.stroke();
}

function drawWheel([x, y, phi]) {
    const r = scene.radius;
    pen.strokeStyle = "#0072B2";
    pen.beginPath();
    pen.arc(x, y, r, 0, 2 * Math.PI);
    pen.stroke();
    for (let k = 0; k < 3; k++) {
        const angle = phi + Math.PI / 2 + k * 2 * Math.PI / 3;
        line([[x, y], [x + r * Math.cos(angle), y + r * Math.sin(angle)]], false);
        pen.strokeStyle = k ? "#56B4E9" : "#D55E00";
        pen.stroke();
    }
}

function draw(wheel) {
    const scale = view.width / scene.width;
    const centred = wheel[0] - scene.width / 2;
    const left = Math.max(scene.left, Math.min(centred, scene.right - scene.width));
    pen.setTransform(scale, 0, 0, -scale, -left * scale, view.height + scene.bottom * scale);
    pen.lineWidth = 3 / scale;
    pen.lineJoin = "round";
    drawGround(scene.bottom - 1);
    const i = rowAt(now);
    line([...scene.rows.slice(Math.max(0, i - trail), i + 1), wheel], false);
    pen.strokeStyle = "#999";
    pen.stroke();
    drawWheel(wheel);
    const past = scene.events.filter(event => event.time <= now), last = past[past.length - 1];
    if (last && last.type === "IMPACT" && now - last.time < flash) {
        pen.beginPath();
        pen.arc(last.x, last.y, scene.radius * (1 + (now - last.time) / flash), 0, 2 * Math.PI);
        pen.strokeStyle = "#D55E00";
        pen.stroke();
    }
    at("last").textContent = last
        ? `event ${past.length} of ${scene.events.length}: ${last.type} at `
            + `${last.time.toFixed(4)} s, ${Math.max(0, last.loss).toFixed(2)} J lost`
        : "no event yet";
}

"""


def page():
    return player.page("Replay of the wheel with impacts", scenes(), SCRIPT)


if __name__ == "__main__":
    player.write(page(), "replay.html")
