# SPDX-License-Identifier: MIT
"""A user's program in C or C++ links with only -lwheeldyn and runs; a program that reads scenarios
also needs -lwheeldyn-scenario.

    linking.py <C compiler> <C++ compiler or ""> <library> <include folder> <folder of version.h>
        [<library of scenarios>]"""

import os
import sys
import tempfile
from pathlib import Path

from gate import complaint, run, wrapper

PROGRAM = r"""
#include <stdio.h>
#include <wheeldyn/wheeldyn.h>
#include <wheeldyn/constrained.h>
int main(void)
{
    wd_model *model;
    wd_uk *uk;
    double speed = 0;
    int32_t status = wd_model_new("rolling_wheel", &model);
    if (status == WD_OK)
        status = wd_model_load_preset(model, "drive-20");
    if (status == WD_OK)
        status = wd_model_init(model, 0);
    if (status == WD_OK)
        status = wd_model_step_to(model, 1);
    if (status == WD_OK)
        status = wd_model_value(model, "output.speed", &speed);
    if (status == WD_OK)
        status = wd_uk_new(2, 1, &uk);
    if (status == WD_OK)
        wd_uk_free(uk);
    wd_model_free(model);
    return !(status == WD_OK && speed > 0 && wd_version_number() == WD_VERSION_NUMBER);
}
"""


SCENARIO = r"""
#include <string.h>
#include <wheeldyn/scenario.h>
int main(void)
{
    const char *text = "kind: rolling_wheel\npreset: drive-20\n"
                       "input: {input.mu: {expression: '1'}}\n";
    wd_scenario *scenario;
    wd_model *model = NULL;
    int32_t status = wd_scenario_new(&scenario);
    if (status == WD_OK)
        status = wd_scenario_read_text(scenario, text, strlen(text), NULL);
    if (status == WD_OK)
        status = wd_scenario_model(scenario, &model);
    if (status == WD_OK)
        status = wd_model_init(model, 0);
    wd_model_free(model);
    wd_scenario_free(scenario);
    return status != WD_OK;
}
"""


def fault(compiler, suffix, library, folders, text, scenario=None):
    """Return why the program does not build or run, or None."""
    library = Path(library)
    link = [library] if library.suffix == ".a" else ["-L", library.parent, "-lwheeldyn"]
    paths = [str(library.parent)]
    if scenario:
        paths += [str(Path(scenario).parent)]
        link = ["-L", paths[1], "-lwheeldyn-scenario", *link]
    environment = {**os.environ, "LD_LIBRARY_PATH": ":".join(paths),
                   "WINEPATH": f"Z:{library.parent.absolute()}"}
    with tempfile.TemporaryDirectory() as scratch:
        source, program = Path(scratch) / f"user{suffix}", Path(scratch) / "user.exe"
        source.write_text(text)
        headers = [word for folder in folders for word in ("-I", folder)]
        return complaint(*compiler, *headers, source, *link,
                         "-o", program) or complaint(*wrapper(), program, env=environment)


def main(c_compiler, cpp_compiler, library, include, version, scenario=None):
    folders = [include, version]
    languages = [(c_compiler.split(), ".c")]
    if cpp_compiler:
        languages.append((cpp_compiler.split(), ".cpp"))
    found = [fault(compiler, suffix, library, folders, PROGRAM) for compiler, suffix in languages]
    compiler = languages[0][0]
    if scenario:
        found += [fault(compiler, suffix, library, folders, SCENARIO, scenario)
                  for compiler, suffix in languages]
    body = "int main(void)"
    proofs = [(what, [line] if line else []) for what, line in (
        ("a function of GSL, which users must link themselves",
         fault(compiler, ".c", library, folders, PROGRAM.replace(
             body, "double gsl_log1p(double);\nint main(void)").replace(
                 "double speed = 0", "double speed = gsl_log1p(0)"))),
        ("a private function of the library",
         fault(compiler, ".c", library, folders, PROGRAM.replace(
             body, "int log_push(void);\nint main(void)").replace(
                 "double speed = 0", "double speed = log_push()"))),
        ("a function that is declared, not exported",
         fault(compiler, ".c", library, folders, PROGRAM.replace(
             body, "int wd_model_fly(void);\nint main(void)").replace(
                 "double speed = 0", "double speed = wd_model_fly()"))),
        ("a program that runs and fails",
         fault(compiler, ".c", library, folders, PROGRAM.replace("drive-20", "drive-21"))),
    )]
    if scenario:
        line = fault(compiler, ".c", library, folders, SCENARIO.replace(
            "expression", "expresion"), scenario)
        proofs.append(("a scenario that is refused", [line] if line else []))
    run([line for line in found if line], proofs)


if __name__ == "__main__":
    main(*sys.argv[1:])
