// SPDX-License-Identifier: MIT
// Rapier: bodies and impulse joints. Settings: default, or 20 iterations and a smaller allowed
// penetration.
import R from '@dimforge/rapier3d-compat'
import { STEP } from './scenes.js'
import { add } from './vectors.js'
import { drive } from './drive.js'

await R.init()

export const name = `Rapier ${R.version()}`
export const settings = { default: {}, best: { iterations: 20, error: 1e-4 } }

const vector = ([x, y, z]) => ({ x, y, z })
const numbers = ({ x, y, z }) => [x, y, z]

function addGround(world, kerb) {
  const put = desc => world.createCollider(desc.setFriction(1)
    .setFrictionCombineRule(R.CoefficientCombineRule.Multiply).setRestitution(0)
    .setRestitutionCombineRule(R.CoefficientCombineRule.Max))
  put(R.ColliderDesc.cuboid(100, 100, 0.5).setTranslation(0, 0, -0.5))
  if (kerb)
    put(R.ColliderDesc.cuboid(5, 10, 0.5).setTranslation(5, 0, kerb - 0.5))
}

function addShape(world, body, shape) {
  const desc = shape.cylinder
    ? R.ColliderDesc.cylinder(shape.cylinder[1], shape.cylinder[0])
    : R.ColliderDesc.ball(shape.sphere)
  world.createCollider(desc.setTranslation(...(shape.at ?? [0, 0, 0])).setDensity(0)
    .setFriction(shape.mu).setFrictionCombineRule(R.CoefficientCombineRule.Multiply)
    .setRestitution(shape.restitution ?? 0)
    .setRestitutionCombineRule(R.CoefficientCombineRule.Max)
    .setCollisionGroups(0x00010002), body)
}

function addBody(world, part, at) {
  const [w, x, y, z] = part.quaternion ?? [1, 0, 0, 0]
  const body = world.createRigidBody(R.RigidBodyDesc.dynamic().setTranslation(...at)
    .setRotation({ w, x, y, z }).setLinvel(...(part.velocity ?? [0, 0, 0]))
    .setAngvel(vector(part.spin ?? [0, 0, 0])).setCanSleep(false)
    .setAdditionalMassProperties(part.mass, vector([0, 0, 0]), vector(part.inertia),
      { w: 1, x: 0, y: 0, z: 0 }))
  part.shapes.forEach(shape => addShape(world, body, shape))
  return body
}

function addHinge(world, root, wheel, { at, brake }) {
  const data = R.JointData.revolute(vector(at), vector([0, 0, 0]), vector([0, 1, 0]))
  const joint = world.createImpulseJoint(data, root, wheel, true)
  if (brake) {
    joint.configureMotorModel(R.MotorModel.ForceBased)
    joint.configureMotorVelocity(0, 1e6)
    joint.setMotorMaxForce(brake)
  }
}

export function build(scene, setting) {
  const world = new R.World(vector(scene.gravity))
  world.timestep = STEP
  if (setting.iterations)
    world.numSolverIterations = setting.iterations
  if (setting.error)
    world.integrationParameters.normalizedAllowedLinearError = setting.error
  addGround(world, scene.kerb)
  const root = addBody(world, scene.body, scene.body.at)
  const wheels = scene.wheels.map(wheel => addBody(world, wheel, add(scene.body.at, wheel.at)))
  scene.wheels.forEach((wheel, i) => addHinge(world, root, wheels[i], wheel))
  const state = body => {
    const q = body.rotation()
    return { x: numbers(body.translation()), q: [q.w, q.x, q.y, q.z],
      v: numbers(body.linvel()), w: numbers(body.angvel()) }
  }
  const push = (body, torque) => {
    body.resetTorques(true)
    body.addTorque(vector(torque), true)
  }
  return {
    root: () => state(root),
    axle: [0, 1, 0],
    step() {
      drive(scene, state, push, root, wheels)
      world.step()
    },
  }
}
