// SPDX-License-Identifier: MIT
// Vectors as arrays of three numbers, quaternions as [w, x, y, z].
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const add = (a, b) => a.map((x, i) => x + b[i])

export const scale = (c, a) => a.map(x => c * x)

/** Rotate the vector v by the unit quaternion q. */
export function rotate([w, x, y, z], v) {
  const t = scale(2, cross([x, y, z], v)), u = cross([x, y, z], t)
  return v.map((c, i) => c + w * t[i] + u[i])
}
