# SPDX-License-Identifier: MIT
"""Derivatives of outputs at the end of a motion."""

import threading
import time

import numpy as np
import pytest
import wheeldyn as wd


def test_a_wheel_begins_to_slip():
    """The torque is 8 t until friction reaches its limit; compared with the closed form."""
    mass, radius, inertia, mu, g = 10, 0.1, 0.05, 0.1, 9.81
    with wd.Model("impact_wheel") as wheel:
        wheel.set_terrain([(-50, 0), (50, 0)])
        wheel.set_input("input.torque", ("linear", [0, 1], [0, -8]))
        for name, value in (("param.mu", mu), ("state.x", 0), ("state.y", radius)):
            wheel[name] = value
        found = wheel.gradient(0.9, ["state.x_dot", "state.x"], [("input.torque", 3), "param.mu"])
        slip = mu * mass * g * (radius + inertia / (mass * radius)) / 8
        assert found.values[0] == pytest.approx([-mu * g * slip / 16, g * (0.9 - slip)], rel=1e-9)
        assert np.all(found.errors < 1e-8) and found.values.shape == (2, 2)
        assert found.sides == ("two_sided", "two_sided")
        again = wheel.gradient(0.9, ["state.x_dot", "state.x"], [("input.torque", 3), "param.mu"],
                               threads=2)
        assert np.array_equal(again.values, found.values) and again.sides == found.sides
        alone = wheel.gradient(0.9, "state.x", "param.mu")
        assert np.array_equal(alone.values, found.values[1:, 1:])
        with pytest.raises(wd.Error, match="number of its signal"):
            wheel.gradient(0.9, ["state.x"], ["input.torque"])
        with pytest.raises(TypeError, match="index"):
            wheel.gradient(0.9, ["state.x"], [("input.torque", "last")])
        with pytest.raises(wd.Error, match="t_end"):
            wheel.gradient(float("nan"), ["state.x"], ["param.mu"])
        assert np.isnan(wheel.time)


def test_a_running_model(wheel):
    wheel.init()
    wheel.step_to(0.5)
    found = wheel.gradient(1, ["state.x_dot"], ["input.drive_torque", "input.brake_torque"])
    assert found.sides == ("two_sided", "from_above") and wheel.time == 0.5
    assert found.values[0, 0] > 0 > found.values[0, 1]


def test_exceptions_in_threads(wheel):
    """An exception of an input function is raised, whichever thread calls the function."""
    def brake(t):
        if threading.current_thread() is not threading.main_thread():
            raise ArithmeticError("no brake")
        time.sleep(1e-4)  # leave work to the other threads
        return 0

    def fail(t):
        raise ArithmeticError("no brake here")

    variables = ["param.mass", "param.inertia", "state.x_dot", "state.theta_dot"]
    wheel.set_input("input.brake_torque", brake)
    with pytest.raises(ArithmeticError, match="no brake$"):
        wheel.gradient(0.02, ["state.x_dot"], variables, threads=3)
    wheel.set_input("input.brake_torque", fail)
    for threads in (1, 3):
        with pytest.raises(ArithmeticError, match="no brake here"):
            wheel.gradient(0.02, ["state.x_dot"], variables, threads=threads)
    for threads in (0, 4097):
        with pytest.raises(wd.Error, match=f"threads must be from 1 to 4096, got {threads}"):
            wheel.gradient(0.1, ["state.x_dot"], ["param.mass"], threads=threads)
