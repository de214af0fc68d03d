# SPDX-License-Identifier: MIT
"""Derivatives of motions of impact_wheel with events, by mpmath: impact_wheel/gradient_pipe*.csv.

usage: pipe_gradient.py > impact_wheel/gradient_pipe.csv
       pipe_gradient.py MOTIONS > impact_wheel/gradient_pipe_random.csv
With a number of motions: random motions of both sorts, each with the derivatives by two random
variables.

A wheel falls with horizontal velocity and spin into a half pipe of radius 1 m about the origin. In
motion `bounce` it bounces three times with slip and flies at the end. In motion `slide` its impact
has no restitution. It slides until it rolls; then a torque grows linearly until it slips again. The
angle a of the centre about the origin is counted from the lowest place, counter-clockwise. Flights
are parabolas; slides and rolling are integrated as ordinary differential equations with 40 digits
by Taylor series. The derivatives are central differences with increments of 1e-10 of the value,
whose error is about 1e-18. Events are the roots of the gap, the slip velocity and the margin to the
friction limit.
"""
import random
import sys

from mpmath import cos, findroot, mp, mpf, odefun, polyroots, sin, sqrt

mp.dps = 40
PIPE, GRAVITY = mpf(1), mpf("9.81")
KNOT = mpf("0.9")  # s; the torque begins to grow, and reaches `torque` 1 s later
START = {"param.mass": mpf(10), "param.radius": mpf("0.1"), "param.inertia": mpf("0.05"),
         "param.mu": mpf("0.1"), "param.restitution": mpf("0.5"), "state.x": mpf("-0.35"),
         "state.y": mpf("-0.2"), "state.x_dot": mpf("0.6"), "state.y_dot": mpf("0.3"),
         "state.phi_dot": mpf(40), "torque": mpf(0)}
SLIDE = {"param.mu": mpf("0.2"), "param.restitution": mpf(0), "state.phi_dot": mpf(20),
         "torque": mpf(-4)}
OUTPUTS = ["state.x", "state.y", "state.phi", "state.x_dot", "state.y_dot", "state.phi_dot"]
BOUNCE_END, SLIDE_END = mpf(1), mpf("1.6")


class Changed(Exception):
    """The motion has other events than it should have."""


class Wheel:
    def __init__(self, given):
        self.m, self.r, self.J = (given["param." + name] for name in ("mass", "radius", "inertia"))
        self.mu, self.e = given["param.mu"], given["param.restitution"]
        self.reach = PIPE - self.r
        self.torque = given["torque"]
        self.t = mpf(0)
        self.place = [given["state.x"], given["state.y"], mpf(0)]
        self.speed = [given["state.x_dot"], given["state.y_dot"], given["state.phi_dot"]]

    def fly(self, time):
        (x, y, phi), (vx, vy, w) = self.place, self.speed
        self.place = [x + vx * time, y + vy * time - GRAVITY * time**2 / 2, phi + w * time]
        self.speed = [vx, vy - GRAVITY * time, w]
        self.t += time

    def time_to_impact(self):
        """Return the first time at which x^2 + y^2 = reach^2, a polynomial of degree 4; a wheel
        that has just bounced leaves out the root 0."""
        (x, y, _), (vx, vy, _) = self.place, self.speed
        c = [GRAVITY**2 / 4, -GRAVITY * vy, vx**2 + vy**2 - GRAVITY * y, 2 * (x * vx + y * vy),
             x**2 + y**2 - self.reach**2]
        if abs(c[4]) < mpf(10)**-30:
            c.pop()
        roots = polyroots(c, maxsteps=200, extraprec=200)
        return min(root.real for root in roots
                   if abs(root.imag) < mpf(10)**-30 and root.real > 0)

    def collide(self):
        """Impact in two phases, each with its own Coulomb friction. Returns whether both slip."""
        x, y, _ = self.place
        vx, vy, w = self.speed
        n = [-x / self.reach, -y / self.reach]
        t = [n[1], -n[0]]
        compliance = 1 / self.m + self.r**2 / self.J
        normal = -self.m * (n[0] * vx + n[1] * vy)
        slips = True
        for part in (normal, self.e * normal):
            slip = t[0] * self.speed[0] + t[1] * self.speed[1] + self.r * self.speed[2]
            friction = slip / compliance
            if abs(friction) > self.mu * part:
                friction = self.mu * part * (1 if slip > 0 else -1)
            else:
                slips = False
            self.speed = [self.speed[0] + (part * n[0] - friction * t[0]) / self.m,
                          self.speed[1] + (part * n[1] - friction * t[1]) / self.m,
                          self.speed[2] - self.r * friction / self.J]
        return slips

    def drive(self, t):
        return self.torque * (t - KNOT) if t > KNOT else mpf(0)

    def rates_of_slide(self, sign):
        def rates(t, y):
            a, rate, _, w = y
            normal = self.m * (GRAVITY * cos(a) + self.reach * rate**2)
            friction = sign * self.mu * normal
            return [rate, (-GRAVITY * sin(a) - friction / self.m) / self.reach, w,
                    (self.drive(t) - self.r * friction) / self.J]
        return rates

    def turn(self, t, a):
        """Return the second derivative of the angle of a rolling wheel."""
        inertia = 1 + self.J / (self.m * self.r**2)
        return (-GRAVITY * sin(a) - self.drive(t) / (self.m * self.r)) / (inertia * self.reach)

    def rates_of_roll(self, t, y):
        return [y[1], self.turn(t, y[0]), -self.reach * y[1] / self.r,
                -self.reach * self.turn(t, y[0]) / self.r]

    def margin(self, t, y):
        """Return the margin of a rolling wheel to the friction limit, and the friction."""
        friction = (self.drive(t) + self.J * self.reach * self.turn(t, y[0]) / self.r) / self.r
        normal = self.m * (GRAVITY * cos(y[0]) + self.reach * y[1]**2)
        return self.mu * normal - abs(friction), friction

    def slip(self, y):
        return self.reach * y[1] + self.r * y[3]

    def integrate(self, rates, y, t, until):
        """Return the solution as a function. `until`: a time, or a function that becomes 0."""
        solution = odefun(rates, t, y, tol=mpf(10)**-32, degree=40)
        if not callable(until):
            return until, solution(until)
        step, before = mpf("0.01"), until(t, y)
        limit = SLIDE_END + 1
        while True:
            t += step
            if t > limit:
                raise Changed("no event")
            if until(t, solution(t)) * before < 0:
                break
        event = findroot(lambda s: until(s, solution(s)), (t - step, t), solver="anderson",
                         tol=mpf(10)**-60)
        return event, solution(event)

    def set_from_pipe(self, t, y):
        a, rate, phi, w = y
        self.place = [self.reach * sin(a), -self.reach * cos(a), phi]
        self.speed = [self.reach * rate * cos(a), self.reach * rate * sin(a), w]
        self.t = t


def bounce(given):
    wheel = Wheel(given)
    for _ in range(3):
        wheel.fly(wheel.time_to_impact())
        if not wheel.collide():
            raise Changed("an impact without slip")
    left = BOUNCE_END - wheel.t
    if not 0 < left < wheel.time_to_impact():
        raise Changed("not three impacts")
    wheel.fly(left)
    return wheel.place + wheel.speed


def slide(given):
    wheel = Wheel(given)
    wheel.fly(wheel.time_to_impact())
    if not wheel.collide():
        raise Changed("an impact without slip")
    (x, y, phi), (vx, vy, w) = wheel.place, wheel.speed
    a = mp.atan2(x, -y)
    state = [a, (vx * cos(a) + vy * sin(a)) / wheel.reach, phi, w]
    sign = 1 if wheel.slip(state) > 0 else -1
    t, state = wheel.integrate(wheel.rates_of_slide(sign), state, wheel.t,
                               lambda t, y: wheel.slip(y))
    state[3] = -wheel.reach * state[1] / wheel.r
    if not t < KNOT or wheel.margin(t, state)[0] < 0:
        raise Changed("no rolling before the torque grows")
    t, state = wheel.integrate(wheel.rates_of_roll, state, t, KNOT)
    t, state = wheel.integrate(wheel.rates_of_roll, state, t, lambda t, y: wheel.margin(t, y)[0])
    if not t < SLIDE_END:
        raise Changed("no slip")
    sign = 1 if wheel.margin(t, state)[1] > 0 else -1
    t, state = wheel.integrate(wheel.rates_of_slide(sign), state, t, SLIDE_END)
    if wheel.slip(state) * sign <= 0:
        raise Changed("the slip ends")
    wheel.set_from_pipe(t, state)
    return wheel.place + wheel.speed


def derivatives(motion, given, name):
    h = mpf(10)**-10 * abs(given[name])
    more, less = motion({**given, name: given[name] + h}), motion({**given, name: given[name] - h})
    return ",".join(mp.nstr((a - b) / (2 * h), 20) for a, b in zip(more, less))


MOTIONS = {"bounce": (bounce, START), "slide": (slide, {**START, **SLIDE})}


def two_motions():
    print("motion,variable," + ",".join(OUTPUTS))
    for name, (motion, given) in MOTIONS.items():
        print(f"{name},value," + ",".join(mp.nstr(x, 20) for x in motion(given)), flush=True)
        for variable in given:
            if given[variable] != 0:
                print(f"{name},{variable},{derivatives(motion, given, variable)}", flush=True)


def random_motions(count):
    """Each value is that of a motion times a random number from 0.9 to 1.1, with 4 digits."""
    draw = random.Random(1)
    print("motion,variable," + ",".join([*START, *(f"d {output}" for output in OUTPUTS)]))
    while count > 0:
        name = draw.choice(list(MOTIONS))
        motion, start = MOTIONS[name]
        given = {key: mpf(f"{float(value) * draw.uniform(0.9, 1.1):.4g}")
                 for key, value in start.items()}
        variables = draw.sample([key for key in given if given[key] != 0], 2)
        try:
            found = [derivatives(motion, given, variable) for variable in variables]
        except Changed:
            continue
        count -= 1
        values = ",".join(mp.nstr(value, 6) for value in given.values())
        for variable, numbers in zip(variables, found):
            print(f"{name},{variable},{values},{numbers}", flush=True)


if len(sys.argv) > 1:
    random_motions(int(sys.argv[1]))
else:
    two_motions()
