/* SPDX-License-Identifier: MIT */
/* Version, text of the build, names of statuses and events. */
#include "tap.h"
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* True if the text is "wheeldyn VERSION, COMPILER, linear algebra: BACKEND, licence of this binary:
 * LICENCE" with the values of the build; any compiler name is accepted. */
static int well_formed(const char *info)
{
    const char *head = "wheeldyn " WD_VERSION ", ";
    const char *tail = ", linear algebra: " BACKEND ", licence of this binary: " LICENCE;
    const char *letters = "abcdefghijklmnopqrstuvwxyz 0123456789.";
    size_t before = strlen(head), compiler = strspn(info + before, letters);
    return strncmp(info, head, before) == 0 && compiler > 3 &&
           strcmp(info + before + compiler, tail) == 0;
}

int main(void)
{
    check(strcmp(wd_version(), WD_VERSION) == 0, "version text of header and library agree");
    check(wd_version_number() == WD_VERSION_NUMBER,
          "library and header have the same version number");
    check(well_formed(wd_build_info()), "the text of the build is well formed: %s",
          wd_build_info());
    check(wd_build_info() == wd_build_info(), "the same text in every call");
    int named = 0;
    for (int32_t s = -16; s <= 2; s++)
        named += strncmp(wd_status_name(s), "WD_", 3) == 0 &&
                 strcmp(wd_status_name(s), "WD_?") != 0 && strlen(wd_status_text(s)) > 3;
    check(named == 19, "all 19 statuses have a name and a text");
    check(strcmp(wd_status_name(-17), "WD_?") == 0 &&
              strcmp(wd_status_name(INT32_MIN), "WD_?") == 0,
          "numbers that are no status have the name WD_?");
    check(strcmp(wd_event_name(WD_EVENT_IMPACT), "IMPACT") == 0 &&
              strcmp(wd_event_name(WD_EVENT_WHEEL_LOAD), "WHEEL_LOAD") == 0,
          "event types are named");
    check(strcmp(wd_event_name(0), "?") == 0 && strcmp(wd_event_name(14), "?") == 0 &&
              strcmp(wd_event_name(-1), "?") == 0,
          "numbers that are no event type have the name ?");
    return done();
}
