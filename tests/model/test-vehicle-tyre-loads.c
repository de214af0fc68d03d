/* SPDX-License-Identifier: MIT */
/* Events WHEEL_LOAD of carts that drive fast over random surfaces: normal_speed is the rate of
 * the deflection at this instant, which tells a tyre that touches from the load that returns. */
#include "random.h"
#include "vehicle-profile.h"
#include "vehicle-tyre.h"

#include <wheeldyn/ground.h>

#define STIFFNESS 2e5 /* N/m: default of vertical_stiffness */
#define DAMPING \
    3000.0 /* N.s/m: a large value, so that tyres that leave the ground lose their load early */
#define INTERVAL 1e-6 /* s: interval of the difference quotients of the gap */
#define RATE_ERROR \
    2e-3 /* m/s: changes of the rate in this interval, with accelerations of 1e3 m/s2 */

static const char *const wheels[] = {"fl", "fr", "rl", "rr"};
enum { WAVES = 8, CARTS = 6 };

/* Waves of random directions, with lengths of 1.3 to 12 m and slopes of up to 0.15. */
struct waves {
    double kx[WAVES], ky[WAVES], phase[WAVES], height[WAVES];
};

static int32_t wavy(double x, double y, double value[7], void *user)
{
    const struct waves *waves = user;
    for (int k = 0; k < 6; k++)
        value[k] = 0;
    for (int i = 0; i < WAVES; i++) {
        double kx = waves->kx[i], ky = waves->ky[i], h = waves->height[i];
        double angle = kx * x + ky * y + waves->phase[i], c = h * cos(angle), s = h * sin(angle);
        const double part[] = {c, -kx * s, -ky * s, -kx * kx * c, -kx * ky * c, -ky * ky * c};
        for (int k = 0; k < 6; k++)
            value[k] += part[k];
    }
    return 0;
}

static void draw_waves(int number, struct waves *waves)
{
    uniform_seed((uint64_t)number);
    for (int i = 0; i < WAVES; i++) {
        double k = uniform(0.5, 5), turn = uniform(-3, 3);
        waves->kx[i] = k * cos(turn), waves->ky[i] = k * sin(turn);
        waves->phase[i] = uniform(-3, 3);
        waves->height[i] = uniform(0.02, 0.15) / k;
    }
}

/* Start a cart of 300 kg that rolls at 3 to 13 m/s. */
static wd_model *start_cart(int number, struct waves *waves)
{
    wd_model *cart = new_vehicle();
    draw_waves(number, waves);
    add_body(cart, "frame", 300, 20, 0, 0, 0.5);
    add_tyre_numbers(cart, BRUSH);
    set(cart, "param.tyre.vertical_damping", DAMPING);
    for (int i = 0; i < 4; i++) {
        add_wheel_on_tyre(cart, wheels[i], "frame", 0.3);
        set_cart_wheel(cart, wheels[i], i < 2 ? 0.7 : -0.7, i % 2 ? -0.5 : 0.5, 0.3);
        set_part(cart, wheels[i], "crown", 0.1);
    }
    must(cart, wd_model_set_surface_fn(cart, wavy, waves), "set_surface_fn");
    choose(cart, "param.spin", "rolling");
    choose(cart, "param.place", "on_ground");
    set_init(cart, "frame", "forward", 3 + 2 * number);
    start(cart, 0);
    return cart;
}

/* Events WHEEL_LOAD of carts. */
struct loads {
    int touches, returns; /* number with normal_speed > 0, and below 0 */
    double deflection;    /* m: largest deflection of a tyre that touches */
    double force;         /* N: largest sum of spring and damper when a load returns */
    double rate;          /* m/s: largest difference of normal_speed from a difference quotient */
};

/* Compare an event with the gap and the deflection of a cart that has the same motion. */
static void compare(wd_model *cart, const char *wheel, double t, double speed, struct loads *all)
{
    go(cart, t - INTERVAL);
    double before = out(cart, wheel, "gap");
    go(cart, t);
    double deflection = out(cart, wheel, "deflection");
    all->rate = fmax(all->rate, fabs(speed - (before + deflection) / INTERVAL));
    if (speed > 0) {
        all->touches++;
        all->deflection = fmax(all->deflection, fabs(deflection));
    } else {
        all->returns++;
        all->force = fmax(all->force, fabs(STIFFNESS * deflection + DAMPING * speed));
    }
}

static void drive(int number, struct loads *all)
{
    struct waves waves;
    wd_model *cart = start_cart(number, &waves), *again = start_cart(number, &waves);
    double t, value[WIDTH];
    wd_model_step_to(cart, 1.5); /* the motion may end earlier */
    for (size_t i = 0; i < wd_model_event_count(cart); i++)
        if (event_of(cart, i, &t, value) == WD_EVENT_WHEEL_LOAD)
            compare(again, wd_model_part_name(cart, (size_t)value[0]), t, value[1], all);
    wd_model_free(cart);
    wd_model_free(again);
}

int main(void)
{
    struct loads all = {0};
    for (int i = 0; i < CARTS; i++)
        drive(i, &all);
    check(all.touches > 0 && all.deflection <= 1e-9,
          "%d tyres touch the ground: deflections of at most %.2g m", all.touches, all.deflection);
    check(all.returns > 0 && all.force <= 1e-4,
          "%d loads of deflected tyres return: spring and damper have a sum of at most %.2g N",
          all.returns, all.force);
    check(all.rate <= RATE_ERROR, "normal_speed differs from the rate of the gap by %.2g m/s",
          all.rate);
    return done();
}
