// SPDX-License-Identifier: MIT
// The forces of the ground in the scene: arrows, friction cones, and a legend of length and colour.
// A force is [place, vector, how]. how.slips: the contact slides. how.mu: coefficient of friction,
// if the contact has one. how.up: normal of the ground, [0, 0, 1] if not given.
"use strict"

const forceColor = slips => slips ? orange : green
const metresPerNewton = () => 1.5 * kind.size() * view.times / kind.weight()
const longest = () => 4 * kind.size() * view.times // a longer arrow is drawn broken
const sizeOf = force => Math.sqrt(dot(force, force))
const isSeen = ([, force]) => force.every(Number.isFinite)
  && sizeOf(force) * metresPerNewton() > 0.02 * kind.size() * view.times

/* The dot at a contact with a profile or a surface. */
const dotOf = ([foot, , { slips, up }]) =>
  up ? [ball(foot, 0.03 * kind.size() * view.times, forceColor(slips))] : []

/* Draw a force. The arrow of a sliding contact is dashed, for viewers who cannot distinguish the
 * colours. */
function paintArrow([foot, force, { slips }]) {
  const full = sizeOf(force) * metresPerNewton(), length = Math.min(longest(), full)
  const along = unit(force), side = unit(cross(along, view.ahead)), color = forceColor(slips)
  const barb = Math.min(length / 3, 0.2 * kind.size() * view.times)
  const at = (far, out = 0) => add(add(foot, along, far), side, out)
  if (slips) pen.setLineDash([8 * view.scale, 6 * view.scale])
  paint(thread([foot, at(length)], color, 3))
  pen.setLineDash([])
  for (const s of [-0.4, 0.4]) paint(thread([at(length), at(length - barb, s * barb)], color, 3))
  if (full > length)
    for (const far of [0.5, 0.56])
      paint(thread([at((far - 0.03) * length, -barb / 2), at((far + 0.03) * length, barb / 2)],
                   color, 3))
}

/* Draw the friction cone as high as the normal force: the tip of the force of a sticking contact is
   within the ring at its top, that of a sliding contact on the ring. No cone is drawn for a contact
   without friction, nor if the arrow of the force is too long to be drawn whole. */
function paintCone([foot, force, { mu, slips, up = [0, 0, 1] }]) {
  const height = dot(force, up) * metresPerNewton()
  if (!(mu > 0) || !(height > 0) || sizeOf(force) * metresPerNewton() > longest()) return
  const one = across(up), other = cross(up, one), top = add(foot, up, height), radius = mu * height
  const color = forceColor(slips)
  const ring = count(48).map(i => add(add(top, one, radius * Math.cos(i * Math.PI / 24)), other,
                                      radius * Math.sin(i * Math.PI / 24)))
  paint(face(ring, color + "18"))
  paint(thread([...ring, ring[0]], color + "90", 1.5))
  for (const p of outline(foot, ring)) paint(thread([foot, p], color + "60", 1.5))
}
/* The ends on the ring of the two lines from the foot that bound the cone on the screen. There are
   none if the foot is within the ring on the screen, or if a point is behind the viewer. */
function outline(foot, ring) {
  const seen = [foot, ...ring].map(inView)
  if (seen.some(v => v[2] <= near)) return []
  const [[x, y], ...round] = seen.map(onScreen), turn = 2 * Math.PI
  const middle = [0, 1].map(k => round.reduce((sum, p) => sum + p[k], 0) / round.length)
  const axis = Math.atan2(middle[1] - y, middle[0] - x)
  const angles = round.map(p => Math.atan2(p[1] - y, p[0] - x) - axis)
    .map(angle => (angle % turn + 1.5 * turn) % turn - turn / 2)
  const ends = [Math.min(...angles), Math.max(...angles)]
  return ends[1] - ends[0] < Math.PI ? ends.map(end => ring[angles.indexOf(end)]) : []
}

/* A round number of newtons, and the length of its arrow at a place, in pixels. */
function scaleAt(place) {
  const pixels = metresPerNewton() * view.zoom / Math.max(near, inView(place)[2])
  const ten = Math.pow(10, Math.floor(Math.log10(90 * view.scale / pixels)))
  const newton = [5, 2, 1].map(k => k * ten).find(each => each * pixels <= 90 * view.scale)
  const text = newton >= 1000 ? `${newton / 1000} kN` : `${+newton.toPrecision(1)} N`
  return { text, length: newton * pixels }
}
/* Draw the legend of forces: a bar as long as the arrow of 1, 2 or 5 times a power of ten newtons,
   and the colours in use.
   Return text and length of the bar, and the words beside the colours. */
function paintForceLegend(forces) {
  const { text, length } = scaleAt(forces[0][0]), size = 12 * view.scale, y = 1.5 * size, x = size
  const ends = [x, x + length].map(end => [[end, y - size / 3], [end, y + size / 3]])
  const kinds = [false, true].filter(slips => forces.some(([, , how]) => !how.slips === !slips))
  const words = slips => slips ? "slips" : "does not slip"
  pen.font = `${size}px sans-serif`
  pen.textAlign = "left"; pen.textBaseline = "middle"
  pen.strokeStyle = pen.fillStyle = shade("ink"); pen.lineWidth = 1.5 * view.scale
  pen.beginPath()
  for (const [from, to] of [[[x, y], [x + length, y]], ...ends]) {
    pen.moveTo(...from)
    pen.lineTo(...to)
  }
  pen.stroke()
  pen.fillText(text, x + length + size / 2, y)
  kinds.forEach((slips, i) => {
    const line = y + 1.5 * size * (i + 1)
    pen.strokeStyle = forceColor(slips); pen.lineWidth = 3 * view.scale
    pen.setLineDash(slips ? [8 * view.scale, 6 * view.scale] : [])
    pen.beginPath(); pen.moveTo(x, line); pen.lineTo(x + 2.5 * size, line); pen.stroke()
    pen.fillText(words(slips), x + 3 * size, line)
  })
  pen.setLineDash([])
  return { text, length, words: kinds.map(words) }
}

function paintForces(get) {
  const forces = kind.forces(get)
    .map(([foot, force, how = {}]) => [view.larger(foot), force, how]).filter(isSeen)
  if (!forces.length) return null
  if (!small && element("cones").checked) forces.forEach(paintCone)
  forces.forEach(paintArrow)
  forces.flatMap(dotOf).forEach(dot => paint(dot))
  return small ? null : paintForceLegend(forces)
}
