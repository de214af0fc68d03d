// SPDX-License-Identifier: MIT
// A run for the player of replays: a model computes its rows while the page shows them.
"use strict"

const rowEvery = 1 / 60 // s between two rows; a frame that advances by less adds one row
const mostRows = 4000 // maximum number of rows; then the first half is dropped
const patience = 2000 // ms that a frame may take before the page says that it is too slow
const startPatience = 10000 // ms that the start may take, during which nothing is shown
/* Explanations of events that end the motion of a vehicle, where the name is not enough. */
const ending = {
  WHEEL_LIFT: "a wheel would leave the ground, which its law cannot describe; the law coulomb can",
}

class Live {
  /* Make a model of a kind and its preset, or of a scenario { name, text, files }; `files` has the
     content of the files that the text names. */
  constructor(wd, kind, preset, scenario) {
    this.wd = wd
    this.scenario = scenario
    this.source = scenario && new wd.Scenario(scenario.text, scenario.name, scenario.files)
    this.kind = scenario ? this.source.kind : kind
    this.preset = scenario ? "" : preset
    this.address = scenario ? `scenario/${scenario.name}` : [kind, preset].filter(Boolean).join("/")
    this.settings = new Map() // values that differ from the preset
    try { this.make() } catch (error) {
      this.free()
      throw error
    }
    this.recorded = scenario ? this.source.record(this.model) : []
    this.variables = this.model.variables()
    this.byName = new Map(this.variables.map(variable => [variable.name, variable]))
    const start = this.variables.some(({ role }) => role === "init") ? "init" : "state"
    this.starts = name => this.byName.get(name).role === start
    const settable = ["param", "tunable", "input", "solver", start]
    const named = roles => this.variables.filter(({ role }) => roles.includes(role))
    this.settable = named(settable)
    this.presets = new Map(this.settable.map(({ name }) => [name, this.model.get(name)]))
    this.shown = named(["state", "input", "output"]).map(({ name }) => name)
    const chosen = this.variables.filter(({ choices }) => choices.length)
    this.run = {
      kind: this.kind, parts: this.model.parts(), widths: this.widths(),
      title: scenario ? scenario.name : [kind, preset].filter(Boolean).join(" "),
      names: ["time", ...this.shown],
      units: ["s", ...this.shown.map(name => this.byName.get(name).unit)],
      choices: Object.fromEntries(chosen.map(({ name, choices }) => [name, choices])),
      more: t => this.more(t),
    }
  }
  make() {
    if (this.model) this.model.free()
    this.model = null
    this.model = this.source ? this.source.model() : new this.wd.Model(this.kind)
    this.model.setInterrupt(() => performance.now() < this.deadline)
    if (this.preset) this.model.loadPreset(this.preset)
  }
  free() {
    if (this.model) this.model.free()
    if (this.source) this.source.free()
  }
  /* Set up the model with the values of the preset or scenario, then with the user's. */
  rest() {
    if (this.source) this.make()
    else this.model.reset()
    if (this.source) this.switches = this.source.switches
    else if (this.preset) this.model.loadPreset(this.preset)
    else this.presets.forEach((value, name) => this.model.set(name, value))
    this.settings.forEach((value, name) => this.model.set(name, value))
  }
  init(t) {
    this.deadline = performance.now() + startPatience
    this.model.init(t)
    this.over = this.failure = ""
    this.events = 0
    return this.rows(t)
  }
  /* Rows for the player. null stands for a value that is not a number, such as the load of a wheel
   in the air. */
  rows(t) {
    const finite = value => Number.isFinite(value) ? value : null
    return this.model.rows(t, rowEvery, this.shown).map(row => row.map(finite))
  }
  /* Start again. */
  begin() {
    this.rest()
    const parameters = this.variables.filter(({ role }) => role === "param" || role === "tunable")
    const start = this.source ? this.source.times.start : 0
    this.switched = 0
    Object.assign(this.run, { rows: this.init(start), events: [], ...this.model.course(),
      surface: this.surface(),
      parameters: Object.fromEntries(parameters.map(({ name }) => [name, this.model.get(name)])) })
  }
  /* Widths of wheels that a scenario gives. */
  widths() {
    const { source } = this
    const pairs = source ? this.model.parts().map(({ name }) => [name, source.width(name)]) : []
    return Object.fromEntries(pairs.filter(([, width]) => width > 0))
  }
  /* The smooth surface, as replay_surface.js takes it. Its nodes are half a radius of the largest
     wheel apart. null if the model has no surface or no wheel. */
  surface() {
    const { model } = this, radii = this.run.parts.filter(({ type }) => /^(wheel|rim)$/.test(type))
      .map(({ name }) => model.get(`param.${name}.radius`))
    return model.hasSurface && radii.length
      ? { x0: 0, y0: 0, step: Math.max(...radii) / 2, at: (x, y) => model.groundAt(x, y) } : null
  }
  /* Continue from the present states with some of them changed, for kinds whose start values are
     states. If the library refuses the changes, continue without them and throw its error. */
  jump(states) {
    const { model, run } = this, { time } = model
    const now = this.settable.filter(({ name }) => this.starts(name))
      .map(({ name }) => [name, model.get(name)])
    const from = states => {
      model.reset()
      states.forEach(([name, value]) => model.set(name, value))
      run.rows.push(...this.init(time))
    }
    try { from([...now, ...Object.entries(states)]) } catch (error) {
      from(now)
      throw error
    }
  }
  /* Compute rows up to t, and apply the switches of the scenario. */
  advance(t) {
    const { model, run, switches = [] } = this
    for (; switches[this.switched] <= t; this.switched++) {
      const at = switches[this.switched]
      if (at > model.time) run.rows.push(...this.rows(at).slice(1))
      if (model.time < at) return
      this.source.setSwitch(model, this.switched)
    }
    run.rows.push(...this.rows(t).slice(1))
  }
  /* Compute rows up to t, or to the time at which the motion ends or fails. */
  more(t) {
    const { model, run } = this, before = model.time
    if (this.over || this.failure) return
    this.deadline = performance.now() + patience
    try {
      this.advance(t)
      if (model.time < t)
        this.over = `The motion has reached a limit of the model at ${model.time.toFixed(3)} s.`
    } catch (error) {
      this.failure = error.message
      this.deadline = Infinity
      if (model.time > before) run.rows.push(this.rows(model.time)[0])
    }
    const events = model.events(this.events)
    this.events = model.eventCount
    run.events.push(...events)
    if (!this.over || !events.length) return
    const type = events[events.length - 1][1]
    this.over += ` ${type}${ending[type] && this.kind === "vehicle" ? ": " + ending[type] : ""}.`
  }
  /* Set variables: at once if a running model allows it, else by starting again. */
  set(values) {
    const before = new Map(this.settings)
    const roles = Object.keys(values).map(name => this.byName.get(name).role)
    const begins = roles.some(role => role !== "tunable" && role !== "input")
    Object.entries(values).forEach(([name, value]) => this.settings.set(name, value))
    try {
      begins ? this.begin() : this.press(values)
    } catch (error) {
      this.settings = before
      if (begins) this.begin()
      throw error
    }
  }
  /* Start again with the values of the preset. */
  forget() {
    this.settings.clear()
    this.begin()
  }
  /* Set inputs or tunable parameters of the running model. The next start resets them, unless set()
     has stored them. The replay shows the new values of parameters. */
  press(values) {
    for (const [name, value] of Object.entries(values)) {
      this.model.set(name, value)
      if (name in this.run.parameters) this.run.parameters[name] = value
    }
  }
  /* Eigenvalues about the present motion and an empty failure, or the text of the failure. Kinds
     without a linear model have neither. */
  modes() {
    if (this.linear === false) return {}
    this.deadline = performance.now() + patience
    try {
      const values = this.model.eigenvalues()
      this.linear = values.length > 0 || this.kind === "vehicle"
      return this.linear ? { values, failure: "" } : {}
    } catch (error) { return { values: [], failure: error.message } }
  }
  value(name) { return this.settings.has(name) ? this.settings.get(name) : this.presets.get(name) }
}
