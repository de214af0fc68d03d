# SPDX-License-Identifier: MIT
"""The solver of contact.h: discs in a column, a wheel on a slope, and bad arguments."""

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn.contact import Contacts

m, g, h = 2.0, 9.81, 0.01


def column(n):
    """W and q of n equal discs on top of each other, after a step of free fall."""
    # the rows of u = H^T v: vertical velocity of each disc relative to the disc below
    H = np.eye(n) - np.eye(n, k=-1)
    W = np.zeros((2 * n, 2 * n))
    W[0::2, 0::2] = H @ H.T / m
    W[1::2, 1::2] = H @ H.T / m
    q = np.zeros((n, 2))
    q[0, 0] = -g * h
    return W, q


def rows(W):
    """A dense matrix in compressed sparse rows, as in scipy."""
    i, j = np.nonzero(W)
    return np.searchsorted(i, np.arange(len(W) + 1)), j, W[i, j]


@pytest.mark.parametrize("sparse", [False, True])
def test_column(sparse):
    n = 20
    W, q = column(n)
    tool = Contacts(2, n)
    tool.tolerance = 1e-13
    if sparse:
        tool.set_rows(*rows(W))
    else:
        tool.set_matrix(W)
    tool.set_problem(0.5, q)
    got = tool.solve()
    weights = m * g * h * np.arange(n, 0, -1)
    assert np.allclose(got.impulse[:, 0], weights, rtol=1e-11)
    assert np.allclose(got.impulse[:, 1], 0.0, atol=1e-12)
    assert np.allclose(got.velocity.ravel(), W @ got.impulse.ravel() + q.ravel(), atol=1e-14)
    assert tool.states == ["stick"] * n
    assert tool.residual <= 1e-12 and tool.steps + tool.sweeps > 0
    assert not tool.hyperstatic


def test_warm_start():
    n = 20
    W, q = column(n)
    tool = Contacts(2, n)
    tool.set_matrix(W)
    tool.set_problem(np.full(n, 0.5), q)
    cold = tool.solve().impulse
    work = tool.steps + tool.sweeps
    guess = cold.copy()
    warm = tool.solve(guess).impulse
    assert tool.steps + tool.sweeps <= min(work, 4)
    assert np.array_equal(guess, cold) and np.allclose(warm, cold, rtol=1e-9)


@pytest.mark.parametrize("slope, state", [(0.2, "stick"), (0.6, "slip")])
def test_locked_wheel_on_a_slope(slope, state):
    """Three components: a block of unit mass slides down if tan(slope) > mu = 0.3."""
    tool = Contacts(3, 1)
    tool.set_matrix(np.eye(3))
    tool.set_problem(0.3, [[-np.cos(slope), np.sin(slope), 0.0]])
    got = tool.solve()
    assert tool.states == [state]
    speed = max(0.0, np.sin(slope) - 0.3 * np.cos(slope))
    assert np.allclose(got.velocity, [[0.0, speed, 0.0]], atol=1e-14)
    assert got.impulse[0, 0] == pytest.approx(np.cos(slope), rel=1e-14)


def test_hyperstatic_and_open():
    """The impulses on a beam on three supports are indeterminate, but their sum is known. A beam
    that moves up has none."""
    H = np.array([[0, 1, -1], [1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 1, 1], [1, 0, 0]], dtype=float)
    tool = Contacts(2, 3)
    tool.set_matrix(H @ H.T)
    for lift in (0.0, 2.0):
        tool.set_problem(0.2, (H @ [0, lift - 1, 0]).reshape(3, 2))
        impulse = tool.solve().impulse
        assert np.sum(impulse[:, 0]) == pytest.approx(max(0.0, 1 - lift), abs=1e-10)
        assert tool.hyperstatic == (lift == 0)
    assert np.all(impulse == 0) and tool.states == ["open"] * 3


def test_no_solution(refused):
    """A mass between two walls that approach each other has no solution."""
    tool = Contacts(2, 2)
    tool.set_matrix(np.kron([[1.0, -1.0], [-1.0, 1.0]], np.eye(2)))
    tool.set_problem(0.5, [[-1.0, 0.0], [-1.0, 0.0]])
    assert "infeasible" in refused(wd.WD_ENOSOL, tool.solve)
    refused(wd.WD_ESTATE, getattr, tool, "states")
    refused(wd.WD_ESTATE, getattr, tool, "hyperstatic")
    assert tool.residual > 0


def test_step_limit(refused):
    W, q = column(300)
    tool = Contacts(2, 300)
    tool.set_matrix(W)
    tool.set_problem(0.5, q)
    tool.max_steps = 1
    assert tool.max_steps == 1
    assert "WD_CONTACT_MAX_STEPS" in refused(wd.WD_ENOCONV, tool.solve)


def test_settings_and_reports(refused):
    tool = Contacts(2, 1)
    assert tool.tolerance == 1e-10 and tool.max_steps == 10000
    tool.tolerance = 1e-6
    refused(wd.WD_ERANGE, setattr, tool, "tolerance", np.nan)
    refused(wd.WD_ERANGE, setattr, tool, "max_steps", 0)
    assert tool.tolerance == 1e-6
    for report in ("residual", "steps", "sweeps", "at_floor", "hyperstatic", "states"):
        refused(wd.WD_ESTATE, getattr, tool, report)
    refused(wd.WD_ESTATE, tool.solve)
    tool.set_matrix(np.eye(2))
    tool.set_problem(0.0, [[-1.0, 0.0]])
    tool.solve()
    assert tool.residual <= 1e-10 and not tool.at_floor


def test_bad_arguments(refused):
    for d, contacts in ((4, 1), (2, 0), (2, -1)):
        refused(wd.WD_EINVAL, Contacts, d, contacts)
    tool = Contacts(2, 2)
    refused(wd.WD_EINVAL, tool.set_matrix, np.eye(3))
    refused(wd.WD_EINVAL, tool.set_matrix, np.full((4, 4), np.nan))
    refused(wd.WD_EINVAL, tool.set_matrix, -np.eye(4))
    refused(wd.WD_EINVAL, tool.set_problem, -0.1, np.zeros((2, 2)))
    refused(wd.WD_EINVAL, tool.set_problem, [0.1], np.zeros((2, 2)))
    refused(wd.WD_EINVAL, tool.set_problem, 0.1, np.zeros(4))
    refused(wd.WD_EINVAL, tool.set_problem, 0.1, np.full((2, 2), np.inf))
    start, columns, values = rows(np.eye(4))
    tool.set_rows(start, columns, values)
    refused(wd.WD_EINVAL, tool.set_rows, start[:-1], columns, values)
    refused(wd.WD_EINVAL, tool.set_rows, start, columns[:-1], values)
    refused(wd.WD_EINVAL, tool.set_rows, start, columns, values[:-1])
    refused(wd.WD_EINVAL, tool.set_rows, start * 0.5, columns, values)
    refused(wd.WD_EINVAL, tool.set_rows, [0, 3, 1, 2, 4], columns, values)
    refused(wd.WD_EINVAL, tool.set_rows, [0, -1, 1, 2, 4], columns, values)
    refused(wd.WD_EINVAL, tool.set_rows, start, columns + 1, values)
    refused(wd.WD_EINVAL, tool.set_rows, start, columns + 2 ** 32, values)
    refused(wd.WD_EINVAL, tool.set_rows, start, columns - 1, values)
    tool.set_matrix(np.eye(4))
    tool.set_problem(0.1, np.ones((2, 2)))
    refused(wd.WD_EINVAL, tool.solve, np.zeros(4))
    refused(wd.WD_EINVAL, tool.solve, np.full((2, 2), np.nan))
    assert tool.solve().impulse.shape == (2, 2)
