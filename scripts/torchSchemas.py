"""Writes the operators' schemas of the PyTorch that runs this into a table, beside those of other versions that are in it.

    python3 scripts/torchSchemas.py engine/torch/schemas.txt

The table has a section for each version, the newest first: a line `# PyTorch 2.8.0`, then its schemas, one a line, sorted, as PyTorch prints
them. The newest section is whole; an older one has what takes other arguments than every newer one's operator of that name and overload, so
that a trace of that version is read as it was written. A section is replaced by running this again with its version.

Only what PyTorch's dispatcher knows is in it: the profiler sees nothing else, and TorchScript has more of the same names. Operators of
PyTorch's own tests and of its static runtime are left out.
"""

import re
import sys

import torch

PREAMBLE = "# Schemas of PyTorch's operators: names and types. Made by scripts/torchSchemas.py, which says what is in it.\n"


def has(name):
    """Whether the dispatcher knows an operator, by its name with its overload."""
    return torch._C._dispatch_has_kernel(name)


def installed():
    """The version, and the schemas by name with overload."""
    schemas = {}
    for schema in torch._C._jit_get_all_schemas():
        if schema.name.startswith(("_test::", "static_runtime::")):
            continue
        overload = f".{schema.overload_name}" if schema.overload_name else ""
        if has(schema.name + overload):
            schemas[schema.name + overload] = str(schema)
    return re.match(r"\d+(\.\d+)*", torch.__version__).group(), schemas


def sections(path):
    """What the table has: a dictionary of schemas for each version."""
    found = {}
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return found
    for line in lines[1:]:
        if line.startswith("# PyTorch "):
            current = found.setdefault(line.removeprefix("# PyTorch "), {})
        else:
            current[line.split("(", 1)[0]] = line
    return found


def arguments(schema):
    """What an operation of a trace is matched by: the arguments' names and types. A SymInt is an int, and aliases do not matter."""
    taken = schema[: schema.rindex("->")]
    return re.sub(r"\([a-z][^()]*\)|=(\[[^]]*\]|\"[^\"]*\"|[^,)]+)", "", taken.split("(", 1)[1].replace("SymInt", "int"))


def number(version):
    return [int(part) for part in re.findall(r"\d+", version)]


def main(path):
    version, own = installed()
    table = {**sections(path), version: own}
    newer = {}
    with open(path, "w", encoding="utf-8") as file:
        file.write(PREAMBLE)
        for each in sorted(table, key=number, reverse=True):
            file.write(f"# PyTorch {each}\n")
            for name in sorted(table[each]):
                schema = table[each][name]
                taken = arguments(schema)
                if taken not in newer.setdefault(name, []):
                    newer[name].append(taken)
                    file.write(schema + "\n")


main(sys.argv[1])
