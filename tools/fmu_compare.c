/* SPDX-License-Identifier: MIT */
#include "fmu_compare.h"

#include <stdlib.h>
#include <string.h>

static bool same(const struct member *one, const struct member *other)
{
    return one->size == other->size && memcmp(one->bytes, other->bytes, one->size) == 0;
}

/* Cut the text of the scenario from a page. Our unit does not have this text, because it is in no
 * other file of the unit under test. */
static void cut_scenario(struct member *page)
{
    static const char begin[] = "<h2>Scenario</h2>\n<pre>", end[] = "</pre>\n";
    char *from = strstr(page->bytes, begin);
    char *to = from ? strchr(from + strlen(begin), '<') : NULL;
    if (!to || strncmp(to, end, strlen(end)) != 0)
        return;
    to += strlen(end);
    memmove(from, to, (size_t)(page->bytes + page->size - to));
    page->size -= (size_t)(to - from);
}

static bool same_page(const struct member *there, const struct member *ours)
{
    struct member page = {there->name, memory(there->size + 1, 1), there->size};
    memcpy(page.bytes, there->bytes, there->size);
    cut_scenario(&page);
    bool is_same = same(&page, ours);
    free(page.bytes);
    return is_same;
}

/* Platform of a binary; PLATFORMS if the member is not one. */
static size_t platform_of(const struct member *member, const struct unit *made)
{
    char path[UNIT_PATH];
    for (size_t i = 0; i < PLATFORMS; i++)
        if (binary_path(path, made, &platforms[i]) && !strcmp(path, member->name))
            return i;
    return PLATFORMS;
}

/* Compare one of our files with the file of the same name in the other unit. The message never
 * contains text from the other unit, which is untrusted. */
static int compare_file(const struct member *ours, const struct member *there,
                        const struct unit *made, struct problem *problem)
{
    size_t platform = platform_of(ours, made);
    if (!there && platform < PLATFORMS)
        return TOOL_OK;
    if (!there)
        return problem_is(problem, TOOL_SCENARIO, "%s is missing; nothing was run", ours->name);
    if (!strcmp(ours->name, "documentation/index.html") ? same_page(there, ours)
                                                        : same(there, ours))
        return TOOL_OK;
    if (platform < PLATFORMS)
        return problem_is(problem, TOOL_SCENARIO,
                          "its binary for %s is not the one of this wheeldyn with the scenario of "
                          "sources/slot_data.h; it was not run",
                          platforms[platform].in_fmi3);
    return problem_is(problem, TOOL_SCENARIO,
                      "%s is not the file that this wheeldyn writes; nothing was run", ours->name);
}

static int compare_all(const struct archive *there, const struct archive *ours,
                       const struct unit *made, size_t *unknown, struct problem *problem)
{
    int status = TOOL_OK;
    for (size_t i = 0; i < ours->count && !status; i++)
        status = compare_file(&ours->members[i], archive_find(there, ours->members[i].name), made,
                              problem);
    for (size_t i = 0; i < there->count && !status; i++) {
        const struct member *member = &there->members[i];
        if (archive_find(ours, member->name))
            continue;
        size_t platform = platform_of(member, made);
        if (platform == PLATFORMS)
            status = problem_is(problem, TOOL_SCENARIO,
                                "it has a file that this wheeldyn does not write; nothing was run");
        else if (*unknown == PLATFORMS)
            *unknown = platform;
    }
    return status;
}

int compare_unit(const struct archive *there, const struct unit *made, size_t *unknown,
                 struct problem *problem)
{
    struct archive ours;
    *unknown = PLATFORMS;
    int status = archive_unit(&ours, made, false, problem);
    if (status)
        return status;
    status = compare_all(there, &ours, made, unknown, problem);
    archive_free(&ours);
    return status;
}
