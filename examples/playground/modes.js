// SPDX-License-Identifier: MIT
// Eigenvalues of the linear model: about the present motion in the complex plane and in words, and
// over the speed with which a bicycle starts.
"use strict"

/* Growth or decay of a mode: the time in which it doubles or halves. */
function fate(re) {
  if (Math.abs(re) < 5e-3) return "stays"
  return `${re > 0 ? "doubles" : "halves"} in ${(Math.LN2 / Math.abs(re)).toPrecision(2)} s`
}
/* Modes with their growth or decay; a pair of eigenvalues is one mode. */
const modesOf = values =>
  values.filter(([, im]) => im >= 0).map(([re, im]) => ({ re, im, does: fate(re) }))
const color = name => getComputedStyle(document.body).getPropertyValue(name)
/* Compress large values by a square root. */
const near0 = v => Math.sign(v) * Math.sqrt(Math.abs(v))
function sheet(canvas) {
  const scale = devicePixelRatio || 1, pen = canvas.getContext("2d")
  canvas.width = canvas.clientWidth * scale
  canvas.height = canvas.clientHeight * scale
  pen.font = `${11 * scale}px sans-serif`
  return { pen, scale, width: canvas.width, height: canvas.height }
}
const disc = (pen, x, y, radius) => { pen.beginPath(); pen.arc(x, y, radius, 0, 7); pen.fill() }
/* Write text over the drawing, with an outline that makes it readable. */
function write({ pen, scale }, text, x, y, align) {
  Object.assign(pen, { textAlign: align, lineWidth: 4 * scale, lineJoin: "round" })
  pen.strokeStyle = color("--card")
  pen.strokeText(text, x, y)
  pen.fillStyle = color("--soft")
  pen.fillText(text, x, y)
}
const colorOf = re => color(Math.abs(re) < 5e-3 ? "--ink" : re > 0 ? "--bad" : "--good")
/* Draw eigenvalues in the complex plane. */
function drawModes(canvas, values) {
  const own = sheet(canvas), { pen, scale, width, height } = own, edge = 12 * scale
  const most = k => Math.max(1, ...values.map(value => Math.abs(value[k])))
  const x = re => width / 2 + (width / 2 - edge) * near0(re / most(0))
  const y = im => height / 2 - (height / 2 - edge) * near0(im / most(1))
  pen.fillStyle = color("--bad-area")
  pen.fillRect(width / 2, 0, width / 2, height)
  pen.fillStyle = color("--soft")
  pen.fillRect(0, height / 2, width, scale)
  pen.fillRect(width / 2, 0, scale, height)
  for (const [re, im] of values) {
    pen.fillStyle = colorOf(re)
    disc(pen, x(re), y(im), 4.5 * scale)
  }
  write(own, "dies away", 4 * scale, 12 * scale, "left")
  write(own, "grows", width - 4 * scale, 12 * scale, "right")
}

/* Eigenvalues of riding straight at one speed after the other, by a separate model. */
class Sweep {
  constructor(wd, { kind, preset, settings }, { name, low, high, straight }) {
    Object.assign(this, { name, low, high, speeds: [], next: 0, model: new wd.Model(kind) })
    if (preset) this.model.loadPreset(preset)
    settings.forEach((value, set) => this.model.set(set, value))
    straight.forEach(zero => this.model.set(zero, 0))
  }
  get done() { return this.next > 100 }
  /* Compute for some milliseconds. */
  go(span) {
    for (const end = performance.now() + span; !this.done && performance.now() < end; this.next++) {
      const speed = this.low + (this.high - this.low) * this.next / 100
      this.model.reset()
      try {
        this.model.set(this.name, speed)
        this.model.init()
        this.speeds.push([speed, this.model.eigenvalues()])
      } catch (error) { continue } // the bicycle cannot ride straight at this speed
    }
  }
  free() { this.model.free() }
}
/* Draw growth rates over the speed: blue dots for modes that decay, red dots for modes that grow.
   Frequencies are small grey dots, and large dots are the modes at the present speed `now`. */
function drawSweep(canvas, sweep, now, values) {
  const own = sheet(canvas), { pen, scale, width, height } = own
  const low = -8, high = 6, ground = height - 14 * scale // labels of speeds are below this line
  const x = speed => width * (speed - sweep.low) / (sweep.high - sweep.low)
  const y = rate => ground * (high - rate) / (high - low)
  const dot = (speed, rate, radius, shade) => {
    pen.fillStyle = shade
    disc(pen, x(speed), y(rate), radius * scale)
  }
  const stays = sweep.speeds.filter(([, all]) => all.every(([re]) => re < 5e-3))
  const sides = stays.map(([speed]) => [-0.5, 0.5].map(k => Math.round(x(speed) + k * width / 100)))
  pen.save()
  pen.rect(0, 0, width, ground)
  pen.clip()
  pen.fillStyle = color("--good-area")
  sides.forEach(([from, to]) => pen.fillRect(from, 0, to - from, ground))
  pen.fillStyle = color("--soft")
  pen.fillRect(0, y(0), width, scale)
  for (const [speed, all] of sweep.speeds) for (const [re, im] of all) {
    if (im > 0) dot(speed, im, 1, color("--line"))
    dot(speed, re, 1.6, colorOf(re))
  }
  pen.fillStyle = color("--soft")
  pen.fillRect(x(now), 0, scale, ground)
  for (const [re] of values) dot(now, re, 4.5, colorOf(re))
  pen.restore()
  nameSweep(own, sweep, x, ground)
}
function nameSweep(own, { low, high }, x, ground) {
  const { scale, width, height } = own
  for (let k = 0; k <= 5; k++) {
    const speed = low + (high - low) * k / 5
    const align = speed === low ? "left" : speed === high ? "right" : "center"
    write(own, speed === high ? `${speed} m/s` : speed, x(speed), height - 2 * scale, align)
  }
  // On the right, because the curves at low speed vary in height.
  write(own, "grows", width - 4 * scale, 12 * scale, "right")
  write(own, "dies away", width - 4 * scale, ground - 4 * scale, "right")
}
/* Sentence with the lowest and the highest speed at which riding straight is stable; empty until
   all speeds are computed. */
function staysOf({ speeds, done }) {
  const stays = speeds.filter(([, values]) => values.every(([re]) => re < 5e-3))
  const all = stays.map(([speed]) => speed.toFixed(1))
  if (!done) return ""
  const where = all.length ? `from ${all[0]} to ${all[all.length - 1]} m/s`
                           : "at none of these speeds"
  return `Riding straight, it rights itself ${where}.`
}
