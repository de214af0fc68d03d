// SPDX-License-Identifier: MIT
// The ground of a replay and what is on it: sky and distance, grid, tracks and skid marks.
"use strict"

/* ---- the plane z = 0 as far as it goes ---- */
/* Where on the screen it ends, which way on the screen leads down from there, and how many pixels
   below that line the ground is one metre deep in the picture; at n metres it is an nth of that. */
function horizon() {
  const [right, up, ahead] = [view.right, view.up, view.ahead].map(axis => axis[2])
  const steep = Math.max(1e-6, Math.hypot(right, up)), back = view.zoom * ahead / steep ** 2
  const side = view.eye[2] < 0 ? -1 : 1 // seen from below it is above the line
  return { at: [view.middle[0] - right * back, view.middle[1] + up * back],
           down: [-side * right / steep, side * up / steep],
           metre: Math.abs(view.eye[2]) * view.zoom / steep }
}
/* A gradient along the line down from the horizon, of [pixels below it, color]. */
function fading({ at, down }, stops) {
  const [begin, end] = [stops[0][0], stops[stops.length - 1][0]]
  const color = pen.createLinearGradient(...[begin, end].flatMap(far => at.map((v, i) => v + far * down[i])))
  for (const [far, each] of stops) color.addColorStop((far - begin) / (end - begin), each)
  return color
}
/* The sky, and the ground, which takes the colour of the sky at the horizon with the distance; where
   it has its own, one colour is filled faster than a gradient. */
function paintFar() {
  const { at, down, metre } = horizon(), { width, height } = scene
  const full = Math.max(1, metre / (4 * camera.away)), high = 0.8 * height
  const [far, near] = ["far", "ground"].map(name => rgb(shade(name)))
  const ground = kind.own ? [[1, far]] : [0, 0.1, 0.25, 0.5, 1].map(k => [k * full, mix(near, far, (1 - k) ** 3)])
  const lowest = Math.max(...[0, width].map(x => at[1] + (full - (x - at[0]) * down[0]) / down[1]))
  const split = down[1] > 0.1 ? Math.min(height, Math.max(0, Math.ceil(lowest))) : height
  pen.fillStyle = fading({ at, down }, [[-high, rgb(shade("high"))], ...ground].map(([k, color]) => [k, `rgb(${color})`]))
  pen.fillRect(0, 0, width, split)
  pen.fillStyle = shade(kind.own ? "far" : "ground")
  pen.fillRect(0, split, width, height - split)
}
/* Lines around what is in front of the eye, of two sizes of cells, fainter with the distance and gone
   where the last of them is. A gradient would take four times as long. */
function paintGrid() {
  const reach = 24, shades = 5, wide = scene.width / (2 * view.zoom)
  const small = Math.pow(10, Math.floor(Math.log10(camera.away / 2)))
  const grid = rgb(shade("grid"))
  for (const cell of [small, 10 * small]) {
    const far = reach / Math.hypot(0.5, wide) * cell, depth = k => k < shades ? far / (1 + 5 * k / shades) : near
    const [x, y] = add(view.eye, unit([view.ahead[0], view.ahead[1], 0]), far / 2).map(v => Math.round(v / cell))
    const [west, east, south, north] = [x - reach, x + reach, y - reach, y + reach].map(v => v * cell)
    const lines = count(2 * reach + 1).flatMap(i => [
      [[cell * (x + i - reach), south, 0], [cell * (x + i - reach), north, 0]],
      [[west, cell * (y + i - reach), 0], [east, cell * (y + i - reach), 0]]]).map(ends => ends.map(inView))
    count(shades).forEach(k =>
      paintLines(lines, `rgba(${grid},${(k + 1) / shades})`, 1, depth(k + 1), depth(k)))
  }
}

/* ---- what is left on the ground ---- */
/* Points of a path, with the numbers of their rows and what is left there, as many as an eye can tell
   apart: they are `grain` apart unless what is left changes, and of too many every second goes. */
class Path {
  constructor(grain, most) { Object.assign(this, { grain, most, points: [], stops: [], left: [] }) }
  push(point, row, left) {
    const { points } = this, n = points.length, before = points[n - 1]
    if (n && this.left[n - 1] === left && Math.hypot(...add(point, before, -1)) < this.grain) return
    points.push(point); this.stops.push(row); this.left.push(left)
    if (n < this.most) return
    this.thin(i => i % 2 === 0 || this.left[i] !== this.left[i - 1])
    if (this.points.length > this.most / 2) this.thin(i => i % 2 === 0) // it changes all the time
  }
  thin(stays) {
    const kept = [...this.stops.keys()].filter(stays)
    for (const name of ["points", "stops", "left"]) this[name] = kept.map(i => this[name][i])
    this.grain *= 2
  }
  /* Numbers of the points that are not before one row and not behind another: from, to. */
  between(row, end) {
    const by = wanted => {
      let low = -1, high = this.stops.length
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if (this.stops[middle] <= wanted) low = middle; else high = middle
      }
      return low + 1
    }
    return [by(row - 1), by(end)]
  }
}
/* What track number k leaves on the ground: a line, or what the kind says of each of its rows. */
function paintTrack(points, left, k) {
  for (let i = 0, begin = 0; i + 1 < points.length; i++) {
    const what = left ? left[i] : "line", ends = i + 2 === points.length || left && left[i + 1] !== what
    if (what === "skid") paintSkid(points[i], points[i + 1], kind.markWidth(k))
    if (what === "line" && ends) paint(thread(points.slice(begin, i + 2), k ? orange : blue, 2.5))
    if (ends) begin = i + 1
  }
}
function paintSkid(a, b, width) {
  const way = add(b, a, -1), length = Math.hypot(...way), side = [-way[1], way[0], 0].map(v => v * width / 2 / length)
  if (length > 0) paint(face([add(a, side), add(b, side), add(b, side, -1), add(a, side, -1)], shade("skid")))
}
