# SPDX-License-Identifier: MIT
# Output of tests/python/vehicle_stub.py; a test checks that this file is up to date.
from typing import Optional, Sequence, Union

from ._kinds import Value
from ._model import Model
from ._tir_file import Path
from .tir import Tir

class PartMethods(Model):
    def body(
        self, name: str, *, mass: Value = ..., xx: Value = ..., yy: Value = ..., zz: Value = ...,
        xy: Value = ..., yz: Value = ..., xz: Value = ..., x: Value = ..., y: Value = ...,
        z: Value = ..., yaw: Value = ..., roll: Value = ..., pitch: Value = ...,
        forward: Value = ..., left: Value = ..., up: Value = ..., roll_rate: Value = ...,
        pitch_rate: Value = ..., yaw_rate: Value = ...) -> None: ...

    def hinge(
        self, name: str, on: Sequence[str], *, x: Value = ..., y: Value = ..., z: Value = ...,
        axis_x: Value = ..., axis_y: Value = ..., axis_z: Value = ..., stiffness: Value = ...,
        damping: Value = ..., rest: Value = ..., friction: Value = ..., lower: Value = ...,
        upper: Value = ..., stop_stiffness: Value = ..., stop_damping: Value = ...,
        restitution: Value = ..., torque: Value = ..., brake: Value = ..., target: Value = ...,
        angle: Value = ..., rate: Value = ...) -> None: ...

    def slide(
        self, name: str, on: Sequence[str], *, x: Value = ..., y: Value = ..., z: Value = ...,
        axis_x: Value = ..., axis_y: Value = ..., axis_z: Value = ..., stiffness: Value = ...,
        damping: Value = ..., rest: Value = ..., friction: Value = ..., lower: Value = ...,
        upper: Value = ..., stop_stiffness: Value = ..., stop_damping: Value = ...,
        restitution: Value = ..., force: Value = ..., brake: Value = ..., travel: Value = ...,
        rate: Value = ...) -> None: ...

    def rigid(
        self, name: str, on: Sequence[str]) -> None: ...

    def wheel(
        self, name: str, on: Union[str, Sequence[str]], *, tyre: Optional[str] = ...,
        x: Value = ..., y: Value = ..., z: Value = ..., axis_x: Value = ..., axis_y: Value = ...,
        axis_z: Value = ..., radius: Value = ..., crown: Value = ..., mass: Value = ...,
        spin_inertia: Value = ..., cross_inertia: Value = ..., damping: Value = ...,
        friction: Value = ..., law: Value = ..., restitution: Value = ...,
        relaxation_time: Value = ..., sharpness: Value = ..., flat_angle: Value = ...,
        rolling_torque: Value = ..., pivot_torque: Value = ..., resistance_rate: Value = ...,
        torque: Value = ..., brake: Value = ..., mu: Value = ..., angle: Value = ...,
        rate: Value = ..., bend_forward: Value = ..., bend_side: Value = ...,
        bend_turn: Value = ..., bend_roll: Value = ...) -> None: ...

    def rim(
        self, name: str, on: Union[str, Sequence[str]], *, tyre: Optional[str] = ...,
        x: Value = ..., y: Value = ..., z: Value = ..., axis_x: Value = ..., axis_y: Value = ...,
        axis_z: Value = ..., radius: Value = ..., crown: Value = ..., law: Value = ...,
        restitution: Value = ..., relaxation_time: Value = ..., sharpness: Value = ...,
        flat_angle: Value = ..., rolling_torque: Value = ..., pivot_torque: Value = ...,
        resistance_rate: Value = ..., mu: Value = ..., bend_forward: Value = ...,
        bend_side: Value = ..., bend_turn: Value = ..., bend_roll: Value = ...) -> None: ...

    def point(
        self, name: str, on: Union[str, Sequence[str]], *, x: Value = ..., y: Value = ...,
        z: Value = ..., force_x: Value = ..., force_y: Value = ..., force_z: Value = ...,
        torque_x: Value = ..., torque_y: Value = ..., torque_z: Value = ...) -> None: ...

    def spring(
        self, name: str, on: Sequence[str], *, stiffness: Value = ..., damping: Value = ...,
        rest: Value = ..., force: Value = ...) -> None: ...

    def tyre(
        self, name: str, *, tir: Union[None, Path, Tir] = ..., side: Optional[str] = ...,
        form: Value = ..., vertical_stiffness: Value = ..., vertical_stiffening: Value = ...,
        vertical_damping: Value = ..., forward_stiffness: Value = ..., side_stiffness: Value = ...,
        turning_stiffness: Value = ..., carcass_time: Value = ..., half_length: Value = ...,
        slip_stiffness: Value = ..., cornering_stiffness: Value = ...,
        camber_stiffness: Value = ..., rolling_resistance: Value = ..., rolling_share: Value = ...,
        nominal_load: Value = ..., reference_speed: Value = ..., pressure: Value = ...,
        nominal_pressure: Value = ..., breff: Value = ..., dreff: Value = ..., freff: Value = ...,
        q_re0: Value = ..., largest_load: Value = ..., pcx1: Value = ..., pdx1: Value = ...,
        pdx2: Value = ..., pdx3: Value = ..., pex1: Value = ..., pex2: Value = ...,
        pex3: Value = ..., pex4: Value = ..., pkx1: Value = ..., pkx2: Value = ...,
        pkx3: Value = ..., phx1: Value = ..., phx2: Value = ..., pvx1: Value = ...,
        pvx2: Value = ..., ppx1: Value = ..., ppx2: Value = ..., ppx3: Value = ...,
        ppx4: Value = ..., rbx1: Value = ..., rbx2: Value = ..., rbx3: Value = ...,
        rcx1: Value = ..., rex1: Value = ..., rex2: Value = ..., rhx1: Value = ...,
        qsx1: Value = ..., qsx2: Value = ..., qsx3: Value = ..., qsx4: Value = ...,
        qsx5: Value = ..., qsx6: Value = ..., qsx7: Value = ..., qsx8: Value = ...,
        qsx9: Value = ..., qsx10: Value = ..., qsx11: Value = ..., qsx12: Value = ...,
        qsx13: Value = ..., qsx14: Value = ..., ppmx1: Value = ..., pcy1: Value = ...,
        pdy1: Value = ..., pdy2: Value = ..., pdy3: Value = ..., pey1: Value = ...,
        pey2: Value = ..., pey3: Value = ..., pey4: Value = ..., pey5: Value = ...,
        pky1: Value = ..., pky2: Value = ..., pky3: Value = ..., pky4: Value = ...,
        pky5: Value = ..., pky6: Value = ..., pky7: Value = ..., phy1: Value = ...,
        phy2: Value = ..., phy3: Value = ..., pvy1: Value = ..., pvy2: Value = ...,
        pvy3: Value = ..., pvy4: Value = ..., ppy1: Value = ..., ppy2: Value = ...,
        ppy3: Value = ..., ppy4: Value = ..., ppy5: Value = ..., rby1: Value = ...,
        rby2: Value = ..., rby3: Value = ..., rby4: Value = ..., rcy1: Value = ...,
        rey1: Value = ..., rey2: Value = ..., rhy1: Value = ..., rhy2: Value = ...,
        rvy1: Value = ..., rvy2: Value = ..., rvy3: Value = ..., rvy4: Value = ...,
        rvy5: Value = ..., rvy6: Value = ..., qsy1: Value = ..., qsy2: Value = ...,
        qsy3: Value = ..., qsy4: Value = ..., qsy5: Value = ..., qsy6: Value = ...,
        qsy7: Value = ..., qsy8: Value = ..., qbz1: Value = ..., qbz2: Value = ...,
        qbz3: Value = ..., qbz4: Value = ..., qbz5: Value = ..., qbz9: Value = ...,
        qbz10: Value = ..., qcz1: Value = ..., qdz1: Value = ..., qdz2: Value = ...,
        qdz3: Value = ..., qdz4: Value = ..., qdz6: Value = ..., qdz7: Value = ...,
        qdz8: Value = ..., qdz9: Value = ..., qdz10: Value = ..., qdz11: Value = ...,
        qez1: Value = ..., qez2: Value = ..., qez3: Value = ..., qez4: Value = ...,
        qez5: Value = ..., qhz1: Value = ..., qhz2: Value = ..., qhz3: Value = ...,
        qhz4: Value = ..., ppz1: Value = ..., ppz2: Value = ..., ssz1: Value = ...,
        ssz2: Value = ..., ssz3: Value = ..., ssz4: Value = ..., lfzo: Value = ...,
        lcx: Value = ..., lmux: Value = ..., lex: Value = ..., lkx: Value = ..., lhx: Value = ...,
        lvx: Value = ..., lcy: Value = ..., lmuy: Value = ..., ley: Value = ..., lky: Value = ...,
        lhy: Value = ..., lvy: Value = ..., ltr: Value = ..., lres: Value = ..., lxal: Value = ...,
        lyka: Value = ..., lvyka: Value = ..., ls: Value = ..., lkyc: Value = ...,
        lkzc: Value = ..., lvmx: Value = ..., lmx: Value = ..., lmy: Value = ...,
        formula: Value = ...) -> None: ...
