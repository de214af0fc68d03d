// SPDX-License-Identifier: MIT
// The same scenes for every engine: a body, and wheels on hinges along its y axis. Lengths are in
// m, masses in kg; wheels are spheres. ours.py has the same scenes.
export const GRAVITY = 9.81
export const STEP = 1e-3

const CORNERS = [[1.3, 0.7], [1.3, -0.7], [-1.2, 0.7], [-1.2, -0.7]]

/**
 * A car on a slope of 0.3 rad. Its wheels are braked by at most `brake` N m, or fixed to the frame
 * if `brake` is Infinity.
 */
export function parked(brake) {
  const gravity = [-GRAVITY * Math.sin(0.3), 0, -GRAVITY * Math.cos(0.3)]
  const sphere = { sphere: 0.3, mu: 0.8 }
  if (brake === Infinity) {
    const shapes = CORNERS.map(([x, y]) => ({ ...sphere, at: [x, y, -0.2] }))
    const inertia = [500 + 40 * (0.49 + 0.04), 500 + 62.6 + 1.6, 500 + 82]
    return { gravity, body: { at: [0, 0, 0.5], mass: 1040, inertia, shapes }, wheels: [] }
  }
  const wheels = CORNERS.map(([x, y]) => ({
    at: [x, y, -0.2], mass: 10, inertia: [0.3, 0.45, 0.3], brake, shapes: [sphere] }))
  const body = { at: [0, 0, 0.5], mass: 1000, inertia: [500, 500, 500], shapes: [] }
  return { gravity, body, wheels }
}

/** A robot on two driven wheels and a ball without friction, which turns on the spot. */
export function turning() {
  const wheels = [-1, 1].map(side => ({
    at: [-0.05, -0.17 * side, -0.04], mass: 0.6, inertia: [0.001, 0.00192, 0.001],
    torque: 0.1 * side, damping: 0.02, shapes: [{ sphere: 0.08, mu: 0.8 }] }))
  const shapes = [{ sphere: 0.03, mu: 0, at: [0.1, 0, -0.09] }]
  const body = { at: [0.05, 0, 0.12], mass: 8, inertia: [0.075, 0.12, 0.17], shapes }
  return { gravity: [0, 0, -GRAVITY], body, wheels }
}

/** A ball whose lowest point starts at this height and which loses no energy at impacts. */
export function bouncing(height) {
  const shapes = [{ sphere: 0.1, mu: 0.8, restitution: 1 }]
  const body = { at: [0, 0, 0.1 + height], mass: 1, inertia: [0.004, 0.004, 0.004], shapes }
  return { gravity: [0, 0, -GRAVITY], body, wheels: [] }
}

/** A ball that rolls at 3 m/s against a kerb of 0.03 m. */
export function kerb() {
  const shapes = [{ sphere: 0.1, mu: 0.8 }]
  const body = { at: [-1, 0, 0.1], mass: 10, inertia: [0.05, 0.05, 0.05], velocity: [3, 0, 0],
    spin: [0, 30, 0], shapes }
  return { gravity: [0, 0, -GRAVITY], kerb: 0.03, body, wheels: [] }
}

/** A disc that rolls in a curve: a cylinder whose half width, `half`, is almost 0. */
export const DISC = { radius: 0.3, mass: 5, half: 1e-5 }
export function rolling() {
  const { radius, mass, half } = DISC, lean = 1.5, precession = 0.5, rate = 10
  const A = mass * radius ** 2 / 4, turn = (lean + Math.PI / 2) / 2
  const body = {
    at: [0, 0, radius * Math.sin(lean) + half * Math.cos(lean)],
    quaternion: [Math.cos(turn), Math.sin(turn), 0, 0], mass, inertia: [A, 2 * A, A],
    velocity: [-radius * (rate + Math.cos(lean) * precession), 0, 0],
    spin: [0, -rate * Math.sin(lean), precession + rate * Math.cos(lean)],
    shapes: [{ cylinder: [radius, half], mu: 1 }] }
  return { gravity: [0, 0, -GRAVITY], body, wheels: [] }
}
