# SPDX-License-Identifier: MIT
"""Linear models."""

import numpy as np
import pytest
import wheeldyn as wd


@pytest.fixture
def block():
    """A sticking block. Its friction force is -(T + m v/tau) up to rounding, so v decays as
    exp(-t/tau)."""
    with wd.Model("sliding_block") as model:
        model.set({"param.mass": 2.0, "param.relaxation_time": 0.1, "input.traction": 1.0})
        yield model


def test_linearize(block, refused):
    refused(wd.WD_ESTATE, block.linearize)
    refused(wd.WD_ESTATE, block.eigenvalues)
    block.init()
    n = len(block.linear_names())
    a = block.linearize()
    assert a.shape == (n, n) and n >= 2
    a2, b = block.linearize(inputs=["input.traction", "input.mu"])
    assert np.array_equal(a, a2) and b.shape == (n, 2)
    assert block.linearize(inputs=[])[1].shape == (n, 0)
    x, v = (block.linear_names().index(name) for name in ("x", "x_dot"))
    assert a[x, v] == pytest.approx(1.0, abs=1e-6)
    assert a[v, v] == pytest.approx(-1 / 0.1, rel=1e-3)
    assert "did you mean" in refused(wd.WD_ENAME, block.linearize, ["input.tractoin"])
    refused(wd.WD_EROLE, block.linearize, ["param.mass"])
    assert block.time == 0.0


def test_eigenvalues(block):
    block.init()
    values = block.eigenvalues()
    assert values.dtype == np.complex128 and values.shape == (len(block.linear_names()),)
    assert np.all(np.diff(values.real) <= 0)
    expected = np.sort_complex(np.linalg.eigvals(block.linearize()))[::-1]
    assert np.allclose(values, expected, rtol=1e-9, atol=1e-9)
