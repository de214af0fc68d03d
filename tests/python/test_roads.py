# SPDX-License-Identifier: MIT
"""Roads of wheeldyn.ground: classes of ISO 8608 and files of OpenCRG."""

import math
import struct

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import ground

BAND = np.geomspace(0.011, 2.83, 20001)
N = np.sqrt(BAND[1:] * BAND[:-1])


def integral(values):
    return float(np.sum(values * np.diff(BAND)))


def mean_square(z, steps):
    """Mean square of the differences of heights that are `steps` apart along the last axis."""
    return float(np.mean((z[..., steps:] - z[..., :-steps]) ** 2))


@pytest.mark.parametrize("cls, k, waviness", [("A", 0, 2), ("C", 2, 2), ("D", 3, 2.5)])
def test_a_track_has_the_density_of_its_class(cls, k, waviness):
    z = ground.iso8608(cls, 2000, 0.1, 7, waviness)
    G = 16e-6 * 4**k * (N / 0.1) ** -waviness
    assert len(z) == 20001
    # For distances up to 1 m there are at least 2000 independent differences, whose mean square
    # scatters by some 1/sqrt(2000).
    for steps in (1, 2, 5, 10):
        wanted = 2 * integral(G * (1 - np.cos(2 * np.pi * N * 0.1 * steps)))
        assert mean_square(z, steps) == pytest.approx(wanted, rel=0.07)


def test_the_same_seed_is_the_same_road():
    z = ground.iso8608("B", 20, 0.05, 3)
    assert np.array_equal(z, ground.iso8608("B", 20, 0.05, 3))
    assert not np.array_equal(z, ground.iso8608("B", 20, 0.05, 4))


def test_tracks_of_a_surface_are_those_of_one_road():
    """Differences along, across and askew have the mean square of an isotropic road."""
    z = np.array([ground.isotropic("C", 300, 60, 0.1, seed) for seed in range(8)])
    P = np.pi / 2 * 256e-6 * (N / 0.1) ** -2
    angle = (np.arange(64) + 0.5) * np.pi / 128
    for steps in (1, 2, 3):  # waves up to 1.5 m: at least 8 * 20 * 4 independent differences
        x = 2 * np.pi * N * 0.1 * steps
        wanted = 2 * integral(P * (1 - np.mean(np.cos(np.outer(x, np.cos(angle))), axis=1)))
        assert mean_square(z, steps) == pytest.approx(wanted, rel=0.1)
        assert mean_square(z.swapaxes(1, 2), steps) == pytest.approx(wanted, rel=0.1)
    askew = np.mean((z[:, 3:, 4:] - z[:, :-3, :-4]) ** 2)
    x = 2 * np.pi * N * 0.5  # m, from 3 and 4 steps
    wanted = 2 * integral(P * (1 - np.mean(np.cos(np.outer(x, np.cos(angle))), axis=1)))
    assert askew == pytest.approx(wanted, rel=0.15)


# ---- OpenCRG ----

HEAD = """$CT
a road
$
$ROAD_CRG                          ! parameters
REFERENCE_LINE_INCREMENT = 0.5
REFERENCE_LINE_START_X = 3
REFERENCE_LINE_START_Y = 1
REFERENCE_LINE_START_PHI = 0.5
LONG_SECTION_V_RIGHT = -1.0
LONG_SECTION_V_INCREMENT = 0.5
$
$KD_Definition
#:%s
%s$
$$$$
"""
SECTIONS = "".join(f"D:long section {i},m\n" for i in range(1, 6))
Z = np.round(0.01 * np.sin(np.arange(30.0)).reshape(6, 5), 7)


def write(tmp_path, format, body, channels=SECTIONS):
    path = tmp_path / "road.crg"
    path.write_bytes((HEAD % (format, channels)).encode() + body)
    return path


def of_text(rows, digits):
    each = 80 // digits
    lines = []
    for row in rows:
        words = ["*missing*".rjust(digits) if math.isnan(x) else f"{x:{digits}.7f}" for x in row]
        lines += ["".join(words[k:k + each]) for k in range(0, len(words), each)]
    return ("\n".join(lines) + "\n").encode()


@pytest.mark.parametrize("format", ["LRFI", "LDFI", "KRBI", "KDBI"])
def test_formats(tmp_path, format):
    body = {"LRFI": lambda: of_text(Z, 10), "LDFI": lambda: of_text(Z, 20),
            "KRBI": lambda: struct.pack(">30f", *Z.flat) + struct.pack(">10f", *[math.nan] * 10),
            "KDBI": lambda: struct.pack(">30d", *Z.flat)}[format]()
    if format == "KRBI":
        body = body[:120]
    grid = ground.crg(write(tmp_path, format, body))
    assert grid.z == pytest.approx(Z.T, abs=1e-9 if format == "KRBI" else 1e-15)
    assert grid[1:3] == (0.5, 0.5) and grid.heading == 0.5
    v = wd.Vehicle(preset="ball")
    v.set_surface(*grid)
    # row 2, section 4 (v = 0.5) is at u = 1
    x, y = 3 + math.cos(0.5) - 0.5 * math.sin(0.5), 1 + math.sin(0.5) + 0.5 * math.cos(0.5)
    assert v.ground_at(x, y).h == pytest.approx(Z[2, 3], abs=1e-8)


def test_missing_heights_slope_and_banking(tmp_path):
    rows = np.column_stack((np.full(6, 0.1), np.full(6, 0.02), Z))
    rows[2, 2] = rows[2, 6] = math.nan
    channels = "D:reference line slope,m/m\nD:reference line banking,m/m\n" + SECTIONS
    grid = ground.crg(write(tmp_path, "LRFI", of_text(rows, 10), channels))
    full = Z.copy()
    full[2, 0], full[2, 4] = Z[2, 1], Z[2, 3]
    wanted = full + 0.1 * 0.5 * np.arange(6)[:, None] + 0.02 * np.linspace(-1, 1, 5)
    assert grid.z == pytest.approx(wanted.T, abs=1e-12)


def test_sections_at_given_places(tmp_path):
    channels = "".join(f"D:long section at v = {v},m\n" for v in (-1.5, -1, 0, 1.5))
    grid = ground.crg(write(tmp_path, "LRFI", of_text(Z[:, :4], 10), channels))
    assert grid.z.shape == (7, 6) and grid.dy == 0.5
    assert grid.z[2] == pytest.approx((Z[:, 1] + Z[:, 2]) / 2, abs=1e-12)


def test_a_curved_line_is_resampled(tmp_path):
    """A road along a circle of 20 m to the left, compared with its heights at the nodes."""
    n, du, radius = 61, 0.5, 20.0
    u, v = du * np.arange(n), np.linspace(-1, 1, 5)
    z = 0.05 * np.outer(np.sin(0.5 * u), np.cos(v)) + 0.02 * v
    phi = 0.5 + (u - du / 2) / radius
    phi[0] = math.nan
    channels = "D:reference line phi,rad\n" + SECTIONS
    path = write(tmp_path, "LRFI", of_text(np.column_stack((phi, z)), 10), channels)
    with pytest.warns(UserWarning, match="curved; the road is resampled"):
        grid = ground.crg(path, cell=0.25)
    assert np.all(np.isfinite(grid.z)) and grid[1:3] == (0.25, 0.25) and grid.heading == 0
    x, y = np.meshgrid(grid.x0 + 0.25 * np.arange(grid.z.shape[1]),
                       grid.y0 + 0.25 * np.arange(grid.z.shape[0]))
    dx = x - (3 - radius * math.sin(0.5))
    dy = y - (1 + radius * math.cos(0.5))
    at_u = radius * ((np.arctan2(dy, dx) + math.pi / 2 - 0.5 + math.pi) % (2 * math.pi) - math.pi)
    at_v = radius - np.hypot(dx, dy)
    on = (np.abs(at_v) < 0.9) & (at_u > 0.1) & (at_u < u[-1] - 0.1)
    wanted = 0.05 * np.sin(0.5 * at_u) * np.cos(at_v) + 0.02 * at_v
    assert np.count_nonzero(on) > 800
    # bilinear interpolation between sections 0.5 m apart: 0.05 * 0.5**2 / 8 each way
    assert np.max(np.abs(grid.z - wanted)[on]) < 2.5e-3
    with pytest.raises(ValueError, match="cell"):
        ground.crg(path, cell=0)
    with pytest.raises(ValueError, match="larger cell"):
        ground.crg(path, cell=1e-3)


def test_a_line_of_constant_heading(tmp_path):
    rows = np.column_stack((np.full(6, 0.5), Z))
    rows[0, 0] = 0.7  # without meaning
    channels = "D:reference line phi,rad\n" + SECTIONS
    assert ground.crg(write(tmp_path, "LRFI", of_text(rows, 10), channels)).heading == 0.5


@pytest.mark.parametrize("format, body, channels, word", [
    ("LRFI", b"", SECTIONS, "0 rows"), ("LRFI", b"x\n" * 6, SECTIONS, "no row of numbers"),
    ("LRFI", of_text(Z[:, :4], 10), SECTIONS, "4 numbers, not 5"),
    ("XXXX", b"", SECTIONS, "format XXXX"),
    ("LRFI", of_text(np.full((6, 5), math.nan), 10), SECTIONS, "no height")])
def test_bad_files(tmp_path, format, body, channels, word):
    with pytest.raises(ValueError, match=word):
        ground.crg(write(tmp_path, format, body, channels))
    (tmp_path / "none.crg").write_text("hello")
    with pytest.raises(ValueError, match="no file of OpenCRG"):
        ground.crg(tmp_path / "none.crg")
