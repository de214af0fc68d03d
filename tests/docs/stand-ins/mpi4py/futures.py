# SPDX-License-Identifier: MIT
"""Stand-in for mpi4py: a pool of processes on this machine. As a program it runs its argument."""
import runpy
import sys
from concurrent.futures import ProcessPoolExecutor as MPIPoolExecutor

if __name__ == "__main__":
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")
