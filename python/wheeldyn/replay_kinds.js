// SPDX-License-Identifier: MIT
// What a replay draws of each kind, and what it is drawn with.
"use strict"

/* ---- vectors: [x, y, z], x forward, y left, z up ---- */
const add = (a, b, k = 1) => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]]
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const mix = (a, b, k) => a.map((v, i) => v === null || b[i] === null ? v : v + k * (b[i] - v))
const unit = a => a.map(v => v / Math.sqrt(dot(a, a)))
const count = n => Array.from({ length: n }, (_, i) => i)
/* Columns of Rz(yaw) Rx(roll) Ry(pitch). */
function frame(yaw, roll, pitch) {
  const [cy, sy, cr, sr, cp, sp] = [yaw, roll, pitch].flatMap(v => [Math.cos(v), Math.sin(v)])
  return [[cy * cp - sy * sr * sp, sy * cp + cy * sr * sp, -cr * sp], [-sy * cr, cy * cr, sr],
          [cy * sp + sy * sr * cp, sy * sp - cy * sr * cp, cr * cp]]
}
const place = (origin, axes, p) => add(add(add(origin, axes[0], p[0]), axes[1], p[1]), axes[2], p[2])

/* ---- colours: those of the style of the page, which has others by night ---- */
const night = matchMedia("(prefers-color-scheme: dark)"), shades = new Map()
function shade(name) {
  if (!shades.has(name)) shades.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim())
  return shades.get(name)
}
const rgb = color => [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16))
let blue, sky, orange, green, grey, dark // of bodies and arrows
function dye() {
  shades.clear();
  [blue, sky, orange, green, grey, dark] = ["blue", "sky", "orange", "green", "grey", "dark"].map(shade)
}
dye()

/* ---- pieces of a picture, in metres; a line's width may be given in pixels ---- */
const line = (points, color, width = 0.01) => ({ points, color, width })
const thread = (points, color, pixels) => ({ points, color, pixels })
const face = (points, color) => ({ points, color, filled: true })
const ball = (centre, radius, color) => ({ points: [centre], radius, color })
const sun = unit([0.4, -0.5, 0.77])
const lit = (color, normal, alpha = 1) =>
  `rgb(${color.map(v => Math.round(v * (0.66 + 0.34 * dot(normal, sun)))).join(",")},${alpha})`
/* A wheel about the unit vector `axle`, `mark` being the direction of its first spoke. */
function wheel(centre, axle, mark, radius, tyre, colors, spokes) {
  const other = cross(axle, mark), circle = count(49).map(i => add(mark.map(v => v * Math.cos(i * Math.PI / 24)), other, Math.sin(i * Math.PI / 24)))
  const at = (i, distance) => add(centre, circle[i], distance), thick = Math.min(tyre, 0.14 * radius)
  const rim = count(49).map(i => at(i, radius - tyre / 2))
  return [...count(spokes).map(i => line([centre, at(48 / spokes * i, radius - 0.9 * tyre)], i ? colors[1] : orange, (i ? 0.25 : 0.7) * thick)),
          ...count(12).map(i => line(rim.slice(4 * i, 4 * i + 5), colors[0], tyre))]
}
const flat = (x, height, depth = 0) => [x, depth, height] // plane kinds move in the plane y = 0
function planeWheel(x, height, angle) {
  const radius = parameter("radius")
  return wheel(flat(x, height), [0, 1, 0], [Math.cos(angle), 0, -Math.sin(angle)], radius, 0.14 * radius, [blue, sky], 6)
}
/* A box by the halves of its sides along its axes. */
function box(centre, axes, half, rgb, alpha) {
  const side = (k, sign) => face([[-1, -1], [-1, 1], [1, 1], [1, -1]].map(([a, b]) => {
    const ends = [0, 1, 2].map(i => half[i] * (i === k ? sign : i === (k + 1) % 3 ? a : b))
    return place(centre, axes, ends)
  }), lit(rgb, axes[k].map(v => sign * v), alpha))
  return [0, 1, 2].flatMap(k => [side(k, -1), side(k, 1)])
}
/* The tube of radius a about a circle of radius b about the unit vector `axle`, without what of it is
   beyond the axle; two of its pieces along the circle, at the direction `mark`, show how it turns. */
function torus(centre, axle, mark, b, a, around, across, colors) {
  const other = cross(axle, mark)
  const turned = angle => add(mark.map(v => v * Math.cos(angle)), other, Math.sin(angle))
  const out = (i, j) => add(turned(2 * Math.PI * i / around).map(v => v * Math.cos(2 * Math.PI * j / across)), axle,
                            Math.sin(2 * Math.PI * j / across))
  const rings = count(around + 1).map(i => {
    const middle = add(centre, turned(2 * Math.PI * i / around), b)
    return count(across + 1).map(j => add(middle, out(i, j), a))
  })
  const outside = count(across).filter(j => b + a * Math.cos(2 * Math.PI * (j + 0.5) / across) > 0)
  return count(around).flatMap(i => outside.map(j => {
    const normal = out(i + 0.5, j + 0.5), color = lit(i < 2 ? rgb(orange) : colors[Math.floor(i / 5) % 2], normal)
    return { ...face([rings[i][j], rings[i + 1][j], rings[i + 1][j + 1], rings[i][j + 1]], color), out: normal }
  }))
}
/* How ground looks by its factor of friction: of one alone as ever; bluer the more slippery, browner
   the rougher, with a line to match that is wider than the one of plain ground. */
function surface(factor) {
  const share = factor < 1 ? 0.4 + 0.6 * (1 - factor) : Math.min(1, 0.4 + 0.3 * (factor - 1))
  const [rock, ice, rough] = ["rock", "ice", "rough"].map(name => rgb(shade(name)))
  if (factor === 1) return { rgb: rock, edge: shade("edge"), pixels: 1.5 }
  return factor < 1 ? { rgb: mix(rock, ice, share), edge: blue, pixels: 4 }
                    : { rgb: mix(rock, rough, share), edge: shade("edge-rough"), pixels: 4 }
}
/* A profile with the free side on its left, its ends drawn out, as ground with some depth; the
   factor of friction of each piece between two points. */
function ground(points, factors, depth, reach) {
  const extend = (end, inner) => {
    const away = unit([end[0] - inner[0], 0, end[1] - inner[1]])
    const far = [end[0] + reach * away[0], end[1] + reach * away[2]], side = end === points[0] ? -reach : reach
    return Math.abs(away[0]) > 0.1 ? [far] : [far, [far[0] + side, far[1]]]
  }
  const start = extend(points[0], points[1]).reverse(), end = extend(points[points.length - 1], points[points.length - 2])
  const all = [...start, ...points, ...end]
  const surfaces = [...start.map(() => factors[0]), ...factors, ...end.map(() => factors[factors.length - 1])].map(surface)
  const bottom = Math.min(...points.map(p => p[1])) - reach, tops = [], fronts = [], edges = []
  for (let i = 0; i + 1 < all.length; i++) {
    const [a, b] = [all[i], all[i + 1]]
    const normal = unit([a[1] - b[1], 0, b[0] - a[0]])
    tops.push(face([flat(...a, -depth), flat(...b, -depth), flat(...b, depth), flat(...a, depth)], lit(surfaces[i].rgb, normal)))
    if (b[0] > a[0]) fronts.push(face([flat(...a, -depth), flat(...b, -depth), flat(b[0], bottom, -depth), flat(a[0], bottom, -depth)], shade("cut")))
    edges.push(thread([flat(...a, 0), flat(...b, 0)], surfaces[i].edge, surfaces[i].pixels))
  }
  return [...tops, ...fronts, ...edges]
}
/* Arcs as short chords: each piece between two points turns from end to end by four times the arc
   tangent of its bulge. */
const chords = bulge => Math.ceil(2 * Math.abs(Math.atan(bulge || 0)) / 0.03) || 1
function bent(points, bulges) {
  return [points[0], ...points.slice(1).flatMap((b, i) => {
    const a = points[i], half = 2 * Math.atan(bulges[i] || 0), count = chords(bulges[i])
    return Array.from({ length: count }, (_, k) => {
      const share = (k + 1) / count, turn = (share - 1) * half
      const part = half ? Math.sin(share * half) / Math.sin(half) : share
      const c = part * Math.cos(turn), s = part * Math.sin(turn)
      return k + 1 === count ? b : [a[0] + c * (b[0] - a[0]) - s * (b[1] - a[1]), a[1] + s * (b[0] - a[0]) + c * (b[1] - a[1])]
    })
  })]
}
function corners() {
  if (run.terrain.length) return run.terrain
  const wall = parameter("wall_x"), corner = parameter("kerb_x"), top = parameter("kerb_height")
  return [[wall, top + 1], [wall, top], [corner, top], [corner, 0], [2 * corner - wall, 0]]
}
const profileDepth = () => 1.2 * parameter("radius") // to each side
const frictionOf = segment => run.friction.length ? run.friction[segment] : 1
/* The coefficient at a feature, numbered as in the outputs: at a corner of its slippier side. */
function frictionAt(feature) {
  const i = Math.floor(feature / 2), next = Math.min(i + 1, corners().length - 2)
  return parameter("mu") * (feature % 2 ? Math.min(frictionOf(i), frictionOf(next)) : frictionOf(i))
}
/* Unit vector from a feature of the profile, numbered as in the outputs, to the centre of the wheel. */
function normalOf(feature, centre) {
  const points = corners().map(p => flat(...p)), i = Math.floor(feature / 2), bulge = run.bulge[i] || 0
  if (feature % 2) return unit(add(centre, points[i + 1], -1))
  const along = add(points[i + 1], points[i], -1), left = [-along[2], 0, along[0]]
  if (!bulge) return unit(left)
  const middle = add(add(points[i], along, 0.5), left, (1 / bulge - bulge) / 4) // of the circle
  return unit(add(centre, middle, -1)).map(v => -Math.sign(bulge) * v)
}
const degrees = (v, left = "", right = "") => `${Math.abs(v * 180 / Math.PI).toFixed(1)}\u00b0${v < 0 ? right : left}`
/* The name of the value of a choice, if it is among the columns. */
const word = (get, name) => run.choices[name] && run.choices[name][get(name)]
const number = (v, digits = 2) => v === null || v === undefined ? "-" : v.toFixed(digits)

/* ---- the kinds: what is drawn of a row, its forces [place, vector], and what is said of it ---- */
const kinds = {
  sliding_block: {
    moves: "state.x_dot",
    side: true, size: () => 0.5, weight: () => parameter("mass") * parameter("gravity"),
    track: get => [flat(get("state.x"), 0.1)], trail: Infinity,
    prints: get => [flat(get("state.x"), 0)], grips: get => [get("input.mu")],
    marks: get => [rubbed(Math.abs(get("state.x_dot")))], markWidth: () => 0.2, laneWidth: () => 0.8,
    draw: get => box(flat(get("state.x"), 0.1), frame(0, 0, 0), [0.2, 0.1, 0.1], rgb(shade("body"))),
    forces: get => [[flat(get("state.x"), 0), [get("output.friction_force"), 0, kind.weight()],
                     { mu: get("output.friction_limit") / kind.weight(), slips: Math.abs(get("state.x_dot")) > 1e-3 }]],
    say: get => `${number(get("state.x_dot"))} m/s, friction ${number(get("output.friction_force"), 1)} N `
      + `of at most ${number(get("output.friction_limit"), 1)} N`,
  },
  rolling_wheel: {
    moves: "output.slip_velocity",
    side: true, size: () => parameter("radius"), weight: () => parameter("mass") * parameter("gravity"),
    track: get => [flat(get("state.x"), get("state.z"))], trail: Infinity,
    prints: get => [flat(get("state.x"), 0)], grips: get => [get("input.mu")],
    marks: get => [rubbed(Math.abs(get("output.slip_velocity")))],
    markWidth: () => 0.14 * parameter("radius"), laneWidth: () => 2 * parameter("radius"),
    draw: get => planeWheel(get("state.x"), get("state.z"), get("state.theta")),
    forces(get) {
      const force = get("output.contact_force"), normal = get("output.normal_force"), limit = get("output.traction_limit")
      return [[flat(get("state.x"), get("state.z") - parameter("radius")), [force, 0, normal],
               { mu: limit / normal, slips: Math.abs(force) > 0.999 * limit }]]
    },
    say: get => `${number(get("state.x_dot"))} m/s, slips at ${number(get("output.slip_velocity"))} m/s, ground pushes `
      + `with ${number(get("output.contact_force"), 1)} N of at most ${number(get("output.traction_limit"), 1)} N`,
  },
  impact_wheel: {
    moves: "state.y",
    side: true, size: () => parameter("radius"), weight: () => parameter("mass") * parameter("gravity"),
    track: get => [flat(get("state.x"), get("state.y"))], trail: 240, own: true,
    draw: get => planeWheel(get("state.x"), get("state.y"), -get("state.phi")),
    struck: ({ x, y }) => [flat(x, y), [1, 0, 0], [0, 0, 1]],
    still: () => ground(bent(corners(), run.bulge), corners().slice(1).flatMap((_, i) =>
      count(chords(run.bulge[i])).map(() => frictionOf(i))), profileDepth(), 40 * parameter("radius")),
    forces(get) {
      const centre = flat(get("state.x"), get("state.y"))
      const contacts = [["output.feature_1", "output.normal_force_1", "output.friction_force_1", "output.mode_1"],
                        ["output.feature_2", "output.normal_force_2", "output.friction_force_2", "output.mode_2"]]
      return contacts.filter(([feature]) => get(feature) >= 0).map(([feature, normal, friction, mode]) => {
        const n = normalOf(get(feature), centre), t = [n[2], 0, -n[0]]
        return [add(centre, n, -parameter("radius")), add(n.map(v => v * get(normal)), t, -get(friction)),
                { mu: frictionAt(get(feature)), up: n, slips: /^slip/.test(word(get, mode)) }]
      })
    },
    say: get => `${number(Math.hypot(get("state.x_dot"), get("state.y_dot")))} m/s, turns at ${number(get("state.phi_dot"), 1)} rad/s`
      + [["output.mode_1", "output.normal_force_1"], ["output.mode_2", "output.normal_force_2"]].map(([mode, force]) =>
        ({ stick: ", sticks under ", slip_plus: ", slips under ", slip_minus: ", slips under " }[word(get, mode)] || "")
        + (get(mode) > 0 ? `${number(get(force), 1)} N` : "")).join(""),
  },
  torus_wheel: {
    moves: "state.lean",
    size: () => parameter("ring_radius") + parameter("tube_radius"),
    weight: () => (parameter("mass") + parameter("servo_mass")) * parameter("gravity"),
    track: get => [[get("state.x"), get("state.y"), 0]], trail: Infinity,
    draw(get) {
      const [p, q, r] = [get("state.precession"), get("state.lean"), get("state.spin")]
      const n = [Math.cos(p), Math.sin(p), 0]
      const axle = [Math.sin(p) * Math.sin(q), -Math.cos(p) * Math.sin(q), Math.cos(q)], up = cross(axle, n)
      const centre = add([get("state.x"), get("state.y"), parameter("tube_radius")], up, parameter("ring_radius"))
      return torus(centre, axle, add(n.map(v => v * Math.cos(r)), up, Math.sin(r)), parameter("ring_radius"), parameter("tube_radius"),
                   40, 12, [rgb(blue), rgb(sky)])
    },
    /* The reference while it is tracked, and where on it the wheel should be. */
    reference(get) {
      const tracked = (word(get, "input.control_mode") || "").startsWith("track")
      return tracked && get("output.reference_x") !== undefined ? [get("output.reference_x"), get("output.reference_y"), 0] : null
    },
    still: () => run.path.map(([x, y]) => ball([x, y, 0], 0.15 * kind.size(), shade("post"))),
    forces(get) {
      const p = get("state.precession"), along = get("output.reaction_longitudinal"), left = get("output.reaction_lateral")
      return [[[get("state.x"), get("state.y"), 0],
               [along * Math.cos(p) - left * Math.sin(p), along * Math.sin(p) + left * Math.cos(p), get("output.normal_force")]]]
    },
    say(get) {
      const modes = { none: "free", stabilize: "stabilised", track: "tracking", track_pid: "tracking, PID", set_point: "to the set point", accelerate: "accelerated" }
      const mode = word(get, "input.control_mode")
      const torques = ["output.torque_precession", "output.torque_lean", "output.torque_spin"].map(name => number(get(name)))
      return `${mode ? modes[mode] + "; " : ""}${number(Math.abs(get("output.speed")))} m/s, `
        + `${degrees(Math.PI / 2 - get("state.lean"))} from upright, torques ${torques.join(", ")} N m, `
        + `friction needed ${number(get("output.friction_demand"))}`
        + (kind.reference(get) ? `, ${number(get("output.tracking_error"), 3)} m from the reference` : "")
    },
  },
  bicycle: {
    moves: "output.roll",
    size: () => parameter("w"),
    weight: () => ["mR", "mB", "mH", "mF"].reduce((sum, name) => sum + parameter(name), 0) * parameter("gravity") / 2,
    body(get, name) {
      const [x, y, z, yaw, roll, pitch] = ["x", "y", "z", "yaw", "roll", "pitch"].map(part => get(`state.${name}.${part}`))
      return { origin: [x, y, z], axes: frame(yaw, roll, pitch) }
    },
    /* Where a wheel touches: below its centre, in its plane. */
    touch(get, name, radius) {
      const { origin, axes } = kind.body(get, name), down = unit(cross(axes[1], unit(cross(axes[1], [0, 0, -1]))))
      return add(origin, down, down[2] < 0 ? radius : -radius)
    },
    track: get => [kind.touch(get, "rear_wheel", parameter("rR")), kind.touch(get, "front_wheel", parameter("rF"))], trail: Infinity,
    draw(get) {
      const [w, c, lam, rR, rF] = ["w", "c", "lam", "rR", "rF"].map(parameter)
      const gB = [parameter("xB"), 0, -parameter("zB")], gH = [parameter("xH"), 0, -parameter("zH")]
      const [rear, seat, fork, front] = ["rear_wheel", "rear_frame", "front_frame", "front_wheel"].map(name => kind.body(get, name))
      const B = (...p) => place(seat.origin, seat.axes, add(p, gB, -1)), H = (...p) => place(fork.origin, fork.axes, add(p, gH, -1))
      const axis = height => [w + c - Math.tan(lam) * height, 0, height]
      const low = axis(2 * rF + 0.06), high = axis(2 * rF + 0.22), bar = axis(2 * rF + 0.34)
      const crank = [0.42 * w, 0, 0.27], saddle = [0.24 * w, 0, 0.95], hip = add(saddle, [0, 0, 0.08]), neck = add(saddle, [0.3 * w, 0, 0.6])
      const shoulder = y => B(...add(neck, [0, y, -0.05]))
      const limb = (points, width) => line(points, sky, width)
      return [
        ...wheel(rear.origin, rear.axes[1], rear.axes[0], rR, 0.03, [dark, grey], 12),
        ...wheel(front.origin, front.axes[1], front.axes[0], rF, 0.03, [dark, grey], 12),
        ...[[[0, 0, rR], crank, low], [[0, 0, rR], saddle], [crank, saddle], [saddle, high]].map(points =>
          line(points.map(p => B(...p)), blue, 0.04)),
        line([H(w, 0, rF), H(...low), H(...high), H(...bar)], orange, 0.04),
        line([H(...add(bar, [0, -0.24, 0])), H(...add(bar, [0, 0.24, 0]))], orange, 0.035),
        limb([B(...hip), B(...neck)], 0.12), limb([shoulder(-0.16), shoulder(0.16)], 0.07),
        ...[-0.1, 0.1].map(y => limb([B(...hip), B(...add(crank, [0.12, y, 0.42])), B(...add(crank, [0.1, y, -0.1]))], 0.09)),
        ...[-1, 1].map(s => limb([shoulder(0.16 * s), H(...add(bar, [-0.06, 0.22 * s, 0.02]))], 0.055)),
        ball(B(...add(neck, [0.05, 0, 0.18])), 0.11, sky)]
    },
    forces(get) {
      const ends = [["rear_wheel", "rR", "output.rear_longitudinal", "output.rear_lateral", "output.rear_normal"],
                    ["front_wheel", "rF", "output.front_longitudinal", "output.front_lateral", "output.front_normal"]]
      return ends.map(([name, radius, along, left, up]) => {
        const c = Math.cos(get(`state.${name}.yaw`)), s = Math.sin(get(`state.${name}.yaw`))
        return [kind.touch(get, name, parameter(radius)), [get(along) * c - get(left) * s, get(along) * s + get(left) * c, get(up)]]
      })
    },
    say: get => get("output.roll") === undefined ? ""
      : `leans ${degrees(get("output.roll"), " to the right", " to the left")}, steers `
      + `${degrees(get("output.steer"), " to the left", " to the right")}, ${number(get("output.speed"), 3)} m/s; the ground carries `
      + `${number(get("output.rear_normal"), 0)} N at the rear wheel, ${number(get("output.front_normal"), 0)} N at the front wheel`,
  },
}
