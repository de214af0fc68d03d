/* SPDX-License-Identifier: MIT */
#include "linear_variable.h"

#include <stdio.h>

uint32_t linear_variable(const wd_model *model, size_t i)
{
    static const char *const roles[] = {"state", "output"};
    const char *name = wd_model_linear_name(model, i);
    char whole[128];
    uint32_t ref = WD_NO_REF;
    for (size_t k = 0; name && k < 2 && ref == WD_NO_REF; k++)
        if (snprintf(whole, sizeof whole, "%s.%s", roles[k], name) < (int)sizeof whole)
            wd_model_find(model, whole, &ref);
    return ref;
}
