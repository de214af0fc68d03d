// SPDX-License-Identifier: MIT
// The smooth surface under a vehicle, as a mesh of its heights about what the camera looks at.
"use strict"

/* run.surface: nodes at x0 + i step, y0 + j step. Their heights are a list with `width` numbers in
   a row, null where there is none. A run that is computed while it is shown has a function at(x, y)
   of the height instead. */
const meshCells = 16 // to each side of what the camera looks at; seen from afar they are larger
function nodeHeight(i, j) {
  const { x0, y0, step, width, heights, at } = run.surface
  if (at) return at(x0 + i * step, y0 + j * step)
  const z = i < 0 || i >= width ? null : heights[j * width + i]
  return z === undefined ? null : z
}
/* Height between nodes; 0 where it is not known. Frames ask for many, so nothing is allocated. */
function surfaceAt(x, y) {
  const { x0, y0, step } = run.surface, u = (x - x0) / step, v = (y - y0) / step
  const i = Math.floor(u), j = Math.floor(v), a = u - i, b = v - j
  const near = nodeHeight(i, j), far = nodeHeight(i, j + 1)
  const nearer = nodeHeight(i + 1, j), farther = nodeHeight(i + 1, j + 1)
  if (near === null || far === null || nearer === null || farther === null) return 0
  return (1 - b) * ((1 - a) * near + a * nearer) + b * ((1 - a) * far + a * farther)
}
/* Direction away from the surface at a place. */
function surfaceNormal(x, y) {
  const half = run.surface.step / 2
  const slope = (dx, dy) => (surfaceAt(x + dx, y + dy) - surfaceAt(x - dx, y - dy)) / (2 * half)
  return unit([-slope(half, 0), -slope(0, half), 1])
}
/* Numbers from 0 to n - 1 from the farthest from a place to the nearest. */
const towards = (n, place) =>
  count(n).sort((a, b) => Math.abs(b + 0.5 - place) - Math.abs(a + 0.5 - place))
/* The nodes about what the camera looks at: how far apart, the first of them, and where each is. */
function mesh() {
  const { x0, y0, step } = run.surface, reach = 2.5 * camera.away
  const stride = Math.max(1, Math.ceil(reach / (meshCells * step))), side = 2 * meshCells + 1
  const begin = [camera.target[0] - x0, camera.target[1] - y0]
    .map(v => (Math.round(v / (stride * step)) - meshCells) * stride)
  const nodes = count(side).map(k => count(side).map(l => {
    const i = begin[0] + k * stride, j = begin[1] + l * stride, z = nodeHeight(i, j)
    return z === null ? null : [x0 + i * step, y0 + j * step, z]
  }))
  const corner = [x0 + begin[0] * step, y0 + begin[1] * step]
  return { nodes, wide: stride * step, corner, cells: side - 1, reach }
}
function paintCell(corners, inside, edge) {
  const seen = corners.map(inView), behind = seen.filter(v => v[2] <= near).length
  if (behind === 4) return
  if (behind > 0) return paint(face(corners, inside))
  pen.fillStyle = inside; pen.strokeStyle = edge
  pen.lineWidth = view.scale
  pen.beginPath()
  seen.map(onScreen).forEach(([x, y], n) => n ? pen.lineTo(x, y) : pen.moveTo(x, y))
  pen.closePath()
  pen.fill()
  pen.stroke()
}
/* Cells farther from the eye are behind those nearer to it. The lower side is not drawn: from
   outside one looks into a bowl. */
function paintSurface() {
  const { nodes, wide, corner, cells, reach } = mesh(), far = rgb(shade("far"))
  const [rock, cut] = ["rock", "cut"].map(name => rgb(shade(name)))
  const [across, along] = corner.map((v, k) => towards(cells, (view.eye[k] - v) / wide))
  for (const k of across) for (const l of along) {
    const corners = [nodes[k][l], nodes[k + 1][l], nodes[k + 1][l + 1], nodes[k][l + 1]]
    if (corners.includes(null)) continue
    const normal = unit(cross(add(corners[2], corners[0], -1), add(corners[3], corners[1], -1)))
    if (dot(normal, add(view.eye, corners[0], -1)) <= 0) continue
    const off = add(corners[0], camera.target, -1)
    const fade = Math.min(1, Math.hypot(off[0], off[1]) / reach) ** 3
    const light = 0.4 + 0.6 * dot(normal, sun)
    const faded = color => `rgb(${mix(color, far, fade)})`
    paintCell(corners, faded(rock.map(v => v * light)), faded(cut))
  }
}
