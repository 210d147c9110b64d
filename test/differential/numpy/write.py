"""Writes an array of every kind that .npy files hold, and the elements of each in plain order beside it: write.py FOLDER."""

import json
import pathlib
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])
kinds = ["f8", "f4", "f2", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "b1", "c8", "c16", "S3", "U2", "M8[s]", "V2"]
shapes = [(), (7,), (2, 3), (2, 3, 4), (0, 3)]
written = []
for kind in kinds:
    for shape in shapes:
        for order in "<>":
            for layout in "CF":
                dtype = np.dtype(kind).newbyteorder(order)
                size = int(np.prod(shape)) * dtype.itemsize
                raw = bytes((i * 37 + 11) % 2 if kind == "b1" else (i * 37 + 11) % 120 for i in range(size))
                if kind == "U2":
                    raw = b"".join(np.array(97 + i % 20, order + "u4").tobytes() for i in range(size // 4))
                array = np.frombuffer(raw, dtype).reshape(shape)
                array = np.asfortranarray(array) if layout == "F" and shape != () else array
                name = f"{len(written)}"
                np.save(folder / f"{name}.npy", array)
                plain = np.ascontiguousarray(array.astype(dtype.newbyteorder("<")))
                (folder / f"{name}.bin").write_bytes(plain.tobytes())
                written.append({"name": name, "kind": kind, "shape": list(shape), "order": order, "layout": layout})
print(json.dumps(written))
