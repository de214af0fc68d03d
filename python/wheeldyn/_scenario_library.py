# SPDX-License-Identifier: MIT
"""Finding and loading libwheeldyn-scenario, which not every installation has."""

from __future__ import annotations

import functools
import sys
from ctypes import CDLL, POINTER, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_void_p, cast

from ._library import Prototypes, bind, lib, open_library

LIBRARY = {
    "win32": "libwheeldyn-scenario-0.dll",
    "darwin": "libwheeldyn-scenario.0.dylib",
}.get(sys.platform, "libwheeldyn-scenario.so.0")

_scenario = c_void_p
_size_p = POINTER(c_size_t)
_real_p = POINTER(c_double)
_ref_p = POINTER(c_uint32)
_handle_p = POINTER(c_void_p)

# Every function of scenario.h: type of its result, types of its arguments.
SCENARIO: Prototypes = {
    "wd_scenario_new": (c_int32, [_handle_p]),
    "wd_scenario_clone": (c_int32, [_scenario, _handle_p]),
    "wd_scenario_free": (None, [_scenario]),
    "wd_scenario_error": (c_char_p, [_scenario]),
    "wd_scenario_error_place": (c_char_p, [_scenario, _size_p, _size_p]),
    "wd_scenario_set_file_fn": (c_int32, [_scenario, c_void_p, c_void_p]),
    "wd_scenario_read_file": (c_int32, [_scenario, c_char_p]),
    "wd_scenario_read_text": (c_int32, [_scenario, c_char_p, c_size_t, c_char_p]),
    "wd_scenario_read_model": (c_int32, [_scenario, c_void_p, _real_p, _ref_p, c_size_t,
                                         c_char_p]),
    "wd_scenario_name": (c_char_p, [_scenario]),
    "wd_scenario_text": (c_char_p, [_scenario, _size_p]),
    "wd_scenario_kind": (c_char_p, [_scenario]),
    "wd_scenario_has": (c_int32, [_scenario, c_char_p]),
    "wd_scenario_times": (c_int32, [_scenario, _real_p, _real_p, _real_p]),
    "wd_scenario_model": (c_int32, [_scenario, _handle_p]),
    "wd_scenario_columns": (c_int32, [_scenario, c_void_p, _ref_p, c_size_t, _size_p]),
    "wd_scenario_input": (c_char_p, [_scenario, c_size_t, _size_p, _size_p]),
    "wd_scenario_width": (c_double, [_scenario, c_char_p]),
    "wd_scenario_switch_count": (c_size_t, [_scenario]),
    "wd_scenario_switch_time": (c_double, [_scenario, c_size_t]),
    "wd_scenario_switch_name": (c_char_p, [_scenario, c_size_t, c_size_t]),
    "wd_scenario_set_switch": (c_int32, [_scenario, c_void_p, c_size_t]),
    "wd_scenario_step_to": (c_int32, [_scenario, c_void_p, c_double, _size_p]),
    "wd_scenario_row_count": (c_size_t, [_scenario]),
    "wd_scenario_run": (c_int32, [_scenario, c_void_p, _ref_p, c_size_t, _real_p, c_size_t,
                                  _size_p]),
    "wd_scenario_warning_count": (c_size_t, [_scenario]),
    "wd_scenario_warning": (c_char_p, [_scenario, c_size_t]),
}


@functools.lru_cache(maxsize=None)
def scenarios() -> CDLL:
    """The library that reads scenarios; ImportError if it is missing."""
    library, _ = open_library(LIBRARY, "WHEELDYN_SCENARIO_LIBRARY", "scenarios need a second C "
                              "library, which cannot be loaded")
    bind(library, SCENARIO)
    # Models pass between the two libraries, so both must use the same libwheeldyn.
    if sys.platform != "win32" and cast(library.wd_model_free, c_void_p).value != cast(
            lib.wd_model_free, c_void_p).value:
        raise ImportError(f"{library._name} is linked with another libwheeldyn than {lib._name}")
    return library
