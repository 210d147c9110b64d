#!/usr/bin/env python3
"""Replays described operations of PyTorch: calls each operator with tensors made by its description, and times it.

    python3 replay.py operations.json
    python3 replay.py --filter=aten::mm --device=cuda --repetitions=100 operations.json
    python3 replay.py --results=there operations.json
    python3 replay.py --expected=there --device=cuda operations.json

operations.json is what `ireereplay torch ops -o` writes, or TraceLens' Event Replay. It needs PyTorch, 1.13 or later, results.py beside it where
results are kept or compared, and nothing else.

Each operation is called on data made for it, not on the program's, which traces do not have: floats about as the normal distribution has them,
whole numbers and indices within the bounds that the description gives, booleans. The same seed gives the same data, bit for bit, on every device
and with every version of PyTorch. --input gives an argument other data. Operators that write their arguments get fresh copies for every call.
What cannot be replayed is listed with its reason, one of REASONS. Operators are called in a process of their own: one that ends it, or takes longer
than --timeout, is told, and the next ones are called in another.
"""

import argparse
import json
import math
import os
import signal
import statistics
import subprocess
import sys
import threading
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
    "type": "this PyTorch has no such type, or cannot create tensors of it",
    "memory": "its tensors need more memory than --memory allows",
    "description": "the description contradicts itself",
    "input": "the data of --input is not of its argument's shape and type",
    "refused": "PyTorch refused the arguments",
    "ended": "the operator ended its process, or failed on the device",
    "time-out": "it took longer than --timeout",
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


# After so many elements data begins anew: a prime, so that rows of tensors do not.
PERIOD = 1048573


def signed(number):
    """A number of 64 bits as Python has them, as PyTorch's type has them."""
    number &= 2**64 - 1
    return number - 2**64 if number >= 2**63 else number


def mixed(count, key):
    """Numbers of 64 bits that look random, by the finalizer of SplitMix64. Integers are the same on every machine."""
    bits = torch.arange(count) * signed(0x9E3779B97F4A7C15) + signed(key)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        bits = (bits ^ ((bits >> shift) & (2 ** (64 - shift) - 1))) * signed(factor)
    return bits


def values(bits, init, beside, dtype):
    """Elements of a type by their initialization. What is computed in floats is one product, which is rounded alike everywhere."""
    if init == "integers":
        return ((bits & (2**62 - 1)) % (beside["most"] - beside["least"] + 1) + beside["least"]).to(dtype)
    if init == "booleans" or dtype == torch.bool:
        return ((bits >> 33) & 1).to(dtype)
    if init == "probabilities":
        return ((bits & (2**24 - 1)).double() * 2**-24).to(dtype)
    if not dtype.is_floating_point and not dtype.is_complex:
        # TraceLens says "normal" of integers, too.
        return ((bits & (2**62 - 1)) % 8 + 1).to(dtype)
    # The sum of four even ones is nearly normal: of variance 1, never 0, and at most 3.47.
    total = sum((bits >> shift) & 0xFFFF for shift in (0, 16, 32, 48))
    normal = (total.double() - (2 * 0xFFFF - 0.5)) * (math.sqrt(3) / 2**16)
    if dtype == torch.complex128:
        return normal
    normal = normal.float()
    return normal if dtype.is_complex else (normal.abs() if init == "positive" else normal).to(dtype)


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
                self.storage = self.filled(elements, init, beside, options)
            else:
                self.storage = torch.empty(elements, dtype=self.dtype, device=options.device)
        except (RuntimeError, NotImplementedError) as error:
            raise NotReplayed("type", f"values of {self.dtype} cannot be created: {first_line(error)}") from error
        self.first = None

    def filled(self, elements, init, beside, options):
        if init is None:
            # As memory is; but zeros, so that the same seed gives the same.
            return torch.zeros(elements, dtype=self.dtype, device=options.device)
        wide = self.dtype.is_complex
        count = min(2 * elements if wide else elements, PERIOD)
        if init == "offsets":
            made = (torch.arange(elements) * beside["most"] // max(elements - 1, 1)).to(self.dtype)
        else:
            made = values(mixed(count, options.key()), init, beside, self.dtype)
        made = made.to(options.device)
        if wide:
            made = torch.view_as_complex(made[: count // 2 * 2].view(-1, 2))
        if made.numel() == elements:
            return made
        filled = torch.empty(elements, dtype=self.dtype, device=options.device)
        for begin in range(0, elements, made.numel()):
            piece = filled[begin : begin + made.numel()]
            piece.copy_(made[: piece.numel()])
        return filled

    def tensor(self):
        # Not as_strided: what that gives is a view, which some operators refuse.
        has_untyped = hasattr(self.storage, "untyped_storage")
        storage = self.storage.untyped_storage() if has_untyped else self.storage.storage()
        return torch.empty(0, dtype=self.dtype, device=self.storage.device).set_(storage, self.offset, self.shape, self.strides)

    def read(self, file):
        """Has the data of an .npy file, or of one that PyTorch's execution trace observer saved."""
        from results import read_npy, read_saved

        if file.endswith(".dat") and list(self.strides) != contiguous(self.shape):
            raise NotReplayed("input", f"{file} has elements as memory has them, and the argument is not contiguous")
        try:
            array = read_saved(file, self.dtype, self.shape) if file.endswith(".dat") else read_npy(file, self.dtype)
        except (OSError, ValueError) as error:
            raise NotReplayed("input", f"{file}: {first_line(error)}") from error
        if list(array.shape) != list(self.shape):
            raise NotReplayed("input", f"{file} has the shape {list(array.shape)}, the argument {list(self.shape)}")
        self.tensor().copy_(array.to(self.storage.device))

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
        self.given = []
        listed = operation["replay_ir"]
        everything = listed["list_pos_args"] + listed["list_kwargs"]
        self.used = options.results or self.name not in VIEWS
        self.writes = self.used and any("!" in each["arg_type"] for each in everything)
        # Tensors of a list have no type in traces: they are taken to be of the first tensor's.
        dtypes = [each["value"]["dtype"] for each in everything if isinstance(each["value"], dict) and each["value"].get("dtype")]
        self.fallback = next((each for each in dtypes if DTYPES.get(each, "").startswith(("float", "bfloat"))), "float")
        self.function = self.find()
        everything = [each for each in everything if self.takes(each)]
        self.listed = everything
        options.begin()
        self.positional = [self.argument(each, options) for each in everything if any(each is one for one in listed["list_pos_args"])]
        self.keywords = {each["arg_name"]: self.argument(each, options) for each in everything if any(each is one for one in listed["list_kwargs"])}
        for name in options.inputs:
            if name not in self.given:
                raise NotReplayed("input", f"it has no tensor {name}")
        if self.writes:
            for each in self.made:
                each.keep()

    def make(self, name, described, beside, options):
        made = Made(described, beside, self.fallback, self.used, options)
        if name in options.inputs:
            made.read(options.inputs[name])
            self.given.append(name)
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
            return self.make(each["arg_name"], value, each.get("tensor", {}), options)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return [self.make(f"{each['arg_name']}.{at}", one, one, options) for at, one in enumerate(value)]
        if bare in ("float", "Scalar", "complex"):
            return scalar(value)
        if isinstance(value, list) and bare.startswith(("float[", "Scalar[")):
            return [scalar(one) for one in value]
        return value

    def named_tensors(self):
        """The tensors that it is given, as they are at first."""
        values = [*self.positional, *self.keywords.values()]
        for each, value in zip(self.listed, values):
            for at, one in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(one, Made):
                    yield each["arg_name"] + (f".{at}" if isinstance(value, list) else ""), one.fresh()

    def keep_all(self):
        """From now on every call has fresh copies of all tensors: some operators write what their schemas do not say."""
        self.writes = True
        for each in self.made:
            if each.first is None:
                each.keep()

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
            raise NotReplayed(reason_of(error), first_line(error)) from error


# What PyTorch says of a failure after which nothing more is done on the device in this process.
DEVICE_FAILED = ("CUDA error", "HIP error", "CUBLAS_STATUS_EXECUTION_FAILED", "CUDNN_STATUS_EXECUTION_FAILED")


def reason_of(error):
    message = first_line(error)
    if any(each in message for each in DEVICE_FAILED):
        return "ended"
    return "other-device" if any(each in message for each in OTHER_DEVICE) else "refused"


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


def device_of(name):
    """PyTorch has AMD's devices by NVIDIA's name."""
    kind, colon, number = name.partition(":")
    try:
        device = torch.device({"rocm": "cuda", "hip": "cuda"}.get(kind, kind) + colon + number)
        torch.empty(0, device=device)
        return device
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        sys.exit(f"PyTorch {torch.__version__} for {sys.executable} has no device {name}: {first_line(error)}")


class Options:
    """What the command line says, and how much memory an operation has asked for."""

    def __init__(self, parsed):
        self.device = device_of(parsed.device)
        if self.device.type == "cuda":
            # Events are of the stream of the device that is current.
            torch.cuda.set_device(self.device)
        self.most = int(parsed.memory * 2**30)
        self.reserved = 0
        self.seed = parsed.seed
        self.tensors = 0
        self.inputs = dict(parsed.input)
        self.results = parsed.results is not None or parsed.expected is not None

    def begin(self):
        self.reserved = 0
        self.tensors = 0

    def key(self):
        """Another one for each tensor of an operation."""
        self.tensors += 1
        return self.seed * 0xD1B54A32D192ED03 + self.tensors * 0x8CB92BA72F3D8DD7

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


def distribution(times, samples):
    ordered = sorted(times)
    quartiles = statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else ordered * 3
    return {
        "calls": len(ordered),
        "least_ns": round(ordered[0]),
        "first_quartile_ns": round(quartiles[0]),
        "median_ns": round(quartiles[1]),
        "third_quartile_ns": round(quartiles[2]),
        "most_ns": round(ordered[-1]),
        **({"samples_ns": [round(each) for each in times]} if samples else {}),
    }


def replay(index, operation, options, parsed):
    """What became of an operation, as it is printed."""
    said = {"index": index, "op_name": operation.get("op_name"), "count": operation.get("count", 1)}
    try:
        torch.manual_seed(parsed.seed)
        call = Call(operation, options)
        said["overload"] = call.overload or call.name
        found = with_results(index, call, options, parsed) if options.results else {"times": measured(call, options, parsed)}
        return {**said, "state": "replayed", **({"assumed": call.assumed} if call.assumed else {}), **found}
    except NotReplayed as error:
        return {**said, "state": "not-replayed", "reason": error.reason, "message": str(error)}
    except RuntimeError as error:
        # A device tells some failures only when it is waited for.
        return {**said, "state": "not-replayed", "reason": reason_of(error), "message": first_line(error)}
    except (KeyError, TypeError, IndexError) as error:
        return {**said, "state": "not-replayed", "reason": "description", "message": f"{type(error).__name__}: {first_line(error)}"}


def measured(call, options, parsed):
    times = timed(call, options.device, parsed.warm_up, parsed.repetitions, parsed.seconds)
    return distribution(times, parsed.format == "jsonl")


def with_results(index, call, options, parsed):
    import results

    about = {"op_name": call.name, "seed": parsed.seed, "pytorch": torch.__version__, "device": str(options.device)}
    found = results.settled(call, options, parsed.seed)
    if parsed.results is not None:
        return {"results": results.keep(parsed.results, index, about, found)}
    try:
        expected = results.expected_of(parsed.expected, index, about)
    except results.Unknown as error:
        return {"verdict": "not-known", "why": str(error), "results": []}
    return results.judged(call, found, expected, parsed.expected, (parsed.absolute, parsed.relative))


def named(text):
    name, equals, file = text.partition("=")
    if not (name and equals and file):
        raise argparse.ArgumentTypeError(f"{text} is not NAME=FILE")
    return name, file


def parse():
    parser = argparse.ArgumentParser(description="Replays described operations of PyTorch and times them.")
    parser.add_argument("file", help="descriptions, as `ireereplay torch ops -o` writes them")
    parser.add_argument("--device", default="cpu", help="cpu (the default), cuda, cuda:1, rocm, ...")
    parser.add_argument("--filter", action="append", default=[], metavar="TEXT", help="only operations with this in their names; repeatable")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N of these")
    parser.add_argument("--stop-on-error", action="store_true", help="end at the first that is not replayed")
    parser.add_argument("--warm-up", type=int, default=2, metavar="N", help="calls before those that are timed (2)")
    parser.add_argument("--repetitions", type=int, default=20, metavar="N", help="timed calls at most (20)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="no further call of an operation after so long (0.5)")
    parser.add_argument("--memory", type=float, default=4, metavar="GIB", help="for an operation's tensors at most (4)")
    parser.add_argument("--timeout", type=float, default=120, metavar="S", help="ends an operation that takes longer than this altogether (120)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the data (1)")
    parser.add_argument(
        "--input", action="append", default=[], metavar="NAME=FILE", type=named, help="the data of an argument, such as self, or tensors.0 of a list: .npy, or .dat of an execution trace"
    )
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--results", metavar="FOLDER", help="keep results there instead of timing")
    kept.add_argument("--expected", metavar="FOLDER", help="compare results with those that --results kept there, instead of timing")
    parser.add_argument("--absolute", type=float, metavar="X", help="how far results may be from those expected; by type and operations without it")
    parser.add_argument("--relative", type=float, metavar="X", help="the same, times the expected one")
    parser.add_argument("--format", choices=["text", "jsonl"], default="text", help="jsonl: a line of JSON for each operation, then the summary")
    parser.add_argument("--from", dest="first", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


def text_of(said):
    if said["state"] == "not-replayed":
        return f"{'-':>12}  {said['op_name']}: {REASONS[said['reason']]}: {said['message']}"
    assumed = f" (assumed: {'; '.join(said['assumed'])})" if "assumed" in said else ""
    if "verdict" in said:
        why = "; ".join([said["why"]] if "why" in said else [f"{each['name']}: {each['why']}" for each in said["results"] if "why" in each])
        return f"{said['verdict']:>12}  {said['overload']}{f': {why}' if why else ''}{assumed}"
    if "results" in said:
        return f"{sum('file' in each for each in said['results']):>4} of {len(said['results']):<4} kept  {said['overload']}{assumed}"
    times = said["times"]
    least, median, most = (times[f"{name}_ns"] / 1e3 for name in ("least", "median", "most"))
    return f"{median:9.1f} us  {said['overload']}, {least:.1f} to {most:.1f} us, {times['calls']} calls{assumed}"


def chosen(parsed):
    """The operations that are asked for, with their places in the file."""
    with open(parsed.file, encoding="utf-8") as file:
        operations = list(enumerate(json.load(file)))
    if parsed.filter:
        operations = [each for each in operations if any(text in each[1].get("op_name", "") for text in parsed.filter)]
    return operations[: parsed.limit]


def call_from(first, parsed):
    """Calls the operators from this one on, in this process: a line with what PyTorch it is, and one for each operation."""
    # What operators print is not to be taken for one.
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    load()
    options = Options(parsed)
    print(json.dumps({"pytorch": torch.__version__, "device": str(options.device), **about_device(options.device)}), file=lines, flush=True)
    with torch.no_grad():
        for index, operation in chosen(parsed)[first:]:
            said = replay(index, operation, options, parsed)
            print(json.dumps(said), file=lines, flush=True)
            if said.get("reason") == "ended":
                # The next ones are called in another process.
                return


def about_device(device):
    return {"name": torch.cuda.get_device_name(device)} if device.type == "cuda" else {}


class Watch:
    """Ends a process that says nothing for so long; `late` tells it from one that ended by itself."""

    def __init__(self, process, seconds):
        self.process = process
        self.seconds = seconds
        self.late = False
        self.timer = None

    def again(self):
        self.stop()
        self.timer = threading.Timer(self.seconds, self.end)
        self.timer.daemon = True
        self.timer.start()

    def end(self):
        self.late = True
        self.process.kill()

    def stop(self):
        if self.timer is not None:
            self.timer.cancel()


def outcomes(operations, parsed, about):
    """What became of each operation, in order. `about` gets what PyTorch it is."""
    done = 0
    while done < len(operations) or not about:
        command = [sys.executable, __file__, *sys.argv[1:], f"--from={done}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
            watch = Watch(process, parsed.timeout)
            try:
                for line in process.stdout:
                    said = json.loads(line)
                    watch.again()
                    if "op_name" not in said:
                        about.update(said)
                        continue
                    done += 1
                    yield said
            except GeneratorExit:
                process.kill()
                raise
            finally:
                watch.stop()
        if process.returncode > 0 or not about:
            # It has said why.
            raise SystemExit(1)
        if process.returncode < 0 and done < len(operations):
            index, operation = operations[done]
            reason, message = ("time-out", f"after {parsed.timeout:g} s") if watch.late else ("ended", f"by {signal.Signals(-process.returncode).name}")
            done += 1
            said = {"index": index, "op_name": operation.get("op_name"), "count": operation.get("count", 1)}
            yield {**said, "state": "not-replayed", "reason": reason, "message": message}


def main():
    parsed = parse()
    if parsed.first is not None:
        call_from(parsed.first, parsed)
        return
    operations = chosen(parsed)
    about = {}
    replayed = 0
    reasons = {}
    verdicts = {}
    for said in outcomes(operations, parsed, about):
        print(json.dumps(said) if parsed.format == "jsonl" else text_of(said), flush=True)
        if said["state"] == "replayed":
            replayed += 1
            if "verdict" in said:
                verdicts[said["verdict"]] = verdicts.get(said["verdict"], 0) + 1
            continue
        reasons[said["reason"]] = reasons.get(said["reason"], 0) + 1
        if parsed.stop_on_error:
            break
    compared = {"verdicts": verdicts} if parsed.expected is not None else {}
    if parsed.format == "jsonl":
        print(json.dumps({**about, "operations": len(operations), "replayed": replayed, "reasons": reasons, **compared}))
    else:
        print(f"\n{replayed} of {len(operations)} replayed by PyTorch {about['pytorch']} on {about['device']}")
        for verdict, count in sorted(verdicts.items()):
            print(f"  {count} {verdict}")
        for reason, count in sorted(reasons.items(), key=lambda each: -each[1]):
            print(f"  {count} not: {REASONS[reason]}")
    if "differs" in verdicts:
        sys.exit(1)


if __name__ == "__main__":
    main()
