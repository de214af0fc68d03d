// SPDX-License-Identifier: MIT
// The controls of a replay: buttons, keys, the pointer, the address.
"use strict"

function play(on) {
  if (on && time >= last && !run.more) time = first
  playing = on
  draw()
}
function seek(t) { time = Math.min(last, Math.max(first, t)); draw() }
/* Go to a time and pause. */
function halt(t) { playing = false; seek(t) }
function set(id, value) {
  element(id).value = value
  element(id).dispatchEvent(new Event("change"))
}
/* Move by this number of seconds of playing time (a frame is 1/60 s) and pause. */
const step = seconds => halt(time + seconds * +element("speed").value)
function toEvent(sign) {
  const next = sign > 0 ? run.events[lastBy(run.events, time) + 1]
                        : run.events.filter(([t]) => t < time).pop()
  if (next) halt(next[0])
}
function faster(by) {
  const list = element("speed"), i = list.selectedIndex + by
  if (i >= 0 && i < list.length) list.selectedIndex = i
}

/* ---- the address, such as #run=1&t=2.5 ---- */
/* A page in the same folder that links to this one may add back=PAGE: then a link leads back to
   PAGE. */
function addressOf() {
  const which = runs.length > 1 ? `run=${runs.indexOf(run)}&` : ""
  return `#${which}t=${+time.toFixed(6)}`
}
async function copyLink() {
  location.replace(addressOf())
  let message = "copied"
  try { await navigator.clipboard.writeText(location.toString()) }
  catch { message = "link in address bar" }
  element("link").textContent = message
  setTimeout(() => { element("link").textContent = "copy link" }, 1500)
}
function fromAddress() {
  const asked = new URLSearchParams(location.hash.slice(1))
  const wanted = Math.min(runs.length - 1, Math.max(0, Math.floor(+asked.get("run")) || 0))
  if (runs[wanted] !== run) choose(wanted)
  if (asked.has("t")) halt(+asked.get("t") || first)
  if (/^[\w-]+\.html$/.test(asked.get("back"))) {
    element("back").href = asked.get("back")
    element("back").hidden = false
  }
  return asked.has("t")
}

/* ---- keys ---- */
const keys = [
  ["Space", "play, pause", [" "], () => play(!playing)],
  ["\u2190 \u2192", "one frame back, forward", ["ArrowLeft", "ArrowRight"],
   i => step((i ? 1 : -1) / 60)],
  ["Shift \u2190 \u2192", "one second of playing time back, forward",
   ["Shift ArrowLeft", "Shift ArrowRight"], i => step(i ? 1 : -1)],
  ["Home End", "to the beginning, to the end", ["Home", "End"], i => halt(i ? last : first)],
  ["p n", "to the previous, to the next event", ["p", "n"], i => toEvent(i ? 1 : -1)],
  ["e", "pause at events, or do not", ["e"], () => element("stops").click()],
  ["- +", "slower, faster", ["-", "+", "="], i => faster(i ? 1 : -1)],
  ["w", "camera: see the whole way, or follow", ["w"],
   () => set("camera", element("camera").value === "whole" ? "follows" : "whole")],
  ["f", "show or hide forces", ["f"], () => element("forces").click()],
  ["c", "show or hide cones of friction", ["c"], () => element("cones").click()],
  ["l", "copy a link to this time", ["l"], copyLink],
  ["?", "show or hide these keys", ["?"], () => element("help").showModal()],
]
const typed = event => (event.shiftKey && event.key.startsWith("Arrow") ? "Shift " : "") + event.key
addEventListener("keydown", event => {
  const { target } = event, key = typed(event), help = element("help")
  const { ctrlKey, metaKey, altKey } = event
  if (small || !run || ctrlKey || metaKey || altKey) return
  if (target.tagName === "SELECT" || target.type === "number") return
  if (help.open) { if (key === "?") help.close(); return }
  // After the dialog of keys has been closed, its button may keep the focus for a moment.
  // Space then plays or pauses, unlike on other buttons.
  const button = target.tagName === "BUTTON" && !help.contains(target)
  if (key === " " && (button || target.type === "checkbox")) return
  const one = keys.find(([, , names]) => names.includes(key))
  if (!one || one[0] === "l" && run.more) return
  event.preventDefault()
  one[3](one[2].indexOf(key))
})

/* ---- buttons and lists ---- */
/* After a click the space bar plays and pauses instead of clicking the button again. */
element("bar").addEventListener("click", event => {
  const clicked = event.detail > 0 && event.target.closest("button, input[type=checkbox]")
  if (clicked) clicked.blur()
}, true)
element("run").onchange = event => choose(+event.target.value)
element("play").onclick = () => play(!playing)
element("before").onclick = () => toEvent(-1)
element("next").onclick = () => toEvent(1)
element("link").onclick = copyLink
element("ask").onclick = () => element("help").showModal()
element("scrub").oninput = event => halt(first + event.target.value * (last - first))
element("forces").onchange = draw
addChart(chart, element("column"))
element("camera").onchange = event => {
  if (event.target.value === "whole") Object.assign(camera, whole())
  if (event.target.value === "follows") camera.away = close()
  draw()
}
const worded = (tag, text) => Object.assign(document.createElement(tag), { textContent: text })
element("keys-list").append(...keys.flatMap(([names, does]) =>
  [worded("dt", names), worded("dd", does)]))

/* ---- the pointer ---- */
const fingers = new Map() // positions of the fingers
const touch = ({ pointerId, offsetX, offsetY }) => fingers.set(pointerId, [offsetX, offsetY, 0])
function zoom(factor) { camera.away *= factor; draw() }
function pinch(event) {
  const apart = () => Math.hypot(...add(...fingers.values(), -1)), before = apart()
  touch(event)
  zoom(before / Math.max(1, apart()))
}
scene.onpointerdown = event => {
  scene.setPointerCapture(event.pointerId)
  if (event.pointerType === "touch") touch(event)
}
scene.onpointerup = scene.onpointercancel = event => fingers.delete(event.pointerId)
scene.onpointermove = event => {
  if (!event.buttons || small) return
  if (fingers.size === 2 && fingers.has(event.pointerId)) return pinch(event)
  if (event.shiftKey) {
    const step = camera.away / scene.clientHeight
    element("camera").value = "stays"
    const aside = add(camera.target, view.right, -step * event.movementX)
    camera.target = add(aside, view.up, step * event.movementY)
  } else {
    camera.turn -= 0.006 * event.movementX
    const lowest = kind.own ? -0.1 : 0.03
    camera.rise = Math.min(1.5, Math.max(lowest, camera.rise + 0.006 * event.movementY))
  }
  draw()
}
scene.onwheel = small ? null : event => {
  zoom(Math.exp(0.001 * event.deltaY))
  event.preventDefault()
}

/* ---- the beginning ---- */
addEventListener("resize", draw)
night.onchange = () => {
  dye()
  if (!run) return
  still = kind.still ? kind.still() : []
  drawLegend()
  draw()
}
runs.forEach((each, i) => element("run").add(new Option(each.title || each.kind, i)))
element("run").hidden = runs.length < 2
// The playground, which has no stored runs, writes its own address.
element("link").hidden = !runs.length
window.replay = {
  choose, take, offer, charts, addChart, seek, play,
  get time() { return time }, get playing() { return playing }, get end() { return last },
}
if (runs.length) {
  addEventListener("hashchange", fromAddress)
  if (!fromAddress() && calm) seek(first + 0.4 * (last - first))
}
requestAnimationFrame(tick)
