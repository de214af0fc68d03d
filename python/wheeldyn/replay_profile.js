// SPDX-License-Identifier: MIT
// The profile of the ground, drawn with some depth, and its friction.
"use strict"

/* Colours of the ground by its friction factor: usual colours for 1, bluer if more slippery,
 * browner if rougher, with a wider line than plain ground has. */
function surface(factor) {
  const share = factor < 1 ? 0.4 + 0.6 * (1 - factor) : Math.min(1, 0.4 + 0.3 * (factor - 1))
  const [rock, ice, rough] = ["rock", "ice", "rough"].map(name => rgb(shade(name)))
  if (factor === 1) return { rgb: rock, edge: shade("edge"), pixels: 1.5 }
  return factor < 1 ? { rgb: mix(rock, ice, share), edge: blue, pixels: 4 }
                    : { rgb: mix(rock, rough, share), edge: shade("edge-rough"), pixels: 4 }
}
const lastOf = list => list[list.length - 1]
/* Points that extend a profile beyond `end`: the last segment, from `inner` to `end`, is prolonged
   by `reach`. If it is almost vertical, a level segment of the same length follows; `side` is 1 if
   this segment leads to +x, -1 if to -x. */
function extension(end, inner, reach, side) {
  const away = unit([end[0] - inner[0], 0, end[1] - inner[1]])
  const far = [end[0] + reach * away[0], end[1] + reach * away[2]]
  return Math.abs(away[0]) > 0.1 ? [far] : [far, [far[0] + side * reach, far[1]]]
}
/* Faces and lines that show a profile, with both ends extended by `reach`, as a body of ground from
   -depth to depth across the picture. The air is on the left of the profile. `factors` has the
   friction factor of each segment between two points. */
function ground(points, factors, depth, reach) {
  const before = extension(points[0], points[1], reach, -1).reverse()
  const after = extension(lastOf(points), points[points.length - 2], reach, 1)
  const all = [...before, ...points, ...after]
  const beyond = [before.map(() => factors[0]), after.map(() => lastOf(factors))]
  const surfaces = [...beyond[0], ...factors, ...beyond[1]].map(surface)
  const bottom = Math.min(...points.map(p => p[1])) - reach, tops = [], fronts = [], edges = []
  for (let i = 0; i + 1 < all.length; i++) {
    const [a, b] = [all[i], all[i + 1]], normal = unit([a[1] - b[1], 0, b[0] - a[0]])
    const near = [flat(...a, -depth), flat(...b, -depth)]
    const far = [flat(...b, depth), flat(...a, depth)]
    tops.push(face([...near, ...far], lit(surfaces[i].rgb, normal)))
    const foot = [flat(b[0], bottom, -depth), flat(a[0], bottom, -depth)]
    if (b[0] > a[0]) fronts.push(face([...near, ...foot], shade("cut")))
    edges.push(thread([flat(...a, 0), flat(...b, 0)], surfaces[i].edge, surfaces[i].pixels))
  }
  return [...tops, ...fronts, ...edges]
}
/* Number of chords that draw the arc between two points. From end to end the arc turns by four
   times the arc tangent of its bulge. */
const chords = bulge => Math.ceil(2 * Math.abs(Math.atan(bulge || 0)) / 0.03) || 1
/* The point at the fraction `share` of the arc from a to b that turns by twice the angle `half`. */
function alongArc([ax, ay], [bx, by], half, share) {
  const turn = (share - 1) * half, part = half ? Math.sin(share * half) / Math.sin(half) : share
  const c = part * Math.cos(turn), s = part * Math.sin(turn)
  return [ax + c * (bx - ax) - s * (by - ay), ay + s * (bx - ax) + c * (by - ay)]
}
/* The points of a profile, with points of the chords between the ends of each arc. */
function bent(points, bulges) {
  return [points[0], ...points.slice(1).flatMap((b, i) => {
    const half = 2 * Math.atan(bulges[i] || 0), pieces = chords(bulges[i])
    return [...count(pieces - 1).map(k => alongArc(points[i], b, half, (k + 1) / pieces)), b]
  })]
}
/* Points [x, z] of the profile: those of the run, or those of a kerb below a wall. */
function corners() {
  if (run.terrain.length) return run.terrain
  const wall = parameter("wall_x"), corner = parameter("kerb_x"), top = parameter("kerb_height")
  return [[wall, top + 1], [wall, top], [corner, top], [corner, 0], [2 * corner - wall, 0]]
}
const profileDepth = () => 1.2 * parameter("radius") // to each side
const frictionOf = segment => run.friction.length ? run.friction[segment] : 1
/* Faces and lines of the whole profile of a plane kind. */
function profile() {
  const points = corners(), pieces = i => count(chords(run.bulge[i])).map(() => frictionOf(i))
  const factors = count(points.length - 1).flatMap(pieces)
  return ground(bent(points, run.bulge), factors, profileDepth(), 40 * parameter("radius"))
}
/* The coefficient of friction at a feature of the profile, which is numbered as in the outputs. At
   a corner it is the smaller of the coefficients of the two segments that meet there. */
function frictionAt(feature) {
  const i = Math.floor(feature / 2), next = Math.min(i + 1, corners().length - 2)
  return parameter("mu") * (feature % 2 ? Math.min(frictionOf(i), frictionOf(next)) : frictionOf(i))
}
/* Unit vector from a feature of the profile, numbered as in the outputs, to the centre of the
   wheel. */
function normalOf(feature, centre) {
  const points = corners().map(p => flat(...p)), i = Math.floor(feature / 2)
  const bulge = run.bulge[i] || 0
  if (feature % 2) return unit(add(centre, points[i + 1], -1))
  const along = add(points[i + 1], points[i], -1), left = [-along[2], 0, along[0]]
  if (!bulge) return unit(left)
  const middle = add(add(points[i], along, 0.5), left, (1 / bulge - bulge) / 4) // of the circle
  return unit(add(centre, middle, -1)).map(v => -Math.sign(bulge) * v)
}

/* ---- the profile under a vehicle: the same to its left and right ---- */
/* Horizontal unit vector along the profile. */
function course() {
  const heading = parameter("ground_heading") || 0
  return [Math.cos(heading), Math.sin(heading), 0]
}
/* Horizontal coordinate of a point along the profile. */
const alongCourse = p => dot(course(), [p[0], p[1], 0])
/* Points of the profile with extended ends, and the friction factor of each segment between two
   points. They are computed once for each run. */
let extended = null
function wholeProfile() {
  if (extended && extended.of === run) return extended
  const pieces = i => count(chords(run.bulge[i])).map(() => frictionOf(i))
  const factors = count(corners().length - 1).flatMap(pieces)
  const points = bent(corners(), run.bulge), reach = 40 * kind.size()
  const before = extension(points[0], points[1], reach, -1).reverse()
  const after = extension(lastOf(points), points[points.length - 2], reach, 1)
  extended = { of: run, points: [...before, ...points, ...after],
    factors: [...before.map(() => factors[0]), ...factors, ...after.map(() => lastOf(factors))] }
  return extended
}
/* The height of the profile at the coordinate `far` along it; -Infinity where there is no profile.
   If the profile has several heights there, the one with the lowest rank() is returned; a vertical
   segment has the heights of its two ends. No list of the heights is made, because each frame needs
   many calls. */
function heightOf(far, rank) {
  const { points } = wholeProfile()
  let best = -Infinity, least = Infinity
  const meet = z => {
    const value = rank(z)
    if (value < least) { best = z; least = value }
  }
  for (let i = 1; i < points.length; i++) {
    const before = points[i - 1][0], low = points[i - 1][1], x = points[i][0], z = points[i][1]
    if (far < Math.min(x, before) || far > Math.max(x, before)) continue
    if (x !== before) meet(low + (z - low) * (far - before) / (x - before))
    else { meet(low); meet(z) }
  }
  return best
}
const highestFirst = z => -z
/* Height of the ground at a place. */
function heightAt(p) {
  if (run.surface) return surfaceAt(p[0], p[1])
  return kind.own && !kind.side ? heightOf(alongCourse(p), highestFirst) : 0
}
/* The contact place of a wheel: on the profile, at the horizontal coordinates of p, with the
   distance from the centre that is nearest to the radius. */
function touched(p, centre, radius) {
  if (run.surface) return [p[0], p[1], surfaceAt(p[0], p[1])]
  const away = Math.hypot(p[0] - centre[0], p[1] - centre[1])
  const best = heightOf(alongCourse(p), z => Math.abs(Math.hypot(away, z - centre[2]) - radius))
  return [p[0], p[1], best === -Infinity ? 0 : best]
}
/* Lateral coordinates, right and left, between which the ground is drawn for a run through these
   places [x, y]. */
function lanes(places) {
  const [c, s] = course(), aside = places.map(([x, y]) => c * y - s * x)
  const [right, left] = [Math.min(...aside), Math.max(...aside)]
  const margin = (run.more ? 10 : 3) * kind.size()
  return [right - margin, left + margin]
}
/* The profile as strips that lie across it: the top of each strip, its cut sides, and a line at its
   end if the profile turns there. `spans` are intervals along the profile: a strip has its own
   interval, and a line those of the two strips that it joins. */
function strips(places) {
  const { points, factors } = wholeProfile(), ahead = course(), left = [-ahead[1], ahead[0], 0]
  const sides = lanes(places), bottom = Math.min(...points.map(p => p[1])) - 0.3 * kind.size()
  const at = ([x, z], side) => add(add([0, 0, z], ahead, x), left, side)
  const turns = ([a, b, c]) => c && dot(unit([b[0] - a[0], 0, b[1] - a[1]]),
                                        unit([c[0] - b[0], 0, c[1] - b[1]])) < 0.98
  return factors.flatMap((factor, i) => {
    const [a, b] = [points[i], points[i + 1]], { rgb, edge, pixels } = surface(factor)
    if (!b) return []
    const up = unit([a[1] - b[1], 0, b[0] - a[0]]), spans = [[a[0], b[0]]]
    const out = add([0, 0, up[2]], ahead, up[0])
    const top = { ...face([at(a, sides[0]), at(b, sides[0]), at(b, sides[1]), at(a, sides[1])],
                          lit(rgb, out)), out, spans }
    const cuts = [-1, 1].map((sign, k) => ({
      ...face([at(a, sides[k]), at(b, sides[k]), at([b[0], bottom], sides[k]),
               at([a[0], bottom], sides[k])], shade("cut")),
      out: left.map(v => sign * v), spans }))
    if (!turns(points.slice(i, i + 3))) return [...b[0] > a[0] ? cuts : [], top]
    const line = { ...thread(sides.map(side => at(b, side)), edge, pixels),
      spans: [...spans, [b[0], points[i + 2][0]]] }
    return [...b[0] > a[0] ? cuts : [], top, line]
  })
}
/* The pieces of strips(), sorted from the farthest along the profile to the nearest: painted later,
   a nearer strip hides those behind it. The strip below or above the eye is the nearest. A line
   comes after both strips that it joins. */
function fromAfar(pieces) {
  const here = alongCourse(view.eye)
  const away = ([a, b]) => (here - a) * (here - b) < 0 ? 0 : Math.abs((a + b) / 2 - here)
  const off = ({ spans: [one, other] }) => other ? Math.min(away(one), away(other)) : away(one)
  const after = (a, b) => b[0] - a[0] || a[1].spans.length - b[1].spans.length
  return pieces.map(piece => [off(piece), piece]).sort(after).map(pair => pair[1])
}
