# SPDX-License-Identifier: MIT
"""The Python package declares the types of every exported function as the header does."""

import re
from ctypes import POINTER, c_char_p, c_double, c_int32, c_size_t, c_uint8, c_uint32, c_void_p
from pathlib import Path

from wheeldyn import constrained  # noqa: F401 (the import binds the functions)
from wheeldyn import _library, _scenario_library

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "lib/wheeldyn.map").read_text()
HEADERS = "".join((ROOT / "include/wheeldyn" / name).read_text()
                  for name in ("wheeldyn.h", "batch.h", "constrained.h", "contact.h",
                               "exchange.h", "gradient.h", "ground.h", "parts.h"))
SCENARIO_MAP = (ROOT / "lib/scenario/wheeldyn-scenario.map").read_text()
SCENARIO_HEADER = (ROOT / "include/wheeldyn/scenario.h").read_text()
TABLE = {**_library.PROTOTYPES, **_library.PARTS, **_library.GROUND,
         **_library.EXCHANGE, **_library.EXPERIMENTAL, **_library.BATCH}

SCALARS = {
    "void": None, "int32_t": c_int32, "uint32_t": c_uint32, "size_t": c_size_t,
    "double": c_double, "wd_input_fn": _library.input_fn,
    "wd_surface_fn": _library.surface_fn,
    "wd_interrupt_fn": _library.interrupt_fn, "wd_equations_fn": _library.equations_fn,
    "wd_scenario_file_fn": c_void_p,
    "wd_energy_fn": _library.energy_fn, "wd_constraints_fn": _library.constraints_fn,
}
POINTERS = {
    "char": c_char_p, "void": c_void_p, "wd_model": c_void_p, "wd_uk": c_void_p,
    "double": POINTER(c_double), "uint32_t": POINTER(c_uint32), "int32_t": POINTER(c_int32),
    "size_t": POINTER(c_size_t), "wd_model *": POINTER(c_void_p), "wd_batch": c_void_p,
    "wd_batch *": POINTER(c_void_p), "uint8_t": POINTER(c_uint8), "wd_uk *": POINTER(c_void_p),
    "char *": POINTER(c_char_p), "wd_contact": c_void_p, "void *": POINTER(c_void_p),
    "wd_input_fn": POINTER(_library.input_fn), "wd_scenario": c_void_p,
    "wd_scenario *": POINTER(c_void_p), "wd_contact *": POINTER(c_void_p),
}


def exported(text):
    """Names of the functions in a linker map."""
    return set(re.findall(r"^\s+(wd_\w+);", text, re.M))


def ctype(declaration):
    """The ctypes type of a C type, with or without the name of a parameter."""
    words = re.sub(r"\bconst\b", "", declaration).strip()
    words = re.sub(r"\*\s+(?=\*)", "*", words)
    base, stars = re.fullmatch(r"(\w+)\s*(\**)\s*\w*", words).groups()
    if not stars:
        return SCALARS[base]
    return POINTERS[base if stars == "*" else f"{base} {stars[1:]}"]


def declared(text):
    """Declarations of a header: function -> (type of result, types of arguments)."""
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found = {}
    for result, name, arguments in re.findall(
            r"^WD(?:_SCENARIO)?_API\s+([\w ]+?[ *]+)(wd_\w+)\(([^)]*)\);", plain, re.M):
        parts = [] if arguments.strip() == "void" else arguments.split(",")
        found[name] = (ctype(result), [ctype(part) for part in parts])
    return found


def differences(map_text, header_text, table):
    """Return one line for each function on which map, header and package disagree."""
    names, types = exported(map_text), declared(header_text)
    lines = [f"{name}: exported, not in the package" for name in names - table.keys()]
    lines += [f"{name}: in the package, not exported" for name in table.keys() - names]
    lines += [f"{name}: in the package, not declared" for name in table.keys() - types.keys()]
    lines += [f"{name}: {table[name]} in the package, declared {types[name]}"
              for name in table.keys() & types.keys() if table[name] != types[name]]
    return sorted(lines)


def test_map_header_and_package_agree():
    assert len(exported(MAP)) == len(TABLE) > 50
    assert differences(MAP, HEADERS, TABLE) == []


def test_functions_of_scenarios_agree():
    assert differences(SCENARIO_MAP, SCENARIO_HEADER, _scenario_library.SCENARIO) == []


def test_every_function_of_the_loaded_library_has_its_types():
    for name in exported(MAP):
        function = getattr(_library.lib, name)
        assert (function.restype, list(function.argtypes)) == TABLE[name], name


def test_a_function_only_exported_is_found():
    text = MAP.replace("local:", "    wd_model_fly;\nlocal:", 1)
    assert differences(text, HEADERS, TABLE) == ["wd_model_fly: exported, not in the package"]


def test_a_function_missing_from_the_map_is_found():
    text = MAP.replace("    wd_model_eval;\n", "")
    assert differences(text, HEADERS, TABLE) == ["wd_model_eval: in the package, not exported"]


def test_changed_types_are_found():
    for changed in ((None, [c_void_p]), (c_int32, []), (c_int32, [c_int32])):
        lines = differences(MAP, HEADERS, {**TABLE, "wd_model_eval": changed})
        assert len(lines) == 1 and lines[0].startswith("wd_model_eval: (")


def test_a_changed_header_is_found():
    text = HEADERS.replace("wd_model_step_to(wd_model *model, double t)",
                           "wd_model_step_to(wd_model *model, float t)".replace("float", "size_t"))
    assert len(differences(MAP, text, TABLE)) == 1
