# SPDX-License-Identifier: MIT
"""A tour of the Python package: each of the usual calls once."""
import numpy as np
import wheeldyn as wd

print(wd.kinds(), wd.presets("rolling_wheel"))
m = wd.Model("rolling_wheel", preset="drive-60")

m["param.mass"] = 30  # one variable
m.set({"param.radius": 0.31, "state.z": 0.31})  # several, all or nothing
m.set_choice("param.law", "stabilized_moment")  # a choice by the name of its value
m.set_input("input.drive_torque", lambda t: 60 * np.tanh(t / 2))
m.set_input("input.mu", ("step", [0, 10], [0.9, 0.3]))

m.init(t0=0.0)
print(m.step_to(0.5), m.time, m["state.x_dot"])  # "ok", "event" or "end"
rows = m.run(20.0, dt=0.01, record=["state.x_dot", "output.slip_ratio"])
print(rows.dtype.names, rows["output.slip_ratio"].max())  # a numpy structured array

A, B = m.linearize(inputs=["input.drive_torque"])
print(A.shape, B.shape, m.eigenvalues())

snapshot = m.save()
m.step_to(30.0)
m.load(snapshot)  # back to 20 s; the function of the drive torque stayed set
print(m.time)

try:
    m["param.mass"] = 25
except wd.Error as error:
    print(error.name, error.text)
