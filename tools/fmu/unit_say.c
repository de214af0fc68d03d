/* SPDX-License-Identifier: MIT */
/* Messages of a unit to its host. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "unit_inside.h"

static const char *const categories[LOG_COUNT] = {"logEvents", "logStatusWarning",
                                                  "logStatusDiscard", "logStatusError"};

static void log_message(const struct unit *unit, int status, int category, const char *text)
{
    if (unit->host.logger && (category == LOG_ERROR || unit->log >> category & 1))
        unit->host.log_message(&unit->host, status, categories[category], text);
}

int unit_report(const struct unit *unit, int status, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    log_message(unit, status,
                status == UNIT_ERROR     ? LOG_ERROR
                : status == UNIT_DISCARD ? LOG_DISCARD
                                         : LOG_WARNING,
                text);
    return status;
}

const char *unit_number(char text[UNIT_NUMBER], double x)
{
    char host[UNIT_NUMBER];
    size_t used = 0;
    snprintf(host, sizeof host, "%.15g", x);
    /* Characters that are not part of a number are the decimal separator of the host's locale,
     * which may have several bytes. */
    for (const char *c = host; *c; c++)
        if (strchr("0123456789+-einfaEINFA", *c))
            text[used++] = *c;
        else if (used > 0 && text[used - 1] != '.')
            text[used++] = '.';
    text[used] = '\0';
    return text;
}

int unit_report_event(const struct unit *unit, size_t event)
{
    double time;
    int32_t type;
    char number[UNIT_NUMBER], text[128];
    if (!(unit->log >> LOG_EVENTS & 1) ||
        wd_model_event(unit->model, event, &time, &type, NULL, 0) != WD_OK)
        return UNIT_OK;
    snprintf(text, sizeof text, "%s (t = %s)", wd_event_name(type), unit_number(number, time));
    log_message(unit, UNIT_OK, LOG_EVENTS, text);
    return UNIT_OK;
}

int unit_set_logging(struct unit *unit, int on, size_t count, const char *const *names)
{
    unsigned wanted = 0;
    if (count > 0 && !names)
        return unit_report(unit, UNIT_ERROR, "the array of categories is NULL");
    for (size_t i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < LOG_COUNT && !(names[i] && strcmp(names[i], categories[k]) == 0))
            k++;
        if (k == LOG_COUNT)
            return unit_report(unit, UNIT_ERROR, "there is no category \"%s\" of messages",
                               names[i] ? names[i] : "NULL");
        wanted |= 1u << k;
    }
    if (count == 0)
        wanted = (1u << LOG_COUNT) - 1;
    unit->log = on ? unit->log | wanted : unit->log & ~wanted;
    return UNIT_OK;
}

int unit_refuse(struct unit *unit, const char *what)
{
    return unit_report(unit, UNIT_ERROR, "%s", what);
}

int unit_failed(struct unit *unit, int status)
{
    int discards = status == WD_ENOCONV || status == WD_ESINGULAR || status == WD_ENOSOL ||
                   status == WD_ELIMIT || status == WD_EINPUT || status == WD_EINTERRUPT;
    return unit_report(unit, discards && unit->host.discards ? UNIT_DISCARD : UNIT_ERROR, "%s",
                       status == WD_EINTERRUPT ? "the step was cancelled; nothing has changed"
                                               : wd_model_error(unit->model));
}
