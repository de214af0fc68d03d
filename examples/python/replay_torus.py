# SPDX-License-Identifier: GPL-3.0-or-later
"""An animated replay of the rolling torus in space: one HTML page that needs nothing else.

It falls under a rolling torque, is brought onto a circle, onto curves with three and four cusps,
and onto a path through given points.

usage: replay_torus.py [PAGE]
"""
import camera
import player
import wheeldyn as wd

STEP = 0.05  # s between rows
# The first five place the torus; the script writes the others below the picture.
COLUMNS = ("state.x", "state.y", "state.precession", "state.lean", "state.spin",
           "output.speed", "output.tracking_error", "output.friction_demand",
           "output.torque_precession", "output.torque_lean", "output.torque_spin")
USER_PATH = [(-3, -2), (0, -3), (3, -2), (2.5, 0), (0, 0.5), (-2, 2), (0, 3.5), (3, 3)]


def scene(title, wheel, schedule):
    """What the page shows of one run; schedule: control modes, each with the time it ends."""
    wheel.init()
    time, rows, switches, reference = [], [], [], []
    for mode, end in schedule:
        wheel.set_choice("input.control_mode", mode)
        switches.append([wheel.time, mode])
        part = wheel.run(end, dt=STEP, record=(*COLUMNS, "output.reference_x",
                                               "output.reference_y"))
        last = len(part) if (mode, end) == schedule[-1] else -1
        time += [round(t, 6) for t in part["time"][:last].tolist()]
        rows += [[round(row[name], 4) for name in COLUMNS] for row in part[:last]]
        if mode.startswith("track"):
            reference += [[round(row["output.reference_" + axis], 3) for axis in "xy"]
                          for row in part]
    return {"title": title, "tube": wheel["param.tube_radius"], "ring": wheel["param.ring_radius"],
            "time": time, "rows": rows, "switches": switches, "reference": reference}


def preset_scene(title, preset, schedule):
    with wd.Model("torus_wheel", preset=preset) as wheel:
        return scene(title, wheel, schedule)


def user_scene(title):
    with wd.Model("torus_wheel") as wheel:
        wheel.set_path(USER_PATH, closed=False)
        wheel.set_choice("param.path", "user")
        wheel.set({"param.path_speed": 0.8, "state.x": -3.5, "state.y": -1.5,
                   "state.precession": 2.5, "state.spin_rate": 1, "param.kv": 2, "param.k1": 0.6})
        return scene(title, wheel, [("track", 30.0)])


def scenes():
    return [
        preset_scene("astroid, then a set point", "astroid",
                     [("stabilize", 20.0), ("track", 65.0), ("set_point", 90.0)]),
        preset_scene("curve of three cusps", "deltoid", [("stabilize", 20.0), ("track", 50.0)]),
        preset_scene("circle", "circle", [("stabilize", 40.0), ("track", 80.0)]),
        user_scene("path through eight points"),
        preset_scene("free, until it falls", "rolling-friction", [("none", 60.0)]),
    ]


CONTROLS = """<label>camera <select id="camera"><option value="near">follows</option>
<option value="far">whole path</option></select></label>"""

SCRIPT = camera.SCRIPT + """const around = 40, across = 16; // quadrilaterals of the torus
const modes = {none: "free", stabilize: "stabilised", track: "tracking",
               track_pid: "tracking, PID", set_point: "to the set point"};

function prepare() {
    const x = scene.rows.map(row => row[0]), y = scene.rows.map(row => row[1]);
    const lo = [Math.min(...x), Math.min(...y)], hi = [Math.max(...x), Math.max(...y)];
    scene.middle = [(lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, 0];
    scene.size = Math.max(hi[0] - lo[0], hi[1] - lo[1], 1);
    camera.zoom = 1;
    at("speed").value = "1";
}

function look(target) {
    if (at("camera").value === "near") aim(target, 2.6);
    else aim(scene.middle, 1.15 * scene.size);
}

/* Rz(p) Rx(q) Rz(r), and the centre above the contact point. */
function pose([x, y, p, q, r]) {
    const [cp, sp, cq, sq, cr, sr] = [p, q, r].flatMap(v => [Math.cos(v), Math.sin(v)]);
    return {
        centre: [x - scene.ring * cq * sp, y + scene.ring * cq * cp,
                 scene.tube + scene.ring * sq],
        axes: [[cp * cr - sp * cq * sr, sp * cr + cp * cq * sr, sq * sr],
               [-cp * sr - sp * cq * cr, -sp * sr + cp * cq * cr, sq * cr],
               [sp * sq, -cp * sq, cq]],
    };
}

function torusPoint({centre, axes}, n, m, lift) {
    const ring = 2 * Math.PI * n / around, tube = 2 * Math.PI * m / across;
    const out = lift * Math.cos(tube), arm = scene.ring + scene.tube * out;
    const body = [arm * Math.cos(ring), arm * Math.sin(ring), scene.tube * lift * Math.sin(tube)];
    return centre.map((value, k) => value + body[0] * axes[0][k] + body[1] * axes[1][k]
                                    + body[2] * axes[2][k]);
}

function drawTorus(row) {
    const body = pose(row), faces = [], light = [0.4, -0.5, 0.77];
    const corners = Array.from({length: around + 1}, (_, n) =>
        Array.from({length: across + 1}, (_, m) => torusPoint(body, n, m, 1)));
    const seen = corners.map(ring => ring.map(project));
    const shadow = corners.map(ring => project([ring[across / 2][0], ring[across / 2][1], 0]));
    if (shadow.every(Boolean)) {
        line(shadow, true);
        pen.strokeStyle = "rgba(0,0,0,0.18)";
        pen.lineWidth = 2 * scene.tube * 1.2 * view.height / camera.far;
        pen.lineJoin = "round";
        pen.stroke();
    }
    for (let n = 0; n < around; n++) for (let m = 0; m < across; m++) {
        const edge = [seen[n][m], seen[n + 1][m], seen[n + 1][m + 1], seen[n][m + 1]];
        if (!edge.every(Boolean)) return;
        const a = torusPoint(body, n + 0.5, m + 0.5, 1), b = torusPoint(body, n + 0.5, m + 0.5, 0);
        const bright = 0.62 + 0.38 * dot(a.map((value, k) => value - b[k]), light) / scene.tube;
        const base = n < 2 ? [213, 94, 0] : Math.floor(n / 5) % 2 ? [86, 180, 233] : [0, 114, 178];
        faces.push({edge, depth: edge.reduce((sum, e) => sum + e[2], 0),
                    colour: `rgb(${base.map(v => Math.round(v * bright)).join(",")})`});
    }
    faces.sort((one, other) => other.depth - one.depth);
    pen.lineWidth = 1.5;
    for (const face of faces) {
        line(face.edge, true);
        pen.fillStyle = pen.strokeStyle = face.colour;
        pen.fill();
        pen.stroke();
    }
}

function draw(row) {
    const i = rowAt(now), {centre} = pose(row);
    look(centre);
    grid();
    stroke(scene.reference.map(([x, y]) => [x, y, 0]), "#b0b0b0", 7);
    stroke([...scene.rows.slice(0, i + 1), row].map(([x, y]) => [x, y, 0]), "#0072B2", 3);
    drawTorus(row);
    const mode = scene.switches.filter(([time]) => time <= now).pop()[1];
    const lean = Math.abs(90 - row[3] * 180 / Math.PI);
    const torques = row.slice(8).map(value => value.toFixed(2)).join(", ");
    at("last").textContent = `${modes[mode]}; speed ${Math.abs(row[5]).toFixed(2)} m/s, `
        + `${lean.toFixed(1)}\\u00b0 from upright, torques ${torques} N m, `
        + `friction needed ${row[7].toFixed(2)}`
        + (mode === "none" || mode === "stabilize" ? ""
           : `, ${row[6] < 1e-3 ? "less than 0.001" : row[6].toFixed(3)} m from the reference`);
}

"""


def page():
    return player.page("Replay of the rolling torus", scenes(), SCRIPT, CONTROLS)


if __name__ == "__main__":
    player.write(page(), "replay_torus.html")
