/* SPDX-License-Identifier: MIT */
/* Errors of a torus that tracks its reference, a path or a set point. The tests call control mode
 * track Law R and control mode track_pid Law P, as docs/theory/torus_control.rst does. */
#ifndef MODEL_TORUS_TRACK_H
#define MODEL_TORUS_TRACK_H

#include "torus.h"

/* Statistics of the motion in an interval, sampled every 10 ms. */
struct track {
    double rms, error; /* m: distance from the reference, rms and largest value */
    double peak[3];    /* N m: largest torques about the axes of precession, lean and spin */
    double lean;       /* rad: largest angle from upright */
    double demand;     /* largest friction coefficient that the motion needs */
    double kept;       /* J: change of torus_energy() in the interval; 0 in an exact motion */
};

enum { TRACK_COLUMNS = 7, TRACK_ROWS = 12001 };

static inline void track_row(struct track *track, const double *row)
{
    track->rms += row[1] * row[1];
    track->error = fmax(track->error, row[1]);
    for (int i = 0; i < 3; i++)
        track->peak[i] = fmax(track->peak[i], fabs(row[2 + i]));
    track->lean = fmax(track->lean, fabs(row[5] - upright));
    track->demand = fmax(track->demand, row[6]);
}

/* Step to time t; return the statistics of this interval. */
static inline struct track track_to(wd_model *model, double t)
{
    static const char *const names[TRACK_COLUMNS - 1] = {"output.tracking_error",
                                                         "output.torque_precession",
                                                         "output.torque_lean",
                                                         "output.torque_spin",
                                                         "state.lean",
                                                         "output.friction_demand"};
    static double rows[TRACK_ROWS * TRACK_COLUMNS];
    uint32_t refs[TRACK_COLUMNS - 1];
    struct track track = {0};
    size_t written;
    for (int i = 0; i < TRACK_COLUMNS - 1; i++)
        wd_model_find(model, names[i], &refs[i]);
    double E = torus_energy(model);
    set(model, "solver.max_step",
        0.01); /* the error control does not include the energies, whose drift is checked */
    int32_t status =
        wd_model_run(model, t, 0.01, refs, TRACK_COLUMNS - 1, rows, TRACK_ROWS, &written);
    must(model, status, "run");
    check(status == WD_OK, "the wheel stays up until %g s", t);
    for (size_t i = 0; i < written; i++)
        track_row(&track, rows + i * TRACK_COLUMNS);
    track.rms = sqrt(track.rms / (double)written);
    track.kept = fabs(torus_energy(model) - E);
    return track;
}

static inline void take_control(wd_model *model, const char *mode)
{
    choose(model, "input.control_mode", mode);
    must(model, wd_model_eval(model), "eval");
}

/* Stabilise until 20 s, then capture the path until 40 s. */
static inline struct track capture(wd_model *model, const char *law)
{
    start(model, 0);
    struct track slow = track_to(model, 20);
    take_control(model, law);
    struct track track = track_to(model, 40);
    check(slow.lean < 20 * degree && track.lean < 20 * degree,
          "the wheel leans by less than 20 degrees");
    check(slow.kept < 1e-10 && track.kept < 1e-10, "%s: energy balance, %.1e, %.1e J", law,
          slow.kept, track.kept);
    return track;
}

/* Follow the path until 65 s, after the capture. */
static inline struct track follow(wd_model *model, const char *law)
{
    capture(model, law);
    struct track track = track_to(model, 65);
    check(track.lean < 20 * degree, "the wheel leans by less than 20 degrees");
    check(track.kept < 1e-10, "%s: energy balance on the path: %.1e J", law, track.kept);
    return track;
}

#endif
