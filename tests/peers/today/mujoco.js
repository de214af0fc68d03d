// SPDX-License-Identifier: MIT
// MuJoCo: a model in MJCF with minimal coordinates; settings: default, or elliptic cones and 20
// iterations against slip. A third setting, for the parked car, is the stiffest of the manual.
import load from 'mujoco-js'
import { STEP } from './scenes.js'
import { rotate } from './vectors.js'

const M = await load()
M.FS.mkdir('/scenes')
let scenes = 0

export const name = `MuJoCo ${M.mj_versionString()}`
const BEST = "cone='elliptic' noslip_iterations='20'"
const STIFF = "solref='0.002 1' solimp='0.9999 0.9999 0.001'"
const STIFF_JOINT = "solreffriction='0.002 1' solimpfriction='0.9999 0.9999 0.001'"
export const settings = {
  default: { option: '', contact: '', joint: '' },
  best: { option: BEST, contact: '', joint: '' },
  stiff: { option: "cone='elliptic' impratio='100' noslip_iterations='100'", contact: STIFF,
    joint: STIFF_JOINT },
}

function geomOf(shape, { contact }) {
  const at = shape.at ? `pos='${shape.at.join(' ')}'` : ''
  // A cylinder of MuJoCo has its axis along z; the hinges are along y.
  const form = shape.cylinder
    ? `type='cylinder' size='${shape.cylinder.join(' ')}' zaxis='0 1 0'`
    : `type='sphere' size='${shape.sphere}'`
  const friction = shape.mu > 0 ? `friction='${shape.mu} 0 0'` : "condim='1'"
  const bounce = shape.restitution === 1 ? "solref='-10000 0'" : contact
  return `<geom ${form} ${at} ${friction} priority='1' ${bounce}/>`
}

const inertial = part =>
  `<inertial pos='0 0 0' mass='${part.mass}' diaginertia='${part.inertia.join(' ')}'/>`

function wheelOf(wheel, setting) {
  const hold = wheel.brake ? `frictionloss='${wheel.brake}' ${setting.joint}` : ''
  const joint = `<joint type='hinge' axis='0 1 0' damping='${wheel.damping ?? 0}' ${hold}/>`
  const geoms = wheel.shapes.map(shape => geomOf(shape, setting)).join('')
  return `<body pos='${wheel.at.join(' ')}'>${joint}${inertial(wheel)}${geoms}</body>`
}

function textOf(scene, setting) {
  const { body, wheels, kerb, gravity } = scene
  const ground = "friction='1 0 0' condim='3'"
  const step = kerb ? `<geom type='box' size='5 10 0.5' pos='5 0 ${kerb - 0.5}' ${ground}/>` : ''
  const turn = (body.quaternion ?? [1, 0, 0, 0]).join(' ')
  return `<mujoco>
    <option timestep='${STEP}' gravity='${gravity.join(' ')}' ${setting.option}/>
    <worldbody><geom type='plane' size='0 0 1' ${ground}/>${step}
    <body pos='${body.at.join(' ')}' quat='${turn}'><freejoint/>${inertial(body)}
    ${body.shapes.map(shape => geomOf(shape, setting)).join('')}
    ${wheels.map(wheel => wheelOf(wheel, setting)).join('')}</body></worldbody></mujoco>`
}

export function build(scene, setting) {
  const file = `/scenes/${scenes++}.xml`, { body, wheels } = scene
  M.FS.writeFile(file, textOf(scene, setting))
  const model = M.MjModel.loadFromXML(file), data = new M.MjData(model)
  const q = body.quaternion ?? [1, 0, 0, 0], back = [q[0], -q[1], -q[2], -q[3]]
  data.qvel.set([...(body.velocity ?? [0, 0, 0]), ...rotate(back, body.spin ?? [0, 0, 0])])
  wheels.forEach((wheel, i) => { data.qfrc_applied[6 + i] = wheel.torque ?? 0 })
  return {
    axle: [0, 1, 0],
    root() {
      const p = data.qpos, v = data.qvel, turn = [p[3], p[4], p[5], p[6]]
      return { x: [p[0], p[1], p[2]], q: turn, v: [v[0], v[1], v[2]],
        w: rotate(turn, [v[3], v[4], v[5]]) }
    },
    step: () => M.mj_step(model, data),
  }
}
