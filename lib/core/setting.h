/* SPDX-License-Identifier: MIT */
/* What the user sets, once it is known to fit: the settings, and what they make void. */
#ifndef SETTING_H
#define SETTING_H

#include "core/model.h"

/* Gives a setting a value; an input is held from now on. */
void setting_write(struct wd_model *, const struct var *, double value);

/* Holds an input at its present value, or while set up at that which it had before its signal. */
void setting_hold(struct wd_model *, struct signal *);

/* Lets a function drive an input. */
void setting_drive(struct wd_model *, struct signal *, wd_input_fn, void *user);

/* The variable of a value of a preset; and the value taken, for which the memory of tables is
 * there.
 */
const struct var *setting_of(const struct wd_model *, const struct preset_value *);
void setting_apply(struct wd_model *, const struct preset_value *);

/* Everything back to the defaults of the kind. */
void setting_defaults(struct wd_model *);

#endif
