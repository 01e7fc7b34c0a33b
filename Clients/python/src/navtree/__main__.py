"""`python -m navtree` is the binary."""

import os
import sys

from ._binary import find_binary

if __name__ == "__main__":
    binary = find_binary()
    os.execv(binary, ["navtree", *sys.argv[1:]])
