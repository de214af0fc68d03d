// SPDX-License-Identifier: MIT
// Eigenvalues of the linear model about the present motion: a picture of the complex plane, and words.
"use strict"

/* Pairs once, with what they do. */
function modesOf(values) {
  return values.filter(([, im]) => im >= 0).map(([re, im]) => ({ re, im,
    does: Math.abs(re) < 5e-3 ? "stays" : re > 0 ? `doubles in ${(Math.LN2 / re).toPrecision(2)} s` : `halves in ${(-Math.LN2 / re).toPrecision(2)} s` }))
}
const color = name => getComputedStyle(document.body).getPropertyValue(name)
/* Large ones are drawn near by a square root. */
const near0 = v => Math.sign(v) * Math.sqrt(Math.abs(v))
function drawModes(canvas, values) {
  const scale = devicePixelRatio || 1, width = canvas.width = canvas.clientWidth * scale, height = canvas.height = canvas.clientHeight * scale
  const pen = canvas.getContext("2d"), edge = 12 * scale
  const most = k => Math.max(1, ...values.map(value => Math.abs(value[k])))
  const x = re => width / 2 + (width / 2 - edge) * near0(re / most(0)), y = im => height / 2 - (height / 2 - edge) * near0(im / most(1))
  pen.fillStyle = color("--bad-area")
  pen.fillRect(width / 2, 0, width / 2, height)
  pen.fillStyle = color("--soft")
  pen.fillRect(0, height / 2, width, scale)
  pen.fillRect(width / 2, 0, scale, height)
  pen.font = `${11 * scale}px sans-serif`
  pen.fillText("dies away", 4 * scale, 12 * scale)
  pen.textAlign = "right"
  pen.fillText("grows", width - 4 * scale, 12 * scale)
  for (const [re, im] of values) {
    pen.fillStyle = color(Math.abs(re) < 5e-3 ? "--ink" : re > 0 ? "--bad" : "--good")
    pen.beginPath()
    pen.arc(x(re), y(im), 4.5 * scale, 0, 7)
    pen.fill()
  }
}
