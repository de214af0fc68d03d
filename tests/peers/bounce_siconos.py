# SPDX-License-Identifier: MIT
import siconos.kernel as sk

ball = sk.LagrangianLinearTIDS([1.1], [0], [[10]])
ball.setFExtPtr([-10 * 9.81])
contact = sk.Interaction(sk.NewtonImpactNSL(0.5), sk.LagrangianLinearTIR([[1]], [-0.1]))
system = sk.NonSmoothDynamicalSystem(0, 3)
system.insertDynamicalSystem(ball)
system.link(contact, ball)
steps = sk.TimeStepping(system, sk.TimeDiscretisation(0, 1e-3), sk.MoreauJeanOSI(0.5), sk.LCP())
first, last = None, 0
while steps.hasNextEvent():
    falling = ball.velocity()[0] < 0
    steps.computeOneStep()
    if falling and ball.velocity()[0] > 0 and first is None:
        first = steps.nextTime()
    if abs(ball.velocity()[0]) > 1e-9:
        last = steps.nextTime()
    steps.nextStep()
print(f"touches at {first:.6f} s, at rest from {last:.6f} s on,",
      f"{ball.q()[0] - 0.1:g} m above the ground")
