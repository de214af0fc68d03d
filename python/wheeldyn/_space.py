# SPDX-License-Identifier: MIT
"""Points, directions and rotations in space, in plain arithmetic for the same digits everywhere."""

from __future__ import annotations

import math
from typing import Tuple

Vector = Tuple[float, float, float]
Matrix = Tuple[Vector, Vector, Vector]

# Tolerance, in rad or relative to the size. Within it two directions count as parallel, an angle as
# a right angle, a point as on an axis and a rotor as round, because files have few digits.
CLOSE = 1e-3


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def length(a: Vector) -> float:
    return math.sqrt(dot(a, a))


def image(m: Matrix, v: Vector) -> Vector:
    return dot(m[0], v), dot(m[1], v), dot(m[2], v)


def transposed(m: Matrix) -> Matrix:
    x, y, z = zip(*m)
    return x, y, z


def product(a: Matrix, b: Matrix) -> Matrix:
    x, y, z = (image(a, column) for column in transposed(b))
    return transposed((x, y, z))


class Frame:
    """Transformation from one frame to another: a rotation, then a translation."""

    __slots__ = ("turn", "shift")

    def __init__(self, turn: Matrix, shift: Vector) -> None:
        self.turn, self.shift = turn, shift

    def vector(self, v: Vector) -> Vector:
        return image(self.turn, v)

    def point(self, p: Vector) -> Vector:
        x, y, z = self.vector(p)
        return x + self.shift[0], y + self.shift[1], z + self.shift[2]

    def tensor(self, m: Matrix) -> Matrix:
        return product(self.turn, product(m, transposed(self.turn)))

    def of(self, inner: Frame) -> Frame:
        """Frame of `inner`, which is given relative to this frame."""
        return Frame(product(self.turn, inner.turn), self.point(inner.shift))


ORIGIN = Frame(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))
NOTHING: Matrix = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def right_angles(angle: float) -> int:
    """Number of right angles that an angle is meant to be (1.57 and 1.5708 are 1); 0 for others."""
    count = round(angle / (math.pi / 2))
    return count if abs(angle - count * (math.pi / 2)) < CLOSE else 0


def _sin_cos(angle: float) -> Tuple[float, float]:
    count = right_angles(angle)
    if count == 0:
        return math.sin(angle), math.cos(angle)
    return (0.0, 1.0, 0.0, -1.0)[count % 4], (1.0, 0.0, -1.0, 0.0)[count % 4]


def turned(roll: float, pitch: float, yaw: float) -> Matrix:
    """Matrix of the rotations about the fixed axes x, then y, then z."""
    (sr, cr), (sp, cp), (sy, cy) = _sin_cos(roll), _sin_cos(pitch), _sin_cos(yaw)
    return ((cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
            (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
            (-sp, cp * sr, cp * cr))
