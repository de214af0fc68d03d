// SPDX-License-Identifier: MIT
// Jolt: bodies and hinge constraints; settings: default, or 40 iterations and a smaller slop.
import { readFileSync } from 'node:fs'
import load from 'jolt-physics/wasm-compat'
import { STEP } from './scenes.js'
import { add } from './vectors.js'
import { drive } from './drive.js'

const J = await load()
const { version } = JSON.parse(readFileSync('node_modules/jolt-physics/package.json', 'utf8'))

export const name = `Jolt ${version}`
export const settings = { default: {}, best: { iterations: 40, slop: 1e-5 } }

const FIXED = 0, MOVING = 1
const vector = a => new J.Vec3(...a), place = a => new J.RVec3(...a)
const numbers = v => [v.GetX(), v.GetY(), v.GetZ()]
const upright = () => new J.Quat(0, 0, 0, 1)

function openSystem(gravity, setting) {
  const pairs = new J.ObjectLayerPairFilterTable(2)
  pairs.EnableCollision(FIXED, MOVING)
  const layers = new J.BroadPhaseLayerInterfaceTable(2, 2)
  for (const layer of [FIXED, MOVING])
    layers.MapObjectToBroadPhaseLayer(layer, new J.BroadPhaseLayer(layer))
  const all = new J.JoltSettings()
  all.mObjectLayerPairFilter = pairs
  all.mBroadPhaseLayerInterface = layers
  all.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2)
  const jolt = new J.JoltInterface(all), system = jolt.GetPhysicsSystem()
  system.SetGravity(vector(gravity))
  const physics = system.GetPhysicsSettings()
  if (setting.iterations)
    physics.mNumVelocitySteps = physics.mNumPositionSteps = setting.iterations
  if (setting.slop) {
    physics.mPenetrationSlop = setting.slop
    physics.mMinVelocityForRestitution = 1e-3
  }
  system.SetPhysicsSettings(physics)
  return { jolt, system, bodies: system.GetBodyInterface() }
}

function addGround(bodies, kerb) {
  const put = (half, at) => {
    const box = new J.BoxShape(vector(half), 0, null)
    const c = new J.BodyCreationSettings(box, place(at), upright(), J.EMotionType_Static, FIXED)
    c.mFriction = 1
    c.mRestitution = 0
    bodies.AddBody(bodies.CreateBody(c).GetID(), J.EActivation_DontActivate)
  }
  put([100, 100, 0.5], [0, 0, -0.5])
  if (kerb)
    put([5, 10, 0.5], [5, 0, kerb - 0.5])
}

/** A shape whose centre of mass is the origin, wherever its pieces are. */
function shapeOf(shapes) {
  if (shapes.length === 0)
    return new J.SphereShape(0.01, null)
  const [{ cylinder, sphere, at }] = shapes
  if (!at)
    return cylinder ? new J.CylinderShape(cylinder[1], cylinder[0], 0, null)
      : new J.SphereShape(sphere, null)
  const pieces = new J.StaticCompoundShapeSettings()
  for (const piece of shapes)
    pieces.AddShape(vector(piece.at), upright(), new J.SphereShapeSettings(piece.sphere), 0)
  const shape = pieces.Create().Get(), centre = numbers(shape.GetCenterOfMass())
  return new J.OffsetCenterOfMassShape(shape, vector(centre.map(x => -x)))
}

/** Jolt takes the geometric mean of both coefficients of friction. The ground has 1, so the body
 * gets the square of its mu. */
function addBody(bodies, part, at) {
  const [w, x, y, z] = part.quaternion ?? [1, 0, 0, 0]
  const c = new J.BodyCreationSettings(shapeOf(part.shapes), place(at), new J.Quat(x, y, z, w),
    J.EMotionType_Dynamic, MOVING)
  c.mFriction = (part.shapes[0]?.mu ?? 0) ** 2
  c.mRestitution = part.shapes[0]?.restitution ?? 0
  c.mLinearDamping = c.mAngularDamping = 0
  c.mAllowSleeping = false
  c.mApplyGyroscopicForce = true
  c.mLinearVelocity = vector(part.velocity ?? [0, 0, 0])
  c.mAngularVelocity = vector(part.spin ?? [0, 0, 0])
  c.mMaxAngularVelocity = 1000
  const body = bodies.CreateBody(c), motion = body.GetMotionProperties()
  motion.SetInverseMass(1 / part.mass)
  motion.SetInverseInertia(vector(part.inertia.map(i => 1 / i)), upright())
  bodies.AddBody(body.GetID(), J.EActivation_Activate)
  return body
}

function addHinge(system, root, wheel, { at, brake }, setting) {
  const hinge = new J.HingeConstraintSettings()
  hinge.mSpace = J.EConstraintSpace_LocalToBodyCOM
  hinge.mPoint1 = place(at)
  hinge.mPoint2 = place([0, 0, 0])
  hinge.mHingeAxis1 = hinge.mHingeAxis2 = vector([0, 1, 0])
  hinge.mNormalAxis1 = hinge.mNormalAxis2 = vector([1, 0, 0])
  if (brake)
    hinge.mMaxFrictionTorque = brake
  if (setting.iterations)
    hinge.mNumVelocityStepsOverride = hinge.mNumPositionStepsOverride = setting.iterations
  system.AddConstraint(hinge.Create(root, wheel))
}

export function build(scene, setting) {
  const { jolt, system, bodies } = openSystem(scene.gravity, setting)
  addGround(bodies, scene.kerb)
  const root = addBody(bodies, scene.body, scene.body.at)
  const wheels = scene.wheels.map(wheel => addBody(bodies, wheel, add(scene.body.at, wheel.at)))
  scene.wheels.forEach((wheel, i) => addHinge(system, root, wheels[i], wheel, setting))
  const state = body => {
    const q = body.GetRotation()
    return { x: numbers(body.GetCenterOfMassPosition()),
      q: [q.GetW(), q.GetX(), q.GetY(), q.GetZ()],
      v: numbers(body.GetLinearVelocity()), w: numbers(body.GetAngularVelocity()) }
  }
  const push = (body, torque) => body.AddTorque(vector(torque))
  return {
    root: () => state(root),
    axle: [0, 1, 0],
    step() {
      drive(scene, state, push, root, wheels)
      jolt.Step(STEP, 1)
    },
  }
}
