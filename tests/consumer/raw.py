# SPDX-License-Identifier: MIT
"""Use the library through ctypes, without the Python package."""
from ctypes import CDLL, byref, c_char_p, c_double, c_void_p

lib = CDLL("libwheeldyn.so.0")
lib.wd_model_error.restype = c_char_p
wheel, slip = c_void_p(), c_double()


def must(status):
    if status < 0:
        raise RuntimeError(lib.wd_model_error(wheel).decode())


must(lib.wd_model_new(b"rolling_wheel", byref(wheel)))
must(lib.wd_model_load_preset(wheel, b"drive-60"))
must(lib.wd_model_set_value(wheel, b"param.mass", c_double(30)))
must(lib.wd_model_init(wheel, c_double(0)))
must(lib.wd_model_step_to(wheel, c_double(11)))
must(lib.wd_model_value(wheel, b"output.slip_ratio", byref(slip)))
lib.wd_model_free(wheel)
print(f"slip ratio at 11 s: {slip.value:.4f}")
