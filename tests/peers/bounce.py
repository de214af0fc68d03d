# SPDX-License-Identifier: MIT
import wheeldyn as wd

ball = wd.Model("impact_wheel")
ball.set_terrain([(-10, 0), (10, 0)])
ball["param.mass"] = 10
ball["param.radius"] = 0.1
ball["param.restitution"] = 0.5
ball["state.x"], ball["state.y"] = 0, 1.1
ball.init()
ball.step_to(3)
first, last = ball.events()[0], ball.events()[-1]
print(f"touches at {first['time']:.6f} s, at rest from {last['time']:.6f} s on,",
      f"{ball['state.y'] - 0.1:g} m above the ground")
