// SPDX-License-Identifier: MIT
// Drawing primitives of a replay: vectors, colours, and the pieces of a picture.
"use strict"

/* ---- vectors: [x, y, z], x forward, y left, z up ---- */
const add = (a, b, k = 1) => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]]
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a, b) =>
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const mix = (a, b, k) => a.map((v, i) => v === null || b[i] === null ? v : v + k * (b[i] - v))
const unit = a => a.map(v => v / Math.sqrt(dot(a, a)))
const count = n => Array.from({ length: n }, (_, i) => i)
/* Columns of Rz(yaw) Rx(roll) Ry(pitch). */
function frame(yaw, roll, pitch) {
  const [cy, sy, cr, sr, cp, sp] = [yaw, roll, pitch].flatMap(v => [Math.cos(v), Math.sin(v)])
  return [[cy * cp - sy * sr * sp, sy * cp + cy * sr * sp, -cr * sp], [-sy * cr, cy * cr, sr],
          [cy * sp + sy * sr * cp, sy * sp - cy * sr * cp, cr * cp]]
}
const place = (origin, axes, p) =>
  add(add(add(origin, axes[0], p[0]), axes[1], p[1]), axes[2], p[2])
/* The first of two perpendicular unit vectors, turned by an angle towards the other. */
const swung = (one, other, angle) =>
  add(one.map(v => v * Math.cos(angle)), other, Math.sin(angle))

/* ---- colours: the style of the page has one set for the light and one for the dark scheme ---- */
const night = matchMedia("(prefers-color-scheme: dark)"), shades = new Map()
function shade(name) {
  const style = getComputedStyle(document.documentElement)
  if (!shades.has(name)) shades.set(name, style.getPropertyValue(`--${name}`).trim())
  return shades.get(name)
}
const rgb = color => [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16))
let blue, sky, orange, green, grey, dark // colours of bodies and arrows
let dyed = 0 // number of times that colours were read
function dye() {
  dyed++
  shades.clear()
  blue = shade("blue"); sky = shade("sky"); orange = shade("orange")
  green = shade("green"); grey = shade("grey"); dark = shade("dark")
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
  const other = cross(axle, mark), thick = Math.min(tyre, 0.14 * radius)
  const circle = count(49).map(i => swung(mark, other, i * Math.PI / 24))
  const at = (i, distance) => add(centre, circle[i], distance)
  const rim = count(49).map(i => at(i, radius - tyre / 2))
  const spoke = i => line([centre, at(48 / spokes * i, radius - 0.9 * tyre)],
                          i ? colors[1] : orange, (i ? 0.25 : 0.7) * thick)
  return [...count(spokes).map(spoke),
          ...count(12).map(i => line(rim.slice(4 * i, 4 * i + 5), colors[0], tyre))]
}
const flat = (x, height, depth = 0) => [x, depth, height] // plane kinds move in the plane y = 0
function planeWheel(x, height, angle) {
  const radius = parameter("radius"), mark = [Math.cos(angle), 0, -Math.sin(angle)]
  return wheel(flat(x, height), [0, 1, 0], mark, radius, 0.14 * radius, [blue, sky], 6)
}
/* Faces of a box. `half`: half of its length along each of its axes. */
function box(centre, axes, half, rgb, alpha) {
  const side = (k, sign) => face([[-1, -1], [-1, 1], [1, 1], [1, -1]].map(([a, b]) => {
    const ends = [0, 1, 2].map(i => half[i] * (i === k ? sign : i === (k + 1) % 3 ? a : b))
    return place(centre, axes, ends)
  }), lit(rgb, axes[k].map(v => sign * v), alpha))
  return [0, 1, 2].flatMap(k => [side(k, -1), side(k, 1)])
}
/* A torus: a tube of radius a along the circle of radius b around `centre`, perpendicular to the
   unit vector `axle`. The circle has `around` pieces, the section of the tube `across`. If a > b,
   the part of the tube beyond the axle is left out. The two pieces next to the direction `mark` are
   orange, to show the rotation. */
function torus(centre, axle, mark, b, a, around, across, colors) {
  const other = cross(axle, mark), full = 2 * Math.PI
  const turned = i => swung(mark, other, full * i / around)
  const out = (i, j) => swung(turned(i), axle, full * j / across)
  const rings = count(around + 1).map(i => {
    const middle = add(centre, turned(i), b)
    return count(across + 1).map(j => add(middle, out(i, j), a))
  })
  const outside = count(across).filter(j => b + a * Math.cos(full * (j + 0.5) / across) > 0)
  const colorOf = i => i < 2 ? rgb(orange) : colors[Math.floor(i / 5) % 2]
  return count(around).flatMap(i => outside.map(j => {
    const normal = out(i + 0.5, j + 0.5), [one, next] = [rings[i], rings[i + 1]]
    const corners = [one[j], next[j], next[j + 1], one[j + 1]]
    return { ...face(corners, lit(colorOf(i), normal)), out: normal }
  }))
}
