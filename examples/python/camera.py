# SPDX-License-Identifier: GPL-3.0-or-later
"""A camera for the replays in three dimensions: JavaScript to put before the script of a replay.

aim(target, distance) turns it to a point; project(point) gives pixels and depth, null behind the
camera; stroke() draws a polyline in space and grid() the ground. The pointer turns the camera, the
mouse wheel brings it nearer.
"""

SCRIPT = """const camera = {azimuth: -0.9, elevation: 0.45, zoom: 1};
const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];

/* The camera's axes, and the distance to what it looks at. */
function aim(target, distance) {
    const ce = Math.cos(camera.elevation), se = Math.sin(camera.elevation);
    const ca = Math.cos(camera.azimuth), sa = Math.sin(camera.azimuth);
    camera.forward = [-ce * ca, -ce * sa, -se];
    camera.right = [-sa, ca, 0];
    camera.up = [-se * ca, -se * sa, ce];
    camera.target = target;
    camera.far = distance / camera.zoom;
}

function project(point) {
    const from = point.map((value, k) => value - camera.target[k]);
    const depth = camera.far + dot(from, camera.forward);
    if (depth < 0.05 * camera.far) return null;
    const scale = 1.2 * view.height / depth;
    return [view.width / 2 + scale * dot(from, camera.right),
            view.height / 2 - scale * dot(from, camera.up), depth];
}

/* A polyline on the ground or in space; broken where it passes behind the camera. */
function stroke(points, colour, width) {
    let run = [];
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    for (const point of [...points, null]) {
        const seen = point && project(point);
        if (seen) run.push(seen);
        else if (run.length) { line(run, false); pen.stroke(); run = []; }
    }
}

function grid() {
    const step = camera.far > 8 ? 5 : 1, half = 14 * step;
    const [x, y] = camera.target.map(value => step * Math.round(value / step));
    for (let k = -14; k <= 14; k++) {
        const cut = Array.from({length: 57}, (_, i) => (i / 28 - 1) * half);
        stroke(cut.map(s => [x + k * step, y + s, 0]), "#e4e4e4", 1.5);
        stroke(cut.map(s => [x + s, y + k * step, 0]), "#e4e4e4", 1.5);
    }
}

view.style.touchAction = "none";
view.onpointerdown = event => view.setPointerCapture(event.pointerId);
view.onpointermove = event => {
    if (!event.buttons) return;
    camera.azimuth -= event.movementX * 0.01;
    camera.elevation = Math.max(0.03, Math.min(1.55, camera.elevation + event.movementY * 0.01));
};
view.onwheel = event => {
    event.preventDefault();
    camera.zoom = Math.max(0.2, Math.min(5, camera.zoom * Math.exp(-event.deltaY * 0.001)));
};

"""
