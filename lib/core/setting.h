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

#endif
