/* SPDX-License-Identifier: MIT */
#include "fmu_check.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wheeldyn/wheeldyn.h>

#include "fmu/slot.h"
#include "file.h"
#include "fmu_compare.h"
#include "fmu_describe.h"
#include "fmu_exchange.h"
#include "fmu_import.h"
#include "fmu_read.h"
#include "number.h"

/* Refuse a unit with TOOL_SCENARIO. The message never contains text from the unit, which is
 * untrusted. */
#define REFUSE(check, ...) refuse(check, problem_is((check)->problem, TOOL_SCENARIO, __VA_ARGS__))

/* The unit under check. */
struct check {
    const char *path;
    struct problem *problem;
    struct archive archive;
    const char *description; /* modelDescription.xml */
    int version;             /* version of FMI */
    bool exchange;           /* true: for model exchange, else for co-simulation */
    double end, step;        /* end and step of the default experiment */
    char name[LONGEST_IDENTIFIER + 1], date[DATE_SIZE];
    unsigned char *bytes; /* bytes of the slot, from the sources in the unit */
    size_t size;
    const struct member *large; /* the file of a large scenario, NULL: none */
    struct slot *slot;
    wd_model *model;
    struct file binary; /* our binary for this system, with the slot in it */
    bool inside;        /* true if the unit contains this binary */
    size_t unknown; /* first platform for which the unit has a binary and this program has none */
};

static int refuse(struct check *check, int status)
{
    char text[sizeof check->problem->text];
    snprintf(text, sizeof text, "%s", check->problem->text);
    return problem_is(check->problem, status, "%s: %s", check->path, text);
}

/* ---- contents of the unit ---- */

static int read_description(struct check *check)
{
    const struct member *member = archive_find(&check->archive, "modelDescription.xml");
    const char *xml = member ? member->bytes : "";
    char version[16];
    if (!text_attribute(xml, "fmiVersion", version, sizeof version))
        return REFUSE(check, "this is no unit of FMI");
    check->version = !strcmp(version, "2.0") ? 2 : !strcmp(version, "3.0") ? 3 : 0;
    if (!check->version)
        return REFUSE(check, "the unit has another version of FMI than 2.0 and 3.0");
    if (!text_attribute(xml, "modelIdentifier", check->name, sizeof check->name) ||
        !number_attribute(xml, "stopTime", &check->end) ||
        !number_attribute(xml, "stepSize", &check->step) || !(check->step > 0))
        return REFUSE(check, "the description of the unit has no name, or no experiment");
    if (!text_attribute(xml, "generationDateAndTime", check->date, sizeof check->date))
        check->date[0] = 0;
    check->exchange = strstr(xml, "<ModelExchange") != NULL;
    check->description = xml;
    return TOOL_OK;
}

static int read_slot(struct check *check)
{
    const struct member *member = archive_find(&check->archive, "sources/slot_data.h");
    if (!member)
        return REFUSE(check, "this unit was not made by wheeldyn");
    check->bytes = memory(member->size / 2 + SLOT_BYTES, 1);
    check->size = read_bytes(member->bytes, check->bytes);
    if (slot_find(check->bytes, SLOT_BYTES) != 0)
        return REFUSE(check, "sources/slot_data.h is no scenario of a unit");
    uint32_t version = slot_version(check->bytes);
    if (version != WD_VERSION_NUMBER)
        return REFUSE(check, "this unit is of another version of wheeldyn, %u; this one is %u",
                      (unsigned)version, (unsigned)WD_VERSION_NUMBER);
    check->large = archive_find(&check->archive, "resources/" SLOT_FILE);
    if (slot_is_in_file(check->bytes) != (check->large != NULL))
        return REFUSE(check, "resources/" SLOT_FILE " is missing or not used");
    check->slot = check->large ? slot_read((unsigned char *)check->large->bytes, check->large->size)
                               : slot_read(check->bytes, check->size);
    if (!check->slot)
        return REFUSE(check, "sources/slot_data.h is no scenario of a unit");
    if (!isfinite(check->slot->start) || !(check->end >= check->slot->start))
        return REFUSE(check, "the experiment of the unit ends before its start");
    return TOOL_OK;
}

/* ---- expected contents ---- */

/* Create the model of the scenario in the setup phase. */
static int load_model(struct check *check)
{
    const struct slot *slot = check->slot;
    if (wd_model_new(slot->kind, &check->model) < 0)
        return REFUSE(check, "the kind of the unit is unknown to the library");
    if (wd_model_load(check->model, slot->snapshot, slot->snapshot_size) < 0 ||
        wd_model_reset(check->model) < 0)
        return REFUSE(check, "the scenario of the unit cannot be loaded: %s",
                      wd_model_error(check->model));
    for (size_t i = 0; i < slot->switch_count; i++)
        if (slot->switches[i].ref >= wd_model_var_count(check->model))
            return REFUSE(check, "a switch sets a variable that does not exist");
    return TOOL_OK;
}

/* Compare the tokens, which are hashes over the unit's contents. */
static int compare(struct check *check, const struct unit *made)
{
    if (strcmp(made->token, check->slot->token) != 0)
        return REFUSE(check, "the token is not that of the contents of the unit; nothing was run");
    int status = compare_unit(&check->archive, made, &check->unknown, check->problem);
    return status == TOOL_SCENARIO ? refuse(check, status) : status;
}

/* Take our binary for this system, even if the unit has none. */
static int take_binary(struct check *check, const struct unit *made)
{
    char path[UNIT_PATH];
    for (size_t i = 0; i < PLATFORMS; i++) {
        size_t length = strlen(UNIT_HERE);
        if (strncmp(platforms[i].file, UNIT_HERE, length) || platforms[i].file[length] != '.')
            continue;
        check->inside =
            binary_path(path, made, &platforms[i]) && archive_find(&check->archive, path);
        return binary_read(&check->binary, made, &platforms[i], check->problem);
    }
    return problem_is(check->problem, TOOL_SYSTEM, "this wheeldyn has no binary for this system");
}

/* Build the unit again from its contents. Both units must have the same bytes. */
static int make_again(struct check *check)
{
    struct unit made;
    size_t count = wd_model_var_count(check->model);
    uint32_t *recorded = memory(count, sizeof *recorded);
    struct unit_plan plan = {.model = check->model,
                             .name = check->name,
                             .date = check->date[0] ? check->date : NULL,
                             .version = check->version,
                             .exchange = check->exchange,
                             .start = check->slot->start,
                             .end = check->end,
                             .step = check->step,
                             .recorded = recorded,
                             .recorded_count = read_outputs(check->description, count, recorded),
                             .switches = check->slot->switches,
                             .switch_count = check->slot->switch_count};
    int status = unit_make(&made, &plan, check->problem);
    if (status)
        refuse(check, status);
    else {
        status = compare(check, &made);
        if (!status)
            status = take_binary(check, &made);
        unit_free(&made);
    }
    free(recorded);
    return status;
}

/* ---- comparison with the library ---- */

/* The model and the unit, and the variables compared. */
struct pair {
    wd_model *model;
    struct import unit;
    uint32_t *refs, *choices;
    size_t ref_count, choice_count, next; /* next: number of the next switch */
    double *ours, *theirs;
};

/* Start the model without stops at events, because a unit stops at them only if the importer
 * requires it. */
static int start_model(struct check *check)
{
    uint32_t stop;
    if (wd_model_reset(check->model) < 0 ||
        wd_model_find(check->model, "solver.stop_at_events", &stop) < 0 ||
        wd_model_set(check->model, &stop, 1, &(double){0}) < 0 ||
        wd_model_init(check->model, check->slot->start) < 0)
        return problem_is(check->problem, TOOL_MODEL, "%s: %s", check->path,
                          wd_model_error(check->model));
    return TOOL_OK;
}

/* List all variables except solver.stop_at_events, which importers set when they instantiate. */
static void list_variables(struct pair *pair)
{
    size_t count = wd_model_var_count(pair->model);
    pair->refs = memory(count, sizeof *pair->refs);
    pair->choices = memory(count, sizeof *pair->choices);
    pair->ours = memory(count, sizeof *pair->ours);
    pair->theirs = memory(count, sizeof *pair->theirs);
    for (uint32_t ref = 0; ref < count; ref++)
        if (wd_model_choice_count(pair->model, ref) > 0)
            pair->choices[pair->choice_count++] = ref;
        else if (strcmp(wd_model_var_name(pair->model, ref), "solver.stop_at_events") != 0)
            pair->refs[pair->ref_count++] = ref;
}

/* Advance the model with the library to a time, and apply all switches up to that time. */
static int32_t go(struct pair *pair, const struct slot *slot, double to)
{
    int32_t status = WD_OK;
    while (status == WD_OK && pair->next < slot->switch_count &&
           slot->switches[pair->next].time <= to) {
        const struct slot_switch *set = &slot->switches[pair->next++];
        if (set->time > wd_model_time(pair->model))
            status = wd_model_step_to(pair->model, set->time);
        if (status == WD_OK)
            status = wd_model_set(pair->model, &set->ref, 1, &set->value);
    }
    return status == WD_OK ? wd_model_step_to(pair->model, to) : status;
}

static int differ(struct check *check, const struct pair *pair, uint32_t ref, double theirs,
                  double ours)
{
    char text[3][NUMBER_SIZE];
    return problem_is(check->problem, TOOL_MODEL,
                      "%s: %s is %s at t = %s, but %s in the library: bits differ", check->path,
                      wd_model_var_name(pair->model, ref), number_text(text[0], theirs),
                      number_text(text[1], wd_model_time(pair->model)), number_text(text[2], ours));
}

static bool same(double one, double other)
{
    return memcmp(&one, &other, sizeof one) == 0 || (isnan(one) && isnan(other));
}

static int unit_refused(struct check *check, const struct pair *pair)
{
    return problem_is(check->problem, TOOL_MODEL, "%s: the unit refuses: %s", check->path,
                      pair->unit.said);
}

static int compare_values(struct check *check, struct pair *pair)
{
    wd_model_eval(pair->model);
    if (wd_model_get(pair->model, pair->refs, pair->ref_count, pair->ours) < 0 ||
        import_get(&pair->unit, pair->refs, pair->ref_count, pair->theirs) != IMPORT_OK)
        return unit_refused(check, pair);
    for (size_t i = 0; i < pair->ref_count; i++)
        if (!same(pair->ours[i], pair->theirs[i]))
            return differ(check, pair, pair->refs[i], pair->theirs[i], pair->ours[i]);
    for (size_t i = 0; i < pair->choice_count; i++) {
        double ours, theirs;
        wd_model_get(pair->model, &pair->choices[i], 1, &ours);
        if (import_get_choice(&pair->unit, pair->choices[i], &theirs) != IMPORT_OK)
            return unit_refused(check, pair);
        if (!same(ours, theirs))
            return differ(check, pair, pair->choices[i], theirs, ours);
    }
    return TOOL_OK;
}

/* Advance the model and the unit by one step. */
static int advance(struct check *check, struct pair *pair, double from, double h, bool *ended)
{
    char text[NUMBER_SIZE];
    int32_t gone = go(pair, check->slot, from + h);
    int status = import_step(&pair->unit, from, h, ended);
    if (gone < 0 && status != IMPORT_OK)
        return problem_is(check->problem, TOOL_MODEL, "%s: %s", check->path,
                          wd_model_error(pair->model));
    if (gone < 0 || status != IMPORT_OK || *ended != (gone == WD_END))
        return problem_is(check->problem, TOOL_MODEL,
                          "%s: only one of unit and library refuses or ends a step from t = %s",
                          check->path, number_text(text, from));
    return compare_values(check, pair);
}

static int walk(struct check *check, struct pair *pair, size_t *steps)
{
    double t = check->slot->start;
    bool ended = false;
    int status =
        go(pair, check->slot, t) < 0 ? unit_refused(check, pair) : compare_values(check, pair);
    while (!status && !ended && check->end - t > 1e-9 * check->step) {
        double h = fmin(check->step, check->end - t);
        if (t + h <= t)
            return REFUSE(check, "the steps of the unit are too short");
        status = advance(check, pair, t, h, &ended);
        t += h;
        ++*steps;
    }
    return status;
}

/* Integrate unit and library side by side, with all values compared after each step. */
static int walk_exchange(struct check *check, struct pair *pair, size_t *steps)
{
    struct exchange exchange;
    int status = exchange_begin(&exchange, pair->model, &pair->unit, check->slot);
    while (!status && !exchange.ended && check->end - exchange.t > 1e-9 * check->step) {
        status = exchange_step(&exchange, fmin(exchange.t + check->step, check->end));
        if (!status)
            status = compare_values(check, pair);
        ++*steps;
    }
    if (exchange.fault)
        problem_is(check->problem, TOOL_MODEL, "%s: %s", check->path, exchange.fault);
    exchange_end(&exchange);
    return status;
}

static void print_result(const struct check *check, const struct pair *pair, size_t steps)
{
    printf("%s: FMI %d.0%s, %s: %zu steps, %zu variables, the bits of the library\n", check->path,
           check->version, check->exchange ? " for model exchange" : "", check->slot->kind, steps,
           pair->ref_count + pair->choice_count);
    if (!check->inside)
        printf("%s: has no binary for this system; the one of this wheeldyn was run\n",
               check->path);
    if (check->unknown < PLATFORMS)
        printf("%s: this wheeldyn has no binary for %s to compare that of the unit with\n",
               check->path, platforms[check->unknown].in_fmi3);
}

static int run(struct check *check)
{
    struct pair pair = {.model = check->model};
    size_t steps = 0;
    int status = start_model(check);
    if (status)
        return status;
    list_variables(&pair);
    if (import_open(&pair.unit, check->version, check->exchange, check->binary.bytes,
                    check->binary.size, check->large, check->slot->token, check->slot->start)) {
        status = check->exchange ? walk_exchange(check, &pair, &steps) : walk(check, &pair, &steps);
        import_close(&pair.unit);
    } else
        status = REFUSE(check, "the unit does not start: %s", pair.unit.said);
    if (!status)
        print_result(check, &pair, steps);
    free(pair.refs);
    free(pair.choices);
    free(pair.ours);
    free(pair.theirs);
    return status;
}

int fmu_check(const char *path, struct problem *problem)
{
    struct check check = {.path = path, .problem = problem};
    struct file file;
    int status = file_read(&file, path, problem);
    if (status)
        return status;
    status = archive_read(&check.archive, (unsigned char *)file.bytes, file.size, path, problem);
    free(file.bytes);
    if (status)
        return status;
    status = read_description(&check);
    if (!status)
        status = read_slot(&check);
    if (!status)
        status = load_model(&check);
    if (!status)
        status = make_again(&check);
    if (!status)
        status = run(&check);
    archive_free(&check.archive);
    wd_model_free(check.model);
    free(check.bytes);
    free(check.slot);
    free(check.binary.bytes);
    return status;
}
