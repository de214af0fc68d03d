# SPDX-License-Identifier: MIT
"""Module wheeldyn.constrained. Example: a wheel of mass m, radius R and moment of inertia I, which
rolls without slip.
"""

import sys

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn.constrained import Constrained

m, R, I = 2.0, 0.5, 0.25
M = np.diag([m, m, I])
A = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, -R]])
Q = np.array([0.0, -m * 9.81, 3.0])


def test_moore_penrose_inverse():
    rows = np.array([[1.0, 2.0, 0.0], [0.5, -1.0, 3.0]])
    x = Constrained(3, 2).inverse(rows)
    assert x.shape == (3, 2)
    assert np.allclose(x, np.linalg.pinv(rows), rtol=1e-13, atol=1e-14)


def test_rolling_without_slip():
    tool = Constrained(3, 2)
    got = tool.solve(M, Q, A)
    angular = Q[2] / (I + m * R * R)
    assert np.allclose(got.acceleration, [R * angular, 0.0, angular], rtol=1e-13, atol=1e-14)
    force = m * R * angular
    assert np.allclose(got.ideal, [force, m * 9.81, -R * force], rtol=1e-13, atol=1e-14)
    assert np.allclose(got.nonideal, 0.0, atol=1e-14)
    assert tool.rank == 2 and tool.residual < 1e-12
    assert np.allclose(M @ got.acceleration, Q + got.ideal + got.nonideal, atol=1e-13)


@pytest.mark.parametrize("s", [1.0, 0.5, 1e-6])
def test_relaxed_row(s):
    """A row with the weight N = s^2 has 1 - s^2 times the residual of the free acceleration."""
    free = np.linalg.solve(M, Q)
    for form in ("seminorm", "relaxed"):
        got = Constrained(3, 2).solve(M, Q, A, N=np.diag([1.0, s * s]), form=form)
        assert (A @ got.acceleration)[0] == pytest.approx(0.0, abs=1e-13)
        assert (A @ got.acceleration)[1] == pytest.approx((1 - s * s) * (A @ free)[1], abs=1e-12)


def test_settings(refused):
    tool = Constrained(3, 2)
    assert tool.method == "auto"
    for method in ("cholesky", "qr", "svd"):
        tool.method = method
        got = tool.solve(M, Q, A)
        assert tool.method == method == tool.method_used
        assert np.allclose(A @ got.acceleration, 0.0, atol=1e-13)
    tool.rank_tolerance = 1e-9
    assert tool.rank_tolerance == 1e-9
    assert "did you mean 'cholesky'?" in refused(
        wd.WD_EINVAL, setattr, tool, "method", "choleski")
    refused(wd.WD_ERANGE, setattr, tool, "rank_tolerance", np.nan)
    assert tool.rank_tolerance == 1e-9


def test_reports_need_a_result(refused):
    tool = Constrained(3, 2)
    for report in ("rank", "residual", "method_used"):
        assert "nothing was computed yet" in refused(wd.WD_ESTATE, getattr, tool, report)
    tool.inverse(A)
    assert tool.rank == 2
    refused(wd.WD_ESTATE, getattr, tool, "residual")


def test_bad_arguments(refused):
    tool = Constrained(3, 2)
    assert "A must have the shape 2 x 3, not 3 x 2" in refused(wd.WD_EINVAL, tool.inverse, A.T)
    assert "Q must have the shape 3" in refused(wd.WD_EINVAL, tool.solve, M, Q[:2], A)
    for bad in (np.nan, np.inf):
        refused(wd.WD_EINVAL, tool.inverse, np.full((2, 3), bad))
        refused(wd.WD_EINVAL, tool.inverse, [[bad, 0.0, 0.0], [1.0, 0.0, 0.0]])
    refused(wd.WD_ESINGULAR, tool.solve, -M, Q, A)
    assert "did you mean 'weighted'?" in refused(
        wd.WD_EINVAL, tool.inverse, A, None, None, "weigthed")
    refused(wd.WD_EINVAL, Constrained, 0, 2)
    assert np.allclose(tool.solve(None, Q, A, b=[0.0, 0.0], C=[0.0, 0.0, 0.0]).acceleration[1], 0.0)


def test_sizes(refused):
    assert refused(wd.WD_EINVAL, Constrained, -1, 2) == (
        f"n must be from 1 to {sys.maxsize}, got -1")
    for n, m in ((0, 2), (3, -1), (2**64 + 3, 2), (3, 2**64 + 2)):
        refused(wd.WD_EINVAL, Constrained, n, m)
    with pytest.raises(TypeError, match="^m must be a whole number, not 2.0$"):
        Constrained(3, 2.0)
    tool = Constrained(np.int64(3), 0)
    with pytest.raises(TypeError, match="^rank_tolerance must be a number, not 'x'$"):
        tool.rank_tolerance = "x"
    with pytest.raises(AttributeError):
        tool.metod = "svd"
