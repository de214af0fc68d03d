/* SPDX-License-Identifier: MIT */
/* Changes of settings with checked values; derived data that they invalidate are marked. */
#ifndef SETTING_H
#define SETTING_H

#include "core/model.h"

/* Set a value; an input is held from now on. */
void setting_write(struct wd_model *, const struct var *, double value);

/* Hold an input at its present value; before init, at the value that it had before its signal. */
void setting_hold(struct wd_model *, struct signal *);

/* Let a function drive an input. */
void setting_drive(struct wd_model *, struct signal *, wd_input_fn, void *user);

/* setting_of(): variable that a preset value belongs to. setting_apply(): set that variable; the
 * memory for the table of its signal must be reserved, see signal_reserve(). */
const struct var *setting_of(const struct wd_model *, const struct preset_value *);
void setting_apply(struct wd_model *, const struct preset_value *);

/* Reset all settings to the defaults of the kind. */
void setting_defaults(struct wd_model *);

#endif
