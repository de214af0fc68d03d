/* SPDX-License-Identifier: MIT */
/* Random texts as scenarios: random bytes, words of scenarios in random order, or a kind with
 * complete entries. A text must yield a model, or an error at a place within the text, and the same
 * result when it is read again. */
#include "fuzz.h"

#include <wheeldyn/scenario.h>

static const char *const words[] = {
    "kind: ",
    "vehicle",
    "sliding_block",
    "impact_wheel",
    "torus_wheel",
    "constrained",
    "bicycle",
    "\n",
    "\n",
    "\n  ",
    "\n- ",
    "preset: ",
    "rover",
    "parts: ",
    "set: ",
    "input: ",
    "terrain: ",
    "path: ",
    "switch: ",
    "time: ",
    "record: ",
    "{",
    "}",
    "[",
    "]",
    ", ",
    ": ",
    "&a ",
    "*a ",
    "body: ",
    "wheel: ",
    "joins: ",
    "b",
    "w",
    "mass: ",
    "param.mass",
    "state.x",
    "input.mu",
    "input.torque",
    "input.slope",
    "linear: ",
    "step: ",
    "tanh: ",
    "expression: ",
    "sin(t)",
    "'2 * t'",
    "points: ",
    "bulge: ",
    "friction: ",
    "closed: true",
    "at: ",
    "start: ",
    "end: ",
    "step: ",
    "[0, 0]",
    "[1, 0]",
    "[2, 1]",
    "1",
    "-1",
    "1e999",
    ".inf",
    "0.5",
    "[[0, 0], [1, 0]]",
    "---\n",
    "%YAML 1.1\n",
    "!!str ",
    "\"a\\0\"",
    "# c\n",
    "| ",
    "> ",
    "? ",
    "\t",
    "\xff\xfe",
};

/* Complete entries, from which texts are assembled. */
static const char *const entries[] = {
    "parts: [{body: b, mass: 2, z: 0.3}, {wheel: w, joins: [b], z: 0.3}]\n",
    "parts:\n- &b {body: b, xx: 1, mass: 1}\n- {wheel: w, radius: 0.5, joins: [b]}\n",
    "set: {param.mass: 2, state.y: 1}\n",
    "set:\n  solver.rtol: 1e-6\n  solver.method: dp5\n",
    "input: {input.mu: {expression: 0.5 + 0.1 * sin(t)}}\n",
    "input:\n  input.torque: {linear: [[0, 0], [1, 2]]}\n  input.mu: 0.3\n",
    "input: {input.slope: &a {tanh: [0, 0.1, 1, 2, 3]}, input.heading: *a}\n",
    "terrain: [[0, 0], [1, 0], [2, 1]]\n",
    "terrain: {points: [[-9, 0], [0, 0], [1, 0], [9, 1]], bulge: [0, 0.5, 0]}\n",
    "terrain: {points: [[-9, 0], [0, 0], [9, 1]], friction: [1, 2]}\n",
    "path: {points: [[0, 0], [1, 0], [1, 1]], closed: true}\n",
    "switch: [{at: 0, set: {input.mu: 0.1}}, {at: 1, set: {}}]\n",
    "time: {start: 0, end: 3, step: 0.5}\n",
    "record: [state.x, output.speed]\n",
    "preset: rover\n",
};

static size_t write(struct input *input, const char *const *from, size_t count, char *text,
                    size_t room)
{
    size_t size = 0;
    while (input->at < input->end) {
        const char *word = from[take_byte(input) % count];
        size_t length = strlen(word);
        if (size + length > room)
            break;
        memcpy(text + size, word, length);
        size += length;
    }
    return size;
}

/* Write a kind and a few entries; in one of four texts a byte is changed. */
static size_t write_entries(struct input *input, char *text, size_t room)
{
    unsigned damage = take_byte(input), at = 256 * take_byte(input) + take_byte(input);
    size_t count = take_byte(input) % 5;
    const uint8_t *end = input->end;
    size_t size = (size_t)snprintf(text, room, "kind: %s\n",
                                   wd_kind_name(take_byte(input) % wd_kind_count()));
    if (count < (size_t)(input->end - input->at))
        input->end = input->at + count;
    size += write(input, entries, sizeof entries / sizeof *entries, text + size, room - size);
    input->end = end;
    if (damage % 4 == 0)
        text[at % size] = (char)damage;
    return size;
}

static int32_t no_file(const char *path, const char **bytes, size_t *size, const char **reason,
                       void *user)
{
    (void)path, (void)bytes, (void)size, (void)user;
    *reason = "no files here";
    return WD_EFILE;
}

/* Write a model as a scenario and make a model from it. */
static void write_back(const wd_model *model)
{
    wd_scenario *scenario = NULL;
    wd_model *copy = NULL;
    wd_scenario_new(&scenario);
    if (wd_scenario_read_model(scenario, model, NULL, NULL, 0, NULL) < 0 ||
        wd_scenario_model(scenario, &copy) < 0)
        broken(wd_scenario_error(scenario), model);
    wd_model_free(copy);
    wd_scenario_free(scenario);
}

/* Read a text, make a model from it, start the model and run it for 1 ms. Return the status of
 * reading and making only; `said` is the last error text. */
static int32_t try(const char *text, size_t size, char said[768])
{
    wd_scenario *scenario;
    wd_model *model = NULL;
    size_t line = 1, column, done = 0;
    if (wd_scenario_new(&scenario) < 0)
        return WD_ENOMEM;
    wd_scenario_set_file_fn(scenario, no_file, NULL);
    int32_t status = wd_scenario_read_text(scenario, text, size, "a.yaml");
    if (status == WD_OK)
        status = wd_scenario_model(scenario, &model);
    wd_scenario_error_place(scenario, &line, &column);
    if (status < 0 && (line == 0 || column == 0 || line > size + 2))
        broken(wd_scenario_error(scenario), model);
    if ((status == WD_OK) != (model != NULL))
        broken("success without a model, or failure with one", model);
    if (model)
        write_back(model);
    if (model && wd_model_set_value(model, "solver.max_steps", 20) == WD_OK &&
        wd_model_init(model, 0) >= 0)
        wd_scenario_step_to(scenario, model, 1e-3, &done);
    snprintf(said, 768, "%s", wd_scenario_error(scenario));
    wd_model_free(model);
    wd_scenario_free(scenario);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[4096], said[2][768];
    struct input input = {data, data + size};
    unsigned form = take_byte(&input);
    size_t length = (size_t)(input.end - input.at);
    if (form % 4 == 0) {
        length = length < sizeof text ? length : sizeof text;
        memcpy(text, input.at, length);
    } else if (form % 4 == 1)
        length = write(&input, words, sizeof words / sizeof *words, text, sizeof text);
    else
        length = write_entries(&input, text, sizeof text);
    int32_t first = try(text, length, said[0]), second = try(text, length, said[1]);
    if (first != second || strcmp(said[0], said[1]) != 0)
        broken(said[0], NULL);
    return 0;
}
