// SPDX-License-Identifier: MIT
// Draw the smooth surface under a vehicle as a mesh of cells around the camera's target.
"use strict"

/* run.surface: nodes at x0 + i step, y0 + j step. `heights` lists their heights: first the `width`
   nodes of the row at y0, then those at y0 + step, and so on. null means that the node has no
   height. A run that is computed while it is shown has instead a function at(x, y), which returns
   the height. */
const meshCells = 16 // on each side of the camera's target; from afar a cell spans several nodes
function nodeHeight(i, j) {
  const { x0, y0, step, width, heights, at } = run.surface
  if (at) return at(x0 + i * step, y0 + j * step)
  const z = i < 0 || i >= width ? null : heights[j * width + i]
  return z === undefined ? null : z
}
/* Height at x, y, interpolated between the four nodes around; 0 if one of these has no height.
   Nothing is allocated, because each frame calls this function many times. */
function surfaceAt(x, y) {
  const { x0, y0, step } = run.surface, u = (x - x0) / step, v = (y - y0) / step
  const i = Math.floor(u), j = Math.floor(v), a = u - i, b = v - j
  const z00 = nodeHeight(i, j), z01 = nodeHeight(i, j + 1)
  const z10 = nodeHeight(i + 1, j), z11 = nodeHeight(i + 1, j + 1)
  if (z00 === null || z01 === null || z10 === null || z11 === null) return 0
  return (1 - b) * ((1 - a) * z00 + a * z10) + b * ((1 - a) * z01 + a * z11)
}
/* Unit normal of the surface at x, y, upwards. */
function surfaceNormal(x, y) {
  const half = run.surface.step / 2
  const slope = (dx, dy) => (surfaceAt(x + dx, y + dy) - surfaceAt(x - dx, y - dy)) / (2 * half)
  return unit([-slope(half, 0), -slope(0, half), 1])
}
/* Indices 0 to n - 1 of cells, the farthest from `place` first. Cell k is from k to k + 1 along its
   axis. */
const towards = (n, place) =>
  count(n).sort((a, b) => Math.abs(b + 0.5 - place) - Math.abs(a + 0.5 - place))
/* The mesh around the camera's target. nodes[k][l]: position of a node, or null if it has no
   height; `wide`: distance of neighbouring nodes of the mesh [m]; `corner`: x and y of nodes[0][0];
   `cells`: number of cells along each side; `reach`: distance from the target beyond which cells
   have the colour of the far background [m]. */
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
/* Paint the cells that are far from the eye first. A cell seen from below is not drawn, so the near
   wall of a bowl does not hide its inside. */
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
