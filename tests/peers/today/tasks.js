// SPDX-License-Identifier: MIT
// Run one task in one engine and print numbers as a line of JSON; see table.py.
// usage: node tasks.js ENGINE SETTING TASK
import { DISC, GRAVITY, STEP, bouncing, kerb, parked, rolling, turning } from './scenes.js'
import { add, cross, dot, rotate } from './vectors.js'

const [, , engineName, settingName, task] = process.argv
const engine = await import(`./${engineName}.js`)
const make = scene => engine.build(scene, engine.settings[settingName])
const run = (world, seconds) => {
  for (let i = Math.round(seconds / STEP); i > 0; i--)
    world.step()
}

/** Distance that a parked car creeps in 60 s, after one second to settle. */
function park(brake) {
  const world = make(parked(brake))
  run(world, 1)
  const from = world.root().x
  run(world, 60)
  const to = world.root().x
  return { creep: Math.hypot(to[0] - from[0], to[1] - from[1]) }
}

/** Integral over 10 s of the magnitude of the velocity of the middle of the axle along the axle. */
function turn() {
  const world = make(turning())
  let sideways = 0
  for (let i = 0; i < 10 / STEP; i++) {
    world.step()
    const { q, v, w } = world.root()
    const middle = add(v, cross(w, rotate(q, [-0.05, 0, -0.04])))
    sideways += STEP * Math.abs(dot(middle, rotate(q, [0, 1, 0])))
  }
  return { sideways }
}

/** Height of the last top within 5 s, relative to the drop height, minus 1. */
function bounce() {
  const world = make(bouncing(0.2))
  let before = 0.3, rises = false, top = NaN
  for (let i = 0; i < 5 / STEP; i++) {
    world.step()
    const z = world.root().x[2]
    if (rises && z < before)
      top = before
    rises = z > before || (rises && z === before)
    before = z
  }
  return { height: (top - 0.1) / 0.2 - 1 }
}

/** Speed 1 s after the start: the ball hits the kerb without restitution, flies over its edge,
 *  lands on top and rolls on there. */
function climb() {
  const world = make(kerb())
  run(world, 1)
  return { speed: world.root().v[0] }
}

/** End of the path of the disc, and the largest relative change of its energy. */
function roll() {
  const world = make(rolling()), A = DISC.mass * DISC.radius ** 2 / 4
  const energy = ({ x, q, v, w }) => {
    const spin = dot(w, rotate(q, world.axle))
    return DISC.mass * (dot(v, v) / 2 + GRAVITY * x[2]) + A * (dot(w, w) + spin ** 2) / 2
  }
  const first = energy(world.root())
  let drift = 0
  for (let i = 0; i < 10 / STEP; i++) {
    world.step()
    drift = Math.max(drift, Math.abs(energy(world.root()) / first - 1))
  }
  const [x, y] = world.root().x
  return { x, y, drift }
}

/** Derivative of the height of a ball after 2 s and five bounces with respect to the drop height:
 *  difference of two drops from 0.2137 m + h and 0.2137 m - h. */
function gradient(h) {
  const [less, more] = [-h, h].map(change => {
    const world = make(bouncing(0.2137 + change))
    run(world, 2)
    return world.root().x[2]
  })
  return { gradient: (more - less) / (2 * h) }
}

const tasks = {
  'park-brakes': () => park(4000), 'park-fixed': () => park(Infinity), turn, bounce,
  kerb: climb, disc: roll, 'gradient-1e-6': () => gradient(1e-6),
  'gradient-1e-3': () => gradient(1e-3),
}
console.log(JSON.stringify({ engine: engine.name, ...tasks[task]() }))
