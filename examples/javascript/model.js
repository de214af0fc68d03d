// SPDX-License-Identifier: MIT
// Models for JavaScript: names, numbers, errors. emcc makes this a part of wheeldyn.js, where the
// library's functions are _wd_..., and its memory is HEAPU32 and HEAPF64. The object that
// wheeldyn() returns has these functions and arrays, Model and kinds as members.

// Call `work`, then free the memory and the strings that it has borrowed.
function borrow(work) {
  const top = stackSave()
  try { return work() } finally { stackRestore(top) }
}
const borrowed = text => allocateUTF8OnStack(String(text))
const statusText = status => UTF8ToString(_wd_status_text(status))
const failure = (status, text, cause) =>
  Object.assign(new Error(text, cause && { cause }), { status })

// Throw if a call with a name failed; such calls leave no text.
function mustName(status, name, nearest) {
  if (status >= 0) return
  const text = `${name}: ${statusText(status)}; the nearest is ${UTF8ToString(nearest)}`
  throw failure(status, text)
}

// Texts that ask(0), ask(1) ... return, up to the first NULL.
function texts(ask) {
  const all = []
  for (let at; (at = ask(all.length)) !== 0;) all.push(UTF8ToString(at))
  return all
}
const roles = ["", "param", "tunable", "input", "init", "state", "output", "solver", "stat"]

// The kinds and their presets, each with its name and a sentence.
Module["kinds"] = () => texts(_wd_kind_name).map((name, i) => borrow(() => {
  const at = borrowed(name), about = texts(k => _wd_preset_text(at, k))
  const presets = texts(k => _wd_preset_name(at, k)).map((name, k) => ({ name, text: about[k] }))
  return { name, text: UTF8ToString(_wd_kind_text(i)), presets }
}))

Module["Model"] = class Model {
  // Make a model of a kind, or take over the model of a handle, as Scenario does.
  constructor(kind) {
    this.functions = []
    this.refs = new Map()
    if (typeof kind === "number") this.handle = kind
    else borrow(() => {
      const out = stackAlloc(4), name = borrowed(kind)
      mustName(_wd_model_new(name, out), kind, _wd_kind_nearest_name(name))
      this.handle = HEAPU32[out >> 2]
    })
  }
  // Free the model by hand, because JavaScript does not see the memory of the library.
  free() {
    _wd_model_free(this.handle)
    this.handle = 0
    this.functions.forEach(removeFunction)
    this.functions = []
  }
  // Return the status of a call: 0, or a notice such as an event or the end; throw if it failed.
  must(status) {
    const { cause } = this
    this.cause = undefined
    if (status >= 0) return status
    throw failure(status, UTF8ToString(_wd_model_error(this.handle)) || statusText(status), cause)
  }
  loadPreset(name) {
    borrow(() => this.must(_wd_model_load_preset(this.handle, borrowed(name))))
    this.refs.clear() // refs change with the parts
  }
  find(name) {
    if (!this.refs.has(name)) this.refs.set(name, borrow(() => {
      const out = stackAlloc(4), at = borrowed(name)
      mustName(_wd_model_find(this.handle, at, out), name, _wd_model_nearest_name(this.handle, at))
      return HEAPU32[out >> 2]
    }))
    return this.refs.get(name)
  }
  // All variables of the library's tables; `part` is the number of a part, or undefined.
  variables() {
    const { handle } = this, parts = _wd_model_part_count(handle)
    return texts(ref => _wd_model_var_name(handle, ref)).map((name, ref) => borrow(() => {
      const out = stackAlloc(24)
      this.must(_wd_model_var_bounds(handle, ref, out, out + 8))
      this.must(_wd_model_var_part(handle, ref, out + 16))
      const part = HEAPU32[out + 16 >> 2]
      return {
        name, unit: UTF8ToString(_wd_model_var_unit(handle, ref)),
        text: UTF8ToString(_wd_model_var_text(handle, ref)),
        role: roles[_wd_model_var_role(handle, ref)],
        low: HEAPF64[out >> 3], high: HEAPF64[out + 8 >> 3],
        choices: texts(i => _wd_model_choice_name(handle, ref, i)),
        part: part < parts ? part : undefined,
      }
    }))
  }
  // Parts of the model: name, type and the parts that each one joins.
  parts() {
    const { handle } = this, types = texts(i => _wd_model_part_type(handle, i))
    return texts(i => _wd_model_part_name(handle, i)).map((name, i) =>
      ({ name, type: types[i], on: texts(k => _wd_model_part_on(handle, i, k)) }))
  }
  get(name) {
    return borrow(() => {
      const out = stackAlloc(8), at = borrowed(name)
      mustName(_wd_model_value(this.handle, at, out), name, _wd_model_nearest_name(this.handle, at))
      return HEAPF64[out >> 3]
    })
  }
  // Set a variable to a number, or a choice to the value of this name.
  set(name, value) {
    borrow(() => this.must(typeof value === "string"
      ? _wd_model_set_choice(this.handle, borrowed(name), borrowed(value))
      : _wd_model_set_value(this.handle, borrowed(name), value)))
  }
  // Drive an input by a pure function of time; with null the input is constant again. An exception
  // of the function does not pass through the library: the call that needs the input fails, and
  // `cause` of its error is the exception.
  setInput(name, input) {
    const ref = this.find(name), fn = input && addFunction((t, out) => {
      try {
        const value = input(t)
        HEAPF64[out >> 3] = value
        return typeof value === "number" ? 0 : 1
      } catch (error) {
        this.cause = error
        return 1
      }
    }, "idii")
    if (fn) this.functions.push(fn)
    this.must(_wd_model_set_input_fn(this.handle, ref, fn || 0, 0))
  }
  init(t0 = 0) { this.must(_wd_model_init(this.handle, t0)) }
  reset() { this.must(_wd_model_reset(this.handle)) }
  get time() { return _wd_model_time(this.handle) }
  stepTo(t) { return this.must(_wd_model_step_to(this.handle, t)) }
  // Set a function that is called during long work and returns whether to continue.
  setInterrupt(goesOn) {
    const fn = addFunction(() => goesOn() ? 0 : 1, "ii")
    this.functions.push(fn)
    this.must(_wd_model_set_interrupt_fn(this.handle, fn, 0))
  }
  // Run to `end`; return rows of the time and of the named variables, every `dt`.
  rows(end, dt, names) {
    const width = 1 + names.length, room = Math.max(2, Math.floor((end - this.time) / dt) + 2)
    const bytes = 8 * room * width, values = bytes < 2 ** 31 ? _malloc(bytes) : 0
    try {
      return borrow(() => {
        const at = stackAlloc(4 * width), count = at + 4 * names.length
        HEAPU32.set(names.map(name => this.find(name)), at >> 2)
        this.must(_wd_model_run(this.handle, end, dt, at, names.length, values, room, count))
        return Array.from({ length: HEAPU32[count >> 2] }, (_, i) =>
          Array.from(HEAPF64.subarray((values >> 3) + i * width, (values >> 3) + (i + 1) * width)))
      })
    } finally { _free(values) }
  }
  // rows() as one array for "time" and one for each name.
  run(end, dt, names) {
    const rows = this.rows(end, dt, names)
    const column = k => Float64Array.from(rows, row => row[k])
    return Object.fromEntries(["time", ...names].map((name, k) => [name, column(k)]))
  }
  get eventCount() { return _wd_model_event_count(this.handle) }
  // The events from number `begin` on that are still kept: time, name, values.
  events(begin = 0) {
    const { handle } = this, names = texts(i => _wd_model_event_value_name(handle, i)), events = []
    for (let i = begin; i < this.eventCount; i++) borrow(() => {
      const out = stackAlloc(16 + 8 * names.length)
      if (_wd_model_event(handle, i, out, out + 8, out + 16, names.length) < 0) return
      const values = names.map((name, k) => [name, HEAPF64[(out >> 3) + 2 + k]])
      events.push([HEAPF64[out >> 3], UTF8ToString(_wd_event_name(HEAPU32[out + 8 >> 2])),
                   Object.fromEntries(values.filter(([, value]) => Number.isFinite(value)))])
    })
    return events
  }
  // Pairs of real and imaginary part; none if the kind has no linear model.
  eigenvalues() {
    const count = _wd_model_linear_size(this.handle)
    return count ? borrow(() => {
      const re = stackAlloc(16 * count), im = re + 8 * count
      this.must(_wd_model_eigenvalues(this.handle, re, im))
      const pair = i => [HEAPF64[(re >> 3) + i], HEAPF64[(im >> 3) + i]]
      return Array.from({ length: count }, (_, i) => pair(i))
    }) : []
  }
  // True if the ground is a smooth surface.
  get hasSurface() {
    return borrow(() => {
      const frame = stackAlloc(40)
      HEAPF64[frame >> 3] = Infinity // without a surface the library does not write it
      _wd_model_surface(this.handle, 0, 0, frame)
      return HEAPF64[frame >> 3] !== Infinity
    })
  }
  // Height of the ground at a place; null where a function of a surface gives none.
  groundAt(x, y) {
    return borrow(() => {
      const values = stackAlloc(56)
      return _wd_model_ground_at(this.handle, x, y, values) < 0 ? null : HEAPF64[values >> 3]
    })
  }
  // Points and bulges of the terrain, factors of friction and points of the path, if they were set.
  course() {
    const { handle } = this
    const numbers = (at, count) => Array.from(HEAPF64.subarray(at >> 3, (at >> 3) + count))
    const points = at => Array.from({ length: at.length / 2 }, (_, i) => at.slice(2 * i, 2 * i + 2))
    const terrain = _wd_model_terrain(handle, 0, 0, 0), path = _wd_model_path(handle, 0, 0, 0, 0)
    const segments = _wd_model_terrain_friction(handle, 0, 0)
    const out = _malloc(8 * (3 * terrain + segments + 2 * path))
    const bulge = out + 16 * terrain, friction = bulge + 8 * terrain, way = friction + 8 * segments
    try {
      _wd_model_terrain(handle, out, bulge, terrain)
      _wd_model_terrain_friction(handle, friction, segments)
      _wd_model_path(handle, way, 0, path, 0)
      return {
        terrain: points(numbers(out, 2 * terrain)),
        bulge: numbers(bulge, Math.max(0, terrain - 1)),
        friction: numbers(friction, segments), path: points(numbers(way, 2 * path)),
      }
    } finally { _free(out) }
  }
}
