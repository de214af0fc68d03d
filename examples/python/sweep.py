# SPDX-License-Identifier: MIT
"""The distance that a wheel thrown at a kerb reaches, for several frictions and restitutions."""
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import wheeldyn as wd

if __name__ == "__main__":
    over = {"param.mu": np.linspace(0.1, 0.9, 9), "param.restitution": [0.0, 0.3, 0.6]}
    with ProcessPoolExecutor(2) as pool:
        rows = wd.sweep("impact_wheel", over, t_end=3.0, record=["state.x", "state.x_dot"],
                        preset="kerb-plastic", executor=pool)
    for row in rows[rows["status"] != wd.WD_OK]:
        print(f"mu = {row['param.mu']}: {row['text']}")
    x = rows["state.x"].reshape(9, 3)
    for restitution, column in zip(over["param.restitution"], x.T):
        print(f"restitution {restitution}: rests or rolls at x from {column.min():.3f} m to "
              f"{column.max():.3f} m")
