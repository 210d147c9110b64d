"""Computes what the softmax of the transformer block works on from the block's inputs: block.py X.npy FOLDER.

Writes logits.npy and probs.npy. The weights are those of test/fixtures/record/inputs.py, drawn in the same order from the same
generator.
"""

import json
import pathlib
import sys

import numpy as np


def steps(rng, shape, levels, step):
    return (rng.integers(-levels, levels + 1, shape) * step).astype(np.float32)


def main(x, folder, tokens=64, width=128, heads=4):
    rng = np.random.default_rng(303)
    per_head = width // heads
    x = np.load(x)[0].astype(np.float64)
    gain = (1 + steps(rng, (width,), 4, 1 / 32)).astype(np.float32)
    bias = steps(rng, (width,), 4, 1 / 32)
    normal = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * gain + bias

    def split():
        weight = steps(rng, (width, width), 8, 1 / 128)
        offset = steps(rng, (width,), 8, 1 / 64)
        return (normal @ weight + offset).reshape(tokens, heads, per_head).transpose(1, 0, 2)

    q, k = split(), split()
    logits = q @ k.transpose(0, 2, 1) / np.sqrt(per_head)
    exponents = np.exp(logits - logits.max(-1, keepdims=True))
    np.save(folder / "logits.npy", logits.astype(np.float32))
    np.save(folder / "probs.npy", (exponents / exponents.sum(-1, keepdims=True)).astype(np.float32))
    print(json.dumps(logits.shape))


main(sys.argv[1], pathlib.Path(sys.argv[2]))
