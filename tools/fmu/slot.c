/* SPDX-License-Identifier: MIT */
/* The slot of this unit. In a binary its bytes are inserted after compilation, so the compiler must
 * not assume their values. */
#include "slot.h"
#include "slot_mark.h"

#ifdef WD_UNIT_MODEL /* defined in the sources of a unit */
static const unsigned char bytes[] = {
#include "slot_data.h"
};
#else
static const unsigned char bytes[SLOT_BYTES] = {SLOT_BEGINNING(SLOT_BYTES)};
#endif

static const unsigned char *const volatile here = bytes;

struct slot *slot_own(const char *resources, const char **fault)
{
    *fault = "there is no scenario in this unit, or no memory for it";
    return slot_is_in_file(here) ? slot_read_file(here, resources, fault)
                                 : slot_read(here, sizeof bytes);
}
