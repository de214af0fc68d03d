/* SPDX-License-Identifier: MIT */
#include "num/elementary.h"
#include "num/elementary_tables.h"
#include "num/seldom.h"
#include "num/two.h"

#include <float.h>
#include <math.h>

#define HALF_PI_HI 0x1.921fb54442d18p0
#define HALF_PI_LO 0x1.1a62633145c07p-54

/* An angle minus a number of quarter turns: |rest| <= pi/4, relative error 2^-60, |rest.lo| <
 * 2^-45. */
struct reduced {
    struct pair rest;
    uint32_t quarters;
};

/* Compute the sine and cosine of a reduced angle. Both functions have polynomials of y = x^2 of the
 * same form, which are evaluated side by side. The terms are grouped for short chains of dependent
 * operations. */
static inline struct sine_cosine both_of_rest(struct pair rest)
{
    double x = rest.hi, tail = rest.lo, y = x * x, yy = y * y, half = 0.5 * y, most = 1 - half;
    two low = two_add(two_of(-0x1.5555555555548p-3, 0x1.5555555555555p-5),
                      two_scale(y, two_of(0x1.111111110f75bp-7, -0x1.6c16c16c168c9p-10)));
    two middle = two_add(two_of(-0x1.a01a019bf1ccep-13, 0x1.a01a019f37f9bp-16),
                         two_scale(y, two_of(0x1.71de355eb41a3p-19, -0x1.27e4fa02931fcp-22)));
    two high = two_add(two_of(-0x1.ae5e54310c012p-26, 0x1.1eeb5780e017fp-29),
                       two_scale(y, two_of(0x1.5d8e2260cbfb3p-33, -0x1.90734b3d67b0ep-37)));
    two sum = two_add(low, two_scale(yy, two_add(middle, two_scale(yy, high))));
    double sine_slope = 1 - y * (0.5 - y * (1 / 24.0)), cosine_slope = x - x * y * (1 / 6.0);
    return (struct sine_cosine){
        x + (x * y * two_first(sum) + tail * sine_slope),
        most + (1 - most - half + (yy * two_second(sum) - cosine_slope * tail)),
    };
}

/* Angles above this limit are reduced by Payne and Hanek's method. */
#define LARGEST 0x1p20

/* ---- large angles: product with the relevant bits of 2/pi (Payne and Hanek) ---- */

enum { WORDS = 8, LIMBS = WORDS + 2 };

/* p = m times the words of 2/pi from `first` on; p has its lowest 32 bits first. */
static void multiply(uint64_t m, int first, uint32_t p[LIMBS])
{
    uint64_t low = m & 0xffffffffu, high = m >> 32;
    memset(p, 0, LIMBS * sizeof *p);
    for (int i = 0; i < WORDS; i++) {
        uint64_t word = elementary_two_over_pi[first + WORDS - 1 - i], sum = low * word + p[i];
        p[i] = (uint32_t)sum;
        sum = high * word + p[i + 1] + (sum >> 32);
        p[i + 1] = (uint32_t)sum;
        p[i + 2] = (uint32_t)(sum >> 32);
    }
}

/* Return the 32 bits from bit `at` on. */
static uint32_t word_at(const uint32_t p[LIMBS], int at)
{
    uint64_t both = p[at / 32] | (at / 32 + 1 < LIMBS ? (uint64_t)p[at / 32 + 1] << 32 : 0);
    return (uint32_t)(both >> at % 32);
}

/* Return the remaining fraction of a quarter turn, between -1/2 and 1/2, from the 192 bits below
 * `point`. */
static struct pair fraction(const uint32_t p[LIMBS], int point)
{
    uint32_t flip = word_at(p, point - 32) >> 31 ? 0xffffffffu : 0;
    struct pair sum = {0, 0};
    for (int i = 6; i > 0; i--) {
        double term = (word_at(p, point - 32 * i) ^ flip) * two_to(-32 * i);
        struct pair next = pair_sum(term, sum.hi);
        sum = pair_of(next.hi, next.lo + sum.lo);
    }
    return flip ? (struct pair){-sum.hi, -sum.lo} : sum;
}

/* Reduce |x| = m 2^e; m times 2/pi is its number of quarter turns times 2^-e. Words of 2/pi before
 * `first` contribute whole turns only. */
static struct reduced reduce_large(double x)
{
    int e = (int)(bits_of(x) >> 52 & 0x7ff) - 1075, first = e < 2 ? 0 : (e - 2) / 32;
    uint64_t hidden = (uint64_t)1 << 52, m = (bits_of(x) & (hidden - 1)) | hidden;
    uint32_t p[LIMBS];
    multiply(m, first, p);
    int point = 32 * (WORDS + first) - e;
    struct pair part = fraction(p, point), rest = pair_product(part.hi, HALF_PI_HI);
    rest = pair_of(rest.hi, rest.lo + (part.hi * HALF_PI_LO + part.lo * HALF_PI_HI));
    uint32_t quarters = word_at(p, point) + (word_at(p, point - 32) >> 31);
    if (x < 0)
        return (struct reduced){{-rest.hi, -rest.lo}, 0 - quarters};
    return (struct reduced){rest, quarters};
}

/* ---- all angles ---- */

/* Reduce an angle of at most LARGEST. pi/2 is split into four parts; products of k and the first
 * two are exact. The fourth part matters only near a multiple of pi/2. */
static inline struct reduced reduce(double x)
{
    if (fabs(x) <= 0.785)
        return (struct reduced){{x, 0}, 0};
    double k = x * 0x1.45f306dc9c883p-1 + ROUNDER - ROUNDER, third = 0x1.3198a2e037073p-69;
    struct pair rest = pair_sum(x - k * 0x1.921fb544p0, -k * 0x1.0b4611a6p-34);
    if (fabs(rest.hi) < 0x1p-35) {
        struct pair more = pair_product(-k, third), sum = pair_sum(rest.hi, more.hi);
        rest = pair_of(sum.hi, sum.lo + (rest.lo + more.lo - k * 0x1.129024e088a68p-123));
    } else {
        rest.lo -= k * third;
    }
    return (struct reduced){rest, (uint32_t)(int32_t)k};
}

/* Apply the sign after this number of quarter turns. */
static inline double turned(double value, uint32_t quarters)
{
    return quarters & 2 ? -value : value;
}

static inline struct sine_cosine both_of(struct reduced at)
{
    struct sine_cosine rest = both_of_rest(at.rest);
    uint32_t odd = at.quarters & 1;
    return (struct sine_cosine){turned(odd ? rest.cos : rest.sin, at.quarters),
                                turned(odd ? rest.sin : rest.cos, at.quarters + odd)};
}

/* Large angles have a separate function, because its arrays would make each call a tenth longer
 * (stack protector). */
static SELDOM struct sine_cosine both_large(double x)
{
    return isfinite(x) ? both_of(reduce_large(x)) : (struct sine_cosine){(double)NAN, (double)NAN};
}

struct sine_cosine num_sincos(double x)
{
    if (!(fabs(x) <= LARGEST))
        return both_large(x);
    return fabs(x) < 0x1p-27 ? (struct sine_cosine){x, 1} : both_of(reduce(x));
}
