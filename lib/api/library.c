/* SPDX-License-Identifier: MIT */
/* Version of the library, and texts of statuses and event types. */
#include <wheeldyn/wheeldyn.h>

#include "num/build_info.h"

struct named {
    int32_t code;
    const char *name, *text;
};

static const struct named statuses[] = {
    {WD_OK, "WD_OK", "done"},
    {WD_EVENT, "WD_EVENT", "stopped just after an event"},
    {WD_END, "WD_END", "the motion has reached a limit of the model"},
    {WD_EINVAL, "WD_EINVAL", "an argument is missing, malformed or inconsistent"},
    {WD_ENOMEM, "WD_ENOMEM", "out of memory"},
    {WD_EKIND, "WD_EKIND", "no such kind of model"},
    {WD_ENAME, "WD_ENAME", "no such name"},
    {WD_ERANGE, "WD_ERANGE", "a value outside its bounds, or an index too large"},
    {WD_EROLE, "WD_EROLE", "the variable cannot be set now, or at all"},
    {WD_ESTATE, "WD_ESTATE", "the call is out of order"},
    {WD_ESINGULAR, "WD_ESINGULAR", "a matrix that must be regular is singular"},
    {WD_ENOCONV, "WD_ENOCONV", "an iteration, step-size or step-count limit was reached"},
    {WD_ENOSOL, "WD_ENOSOL", "the contact problem has no solution"},
    {WD_ELIMIT, "WD_ELIMIT", "too many events in one call, or contacts at one instant"},
    {WD_EFORMAT, "WD_EFORMAT", "not a snapshot of this kind of model, or a malformed scenario"},
    {WD_EDOMAIN, "WD_EDOMAIN", "a start, a place or a state outside the domain of the model"},
    {WD_EINPUT, "WD_EINPUT", "a signal or a function of the user failed"},
    {WD_EINTERRUPT, "WD_EINTERRUPT", "stopped by the interrupt function"},
    {WD_EFILE, "WD_EFILE", "a file cannot be read"},
};

static const char *const events[] = {
    "?",         "IMPACT",     "STICK", "SLIP",       "DETACH",     "ZENO_END", "FEATURE",
    "TOUCHDOWN", "WHEEL_LIFT", "LIMIT", "BRAKE_HOLD", "BRAKE_SLIP", "JAM",      "WHEEL_LOAD",
};

const char *wd_version(void)
{
    return WD_VERSION;
}

int32_t wd_version_number(void)
{
    return WD_VERSION_NUMBER;
}

const char *wd_build_info(void)
{
    return build_info();
}

static const struct named *status_row(int32_t status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].code == status)
            return &statuses[i];
    return NULL;
}

const char *wd_status_name(int32_t status)
{
    const struct named *row = status_row(status);
    return row ? row->name : "WD_?";
}

const char *wd_status_text(int32_t status)
{
    const struct named *row = status_row(status);
    return row ? row->text : "no such status";
}

const char *wd_event_name(int32_t type)
{
    return type > 0 && (size_t)type < sizeof events / sizeof *events ? events[type] : events[0];
}
