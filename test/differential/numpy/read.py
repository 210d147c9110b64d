"""What numpy reads in .npy files: read.py FILE..."""

import json
import sys

import numpy as np

print(json.dumps([{"type": a.dtype.str, "shape": list(a.shape), "bytes": np.ascontiguousarray(a).tobytes().hex()} for a in map(np.load, sys.argv[1:])]))
