// SPDX-License-Identifier: MIT
// Models for JavaScript, thinly: names, numbers, errors. emcc makes this a part of wheeldyn.js, where
// the library's functions are _wd_..., and its memory is HEAPU32 and HEAPF64. Like them, Model is a
// member of what wheeldyn() gives.

// Memory that is given back after the call, with all strings made in it.
function borrow(work) {
  const top = stackSave()
  try { return work() } finally { stackRestore(top) }
}
const borrowed = text => allocateUTF8OnStack(String(text))
const statusText = status => UTF8ToString(_wd_status_text(status))
const failure = (status, text, cause) => Object.assign(new Error(text, cause && { cause }), { status })

// Of a call that takes a name and leaves no text.
function mustName(status, name, nearest) {
  if (status < 0) throw failure(status, `${name}: ${statusText(status)}; the nearest is ${UTF8ToString(nearest)}`)
}

Module["Model"] = class Model {
  constructor(kind) {
    this.inputs = []
    borrow(() => {
      const out = stackAlloc(4), name = borrowed(kind)
      mustName(_wd_model_new(name, out), kind, _wd_kind_nearest_name(name))
      this.handle = HEAPU32[out >> 2]
    })
  }
  // By hand: JavaScript does not see the memory of the library.
  free() {
    _wd_model_free(this.handle)
    this.handle = 0
    this.inputs.forEach(removeFunction)
    this.inputs = []
  }
  // 0, or news: an event, the end.
  must(status) {
    const { cause } = this
    this.cause = undefined
    if (status < 0) throw failure(status, UTF8ToString(_wd_model_error(this.handle)) || statusText(status), cause)
    return status
  }
  loadPreset(name) { borrow(() => this.must(_wd_model_load_preset(this.handle, borrowed(name)))) }
  find(name) {
    return borrow(() => {
      const out = stackAlloc(4), at = borrowed(name)
      mustName(_wd_model_find(this.handle, at, out), name, _wd_model_nearest_name(this.handle, at))
      return HEAPU32[out >> 2]
    })
  }
  get(name) {
    return borrow(() => {
      const out = stackAlloc(8), at = borrowed(name)
      mustName(_wd_model_value(this.handle, at, out), name, _wd_model_nearest_name(this.handle, at))
      return HEAPF64[out >> 3]
    })
  }
  // A number, or the name of a choice.
  set(name, value) {
    borrow(() => this.must(typeof value === "string"
      ? _wd_model_set_choice(this.handle, borrowed(name), borrowed(value))
      : _wd_model_set_value(this.handle, borrowed(name), value)))
  }
  // An input as a pure function of time, or null: held again. What it throws does not pass through the
  // library: the call that needs the input fails, and names it as the cause.
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
    if (fn) this.inputs.push(fn)
    this.must(_wd_model_set_input_fn(this.handle, ref, fn || 0, 0))
  }
  init(t0 = 0) { this.must(_wd_model_init(this.handle, t0)) }
  reset() { this.must(_wd_model_reset(this.handle)) }
  get time() { return _wd_model_time(this.handle) }
  stepTo(t) { return this.must(_wd_model_step_to(this.handle, t)) }
  // Arrays, "time" and those of the names, of what was on the way to `end`, every `dt`.
  run(end, dt, names) {
    const refs = names.map(name => this.find(name)), width = 1 + refs.length
    const room = Math.max(2, Math.floor((end - this.time) / dt) + 2), bytes = 8 * room * width
    const rows = bytes < 2 ** 31 ? _malloc(bytes) : 0
    try {
      return borrow(() => {
        const at = stackAlloc(4 * width), count = at + 4 * refs.length
        HEAPU32.set(refs, at >> 2)
        this.must(_wd_model_run(this.handle, end, dt, at, refs.length, rows, room, count))
        const column = k => Float64Array.from({ length: HEAPU32[count >> 2] },
                                              (_, i) => HEAPF64[(rows >> 3) + i * width + k])
        return Object.fromEntries(["time", ...names].map((name, k) => [name, column(k)]))
      })
    } finally { _free(rows) }
  }
}
