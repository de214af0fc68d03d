// SPDX-License-Identifier: MIT
// The player of a replay: time, camera, drawing, hands.
"use strict"

const element = id => document.getElementById(id)
let run, kind, rows, first, last, at // of the run that is shown
const parameter = name => run.parameters["param." + name]

/* ---- time ---- */
let time, playing = false, before = null, still, tracks, marks, goals, ends
function rowBefore(t) {
  let lo = 0, hi = rows.length - 1
  while (hi - lo > 1) {
    const middle = (lo + hi) >> 1
    if (rows[middle][0] <= t) lo = middle; else hi = middle
  }
  return hi && rows[hi][0] <= t ? hi : lo
}
/* Between two rows reals change evenly, choices and counts not at all. */
function valuesAt(t) {
  const i = rowBefore(t), a = rows[i], b = rows[Math.min(i + 1, rows.length - 1)]
  const span = b[0] - a[0], now = mix(a, b, span > 0 ? (t - a[0]) / span : 0)
  run.names.forEach((name, k) => { if (run.choices[name] || /\.feature_\d$/.test(name)) now[k] = a[k] })
  return now
}
const reader = row => name => row[at[name]]

/* A small replay, in a gallery, begins again at its end and has no controls; whoever wants no motion
   starts it himself. */
const small = document.body.classList.contains("card"), calm = matchMedia("(prefers-reduced-motion: reduce)").matches

/* ---- the camera ---- */
const camera = {}, close = () => (kind.side ? 7 : 4.5) * kind.size()
const scene = element("scene"), pen = scene.getContext("2d")
let view
function look(get) {
  const scale = window.devicePixelRatio || 1
  scene.width = scene.clientWidth * scale
  scene.height = scene.clientHeight * scale
  const ct = Math.cos(camera.turn), st = Math.sin(camera.turn), cr = Math.cos(camera.rise), sr = Math.sin(camera.rise)
  const [back, right] = [[ct * cr, st * cr, sr], [-st, ct, 0]].map(v => kind.turned ? kind.turned(get, v) : v)
  view = { eye: add(camera.target, back, camera.away), ahead: back.map(v => -v), scale, right, zoom: 1.6 * Math.min(scene.width, 1.6 * scene.height) / 2 }
  view.up = cross(view.right, view.ahead)
}
const near = 0.02
const inView = p => { const d = add(p, view.eye, -1); return [dot(d, view.right), dot(d, view.up), dot(d, view.ahead)] }
const onScreen = v => [scene.width / 2 + view.zoom * v[0] / v[2], scene.height / 2 - view.zoom * v[1] / v[2]]
function paint(piece, color = piece.color) {
  const seen = piece.points.map(inView), depth = Math.max(near, seen.reduce((sum, v) => sum + v[2], 0) / seen.length)
  const cut = (a, b) => a[2] > near ? a : mix(a, b, (near - a[2]) / (b[2] - a[2]))
  pen.strokeStyle = pen.fillStyle = color
  pen.lineWidth = piece.pixels * view.scale || Math.max(1, (piece.width || 0) * view.zoom / depth)
  pen.beginPath()
  if (piece.radius && seen[0][2] > near) pen.arc(...onScreen(seen[0]), piece.radius * view.zoom / depth, 0, 7)
  let joined = false
  for (let i = 0; i + !piece.filled < seen.length; i++) {
    const a = seen[i], b = seen[(i + 1) % seen.length]
    if (a[2] <= near && b[2] <= near) { joined = joined && piece.filled; continue }
    pen[joined ? "lineTo" : "moveTo"](...onScreen(cut(a, b)))
    pen.lineTo(...onScreen(cut(b, a)))
    joined = piece.filled || b[2] > near
  }
  if (piece.filled || piece.radius) pen.fill()
  if (!piece.radius) pen.stroke()
}
function byDepth(pieces) {
  const far = piece => piece.points.reduce((sum, p) => sum + dot(p, view.ahead), 0) / piece.points.length
  return pieces.map(piece => [far(piece), piece]).sort((a, b) => b[0] - a[0]).map(pair => pair[1])
}
function plane(centre) {
  const cell = Math.pow(10, Math.floor(Math.log10(camera.away / 2))), reach = 30
  const x = Math.round(centre[0] / cell), y = Math.round(centre[1] / cell)
  const [west, east, south, north] = [x - reach, x + reach, y - reach, y + reach].map(v => v * cell)
  const far = 300 * camera.away
  paint(face([[-far, -far], [far, -far], [far, far], [-far, far]].map(p => [x * cell + p[0], y * cell + p[1], 0]), "#e3e6e1"))
  for (let i = -reach; i <= reach; i++) {
    paint(thread([[cell * (x + i), south, 0], [cell * (x + i), north, 0]], "#cdd2cc", 1))
    paint(thread([[west, cell * (y + i), 0], [east, cell * (y + i), 0]], "#cdd2cc", 1))
  }
}

/* ---- drawing ---- */
function arrow([foot, force]) {
  if (!force.every(Number.isFinite)) return
  const newton = Math.sqrt(dot(force, force)), length = Math.min(4, 1.5 * newton / kind.weight()) * kind.size()
  if (!(length > 0.02 * kind.size())) return
  const along = unit(force), tip = add(foot, along, length), side = unit(cross(along, view.ahead)), barb = Math.min(length / 3, kind.size() / 5)
  paint(thread([foot, tip], green, 3))
  for (const s of [-0.4, 0.4]) paint(thread([tip, add(add(tip, along, -barb), side, s * barb)], green, 3))
}
/* A ring that grows about what has just been hit. */
function flash(get) {
  const event = past()[past().length - 1], span = 0.3 * +element("speed").value
  if (!event || event[1] !== "IMPACT" || time - event[0] >= span) return
  const radius = kind.size() * (1 + (time - event[0]) / span), [centre, across, up] = kind.struck(event[2], get)
  paint(thread(count(49).map(i => add(add(centre, across, radius * Math.cos(i * Math.PI / 24)), up, radius * Math.sin(i * Math.PI / 24))), orange, 2))
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
  if (length > 0) paint(face([add(a, side), add(b, side), add(b, side, -1), add(a, side, -1)], "#6b6b6b"))
}
function drawScene() {
  const get = reader(valuesAt(time)), feet = kind.track(get), mode = element("camera").value
  if (mode === "follows") camera.target = kind.middle ? kind.middle(get) : add(feet[0], add(feet[feet.length - 1], feet[0], -1), 0.5)
  if (mode === "follows" && !kind.side && !kind.middle) camera.target[2] = 0.7 * kind.size()
  look(get)
  pen.lineJoin = pen.lineCap = "round"
  if (!kind.own) plane(camera.target)
  still.forEach(piece => paint(piece))
  paint(thread(goals, "#c8a050", 5))
  const i = rowBefore(time), begin = Math.max(0, i - kind.trail)
  if (kind.trail) tracks.forEach((track, k) => paintTrack([...track.slice(begin, i + 1), feet[k]], marks && marks[k].slice(begin, i + 1), k))
  const goal = kind.reference && kind.reference(get)
  if (goal) paint(ball(goal, 0.12 * kind.size(), "#c80"))
  const pieces = byDepth(kind.draw(get))
  if (!kind.own) pieces.forEach(piece => paint({ ...piece, points: piece.points.map(p => [p[0], p[1], 0]) }, "#c4c8c2"))
  pieces.forEach(piece => paint(piece))
  if (element("forces").checked) kind.forces(get).forEach(arrow)
  flash(get)
  element("words").textContent = kind.say(get)
}
/* Each chart with the list from which its column is chosen: that of the page, and what is added to it. */
const chart = element("chart"), charts = [], margin = 52 // pixels beside a chart, for its numbers
function addChart(chart, list) {
  chart.onpointerdown = event => seek(first + (event.offsetX - margin) / (chart.clientWidth - 2 * margin) * (last - first))
  list.onchange = draw
  charts.push([chart, list])
}
/* Round numbers within a range, about as many as asked for. */
function ticks(lo, hi, most) {
  const rough = (hi - lo) / most, ten = Math.pow(10, Math.floor(Math.log10(rough)))
  const step = [1, 2, 5, 10].map(k => k * ten).find(k => k >= rough), begin = Math.ceil(lo / step)
  return hi > lo ? count(Math.floor(hi / step) - begin + 1).map(i => +((begin + i) * step).toPrecision(12)) : [lo]
}
function drawChart([chart, list]) {
  const ink = chart.getContext("2d"), scale = window.devicePixelRatio || 1, width = chart.width = chart.clientWidth * scale
  const height = chart.height = chart.clientHeight * scale, column = +list.value, top = 20 * scale, bottom = height - 16 * scale
  const values = rows.map(row => row[column]).filter(v => v !== null), side = margin * scale
  const lo = values.reduce((a, b) => Math.min(a, b), Infinity), hi = values.reduce((a, b) => Math.max(a, b), -Infinity), span = hi - lo || 1
  const x = t => side + (width - 2 * side) * (t - first) / (last - first || 1), y = v => bottom - (bottom - top) * (v - lo) / span
  ink.font = `${11 * scale}px sans-serif`; ink.textBaseline = "middle"
  ink.textAlign = "right"
  for (const v of values.length ? ticks(lo, hi, 3) : []) {
    ink.fillStyle = "#e4e8ec"; ink.fillRect(side, y(v), width - 2 * side, scale)
    ink.fillStyle = "#556"; ink.fillText(v, side - 5 * scale, y(v))
  }
  ink.textAlign = "center"
  for (const t of ticks(first, last, Math.max(2, width / scale / 120))) ink.fillText(`${t} s`, x(t), height - 7 * scale)
  for (const [t] of run.events) { ink.fillStyle = "#e8a07a"; ink.fillRect(x(t), top, scale, bottom - top) }
  ink.strokeStyle = blue; ink.lineWidth = 1.3 * scale; ink.beginPath()
  let down = false
  for (const row of rows) {
    if (row[column] === null) { down = false; continue }
    ink[down ? "lineTo" : "moveTo"](x(row[0]), y(row[column]))
    down = true
  }
  ink.stroke()
  ink.fillStyle = "#333"; ink.fillRect(x(time), top, scale, bottom - top)
  const value = valuesAt(time)[column], names = run.choices[run.names[column]]
  ink.font = `${12 * scale}px sans-serif`; ink.textAlign = "left"
  ink.fillText(`${run.names[column]} = ${value === null ? "-" : names ? names[value] : `${value.toPrecision(5)} ${run.units[column]}`}`, side, 10 * scale)
}
const past = () => run.events.filter(event => event[0] <= time)
function drawClock() {
  element("scrub").value = (time - first) / (last - first || 1)
  element("clock").textContent = `${time.toFixed(3)} s`
  element("play").textContent = playing ? "pause" : "play"
  const done = past(), event = done[done.length - 1], loss = event && event[2].energy_change
  const part = event && run.parts[event[2].part]
  element("event").textContent = event ? `event ${done.length} of ${run.events.length}: ${event[1]}${part ? " of " + part.name : ""} at ${event[0].toFixed(4)} s`
    + (loss ? `, ${Math.max(0, -loss).toFixed(2)} J lost` : "") : ""
}
function draw() {
  if (run) { drawScene(); charts.forEach(drawChart); drawClock() }
}
function tick(stamp) {
  if (playing && before !== null) {
    time += Math.min(0.1, (stamp - before) / 1000) * +element("speed").value // a page that was hidden goes on where it was
    if (run.more && time > last) grow(time)
    if (time > last) { time = small ? first : last; playing = small }
    draw()
  }
  before = stamp
  requestAnimationFrame(tick)
}

/* ---- runs ---- */
/* What the rows from number `begin` on add to what is drawn. */
function trace(begin) {
  if (kind.follow) kind.follow(begin)
  for (let i = begin; i < rows.length; i++) {
    const get = reader(rows[i]), feet = kind.track(get), goal = kind.reference && kind.reference(get)
    feet.forEach((foot, k) => (tracks[k] = tracks[k] || []).push(foot))
    if (marks) kind.marks(get).forEach((mark, k) => (marks[k] = marks[k] || []).push(mark))
    if (goal) goals.push(goal)
    for (const p of [...feet, ...goal ? [goal] : [], ...kind.middle ? [kind.middle(get)] : []])
      ends = ends ? [Math.min, Math.max].map((pick, e) => ends[e].map((v, k) => pick(v, p[k]))) : [p, p]
  }
  last = rows[rows.length - 1][0]
}
/* A run that is computed while it is shown has a function more(t), which adds rows up to then and events. */
function grow(t) {
  const begin = rows.length
  run.more(t)
  trace(begin)
}
/* Show a run, the camera and the chart being left as they are. */
function take(shown) {
  run = shown; kind = kinds[run.kind]; rows = run.rows; first = time = rows[0][0]
  at = Object.fromEntries(run.names.map((name, k) => [name, k]))
  if (kind.prepare) kind.prepare()
  still = kind.still ? kind.still() : []
  tracks = []; goals = []; marks = kind.marks && []; ends = null
  trace(0)
}
const whole = () => ({ target: mix(...ends, 0.5), away: Math.max(close(), 0.9 * Math.hypot(...add(ends[1], ends[0], -1))) })
function offer(list) {
  list.replaceChildren()
  run.names.forEach((name, k) => { if (k && at[name] === k) list.add(new Option(name, k)) })
}
function choose(i) {
  take(runs[i])
  element("legend").replaceChildren(...legend())
  Object.assign(camera, kind.side ? { turn: -Math.PI / 2, rise: kind.own ? 0.08 : 0.15 } : { turn: -0.9, rise: 0.4 },
                { away: close(), target: whole().target })
  element("run").value = i
  element("camera").value = "follows"
  element("speed").value = run.more || last - first > 3 ? "1" : "0.1"
  charts.forEach(([, list]) => offer(list))
  if (at[kind.moves]) element("column").value = at[kind.moves] // rather than the way, which only grows
  document.title = `${run.title || run.kind} - wheeldyn replay`
  play(!calm)
}

/* ---- hands ---- */
function play(on) {
  if (on && time >= last && !run.more) time = first
  playing = on
  draw()
}
function seek(t) { time = Math.min(last, Math.max(first, t)); draw() }
element("run").onchange = event => choose(+event.target.value)
element("play").onclick = () => play(!playing)
element("scrub").oninput = event => { playing = false; seek(first + event.target.value * (last - first)) }
element("forces").onchange = draw
addChart(chart, element("column"))
element("camera").onchange = event => {
  if (event.target.value === "whole") Object.assign(camera, whole())
  if (event.target.value === "follows") camera.away = close()
  draw()
}
scene.onpointerdown = event => scene.setPointerCapture(event.pointerId)
scene.onpointermove = event => {
  if (!event.buttons || small) return
  if (event.shiftKey) {
    const step = camera.away / scene.clientHeight
    element("camera").value = "stays"
    camera.target = add(add(camera.target, view.right, -step * event.movementX), view.up, step * event.movementY)
  } else {
    camera.turn -= 0.006 * event.movementX
    camera.rise = Math.min(1.5, Math.max(kind.own ? -0.1 : 0.03, camera.rise + 0.006 * event.movementY))
  }
  draw()
}
scene.onwheel = small ? null : event => { camera.away *= Math.exp(0.001 * event.deltaY); event.preventDefault(); draw() }
addEventListener("keydown", event => {
  if (small || event.target.tagName === "SELECT") return
  if (event.key === " " && event.target.tagName !== "BUTTON") { play(!playing); event.preventDefault() }
  if (event.key === "ArrowLeft" || event.key === "ArrowRight")
    seek(time + (event.key === "ArrowLeft" ? -1 : 1) * (last - first) / 200)
})
addEventListener("resize", draw)
runs.forEach((each, i) => element("run").add(new Option(each.title || each.kind, i)))
element("run").hidden = runs.length < 2
window.replay = { choose, take, offer, charts, addChart, seek, play, get time() { return time }, get playing() { return playing }, get end() { return last } }
/* An address may name a run and a time: #run=1&t=2.5 */
const asked = new URLSearchParams(location.hash.slice(1))
if (runs.length) {
  choose(Math.min(runs.length - 1, Math.max(0, Math.floor(+asked.get("run")) || 0)))
  if (asked.has("t")) { playing = false; seek(+asked.get("t") || first) }
  else if (calm) seek(first + 0.4 * (last - first))
}
requestAnimationFrame(tick)
