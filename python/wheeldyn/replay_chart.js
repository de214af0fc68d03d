// SPDX-License-Identifier: MIT
// The charts of a replay. The constant part of a chart is drawn once and copied for each frame.
"use strict"

/* The chart of the page and added charts. An entry has the canvas of the chart, the list from which
   its column is chosen, and the background that backdrop() has drawn. */
const charts = []
const beside = chart => chart.clientWidth < 600 ? 58 : 84 // pixels to each side, for numbers

/* Give a canvas the resolution of the screen. Its content is lost only if its size changes. */
function fit(canvas) {
  const scale = window.devicePixelRatio || 1
  const size = [canvas.clientWidth, canvas.clientHeight].map(v => Math.round(v * scale))
  if (canvas.width !== size[0]) canvas.width = size[0]
  if (canvas.height !== size[1]) canvas.height = size[1]
  return scale
}
/* Index of the last row or event of a list that is not later than t; -1 if there is none. Rows and
   events begin with their times and are sorted by them. */
function lastBy(list, t) {
  let low = -1, high = list.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (list[middle][0] <= t) low = middle; else high = middle
  }
  return low
}
/* Round numbers within a range, about `most` of them. */
function ticks(lo, hi, most) {
  const rough = (hi - lo) / most, ten = Math.pow(10, Math.floor(Math.log10(rough)))
  const step = [1, 2, 5, 10].map(k => k * ten).find(k => k >= rough), begin = Math.ceil(lo / step)
  if (!(hi > lo)) return [lo]
  const found = count(Math.floor(hi / step) - begin + 1)
  if (found.length < 2 && most < 6) return ticks(lo, hi, 2 * most) // a single number shows no scale
  return found.map(i => +((begin + i) * step).toPrecision(12))
}

/* ---- which column ---- */
/* Least and greatest value of a column, and the sum of the magnitudes of its changes. */
function range(column) {
  let lo = Infinity, hi = -Infinity, way = 0, before = null
  for (const row of rows) {
    const v = row[column]
    if (v === null) continue
    if (v < lo) lo = v
    if (v > hi) hi = v
    if (before !== null) way += Math.abs(v - before)
    before = v
  }
  return { lo, hi, way }
}
/* Greatest magnitude in a column. */
const greatest = ({ lo, hi }) => Math.max(Math.abs(lo), Math.abs(hi))
/* True if a column is constant to rounding. */
const isFlat = ({ lo, hi }) => !(hi - lo > Math.max(1e-9, 2e-6 * greatest({ lo, hi })))
/* Relative change of a column: its range divided by its greatest magnitude. */
const swing = ({ lo, hi }) => (hi - lo) / greatest({ lo, hi })
/* True if a key variable, in metres, radians or their rates, changes visibly. */
const movesVisibly = ({ lo, hi }) => hi - lo > 1e-4
/* The column that a chart shows first: the first key variable of the kind that moves. If none
 * moves, the column with the largest swing(); the swing of a column that only grows or only falls
 * counts as a hundredth. */
function moving() {
  const wanted = [].concat(kind.moves).map(name => at[name]).filter(Boolean)
  const moved = wanted.find(k => swing(range(k)) > 0.02 && movesVisibly(range(k)))
  if (moved) return moved
  let best = wanted[0] || 1, most = 0
  for (let k = 1; k < run.names.length; k++) {
    const each = range(k)
    if (run.choices[run.names[k]] || isFlat(each)) continue
    const much = swing(each) * (each.way > 1.01 * (each.hi - each.lo) ? 1 : 0.01)
    if (much > most * 1.001) { best = k; most = much }
  }
  return best
}

/* ---- the background of a chart ---- */
/* The points of a curve: for each column of pixels the first, the lowest, the highest and the last
   value; null where the curve is interrupted. */
function curve(column, x) {
  const points = []
  let pixel = NaN, first, low, high, end
  const close = () => {
    if (Number.isNaN(pixel)) return
    const turn = low[0] <= high[0] ? [first, low, high, end] : [first, high, low, end]
    turn.forEach((row, i) => { if (row !== turn[i - 1]) points.push(row) })
    pixel = NaN
  }
  for (const row of rows) {
    const v = row[column], now = Math.floor(x(row[0]))
    if (v === null || now !== pixel) close()
    if (v === null) { points.push(null); continue }
    if (Number.isNaN(pixel)) first = low = high = row
    if (v < low[column]) low = row
    if (v > high[column]) high = row
    end = row
    pixel = now
  }
  close()
  return points
}
/* The plan of a chart: its edges in pixels, the range lo to hi of the values, and the functions
   x(t) and y(v) that give the pixels of a time and of a value. `flat` is the value of a constant
   column, otherwise false. */
function plot(ink, chart, column, scale) {
  const { width, height } = ink.canvas, side = beside(chart) * scale
  let { lo, hi } = range(column)
  const empty = !(lo <= hi), flat = !empty && isFlat({ lo, hi }), middle = (lo + hi) / 2
  if (flat) { lo = middle - (Math.abs(middle) || 1); hi = middle + (Math.abs(middle) || 1) }
  const top = (run.events.length ? 34 : 22) * scale, bottom = height - 18 * scale
  return { width, height, side, scale, top, bottom, lo, hi, column, empty, flat: flat && middle,
           x: t => side + (width - 2 * side) * (t - first) / (last - first || 1),
           y: v => bottom - (bottom - top) * ((flat ? middle : v) - lo) / (hi - lo) }
}
function drawAxes(ink, plan) {
  const { width, height, side, scale, top, bottom, lo, hi, column, empty, flat, x, y } = plan
  const names = run.choices[run.names[column]], unit = run.units[column]
  const wide = side - 8 * scale, soft = shade("soft"), rule = shade("rule")
  const shown = v => {
    if (names) return names[v] || ""
    const full = `${v} ${unit}`
    return ink.measureText(full).width <= wide ? full : `${v}`
  }
  const values = flat !== false ? [+flat.toPrecision(6)]
                                : ticks(lo, hi, Math.max(2, (bottom - top) / scale / 22))
  ink.textAlign = "right"
  for (const v of empty ? [] : values.filter(v => !names || Number.isInteger(v))) {
    ink.fillStyle = rule; ink.fillRect(side, Math.round(y(v)), width - 2 * side, scale)
    ink.fillStyle = soft; ink.fillText(shown(v), side - 5 * scale, y(v), wide)
  }
  ink.textAlign = "center"
  for (const t of ticks(first, last, Math.max(2, (width - 2 * side) / scale / 90))) {
    ink.fillStyle = rule; ink.fillRect(Math.round(x(t)), bottom, scale, 4 * scale)
    ink.fillStyle = soft; ink.fillText(`${t} s`, x(t), height - 7 * scale)
  }
}
/* Draw a line for each event, and names above the lines where they do not overlap. */
function drawEvents(ink, { width, side, scale, top, bottom, x }) {
  let free = 0, drawn = -1
  ink.textAlign = "center"
  for (const [t, type] of run.events) {
    const here = Math.round(x(t)), half = ink.measureText(type).width / 2
    if (here === drawn) continue
    drawn = here
    ink.fillStyle = shade("mark"); ink.fillRect(here, top, scale, bottom - top)
    const middle = Math.min(width - half - scale, Math.max(half + scale, here))
    if (middle - half < free) continue
    ink.fillStyle = shade("event"); ink.fillText(type, middle, top - 7 * scale)
    free = middle + half + 8 * scale
  }
}
function drawCurve(ink, { side, width, scale, column, top, bottom, x, y }) {
  ink.save()
  ink.beginPath()
  ink.rect(side, top - scale, width - 2 * side, bottom - top + 2 * scale)
  ink.clip()
  ink.strokeStyle = shade("curve"); ink.lineWidth = 1.3 * scale; ink.lineJoin = "round"
  ink.beginPath()
  let down = false
  for (const row of curve(column, x)) {
    if (row) ink[down ? "lineTo" : "moveTo"](x(row[0]), y(row[column]))
    down = !!row
  }
  ink.stroke()
  ink.restore()
}
/* Part of a chart that does not depend on the present time; it is drawn again only if the chart
 * changes. */
function backdrop(entry, scale) {
  const [chart, list] = entry
  const shown = [taken, rows.length, first, last, run.events.length, dyed]
  const key = [list.value, chart.width, chart.height, ...shown].join()
  if (entry[2] && entry[2].key === key) return entry[2]
  const picture = document.createElement("canvas")
  picture.width = chart.width; picture.height = chart.height
  const ink = picture.getContext("2d"), plan = plot(ink, chart, +list.value, scale)
  ink.font = `${11 * scale}px sans-serif`; ink.textBaseline = "middle"
  drawAxes(ink, plan)
  drawEvents(ink, plan)
  drawCurve(ink, plan)
  return entry[2] = { ...plan, key, picture }
}

/* ---- each frame ---- */
function drawChart(entry, now, scale) {
  const [chart] = entry, ink = chart.getContext("2d")
  if (!chart.width || !chart.height) return
  const { picture, side, top, bottom, x, column } = backdrop(entry, scale)
  ink.clearRect(0, 0, chart.width, chart.height)
  ink.drawImage(picture, 0, 0)
  ink.fillStyle = shade("ink"); ink.fillRect(Math.round(x(time)), top, scale, bottom - top)
  const value = now[column], name = run.names[column], names = run.choices[name]
  const said = v => names ? names[v] : `${v.toPrecision(5)} ${run.units[column]}`
  const text = value === null ? "-" : said(value)
  ink.font = `${12 * scale}px sans-serif`; ink.textBaseline = "middle"
  ink.fillText(`${name} = ${text}`, side, 11 * scale, chart.width - side)
}
function addChart(chart, list) {
  const reach = ({ offsetX }) => {
    const side = beside(chart), share = (offsetX - side) / (chart.clientWidth - 2 * side)
    seek(first + share * (last - first))
  }
  chart.onpointerdown = event => {
    if (event.pointerId) chart.setPointerCapture(event.pointerId)
    reach(event)
  }
  chart.onpointermove = event => { if (event.buttons) reach(event) }
  list.onchange = draw
  charts.push([chart, list])
}
