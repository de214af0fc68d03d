/* SPDX-License-Identifier: MIT */
/* Energy that vehicles lose or gain in event-driven runs and that no impact or friction explains.
 * output.dissipated includes all energy that a jump takes, so the energy balance cannot show a
 * projection that stops a vehicle. Therefore the change of kinetic and potential energy minus work
 * is compared with the changes that the events report and with the power of friction. Between
 * events the comparison is valid only for vehicles without other losses, such as those of dampers.
 */
#ifndef TEST_LOSSES_H
#define TEST_LOSSES_H

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wheeldyn/parts.h>
#include <wheeldyn/wheeldyn.h>

enum { LOSS_EVENT_WIDTH = 9, LOSS_ENERGY_CHANGE = 5 };

/* Largest number of times that an interval is halved whose loss friction does not explain. */
enum { LOSS_HALVINGS = 12 };

/* Bound of the mean power of friction between two states, relative to the larger power at both: a
 * contact may close and open between them. */
#define LOSS_FRICTION 4

/* s; the energy before an event is that of a copy of the model this time before. Events closer than
 * 1e-12 s count as one instant, so this time is longer. The copy takes other steps than the model.
 * If it meets an event earlier, the time is increased tenfold, up to LOSS_LATEST. */
#define LOSS_BEFORE 1e-11
#define LOSS_LATEST 1e-5

struct losses {
    double allowed;           /* J; an interval with a smaller loss is not halved */
    double at_event, in_flow; /* J; unexplained loss of largest magnitude so far */
    long unseen;              /* instants of events that no copy could be stopped before, or met */
};

static inline double loss_value(const wd_model *model, const char *name)
{
    double value = NAN;
    wd_model_value(model, name, &value);
    return value;
}

/* Kinetic and potential energy minus work of the inputs. */
static inline double energy_without_work(const wd_model *model)
{
    return loss_value(model, "output.kinetic_energy") +
           loss_value(model, "output.potential_energy") - loss_value(model, "output.work");
}

/* Power of the friction of a wheel, at the contacts that have outputs and in its brake. */
static inline double friction_power_of(const wd_model *model, const char *wheel)
{
    static const char *const pair[4][3] = {{"forward_force", "output", "slip_forward"},
                                           {"side_force", "output", "slip_side"},
                                           {"friction_force_2", "output", "slip_2"},
                                           {"brake_torque", "state", "rate"}};
    double power = 0;
    for (int i = 0; i < 4; i++) {
        char force[96], slip[96];
        snprintf(force, sizeof force, "output.%s.%s", wheel, pair[i][0]);
        snprintf(slip, sizeof slip, "%s.%s.%s", pair[i][1], wheel, pair[i][2]);
        double P = fabs(loss_value(model, force) * loss_value(model, slip));
        power += isnan(P) ? 0 : P;
    }
    return power;
}

static inline double friction_power(const wd_model *model)
{
    double power = 0;
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *type = wd_model_part_type(model, i);
        if (strcmp(type, "wheel") == 0 || strcmp(type, "rim") == 0)
            power += friction_power_of(model, wd_model_part_name(model, i));
    }
    return power;
}

/* Sum of the energy changes that the events from number `first` on report. */
static inline double reported_change(const wd_model *model, size_t first)
{
    double sum = 0;
    for (size_t i = first; i < wd_model_event_count(model); i++) {
        double t, number[LOSS_EVENT_WIDTH];
        int32_t type;
        if (wd_model_event(model, i, &t, &type, number, LOSS_EVENT_WIDTH) == WD_OK &&
            !isnan(number[LOSS_ENERGY_CHANGE]))
            sum += number[LOSS_ENERGY_CHANGE];
    }
    return sum;
}

/* Return the loss between two states of a motion that neither events nor friction explain. The work
 * of friction is at least 0 and at most LOSS_FRICTION times its power at the end with the larger
 * power, times the time. */
static inline double unexplained_loss(const wd_model *from, const wd_model *to)
{
    double lost = energy_without_work(from) + reported_change(to, wd_model_event_count(from)) -
                  energy_without_work(to);
    double most = LOSS_FRICTION * fmax(friction_power(from), friction_power(to)) *
                  (wd_model_time(to) - wd_model_time(from));
    return lost > most ? lost - most : fmin(lost, 0);
}

/* Return a copy of a model, moved to the time t; NULL if there are events on the way. */
static inline wd_model *copy_at(const wd_model *model, double t)
{
    wd_model *copy = NULL;
    if (wd_model_clone(model, &copy) != WD_OK)
        return NULL;
    if (t <= wd_model_time(model) || (wd_model_step_to(copy, t) == WD_OK &&
                                      wd_model_event_count(copy) == wd_model_event_count(model)))
        return copy;
    wd_model_free(copy);
    return NULL;
}

static inline double larger_loss(double a, double b)
{
    return fabs(a) > fabs(b) ? a : b;
}

/* Compare the energies of two states between which no event is logged. The power of friction may be
 * larger between them than at both, so an interval with an unexplained loss is halved. */
static inline void compare_flow(const wd_model *from, const wd_model *to, int halvings,
                                struct losses *losses)
{
    double lost = unexplained_loss(from, to);
    wd_model *middle = fabs(lost) > losses->allowed && halvings > 0
                           ? copy_at(from, (wd_model_time(from) + wd_model_time(to)) / 2)
                           : NULL;
    if (middle) {
        compare_flow(from, middle, halvings - 1, losses);
        compare_flow(middle, to, halvings - 1, losses);
    } else {
        losses->in_flow = larger_loss(lost, losses->in_flow);
    }
    wd_model_free(middle);
}

/* True if a copy meets the events at the time of `model`, up to LOSS_LATEST later. A contact that
 * carries no load may close at another time in other steps; the copy then has another motion. */
static inline int meets_events(const wd_model *copy, const wd_model *model)
{
    wd_model *on = NULL;
    int32_t status = wd_model_clone(copy, &on);
    if (status == WD_OK)
        status = wd_model_step_to(on, wd_model_time(model) + LOSS_LATEST);
    wd_model_free(on);
    return status == WD_EVENT || status == WD_END;
}

/* Return a copy shortly before the events at the time of `model`; no event is logged between `from`
 * and this time. NULL if all copies meet an event earlier. The copy is moved on by half of the time
 * that is left: a contact may close right after `from` without an event, so the outputs of `from`
 * do not bound the work of friction. */
static inline wd_model *copy_before(const wd_model *from, const wd_model *model)
{
    wd_model *copy = NULL, *later = NULL;
    double t = wd_model_time(model);
    for (double before = LOSS_BEFORE; !copy && before < LOSS_LATEST; before *= 10)
        copy = copy_at(from, t - before);
    if (copy)
        later = copy_at(copy, t - (t - wd_model_time(copy)) / 2);
    if (copy && !later && wd_model_time(copy) > wd_model_time(from))
        return copy;
    wd_model_free(copy);
    return later;
}

/* Compare the energies before and after events at the time of `model`. */
static inline void compare_event(const wd_model *from, const wd_model *model, struct losses *losses)
{
    wd_model *copy = copy_before(from, model);
    if (copy && meets_events(copy, model)) {
        compare_flow(from, copy, LOSS_HALVINGS, losses);
        losses->at_event = larger_loss(unexplained_loss(copy, model), losses->at_event);
    } else {
        losses->unseen++;
    }
    wd_model_free(copy);
}

/* Step to the time t, with stops at events, and note the unexplained losses. */
static inline int32_t step_and_compare(wd_model *model, double t, struct losses *losses)
{
    int32_t status = WD_EVENT;
    wd_model_set_value(model, "solver.stop_at_events", 1);
    while (status == WD_EVENT) {
        wd_model *from = NULL;
        wd_model_clone(model, &from);
        status = wd_model_step_to(model, t);
        if (status >= 0 && wd_model_event_count(model) > wd_model_event_count(from))
            compare_event(from, model, losses);
        else if (status >= 0)
            compare_flow(from, model, LOSS_HALVINGS, losses);
        wd_model_free(from);
    }
    return status;
}

#endif
