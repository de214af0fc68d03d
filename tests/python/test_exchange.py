# SPDX-License-Identifier: MIT
"""Derivatives, indicators and events for a user's integrator."""

import math

import numpy as np
import pytest
import wheeldyn as wd


def test_runge_kutta_step_equals_the_library(wheel):
    """Ten classical Runge-Kutta steps made here equal those of the library to rounding."""
    wheel.set_choice("solver.method", "rk4")
    wheel["solver.fixed_step"] = 0.01
    wheel.init()
    own = wheel.clone()
    t, y = 0.0, wheel.states()
    news, y = wheel.event_update(t, y)
    assert news == "ok" and wheel.next_time() == math.inf
    for _ in range(10):
        k1 = wheel.derivative(t, y)
        k2 = wheel.derivative(t + 0.005, y + 0.005 * k1)
        k3 = wheel.derivative(t + 0.005, y + 0.005 * k2)
        k4 = wheel.derivative(t + 0.01, y + 0.01 * k3)
        t, y = t + 0.01, y + 0.01 / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        news, y = wheel.event_update(t, y)
    own.step_to(t)
    assert news == "ok" and wheel.time == t
    assert wheel.states() == pytest.approx(own.states(), rel=1e-13, abs=1e-15)
    assert wheel["output.work"] == pytest.approx(own["output.work"], rel=1e-13)


def test_states_have_names(wheel):
    names = wheel.state_names()
    assert names[0] == "state.x" and names[-2:] == ["output.work", "output.dissipated"]
    assert np.all(wheel.state_nominals() == 1) and len(wheel.state_nominals()) == len(names)


def test_the_torus_lies_down():
    with wd.Model("torus_wheel", preset="rolling-friction") as torus:
        torus.init()
        y = torus.states()
        assert torus.indicators(0, y).shape == (1,) and torus.indicators(0, y) > 0
        y[torus.state_names().index("state.lean")] = 0.3
        assert torus.indicators(1, y) < 0
        torus.eval_at(1, y)
        assert torus.time == 0 and torus["output.normal_force"] > 0
        news, y = torus.event_update(1, y)
        assert news == "end" and torus.events()[-1]["type"] == "TOUCHDOWN" and torus.time == 1


def test_refusals(wheel, refused):
    refused(wd.WD_ESTATE, wheel.states)
    y = np.zeros(len(wheel.state_names()))
    refused(wd.WD_ESTATE, wheel.derivative, 0, y)
    wheel.init()
    refused(wd.WD_EINVAL, wheel.derivative, 0, y[:-1])
    refused(wd.WD_EINVAL, wheel.event_update, math.nan, y)
    refused(wd.WD_ERANGE, wheel.event_update, 0, y * math.nan)
    with pytest.raises(TypeError, match="states"):
        wheel.derivative(0, "12")
    with wd.Model("impact_wheel") as hits:
        hits.init()
        assert hits.state_names() == [] and math.isnan(hits.next_time())
        refused(wd.WD_EROLE, hits.states)
        refused(wd.WD_EROLE, hits.derivative, 0, [])
