// SPDX-License-Identifier: MIT
// Scenarios for JavaScript, as in model.js: models described by text in YAML.

Module["Scenario"] = class Scenario {
  // Read text, or its bytes. `files` has the content of each file that it names, in the same form.
  constructor(text, name = "scenario", files = {}) {
    this.handle = borrow(() => {
      const out = stackAlloc(4), status = _wd_scenario_new(out)
      if (status < 0) throw failure(status, statusText(status))
      return HEAPU32[out >> 2]
    })
    try { this.read(text, name, files) } catch (error) {
      this.free()
      throw error
    }
  }
  // Free the scenario by hand, after all models that it made.
  free() {
    _wd_scenario_free(this.handle)
    this.handle = 0
  }
  must(status) {
    if (status >= 0) return status
    const text = UTF8ToString(_wd_scenario_error(this.handle))
    throw failure(status, text || statusText(status))
  }
  read(text, name, files) {
    const kept = [], encoder = new TextEncoder()
    const copy = content => {
      const bytes = typeof content === "string" ? encoder.encode(content) : content
      const at = _malloc(bytes.length + 1)
      kept.push(at)
      HEAPU8.set(bytes, at)
      HEAPU8[at + bytes.length] = 0
      return [at, bytes.length]
    }
    const find = addFunction((path, bytes, size, reason) => {
      const wanted = UTF8ToString(path)
      if (!Object.hasOwn(files, wanted)) {
        HEAPU32[reason >> 2] = copy("it was not given")[0]
        return -16 // WD_EFILE
      }
      const [at, length] = copy(files[wanted])
      HEAPU32[bytes >> 2] = at
      HEAPU32[size >> 2] = length
      return 0
    }, "iiiiii")
    try {
      this.must(_wd_scenario_set_file_fn(this.handle, find, 0))
      borrow(() => this.must(_wd_scenario_read_text(this.handle, ...copy(text), borrowed(name))))
      _wd_scenario_set_file_fn(this.handle, 0, 0)
    } finally {
      kept.forEach(_free)
      removeFunction(find)
    }
  }
  get kind() { return UTF8ToString(_wd_scenario_kind(this.handle)) }
  // A new model. Free it before the scenario.
  model() {
    return borrow(() => {
      const out = stackAlloc(4)
      this.must(_wd_scenario_model(this.handle, out))
      return new Module["Model"](HEAPU32[out >> 2])
    })
  }
  // Names of the variables that the scenario records; empty if it has no `record`.
  record(model) {
    return borrow(() => {
      const out = stackAlloc(4)
      if (!_wd_scenario_has(this.handle, borrowed("record"))) return []
      this.must(_wd_scenario_columns(this.handle, model.handle, 0, 0, out))
      const count = HEAPU32[out >> 2], refs = stackAlloc(4 * count)
      this.must(_wd_scenario_columns(this.handle, model.handle, refs, count, out))
      return Array.from(HEAPU32.subarray(refs >> 2, (refs >> 2) + count),
                        ref => UTF8ToString(_wd_model_var_name(model.handle, ref)))
    })
  }
  // Width of a wheel in drawings; 0 if the scenario gives none.
  width(wheel) { return borrow(() => _wd_scenario_width(this.handle, borrowed(wheel))) }
  get times() {
    return borrow(() => {
      const out = stackAlloc(24)
      this.must(_wd_scenario_times(this.handle, out, out + 8, out + 16))
      const [start, end, step] = HEAPF64.subarray(out >> 3, (out >> 3) + 3)
      return { start, end, step }
    })
  }
  // Times of the switches, in order; setSwitch() applies one to a model at once.
  get switches() {
    const count = _wd_scenario_switch_count(this.handle)
    return Array.from({ length: count }, (_, i) => _wd_scenario_switch_time(this.handle, i))
  }
  setSwitch(model, i) { this.must(_wd_scenario_set_switch(this.handle, model.handle, i)) }
}
