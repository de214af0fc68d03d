// SPDX-License-Identifier: MIT
// Drawing of a vehicle from its parts and their parameters: bodies as boxes of the same inertia
// with rods to the parts that they carry, wheels as tyres, springs, forces on the wheels, skid
// marks.
"use strict"

/* setting: a parameter of a part, 0 if there is none. own: the value of a quantity of a part. The
   quantity is named without the part, for example "output.roll". */
const setting = (part, name) => run.parameters[`param.${part.name}.${name}`] || 0
const settings = (part, ...names) => names.map(name => setting(part, name))
const named = (part, name) => name.replace(".", `.${part.name}.`)
const own = (get, part, name) => get(named(part, name))

/* Principal moments of a symmetric matrix and their axes, by Jacobi rotations. */
function principal(matrix) {
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  const times = (a, b) => dot(a, matrix.map(row => dot(row, b)))
  for (const [i, j] of count(8).flatMap(() => [[0, 1], [1, 2], [0, 2]])) {
    const mixed = times(axes[i], axes[j]), [a, b] = [axes[i], axes[j]]
    const angle = mixed && Math.atan2(2 * mixed, times(b, b) - times(a, a)) / 2
    axes[i] = add(a.map(v => v * Math.cos(angle)), b, -Math.sin(angle))
    axes[j] = add(b.map(v => v * Math.cos(angle)), a, Math.sin(angle))
  }
  return { moments: axes.map(axis => times(axis, axis)), axes }
}
/* The box of uniform density with the mass and the inertia of a body; null if there is none. */
function boxOf(body) {
  const mass = setting(body, "mass"), diagonal = settings(body, "xx", "yy", "zz")
  const [[xx, yy, zz], [xy, yz, xz]] = [diagonal, settings(body, "xy", "yz", "xz")]
  const { moments, axes } = principal([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
  const sum = moments.reduce((a, b) => a + b)
  const half = moments.map(each => Math.sqrt(Math.max(0, 1.5 * (sum - 2 * each) / mass)))
  const most = Math.max(...half)
  return mass > 0 && most > 0 ? { axes, half: half.map(h => Math.max(h, 0.03 * most)) } : null
}

/* A direction perpendicular to an axis. */
const across = axis => unit(cross(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [0, 0, -1]))
/* The parts of a run by type, with the data for drawing them. Places are those of the parameters,
   that is, in the frame of the parts. */
function machineOf() {
  const drawn = part => ({ ...part, at: settings(part, "x", "y", "z"), rods: [] })
  const parts = Object.fromEntries(run.parts.map(part => [part.name, drawn(part)]))
  const typed = (...types) => Object.values(parts).filter(part => types.includes(part.type))
  for (const joint of typed("hinge", "slide", "rigid")) {
    const [parent, child] = joint.on.map(name => parts[name])
    joint.axis = joint.type === "rigid" ? null : unit(settings(joint, "axis_x", "axis_y", "axis_z"))
    if (joint.type === "hinge" && setting(child, "mass") > 0) // any point of the axis will do
      joint.at = add(joint.at, joint.axis, dot(joint.axis, add(child.at, joint.at, -1)))
    parent.rods.push(joint.axis ? joint.at : child.at)
    if (joint.axis) child.rods.push(joint.at)
  }
  for (const wheel of typed("wheel", "rim")) {
    const axis = unit(settings(wheel, "axis_x", "axis_y", "axis_z"))
    const [radius, crown] = settings(wheel, "radius", "crown")
    Object.assign(wheel, { axis, radius, crown, width: (run.widths || {})[wheel.name] })
    const body = parts[wheel.on[0]]
    body.rods.push(wheel.at)
    const inside = Math.hypot(...add(wheel.at, body.at, -1)) < radius / 2
    body.round = body.round || wheel.type === "rim" && inside
  }
  for (const spring of typed("spring"))
    for (const point of spring.on.map(name => parts[name])) parts[point.on[0]].rods.push(point.at)
  const middle = points => points.reduce((sum, p) => add(sum, p, 1 / points.length), [0, 0, 0])
  for (const [i, body] of typed("body").entries()) {
    const box = body.round ? null : boxOf(body)
    body.box = box && !containsAll(box, body.at, typed("wheel", "rim")) ? box : null
    const solid = body.box && solidOf(body, typed("wheel", "rim"), i === 0)
    body.solid = solid && { ...solid, color: i ? "sky" : "body" }
    body.hub = setting(body, "mass") > 0 ? body.at : middle(body.rods)
  }
  return {
    parts, bodies: typed("body"), joints: typed("hinge", "slide"), wheels: typed("wheel", "rim"),
    springs: typed("spring"), track: singleTrackOf(parts, typed), ...extent(typed),
  }
}
/* True if all wheels are completely inside a box. The box is then not an outline of the body, but
   represents the inertia of a test rig. */
function containsAll({ axes, half }, middle, wheels) {
  const isInside = ({ at, radius }) => axes.every((axis, i) =>
    Math.abs(dot(axis, add(at, middle, -1))) + radius < half[i])
  return wheels.length > 0 && wheels.every(isInside)
}
/* The greatest normal force of all rows from `begin` on, at least 1 N. It scales the arrows of
   models without weight. */
function greatestForce(wheels, begin) {
  const columns = wheels.map(wheel => at[named(wheel, "output.normal_force")])
  const inRow = (most, row) => columns.reduce((m, k) => Math.max(m, Math.abs(row[k] || 0)), most)
  return rows.slice(begin).reduce(inRow, 1)
}
/* Size of a vehicle [m], which scales the view, and a force [N], which scales the arrows. */
function extent(typed) {
  const round = typed("wheel", "rim"), boxed = typed("body").filter(body => body.box)
  const reach = ({ axes, half }, k) => Math.hypot(...axes.map((axis, i) => axis[k] * half[i]))
  const corners = [
    ...round.flatMap(({ at, radius }) => [-radius, radius].map(r => at.map(v => v + r))),
    ...boxed.flatMap(({ at, box }) => [-1, 1].map(s => at.map((v, k) => v + s * reach(box, k)))),
  ]
  const size = 0.4 * Math.hypot(...[0, 1, 2].map(k => {
    const along = corners.map(p => p[k])
    return Math.max(...along) - Math.min(...along)
  }))
  const mass = typed("body", "wheel").reduce((sum, part) => sum + setting(part, "mass"), 0)
  const weight = 2.5 * mass * parameter("gravity") / round.length
  return { size: size > 0 ? size : 1, weight: weight > 0 ? weight : 1, isHeavy: weight > 0 }
}

const quaternion = ["output.q0", "output.q1", "output.q2", "output.q3"]
/* Place of the centre of a body, or of a point. */
const placeOf = (get, part) =>
  ["output.x", "output.y", "output.z"].map(name => own(get, part, name))
/* Pose of a body: its axes, and the functions at() and along(), which give the place of a point and
   the direction of a vector. Both arguments are given in the frame of the parts. */
function pose(get, body) {
  const origin = placeOf(get, body), q = quaternion.map(name => own(get, body, name))
  const length = Math.hypot(...q)
  const [w, x, y, z] = q.map(v => v / length)
  const axes = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ]
  const at = p => place(origin, axes, add(p, body.at, -1))
  return { axes, at, along: v => place([0, 0, 0], axes, v) }
}
/* Make quaternions continuous: a quaternion and its negative are the same pose; use the one that is
   nearer to the row before. */
function steady(body, begin) {
  const columns = quaternion.map(name => at[named(body, name)])
  for (let i = Math.max(1, begin); i < rows.length; i++) {
    const alike = columns.reduce((sum, k) => sum + rows[i - 1][k] * rows[i][k], 0)
    if (alike < 0) columns.forEach(k => { rows[i][k] *= -1 })
  }
}
const poseOf = (get, wheel) => pose(get, kind.machine.parts[wheel.on[0]])
function contact(get, wheel) {
  const [x, y] = ["output.contact_x", "output.contact_y"].map(name => own(get, wheel, name))
  return kind.own ? touched([x, y], poseOf(get, wheel).at(wheel.at), wheel.radius) : [x, y, 0]
}
const normalOutputs = ["output.normal_x", "output.normal_y", "output.normal_z"]
/* Unit vector away from the ground at the contact of a wheel. Over a profile it lies in the plane
   of the profile. A run without the outputs of the normal has that of the drawn ground. */
function normalAt(get, wheel) {
  if (!kind.own) return [0, 0, 1]
  const normal = normalOutputs.map(name => own(get, wheel, name))
  if (Math.hypot(...normal) > 0) return unit(normal)
  if (run.surface) return surfaceNormal(...contact(get, wheel))
  const arm = add(poseOf(get, wheel).at(wheel.at), contact(get, wheel), -1), ahead = course()
  return unit(add([0, 0, arm[2]], ahead, dot(ahead, arm)))
}
/* The place on the ground at which a pneumatic tyre is deepest. The outputs of the contact are the
   point of the unloaded wheel, which is in the ground by the deflection. */
function placeUnder(get, wheel) {
  const [z, gap] = ["output.contact_z", "output.gap"].map(name => own(get, wheel, name))
  const [x, y, drawn] = contact(get, wheel)
  if (!kind.own || z === undefined || gap === undefined) return [x, y, drawn]
  return add([x, y, z], normalAt(get, wheel), -gap)
}
const lifted = (get, wheel) => word(get, named(wheel, "output.contact")) === "open"
/* Directions forward and left of a wheel along the ground; for a ball with a vertical axis those of
   the root. */
function heading(get, wheel) {
  const up = normalAt(get, wheel), axis = poseOf(get, wheel).along(wheel.axis)
  const upright = Math.hypot(...cross(axis, up)) < 1e-9
  const forward = unit(cross(upright ? pose(get, kind.machine.bodies[0]).axes[1] : axis, up))
  return [forward, cross(up, forward), up]
}
const slipOf = (get, wheel) =>
  Math.hypot(own(get, wheel, "output.slip_forward"), own(get, wheel, "output.slip_side"))
const isPneumatic = wheel => setting(wheel, "law") === 3
/* True if a pneumatic tyre slides: output.contact is slip where the force along the ground is above
   0.99 of the force of full sliding. */
const slides = (get, wheel) =>
  !isPneumatic(wheel) || word(get, named(wheel, "output.contact")) === "slip"
/* True if a wheel leaves a skid mark. A wheel without friction, or with a small slip, does not. */
const rubs = (get, wheel) => slipOf(get, wheel) > 0.05 && slides(get, wheel)
  && (own(get, wheel, "output.forward_force") !== 0 || own(get, wheel, "output.side_force") !== 0)

/* Width of a tyre; a knife edge gets a visible width. */
const widthOf = wheel => wheel.width || Math.max(2 * wheel.crown, 0.06 * wheel.radius)

/* ---- the pieces ---- */
/* The point of a body's box, or the hub of a body without box, from which a rod goes to p. */
function nearest({ box, at, hub }, p) {
  if (!box) return hub
  return box.axes.reduce((sum, axis, k) => {
    const far = dot(axis, add(p, at, -1))
    return add(sum, axis, Math.min(box.half[k], Math.max(-box.half[k], far)))
  }, at)
}
function bodyPieces(get, body, color) {
  const posed = pose(get, body), { at } = posed, thick = 0.03 * kind.size()
  const rods = body.rods.map(p => [nearest(body, p), p])
    .filter(([a, b]) => Math.hypot(...add(a, b, -1)) > thick)
    .map(ends => line(ends.map(at), color, thick))
  return [...body.box ? solidPieces(posed, body) : [], ...rods]
}
function jointPieces(get, joint) {
  const [parent, child] = joint.on.map(name => pose(get, kind.machine.parts[name]))
  const half = 0.05 * kind.size()
  const ends = joint.type === "hinge"
    ? [-half, half].map(h => child.at(add(joint.at, joint.axis, h)))
    : [parent.at(joint.at), child.at(joint.at)]
  return line(ends, dark, 0.02 * kind.size())
}
/* The contact of a pneumatic tyre is drawn moved relative to the rim by this multiple of the
   deflection of the carcass: a few millimetres are less than a pixel where 1000 pixels show the 5 m
   of a car, and the multiple is seen. */
const drawnBend = 5
/* Pieces of a tyre that is flat on the ground, which is taken for the plane through the contact,
   and whose carcass is deflected along it. The shift decreases with the height above this plane,
   to 0 at the lowest point of the rim of an upright wheel. */
function deflected(get, part, pieces) {
  const [forward, left, up] = heading(get, part), foot = placeUnder(get, part)
  const [ahead, aside] = ["state.bend_forward", "state.bend_side"].map(q => own(get, part, q) || 0)
  const shift = add(forward.map(v => v * drawnBend * ahead), left, drawnBend * aside)
  const height = p => dot(up, add(p, foot, -1))
  const rim = height(poseOf(get, part).at(part.at)) - rimPart * part.radius
  const weight = high => (Math.max(0, rim - high) / (rim || 1)) ** 2
  const bent = p => {
    const high = height(p)
    return add(add(p, up, Math.max(0, -high)), shift, weight(Math.max(0, high)))
  }
  return pieces.map(piece => ({ ...piece, points: piece.points.map(bent) }))
}
function tyrePieces(get, part) {
  const { at, along } = poseOf(get, part), { radius, crown } = part
  const axis = along(part.axis), start = along(across(part.axis))
  const angle = part.type === "wheel" ? own(get, part, "state.angle") : 0
  const mark = add(start.map(v => v * Math.cos(angle)), cross(axis, start), Math.sin(angle))
  const air = lifted(get, part) // a wheel in the air stands out, and say() reports it
  if (2 * crown > radius) {
    const colors = air ? [rgb(orange), rgb(orange).map(v => 0.8 * v)] : [rgb(dark), rgb(grey)]
    return torus(at(part.at), axis, mark, radius - crown, crown, 30, 20, colors)
  }
  const { track } = kind.machine
  const wide = part.width || crown > 0.12 * radius || track && track.hasEngine
  if (wide) {
    const [rubber, spoke] = air ? [orange, blue] : [shade("tyre"), orange]
    const colors = { tyre: rgb(rubber), rim: rgb(grey), mark: rgb(spoke) }
    const pieces = tyre(at(part.at), axis, mark, radius, halfWidth(part), colors)
    return isPneumatic(part) ? deflected(get, part, pieces) : pieces
  }
  const colors = [air ? orange : dark, grey]
  const pieces = wheel(at(part.at), axis, mark, radius, widthOf(part), colors, 8)
  const hub = kind.machine.parts[part.on[0]].at, aside = dot(part.axis, add(part.at, hub, -1))
  if (Math.abs(aside) <= 0.5 * radius) return pieces
  // A wheel at the side of its body is drawn over that side, as tyre() does.
  return pieces.map(each => ({ ...each, by: at(part.at), over: 0.7 * radius }))
}
function springPiece(get, spring) {
  const [a, b] = spring.on.map(name => placeOf(get, kind.machine.parts[name]))
  const way = add(b, a, -1), length = Math.hypot(...way)
  const side = length > 0 ? across(way.map(v => v / length)) : [0, 0, 0]
  const out = 0.03 * kind.size()
  const turns = count(17).map(i =>
    add(add(a, way, (i + 2) / 20), side, out * [0, 1, 0, -1][i % 4]))
  return line([a, ...turns, b], dark, 0.012 * kind.size())
}

/* Indices of the columns with x and y of the root. */
const placesOf = () => ["state.x", "state.y"].map(name => at[named(kind.machine.bodies[0], name)])

kinds.vehicle = {
  get moves() {
    const { bodies: [root], joints } = kind.machine
    return ["output.speed", named(root, "output.roll"), named(root, "output.pitch"),
            ...joints.map(joint => named(joint, "state.angle"))]
  },
  get own() { return (run.terrain || []).length > 0 || Boolean(run.surface) },
  still() {
    const [x, y] = placesOf()
    return kind.own && !run.surface ? strips(rows.map(row => [row[x], row[y]])) : []
  },
  prepare() { kind.machine = machineOf() },
  follow(begin) {
    const { machine } = kind
    machine.bodies.forEach(body => steady(body, begin))
    if (!machine.isHeavy)
      machine.weight = Math.max(machine.weight, greatestForce(machine.wheels, begin))
  },
  size: () => kind.machine.size, weight: () => kind.machine.weight, trail: Infinity,
  /* Place of the ring that shows an impact of a wheel. */
  struck({ part }, get) {
    return [contact(get, kind.machine.parts[run.parts[part].name]), [1, 0, 0], [0, 1, 0]]
  },
  middle: get =>
    ["state.x", "state.y", "state.z"].map(name => own(get, kind.machine.bodies[0], name)),
  track: get => kind.machine.wheels.map(wheel => contact(get, wheel)),
  marks: get => kind.machine.wheels.map(wheel => lifted(get, wheel) ? "nothing"
    : rubs(get, wheel) ? rubbed(slipOf(get, wheel)) : "line"),
  grips: get => kind.machine.wheels.map(wheel =>
    lifted(get, wheel) ? null : own(get, wheel, "input.mu")),
  laneWidth: k => Math.max(3 * kind.markWidth(k), 0.2 * kind.size()),
  markWidth: k => Math.min(widthOf(kind.machine.wheels[k]), kind.machine.wheels[k].radius / 2),
  /* Turn from axes with gravity straight down to axes of the ground: Rx(-bank) Ry(slope). */
  turned(get, [x, y, z]) {
    const by = (angle, a, b) => [a * Math.cos(angle) + b * Math.sin(angle),
                                 b * Math.cos(angle) - a * Math.sin(angle)]
    const [ahead, up] = by(get("input.slope") || 0, x, z)
    const [left, high] = by(get("input.bank") || 0, y, up)
    return [ahead, left, high]
  },
  draw(get) {
    const { bodies, joints, wheels, springs, track } = kind.machine
    const isOfTrack = body => track && (body === track.root || track.fork.has(body.name))
    return [
      ...bodies.flatMap((body, i) => isOfTrack(body) ? [] : bodyPieces(get, body, i ? sky : blue)),
      ...track ? singleTrackPieces(get, track) : [],
      ...joints.map(joint => jointPieces(get, joint)),
      ...wheels.flatMap(wheel => tyrePieces(get, wheel)),
      ...springs.map(spring => springPiece(get, spring)),
    ]
  },
  forces: get => kind.machine.wheels.map(wheel => {
    const [forward, left, up] = heading(get, wheel)
    const pressed = up.map(v => v * own(get, wheel, "output.normal_force"))
    const ahead = add(pressed, forward, own(get, wheel, "output.forward_force"))
    const force = add(ahead, left, own(get, wheel, "output.side_force"))
    const mu = setting(wheel, "law") ? own(get, wheel, "input.mu") : undefined
    const how = { mu, slips: rubs(get, wheel) }
    return [contact(get, wheel), force, kind.own ? { ...how, up } : how]
  }),
  say(get) {
    const marks = kind.marks(get), slope = get("input.slope"), bank = get("input.bank")
    const those = (...any) => kind.machine.wheels.filter((_, i) => any.includes(marks[i]))
      .map(({ name }) => name).join(", ")
    const slips = those("skid", "black"), air = those("nothing")
    const ways = [slope && degrees(slope, " towards x", " towards -x"),
                  bank && degrees(bank, " towards y", " towards -y")]
    const rises = ways.filter(Boolean).join(" and by ")
    return [`${number(get("output.speed"))} m/s`, slips && `slips: ${slips}`,
            air && `in the air (orange): ${air}`, rises && `the ground rises by ${rises}`]
      .filter(Boolean).join("; ")
  },
}
