// SPDX-License-Identifier: MIT
// The page of the playground: its list, sliders, keys, eigenvalues, and the hand that throws.
"use strict"

let wd, live, game
const say = text => { element("trouble").textContent = text }
/* Do what the library may refuse, and say in its words if it does. */
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
/* The player goes on with the run, from its beginning if it has begun anew. */
function goOn() {
  rows === live.run.rows && run === live.run ? replay.seek(replay.end) : replay.take(live.run)
  replay.play(true)
  remember()
}
function show(kind, preset, settings = []) {
  attempt(() => {
    const chosen = new Live(wd, kind, preset)
    settings.forEach(([name, value]) => chosen.settings.set(name, value))
    chosen.begin()
    if (live) live.free()
    live = chosen
    game = gameOf(chosen)
    runs[0] = live.run
    replay.choose(0)
    document.title = `${live.run.title} - wheeldyn playground`
    drawPanel()
    remember()
  })
}
/* Kind, preset and what was moved stand in the address, to be copied. */
function remember() {
  const settings = [...live.settings].map(([name, value]) => `&${name}=${value}`).join("")
  history.replaceState(null, "", `#${live.kind}${live.preset ? "/" + live.preset : ""}${settings}`)
}
function remembered(hash) {
  const [what, ...settings] = decodeURIComponent(hash.slice(1)).split("&"), [kind, preset] = what.split("/")
  return [kind, preset, settings.map(setting => setting.split("=")).map(([name, value]) => [name, +value])]
}
function put(values) {
  attempt(() => live.set(values))
  goOn()
  drawOwn()
}

/* ---- sliders ---- */
const usual = { m: 1, "m/s": 5, rad: 0.5, "rad/s": 5, N: 20, "N.m": 20, kg: 10, "kg.m2": 1 }
/* Where a slider begins and ends: the bounds of the variable, if they are not too far away. */
function span({ low, high, unit }, value) {
  const far = 3 * Math.abs(value) || usual[unit] || 1, top = Math.min(high, Math.max(far, low))
  return [low >= 0 ? Math.max(low, low > 0 ? top / 1000 : 0) : Math.max(low, -far), top]
}
const nice = width => { const power = 10 ** Math.floor(Math.log10(width)); return power * [1, 2, 5, 10].find(m => m * power >= width * 0.999) }
/* Of one variable, or of several that get the same value. */
function slider({ names, low, high }) {
  const variable = live.byName.get(names[0]), { unit, text, choices } = variable, value = live.value(names[0])
  const name = names.length > 1 ? variable.name.replace(/\..*\./, ".*.") : variable.name
  const set = value => put(Object.fromEntries(names.map(name => [name, value])))
  const label = made("label", { className: "slider" }, made("span", { className: "name", textContent: name, title: text }))
  label.dataset.names = names.join(" ")
  if (choices.length) {
    const list = made("select", { onchange: () => set(+list.value) }, ...choices.map((choice, i) => new Option(choice, i)))
    list.value = value
    label.append(list)
  } else {
    const [lo, hi] = low === undefined ? span(variable, value) : [low, high], step = nice((hi - lo) / 200)
    const take = from => { if (from.value !== "") set(+from.value) }
    const range = made("input", { type: "range", min: Math.floor(lo / step) * step || (variable.low > 0 ? step : 0), max: hi, step, oninput: () => take(range) })
    const exact = made("input", { type: "number", step: "any", onchange: () => take(exact) })
    range.setAttribute("aria-label", `${name}, ${text}`)
    exact.setAttribute("aria-label", `${name}, exactly`)
    range.value = exact.value = value
    label.append(range, exact, made("span", { textContent: unit === "1" ? "" : unit }))
  }
  label.append(made("span", { className: "text", textContent: text }))
  return label
}
/* Sliders show what is set, and which of it is not the preset's. */
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
  const fold = made("details", {}, made("summary", { textContent: `${title} (${variables.length})` }))
  fold.addEventListener("toggle", () => { if (fold.open && fold.children.length === 1) { fold.append(...variables.map(({ name }) => slider({ names: [name] }))); drawOwn() } })
  return fold
}
const titles = { input: "Inputs", init: "Start", state: "Start", param: "Parameters", tunable: "Parameters", solver: "Method" }
function drawPanel() {
  const alone = game.first.filter(({ names }) => names.length === 1).flatMap(({ names }) => names), folds = new Map()
  for (const variable of live.settable.filter(({ name }) => !alone.includes(name))) {
    const part = live.run.parts[variable.part], title = part ? `${part.name}: ${part.type}` : titles[variable.role]
    folds.set(title, [...folds.get(title) || [], variable])
  }
  const kinds = wd.kinds().find(({ name }) => name === live.kind), preset = kinds.presets.find(({ name }) => name === live.preset)
  element("about").textContent = preset ? preset.text : kinds.text
  element("model").value = [live.kind, live.preset].filter(Boolean).join("/")
  element("sliders").replaceChildren(...game.first.map(slider))
  element("more").replaceChildren(made("h2", { textContent: "Everything else" }), ...Array.from(folds, ([title, variables]) => folded(title, variables)))
  element("hint").textContent = (game.thrown ? "Drag the body to throw it, the ground to turn the view." : "Drag to turn the view.") + " Space: pause. Wheel: nearer, farther."
  element("keys").replaceChildren(...game.keys.map(keyButton))
  drawOwn()
}

/* ---- keys, also by touch ---- */
const held = new Map()
function hold(one) {
  if (held.has(one) || !live) return
  const before = Object.keys(one.values).map(name => [name, live.model.get(name)])
  held.set(one, Object.fromEntries(before))
  attempt(() => live.press(one.values))
  goOn()
}
function release(one) {
  if (!held.has(one)) return
  attempt(() => live.press(held.get(one)))
  held.delete(one)
}
function keyButton(one) {
  const button = made("button", { onpointerdown: event => { button.setPointerCapture(event.pointerId); hold(one) }, onpointerup: () => release(one), onpointercancel: () => release(one) },
    made("kbd", { textContent: one.letter }), " " + one.does)
  return button
}
const keyOf = event => !event.ctrlKey && !event.metaKey && !event.altKey && game && event.target.tagName !== "SELECT" && event.target.type !== "number"
  && game.keys.find(({ letter }) => letter === event.key.toUpperCase())
addEventListener("keydown", event => { const one = keyOf(event); if (one) hold(one) })
addEventListener("keyup", event => { const one = game && game.keys.find(({ letter }) => letter === event.key.toUpperCase()); if (one) release(one) })
addEventListener("blur", () => [...held.keys()].forEach(release))

/* ---- throwing ---- */
let grabbed = null
/* Where the pointer is in the plane in which a body is thrown: of the picture, or of the ground. */
function pointed({ offsetX, offsetY }) {
  const x = offsetX * view.scale - scene.width / 2, y = scene.height / 2 - offsetY * view.scale
  const ray = add(add(view.ahead, view.right, x / view.zoom), view.up, y / view.zoom), k = kind.side ? 1 : 2
  return add(view.eye, ray, -view.eye[k] / ray[k])
}
const bodyAt = () => kind.track(reader(valuesAt(replay.time)))[0]
function aim(event) {
  const to = pointed(event)
  replay.seek(replay.time)
  paint(thread([grabbed, to], orange, 4))
  paint(ball(to, 0.08 * kind.size(), orange))
  return add(to, grabbed, -1)
}
scene.addEventListener("pointerdown", event => {
  if (!live || !game.thrown || event.shiftKey || Math.hypot(...add(pointed(event), bodyAt(), -1)) > 1.2 * kind.size()) return
  event.stopImmediatePropagation()
  scene.setPointerCapture(event.pointerId)
  replay.seek(replay.end)
  replay.play(false)
  grabbed = bodyAt()
}, true)
scene.addEventListener("pointermove", event => {
  if (!grabbed) return
  event.stopImmediatePropagation()
  aim(event)
}, true)
scene.addEventListener("pointerup", event => {
  if (!grabbed) return
  const way = aim(event)
  grabbed = null
  const rate = Math.sqrt(9.81 / kind.size()) // a body's size is as fast as it falls
  attempt(() => live.jump(game.thrown(way.map(v => rate * v), name => live.value(name))))
  goOn()
}, true)

/* ---- eigenvalues, and what stops a motion ---- */
let asked = 0, askedAt = NaN
function drawLinear() {
  askedAt = live.model.time
  const { values, failure } = live.modes()
  element("linear").hidden = !values
  if (!values) return
  element("no-modes").textContent = failure
  element("modes").tBodies[0].replaceChildren(...modesOf(values).map(({ re, im, does }) => made("tr", {}, made("td", { textContent: re.toFixed(3) }),
    made("td", { textContent: im ? `\u00b1 ${im.toFixed(3)} i` : "" }), made("td", { textContent: does }))))
  drawModes(element("plane"), values)
}
function watch(stamp) {
  if (live) {
    if (stamp - asked > 200 && live.model.time !== askedAt) { asked = stamp; drawLinear() }
    if (live.run.rows.length > mostRows) {
      live.run.rows.splice(0, mostRows / 2)
      replay.take(live.run)
      replay.seek(replay.end)
    }
    const words = live.failure || live.over
    if (words && element("trouble").textContent !== words && !replay.playing) say(words)
  }
  requestAnimationFrame(watch)
}

/* ---- the beginning ---- */
function drawList() {
  for (const { name, presets } of wd.kinds().filter(({ name }) => kinds[name])) {
    const group = made("optgroup", { label: name })
    if (name !== "vehicle") group.append(new Option(`${name}: defaults`, name))
    group.append(...presets.map(preset => new Option(`${name}: ${preset.name}`, `${name}/${preset.name}`)))
    element("model").append(group)
  }
}
element("model").onchange = event => show(...event.target.value.split("/"))
element("anew").onclick = () => { attempt(() => live.begin()); goOn() }
element("forget").onclick = () => { attempt(() => live.forget()); goOn(); drawOwn() }
window.playground = wheeldyn().then(library => {
  wd = library
  drawList()
  element("version").textContent = `Computed in this page by libwheeldyn ${wd.UTF8ToString(wd._wd_version())}, compiled to WebAssembly.`
  if (location.hash) show(...remembered(location.hash))
  if (!live) show("vehicle", "car")
  requestAnimationFrame(watch)
  return { show, put, drawLinear, watch, get live() { return live }, kinds: wd.kinds().filter(({ name }) => kinds[name]) }
}).catch(error => say(error.message))
