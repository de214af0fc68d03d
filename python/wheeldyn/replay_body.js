// SPDX-License-Identifier: MIT
// Bodies and tyres of a vehicle as solids. A body is drawn as its box, see boxOf(). A box that is
// upright, so that its sides are level or vertical, leaves room for the wheels: it is narrower
// between wheels at its sides, and ends above wheels below it.
"use strict"

/* ---- shapes, in the frame of the parts ---- */
/* Half sides of a box along x, y and z if its axes are nearly x, y and z; else null. */
function uprightHalf({ axes, half }) {
  const along = [0, 1, 2].map(k => axes.findIndex(axis => Math.abs(axis[k]) > 0.85))
  return new Set(along).size === 3 && !along.includes(-1) ? along.map(i => half[i]) : null
}
/* A block between two opposite corners. `top`: length and width of its top, relative to those of
   its bottom. */
const block = (from, to, color, top = [1, 1]) => ({ from, to, color, top })
/* True if a wheel is beside, above, below or partly in front of or behind an upright box. */
const isAbout = ({ at, radius }, middle, half) =>
  Math.abs(at[0] - middle[0]) < half[0] + 0.5 * radius
  && Math.abs(at[2] - middle[2]) < half[2] + radius
/* Half of the width that a body can have beside a wheel at its side. */
const roomIn = (wheel, middle) =>
  Math.abs(wheel.at[1] - middle[1]) - halfWidth(wheel) - 0.1 * wheel.radius

/* The blocks of a body in `color`; null if its box is not upright. */
function blocksOf(body, wheels, color) {
  const half = uprightHalf(body.box), middle = body.at
  if (!half) return null
  const near = wheels.filter(wheel => isAbout(wheel, middle, half))
  const sides = near.filter(wheel => roomIn(wheel, middle) > 0.3 * half[1])
  const below = near.filter(wheel => !sides.includes(wheel))
  const inLine = wheels.every(({ at }) => Math.abs(at[1] - middle[1]) < 0.3 * half[1])
  const foot = (inLine ? Math.max : Math.min)(
    ...wheels.map(({ at, radius }) => at[2] + (inLine ? 0.4 : -0.6) * radius))
  const high = middle[2] + half[2], least = high - 0.8 * half[2]
  const low = Math.min(least, Math.max(middle[2] - half[2], foot,
                                       ...below.map(({ at, radius }) => at[2] + 0.7 * radius)))
  const narrow = Math.min(half[1], ...sides.map(wheel => roomIn(wheel, middle)))
  const arch = Math.max(low, ...sides.map(({ at, radius }) => at[2] + 1.1 * radius))
  const slab = (wide, from, to, top) =>
    block([middle[0] - half[0], middle[1] - wide, from],
          [middle[0] + half[0], middle[1] + wide, to], color, top)
  if (narrow === half[1] || arch > high - 0.1 * half[2])
    return [slab(narrow, low, high, inLine ? [0.5, 0.8] : [1, 1])]
  return [slab(narrow, low, arch), slab(half[1], arch, high)]
}
function cabin({ from, to }, color) {
  const long = to[0] - from[0], wide = to[1] - from[1]
  const glass = block([from[0] + 0.14 * long, from[1] + 0.06 * wide, to[2]],
                      [to[0] - 0.28 * long, to[1] - 0.06 * wide, to[2] + 0.25 * wide], color,
                      [0.62, 0.84])
  return { ...glass, over: 0.3 } // in units of the size; draws the cabin over the block below it
}
const isLong = ({ from, to }) => to[0] - from[0] > 1.2 * (to[1] - from[1])
/* Drawing of a body with a box: blocks, and for the root also lamps [place, half] on its front,
   with half the side of a lamp. If the root is the body of a car, the last block is a cabin. */
function solidOf(body, wheels, isRoot) {
  const blocks = blocksOf(body, wheels, isRoot ? "body" : "sky")
  if (!blocks) return { blocks: [], lamps: [] }
  const top = blocks[blocks.length - 1], { from, to } = top
  if (!isRoot) return { blocks, lamps: [] }
  const high = to[2] - from[2], wide = to[1] - from[1], half = Math.min(0.12 * high, 0.06 * wide)
  const lamps = top.top[0] < 1 ? []
    : [0.15, 0.85].map(share => [[to[0], from[1] + share * wide, from[2] + 0.6 * high], half])
  const isCar = wheels.length > 3 && blocks.length > 1 && isLong(top)
  return { blocks: isCar ? [...blocks, cabin(top, "glass")] : blocks, lamps }
}

/* ---- pieces of blocks ---- */
const between = (a, b, share) => add(a.map(v => v * (1 - share)), b, share)
/* A face, given by its corners in order and visible from `out`, as tiles no longer than `most`. The
   tiles are so small that they can be sorted by depth. */
function tiles(corners, out, color, most) {
  const [a, b, c, d] = corners, far = (p, q) => Math.hypot(...add(q, p, -1))
  const shade = lit(color, out)
  const parts = (...lengths) => Math.max(1, Math.ceil(Math.max(...lengths) / most))
  const n = parts(far(a, b), far(d, c)), m = parts(far(a, d), far(b, c))
  const at = (i, j) => between(between(a, b, i / n), between(d, c, i / n), j / m)
  const tile = (i, j) => [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]
  return count(n).flatMap(i => count(m).map(j => ({ ...face(tile(i, j), shade), out })))
}
/* Tiles of the six faces of a solid with eight corners. Bits 0, 1, 2 of the number of a corner are
   1 if the corner is at the upper end of x, y, z. */
function solid(corners, color, most) {
  const middle = between(corners[0], corners[7], 0.5)
  const sides = [[0, 2, 6, 4], [1, 3, 7, 5], [0, 1, 5, 4], [2, 3, 7, 6], [0, 1, 3, 2], [4, 5, 7, 6]]
  return sides.map(numbers => numbers.map(i => corners[i])).flatMap(side => {
    const normal = cross(add(side[2], side[0], -1), add(side[3], side[1], -1))
    const size = Math.sqrt(dot(normal, normal)), inwards = dot(normal, add(side[0], middle, -1)) < 0
    return size > 0 ? tiles(side, normal.map(v => (inwards ? -v : v) / size), color, most) : []
  })
}
function blockPieces({ from, to, color, top, over = 0 }, at) {
  const middle = between(from, to, 0.5), share = [...top, 1]
  const corners = count(8).map(i => at([0, 1, 2].map(k => {
    const end = (i >> k & 1 ? to : from)[k]
    return i & 4 ? middle[k] + share[k] * (end - middle[k]) : end
  })))
  const pieces = solid(corners, rgb(shade(color)), 0.3 * kind.size())
  return over ? pieces.map(piece => ({ ...piece, over: over * kind.size() })) : pieces
}
function lampPieces([place, half], at, along) {
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([y, z]) =>
    at(add(place, [0, y * half, z * half])))
  return { ...face(corners, shade("lamp")), out: along([1, 0, 0]), over: 0.3 * kind.size(),
           flat: true }
}
/* Pieces of a body in its pose. A body whose box is not upright has no blocks; its box is drawn. */
function solidPieces({ axes, at, along }, body) {
  const { blocks, lamps, color } = body.solid, half = body.box.half
  if (blocks.length)
    return [...blocks.flatMap(each => blockPieces(each, at)),
            ...lamps.map(lamp => lampPieces(lamp, at, along))]
  const sides = body.box.axes.map(along), middle = at(body.at)
  const corners = count(8).map(i =>
    [0, 1, 2].reduce((p, k) => add(p, sides[k], i >> k & 1 ? half[k] : -half[k]), middle))
  return solid(corners, rgb(shade(color)), 0.3 * kind.size())
}

/* ---- single-track vehicles ---- */
/* Frame and fork of a vehicle with two wheels in line whose front wheel is steered by a hinge
   that is not level; null for other vehicles. Points are in the frame of the parts. */
function singleTrackOf(parts, typed) {
  const wheels = typed("wheel").sort((a, b) => a.at[0] - b.at[0]), [root] = typed("body")
  const steers = typed("hinge").filter(({ on, axis }) =>
    parts[on[0]] === root && Math.abs(axis[2]) > 0.5)
  const off = ({ at, radius }) => Math.abs(at[1] - root.at[1]) > 0.1 * radius
  if (wheels.length !== 2 || typed("rim").length || steers.length !== 1 || wheels.some(off))
    return null
  const [rear, front] = wheels, [steer] = steers, fork = below(steer.on[1], typed)
  if (!fork.has(front.on[0]) || fork.has(rear.on[0])) return null
  const axis = height => add(steer.at, steer.axis, (height - steer.at[2]) / steer.axis[2])
  const [low, high, bar] = [1.2, 1.7, 2.1].map(k => axis(front.at[2] + k * front.radius))
  const length = front.at[0] - rear.at[0], ahead = share => rear.at[0] + share * length
  const crank = [ahead(0.42), root.at[1], rear.at[2] - 0.1 * rear.radius]
  const saddle = [ahead(0.24), root.at[1], high[2]]
  const isHigh = root.box && root.at[2] + (uprightHalf(root.box) || [0, 0, 0])[2] > bar[2]
  return { root, rear, front, fork, yoke: parts[steer.on[1]], low, high, bar, length, crank, saddle,
           size: saddle[2] / 0.95, isRidden: isHigh, hasEngine: rear.crown > 0.1 * rear.radius }
}
/* Names of a body and of all that joints carry below it. */
function below(name, typed) {
  const names = new Set([name])
  typed("hinge", "slide", "rigid").forEach(() => typed("hinge", "slide", "rigid")
    .forEach(({ on }) => { if (names.has(on[0])) names.add(on[1]) }))
  return names
}
function singleTrackPieces(get, track) {
  const { root, rear, front, yoke, low, high, bar, length, crank, saddle, size } = track
  const onSeat = pose(get, root).at, onFork = pose(get, yoke).at, hub = poseOf(get, front).at
  const stays = rear.on[0] === root.name ? [[rear.at, crank], [rear.at, saddle]] : []
  const tubes = [...stays, [crank, low], [crank, saddle], [saddle, high]]
  const thick = (track.hasEngine ? 0.055 : 0.04) * size, color = rgb(shade("body"))
  const [x, y, z] = [length, 0.055 * length, high[2] - crank[2]]
  const part = (from, to, top) =>
    blockPieces({ from: add(crank, from), to: add(crank, to), color: "body", top }, onSeat)
  const engine = track.hasEngine ? [
    ...part([-0.1 * x, -y, 0], [0.14 * x, y, 0.55 * z], [0.8, 0.8]),
    ...part([-0.06 * x, -y, 0.75 * z], [0.22 * x, y, 1.1 * z], [0.8, 0.6]),
    ...part([-0.36 * x, -0.8 * y, 0.8 * z], [-0.06 * x, 0.8 * y, z], [1, 0.8]),
    ball(onFork(add(high, [0.14 * size, 0, 0])), 0.09 * size, shade("lamp")),
  ] : []
  return [
    ...tubes.map(points => line(points.map(onSeat), `rgb(${color})`, thick)),
    line([hub(front.at), ...[low, high, bar].map(onFork)], orange, thick), ...engine,
    ...track.isRidden ? riderPieces({ crank, saddle, bar, length, size }, onSeat, onFork) : [],
  ]
}

/* ---- tyres ---- */
function halfWidth({ width, crown, radius }) {
  return width ? width / 2 : Math.min(Math.max(crown, 0.03 * radius), 0.4 * radius)
}
/* Radius of the rim of a wide tyre, as a fraction of the radius of the wheel. */
const rimPart = 0.66
/* A wide tyre: tread, side walls and a rim with spokes, one of which is marked to show the
   rotation. Pieces on a wall are drawn over the wall, and a wall over the side of the body next
   to it. */
function tyre(centre, axle, mark, radius, half, colors) {
  const other = cross(axle, mark), parts = 30
  const turned = i => add(mark.map(v => v * Math.cos(2 * Math.PI * i / parts)), other,
                          Math.sin(2 * Math.PI * i / parts))
  const at = (i, far, side) => add(add(centre, turned(i), far), axle, side)
  const tread = count(parts).map(i => {
    const out = turned(i + 0.5), color = colors.tyre.map(v => i % 6 < 3 ? v : 0.75 * v)
    const corners = [[i, -half], [i + 1, -half], [i + 1, half], [i, half]]
    return { ...face(corners.map(([j, side]) => at(j, radius, side)), lit(color, out)), out }
  })
  const onWall = (side, places, color, layer) => {
    const out = axle.map(v => side * v), by = add(centre, out, half)
    const over = (0.7 + 0.01 * layer) * radius
    const points = places.map(([i, far]) => at(i, far * radius, side * half))
    return { ...face(points, lit(color, out)), out, by, over, flat: layer > 0 }
  }
  const round = far => count(parts).map(i => [i, far])
  const gap = i => [[i + 0.8, 0.2], [i + 0.8, 0.58], [i + 3, 0.58], [i + 5.2, 0.58], [i + 5.2, 0.2]]
  const spoke = [[-8, 0.07], [-0.7, 0.62], [0.7, 0.62], [8, 0.07]]
  return [...tread, ...[-1, 1].flatMap(side => [
    onWall(side, round(1), colors.tyre, 0), onWall(side, round(rimPart), colors.rim, 1),
    ...count(5).map(i => onWall(side, gap(6 * i), colors.tyre, 2)),
    onWall(side, spoke, colors.mark, 3)])]
}
