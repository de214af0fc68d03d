// SPDX-License-Identifier: MIT
// Motors with damping, for engines without them: torques on the wheels, and back on the body.
import { add, dot, rotate, scale } from './vectors.js'

export function drive(scene, state, push, root, wheels) {
  if (!scene.wheels.some(wheel => wheel.torque))
    return
  const body = state(root), axis = rotate(body.q, [0, 1, 0])
  let back = [0, 0, 0]
  scene.wheels.forEach(({ torque, damping }, i) => {
    const rate = dot(state(wheels[i]).w, axis) - dot(body.w, axis)
    const on = scale(torque - damping * rate, axis)
    push(wheels[i], on)
    back = add(back, scale(-1, on))
  })
  push(root, back)
}
