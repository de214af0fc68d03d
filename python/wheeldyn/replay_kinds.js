// SPDX-License-Identifier: MIT
// Drawing of each kind: pieces, forces (replay_forces.js) and text, from a row of the run.
"use strict"

/* Members of a kind; `get` reads a column of the row by its name.
   moves: the column that a chart shows first, or several in order of preference.
   side: true if the motion is in the plane y = 0 and seen from its side.
   own: true if the ground is a profile or a surface instead of the plane z = 0.
   size, weight: a length [m] that scales the view, and a force [N] that scales the arrows.
   track: places that are traced, mostly the contacts. prints: their places on the ground, if other.
   trail: number of rows for which a trace stays visible. marks, markWidth: type and width of each.
   grips: coefficient of friction at each place of `track`. laneWidth: width of slippery ground.
   draw: the pieces of the body. still: pieces that do not move. forces: forces on the body.
   struck: place and axes of the ring that shows an impact. say: text below the picture. */

const degrees = (v, left = "", right = "") =>
  `${Math.abs(v * 180 / Math.PI).toFixed(1)}\u00b0${v < 0 ? right : left}`
/* The name of the value of a choice, if it is among the columns. */
const word = (get, name) => run.choices[name] && run.choices[name][get(name)]
const number = (v, digits = 2) =>
  v === null || v === undefined ? "-" : v.toFixed(digits).replace(/^-(?=0\.?0*$)/, "")

const kinds = {
  sliding_block: {
    moves: "state.x_dot",
    side: true, size: () => 0.5, weight: () => parameter("mass") * parameter("gravity"),
    track: get => [flat(get("state.x"), 0.1)], trail: Infinity,
    prints: get => [flat(get("state.x"), 0)], grips: get => [get("input.mu")],
    marks: get => [rubbed(Math.abs(get("state.x_dot")))],
    markWidth: () => 0.2, laneWidth: () => 0.8,
    draw(get) {
      const body = rgb(shade("body"))
      return box(flat(get("state.x"), 0.1), frame(0, 0, 0), [0.2, 0.1, 0.1], body)
    },
    forces(get) {
      const force = [get("output.friction_force"), 0, kind.weight()]
      const mu = get("output.friction_limit") / kind.weight()
      const slips = Math.abs(get("state.x_dot")) > 1e-3
      return [[flat(get("state.x"), 0), force, { mu, slips }]]
    },
    say(get) {
      const [force, limit] = [get("output.friction_force"), get("output.friction_limit")]
      return `${number(get("state.x_dot"))} m/s, friction ${number(force, 1)} N `
        + `of at most ${number(limit, 1)} N`
    },
  },
  rolling_wheel: {
    moves: "output.slip_velocity",
    side: true, size: () => parameter("radius"),
    weight: () => parameter("mass") * parameter("gravity"),
    track: get => [flat(get("state.x"), get("state.z"))], trail: Infinity,
    prints: get => [flat(get("state.x"), 0)], grips: get => [get("input.mu")],
    marks: get => [rubbed(Math.abs(get("output.slip_velocity")))],
    markWidth: () => 0.14 * parameter("radius"), laneWidth: () => 2 * parameter("radius"),
    draw: get => planeWheel(get("state.x"), get("state.z"), get("state.theta")),
    forces(get) {
      const [force, normal] = [get("output.contact_force"), get("output.normal_force")]
      const limit = get("output.traction_limit"), foot = get("state.z") - parameter("radius")
      const how = { mu: limit / normal, slips: Math.abs(force) > 0.999 * limit }
      return [[flat(get("state.x"), foot), [force, 0, normal], how]]
    },
    say(get) {
      const [slip, force] = [get("output.slip_velocity"), get("output.contact_force")]
      return `${number(get("state.x_dot"))} m/s, slips at ${number(slip)} m/s, ground pushes with `
        + `${number(force, 1)} N of at most ${number(get("output.traction_limit"), 1)} N`
    },
  },
  impact_wheel: {
    moves: "state.y",
    side: true, size: () => parameter("radius"),
    weight: () => parameter("mass") * parameter("gravity"),
    track: get => [flat(get("state.x"), get("state.y"))], trail: 240, own: true,
    draw: get => planeWheel(get("state.x"), get("state.y"), -get("state.phi")),
    struck: ({ x, y }) => [flat(x, y), [1, 0, 0], [0, 0, 1]],
    still: profile,
    contacts: [
      ["output.feature_1", "output.normal_force_1", "output.friction_force_1", "output.mode_1"],
      ["output.feature_2", "output.normal_force_2", "output.friction_force_2", "output.mode_2"],
    ],
    forces(get) {
      const centre = flat(get("state.x"), get("state.y"))
      const touching = kind.contacts.filter(([feature]) => get(feature) >= 0)
      return touching.map(([feature, normal, friction, mode]) => {
        const n = normalOf(get(feature), centre), t = [n[2], 0, -n[0]]
        const force = add(n.map(v => v * get(normal)), t, -get(friction))
        const how = { mu: frictionAt(get(feature)), up: n, slips: /^slip/.test(word(get, mode)) }
        return [add(centre, n, -parameter("radius")), force, how]
      })
    },
    say(get) {
      const does = { stick: "sticks", slip_plus: "slips", slip_minus: "slips" }
      const speed = Math.hypot(get("state.x_dot"), get("state.y_dot"))
      const held = kind.contacts.filter(([, , , mode]) => does[word(get, mode)])
        .map(([, force, , mode]) => `${does[word(get, mode)]} under ${number(get(force), 1)} N`)
      const moves = `${number(speed)} m/s, turns at ${number(get("state.phi_dot"), 1)} rad/s`
      return [moves, ...held].join(", ")
    },
  },
  torus_wheel: {
    moves: "state.lean",
    size: () => parameter("ring_radius") + parameter("tube_radius"),
    weight: () => (parameter("mass") + parameter("servo_mass")) * parameter("gravity"),
    track: get => [[get("state.x"), get("state.y"), 0]], trail: Infinity,
    draw(get) {
      const [p, q, r] = [get("state.precession"), get("state.lean"), get("state.spin")]
      const [ring, tube] = [parameter("ring_radius"), parameter("tube_radius")]
      const n = [Math.cos(p), Math.sin(p), 0]
      const axle = [Math.sin(p) * Math.sin(q), -Math.cos(p) * Math.sin(q), Math.cos(q)]
      const up = cross(axle, n), centre = add([get("state.x"), get("state.y"), tube], up, ring)
      return torus(centre, axle, swung(n, up, r), ring, tube, 40, 12, [rgb(blue), rgb(sky)])
    },
    /* The point where the wheel should be, on the reference path; null if no path is tracked. */
    reference(get) {
      const tracked = (word(get, "input.control_mode") || "").startsWith("track")
      const [x, y] = [get("output.reference_x"), get("output.reference_y")]
      return tracked && x !== undefined ? [x, y, 0] : null
    },
    still: () => run.path.map(([x, y]) => ball([x, y, 0], 0.15 * kind.size(), shade("post"))),
    forces(get) {
      const p = get("state.precession"), up = get("output.normal_force")
      const [along, left] = [get("output.reaction_longitudinal"), get("output.reaction_lateral")]
      const force = [along * Math.cos(p) - left * Math.sin(p),
                     along * Math.sin(p) + left * Math.cos(p), up]
      return [[[get("state.x"), get("state.y"), 0], force]]
    },
    say(get) {
      const modes = {
        none: "free", stabilize: "stabilised", track: "tracking", track_pid: "tracking, PID",
        set_point: "to the set point", accelerate: "accelerated",
      }
      const mode = word(get, "input.control_mode"), off = get("output.tracking_error")
      const torques = ["output.torque_precession", "output.torque_lean", "output.torque_spin"]
        .map(name => number(get(name))).join(", ")
      return `${mode ? modes[mode] + "; " : ""}${number(Math.abs(get("output.speed")))} m/s, `
        + `${degrees(Math.PI / 2 - get("state.lean"))} from upright, torques ${torques} N m, `
        + `friction needed ${number(get("output.friction_demand"))}`
        + (kind.reference(get) ? `, ${number(off, 3)} m from the reference` : "")
    },
  },
  bicycle: {
    moves: "output.roll",
    size: () => parameter("w"),
    weight() {
      const mass = ["mR", "mB", "mH", "mF"].reduce((sum, name) => sum + parameter(name), 0)
      return mass * parameter("gravity") / 2
    },
    body(get, name) {
      const [x, y, z, ...angles] = ["x", "y", "z", "yaw", "roll", "pitch"]
        .map(part => get(`state.${name}.${part}`))
      return { origin: [x, y, z], axes: frame(...angles) }
    },
    /* Contact point of a wheel: below its centre, in its plane. */
    touch(get, name, radius) {
      const { origin, axes: [, axle] } = kind.body(get, name)
      const down = unit(cross(axle, unit(cross(axle, [0, 0, -1]))))
      return add(origin, down, down[2] < 0 ? radius : -radius)
    },
    wheels: [["rear_wheel", "rR"], ["front_wheel", "rF"]],
    track: get => kind.wheels.map(([name, radius]) => kind.touch(get, name, parameter(radius))),
    trail: Infinity,
    draw(get) {
      const [seat, fork] = ["rear_frame", "front_frame"].map(name => kind.body(get, name))
      const gB = [parameter("xB"), 0, -parameter("zB")], gH = [parameter("xH"), 0, -parameter("zH")]
      const onSeat = p => place(seat.origin, seat.axes, add(p, gB, -1))
      const onFork = p => place(fork.origin, fork.axes, add(p, gH, -1))
      return [...kind.wheels.flatMap(([name, radius]) => {
        const { origin, axes } = kind.body(get, name)
        return wheel(origin, axes[1], axes[0], parameter(radius), 0.03, [dark, grey], 12)
      }), ...bicyclePieces(onSeat, onFork)]
    },
    forces(get) {
      const forces = [["output.rear_longitudinal", "output.rear_lateral", "output.rear_normal"],
                    ["output.front_longitudinal", "output.front_lateral", "output.front_normal"]]
      return kind.wheels.map(([name, radius], i) => {
        const yaw = get(`state.${name}.yaw`), c = Math.cos(yaw), s = Math.sin(yaw)
        const [along, left, up] = forces[i].map(get)
        const force = [along * c - left * s, along * s + left * c, up]
        return [kind.touch(get, name, parameter(radius)), force]
      })
    },
    say(get) {
      const [roll, steer] = [get("output.roll"), get("output.steer")]
      if (roll === undefined) return ""
      const [rear, front] = [get("output.rear_normal"), get("output.front_normal")]
      return `leans ${degrees(roll, " to the right", " to the left")}, `
        + `steers ${degrees(steer, " to the left", " to the right")}, `
        + `${number(get("output.speed"), 3)} m/s; the ground carries ${number(rear, 0)} N at the `
        + `rear wheel, ${number(front, 0)} N at the front wheel`
    },
  },
}
/* Frame, fork and rider of a bicycle; onSeat and onFork give the places of their points. */
function bicyclePieces(onSeat, onFork) {
  const [w, c, lam, rR, rF] = ["w", "c", "lam", "rR", "rF"].map(parameter)
  const axis = height => [w + c - Math.tan(lam) * height, 0, height]
  const crank = [0.42 * w, 0, 0.27], saddle = [0.24 * w, 0, 0.95]
  const low = axis(2 * rF + 0.06), high = axis(2 * rF + 0.22), bar = axis(2 * rF + 0.34)
  const tubes = [[[0, 0, rR], crank, low], [[0, 0, rR], saddle], [crank, saddle], [saddle, high]]
  return [
    ...tubes.map(points => line(points.map(onSeat), blue, 0.04)),
    line([[w, 0, rF], low, high, bar].map(onFork), orange, 0.04),
    ...riderPieces({ crank, saddle, bar, length: w, size: 1 }, onSeat, onFork),
  ]
}
/* A rider with a handlebar; the size is 1 for a bicycle whose saddle is 0.95 m high. */
function riderPieces({ crank, saddle, bar, length, size }, onSeat, onFork) {
  const from = (p, x, y, z) => add(p, [x, y, z], size)
  const hip = from(saddle, 0, 0, 0.08), neck = from(saddle, 0.3 * length / size, 0, 0.6)
  const seat = (...place) => onSeat(from(...place)), hand = (...at) => onFork(from(bar, ...at))
  const limb = (points, width) => line(points, sky, width * size)
  return [
    line([hand(0, -0.24, 0), hand(0, 0.24, 0)], orange, 0.035 * size),
    limb([onSeat(hip), onSeat(neck)], 0.12),
    limb([seat(neck, 0, -0.16, -0.05), seat(neck, 0, 0.16, -0.05)], 0.07),
    ...[-0.1, 0.1].map(y =>
      limb([onSeat(hip), seat(crank, 0.12, y, 0.42), seat(crank, 0.1, y, -0.1)], 0.09)),
    ...[-1, 1].map(s =>
      limb([seat(neck, 0, 0.16 * s, -0.05), hand(-0.06, 0.22 * s, 0.02)], 0.055)),
    ball(seat(neck, 0.05, 0, 0.18), 0.11 * size, sky),
  ]
}
