/* SPDX-License-Identifier: MIT */
#include "core/nearest.h"
#include "core/registry.h"

size_t wd_kind_count(void)
{
    return registry_count();
}

const char *wd_kind_name(size_t i)
{
    const struct kind *kind = registry_kind(i);
    return kind ? kind->name : NULL;
}

const char *wd_kind_text(size_t i)
{
    const struct kind *kind = registry_kind(i);
    return kind ? kind->text : NULL;
}

const char *wd_kind_nearest_name(const char *name)
{
    return name ? nearest_kind(name) : NULL;
}

static const struct preset *preset_row(const char *name, size_t i)
{
    const struct kind *kind = name ? registry_find(name) : NULL;
    return kind && i < kind->preset_count ? &kind->presets[i] : NULL;
}

size_t wd_preset_count(const char *kind_name)
{
    const struct kind *kind = kind_name ? registry_find(kind_name) : NULL;
    return kind ? kind->preset_count : 0;
}

const char *wd_preset_name(const char *kind, size_t i)
{
    const struct preset *preset = preset_row(kind, i);
    return preset ? preset->name : NULL;
}

const char *wd_preset_text(const char *kind, size_t i)
{
    const struct preset *preset = preset_row(kind, i);
    return preset ? preset->text : NULL;
}
