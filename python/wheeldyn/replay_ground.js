// SPDX-License-Identifier: MIT
// The ground of a replay: sky and horizon, grid, tracks and skid marks.
"use strict"

/* ---- the plane z = 0 up to the horizon ---- */
/* Compute the horizon: its place on the screen, the direction on the screen that leads down from
 * it, and the number of pixels below the horizon at which the ground is one metre deep in the
 * picture. A depth of n metres is at 1/n of that number. */
function horizon() {
  const [right, up, ahead] = [view.right, view.up, view.ahead].map(axis => axis[2])
  const steep = Math.max(1e-6, Math.hypot(right, up)), back = view.zoom * ahead / steep ** 2
  const side = view.eye[2] < 0 ? -1 : 1 // seen from below, the ground is above the horizon
  return { at: [view.middle[0] - right * back, view.middle[1] + up * back],
           down: [-side * right / steep, side * up / steep],
           metre: Math.abs(view.eye[2]) * view.zoom / steep }
}
/* A gradient along the line down from the horizon, of [pixels below it, color]. */
function fading({ at, down }, stops) {
  const [begin, end] = [stops[0][0], stops[stops.length - 1][0]]
  const place = far => at.map((v, i) => v + far * down[i])
  const color = pen.createLinearGradient(...place(begin), ...place(end))
  for (const [far, each] of stops) color.addColorStop((far - begin) / (end - begin), each)
  return color
}
/* Draw the sky, and the ground, which fades into the colour of the sky at the horizon. Near the eye
   it has one colour, which is filled faster than a gradient. */
function paintFar() {
  const { at, down, metre } = horizon(), { width, height } = scene
  const full = Math.max(1, metre / (4 * camera.away)), high = 0.8 * height
  const [far, near] = ["far", "ground"].map(name => rgb(shade(name)))
  const share = kind.own ? [] : [0, 0.1, 0.25, 0.5, 1]
  const ground = kind.own ? [[1, far]] : share.map(k => [k * full, mix(near, far, (1 - k) ** 3)])
  const lowest = Math.max(...[0, width].map(x => at[1] + (full - (x - at[0]) * down[0]) / down[1]))
  const split = down[1] > 0.1 ? Math.min(height, Math.max(0, Math.ceil(lowest))) : height
  const stops = [[-high, rgb(shade("high"))], ...ground].map(([k, color]) => [k, `rgb(${color})`])
  pen.fillStyle = fading({ at, down }, stops)
  pen.fillRect(0, 0, width, split)
  pen.fillStyle = shade(kind.own ? "far" : "ground")
  pen.fillRect(0, split, width, height - split)
}
/* Draw the lines of the grid around the point in front of the eye, with two sizes of cells. They
   become fainter with the distance and end invisibly. A gradient would take four times as long. */
function paintGrid() {
  const shades = 4, wide = scene.width / (2 * view.zoom), grid = rgb(shade("grid"))
  const small = Math.pow(10, Math.floor(Math.log10(camera.away / 2)))
  for (const [cell, reach] of [[small, 18], [10 * small, 8]]) {
    const far = reach / Math.hypot(0.5, wide) * cell
    const depth = k => k < shades ? far / (1 + 5 * k / shades) : near
    const middle = add(view.eye, unit([view.ahead[0], view.ahead[1], 0]), far / 2)
    const [x, y] = middle.map(v => Math.round(v / cell))
    const [[west, east], [south, north]] = [x, y].map(v => [cell * (v - reach), cell * (v + reach)])
    const lines = count(2 * reach + 1).flatMap(i => {
      const [along, across] = [x, y].map(v => cell * (v + i - reach))
      return [[[along, south, 0], [along, north, 0]], [[west, across, 0], [east, across, 0]]]
    }).map(ends => ends.map(inView))
    count(shades).forEach(k =>
      paintLines(lines, `rgba(${grid},${(k + 1) / shades})`, 1, depth(k + 1), depth(k)))
  }
}

/* ---- distance marks ---- */
/* Index of the last of sorted numbers that is not above `most`; -1 if none. */
function upTo(numbers, most) {
  let low = -1, high = numbers.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (numbers[middle] <= most) low = middle; else high = middle
  }
  return low
}
/* Middle between the first and the last contact of a body. */
const middleOf = feet => add(feet[0], add(feet[feet.length - 1], feet[0], -1), 0.5)
/* Place on the ground below a body. */
function stand(get) {
  const [x, y] = kind.middle ? kind.middle(get) : middleOf(kind.track(get))
  return [x, y, 0]
}
/* The way of a body: points on the ground, and at each the distance `gone` that was covered. A kind
   that moves in a plane needs no points: its distance is x. */
class Way {
  constructor() { Object.assign(this, { gone: [], points: [] }) }
  push(point) {
    const { gone, points } = this, last = points.length - 1
    gone.push(last < 0 ? 0 : gone[last] + Math.hypot(...add(point, points[last], -1)))
    points.push(point)
  }
  /* The point at a distance along the way. */
  at(far) {
    if (kind.side) return flat(far, 0)
    const { gone, points } = this, i = upTo(gone, far), j = Math.min(i + 1, gone.length - 1)
    return mix(points[i], points[j], gone[j] > gone[i] ? (far - gone[i]) / (gone[j] - gone[i]) : 0)
  }
  now(get) {
    const here = stand(get), i = rowBefore(time)
    return kind.side ? here[0] : this.gone[i] + Math.hypot(...add(here, this.points[i], -1))
  }
}
/* Metres between two marks: 1, 2 or 5 times a power of ten. Where the camera looks, the marks are
   then at least `pixels` apart. */
function spacing(pixels) {
  const rough = pixels * view.scale * camera.away / view.zoom
  const ten = Math.pow(10, Math.floor(Math.log10(rough)))
  return [1, 2, 5, 10].map(k => k * ten).find(step => step >= rough)
}
function distance(metres, step) {
  const [unit, size] = step >= 1000 ? ["km", 1000] : step < 0.01 ? ["mm", 0.001] : ["m", 1]
  return `${+(metres / size).toPrecision(6)} ${unit}`.replace("-", "\u2212")
}
/* The distance marks near the body, round numbers first. Each has a text and a line on the screen
   that ends beside it; the line lies across the path on the ground, or stands at the foot of a
   profile. If there is no room for all marks, only every fifth or tenth is drawn. */
function marks(get) {
  const step = spacing(kind.side ? 90 : 150)
  const here = way.now(get) / step, most = way.gone[way.gone.length - 1] / step
  const [begin, end] = [Math.ceil(here - 40), Math.floor(here + 40)]
  const from = kind.side ? begin : Math.max(0, begin)
  const to = kind.side ? end : Math.min(end, Math.floor(most))
  const round = n => [10, 5, 1].find(k => n % k === 0)
  return count(Math.max(0, to - from + 1)).map(i => from + i)
    .sort((a, b) => round(b) - round(a) || Math.abs(a - here) - Math.abs(b - here))
    .map(n => ({ text: distance(n * step, step),
                 line: kind.own && kind.side ? footMark(n * step)
                                             : crossMark(n * step, step, round(n)) }))
    .filter(mark => mark.line)
}
function crossMark(far, step, round) {
  const place = way.at(far), most = kind.side ? Infinity : way.gone[way.gone.length - 1]
  const before = kind.side ? far - step / 20 : Math.max(0, far - step / 20)
  const along = add(way.at(Math.min(most, far + step / 20)), way.at(before), -1)
  const length = Math.hypot(...along), eye = add(view.eye, place, -1)
  if (!(length > 0)) return null
  const side = [-along[1] / length, along[0] / length, 0]
  const out = Math.sign(dot(side, eye)) * kind.size()
  const onGround = p => kind.side ? p : [p[0], p[1], heightAt(p)]
  const seen = [0, 0.6, 0.8].map(share => inView(onGround(add(place, side, share * out))))
  if (seen.some(v => v[2] <= near)) return null
  const [first, from, to] = seen.map(onScreen)
  const next = inView(add(place, along, round * step / length))
  if (round === 10 || next[2] <= near) return [from, to]
  const [wide, high] = onScreen(next).map((v, i) => Math.abs(v - first[i]) / view.scale)
  return wide > 70 || high > 24 ? [from, to] : null
}
function footMark(far) {
  const low = corners().reduce((low, [, height]) => Math.min(low, height), Infinity)
  const seen = [0, -profileDepth()].map(y => inView(flat(far, low, y)))
  if (seen.some(v => v[2] <= near)) return null
  const [[x], [, y]] = seen.map(onScreen), high = Math.min(y, scene.height - 24 * view.scale)
  return [[x, high], [x, high + 6 * view.scale]]
}
/* True if the distance of two boxes [left, top, right, bottom] is below `apart`. */
const meets = (a, b, apart) => [0, 1].every(k => a[k] < b[k + 2] + apart && b[k] < a[k + 2] + apart)
/* Draw the labels that do not overlap, and return them. */
function paintMarks(get) {
  const size = 12 * view.scale, { width, height } = scene, drawn = []
  pen.font = `${size}px sans-serif`
  pen.textAlign = "center"; pen.textBaseline = "top"
  pen.strokeStyle = shade("ground"); pen.fillStyle = shade("soft")
  for (const { text, line: [from, to] } of marks(get)) {
    const half = pen.measureText(text).width / 2
    const x = to[0], y = Math.max(from[1], to[1]) + 3 * view.scale
    const box = [x - half, y, x + half, y + size]
    if (box[0] < 0 || box[2] > width || box[1] < 0 || box[3] > height) continue
    if (drawn.some(({ box: other }) => meets(box, other, 8 * view.scale))) continue
    drawn.push({ text, box, from, to })
    pen.lineWidth = 3 * view.scale
    if (!kind.own) pen.strokeText(text, x, y)
    pen.fillText(text, x, y)
  }
  pen.strokeStyle = shade("soft"); pen.lineWidth = 1.5 * view.scale
  pen.beginPath()
  drawn.forEach(({ from, to }) => { pen.moveTo(...from); pen.lineTo(...to) })
  pen.stroke()
  return drawn
}

/* ---- what is left on the ground ---- */
/* Points of a path. `stops` has the numbers of their rows, `left` the type of trace at each. Points
   are at least `grain` [m] apart, unless the trace changes between them. If there are more than
   `most`, every second point is dropped. */
class Path {
  constructor(grain, most) { Object.assign(this, { grain, most, points: [], stops: [], left: [] }) }
  push(point, row, left) {
    const { points } = this, n = points.length, before = points[n - 1]
    if (n && this.left[n - 1] === left && Math.hypot(...add(point, before, -1)) < this.grain) return
    points.push(point); this.stops.push(row); this.left.push(left)
    if (n < this.most) return
    this.thin(i => i % 2 === 0 || this.left[i] !== this.left[i - 1])
    if (this.points.length > this.most / 2) this.thin(i => i % 2 === 0) // many changes
  }
  thin(stays) {
    const kept = [...this.stops.keys()].filter(stays)
    for (const name of ["points", "stops", "left"]) this[name] = kept.map(i => this[name][i])
    this.grain *= 2
  }
  /* [from, to): the indices of the points with row numbers from `row` to `end`. */
  between(row, end) { return [upTo(this.stops, row - 1) + 1, upTo(this.stops, end) + 1] }
}
/* Divide the points from number `from` to number `to` of a path, followed by the points `end`, into
   parts [type, points], each with one type of trace. */
function pieces({ points, left }, from, to, end) {
  const parts = [], all = [...points.slice(from, to), ...end]
  for (let i = 0, begin = 0; i + 1 < all.length; i++) {
    const what = left[from + i]
    if (i + 2 < all.length && left[from + i + 1] === what) continue
    parts.push([what, all.slice(begin, i + 2)])
    begin = i + 1
  }
  return parts
}
/* A band about points on the ground. */
function ribbon(points, width, color) {
  const way = points.filter((p, i) => !i || Math.hypot(...add(p, points[i - 1], -1)) > 1e-9)
  if (way.length < 2) return
  const sides = way.map((p, i) => {
    const along = add(way[Math.min(i + 1, way.length - 1)], way[Math.max(i - 1, 0)], -1)
    const across = [-along[1], along[0], 0], length = Math.hypot(...across)
    return length > 0 ? across.map(v => v * width / 2 / length) : [0, 0, 0]
  })
  const edge = sign => way.map((p, i) => add(p, sides[i], sign))
  paint(face([...edge(1), ...edge(-1).reverse()], color))
}
/* Colour of a track by slip speed, m/s; a rolling wheel leaves a thin line. */
const rubbed = slip => slip > 2 ? "black" : slip > 0.05 ? "skid" : "line"
/* Draw track number k up to a row and the present position. */
function paintTrack(path, rows, end, k) {
  const black = rgb(shade("skid")), dark = { skid: mix(rgb(shade("ground")), black, 0.55), black }
  const thin = points => thread(points, k ? orange : blue, kind.marks ? 1.5 : 2.5)
  for (const [what, points] of pieces(path, ...path.between(...rows), [end])) {
    if (dark[what]) ribbon(points, kind.markWidth(k), `rgb(${dark[what]})`)
    if (!kind.marks || what === "line") paint(thin(points))
  }
}

/* ---- slippery ground ---- */
/* Sections of the tracks on which friction was lower than elsewhere in the run. */
let roughest
const worn = new Map() // paths of slippery sections, by number of the track
function meet(get, row, feet) {
  if (!kind.grips) return
  kind.grips(get).forEach((mu, k) => {
    if (!(mu > 0)) return // mu is not known, or the wheel has no friction
    if (!worn.has(k)) worn.set(k, new Path(0.02 * kind.size(), 600))
    worn.get(k).push(feet[k], row, +mu.toPrecision(2))
    roughest = Math.max(roughest, mu)
  })
}
function forget() { worn.clear(); roughest = 0 }
const slips = mu => mu < 0.95 * roughest
function slippery() {
  const all = [...worn.values()].flatMap(({ left }) => left.filter(slips))
  return [...new Set(all)].sort((a, b) => a - b)
}
/* Width of a lane; seen from far away it is drawn wider than it is, so that it stays visible. */
const laneWidth = k => Math.max(kind.laneWidth(k), (kind.side ? 0.25 : 0.03) * camera.away)
function paintSlippery() {
  const [ground, ice] = ["ground", "ice"].map(name => rgb(shade(name)))
  for (const [k, path] of worn)
    for (const [mu, points] of pieces(path, 0, path.points.length, []))
      if (slips(mu))
        ribbon(points, laneWidth(k), `rgb(${mix(ground, ice, 1 - 0.6 * mu / roughest)})`)
}

/* ---- the legend of the ground's colours ---- */
/* Text of sorted numbers: all of them, or the least and the greatest if there are more than
   `most`. */
const few = (numbers, most) =>
  numbers.length > most ? `${numbers[0]} to ${numbers[numbers.length - 1]}` : numbers.join(", ")
/* [colour, text] of the friction factors of a profile, below 1 and above, and of slippery ground
   that the run has reached so far. */
function legend() {
  const factors = [...new Set(run.friction)].sort((a, b) => a - b), less = slippery()
  const items = [factors.filter(f => f < 1), factors.filter(f => f > 1)]
    .filter(own => own.length)
    .map(own => [surface(own[0]).edge, `friction \u00d7 ${few(own, 5)}`])
  const all = +roughest.toPrecision(2)
  return less.length ? [...items, [shade("ice"), `friction ${few(less, 1)} of ${all}`]] : items
}
/* The legend that is shown. It is laid out again only if it changes, because a run that is computed
   while it is shown reaches more ground all the time. */
let shownLegend = ""
function drawLegend() {
  const items = legend(), all = items.join()
  if (all === shownLegend) return
  shownLegend = all
  element("legend").replaceChildren(...items.flatMap(([color, text]) => {
    const swatch = document.createElement("i")
    swatch.style.background = color
    return [swatch, text + " "]
  }))
}
