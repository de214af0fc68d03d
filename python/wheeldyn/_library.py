# SPDX-License-Identifier: MIT
"""Finding and loading the C library, and the types of its functions."""

from __future__ import annotations

import os
import sys
from ctypes import (
    CDLL,
    CFUNCTYPE,
    POINTER,
    c_char_p,
    c_double,
    c_int32,
    c_size_t,
    c_uint8,
    c_uint32,
    c_void_p,
)
from typing import Any, Dict, List, Tuple

LIBRARY = {
    "win32": "libwheeldyn-0.dll",
    "darwin": "libwheeldyn.0.dylib",
}.get(sys.platform, "libwheeldyn.so.0")
# Smallest wd_version_number() of a library that has all PROTOTYPES with their present meaning.
OLDEST = 1000

input_fn = CFUNCTYPE(c_int32, c_double, POINTER(c_double), c_void_p)
surface_fn = CFUNCTYPE(c_int32, c_double, c_double, POINTER(c_double), c_void_p)
interrupt_fn = CFUNCTYPE(c_int32, c_void_p)
equations_fn = CFUNCTYPE(c_int32, c_double, *[POINTER(c_double)] * 8, c_void_p)
energy_fn = CFUNCTYPE(c_int32, c_double, *[POINTER(c_double)] * 5, c_void_p)
constraints_fn = CFUNCTYPE(c_int32, c_double, *[POINTER(c_double)] * 4, c_void_p)

_model = c_void_p
_text = c_char_p
_real_p = POINTER(c_double)
_ref_p = POINTER(c_uint32)
_int_p = POINTER(c_int32)
_mask_p = POINTER(c_uint8)
_size_p = POINTER(c_size_t)
_handle_p = POINTER(c_void_p)

Prototypes = Dict[str, Tuple[Any, List[Any]]]

# Every function of wheeldyn.h: type of its result, types of its arguments.
PROTOTYPES: Prototypes = {
    "wd_version": (_text, []),
    "wd_version_number": (c_int32, []),
    "wd_build_info": (_text, []),
    "wd_status_name": (_text, [c_int32]),
    "wd_status_text": (_text, [c_int32]),
    "wd_event_name": (_text, [c_int32]),
    "wd_kind_count": (c_size_t, []),
    "wd_kind_name": (_text, [c_size_t]),
    "wd_kind_text": (_text, [c_size_t]),
    "wd_kind_nearest_name": (_text, [_text]),
    "wd_preset_count": (c_size_t, [_text]),
    "wd_preset_name": (_text, [_text, c_size_t]),
    "wd_preset_text": (_text, [_text, c_size_t]),
    "wd_model_new": (c_int32, [_text, _handle_p]),
    "wd_model_clone": (c_int32, [_model, _handle_p]),
    "wd_model_free": (None, [_model]),
    "wd_model_kind": (_text, [_model]),
    "wd_model_error": (_text, [_model]),
    "wd_model_load_preset": (c_int32, [_model, _text]),
    "wd_model_find": (c_int32, [_model, _text, _ref_p]),
    "wd_model_nearest_name": (_text, [_model, _text]),
    "wd_model_var_count": (c_size_t, [_model]),
    "wd_model_var_name": (_text, [_model, c_uint32]),
    "wd_model_var_unit": (_text, [_model, c_uint32]),
    "wd_model_var_text": (_text, [_model, c_uint32]),
    "wd_model_var_role": (c_int32, [_model, c_uint32]),
    "wd_model_var_bounds": (c_int32, [_model, c_uint32, _real_p, _real_p]),
    "wd_model_choice_count": (c_size_t, [_model, c_uint32]),
    "wd_model_choice_name": (_text, [_model, c_uint32, c_size_t]),
    "wd_model_get": (c_int32, [_model, _ref_p, c_size_t, _real_p]),
    "wd_model_set": (c_int32, [_model, _ref_p, c_size_t, _real_p]),
    "wd_model_value": (c_int32, [_model, _text, _real_p]),
    "wd_model_set_value": (c_int32, [_model, _text, c_double]),
    "wd_model_set_choice": (c_int32, [_model, _text, _text]),
    "wd_model_set_input_fn": (c_int32, [_model, c_uint32, input_fn, c_void_p]),
    "wd_model_set_input_signal": (c_int32, [_model, c_uint32, c_int32, _real_p, c_size_t]),
    "wd_model_input_form": (c_int32, [_model, c_uint32]),
    "wd_model_input_signal": (c_size_t, [_model, c_uint32, _real_p, c_size_t]),
    "wd_model_input_fn": (c_int32, [_model, c_uint32, POINTER(input_fn), _handle_p]),
    "wd_model_set_terrain": (c_int32, [_model, _real_p, c_size_t]),
    "wd_model_set_profile": (c_int32, [_model, _real_p, _real_p, c_size_t]),
    "wd_model_set_terrain_friction": (c_int32, [_model, _real_p, c_size_t]),
    "wd_model_set_terrain_restitution": (c_int32, [_model, _real_p, c_size_t]),
    "wd_model_set_path": (c_int32, [_model, _real_p, c_size_t, c_int32]),
    "wd_model_set_path_times": (c_int32, [_model, _real_p, c_size_t]),
    "wd_model_terrain": (c_size_t, [_model, _real_p, _real_p, c_size_t]),
    "wd_model_terrain_friction": (c_size_t, [_model, _real_p, c_size_t]),
    "wd_model_terrain_restitution": (c_size_t, [_model, _real_p, c_size_t]),
    "wd_model_path": (c_size_t, [_model, _real_p, c_size_t, _int_p]),
    "wd_model_path_times": (c_size_t, [_model, _real_p, c_size_t]),
    "wd_model_set_interrupt_fn": (c_int32, [_model, interrupt_fn, c_void_p]),
    "wd_model_init": (c_int32, [_model, c_double]),
    "wd_model_reset": (c_int32, [_model]),
    "wd_model_time": (c_double, [_model]),
    "wd_model_step_to": (c_int32, [_model, c_double]),
    "wd_model_advance_to": (c_int32, [_model, c_double]),
    "wd_model_eval": (c_int32, [_model]),
    "wd_model_run": (
        c_int32,
        [_model, c_double, c_double, _ref_p, c_size_t, _real_p, c_size_t, _size_p],
    ),
    "wd_model_event_count": (c_size_t, [_model]),
    "wd_model_event_width": (c_size_t, [_model]),
    "wd_model_event_value_name": (_text, [_model, c_size_t]),
    "wd_model_event": (c_int32, [_model, c_size_t, _real_p, _int_p, _real_p, c_size_t]),
    "wd_model_save_size": (c_size_t, [_model]),
    "wd_model_save": (c_int32, [_model, c_void_p, c_size_t]),
    "wd_model_load": (c_int32, [_model, c_void_p, c_size_t]),
    "wd_model_linear_size": (c_size_t, [_model]),
    "wd_model_linear_name": (_text, [_model, c_size_t]),
    "wd_model_linearize": (c_int32, [_model, _real_p, _ref_p, c_size_t, _real_p]),
    "wd_model_eigenvalues": (c_int32, [_model, _real_p, _real_p]),
}

# Every function of parts.h; the package calls some of them for models of every kind.
PARTS: Prototypes = {
    "wd_part_type_count": (c_size_t, [_text]),
    "wd_part_type_name": (_text, [_text, c_size_t]),
    "wd_part_type_text": (_text, [_text, c_size_t]),
    "wd_part_type_on": (_text, [_text, c_size_t, c_size_t]),
    "wd_model_add_part": (c_int32, [_model, _text, _text, POINTER(c_char_p), c_size_t]),
    "wd_model_remove_part": (c_int32, [_model]),
    "wd_model_part_count": (c_size_t, [_model]),
    "wd_model_part_name": (_text, [_model, c_size_t]),
    "wd_model_part_type": (_text, [_model, c_size_t]),
    "wd_model_part_on": (_text, [_model, c_size_t, c_size_t]),
    "wd_model_var_part": (c_int32, [_model, c_uint32, _size_p]),
    "wd_model_key_var": (c_int32, [_model, c_size_t, _ref_p]),
}

# Every function of ground.h; the package asks models of every kind for their surface.
GROUND: Prototypes = {
    "wd_model_set_surface_fn": (c_int32, [_model, surface_fn, c_void_p]),
    "wd_model_set_surface": (c_int32, [_model, _real_p, c_size_t, c_size_t, _real_p]),
    "wd_model_surface": (c_size_t, [_model, _real_p, c_size_t, _real_p]),
    "wd_model_surface_width": (c_size_t, [_model]),
    "wd_model_ground_at": (c_int32, [_model, c_double, c_double, _real_p]),
}

# Every function of exchange.h and gradient.h; they may be called for any model.
EXCHANGE: Prototypes = {
    "wd_model_state_count": (c_size_t, [_model]),
    "wd_model_state_name": (_text, [_model, c_size_t]),
    "wd_model_state_nominal": (c_double, [_model, c_size_t]),
    "wd_model_states": (c_int32, [_model, _real_p]),
    "wd_model_derivative": (c_int32, [_model, c_double, _real_p, _real_p]),
    "wd_model_indicator_count": (c_size_t, [_model]),
    "wd_model_indicators": (c_int32, [_model, c_double, _real_p, _real_p]),
    "wd_model_event_update": (c_int32, [_model, c_double, _real_p]),
    "wd_model_next_time": (c_double, [_model]),
    "wd_model_eval_at": (c_int32, [_model, c_double, _real_p]),
    "wd_model_gradient": (c_int32, [_model, c_double, c_double, _ref_p, c_size_t, _ref_p, _size_p,
                                    c_size_t, c_size_t, _real_p, _real_p, _int_p]),
    "wd_gradient_name": (_text, [c_int32]),
}

# Every function of batch.h, which may change without a new soname before 1.0.
BATCH: Prototypes = {
    "wd_batch_new": (c_int32, [_model, c_size_t, c_size_t, _handle_p]),
    "wd_batch_free": (None, [c_void_p]),
    "wd_batch_error": (_text, [c_void_p]),
    "wd_batch_member_error": (_text, [c_void_p, c_size_t]),
    "wd_batch_member_count": (c_size_t, [c_void_p]),
    "wd_batch_thread_count": (c_size_t, [c_void_p]),
    "wd_batch_put": (c_int32, [c_void_p, c_size_t, _model]),
    "wd_batch_take": (c_int32, [c_void_p, c_size_t, _handle_p]),
    "wd_batch_restart": (c_int32, [c_void_p, _mask_p]),
    "wd_batch_init": (
        c_int32,
        [c_void_p, c_double, _ref_p, c_size_t, _real_p, _mask_p, _int_p],
    ),
    "wd_batch_times": (c_int32, [c_void_p, _real_p]),
    "wd_batch_get": (c_int32, [c_void_p, _ref_p, c_size_t, _real_p]),
    "wd_batch_set": (c_int32, [c_void_p, _ref_p, c_size_t, _real_p, _mask_p]),
    "wd_batch_step_to": (c_int32, [c_void_p, _real_p, _mask_p, _int_p]),
    "wd_batch_set_outputs": (c_int32, [c_void_p, c_int32]),
    "wd_batch_set_interrupt_fn": (c_int32, [c_void_p, interrupt_fn, c_void_p]),
}

# Every function of constrained.h and contact.h, which may change without a new soname before 1.0.
EXPERIMENTAL: Prototypes = {
    "wd_uk_new": (c_int32, [c_size_t, c_size_t, _handle_p]),
    "wd_uk_free": (None, [c_void_p]),
    "wd_uk_error": (_text, [c_void_p]),
    "wd_uk_set": (c_int32, [c_void_p, c_int32, c_double]),
    "wd_uk_get": (c_int32, [c_void_p, c_int32, _real_p]),
    "wd_uk_inverse": (c_int32, [c_void_p, _real_p, _real_p, _real_p, c_int32, _real_p]),
    "wd_uk_solve": (c_int32, [c_void_p] + [_real_p] * 6 + [c_int32] + [_real_p] * 3),
    "wd_model_set_equations": (c_int32, [_model, equations_fn, c_void_p]),
    "wd_model_set_energies": (c_int32, [_model, energy_fn, c_void_p]),
    "wd_model_set_constraints": (c_int32, [_model, constraints_fn, c_void_p]),
    "wd_contact_new": (c_int32, [c_int32, c_size_t, _handle_p]),
    "wd_contact_free": (None, [c_void_p]),
    "wd_contact_error": (_text, [c_void_p]),
    "wd_contact_set_interrupt_fn": (c_int32, [c_void_p, interrupt_fn, c_void_p]),
    "wd_contact_set_matrix": (c_int32, [c_void_p, _size_p, _ref_p, _real_p]),
    "wd_contact_set_dense": (c_int32, [c_void_p, _real_p]),
    "wd_contact_set_problem": (c_int32, [c_void_p, _real_p, _real_p]),
    "wd_contact_set": (c_int32, [c_void_p, c_int32, c_double]),
    "wd_contact_get": (c_int32, [c_void_p, c_int32, _real_p]),
    "wd_contact_solve": (c_int32, [c_void_p, _real_p, _real_p, c_int32]),
    "wd_contact_state": (c_int32, [c_void_p, c_size_t]),
}


def bind(library: CDLL, prototypes: Prototypes) -> None:
    """Give functions their types; ImportError if the library lacks one."""
    for name, (result, arguments) in prototypes.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f"{library._name} is no libwheeldyn for this package: "
                              f"it has no function {name}") from None
        function.restype = result
        function.argtypes = arguments


def _places(file: str, variable: str) -> List[Tuple[str, str]]:
    """Return the places where a library is searched: file names with descriptions."""
    override = os.environ.get(variable)
    if override:
        return [(override, f"from the environment variable {variable}")]
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), file)
    return [(beside, "beside the package"), (file, "by its name, where the system looks")]


def open_library(file: str, variable: str, failure: str) -> Tuple[CDLL, str]:
    """Load the first library that exists; return it and its place. ImportError if none exists, or
    if the first one cannot be loaded."""
    tried = []
    for name, origin in _places(file, variable):
        try:
            return CDLL(name), f"{name} ({origin})"
        except OSError as error:
            tried.append(f"  {name} ({origin}): {error}\n")
            if os.path.exists(name):
                break
    raise ImportError(
        f"{failure}. Tried:\n{''.join(tried)}"
        f"Install {file.split('.')[0]} where the system looks (on Linux, run ldconfig or add its "
        f"folder to LD_LIBRARY_PATH), or set {variable} to the path of {file}.")


def _load() -> CDLL:
    library, place = open_library(LIBRARY, "WHEELDYN_LIBRARY",
                                  "wheeldyn cannot load its C library")
    # Check the version first, because an old library lacks functions, and its age explains that.
    bind(library, {name: PROTOTYPES[name] for name in ("wd_version", "wd_version_number")})
    if library.wd_version_number() < OLDEST:
        version = library.wd_version().decode()
        raise ImportError(f"{place} is version {version}, too old: this package needs "
                          f"wd_version_number() >= {OLDEST}")
    bind(library, PROTOTYPES)
    bind(library, PARTS)
    bind(library, GROUND)
    bind(library, EXCHANGE)
    return library


lib = _load()
