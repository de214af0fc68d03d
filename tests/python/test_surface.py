# SPDX-License-Identifier: MIT
"""Smooth ground of a vehicle: grids, functions, and values of the ground at a point."""

import copy
import pickle

import numpy as np
import pytest
import wheeldyn as wd


def ball():
    v = wd.Vehicle(preset="ball")
    v["param.place"] = "on_ground"
    v["init.ball.z"] = 1
    return v


def bowl(x, y):
    return (x * x + y * y) / 8, x / 4, y / 4, 0.25, 0, 0.25


def test_a_grid_is_read_as_it_was_set():
    z = 0.01 * np.arange(20.0).reshape(4, 5) % 0.07
    v = ball()
    assert v.surface is None
    v.set_surface(z, 0.5, x0=-1, heading=0.2)
    grid = v.surface
    assert grid.z == pytest.approx(z, abs=1e-15)
    assert grid[1:] == (0.5, 0.5, -1, 0, 0.2)
    other = ball()
    other.set_surface(*grid)
    v.init()
    other.init()
    assert v["output.ball.z"] == pytest.approx(other["output.ball.z"], abs=1e-14)
    node = v.ground_at(np.cos(0.2) * -0.5 - np.sin(0.2), np.sin(0.2) * -0.5 + np.cos(0.2))
    assert node.h == pytest.approx(z[2, 1], abs=1e-14)
    v.reset()
    v.set_surface(None)
    assert v.surface is None and v.ground_at(1, 2) == (0, 0, 0, 0, 0, 0, 1)


def test_a_function_is_the_ground():
    v = ball()
    v.set_surface(bowl)
    v["init.ball.x"] = 0.5
    v.init()
    other = copy.copy(v)
    v.run(0.5, dt=0.1)
    other.run(0.5, dt=0.1)
    assert v["output.ball.z"] == other["output.ball.z"]
    assert v.ground_at(2, 0) == (0.5, 0.5, 0, 0.25, 0, 0.25, 1)
    with pytest.raises(wd.Error, match="pickled"):
        pickle.dumps(v)
    v.reset()
    v.set_terrain([(0, 0), (1, 0)])
    pickle.loads(pickle.dumps(started(v)))


def started(v):
    v.init()
    return v


def test_a_function_may_have_a_factor_of_friction():
    v = ball()
    v.set_surface(lambda x, y: (0, 0, 0, 0, 0, 0, 0.25))
    v.init()
    assert v.ground_at(0, 0).factor == 0.25
    force = np.hypot(v["output.surface.forward_force"], v["output.surface.side_force"])
    assert force == pytest.approx(0.25 * 0.2 * 0.17 * 9.81, rel=1e-9)


def test_a_call_raises_the_exception_of_the_function():
    def broken(x, y):
        raise RuntimeError("no ground")

    v = ball()
    v.set_surface(broken)
    with pytest.raises(RuntimeError, match="no ground"):
        v.init()
    with pytest.raises(RuntimeError, match="no ground"):
        v.ground_at(0, 0)
    v.set_surface(lambda x, y: (0, 0, 0))
    with pytest.raises(ValueError, match="3 values"):
        v.init()
    v.set_surface(lambda x, y: (np.nan, 0, 0, 0, 0, 0))
    with pytest.raises(wd.Error, match="h of the surface must be finite"):
        v.init()
    with pytest.raises(wd.Error, match="the surface fails at x = 0, y = 2"):
        v.ground_at(0, 2)


def test_refusals():
    v = ball()
    with pytest.raises(TypeError, match="no spacing"):
        v.set_surface(lambda x, y: (0, 0, 0, 0, 0, 0), 0.1)
    with pytest.raises(wd.Error, match="shape"):
        v.set_surface(np.zeros(4), 1)
    with pytest.raises(wd.Error, match="fewer than four"):
        v.set_surface(np.zeros((4, 3)), 1)
    with pytest.raises(wd.Error, match="number 3 of the frame"):
        v.set_surface(np.zeros((4, 4)), 1, -1)
    with pytest.raises(wd.Error, match="no surface"):
        wd.Model("impact_wheel").set_surface(np.zeros((4, 4)))
    with pytest.raises(wd.Error):
        wd.Model("impact_wheel").ground_at(0, 0)
    with pytest.raises(wd.Error):
        v.ground_at(np.nan, 0)


def test_a_scenario_has_the_grid_and_no_function(tmp_path):
    v = ball()
    z = np.random.default_rng(1).uniform(0, 0.1, (5, 6))
    v.set_surface(z, 0.5, 0.4, -1, -1, 0.3)
    try:
        v.save_scenario(tmp_path / "grid.yaml", end=1)
    except ImportError:
        pytest.skip("no libwheeldyn-scenario")
    other = wd.load(tmp_path / "grid.yaml").model()
    assert other.surface.z == pytest.approx(z, abs=1e-15)
    assert other.surface[1:] == v.surface[1:]
    v.set_surface(bowl)
    with pytest.raises(wd.Error, match="function of yours"):
        v.save_scenario(tmp_path / "bowl.yaml")
