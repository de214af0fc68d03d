/* SPDX-License-Identifier: MIT */
/* contact.h for mechanics of your own: six discs that stand on each other's rims in a vertical
 * plane, on a plate that is at rest or is jerked aside. For each of three speeds of the plate the
 * program solves one step of 10 ms. Each contact carries the weight of all discs above it, and the
 * plate slides under the lowest disc if friction is not sufficient. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <wheeldyn/contact.h>

enum { DISCS = 6, ROWS = 2 * DISCS };

static const double mass = 2, gravity = 9.81, step = 0.01, friction = 0.3;

/* Contact k is below disc k. Normal: v_k - v_below. Tangential, at the rims: (v_k + R omega_k) -
 * (v_below - R omega_below), and R^2 / I = 2 / m. Two contacts share the disc between them. */
static void fill(double W[ROWS][ROWS])
{
    for (int k = 0; k < DISCS; k++) {
        int discs = k == 0 ? 1 : 2;
        W[2 * k][2 * k] = discs / mass;
        W[2 * k + 1][2 * k + 1] = discs * (1 + 2) / mass;
        if (k == 0)
            continue;
        W[2 * k][2 * k - 2] = W[2 * k - 2][2 * k] = -1 / mass;
        W[2 * k + 1][2 * k - 1] = W[2 * k - 1][2 * k + 1] = (-1 + 2) / mass;
    }
}

static void must(const wd_contact *contact, int32_t status)
{
    if (status >= 0)
        return;
    fprintf(stderr, "%s: %s\n", wd_status_name(status), wd_contact_error(contact));
    exit(EXIT_FAILURE);
}

/* Remove the sign of a zero, which depends on rounding. */
static double shown(double x)
{
    return fabs(x) < 5e-4 ? 0 : x;
}

/* Solve for the impulses r. Given are q, the relative velocities at the contacts that would result
 * without impulses: all discs fall equally fast, so only contact 0 approaches, and the plate moves
 * below it. */
static void show(wd_contact *contact, double plate)
{
    static const char *const states[] = {"open", "sticks", "slips"};
    double mu[DISCS], q[ROWS] = {0}, r[ROWS];
    for (int k = 0; k < DISCS; k++)
        mu[k] = friction;
    q[0] = -step * gravity;
    q[1] = -plate;
    must(contact, wd_contact_set_problem(contact, mu, q));
    must(contact, wd_contact_solve(contact, r, NULL, 0));
    printf("plate at %g m/s\n  disc  normal force N  friction N\n", plate);
    for (int k = 0; k < DISCS; k++)
        printf("  %4d  %14.3f  %10.3f  %s\n", k, r[2 * k] / step, shown(r[2 * k + 1] / step),
               states[wd_contact_state(contact, (size_t)k)]);
}

int main(void)
{
    static double W[ROWS][ROWS];
    wd_contact *contact;
    fill(W);
    must(NULL, wd_contact_new(2, DISCS, &contact));
    must(contact, wd_contact_set_dense(contact, &W[0][0]));
    show(contact, 0);
    show(contact, 0.05);
    show(contact, 5);
    wd_contact_free(contact);
    return 0;
}
