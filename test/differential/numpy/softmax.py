"""The softmax of an array, over its last dimension: softmax.py FROM.npy TO.npy."""

import json
import sys

import numpy as np

x = np.load(sys.argv[1]).astype(np.float64)
exponents = np.exp(x - x.max(-1, keepdims=True))
np.save(sys.argv[2], (exponents / exponents.sum(-1, keepdims=True)).astype(np.float32))
print(json.dumps(x.shape))
