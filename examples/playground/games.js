// SPDX-License-Identifier: MIT
// Games: for each kind or preset the first view, the chart, the keys, how the body is thrown, and
// what drives it if no preset does.
"use strict"

/* A key sets inputs while it is held. */
const key = (letter, does, values) => ({ letter, does, values })
/* Inputs that all get one value. */
const each = (names, value) => Object.fromEntries(names.map(name => [name, value]))
const wheelsOf = (names, quantity) => names.map(name => `input.${name}.${quantity}`)
const torques = (names, torque) => each(wheelsOf(names, "torque"), torque)

/* Keys of models that are steered by inputs, and driven and braked at wheels. */
const steered = ({ steer, turn, driven, torque, braked, brake }) => [
  key("W", "drive", torques(driven, torque)),
  key("S", "brake", each(wheelsOf(braked, "brake"), brake)),
  key("A", "left", each(steer, turn)),
  key("D", "right", each(steer, -turn)),
]
const car = {
  keys: steered({
    steer: wheelsOf(["front_left_steer", "front_right_steer"], "target"), turn: 0.12,
    driven: ["rear_left", "rear_right"], torque: 700,
    braked: ["front_left", "front_right", "rear_left", "rear_right"], brake: 900,
  }),
}
/* Keys of models that turn by different torques of the left and right wheel. */
const turned = torque => [
  key("W", "ahead", torques(["left", "right"], torque)),
  key("S", "back", torques(["left", "right"], -torque)),
  key("A", "left", { ...torques(["left"], -torque / 2), ...torques(["right"], torque / 2) }),
  key("D", "right", { ...torques(["left"], torque / 2), ...torques(["right"], -torque / 2) }),
]
const handlebars = { steer: ["input.steer.torque"], driven: ["rear"], braked: ["rear"] }
/* The speeds over which eigenvalues are drawn, and the variables that are 0 to ride straight. */
const ridden = {
  name: "init.frame.forward", low: 0, high: 10,
  straight: ["init.frame.roll_rate", "init.frame.left"],
}

const games = {
  sliding_block: {
    chart: ["state.x_dot", "output.friction_force", "output.kinetic_energy"],
    moved: { "state.x_dot": 4 },
    first: [["input.traction", -12, 12], ["input.mu", 0, 1.5], ["param.mass", 0.1, 5],
            ["state.x_dot", -5, 5]],
    keys: [key("A", "pull back", { "input.traction": -9 }),
           key("D", "pull", { "input.traction": 9 })],
    thrown: ([x]) => ({ "state.x_dot": x }),
  },
  rolling_wheel: {
    chart: ["output.slip_velocity", "output.contact_force", "state.x_dot"],
    moved: { "input.drive_torque": 60 },
    first: [["input.drive_torque", -150, 250], ["input.brake_torque", 0, 250],
            ["input.mu", 0, 1.2], ["param.mass", 5, 60], ["state.x_dot", -10, 10]],
    keys: [key("W", "drive", { "input.drive_torque": 150 }),
           key("S", "brake", { "input.brake_torque": 150 }),
           key("D", "ice", { "input.mu": 0.05 })],
    thrown: ([x]) => ({ "state.x_dot": x }),
  },
  impact_wheel: {
    chart: ["state.y", "state.phi_dot", "output.kinetic_energy"],
    first: [["param.restitution", 0, 1], ["param.mu", 0, 1.5], ["param.gravity", 0, 20],
            ["state.x_dot", -6, 6], ["state.y_dot", -6, 6], ["state.phi_dot", -60, 60]],
    keys: [key("A", "turn left", { "input.torque": 2 }),
           key("D", "turn right", { "input.torque": -2 }),
           key("W", "lift", { "input.force_y": 160 })],
    thrown: ([x, , z]) => ({ "state.x_dot": x, "state.y_dot": z }),
  },
  torus_wheel: {
    chart: ["state.lean", "state.spin_rate", "output.friction_demand"],
    moved: { "state.spin_rate": -6, "state.lean_rate": 0.4, "param.rolling_torque": 0.5 },
    first: [["state.spin_rate", -15, 15], ["state.lean", 0.8, 2.34], ["state.lean_rate", -2, 2],
            ["param.rolling_torque", 0, 3], "input.control_mode"],
    keys: [key("A", "tip left", { "input.torque_lean": -8 }),
           key("D", "tip right", { "input.torque_lean": 8 }),
           key("W", "roll", { "input.torque_spin": -4 }),
           key("S", "slow", { "input.torque_spin": 4 })],
    thrown([x, y], value) {
      const radius = value("param.ring_radius") + value("param.tube_radius")
      return { "state.precession": Math.atan2(y, x), "state.spin_rate": -Math.hypot(x, y) / radius }
    },
  },
  bicycle: {
    chart: ["output.roll", "output.steer", "output.speed"],
    moved: { "init.speed": 5, "init.roll_rate": 0.5 },
    over: { name: "init.speed", low: 0, high: 10, straight: ["init.roll_rate"] },
    first: [["init.speed", 0, 10], ["init.roll_rate", -1, 1], ["param.c", -0.1, 0.3],
            ["param.lam", 0, 0.8], ["param.mB", 1, 150], ["param.IFyy", 0.01, 1]],
    keys: [key("A", "steer left", { "input.steer_torque": 2 }),
           key("D", "steer right", { "input.steer_torque": -2 }),
           key("W", "drive", { "input.rear_torque": 30 }),
           key("S", "slow", { "input.rear_torque": -30 })],
  },
  "vehicle robot": { keys: turned(0.6) },
  "vehicle vehicle-robot": { keys: turned(0.6) },
  "vehicle stairs": { keys: turned(15) },
  "vehicle car": car,
  "vehicle rigid_car": car,
  "vehicle car_magic": car,
  "vehicle vehicle-car": {
    keys: steered({
      steer: wheelsOf(["steer_fl", "steer_fr"], "target"), turn: 0.12,
      driven: ["rl", "rr"], torque: 700, braked: ["fl", "fr", "rl", "rr"], brake: 900,
    }),
  },
  "vehicle tyre_rig": {
    chart: ["output.wheel.side_force", "output.wheel.slip_angle", "output.wheel.normal_force"],
    first: [["input.load.force_z", -8000, -500]],
    keys: [key("W", "drive", torques(["wheel"], 600)),
           key("S", "brake", { "input.wheel.brake": 1000 }),
           key("A", "left", { "input.steer.target": 0.1 }),
           key("D", "right", { "input.steer.target": -0.1 })],
  },
  "vehicle threshold": {
    first: [[wheelsOf(["left", "right"], "torque"), -20, 20],
            ["param.spring.stiffness", 500, 20000], ["param.ground_heading", -0.8, 0.8]],
    keys: turned(18),
  },
  "vehicle bowl": {
    chart: ["output.ball.z", "output.kinetic_energy", "output.speed"],
    first: [["init.ball.x", -0.8, 0.8], ["init.ball.left", -2, 2]],
  },
  vehicle: { chart: ["output.speed", "output.kinetic_energy", "output.work"] },
  "vehicle bicycle": {
    over: ridden, keys: steered({ ...handlebars, turn: 2, torque: 30, brake: 20 }),
  },
  "vehicle motorcycle": {
    over: { ...ridden, high: 20 },
    keys: steered({ ...handlebars, turn: 15, torque: 200, brake: 100 }),
  },
}
/* Lateral start velocity divided by the roll rate [m], as the preset of a vehicle has them. With
 * this ratio the vehicle rolls about its contact points; otherwise its wheels would start with a
 * skid. */
function leanOf(live, root) {
  const [roll, left] = ["roll_rate", "left"].map(each => `init.${root}.${each}`)
  const lever = live.presets.get(left) / live.presets.get(roll)
  return Number.isFinite(lever) && lever ? { name: left, lever } : undefined
}
const choiceOf = (live, name) => live.byName.get(name).choices[live.value(name)]
/* Sliders of tyres; each sets a quantity of all tyres of a form. */
function tyresOf(live) {
  const tyres = live.run.parts.filter(({ type }) => type === "tyre").map(({ name }) => name)
  const all = (quantity, some = tyres) => some.map(name => `param.${name}.${quantity}`)
  const formed = form => tyres.filter(name => choiceOf(live, `param.${name}.form`) === form)
  return [[all("vertical_stiffness"), 5e4, 5e5],
          [all("cornering_stiffness", formed("brush")), 2, 40],
          [all("lky", formed("magic")), 0.2, 2]]
}
/* First sliders of a vehicle: for the start of its first body, for friction and restitution of all
 * wheels, for tyres, those of its game (`own`), and for the ground. */
function firstOf(live, own) {
  const has = name => live.byName.has(name), root = live.run.parts[0].name
  const round = live.run.parts.filter(({ type }) => type === "wheel" || type === "rim")
  const mu = round.map(({ name }) => `input.${name}.mu`).filter(has)
  const struck = round.filter(({ name }) => choiceOf(live, `param.${name}.law`) === "coulomb")
  const restitution = struck.map(({ name }) => `param.${name}.restitution`)
  const start = [[`init.${root}.forward`, -5, 20],
                 [`init.${root}.roll_rate`, -1, 1, leanOf(live, root)],
                 [`init.${root}.pitch_rate`, -60, 60], [`init.${root}.yaw_rate`, -60, 60]]
  // A body that is thrown as a whole may turn about all axes, a wheel that is guided about none.
  const turns = round.some(({ type }) => type === "wheel") ? Math.min(2, round.length) : 4
  return [...start.slice(0, round.length < 2 ? turns : 2).filter(([name]) => has(name)),
          [mu, 0, 1.5], [restitution, 0, 1], ...tyresOf(live), ...own,
          ["input.slope", -0.4, 0.4], ["input.bank", -0.4, 0.4], ["param.gravity", 0.5, 20]]
    .filter(([names]) => names.length)
}
/* The game of a model. Each of its first sliders has the names of the variables that it sets, its
   two ends, and, in `along`, a variable that gets the value of the slider times `lever`. */
function gameOf(live) {
  const name = live.scenario ? live.scenario.name : live.preset
  const own = { ...games[live.kind], ...games[`${live.kind} ${name}`] }
  const game = { keys: [], first: [], moved: {}, ...own }
  const first = (live.kind === "vehicle" ? firstOf(live, game.first) : game.first)
    .map(entry => [].concat(entry))
    .map(([names, low, high, along]) => ({ names: [].concat(names), low, high, along }))
  return { ...game, first }
}
