# SPDX-License-Identifier: GPL-3.0-or-later
"""An animated replay of the bicycle in three dimensions: one HTML page that needs nothing else.

After a push at 4.6 m/s, where it is stable; weave at 3 m/s, capsize at 8 m/s and a fall at rest.

usage: replay_bicycle.py [PAGE]
"""
import camera
import numpy as np
import player
import wheeldyn as wd

STEP = 0.04  # s between rows
BODIES = ("rear_wheel", "rear_frame", "front_frame", "front_wheel")
# Six numbers place a body; then the contact points, and what the script writes below the picture.
COLUMNS = [f"state.{body}.{name}" for body in BODIES
           for name in ("x", "y", "z", "yaw", "roll", "pitch")]
COLUMNS += ["output." + name for name in (
    "rear_x", "rear_y", "front_x", "front_y", "roll", "steer", "speed", "rear_normal",
    "front_normal")]


def shape(model):
    """Where the bicycle has its parts when it stands upright, from the centre of their body."""
    names = "w c lam rR rF xB zB xH zH".split()
    w, c, lam, rR, rF, xB, zB, xH, zH = model.get(["param." + name for name in names])
    frame, fork = np.array([xB, 0, -zB]), np.array([xH, 0, -zH])
    axle, crank = np.array([0, 0, rR]), np.array([0.42 * w, 0, 0.27])
    seat = np.array([0.24 * w, 0, 0.95])

    def on_axis(height):
        return np.array([w + c - np.tan(lam) * height, 0, height])

    low, high, bar = on_axis(2 * rF + 0.06), on_axis(2 * rF + 0.22), on_axis(2 * rF + 0.34)
    hip, neck = seat + [0, 0, 0.08], seat + [0.3 * w, 0, 0.6]
    knee, foot = crank + [0.12, 0, 0.42], crank + [0.1, 0, -0.1]
    frame_lines = [[axle, crank, low], [axle, seat], [crank, seat], [seat, high]]
    rider = [[hip, neck]] + [[hip, knee + [0, y, 0], foot + [0, y, 0]] for y in (-0.1, 0.1)]
    fork_lines = [[[w, 0, rF], low, high, bar], [bar + [0, -0.24, 0], bar + [0, 0.24, 0]]]
    grips = [bar + [-0.06, y, 0.02] for y in (-0.22, 0.22)]

    def about(centre, lines):
        return [[np.round(np.subtract(point, centre), 4).tolist() for point in line]
                for line in lines]

    return {"radii": [rR, rF], "frame": about(frame, frame_lines), "rider": about(frame, rider),
            "head": about(frame, [[neck + [0.05, 0, 0.18]]])[0][0],
            "shoulders": about(frame, [[neck + [0, y, -0.05] for y in (-0.16, 0.16)]])[0],
            "fork": about(fork, fork_lines), "grips": about(fork, [grips])[0]}


def scene(title, start, end):
    """What the page shows of one ride."""
    with wd.Model("bicycle") as model:
        model.set({**start, "param.lift": "end"})
        model.init()
        rows = model.run(end, dt=STEP, record=COLUMNS)
        return {"title": title, "shape": shape(model),
                "time": [round(t, 4) for t in rows["time"].tolist()],
                "rows": [[round(row[name], 4) for name in COLUMNS] for row in rows]}


def scenes():
    return [
        scene("4.6 m/s, pushed: weave dies away", {"init.speed": 4.6, "init.roll_rate": 0.5}, 8.0),
        scene("3 m/s, hardly pushed: weave grows until a wheel lifts",
              {"init.speed": 3.0, "init.roll_rate": 1e-3}, 12.0),
        scene("8 m/s, pushed: capsize, slowly", {"init.speed": 8.0, "init.roll_rate": 0.05}, 30.0),
        scene("at rest: falls over", {"init.roll": 0.01}, 6.0),
    ]


SCRIPT = camera.SCRIPT + """const blue = "#0072B2", light = "#56B4E9", orange = "#D55E00";
const spokes = 12, around = 48, place = 24; // first column after those of the bodies

function prepare() {
    camera.zoom = 1;
    at("speed").value = "1";
}

/* From body axes to space: Rz(yaw) Rx(roll) Ry(pitch) and the centre. */
function poseOf(row, body) {
    const [x, y, z, p, q, r] = row.slice(6 * body, 6 * body + 6);
    const [cp, sp, cq, sq, cr, sr] = [p, q, r].flatMap(v => [Math.cos(v), Math.sin(v)]);
    const rows = [[cp * cr - sp * sq * sr, -sp * cq, cp * sr + sp * sq * cr],
                  [sp * cr + cp * sq * sr, cp * cq, sp * sr - cp * sq * cr],
                  [-cq * sr, sq, cq * cr]];
    return point => [x, y, z].map((value, k) => value + dot(rows[k], point));
}

/* Lines in space, with colour and width: first the far ones. */
function bicycleLines(row) {
    const {shape} = scene, [rear, frame, fork, front] = [0, 1, 2, 3].map(body => poseOf(row, body));
    const lines = [];
    const add = (points, colour, width) => lines.push({points, colour, width});
    for (const [pose, radius] of [[rear, shape.radii[0]], [front, shape.radii[1]]]) {
        const rim = Array.from({length: around + 1}, (_, k) => 2 * Math.PI * k / around)
            .map(angle => pose([radius * Math.sin(angle), 0, radius * Math.cos(angle)]));
        for (let k = 0; k < around; k += 4) add(rim.slice(k, k + 5), "#444", 7);
        for (let k = 0; k < spokes; k++)
            add([pose([0, 0, 0]), rim[k * around / spokes]], k ? "#aaa" : orange, k ? 1.5 : 5);
    }
    shape.frame.forEach(points => add(points.map(frame), blue, 9));
    shape.fork.forEach(points => add(points.map(fork), orange, 9));
    shape.rider.forEach(points => add(points.map(frame), light, 16));
    shape.shoulders.forEach((point, k) => add([frame(point), fork(shape.grips[k])], light, 11));
    add(shape.shoulders.map(frame), light, 11);
    return lines;
}

function drawBicycle(row) {
    const lines = bicycleLines(row), scale = 3.2 / camera.far;
    for (const {points, width} of lines)
        stroke(points.map(([x, y]) => [x, y, 0]), "rgba(0,0,0,0.12)", width * scale);
    for (const each of lines) {
        const middle = each.points[Math.floor(each.points.length / 2)];
        each.depth = dot(middle.map((value, k) => value - camera.target[k]), camera.forward);
    }
    lines.sort((one, other) => other.depth - one.depth);
    for (const {points, colour, width} of lines) stroke(points, colour, width * scale);
    const head = project(poseOf(row, 1)(scene.shape.head));
    if (!head) return;
    pen.beginPath();
    pen.arc(head[0], head[1], 0.11 * 1.2 * view.height / head[2], 0, 2 * Math.PI);
    pen.fillStyle = light;
    pen.fill();
}

function draw(row) {
    const i = rowAt(now), past = [...scene.rows.slice(0, i + 1), row];
    const [rearX, rearY, frontX, frontY, roll, steer, speed, rear, front] = row.slice(place);
    pen.lineCap = pen.lineJoin = "round";
    aim([(rearX + frontX) / 2, (rearY + frontY) / 2, 0.75], 3.4);
    grid();
    stroke(past.map(each => [each[place], each[place + 1], 0]), blue, 3);
    stroke(past.map(each => [each[place + 2], each[place + 3], 0]), orange, 3);
    drawBicycle(row);
    const degrees = (angle, left) => Math.abs(angle * 180 / Math.PI).toFixed(1)
        + "\\u00b0 to the " + (left > 0 ? "left" : "right");
    at("last").textContent = `leans ${degrees(roll, -roll)}, steers ${degrees(steer, steer)}, `
        + `${speed.toFixed(3)} m/s; the ground carries ${rear.toFixed(0)} N at the rear wheel, `
        + `${front.toFixed(0)} N at the front wheel`;
}

"""


def page():
    return player.page("Replay of the bicycle", scenes(), SCRIPT)


if __name__ == "__main__":
    player.write(page(), "replay_bicycle.html")
