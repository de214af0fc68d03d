// SPDX-License-Identifier: MIT
// The library from JavaScript. usage: node first.mjs [preset]
import wheeldyn from "./wheeldyn.js"

const { Model } = await wheeldyn()
const wheel = new Model("rolling_wheel")
try {
  wheel.loadPreset(process.argv[2] ?? "drive-60")
  wheel.set("param.mass", 30)
  wheel.init()
  wheel.stepTo(11)
  console.log(`slip ratio at 11 s: ${wheel.get("output.slip_ratio").toFixed(4)}`)
  const rows = wheel.run(20, 0.01, ["state.x_dot"])
  console.log(`speed at ${rows.time.at(-1)} s: ${rows["state.x_dot"].at(-1).toFixed(4)} m/s`)

  wheel.reset() // ends the motion; parameters keep their values
  wheel.setInput("input.drive_torque", t => 30 + 10 * Math.sin(3 * t))
  wheel.init()
  wheel.stepTo(5)
  console.log(`speed at 5 s, driven by a function: ${wheel.get("state.x_dot").toFixed(4)} m/s`)
} finally {
  wheel.free()
}
