/* SPDX-License-Identifier: MIT */
/* Statuses of a unit's calls in each phase: order of calls, times of steps, values before the
 * start. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"
#include "robust/locale-comma.h"

/* ---- order ---- */

/* Make one of the calls, chosen by a letter; calls of saved states are tested elsewhere. */
static int try_call(struct instance *instance, char call)
{
    double x = 0;
    uint32_t speed = ref("output.speed"), brake = ref("input.brake_torque"),
             mass = ref("param.mass");
    struct step_result result;
    switch (call) {
    case 'i':
        return enter(instance);
    case 'u':
        return set_up(instance, 0, 0, INFINITY);
    case 'x':
        return leave(instance);
    case 's':
        get(instance, &(uint32_t){SLOT_REF_TIME}, 1, &x);
        return step(instance, x, 0.01, &result);
    case 't':
        return terminate(instance);
    case 'g':
        return get(instance, &speed, 1, &x);
    case 'm':
        x = 0.5;
        return set(instance, &brake, 1, &x);
    case 'p':
        x = 5;
        return set(instance, &mass, 1, &x);
    default:
        return reset(instance);
    }
}

/* Calls that are allowed in each phase; in FMI 2 setup and initialisation are separate phases. */
static void orders(void)
{
    static const char calls[] = "xstgmpur";
    static const struct {
        const char *name, *way, *fine[2];
    } phases[] = {
        {"instantiated", "", {"mpur", "mpur"}}, {"initialization", "u", {"xgmpr", "xgmpr"}},
        {"steps", "ux", {"stgmr", "stgmr"}},    {"after a step", "uxs", {"stgmr", "stgmr"}},
        {"terminated", "uxt", {"gr", "gr"}},    {"reset", "uxsr", {"mpur", "mpur"}},
    };
    for (int i = 0; i < 2; i++)
        for (size_t p = 0; p < sizeof phases / sizeof *phases; p++) {
            char fine[16] = "";
            size_t count = 0;
            for (const char *call = calls; *call; call++) {
                struct instance instance;
                instantiate(&instance, &units[i], TOKEN, 0);
                for (const char *way = phases[p].way; *way; way++)
                    try_call(&instance, *way);
                int said = instance.said, status = try_call(&instance, *call);
                if (status == OK)
                    fine[count++] = *call;
                else if (status != ERROR || instance.said == said)
                    fine[count++] = '!';
                release(&instance);
            }
            check(strcmp(fine, phases[p].fine[i]) == 0,
                  "FMI %d, phase %s: the calls that succeed are %s", 2 + i, phases[p].name, fine);
        }
}

/* After calls in random order the instance still works, and a motion at the end has its usual
 * values. */
static void random_orders(void)
{
    static const char calls[] = "iuxxsssstgmpur";
    uint64_t seed = 11;
    for (int i = 0; i < 2; i++) {
        struct instance instance, fresh;
        instantiate(&instance, &units[i], TOKEN, 0);
        for (int k = 0; k < 3000; k++)
            try_call(&instance, calls[random_index(&seed, sizeof calls - 1)]);
        reset(&instance);
        start(&fresh, i, 0);
        set_up(&instance, 0, 0, INFINITY);
        leave(&instance);
        step(&instance, 0, 1, NULL);
        step(&fresh, 0, 1, NULL);
        check(same_bits(real(&instance, "state.x"), real(&fresh, "state.x")),
              "FMI %d: after 3000 calls in random order and a reset, state.x has the bits of a new "
              "instance",
              2 + i);
        release(&instance);
        release(&fresh);
    }
}

/* ---- times ---- */

static void times(void)
{
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        struct step_result result;
        instantiate(&instance, &units[i], TOKEN, 0);
        set_up(&instance, 0, 0, 1);
        leave(&instance);
        const double bad[][2] = {{NAN, 0.1},     {0, NAN},   {INFINITY, 0.1}, {0, INFINITY},
                                 {0, -0.1},      {0.1, 0.1}, {-0.01, 0.1},    {0, 1.00001},
                                 {1e308, 1e308}, {2e-7, 0.1}};
        int refused = 0;
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
            refused += step(&instance, bad[k][0], bad[k][1], &result) == ERROR;
        check(refused == 10, "FMI %d: %d of 10 steps from wrong times are errors", 2 + i, refused);
        check(step(&instance, 0, 0, &result) == (i ? ERROR : OK),
              "FMI %d: a step of zero length succeeds with FMI 2, is an error with FMI 3", 2 + i);
        int taken = step(&instance, 9e-8, 0.1, &result) == OK;
        taken += step(&instance, 0.1, 0.2, &result) == OK;
        taken += step(&instance, 0.1 + 0.2, 0.7, &result) == OK; /* 1.0000000000000002 */
        check(taken == 3, "FMI %d: rounding of times is accepted, also at the stop time", 2 + i);
        check(result.last == (0.1 + 0.2) + 0.7,
              "FMI %d: the time reached is exactly the sum of time and step", 2 + i);
        check(step(&instance, 1, 0.1, &result) == ERROR && strstr(instance.text, "stop time"),
              "FMI %d: a step beyond the stop time is refused", 2 + i);
        release(&instance);
    }
}

/* ---- values ---- */

static void statuses(void)
{
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        double x[2] = {NAN, NAN};
        uint32_t unknown = 99999, hidden = ref("solver.stop_at_events"), choice = ref("param.law");
        uint32_t brake = ref("input.brake_torque"), pair[2] = {brake, brake};
        start(&instance, i, LOGGING);
        check(put_real(&instance, "input.brake_torque", -1) == DISCARD &&
                  strcmp(instance.category, "logStatusDiscard") == 0 &&
                  put_real(&instance, "input.brake_torque", NAN) == DISCARD &&
                  set_whole(&instance, ref("param.law"), 0) == ERROR,
              "FMI %d: a value out of bounds is discarded, a wrong role is an error", 2 + i);
        double before = real(&instance, "input.brake_torque"), both[2] = {before + 1, -1};
        check(set(&instance, pair, 2, both) == DISCARD &&
                  real(&instance, "input.brake_torque") == before,
              "FMI %d: a failing set changes nothing", 2 + i);
        check(put_real(&instance, "param.mass", 3) == ERROR &&
                  put_real(&instance, "output.speed", 3) == ERROR &&
                  set(&instance, &unknown, 1, x) == ERROR &&
                  set(&instance, &hidden, 1, x) == ERROR &&
                  set(&instance, &choice, 1, x) == ERROR && set(&instance, NULL, 1, x) == ERROR &&
                  set(&instance, pair, 1, NULL) == ERROR && set(&instance, NULL, 0, NULL) == OK &&
                  set(&instance, &(uint32_t){SLOT_REF_TIME}, 1, x) == ERROR,
              "FMI %d: other wrong sets are errors", 2 + i);
        check(get(&instance, &unknown, 1, x) == ERROR && get(&instance, &hidden, 1, x) == ERROR &&
                  get(&instance, &choice, 1, x) == ERROR && get(&instance, NULL, 1, x) == ERROR &&
                  get(&instance, pair, 1, NULL) == ERROR && get(&instance, NULL, 0, NULL) == OK &&
                  get(&instance, &(uint32_t){SLOT_REF_EVENT_TYPE}, 1, x) == ERROR,
              "FMI %d: wrong gets are errors", 2 + i);
        check(put_real(&instance, "input.drive_torque", 3) == ERROR &&
                  strstr(instance.text, "--free input.drive_torque"),
              "FMI %d: an input driven by the scenario is refused: %s", 2 + i, instance.text);
        check(set_flag(&instance, SLOT_REF_HOLD_AT_END, 1) == ERROR,
              "FMI %d: hold_at_end cannot be set in steps", 2 + i);
        release(&instance);
    }
}

static void tokens(void)
{
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        check(instantiate(&instance, &units[i], "{wrong}", 0) == ERROR && instance.said == 1 &&
                  instance.status == ERROR && strstr(instance.text, "token"),
              "FMI %d: a wrong token gives NULL and a message", 2 + i);
        check(instantiate(&instance, &units[i], NULL, 0) == ERROR && instance.said == 1,
              "FMI %d: no token gives NULL and a message", 2 + i);
    }
}

/* The standard requires that the name of an instance has a character other than white space. */
static void names(void)
{
    static const char *const bad[] = {NULL, "", " ", "\t\r\n\v\f "};
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        int refused = 0;
        for (size_t k = 0; k < 4; k++)
            refused += instantiate_as(&instance, &units[i], bad[k], TOKEN, 0) == ERROR &&
                       instance.said == 1 && strstr(instance.text, "name");
        check(refused == 4, "FMI %d: an instance without a name is refused: %s", 2 + i,
              instance.text);
        check(instantiate_as(&instance, &units[i], " a", TOKEN, 0) == OK,
              "FMI %d: a name with a space before a letter is accepted", 2 + i);
        release(&instance);
    }
}

/* In initialisation outputs follow the values set, also those set after outputs were read. The
 * importer's tolerance is used unless solver.rtol is set. */
static void initialization(void)
{
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        double count = 1;
        int64_t type = 7;
        instantiate(&instance, &units[i], TOKEN, 0);
        set_up(&instance, 1e-5, 2, INFINITY);
        put_real(&instance, "state.x_dot", 5);
        double first = real(&instance, "output.kinetic_energy");
        check(first > 0 &&
                  put_real(&instance, "param.mass", 2 * real(&instance, "param.mass")) == OK &&
                  real(&instance, "output.kinetic_energy") > 1.2 * first,
              "FMI %d: outputs follow the values set in initialisation", 2 + i);
        check(real(&instance, "solver.rtol") == 1e-5,
              "FMI %d: solver.rtol is the tolerance given by the importer", 2 + i);
        check(get_whole(&instance, SLOT_REF_EVENT_TYPE, &type) == OK && type == 0 &&
                  get(&instance, &(uint32_t){SLOT_REF_EVENT_TIME}, 1, &count) == OK && isnan(count),
              "FMI %d: before the first event the type of event is 0 and the time of event NaN",
              2 + i);
        leave(&instance);
        check(get(&instance, &(uint32_t){SLOT_REF_TIME}, 1, &count) == OK && count == 2,
              "FMI %d: the time after initialisation is the start time of the importer", 2 + i);
        reset(&instance);
        put_real(&instance, "solver.rtol", 1e-7);
        set_up(&instance, 1e-5, 0, INFINITY);
        check(real(&instance, "solver.rtol") == 1e-7,
              "FMI %d: solver.rtol keeps the value set before initialisation", 2 + i);
        release(&instance);
    }
}

/* Functions that take an instance and return a status. */
static const char *const calls_of_instances[2] = {
    "SetDebugLogging SetupExperiment EnterInitializationMode ExitInitializationMode Terminate "
    "Reset GetReal GetInteger GetBoolean GetString SetReal SetInteger SetBoolean SetString "
    "GetFMUstate SetFMUstate FreeFMUstate SerializedFMUstateSize SerializeFMUstate "
    "DeSerializeFMUstate GetDirectionalDerivative EnterEventMode NewDiscreteStates "
    "EnterContinuousTimeMode CompletedIntegratorStep SetTime SetContinuousStates "
    "GetDerivatives GetEventIndicators GetContinuousStates GetNominalsOfContinuousStates "
    "SetRealInputDerivatives GetRealOutputDerivatives DoStep CancelStep GetStatus "
    "GetRealStatus GetIntegerStatus GetBooleanStatus GetStringStatus ",
    "SetDebugLogging EnterInitializationMode ExitInitializationMode EnterEventMode Terminate "
    "Reset GetFloat32 GetFloat64 GetInt8 GetUInt8 GetInt16 GetUInt16 GetInt32 GetUInt32 "
    "GetInt64 GetUInt64 GetBoolean GetString GetBinary GetClock SetFloat32 SetFloat64 SetInt8 "
    "SetUInt8 SetInt16 SetUInt16 SetInt32 SetUInt32 SetInt64 SetUInt64 SetBoolean SetString "
    "SetBinary SetClock GetNumberOfVariableDependencies GetVariableDependencies GetFMUState "
    "SetFMUState FreeFMUState SerializedFMUStateSize SerializeFMUState DeserializeFMUState "
    "GetDirectionalDerivative GetAdjointDerivative EnterConfigurationMode "
    "ExitConfigurationMode GetIntervalDecimal GetIntervalFraction GetShiftDecimal "
    "GetShiftFraction SetIntervalDecimal SetIntervalFraction SetShiftDecimal SetShiftFraction "
    "EvaluateDiscreteStates UpdateDiscreteStates EnterContinuousTimeMode "
    "CompletedIntegratorStep SetTime SetContinuousStates GetContinuousStateDerivatives "
    "GetEventIndicators GetContinuousStates GetNominalsOfContinuousStates "
    "GetNumberOfEventIndicators GetNumberOfContinuousStates EnterStepMode "
    "GetOutputDerivatives DoStep ActivateModelPartition ",
};

/* The next name of the list; 0 after the last. */
static int next_name(const char **list, char name[64])
{
    size_t length = strcspn(*list, " ");
    snprintf(name, 64, "%.*s", (int)length, *list);
    *list += length + ((*list)[length] == ' ');
    return length > 0;
}

static void without_instance(void)
{
    static const int known[2] = {40, 70};
    for (int i = 0; i < 2; i++) {
        const char *list = calls_of_instances[i];
        char name[64];
        int errors = 0;
        while (next_name(&list, name)) {
            int (*fn)(void *, void *, void *, void *, void *, void *, void *, void *, void *,
                      void *, void *, void *);
            void *symbol = unit_function(&units[i], name);
            memcpy(&fn, &symbol, sizeof fn);
            int status = fn(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
            errors += status == ERROR;
            if (status != ERROR)
                printf("# %s: %d\n", name, status);
        }
        check(errors == known[i], "FMI %d: %d of %d calls with NULL as the instance are errors",
              2 + i, errors, known[i]);
    }
}

/* ---- messages ---- */

/* FMI 2 passes messages as formats, in which % and # have meanings. */
static void format_signs(void)
{
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        instantiate(&instance, &units[i], TOKEN, 0);
        check(set_logging(&instance, 1, "5%d #r1#") == ERROR &&
                  strstr(instance.text, i ? "\"5%d #r1#\"" : "\"5%d ##r1##\"") != NULL,
              "FMI %d: characters of formats are passed on unchanged: %s", 2 + i, instance.text);
        release(&instance);
    }
}

/* The importer selects the categories that are logged; errors are always logged. */
static void categories(void)
{
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        start(&instance, i, 0);
        put_real(&instance, "input.brake_torque", -1);
        int said = instance.said;
        set_logging(&instance, 1, "logStatusDiscard");
        put_real(&instance, "input.brake_torque", -1);
        int more = instance.said;
        set_logging(&instance, 0, "logStatusDiscard");
        put_real(&instance, "input.brake_torque", -1);
        put_real(&instance, "output.speed", 1);
        check(said == 0 && more == 1 && instance.said == 2 && instance.status == ERROR,
              "FMI %d: discarded values are reported to subscribers, errors to all", 2 + i);
        release(&instance);
    }
}

/* The locale is unchanged. This test is the last, because it sets a locale. */
static void points(void)
{
    if (!locale_comma()) {
        printf("# not tried: " LOCALE_COMMA_NONE "\n");
        return;
    }
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        start(&instance, i, 0);
        step(&instance, 1.5, 0.25, NULL);
        check(strstr(instance.text, "1.5") != NULL, "FMI %d: a decimal point in any locale: %s",
              2 + i, instance.text);
        release(&instance);
    }
}

int main(void)
{
    preset("rolling_wheel", "drive-20");
    orders();
    random_orders();
    times();
    statuses();
    tokens();
    names();
    initialization();
    without_instance();
    format_signs();
    categories();
    points();
    return end_of_play();
}
