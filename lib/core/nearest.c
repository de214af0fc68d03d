/* SPDX-License-Identifier: MIT */
#include "core/nearest.h"

#include <string.h>

/* Maximum number of characters compared; no name is longer. */
#define LONGEST 63

/* Costs of edits, tuned by judgement. If the written name is the beginning of an existing name, the
 * cost is BEGINNING plus 1 for each missing letter. This is less than the cost of two letters left
 * out elsewhere, and the shortest existing name with this beginning is the nearest. Mistakes in the
 * prefix up to the first dot, such as "param.", cost at most HEAD, because the prefix is often
 * forgotten or confused. */
enum {
    BEGINNING = LONGEST,
    LEFT_OUT = LONGEST,
    OTHER_CASE = LONGEST,
    TOO_MANY = 3 * LONGEST,
    WRONG = 3 * LONGEST,
    HEAD = 4 * LONGEST
};

struct part {
    const char *at;
    size_t length;
};

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned mistake(char written, char meant)
{
    unsigned char lower = (unsigned char)(meant | 0x20);
    if (written == meant)
        return 0;
    return (written ^ meant) == 0x20 && lower >= 'a' && lower <= 'z' ? OTHER_CASE : WRONG;
}

/* Smallest cost of edits between the two words: BEGINNING and the missing letters if the written
 * word is the beginning of the other, else the Levenshtein distance with the costs above, in one
 * row of the table. */
static unsigned edits(struct part written, struct part meant)
{
    unsigned row[LONGEST + 1];
    if (written.length > 0 && written.length < meant.length &&
        !memcmp(written.at, meant.at, written.length))
        return BEGINNING + (unsigned)(meant.length - written.length);
    for (unsigned j = 0; j <= meant.length; j++)
        row[j] = j * LEFT_OUT;
    for (size_t i = 0; i < written.length; i++) {
        unsigned diagonal = row[0];
        row[0] += TOO_MANY;
        for (size_t j = 0; j < meant.length; j++) {
            unsigned changed = diagonal + mistake(written.at[i], meant.at[j]);
            diagonal = row[j + 1];
            row[j + 1] = smaller(changed, smaller(diagonal + TOO_MANY, row[j] + LEFT_OUT));
        }
    }
    return row[meant.length];
}

static struct part whole(const char *name)
{
    const char *end = memchr(name, '\0', LONGEST);
    return (struct part){name, end ? (size_t)(end - name) : LONGEST};
}

/* Return the prefix up to and including the first dot; empty if there is no dot. */
static struct part head(struct part name)
{
    const char *dot = memchr(name.at, '.', name.length);
    return (struct part){name.at, dot ? (size_t)(dot - name.at) + 1 : 0};
}

static struct part tail(struct part name)
{
    size_t skipped = head(name).length;
    return (struct part){name.at + skipped, name.length - skipped};
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    struct part written = whole(nearest->written), meant = whole(name);
    unsigned parted =
        smaller(edits(head(written), head(meant)), HEAD) + edits(tail(written), tail(meant));
    unsigned distance = smaller(parted, edits(written, meant));
    if (nearest->name && distance >= nearest->distance)
        return;
    nearest->name = name;
    nearest->distance = distance;
}
