#!/usr/bin/env python3
"""Writes a described operation of PyTorch as MLIR for IREE's compiler, with its inputs and with what PyTorch computes of them.

    python3 export.py operation.json FOLDER

operation.json has one operation, as `ireereplay torch ops -o` writes it. FOLDER gets the MLIR, and the elements of each input and result, as they
lie in memory: input0.bin, result0.bin. A line of JSON says what they are. The inputs are those that replay.py, beside this script,
makes of the same seed; results.py says which results are not always the same.

With iree-turbine (pip install iree-turbine) the MLIR is what torch.export and iree.turbine.aot make of a module that calls the operator. Without it, and
for a compiler that refuses that, it is one operation of torch-mlir's dialect, which IREE's compiler knows for many operators.
"""

import argparse
import ctypes
import json
import os
import sys

import replay


class NotExported(Exception):
    """Why an operation has no MLIR, in a sentence."""


# Of torch-mlir, and, where that differs, what iree-run-module calls it.
ELEMENTS = {
    **{"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "bool": "i1"},
    **{"int64": "si64", "int32": "si32", "int16": "si16", "int8": "si8", "uint8": "ui8"},
    **{"float8_e4m3fn": "f8E4M3FN", "float8_e4m3fnuz": "f8E4M3FNUZ", "float8_e5m2": "f8E5M2", "float8_e5m2fnuz": "f8E5M2FNUZ"},
}


def element_of(tensor):
    name = str(tensor.dtype).replace("torch.", "")
    if name not in ELEMENTS:
        raise NotExported(f"tensors of {name}, a type that IREE does not have")
    return ELEMENTS[name]


def type_of(tensor):
    """As --input of iree-run-module has it: 4x5xf32."""
    return "x".join([*map(str, tensor.shape), element_of(tensor).replace("si", "i")])


def elements(tensor):
    """Its bytes, the last dimension first."""
    dense = tensor.detach().contiguous().cpu()
    return ctypes.string_at(dense.data_ptr(), dense.numel() * dense.element_size()) if dense.numel() > 0 else b""


def write(data, *path):
    with open(os.path.join(*path), "wb") as file:
        file.write(data)


def memory_order(tensor):
    """The dimensions in the order in which the tensor lies in memory; None where it has gaps there, or overlaps itself."""
    order = sorted(range(tensor.dim()), key=lambda each: -tensor.stride(each))
    return order if tensor.permute(order).is_contiguous() else None


class Input:
    """A tensor that the operation takes, as it is given to IREE: dense, its dimensions in the order in which they lie in memory."""

    def __init__(self, tensor):
        self.order = memory_order(tensor)
        dims = list(range(tensor.dim()))
        self.back = None if self.order is None or self.order == dims else [self.order.index(each) for each in dims]
        self.tensor = (tensor if self.back is None else tensor.permute(self.order)).contiguous()
        self.shape = list(tensor.shape)

    def taken(self, given):
        """What the operation takes, of what it is given."""
        return given if self.back is None else given.permute(self.back)


class Operation:
    """A call with its inputs in order, and what of its arguments and results is which."""

    def __init__(self, described, options):
        self.call = replay.Call(described, options)
        self.schema = getattr(self.call.function, "_schema", None)
        if self.schema is None:
            raise NotExported(f"the description of {self.call.name} names no overload")
        self.inputs = [Input(each.tensor()) for each in self.call.made]
        self.made = {id(each): index for index, each in enumerate(self.call.made)}

    def arguments(self, tensors):
        """The operator's arguments with these tensors in them."""

        def given(value):
            if isinstance(value, list):
                return [given(each) for each in value]
            return tensors[self.made[id(value)]] if isinstance(value, replay.Made) else value

        return [given(each) for each in self.call.positional], {name: given(each) for name, each in self.call.keywords.items()}

    def results(self, given):
        """What the operator computes of tensors that are given as IREE is: what it returns, and what it writes."""
        taken = [one.taken(each) for one, each in zip(self.inputs, given)]
        if self.call.writes:
            taken = [each.clone() for each in taken]
        positional, keywords = self.arguments(taken)
        returned = self.call.call((positional, keywords))
        parts = list(returned) if len(self.schema.returns) > 1 else [returned]
        own = [part for part, each in zip(parts, self.schema.returns) if not is_written(each)]
        written = [value for value, each in zip(positional, self.schema.arguments) if is_written(each)]
        written += [keywords[each.name] for each in self.schema.arguments if is_written(each) and each.name in keywords]
        return tuple(tensors_of(own + written))


def is_written(each):
    return each.alias_info is not None and each.alias_info.is_write


def tensors_of(values):
    """The tensors among them. Numbers are left out: IREE has them while it compiles."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from tensors_of(value)
        elif isinstance(value, torch.Tensor):
            yield value


def module_of(operation):
    """A module that calls the operator, and what it is given."""

    class Module(torch.nn.Module):
        def forward(self, *given):
            return operation.results(given)

    return Module(), tuple(each.tensor for each in operation.inputs)


def by_turbine(operation, _):
    """As a user of iree-turbine exports a module."""
    from iree.turbine import aot

    module, given = module_of(operation)
    return str(aot.export(module, args=given).mlir_module)


def by_parts(operation, _):
    """With operators that PyTorch itself composes of others taken apart, for the compiler knows not all of these."""
    from iree.turbine import aot

    composite = torch._C.DispatchKey.CompositeImplicitAutograd
    parts = {each: how for each, how in torch.export.default_decompositions().items() if each.has_kernel_for_dispatch_key(composite)}
    return taken_apart(operation, {**parts, **aot.decompositions.current_aot_decompositions()})


def by_core(operation, _):
    """In PyTorch's core operators alone, which takes apart what differentiates norms."""
    return taken_apart(operation, None)


def taken_apart(operation, how):
    from iree.turbine import aot

    module, given = module_of(operation)
    return str(aot.export(torch.export.export(module, given).run_decompositions(how)).mlir_module)


class Lines:
    """The body of a function, written line by line."""

    def __init__(self):
        self.lines = []
        self.values = 0

    def add(self, text, count=1):
        """A line that gives so many values; their name."""
        name = f"%{self.values}"
        self.values += 1
        self.lines.append(f"    {name if count == 1 else f'{name}:{count}'} = {text}" if count > 0 else f"    {text}")
        return name

    def listed(self, values, kind):
        names, types = zip(*values) if values else ((), ())
        made = f"!torch.list<{kind}>"
        return self.add(f"torch.prim.ListConstruct {', '.join(names)} : ({', '.join(types)}) -> {made}"), made

    def constant(self, value, floating):
        """A value of PyTorch, and its type."""
        if value is None:
            return self.add("torch.constant.none"), "!torch.none"
        if isinstance(value, bool):
            return self.add(f"torch.constant.bool {str(value).lower()}"), "!torch.bool"
        if isinstance(value, float) or (isinstance(value, int) and floating):
            return self.add(f"torch.constant.float {float_text(float(value))}"), "!torch.float"
        if isinstance(value, int):
            return self.add(f"torch.constant.int {value}"), "!torch.int"
        if isinstance(value, str):
            return self.add(f"torch.constant.str {json.dumps(value)}"), "!torch.str"
        if isinstance(value, torch.device):
            return self.add(f'torch.constant.device "{value}"'), "!torch.Device"
        raise NotExported(f"an argument is {value!r}, which MLIR has no constant for")


def float_text(value):
    """MLIR has no names for what is not finite: its bits are given."""
    if value in (float("inf"), float("-inf")) or value != value:
        return f"0x{int.from_bytes(ctypes.string_at(ctypes.byref(ctypes.c_double(value)), 8), sys.byteorder):016X}"
    return f"{value:.17e}"


def tensor_type(tensor, shape=None):
    return f"!torch.vtensor<[{','.join(map(str, tensor.shape if shape is None else shape))}],{element_of(tensor)}>"


def by_schema(operation, returned):
    """MLIR of the operator alone, in torch-mlir's dialect. `returned` are its results."""
    if operation.call.writes:
        raise NotExported(f"{operation.call.overload} writes its arguments, which MLIR of the operator alone cannot say")
    lines = Lines()
    given = [f"%arg{index}: {tensor_type(each.tensor)}" for index, each in enumerate(operation.inputs)]
    taken = []
    for index, each in enumerate(operation.inputs):
        name = f"%arg{index}"
        kind = tensor_type(each.tensor, each.shape)
        if each.back is not None:
            order, order_kind = lines.listed([lines.constant(one, False) for one in each.back], "int")
            name = lines.add(f"torch.aten.permute {name}, {order} : {tensor_type(each.tensor)}, {order_kind} -> {kind}")
        taken.append((name, kind))

    def argument(value, kind):
        if isinstance(value, tuple):
            return value
        if isinstance(value, list):
            kind = kind.rpartition("[")[0] or kind
            values = [argument(each, kind) for each in value]
            of_list = {each for _, each in values}
            return lines.listed(values, "vtensor" if any("vtensor" in each for each in of_list) else of_list.pop()[7:] if len(of_list) == 1 else "int")
        return lines.constant(value, "float" in kind)

    positional, keywords = operation.arguments(taken)
    by_name = {each.name: value for each, value in zip(operation.schema.arguments, positional)}
    by_name.update(keywords)
    arguments = []
    for each in operation.schema.arguments:
        value = by_name[each.name] if each.name in by_name else each.default_value if each.has_default_value() else None
        arguments.append(argument(value, replay_type(each)))
    names, types = zip(*arguments) if arguments else ((), ())
    results = [tensor_type(each) for each in returned]
    name = f"torch.{operation.call.overload.replace('::', '.')}"
    is_list = len(operation.schema.returns) == 1 and "List" in str(operation.schema.returns[0].type)
    gives = "!torch.list<vtensor>" if is_list else results[0] if len(results) == 1 else f"({', '.join(results)})"
    call = lines.add(f'"{name}"({", ".join(names)}) : ({", ".join(types)}) -> {gives}', 1 if is_list else len(results))
    if is_list:
        call = lines.add(f"torch.prim.ListUnpack {call} : {gives} -> {', '.join(results)}", len(results))
    values = [call] if len(results) == 1 else [f"{call}#{index}" for index in range(len(results))]
    head = f"func.func @main({', '.join(given)}) -> ({', '.join(results)}) attributes {{torch.assume_strict_symbolic_shapes}}"
    body = "\n".join([*lines.lines, f"    return {', '.join(values)} : {', '.join(results)}"])
    return f"module @module {{\n  {head} {{\n{body}\n  }}\n}}\n"


def replay_type(argument):
    """The argument's type as schemas write it, as far as it is told from others: float, int, float[]."""
    text = str(argument.type)
    return f"{'float' if 'float' in text else 'int'}{'[]' if 'List' in text else ''}"


# By what, to which file: the compiler is given the first, and the next where it refuses that.
WAYS = [
    ("torch.export and iree-turbine", by_turbine, "turbine.mlir"),
    ("torch.export of its parts and iree-turbine", by_parts, "parts.mlir"),
    ("torch.export in core operators and iree-turbine", by_core, "core.mlir"),
    ("the operator's schema", by_schema, "operator.mlir"),
]


def write_mlir(operation, returned, folder):
    """Writes the MLIR of each way that there is; what they are, and why the others are not."""
    written = []
    refused = []
    for by, way, name in WAYS:
        try:
            text = way(operation, returned)
        except ImportError as error:
            why = f"iree-turbine is not installed for {sys.executable} (pip install iree-turbine): {replay.first_line(error)}"
            refused += [] if any(each["why"] == why for each in refused) else [{"by": by, "why": why}]
        except Exception as error:  # torch.export and iree-turbine raise what they like.
            kind = "" if isinstance(error, NotExported) else f"{type(error).__name__}: "
            refused.append({"by": by, "why": kind + " ".join(str(error).split())[:300]})
        else:
            write(text.encode(), folder, name)
            written.append({"by": by, "file": name})
    return written, refused


def computed(operation, seed):
    torch.manual_seed(seed)
    # Some operators write what their schema does not say, such as the averages of batch_norm.
    return operation.results([each.tensor.clone() for each in operation.inputs])


def incomparable(operation, found, options, seed):
    """For each result why PyTorch's need not be IREE's; None where it should."""
    import results

    call = operation.call
    if call.name in results.UNWRITTEN:
        return ["unwritten"] * len(found)
    others = []
    for at, byte in ((1, 0x3C), (2, 0x5B)):
        results.fill_free_memory(options.device, byte, [])
        others.append(computed(operation, seed + at))
    results.fill_free_memory(options.device, 0, [])
    if results.is_random(call) or not all([*map(elements, other)] == [*map(elements, found)] for other in others):
        return ["random"] * len(found)
    kind = "unstable" if results.UNSTABLE.search(call.name) else None
    chooses = results.CHOOSING.search(call.name)
    return ["choice" if chooses and not each.is_floating_point() else kind for each in found]


def export(described, parsed):
    options = replay.Options(parsed)
    torch.manual_seed(parsed.seed)
    operation = Operation(described, options)
    results = computed(operation, parsed.seed)
    if not results:
        raise NotExported("it gives no tensor")
    written, refused = write_mlir(operation, results, parsed.folder)
    kinds = incomparable(operation, results, options, parsed.seed)
    said = {"mlir": written, "refused": refused, "inputs": [], "results": []}
    for index, each in enumerate(operation.inputs):
        write(elements(each.tensor), parsed.folder, f"input{index}.bin")
        said["inputs"].append(type_of(each.tensor))
    for index, (each, kind) in enumerate(zip(results, kinds)):
        write(elements(each), parsed.folder, f"result{index}.bin")
        said["results"].append({"type": type_of(each), **({} if kind is None else {"incomparable": kind})})
    gaps = sum(each.order is None for each in operation.inputs)
    assumed = [*operation.call.assumed, *(["tensors that overlap themselves or have gaps are dense"] if gaps > 0 else [])]
    times = replay.timed(operation.call, options.device, parsed.warm_up, parsed.repetitions, parsed.seconds)
    return {**said, "assumed": assumed, "times": replay.distribution(times, False), "threads": torch.get_num_threads()}


def parse():
    parser = argparse.ArgumentParser(description="Writes a described operation of PyTorch as MLIR, with its inputs and results.")
    parser.add_argument("file", help="one operation, as `ireereplay torch ops -o` writes it")
    parser.add_argument("folder", help="where the files go")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the data (1)")
    parser.add_argument("--memory", type=float, default=4, metavar="GIB", help="for its tensors at most (4)")
    parser.add_argument("--warm-up", type=int, default=2, metavar="N", help="calls before those that are timed (2)")
    parser.add_argument("--repetitions", type=int, default=100, metavar="N", help="timed calls at most (100)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="no further call after so long (0.5)")
    # Results are wanted, so that views have data, too.
    parser.set_defaults(device="cpu", input=[], results="", expected=None)
    return parser.parse_args()


def main():
    parsed = parse()
    replay.load()
    global torch
    torch = replay.torch
    with open(parsed.file, encoding="utf-8") as file:
        [described] = json.load(file)
    said = {"pytorch": torch.__version__}
    try:
        with torch.no_grad():
            said.update(export(described, parsed))
    except replay.NotReplayed as error:
        said["failure"] = f"{replay.REASONS[error.reason]}: {error}"
    except NotExported as error:
        said["failure"] = str(error)
    print(json.dumps(said))


if __name__ == "__main__":
    main()
