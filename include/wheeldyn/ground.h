/* SPDX-License-Identifier: MIT */
/** @file ground.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  Smooth ground z = h(x, y) under the wheels of kind "vehicle", in place of the plane z = 0:
 *  bowls, waves, humps and roads, from a grid of heights or from a function of yours. A model has
 *  one ground: setting a surface removes a terrain (wd_model_set_terrain()), and the reverse.
 *  wd_model_reset() keeps the ground, and wd_model_load_preset() removes it. Clones have the same
 *  ground and share the memory of a grid. Snapshots contain a grid with all its heights; of a
 *  function they contain only that there is one.
 *
 *  The values of the ground at a place are seven numbers, in this order: height h [m], slopes h_x
 *  and h_y [1], second derivatives h_xx, h_xy and h_yy [1/m], and the factor of the coefficient of
 *  friction [1].
 *
 *  Status, ownership, NULL, callback, floating-point and thread rules are those of wheeldyn.h. */
#ifndef WHEELDYN_GROUND_H
#define WHEELDYN_GROUND_H

#include <wheeldyn/wheeldyn.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup ground Smooth ground (experimental)
 *  @{ */

/** Function of a smooth surface of your own.
 *
 *  A pure function of the place: it may be called any number of times, at any place within two
 *  radii of a wheel, in any order. Height, first and second derivatives must be continuous. The
 *  derivatives are not checked unless `solver.check_surface` = yes; then wd_model_init() compares
 *  them with differences.
 *  @param x       [m], ground axes
 *  @param y       [m]
 *  @param value   seven numbers to fill, see above. On entry the factor of friction is 1, which may
 *                 stay, and the others are NaN
 *  @param user    the pointer that was set with the function
 *  @return 0; anything else is a failure: the call under way fails with WD_EINPUT, as it does for a
 *          value that is not finite and for a negative factor
 *  @since 0.1 */
typedef int32_t (*wd_surface_fn)(double x, double y, double *value, void *user);

/** Set a surface by a function of yours, while the model is set up.
 *  @param fn     NULL: the plane again
 *  @param user   passed to `fn` unchanged; must stay valid as long as `fn` is set, also in clones
 *  @return WD_OK, WD_EINVAL (NULL), WD_EROLE (a kind without surfaces), WD_ESTATE (running, or
 *          inside a callback), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_set_surface_fn(wd_model *model, wd_surface_fn fn, void *user);

/** Set a surface by a grid of heights, while the model is set up. Between its nodes the surface is
 *  a bicubic spline with natural ends, which passes through all heights and has continuous second
 *  derivatives. Beyond the border of the grid it continues straight. The data are copied; the copy
 *  has 8 bytes for each height.
 *
 *  Node i, j is at (x0 + i dx, y0 + j dy), turned about the origin by the heading. Choose spacings
 *  well below the radius of the wheels: a hollow of the spline that is narrower than a wheel ends
 *  the motion with `LIMIT`, reason 1.
 *  @param z       heights [m]: z[j nx + i] at node i, j; NULL with nx = ny = 0: the plane again
 *  @param nx      number of nodes along x, 4 or more, or 0
 *  @param ny      number of nodes along y, 4 or more, or 0; nx ny at most 2^26
 *  @param frame   x0 [m], y0 [m], dx > 0 [m], dy > 0 [m], heading [rad], positive to the left; all
 *                 below 1e100. May be NULL if `z` is
 *  @return WD_OK, WD_EINVAL (NULL; a wrong size, number of the frame or height: the error text
 *          names it), WD_EROLE (a kind without surfaces), WD_ESTATE (running, or inside a
 *          callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_set_surface(wd_model *model, const double *z, size_t nx, size_t ny,
                                    const double *frame);

/** Read the grid that was set by wd_model_set_surface(), or copied by a clone or a snapshot.
 *  @param[out] z       the first `n` heights, equal to the heights that were set, except for
 *                      rounding; or NULL
 *  @param n            number of heights for which there is room; further ones are not written
 *  @param[out] frame   as it was set; five NaN for a function of yours, and not written if there is
 *                      no surface; or NULL
 *  @return number of heights; 0 for no grid, NULL, or inside a callback
 *  @since 0.1 */
WD_API size_t wd_model_surface(const wd_model *model, double *z, size_t n, double *frame);

/** Number of nodes along x of the grid; 0 if wd_model_surface() returns 0. @since 0.1 */
WD_API size_t wd_model_surface_width(const wd_model *model);

/** Compute the values of the ground at a place, for any type of ground, for example to place a
 *  wheel or to draw the ground. The function of a surface is called in the thread of this call.
 *
 *  For the plane the factor is 1 and all other values are 0. For a profile the values are those of
 *  its highest point at the place; at a corner the slopes are those of the segment after it.
 *  @param x            [m]
 *  @param y            [m]
 *  @param[out] value   seven numbers, see above
 *  @return WD_OK, WD_EINVAL (NULL, or a place that is not finite), WD_EROLE (a kind without such
 *          ground), WD_ESTATE (inside a callback), WD_EINPUT (the function of the surface fails),
 *          WD_EDOMAIN (a profile has no height there), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_ground_at(const wd_model *model, double x, double y, double *value);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
