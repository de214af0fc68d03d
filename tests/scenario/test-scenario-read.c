/* SPDX-License-Identifier: MIT */
/* libwheeldyn-scenario through its public header: reading, errors with places, models, switches,
 * rows. */
#include "robust/support.h"

#include <wheeldyn/scenario.h>

static const char car[] = "kind: sliding_block\n"
                          "set: {state.x_dot: 10}\n"
                          "input: {input.mu: {expression: 0.2 + 0.1 * t}}\n"
                          "time: {end: 2, step: 0.5}\n"
                          "switch: [{at: 0.5, set: {input.traction: 3}}]\n"
                          "record: [state.x]\n";

static wd_scenario *new_scenario(void)
{
    wd_scenario *scenario = NULL;
    if (wd_scenario_new(&scenario) != WD_OK)
        check(0, "a handle can be created");
    return scenario;
}

static wd_scenario *read_text(const char *text)
{
    wd_scenario *scenario = new_scenario();
    int32_t status = wd_scenario_read_text(scenario, text, strlen(text), "a/b.yaml");
    if (status != WD_OK)
        check(0, "the text is read: %s", wd_scenario_error(scenario));
    return scenario;
}

static wd_model *model_of(wd_scenario *scenario)
{
    wd_model *model = NULL;
    int32_t status = wd_scenario_model(scenario, &model);
    if (status != WD_OK)
        check(0, "a model is made: %s", wd_scenario_error(scenario));
    return model;
}

/* ---- refusals ---- */

static void refusals(void)
{
    static const struct {
        const char *text;
        int32_t status;
        size_t line, column;
        const char *words;
    } cases[] = {
        {"", WD_EFORMAT, 1, 1, "empty"},
        {"kind: [\n", WD_EFORMAT, 2, 1, ""},
        {"kind: unicycle\n", WD_EKIND, 1, 7, "nearest is \"bicycle\""},
        {"kind: bicycle\nset: {param.x: 1}\n", WD_ENAME, 2, 16, "nearest"},
        {"kind: bicycle\nset: {init.speed: a}\n", WD_EFORMAT, 2, 19, "no"},
        {"kind: bicycle\nset: {init.speed: 1e999}\n", WD_EFORMAT, 2, 19, "range of doubles"},
        {"kind: bicycle\nset: {init.speed: 1, init.speed: 2}\n", WD_EFORMAT, 2, 22, "given twice"},
        {"kind: bicycle\nset: *a\n", WD_EFORMAT, 2, 6, "no such anchor"},
        {"kind: bicycle\nset: &a {x: *a}\n", WD_EFORMAT, 2, 13, "contains the alias"},
        {"kind: bicycle\nset: [&a x, &a y]\n", WD_EFORMAT, 2, 13, "anchor is given twice"},
        {"kind: bicycle\npath: {points: none.csv}\n", WD_EFILE, 2, 16, "a/none.csv: No such"},
        {"kind: sliding_block\ninput: {input.mu: {expression: 'sin('}}\n", WD_EFORMAT, 2, 32,
         "Unexpected"},
        {"kind: sliding_block\ninput: {input.mu: {step: [[1, 0], [0, 0]]}}\n", WD_EINVAL, 2, 26,
         "above the one before"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wd_scenario *scenario = new_scenario();
        wd_model *model = (wd_model *)scenario;
        size_t line, column;
        int32_t status =
            wd_scenario_read_text(scenario, cases[i].text, strlen(cases[i].text), "a/b.yaml");
        if (status == WD_OK)
            status = wd_scenario_model(scenario, &model);
        const char *file = wd_scenario_error_place(scenario, &line, &column);
        check(status == cases[i].status && line == cases[i].line && column == cases[i].column &&
                  !strcmp(file, "a/b.yaml") && strstr(wd_scenario_error(scenario), cases[i].words),
              "%s: %s", wd_status_name(status), wd_scenario_error(scenario));
        wd_scenario_free(scenario);
    }
}

static void misuse(void)
{
    wd_scenario *scenario = new_scenario();
    wd_model *model = (wd_model *)scenario;
    size_t count = 0;
    double x;
    check(wd_scenario_new(NULL) == WD_EINVAL && wd_scenario_model(NULL, &model) == WD_EINVAL &&
              model == NULL && wd_scenario_read_text(NULL, "", 0, "") == WD_EINVAL &&
              wd_scenario_read_file(scenario, NULL) == WD_EINVAL &&
              wd_scenario_read_text(scenario, NULL, 1, "") == WD_EINVAL &&
              wd_scenario_clone(NULL, NULL) == WD_EINVAL &&
              wd_scenario_times(NULL, &x, &x, &x) == WD_EINVAL,
          "each function refuses NULL");
    check(wd_scenario_model(scenario, &model) == WD_ESTATE &&
              wd_scenario_times(scenario, &x, &x, &x) == WD_ESTATE &&
              wd_scenario_columns(scenario, (wd_model *)&x, NULL, 0, &count) == WD_ESTATE &&
              strlen(wd_scenario_error(scenario)) > 0,
          "a handle that has read no scenario gives no model, times or columns: %s",
          wd_scenario_error(scenario));
    check(!wd_scenario_name(scenario) && !wd_scenario_text(scenario, &count) && count == 0 &&
              !wd_scenario_kind(scenario) && !wd_scenario_has(scenario, "kind") &&
              !wd_scenario_input(scenario, 0, NULL, NULL) &&
              wd_scenario_switch_count(scenario) == 0 && wd_scenario_row_count(scenario) == 0 &&
              isnan(wd_scenario_switch_time(scenario, 0)) &&
              !wd_scenario_switch_name(scenario, 0, 0) && !*wd_scenario_error(NULL) &&
              !*wd_scenario_error_place(NULL, &count, NULL) && count == 0,
          "a handle that has read no scenario has no name, kind, text, keys, inputs and switches");
    check(wd_scenario_read_text(scenario, "kind: x\nno: 1\n", 14, NULL) == WD_EFORMAT &&
              wd_scenario_read_text(scenario, car, strlen(car), NULL) == WD_OK,
          "after a refused text a handle can read another one");
    check(wd_scenario_read_text(scenario, car, strlen(car), NULL) == WD_ESTATE &&
              !strcmp(wd_scenario_kind(scenario), "sliding_block"),
          "a handle reads only one scenario: %s", wd_scenario_error(scenario));
    wd_scenario_free(scenario);
    scenario = new_scenario();
    check(wd_scenario_read_file(scenario, ".") == WD_EFILE &&
              !strcmp(wd_scenario_error(scenario), ".: not a regular file") &&
              wd_scenario_read_file(scenario, "none/a.yaml") == WD_EFILE &&
              strstr(wd_scenario_error(scenario), "none/a.yaml: "),
          "a path that is not a file is refused: %s", wd_scenario_error(scenario));
    wd_scenario_free(scenario);
    wd_scenario_free(NULL);
}

/* ---- contents ---- */

static void contents(void)
{
    wd_scenario *scenario = read_text(car);
    double start, end, step;
    size_t size, line, column;
    check(!strcmp(wd_scenario_text(scenario, &size), car) && size == strlen(car) &&
              !strcmp(wd_scenario_name(scenario), "a/b.yaml"),
          "a handle returns the text that it has read and its name");
    wd_scenario_times(scenario, &start, &end, &step);
    check(start == 0 && end == 2 && step == 0.5 && wd_scenario_row_count(scenario) == 5,
          "start, end and step of the time, and the number of rows, are those of the text");
    check(wd_scenario_has(scenario, "switch") && !wd_scenario_has(scenario, "path"),
          "the key switch is found, the key path, which the text does not have, is not");
    check(!strcmp(wd_scenario_input(scenario, 0, &line, &column), "input.mu") && line == 3 &&
              column == 19 && !wd_scenario_input(scenario, 1, NULL, NULL),
          "the name of the driven input and its line and column are those of the text");
    check(wd_scenario_switch_count(scenario) == 1 && wd_scenario_switch_time(scenario, 0) == 0.5 &&
              !strcmp(wd_scenario_switch_name(scenario, 0, 0), "input.traction") &&
              !wd_scenario_switch_name(scenario, 0, 1) &&
              isnan(wd_scenario_switch_time(scenario, 1)),
          "time and variable of the switch are those of the text");
    wd_scenario_free(scenario);
}

static void widths(void)
{
    static const char robot[] = "kind: vehicle\npreset: robot\nwidths: {left: 0.04}\n";
    wd_scenario *scenario = read_text(robot);
    check(wd_scenario_width(scenario, "left") == 0.04 &&
              wd_scenario_width(scenario, "right") == 0 && wd_scenario_width(scenario, NULL) == 0 &&
              wd_scenario_width(NULL, "left") == 0,
          "the width of a wheel in drawings is that of the text, 0 for other names");
    check(wd_scenario_warning_count(scenario) == 0 && !wd_scenario_warning(scenario, 0) &&
              wd_scenario_warning_count(NULL) == 0 && !wd_scenario_warning(NULL, 0),
          "a scenario without files of tyres and a NULL handle have no warnings");
    wd_model *model;
    check(wd_scenario_model(scenario, &model) == WD_OK, "a scenario with widths gives a model");
    wd_model_free(model);
    wd_scenario_free(scenario);
}

/* ---- files ---- */

static int32_t give_file(const char *path, const char **bytes, size_t *size, const char **reason,
                         void *user)
{
    snprintf(user, 64, "%s", path);
    *reason = "gone";
    if (strstr(path, "lost"))
        return WD_EFILE;
    *bytes = "0 0\n1, 0 # flat\n\n9 0";
    *size = strlen(*bytes);
    return WD_OK;
}

static void files(void)
{
    char path[64] = "";
    for (int lost = 0; lost < 2; lost++) {
        const char *text = lost ? "kind: impact_wheel\nterrain: lost.csv\n"
                                : "kind: impact_wheel\nterrain: c/hill.csv\n";
        wd_scenario *scenario = new_scenario();
        wd_scenario_set_file_fn(scenario, give_file, path);
        int32_t status = wd_scenario_read_text(scenario, text, strlen(text), "a/b.yaml");
        check(lost ? status == WD_EFILE &&
                         strstr(wd_scenario_error(scenario), "a/b.yaml:2:10: a/lost.csv: gone")
                   : status == WD_OK && !strcmp(path, "a/c/hill.csv"),
              "a function reads %s: %s", path, wd_scenario_error(scenario));
        if (!lost) {
            wd_model *model = model_of(scenario);
            check(wd_model_terrain(model, NULL, NULL, 0) == 3,
                  "the terrain has the three points of the file");
            wd_model_free(model);
        }
        wd_scenario_free(scenario);
    }
}

/* ---- runs ---- */

static int32_t rising_mu(double t, double *value, void *user)
{
    (void)user;
    *value = 0.2 + 0.1 * t;
    return 0;
}

/* state.x at the end of the scenario `car` [m], computed with the core library only. */
static double braked(void)
{
    wd_model *model = NULL;
    if (wd_model_new("sliding_block", &model) != WD_OK)
        return NAN;
    put(model, "state.x_dot", 10);
    wd_model_set_input_fn(model, ref_of(model, "input.mu"), rising_mu, NULL);
    wd_model_init(model, 0);
    for (int i = 0; i < 5; i++) {
        wd_model_step_to(model, 0.5 * i);
        if (i == 1) {
            put(model, "input.traction", 3);
            wd_model_step_to(model, 0.5);
        }
    }
    double x = value_of(model, "state.x");
    wd_model_free(model);
    return x;
}

/* Make the run of `car` with wd_scenario_run(), in steps of a cloned model, and with the core
 * library. */
static void runs(void)
{
    wd_scenario *scenario = read_text(car), *other = NULL;
    wd_model *whole = model_of(scenario), *steps, *copy = NULL;
    uint32_t ref = WD_NO_REF;
    size_t count = 0, written = 0, done_switches = 0;
    double rows[10];
    check(wd_scenario_clone(scenario, &other) == WD_OK, "a handle is cloned");
    wd_scenario_columns(other, whole, &ref, 1, &count);
    check(count == 1 && ref == ref_of(whole, "state.x"),
          "a handle cloned from the first has the column that the scenario records");
    check(wd_scenario_run(scenario, whole, &ref, 1, rows, 4, &written) == WD_EINVAL &&
              wd_scenario_run(scenario, whole, &ref, 1, rows, 5, &written) == WD_OK &&
              written == 5 && rows[8] == 2,
          "a run writes 5 rows up to the time 2, and refuses room for 4");
    steps = model_of(other);
    wd_model_clone(steps, &copy);
    wd_model_init(copy, 0);
    int same = 1;
    for (size_t i = 0; i < 5; i++) {
        same = same && wd_scenario_step_to(other, copy, 0.5 * (double)i, &done_switches) == WD_OK &&
               value_of(copy, "state.x") == rows[2 * i + 1];
    }
    check(same && done_switches == 1,
          "steps of a cloned model give the same bits of state.x as the run, in 5 rows");
    check(rows[9] == braked(),
          "the last state.x of the run has the same bits as from calls of the core library");
    wd_model_free(copy);
    wd_model_free(steps);
    wd_scenario_free(other);
    wd_model_free(whole);
    wd_scenario_free(scenario);
}

static void refused_switch(void)
{
    wd_scenario *scenario = read_text("kind: sliding_block\ntime: {end: 1, step: 0.1}\n"
                                      "switch: [{at: 0.25, set: {input.mu: -1}}]\n");
    wd_model *model = model_of(scenario);
    double rows[11];
    size_t written = 0, line;
    int32_t status = wd_scenario_run(scenario, model, NULL, 0, rows, 11, &written);
    wd_scenario_error_place(scenario, &line, NULL);
    check(status == WD_ERANGE && written == 3 && line == 3 &&
              strstr(wd_scenario_error(scenario), "(t = 0.25)"),
          "the error of a refused switch names the line and the time: %s",
          wd_scenario_error(scenario));
    wd_model_free(model);
    wd_scenario_free(scenario);
}

int main(void)
{
    refusals();
    misuse();
    contents();
    widths();
    files();
    runs();
    refused_switch();
    return done();
}
