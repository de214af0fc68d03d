// SPDX-License-Identifier: MIT
// The page of the playground: its list, sliders, keys, eigenvalues, and throwing by the pointer.
"use strict"

let wd, live, game, sweep // game: keys, charts and sliders for a kind or preset (games.js)
const trouble = element("trouble"), say = text => { trouble.textContent = text }
/* Do something that the library may refuse; show the library's error text if it does. */
function attempt(work) {
  try {
    const given = work()
    say("")
    return given
  } catch (error) { say(error.message) }
}
const made = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children)
  return node
}

/* ---- the motion ---- */
/* Change the run. The player plays or pauses as before; it starts at the beginning if the run has
   started again. */
function change(work) {
  const plays = replay.playing || live.over || live.failure
  attempt(work)
  rows === live.run.rows ? replay.seek(replay.end) : replay.take(live.run)
  replay.play(!!plays)
  askedAt = NaN
}
/* Settings have changed: recompute everything that depends on them, such as the modes over the
   speed. */
function settled() {
  if (sweep) sweep.free()
  sweep = game.over ? new Sweep(wd, live, game.over) : null
  drawOwn()
  remember()
}
function show(kind, preset, settings) {
  attempt(() => {
    const chosen = kind === "scenario" ? new Live(wd, "", "", scenarioOf(preset))
                                       : new Live(wd, kind, preset)
    const moved = preset ? {} : gameOf(chosen).moved
    for (const [name, value] of settings || Object.entries(moved)) chosen.settings.set(name, value)
    chosen.begin()
    if (live) live.free()
    live = chosen
    held.clear()
    game = gameOf(chosen)
    runs[0] = live.run
    replay.choose(0)
    chartFirst()
    document.title = `${live.run.title} - wheeldyn playground`
    drawPanel()
    settled()
  })
}
/* Charts begin with the variables that the game names. */
function chartFirst() {
  const shown = live.recorded.length ? live.recorded : [].concat(game.chart)
  const first = shown.map(name => live.run.names.indexOf(name))
  replay.charts.forEach(([, list], i) => { list.value = first[i % first.length] })
}
/* Add a chart below the others, with its own list and a button that removes it. */
function anotherChart() {
  const number = replay.charts.length + 1, canvas = made("canvas", { className: "chart" })
  const list = made("select", { ariaLabel: `chart ${number}` })
  const close = made("button", { textContent: "\u00d7", ariaLabel: `close chart ${number}` })
  const choice = made("span", { className: "choice" }, list, close)
  replay.charts[number - 2][0].after(canvas)
  element("another").before(choice)
  replay.offer(list)
  replay.addChart(canvas, list)
  chartFirst()
  close.onclick = () => {
    replay.charts.splice(replay.charts.findIndex(([chart]) => chart === canvas), 1)
    canvas.remove()
    choice.remove()
    replay.seek(replay.time)
  }
  replay.seek(replay.time)
}
/* Write kind and preset, or the scenario, and the changed values into the address of the page. */
function remember() {
  const settings = [...live.settings].map(([name, value]) => `&${name}=${value}`).join("")
  history.replaceState(null, "", `#${encodeURI(live.address)}${settings}`)
}
function remembered(hash) {
  const [what, ...words] = decodeURIComponent(hash.slice(1)).split("&")
  const [kind, preset] = what.split("/"), pairs = words.map(word => word.split("="))
  const settings = pairs.map(([name, value]) => [name, +value])
  return [kind, preset, settings.length ? settings : undefined]
}
function put(values) {
  change(() => live.set(values))
  settled()
}

/* ---- sliders ---- */
const usual = { m: 1, "m/s": 5, rad: 0.5, "rad/s": 5, N: 20, "N.m": 20, kg: 10, "kg.m2": 1 }
/* Range of a slider: the bounds of the variable, if they are not too far away. */
function span({ low, high, unit }, value) {
  const far = 3 * Math.abs(value) || usual[unit] || 1, top = Math.min(high, Math.max(far, low))
  return [low >= 0 ? Math.max(low, low > 0 ? top / 1000 : 0) : Math.max(low, -far), top]
}
/* The least of the numbers 1, 2 and 5 times a power of ten that is at least `width`. */
const nice = width => {
  const power = 10 ** Math.floor(Math.log10(width))
  return power * [1, 2, 5, 10].find(m => m * power >= width * 0.999)
}
/* A slider for a number, and a field with its exact value. */
function bars({ name, variable, value, from, take }) {
  const { text } = variable, [lo, hi] = from || span(variable, value), step = nice((hi - lo) / 200)
  const taken = input => { if (input.value !== "") take(+input.value) }
  const min = Math.floor(lo / step) * step || (variable.low > 0 ? step : 0)
  const range = made("input", { type: "range", min, max: hi, step, oninput: () => taken(range) })
  const exact = made("input", { type: "number", step: "any", onchange: () => taken(exact) })
  range.setAttribute("aria-label", `${name}, ${text}`)
  exact.setAttribute("aria-label", `${name}, exactly`)
  range.value = exact.value = value
  return [range, exact]
}
/* Slider for a variable, or for several that get the same value. `along` is a further variable,
 * which gets this value times along.lever. */
function slider({ names, low, high, along }) {
  const variable = live.byName.get(names[0]), { unit, text, choices } = variable
  const value = live.value(names[0])
  const name = names.length > 1 ? variable.name.replace(/\..*\./, ".*.") : variable.name
  const take = value => put({ ...Object.fromEntries(names.map(name => [name, value])),
                              ...(along ? { [along.name]: along.lever * value } : {}) })
  const title = made("span", { className: "name", textContent: name, title: text })
  const label = made("label", { className: "slider" }, title)
  label.dataset.names = names.join(" ")
  if (choices.length) {
    const options = choices.map((choice, i) => new Option(choice, i))
    const list = made("select", { onchange: () => take(+list.value) }, ...options)
    list.value = value
    label.append(list)
  } else {
    const from = low === undefined ? null : [low, high]
    label.append(...bars({ name, variable, value, from, take }),
                 made("span", { textContent: unit === "1" ? "" : unit }))
  }
  const all = along ? `${text}; ${along.name} goes along` : text
  label.append(made("span", { className: "text", textContent: all }))
  return label
}
/* Show the present values in the sliders, and mark those that differ from the preset. */
function drawOwn() {
  for (const label of document.querySelectorAll("#panel .slider")) {
    const [name] = label.dataset.names.split(" "), value = live.value(name)
    label.classList.toggle("own", live.settings.has(name))
    for (const input of label.querySelectorAll("input, select"))
      if (input !== document.activeElement || +input.value !== value) input.value = value
  }
}
/* A part of the panel that is made when it is opened. */
function folded(title, variables) {
  const summary = made("summary", { textContent: `${title} (${variables.length})` })
  const fold = made("details", {}, summary)
  fold.addEventListener("toggle", () => {
    if (!fold.open || fold.children.length > 1) return
    fold.append(...variables.map(({ name }) => slider({ names: [name] })))
    drawOwn()
  })
  return fold
}
const titles = {
  input: "Inputs", init: "Start", state: "Start", param: "Parameters", tunable: "Parameters",
  solver: "Method",
}
function drawPanel() {
  const alone = game.first.flatMap(({ names }) => names.length === 1 ? names : [])
  const folds = new Map()
  for (const variable of live.settable.filter(({ name }) => !alone.includes(name))) {
    const part = live.run.parts[variable.part]
    const title = part ? `${part.name}: ${part.type}` : titles[variable.role]
    folds.set(title, [...folds.get(title) || [], variable])
  }
  const kinds = wd.kinds().find(({ name }) => name === live.kind)
  const preset = kinds.presets.find(({ name }) => name === live.preset)
  element("about").textContent = (live.scenario || preset || kinds).about || (preset || kinds).text
  element("model").value = live.address
  element("sliders").replaceChildren(...game.first.map(slider))
  const rest = Array.from(folds, ([title, variables]) => folded(title, variables))
  element("more").replaceChildren(made("h2", { textContent: "Everything else" }), ...rest)
  const drag = game.thrown ? "Drag the body to throw it, the ground to turn the view."
                           : "Drag to turn the view."
  element("hint").textContent = `${drag} Space: pause. Mouse wheel or two fingers: zoom.`
  element("keys").replaceChildren(...game.keys.map(keyButton))
}

/* ---- keys, also by touch ---- */
const held = new Map()
function hold(one) {
  if (held.has(one) || !live) return
  const before = Object.keys(one.values).map(name => [name, live.model.get(name)])
  held.set(one, Object.fromEntries(before))
  change(() => live.press(one.values))
  replay.play(true)
}
function release(one) {
  if (!held.has(one)) return
  attempt(() => live.press(held.get(one)))
  held.delete(one)
}
function keyButton(one) {
  const letGo = () => release(one)
  const button = made("button", {
    onpointerdown(event) { button.setPointerCapture(event.pointerId); hold(one) },
    onpointerup: letGo, onpointercancel: letGo,
    onkeydown({ key }) { if (key === "Enter" || key === " ") hold(one) },
    onkeyup: letGo, onblur: letGo,
  }, made("kbd", { textContent: one.letter }), " " + one.does)
  return button
}
const keyOf = event => game && game.keys.find(({ letter }) => letter === event.key.toUpperCase())
/* Letters are keys of the game, whichever control has the focus. Other keys belong to the control,
   or to the player. */
const controls = "#panel input, #panel select, #panel button, #panel summary"
addEventListener("keydown", event => {
  const { target, key, ctrlKey, metaKey, altKey } = event
  const typed = ctrlKey || metaKey || altKey || target.type === "number"
  const one = !typed && keyOf(event), space = key === " " && target.type === "range"
  if (one) { hold(one); event.stopImmediatePropagation(); event.preventDefault() }
  else if (target.closest && target.closest(controls) && !space) {
    event.stopPropagation()
    if (target.parentNode.id === "keys") target.onkeydown(event)
  }
}, true)
addEventListener("keyup", event => { const one = keyOf(event); if (one) release(one) }, true)
addEventListener("blur", () => [...held.keys()].forEach(release))

/* ---- throwing ---- */
let grabbed = null
/* Position of the pointer in the plane in which a body is thrown: y = 0, or the ground. */
function pointed({ offsetX, offsetY }) {
  const x = offsetX * view.scale - view.middle[0], y = view.middle[1] - offsetY * view.scale
  const ray = add(add(view.ahead, view.right, x / view.zoom), view.up, y / view.zoom)
  const k = kind.side ? 1 : 2
  return add(view.eye, ray, -view.eye[k] / ray[k])
}
const bodyAt = () => kind.track(reader(valuesAt(replay.time)))[0]
/* Draw the throw from the body to the pointer, and return the vector from one to the other. */
function aim(event) {
  const to = pointed(event)
  replay.seek(replay.time)
  paint(thread([grabbed, to], orange, 4))
  paint(ball(to, 0.08 * kind.size(), orange))
  return add(to, grabbed, -1)
}
const isNear = event => Math.hypot(...add(pointed(event), bodyAt(), -1)) < 1.2 * kind.size()
const throws = event => live && game.thrown && !event.shiftKey && isNear(event)
scene.addEventListener("pointerdown", event => {
  if (!throws(event)) return
  event.stopImmediatePropagation()
  scene.setPointerCapture(event.pointerId)
  replay.seek(replay.end)
  replay.play(false)
  grabbed = bodyAt()
}, true)
scene.addEventListener("pointermove", event => {
  if (!grabbed) { scene.style.cursor = !event.buttons && throws(event) ? "pointer" : ""; return }
  event.stopImmediatePropagation()
  aim(event)
}, true)
scene.addEventListener("pointerup", event => {
  if (!grabbed) return
  const way = aim(event)
  grabbed = null
  const rate = Math.sqrt(9.81 / kind.size()) // 1/s; speed of the throw per length of the drag
  change(() => live.jump(game.thrown(way.map(v => rate * v), name => live.value(name))))
  replay.play(true)
}, true)

scene.addEventListener("pointercancel", () => { grabbed = null })

/* ---- eigenvalues, and what stops a motion ---- */
let asked = 0, askedAt = NaN, cost = 0
function drawLinear() {
  const before = performance.now(), { values, failure } = live.modes()
  cost = performance.now() - before
  askedAt = live.model.time
  element("linear").hidden = !values
  if (!values) return
  element("no-modes").textContent = failure
  element("plane").hidden = !values.length && !sweep
  element("modes").tBodies[0].replaceChildren(...modesOf(values).map(({ re, im, does }) => {
    const cells = [number(re, 3), im ? `\u00b1 ${im.toFixed(3)} i` : "", does]
    return made("tr", {}, ...cells.map(textContent => made("td", { textContent })))
  }))
  const plane = element("plane")
  if (sweep) drawSweep(plane, sweep, live.model.get("output.speed"), values)
  else drawModes(plane, values)
  element("stays").textContent = sweep ? staysOf(sweep) : ""
}
function watch(stamp) {
  if (live) {
    const swept = sweep && !sweep.done
    if (swept) sweep.go(3)
    const due = stamp - asked > Math.max(200, 30 * cost)
    if (due && (swept || live.model.time !== askedAt)) { asked = stamp; drawLinear() }
    if (live.run.rows.length > mostRows) {
      live.run.rows.splice(0, mostRows / 2)
      replay.take(live.run)
      replay.seek(replay.end)
    }
    const words = live.failure || live.over
    if (words && trouble.textContent !== words && !replay.playing) say(words)
  }
  requestAnimationFrame(watch)
}

/* ---- the beginning ---- */
function fromAddress() {
  const before = live
  say("")
  if (location.hash) show(...remembered(location.hash))
  const words = trouble.textContent
  if (!live) show("vehicle", "car")
  if (live !== before && words) say(words)
}
addEventListener("hashchange", () => { if (wd) fromAddress() })
function drawList() {
  for (const { name, presets } of wd.kinds().filter(({ name }) => kinds[name])) {
    const group = made("optgroup", { label: name })
    if (name !== "vehicle") group.append(new Option(`${name}: defaults`, name))
    group.append(...presets.map(preset =>
      new Option(`${name}: ${preset.name}`, `${name}/${preset.name}`)))
    element("model").append(group)
  }
  if (wd.Scenario) drawScenarios()
}
element("model").onchange = ({ target: { value } }) => {
  const [kind, ...rest] = value.split("/")
  show(kind, rest.join("/"))
}
const another = made("button", { id: "another", textContent: "+ chart", onclick: anotherChart })
element("bar").append(another)
element("anew").onclick = () => { change(() => live.begin()); replay.play(true) }
element("forget").onclick = () => { change(() => live.forget()); settled() }
window.playground = wheeldyn().then(library => {
  wd = library
  drawList()
  const version = wd.UTF8ToString(wd._wd_version())
  element("version").textContent =
    `Computed in this page by libwheeldyn ${version}, compiled to WebAssembly.`
  fromAddress()
  requestAnimationFrame(watch)
  return {
    show, put, drawLinear, watch, get live() { return live }, get sweep() { return sweep },
    kinds: wd.kinds().filter(({ name }) => kinds[name]),
  }
}).catch(error => say(error.message))
