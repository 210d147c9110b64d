#!/usr/bin/env python3
"""Replays described operations of PyTorch: calls each operator with tensors made by its description, and times it.

    python3 replay.py operations.json
    python3 replay.py --filter=aten::mm --device=cuda --repetitions=100 operations.json
    python3 replay.py --format=jsonl operations.json

operations.json is what `ireereplay torch ops -o` writes, or TraceLens' Event Replay. It needs PyTorch, 1.13 or later, and nothing else.

Each operation is called on data made for it, not on the program's, which traces do not have: floats of the normal distribution, whole numbers and
indices within the bounds that the description gives, booleans. The same seed gives the same data. Operators that write their arguments get
fresh copies for every call. What cannot be replayed is listed with its reason, one of REASONS. Operators are called in a process of their own:
one that ends it is told, and the next ones are called in another.
"""

import argparse
import json
import math
import signal
import statistics
import subprocess
import sys
import time


def load():
    """Imports PyTorch, which takes seconds: only the process that calls operators needs it."""
    global torch
    try:
        import torch
    except ImportError as error:
        sys.exit(f"PyTorch is not installed for {sys.executable}: {error}")


# Why an operation was not replayed.
REASONS = {
    "unknown-argument": "an argument that has to be given is not known",
    "no-operator": "this PyTorch has no such operator or overload",
    "other-device": "the operator does not exist on this device",
    "type": "this PyTorch has no such type, or makes no tensors of it",
    "memory": "its tensors need more memory than --memory allows",
    "description": "the description contradicts itself",
    "refused": "PyTorch refused the arguments",
    "ended": "the operator ended its process",
}

# By their names in C++, which traces have; long and long int are one.
DTYPES = {
    "float": "float32",
    "double": "float64",
    "c10::Half": "float16",
    "c10::BFloat16": "bfloat16",
    "c10::Float8_e4m3fn": "float8_e4m3fn",
    "c10::Float8_e4m3fnuz": "float8_e4m3fnuz",
    "c10::Float8_e5m2": "float8_e5m2",
    "c10::Float8_e5m2fnuz": "float8_e5m2fnuz",
    "c10::complex<float>": "complex64",
    "c10::complex<double>": "complex128",
    "long int": "int64",
    "long": "int64",
    "long long": "int64",
    "int": "int32",
    "short int": "int16",
    "short": "int16",
    "signed char": "int8",
    "char": "int8",
    "unsigned char": "uint8",
    "bool": "bool",
}

# Operators that give another view of their tensor and neither read nor write its elements: memory for these is reserved, and never used.
VIEWS = {
    f"aten::{name}"
    for name in (
        "_reshape_alias alias as_strided as_strided_ chunk detach detach_ diagonal expand expand_as lift_fresh movedim narrow permute select slice "
        "split split_with_sizes squeeze swapaxes t transpose unbind unflatten unfold unsqueeze view view_as"
    ).split()
}


class NotReplayed(Exception):
    """Why an operation cannot be replayed: a reason and a sentence."""

    def __init__(self, reason, message):
        super().__init__(message)
        self.reason = reason


def dtype_of(name):
    found = getattr(torch, DTYPES.get(name, ""), None)
    if found is None:
        raise NotReplayed("type", f"a tensor of {name}, a type that this PyTorch does not have")
    return found


def span(shape, strides):
    """How many elements lie from the first of a tensor to its last."""
    if 0 in shape:
        return 0
    return 1 + sum((size - 1) * stride for size, stride in zip(shape, strides))


def contiguous(shape):
    strides = []
    reached = 1
    for size in reversed(shape):
        strides.insert(0, reached)
        reached *= max(size, 1)
    return strides


class Made:
    """A tensor on storage of its own. `fresh` gives it with the data that it had at first."""

    def __init__(self, described, beside, fallback, used, options):
        self.shape = described["shape"]
        self.assumed = []
        dtype = described.get("dtype")
        if dtype is None:
            self.assumed.append(f"its tensors are of type {fallback}")
        strides = described.get("strides")
        if strides is None:
            self.assumed.append("its tensors are contiguous")
        self.strides = contiguous(self.shape) if strides is None else strides
        self.offset = beside.get("storage_offset", 0)
        elements = max(span(self.shape, self.strides) + self.offset, beside.get("storage_elements", 0))
        self.dtype = dtype_of(fallback if dtype is None else dtype)
        init = beside.get("init", described.get("init"))
        try:
            if used:
                options.reserve(elements * torch.empty((), dtype=self.dtype).element_size())
                self.storage = self.filled(elements, init, beside, options.device)
            else:
                self.storage = torch.empty(elements, dtype=self.dtype, device=options.device)
        except (RuntimeError, NotImplementedError) as error:
            raise NotReplayed("type", f"no values of {self.dtype} are made: {first_line(error)}") from error
        self.first = None

    def filled(self, elements, init, beside, device):
        floating = self.dtype.is_floating_point or self.dtype.is_complex
        if init is None:
            # As memory is; but zeros, so that the same seed gives the same.
            return torch.zeros(elements, dtype=self.dtype, device=device)
        if init == "integers":
            return torch.randint(beside["least"], beside["most"] + 1, (elements,), device=device).to(self.dtype)
        if init == "offsets":
            return (torch.arange(elements, device=device) * beside["most"] // max(elements - 1, 1)).to(self.dtype)
        if init == "booleans" or self.dtype == torch.bool:
            return torch.randint(0, 2, (elements,), device=device).to(self.dtype)
        if init == "probabilities":
            return torch.rand(elements, device=device).to(self.dtype)
        if not floating:
            # TraceLens says "normal" of integers, too.
            return torch.randint(1, 9, (elements,), device=device).to(self.dtype)
        made = torch.randn(elements, dtype=self.dtype if self.dtype.is_complex else torch.float32, device=device)
        return (made.abs() if init == "positive" else made).to(self.dtype)

    def tensor(self):
        # Not as_strided: what that gives is a view, which some operators refuse.
        has_untyped = hasattr(self.storage, "untyped_storage")
        storage = self.storage.untyped_storage() if has_untyped else self.storage.storage()
        return torch.empty(0, dtype=self.dtype, device=self.storage.device).set_(storage, self.offset, self.shape, self.strides)

    def keep(self):
        """From now on `fresh` gives the data that it has now."""
        self.first = self.storage.clone()

    def fresh(self):
        self.storage = self.first.clone()
        return self.tensor()


def first_line(error):
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]


def scalar(value):
    """JSON has no NaN and no complex numbers: they are texts."""
    if not isinstance(value, str):
        return value
    return complex(value.strip("()")) if value.strip("()").endswith("j") else float(value)


def base_of(type_text):
    """A type without what it aliases: "Tensor", "Tensor[]", "int[]"; a question mark is kept."""
    text = ""
    depth = 0
    for letter in type_text:
        depth += letter == "("
        if depth == 0:
            text += letter
        depth -= letter == ")"
    return text


class Call:
    """An operation with its arguments made."""

    def __init__(self, operation, options):
        self.name = operation["op_name"]
        beside = operation.get("ireereplay", {})
        self.overload = beside.get("overload")
        self.assumed = []
        self.made = []
        listed = operation["replay_ir"]
        everything = listed["list_pos_args"] + listed["list_kwargs"]
        self.used = self.name not in VIEWS
        self.writes = self.used and any("!" in each["arg_type"] for each in everything)
        # Tensors of a list have no type in traces: they are taken to be of the first tensor's.
        dtypes = [each["value"]["dtype"] for each in everything if isinstance(each["value"], dict) and each["value"].get("dtype")]
        self.fallback = next((each for each in dtypes if DTYPES.get(each, "").startswith(("float", "bfloat"))), "float")
        self.function = self.find()
        everything = [each for each in everything if self.takes(each)]
        options.begin()
        self.positional = [self.argument(each, options) for each in everything if any(each is one for one in listed["list_pos_args"])]
        self.keywords = {each["arg_name"]: self.argument(each, options) for each in everything if any(each is one for one in listed["list_kwargs"])}
        if self.writes:
            for each in self.made:
                each.keep()

    def make(self, described, beside, options):
        made = Made(described, beside, self.fallback, self.used, options)
        self.made.append(made)
        self.assumed += [each for each in made.assumed if each not in self.assumed]
        return made

    def argument(self, each, options):
        value = each["value"]
        type_text = base_of(each["arg_type"])
        bare = type_text.rstrip("?")
        if bare == "Device" and (value is None or "unknown" in each):
            return options.device if "unknown" in each and not type_text.endswith("?") else None
        if value is None:
            if not type_text.endswith("?"):
                raise NotReplayed("unknown-argument", f"{each['arg_name']}, {each['arg_type']}, is not known ({each.get('unknown', 'no value')})")
            return None
        if each.get("unknown") and not isinstance(value, (dict, list)):
            self.assumed.append(f"{each['arg_name']} is {value!r}, the default")
        if isinstance(value, dict):
            return self.make(value, each.get("tensor", {}), options)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return [self.make(one, one, options) for one in value]
        if bare in ("float", "Scalar", "complex"):
            return scalar(value)
        if isinstance(value, list) and bare.startswith(("float[", "Scalar[")):
            return [scalar(one) for one in value]
        return value

    def find(self):
        """The operator: by its overload, or for descriptions without one by its arguments."""
        library, _, name = self.name.partition("::")
        try:
            packet = getattr(getattr(torch.ops, library), name)
            if self.overload is None:
                return packet
            return getattr(packet, self.overload[len(self.name) + 1 :] or "default")
        except (AttributeError, RuntimeError) as error:
            raise NotReplayed("no-operator", f"{self.overload or self.name} is not in this PyTorch") from error

    def takes(self, each):
        """Whether the operator has the argument in this PyTorch. One that another version has may be missing where it says nothing: None, False."""
        schema = getattr(self.function, "_schema", None)
        if schema is None or any(one.name == each["arg_name"] for one in schema.arguments):
            return True
        if each["value"] is not None and each["value"] is not False:
            raise NotReplayed("no-operator", f"{self.overload} has no argument {each['arg_name']} in this PyTorch: {schema}")
        self.assumed.append(f"{each['arg_name']} is left out, which this PyTorch does not have")
        return False

    def arguments(self):
        def given(value):
            if isinstance(value, Made):
                return value.fresh() if self.writes else value.tensor()
            if isinstance(value, list):
                return [given(one) for one in value]
            return value

        return [given(each) for each in self.positional], {name: given(each) for name, each in self.keywords.items()}

    def call(self, arguments):
        positional, keywords = arguments
        try:
            return self.function(*positional, **keywords)
        except NotImplementedError as error:
            raise NotReplayed("other-device", first_line(error)) from error
        except Exception as error:  # An operator raises what it likes.
            message = first_line(error)
            if any(each in message for each in OTHER_DEVICE):
                raise NotReplayed("other-device", message) from error
            raise NotReplayed("refused", message) from error


# What PyTorch says of operators, and of pinned memory, that a device does not have.
OTHER_DEVICE = (
    "Could not run",
    "not compiled with",
    "Found no NVIDIA driver",
    "Need to provide pin_memory allocator",
    "Pinned memory requires CUDA",
    "No CUDA GPUs are available",
    "Cannot access accelerator device",
)


class Options:
    """What the command line says, and how much memory an operation has asked for."""

    def __init__(self, parsed):
        self.device = torch.device(parsed.device)
        self.most = int(parsed.memory * 2**30)
        self.reserved = 0

    def begin(self):
        self.reserved = 0

    def reserve(self, size):
        self.reserved += size
        if self.reserved > self.most:
            raise NotReplayed("memory", f"its tensors need {math.ceil(self.reserved / 2**20)} MiB and more")


def timed(call, device, warm_up, repetitions, seconds):
    """Times of calls in nanoseconds: by the device's clock where it has one."""
    for _ in range(warm_up):
        call.call(call.arguments())
    times = []
    end = time.monotonic() + seconds
    while len(times) < repetitions and (not times or time.monotonic() < end):
        arguments = call.arguments()
        if device.type == "cuda":
            begin, done = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            torch.cuda.synchronize(device)
            begin.record()
            call.call(arguments)
            done.record()
            torch.cuda.synchronize(device)
            times.append(begin.elapsed_time(done) * 1e6)
        else:
            before = time.perf_counter_ns()
            call.call(arguments)
            times.append(time.perf_counter_ns() - before)
    return times


def distribution(times):
    ordered = sorted(times)
    quartiles = statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else ordered * 3
    return {
        "calls": len(ordered),
        "least_ns": round(ordered[0]),
        "first_quartile_ns": round(quartiles[0]),
        "median_ns": round(quartiles[1]),
        "third_quartile_ns": round(quartiles[2]),
        "most_ns": round(ordered[-1]),
    }


def replay(operation, options, parsed):
    """What became of an operation, as it is printed."""
    said = {"op_name": operation.get("op_name"), "count": operation.get("count", 1)}
    try:
        torch.manual_seed(parsed.seed)
        call = Call(operation, options)
        said["overload"] = call.overload or call.name
        times = timed(call, options.device, parsed.warm_up, parsed.repetitions, parsed.seconds)
        return {**said, "state": "replayed", **({"assumed": call.assumed} if call.assumed else {}), "times": distribution(times)}
    except NotReplayed as error:
        return {**said, "state": "not-replayed", "reason": error.reason, "message": str(error)}
    except (KeyError, TypeError, IndexError) as error:
        return {**said, "state": "not-replayed", "reason": "description", "message": f"{type(error).__name__}: {first_line(error)}"}


def parse():
    parser = argparse.ArgumentParser(description="Replays described operations of PyTorch and times them.")
    parser.add_argument("file", help="descriptions, as `ireereplay torch ops -o` writes them")
    parser.add_argument("--device", default="cpu", help="cpu (the default), cuda, cuda:1, ...")
    parser.add_argument("--filter", action="append", default=[], metavar="TEXT", help="only operations with this in their names; repeatable")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N of these")
    parser.add_argument("--stop-on-error", action="store_true", help="end at the first that is not replayed")
    parser.add_argument("--warm-up", type=int, default=2, metavar="N", help="calls before those that are timed (2)")
    parser.add_argument("--repetitions", type=int, default=20, metavar="N", help="timed calls at most (20)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="no further call of an operation after so long (0.5)")
    parser.add_argument("--memory", type=float, default=4, metavar="GIB", help="for an operation's tensors at most (4)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the data (1)")
    parser.add_argument("--format", choices=["text", "jsonl"], default="text", help="jsonl: a line of JSON for each operation, then the summary")
    parser.add_argument("--from", dest="first", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


def text_of(said):
    if said["state"] == "not-replayed":
        return f"{'-':>12}  {said['op_name']}: {REASONS[said['reason']]}: {said['message']}"
    times = said["times"]
    assumed = f" (assumed: {'; '.join(said['assumed'])})" if "assumed" in said else ""
    least, median, most = (times[f"{name}_ns"] / 1e3 for name in ("least", "median", "most"))
    return f"{median:9.1f} us  {said['overload']}, {least:.1f} to {most:.1f} us, {times['calls']} calls{assumed}"


def chosen(parsed):
    with open(parsed.file, encoding="utf-8") as file:
        operations = json.load(file)
    if parsed.filter:
        operations = [each for each in operations if any(text in each.get("op_name", "") for text in parsed.filter)]
    return operations[: parsed.limit]


def call_from(first, parsed):
    """Calls the operators from this one on, in this process: a line with what PyTorch it is, and one for each operation."""
    load()
    options = Options(parsed)
    print(json.dumps({"pytorch": torch.__version__, "device": str(options.device)}), flush=True)
    with torch.no_grad():
        for operation in chosen(parsed)[first:]:
            print(json.dumps(replay(operation, options, parsed)), flush=True)


def outcomes(operations, about):
    """What became of each operation, in order. `about` gets what PyTorch it is."""
    done = 0
    while done < len(operations) or not about:
        command = [sys.executable, __file__, *sys.argv[1:], f"--from={done}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                for line in process.stdout:
                    said = json.loads(line)
                    if "op_name" not in said:
                        about.update(said)
                        continue
                    done += 1
                    yield said
            except GeneratorExit:
                process.kill()
                raise
        if process.returncode > 0 or not about:
            # It has said why.
            raise SystemExit(1)
        if process.returncode < 0 and done < len(operations):
            operation = operations[done]
            message = f"by {signal.Signals(-process.returncode).name}"
            done += 1
            said = {"op_name": operation.get("op_name"), "count": operation.get("count", 1)}
            yield {**said, "state": "not-replayed", "reason": "ended", "message": message}


def main():
    parsed = parse()
    if parsed.first is not None:
        call_from(parsed.first, parsed)
        return
    operations = chosen(parsed)
    about = {}
    replayed = 0
    reasons = {}
    for said in outcomes(operations, about):
        print(json.dumps(said) if parsed.format == "jsonl" else text_of(said), flush=True)
        if said["state"] == "replayed":
            replayed += 1
            continue
        reasons[said["reason"]] = reasons.get(said["reason"], 0) + 1
        if parsed.stop_on_error:
            break
    if parsed.format == "jsonl":
        print(json.dumps({**about, "operations": len(operations), "replayed": replayed, "reasons": reasons}))
        return
    print(f"\n{replayed} of {len(operations)} replayed by PyTorch {about['pytorch']} on {about['device']}")
    for reason, count in sorted(reasons.items(), key=lambda each: -each[1]):
        print(f"  {count} not: {REASONS[reason]}")


if __name__ == "__main__":
    main()
