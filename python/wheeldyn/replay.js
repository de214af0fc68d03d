// SPDX-License-Identifier: MIT
// The player of a replay: time, camera, drawing, controls.
"use strict"

const element = id => document.getElementById(id)
// run: the run that is shown. kind: functions that draw its kind. rows: its rows; first, last: the
// times of its first and last row. at: the index of each column by its name.
let run, kind, rows, first, last, at
const parameter = name => run.parameters["param." + name]

/* ---- time ---- */
// time: the time shown [s]. before: time stamp of the last frame [ms]. still: pieces that do not
// move. paths, goals: traces of the body and of its reference. way: distance covered. ends: corners
// of the box that contains the whole motion. stepped: columns that are not interpolated.
let time, playing = false, before = null, still, paths, goals, way, ends, stepped
let taken = 0 // how many runs have been shown
const rowBefore = t => Math.max(0, lastBy(rows, t))
/* Values at a time: between two rows real numbers are interpolated linearly, choices and counts
   keep their value. */
function valuesAt(t) {
  const i = rowBefore(t), a = rows[i], b = rows[Math.min(i + 1, rows.length - 1)]
  const span = b[0] - a[0], now = mix(a, b, span > 0 ? (t - a[0]) / span : 0)
  for (const k of stepped) now[k] = a[k]
  return now
}
const reader = row => name => row[at[name]]

/* A small replay in a gallery has no controls and starts again at its end. If the user prefers
   reduced motion, it does not start by itself. */
const small = document.body.classList.contains("card")
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches

/* ---- the camera ---- */
const camera = {}, close = () =>
  (run.surface ? 9 : !kind.side ? 4.5 : kind.own ? 11 : 7) * kind.size()
const scene = element("scene"), pen = scene.getContext("2d")
let view
/* While the eye is only slightly above the point that it looks at, the picture plane stays vertical
   and is shifted instead of tilted, as in an architectural camera. So vertical lines are drawn
   vertical. */
const lens = 0.4 // rad; an elevation up to this shifts the picture, what exceeds it tilts it
function look(get) {
  const scale = fit(scene), zoom = 0.8 * Math.min(scene.width, 1.6 * scene.height)
  const moved = Math.min(lens, Math.max(-lens, camera.rise))
  const turned = v => kind.turned ? kind.turned(get, v) : v
  const [c, s] = [Math.cos(camera.turn), Math.sin(camera.turn)]
  const behind = rise => turned([c * Math.cos(rise), s * Math.cos(rise), Math.sin(rise)])
  const eye = add(camera.target, behind(camera.rise), camera.away)
  const ahead = behind(camera.rise - moved).map(v => -v), right = turned([-s, c, 0])
  const middle = [scene.width / 2, scene.height / 2 - zoom * Math.tan(moved)] // what is ahead
  view = { eye, ahead, right, up: cross(right, ahead), scale, zoom, middle }
}
const near = 0.02 // m; least depth at which a point is drawn
/* Coordinates of a point as the eye sees it, in metres: right, up, depth. */
function inView(p) {
  const d = add(p, view.eye, -1)
  return [dot(d, view.right), dot(d, view.up), dot(d, view.ahead)]
}
function onScreen([right, up, ahead]) {
  const pixels = view.zoom / ahead
  return [view.middle[0] + pixels * right, view.middle[1] - pixels * up]
}
/* Draw a piece. What is nearer to the eye than `near` is cut off. */
function paint(piece, color = piece.color) {
  const seen = piece.points.map(inView)
  const depth = Math.max(near, seen.reduce((sum, v) => sum + v[2], 0) / seen.length)
  const cut = (a, b) => a[2] > near ? a : mix(a, b, (near - a[2]) / (b[2] - a[2]))
  pen.strokeStyle = pen.fillStyle = color
  pen.lineWidth = piece.pixels * view.scale || Math.max(1, (piece.width || 0) * view.zoom / depth)
  pen.beginPath()
  if (piece.radius && seen[0][2] > near)
    pen.arc(...onScreen(seen[0]), piece.radius * view.zoom / depth, 0, 7)
  const long = seen.length > 60 // drop points within a pixel of the one before
  let joined = false, here = null
  for (let i = 0; i + !piece.filled < seen.length; i++) {
    const a = seen[i], b = seen[(i + 1) % seen.length]
    if (a[2] <= near && b[2] <= near) { joined = joined && piece.filled; continue }
    const there = onScreen(cut(b, a))
    if (long && joined && b[2] > near && i + 2 < seen.length
        && Math.hypot(there[0] - here[0], there[1] - here[1]) < view.scale) continue
    if (!joined) pen.moveTo(...onScreen(cut(a, b)))
    else if (a[2] <= near) pen.lineTo(...onScreen(cut(a, b)))
    pen.lineTo(...there)
    here = there
    joined = piece.filled || b[2] > near
  }
  if (piece.filled || piece.radius) pen.fill()
  if (!piece.radius) pen.stroke()
}
/* Draw many lines in one path. Each line has two ends in the coordinates of inView(). Lines are cut
   off where they are nearer than the depth `from` or farther than the depth `to`. */
function paintLines(lines, color, pixels, from, to) {
  const cut = (a, b, depth) => mix(a, b, (depth - a[2]) / (b[2] - a[2]))
  pen.strokeStyle = color
  pen.lineWidth = pixels * view.scale
  pen.beginPath()
  for (const [one, other] of lines) {
    const [a, b] = one[2] < other[2] ? [one, other] : [other, one]
    if (b[2] <= from || a[2] >= to) continue
    pen.moveTo(...onScreen(a[2] < from ? cut(a, b, from) : a))
    pen.lineTo(...onScreen(b[2] > to ? cut(a, b, to) : b))
  }
  pen.stroke()
}
/* True if the eye sees the outer side of a piece; otherwise other pieces of the body hide it. */
const faces = ({ out, points }) => !out || dot(out, add(view.eye, points[0], -1)) > 0
/* Paint the shadows: all faces in one path, then the other pieces. All faces get the same
 * orientation, because opposite ones would leave holes where they overlap. */
function paintShadows(pieces, color) {
  pen.fillStyle = color
  pen.beginPath()
  for (const piece of pieces.filter(({ filled }) => filled)) {
    const seen = piece.points.map(inView)
    if (seen.some(v => v[2] <= near)) continue
    const corners = seen.map(onScreen)
    const area = corners.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = corners[(i + 1) % corners.length]
      return sum + x * nextY - y * nextX
    }, 0)
    if (area < 0) corners.reverse()
    corners.forEach(([x, y], i) => pen[i ? "lineTo" : "moveTo"](x, y))
    pen.closePath()
  }
  pen.fill()
  pieces.filter(({ filled }) => !filled).forEach(piece => paint(piece, color))
}
/* Pieces sorted by depth, the farthest first. A piece with `by` has the depth of this point. `over`
   [m] makes a piece count as nearer than it is, so that it covers the pieces on which it lies. */
function byDepth(pieces) {
  const mean = points => points.reduce((sum, p) => sum + dot(p, view.ahead), 0) / points.length
  const far = ({ by, over = 0, points }) => (by ? dot(by, view.ahead) : mean(points)) - over
  return pieces.map(piece => [far(piece), piece]).sort((a, b) => b[0] - a[0]).map(pair => pair[1])
}

/* ---- drawing ---- */
/* Enlarge a body that is too small to be seen. The point that stays in place has the mean x and y
   of the contacts `feet` and the height of the lowest point of the body. view.times is the factor,
   and view.larger() moves a point in the same way. */
function enlarged(pieces, feet) {
  const middle = feet.reduce((sum, p) => add(sum, p, 1 / feet.length), [0, 0, 0])
  const depth = inView(middle)[2], times = 44 * view.scale * depth / (2 * kind.size() * view.zoom)
  Object.assign(view, { times: 1, larger: p => p })
  if (!(times > 1)) return pieces
  const all = pieces.flatMap(({ points }) => points)
  middle[2] = all.reduce((low, p) => Math.min(low, p[2]), Infinity)
  Object.assign(view, { times, larger: p => add(middle, add(p, middle, -1), times) })
  return pieces.map(piece => ({
    ...piece, points: piece.points.map(view.larger), by: piece.by && view.larger(piece.by),
    over: (piece.over || 0) * times, width: piece.width * times, radius: piece.radius * times,
  }))
}
/* Draw a ring that grows about the place of a recent impact. */
function flash(get) {
  const event = run.events[lastBy(run.events, time)], span = 0.3 * +element("speed").value
  if (!event || event[1] !== "IMPACT" || time - event[0] >= span) return
  const radius = kind.size() * (1 + (time - event[0]) / span)
  const [centre, ...axes] = kind.struck(event[2], get)
  const at = angle => place(centre, [...axes, [0, 0, 0]],
                            [radius * Math.cos(angle), radius * Math.sin(angle), 0])
  paint(thread(count(49).map(i => at(i * Math.PI / 24)), orange, 2))
}
/* Colour of shadows. On a surface or profile it is transparent, because no fixed tone is darker
   than both light and dark slopes. */
const shadowTone = () => run.surface || kind.own ? "rgba(0, 0, 0, 0.25)" : shade("shadow")
/* The shadow of a piece straight below it, level unless it lies on a surface. */
function shadow(piece) {
  const onSurface = ([x, y]) => [x, y, surfaceAt(x, y)]
  if (run.surface) return { ...piece, points: piece.points.map(onSurface) }
  const height = heightAt(piece.points[0])
  return { ...piece, points: piece.points.map(([x, y]) => [x, y, height]) }
}
function drawScene(now) {
  const get = reader(now), feet = kind.track(get), mode = element("camera").value
  if (mode === "follows") camera.target = kind.middle ? kind.middle(get) : middleOf(feet)
  if (mode === "follows" && !kind.side && !kind.middle) camera.target[2] = 0.7 * kind.size()
  look(get)
  pen.lineJoin = pen.lineCap = "round"
  paintFar()
  if (!kind.own) paintSlippery()
  if (!kind.own) paintGrid()
  if (run.surface) paintSurface()
  const fixed = kind.own && !kind.side ? fromAfar(still).filter(faces) : still
  fixed.forEach(piece => paint(piece))
  paint(thread(goals.points, shade("goal"), 5))
  const prints = kind.prints ? kind.prints(get) : feet
  const i = rowBefore(time), begin = i - kind.trail * Math.max(1, rows.length / 4000)
  if (kind.trail) paths.forEach((path, k) => {
    paintTrack(path, [begin, i], prints[k], k)
  })
  paintMarks(get)
  const goal = kind.reference && kind.reference(get)
  if (goal) paint(ball(goal, 0.12 * kind.size(), shade("aim")))
  const all = enlarged(kind.draw(get), feet), pieces = byDepth(all.filter(faces))
  // Neither the lower side of a closed body nor a flat piece on its surface adds to its shadow.
  const above = all.filter(({ out, flat }) => !flat && (!out || out[2] > 0.02))
  if (!kind.own || !kind.side) paintShadows(above.map(shadow), shadowTone())
  pieces.forEach(piece => paint(piece))
  if (element("forces").checked) paintForces(get)
  flash(get)
  write("words", kind.say(get))
}
/* Set the text of an element; only a change causes a new layout. */
function write(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text
}
function drawClock() {
  element("scrub").value = (time - first) / (last - first || 1)
  write("clock", `${time.toFixed(3)} s`)
  write("play", playing ? "pause" : "play")
  write("event", eventText(lastBy(run.events, time)))
}
/* Description of an event. */
function eventText(number) {
  if (number < 0) return ""
  const [at, type, how] = run.events[number], part = run.parts[how.part], loss = how.energy_change
  return `event ${number + 1} of ${run.events.length}: ${type}${part ? ` of ${part.name}` : ""} `
    + `at ${at.toFixed(4)} s${loss ? `, ${Math.max(0, -loss).toFixed(2)} J lost` : ""}`
    + (endsMotion(run.events[number]) ? "; the motion ends here" : "")
}
/* True for an event that may end a motion, at the time of the last row. */
function endsMotion([at, type]) {
  return ["TOUCHDOWN", "WHEEL_LIFT", "LIMIT"].includes(type)
    && Math.abs(at - rows[rows.length - 1][0]) <= 1e-8 * Math.max(1, at)
}
function draw() {
  if (!run) return
  const now = valuesAt(time)
  const scales = charts.map(([chart]) => fit(chart)) // before any text changes the layout
  if (scene.clientWidth && scene.clientHeight) drawScene(now) // otherwise it is not visible
  charts.forEach((entry, i) => drawChart(entry, now, scales[i]))
  drawClock()
}
function tick(stamp) {
  if (playing && before !== null) {
    const passed = Math.min(0.1, (stamp - before) / 1000) // hidden pages pause
    const to = time + passed * +element("speed").value
    if (run.more && to > last) grow(to)
    const event = element("stops").checked && run.events[lastBy(run.events, time) + 1]
    if (event && event[0] <= to) { time = event[0]; playing = false }
    else if (to > last) { time = small ? first : last; playing = small }
    else time = to
    draw()
  }
  before = stamp
  requestAnimationFrame(tick)
}

/* ---- runs ---- */
/* Extend the drawn traces by the rows from number `begin` on. */
function trace(begin) {
  if (kind.follow) kind.follow(begin)
  const grain = 0.005 * kind.size()
  for (let i = begin; i < rows.length; i++) {
    const get = reader(rows[i]), feet = kind.track(get), left = kind.marks && kind.marks(get)
    const prints = kind.prints ? kind.prints(get) : feet
    const goal = kind.reference && kind.reference(get)
    prints.forEach((print, k) => {
      paths[k] = paths[k] || new Path(grain, 1800 / prints.length)
      paths[k].push(print, i, left && left[k])
    })
    meet(get, i, prints)
    if (goal) goals.push(goal, i)
    feet.forEach(spread)
    if (goal) spread(goal)
    if (kind.middle) spread(kind.middle(get))
    way.push(stand(get))
  }
  last = rows[rows.length - 1][0]
  drawLegend()
}
/* Extend the bounds of the run to a point. */
function spread(p) {
  ends = ends || [[...p], [...p]]
  for (let k = 0; k < 3; k++) {
    ends[0][k] = Math.min(ends[0][k], p[k])
    ends[1][k] = Math.max(ends[1][k], p[k])
  }
}
/* Extend a run that is computed while it is shown. Its function more(t) adds the rows and events up
   to time t. */
function grow(t) {
  const begin = rows.length
  run.more(t)
  trace(begin)
}
/* Show a run; camera and chart are unchanged. */
function take(shown) {
  run = shown; kind = kinds[run.kind]; rows = run.rows; first = time = rows[0][0]
  at = Object.fromEntries(run.names.map((name, k) => [name, k]))
  stepped = [...run.names.keys()].filter(k =>
    run.choices[run.names[k]] || /\.feature_\d$/.test(run.names[k]))
  taken++
  if (kind.prepare) kind.prepare()
  still = kind.still ? kind.still() : []
  paths = []; goals = new Path(0.005 * kind.size(), 1000); way = new Way(); ends = null
  forget()
  trace(0)
}
function whole() {
  const length = Math.hypot(...add(ends[1], ends[0], -1))
  return { target: mix(...ends, 0.5), away: Math.max(close(), 0.9 * length) }
}
/* Fill a list with the names of the columns: those of the whole model first, then those of each
   part. */
function offer(list) {
  const group = label => Object.assign(document.createElement("optgroup"), { label })
  const groups = new Map((run.parts || []).map(({ name }) => [name, group(name)]))
  list.replaceChildren()
  run.names.forEach((name, k) => {
    if (k && at[name] === k) (groups.get(name.split(".")[1]) || list).append(new Option(name, k))
  })
  list.append(...[...groups.values()].filter(each => each.children.length))
}
function choose(i) {
  take(runs[i])
  const from = kind.side ? [-Math.PI / 2, kind.own ? 0.08 : 0.15]
                         : [-0.9, run.surface ? 0.5 : 0.3]
  Object.assign(camera, { turn: from[0], rise: from[1], away: close(), target: whole().target })
  element("run").value = i
  element("camera").value = "follows"
  element("speed").value = run.more || last - first > 3 ? "1" : "0.1"
  charts.forEach(([, list]) => offer(list))
  charts.forEach(([, list]) => { list.value = moving() })
  for (const id of ["before", "next"]) element(id).hidden = !run.events.length && !run.more
  document.title = `${run.title || run.kind} - wheeldyn replay`
  play(!calm)
}
