# SPDX-License-Identifier: MIT
"""In the place of mpi4py: a pool of processes of this machine; as a program, what it runs."""
import runpy
import sys
from concurrent.futures import ProcessPoolExecutor as MPIPoolExecutor

if __name__ == "__main__":
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")
