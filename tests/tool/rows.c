/* SPDX-License-Identifier: MIT */
/* Run the scenario named by the argument with libwheeldyn-scenario, and print its rows as
 * hexadecimal numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <wheeldyn/scenario.h>

static int print_rows(wd_scenario *scenario, wd_model *model)
{
    size_t n = 0, written = 0, count = wd_scenario_row_count(scenario);
    if (wd_scenario_columns(scenario, model, NULL, 0, &n) < 0)
        return 1;
    uint32_t *refs = malloc(n * sizeof *refs);
    double *rows = malloc(count * (1 + n) * sizeof *rows);
    int failed = !refs || !rows || wd_scenario_columns(scenario, model, refs, n, &n) < 0 ||
                 wd_scenario_run(scenario, model, refs, n, rows, count, &written) < 0;
    for (size_t i = 0; !failed && i < written * (1 + n); i++)
        printf("%a%c", rows[i], i % (1 + n) == n ? '\n' : ' ');
    free(refs);
    free(rows);
    return failed;
}

int main(int argc, char **argv)
{
    wd_scenario *scenario = NULL;
    wd_model *model = NULL;
    int failed = argc != 2 || wd_scenario_new(&scenario) < 0 ||
                 wd_scenario_read_file(scenario, argv[1]) < 0 ||
                 wd_scenario_model(scenario, &model) < 0 || print_rows(scenario, model);
    if (failed)
        fprintf(stderr, "%s\n", wd_scenario_error(scenario));
    wd_model_free(model);
    wd_scenario_free(scenario);
    return failed;
}
