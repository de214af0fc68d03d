# SPDX-License-Identifier: MIT
"""A vector environment for Gymnasium, or without it: each robot drives to its own goal."""
import numpy as np
import wheeldyn as wd

try:
    from gymnasium.spaces import Box
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError:
    from enum import Enum
    from functools import cached_property

    class Box:
        """The part of gymnasium.spaces.Box that is used here."""

        def __init__(self, low, high, shape, dtype):
            self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)
            self.shape, self.dtype = shape, dtype

    AutoresetMode = Enum("AutoresetMode", {"NEXT_STEP": "NextStep"})

    class VectorEnv:
        """The part of gymnasium.vector.VectorEnv that is used here."""

        closed = False
        np_random = cached_property(lambda self: np.random.default_rng())

        def reset(self, *, seed=None, options=None):
            if seed is not None:
                self.np_random = np.random.default_rng(seed)

        def close(self, **kwargs):
            if not self.closed:
                self.close_extras(**kwargs)
            self.closed = True


class RobotVectorEnv(VectorEnv):
    """Each robot has two motors, and sees the distance and the direction of its goal and its speed.

    An episode ends at the goal, and is cut after 10 s. A robot whose episode has ended starts again
    in the next step, whose action is ignored. reset() takes no options.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
    torque, period, limit = 0.5, 0.02, 500  # N.m, s, steps
    motors = ("input.left.torque", "input.right.torque")
    seen = ("output.chassis.x", "output.chassis.y", "output.chassis.yaw", "output.speed")

    def __init__(self, num_envs, threads=None):
        self.num_envs = num_envs
        self.single_observation_space = Box(-np.inf, np.inf, (4,), np.float64)
        self.single_action_space = Box(-1.0, 1.0, (2,), np.float64)
        self.observation_space = Box(-np.inf, np.inf, (num_envs, 4), np.float64)
        self.action_space = Box(-1.0, 1.0, (num_envs, 2), np.float64)
        model = wd.Model("vehicle", preset="robot")
        model.set_choice("solver.scheme", "moreau")
        model["solver.fixed_step"] = 1e-3
        for name in self.motors:
            model[name] = 0.0
        model.init()
        self.batch = wd.Batch(model, num_envs, threads)
        self.goal = np.zeros((num_envs, 2))
        self.steps = np.zeros(num_envs, dtype=int)
        self.over = np.zeros(num_envs, dtype=bool)

    def _observe(self):
        x, y, yaw, speed = self.batch.get(self.seen).T
        dx, dy = self.goal[:, 0] - x, self.goal[:, 1] - y
        turn = np.arctan2(dy, dx) - yaw
        return np.stack((np.hypot(dx, dy), np.cos(turn), np.sin(turn), speed), axis=1)

    def _start(self, mask):
        yaw, angle = self.np_random.uniform(-np.pi, np.pi, (2, self.num_envs))
        self.batch.init("init.chassis.yaw", yaw, mask)
        place = np.stack((np.cos(angle), np.sin(angle)), axis=1)
        self.goal[mask], self.steps[mask] = place[mask], 0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed, options=options)
        self._start(np.ones(self.num_envs, dtype=bool))
        self.over[:] = False
        return self._observe(), {}

    def step(self, actions):
        again, moves = self.over.copy(), ~self.over
        self._start(again)
        torques = self.torque * np.clip(actions, -1.0, 1.0)
        self.batch.set(self.motors, torques, moves)
        self.steps[moves] += 1
        statuses = self.batch.step_to(self.period * self.steps, moves, raises=False)
        seen = self._observe()
        reached = moves & (seen[:, 0] < 0.1)
        failed = statuses < 0
        late = moves & (self.steps >= self.limit) & ~reached
        self.over = reached | failed | late
        reward = np.where(reached, 1.0, 0.0) - 0.001 * moves
        return seen, reward, reached | failed, late, {}

    def close_extras(self, **kwargs):
        self.batch.close()


if __name__ == "__main__":
    env = RobotVectorEnv(16, threads=2)
    seen, _ = env.reset(seed=1)
    total, ends = np.zeros(16), 0
    for _ in range(600):
        turn = np.clip(0.3 * seen[:, 2], -0.3, 0.3)  # a policy by hand: turn, then drive
        ahead = np.clip(0.5 - seen[:, 3], -0.3, 0.3) * np.clip(seen[:, 1], 0.0, 1.0)
        actions = np.stack((ahead - turn, ahead + turn), axis=1)
        seen, reward, terminated, truncated, _ = env.step(actions)
        total += reward
        ends += np.count_nonzero(terminated)
    print(f"{ends} goals reached in {600 * env.period:.0f} s, rewards from {total.min():.2f} to "
          f"{total.max():.2f}")
    env.close()
