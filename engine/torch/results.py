"""What operators give: kept as .npy files, and held against what another device or version of PyTorch gave. replay.py uses it.

A result is `agrees` or `differs` only where that is known: what is random, depends on memory that nothing wrote, or is not the same in three calls
is `not-known`, and so is what was not kept.
"""

import ast
import ctypes
import json
import math
import os
import re
import struct

import torch

# What numpy calls PyTorch's types. Of those it lacks it writes raw bytes, as ml_dtypes does.
CODES = {
    "float64": "<f8",
    "float32": "<f4",
    "float16": "<f2",
    "complex64": "<c8",
    "complex128": "<c16",
    "int64": "<i8",
    "int32": "<i4",
    "int16": "<i2",
    "int8": "|i1",
    "uint8": "|u1",
    "bool": "|b1",
    "bfloat16": "<V2",
}

# Operators that give memory as it is.
UNWRITTEN = {
    f"aten::{name}"
    for name in "empty empty_like empty_strided empty_permuted empty_quantized new_empty new_empty_strided resize_ resize resize_as_ resize_as".split()
}

# Operators that ask a generator, whatever their arguments.
RANDOM = re.compile(
    r"::(?:rand|randn|randint|randperm|rand_like|randn_like|randint_like|bernoulli|multinomial|normal|uniform|exponential|geometric|cauchy|log_normal"
    r"|random|poisson|binomial|rrelu|rrelu_with_noise|_standard_gamma|_sample_dirichlet|(?:_fused_|native_|feature_|alpha_|feature_alpha_)?dropout)_?$"
)

# Operators that may choose any of several equal elements.
CHOOSING = re.compile(r"::\w*(?:sort|topk|kthvalue|median|mode|max|min|pool|unique)\w*$")

# Operators whose results rounding may make arbitrarily different: they depend on the condition of a matrix, or go by steps.
UNSTABLE = re.compile(r"::\w*(?:linalg_|inverse|cholesky|lu_|svd|eig|qr|lstsq|solve|det$|logdet|matrix_exp|matrix_power|quantize)\w*$")

# Between 1 and the next larger number.
EPSILON = {torch.float64: 2**-52, torch.float32: 2**-23, torch.float16: 2**-10, torch.bfloat16: 2**-7}

# Operations that a function such as exp() may count for: Vulkan's is within 3 + 2 |x| units in the last place.
OF_A_FUNCTION = 32

# Times that an operator rounds to a type of 16 bits; between, it computes with 32.
ROUNDED = 4

MAGIC = b"\x93NUMPY"


def name_of(dtype):
    return str(dtype).replace("torch.", "")


def code_of(dtype):
    name = name_of(dtype)
    return CODES.get(name) or ("|V1" if name.startswith("float8") else None)


def tensor_of(data, dtype, shape):
    made = torch.frombuffer(bytearray(data), dtype=dtype) if data else torch.empty(0, dtype=dtype)
    return made.reshape(shape)


def read_npy(file, dtype):
    """A tensor of an .npy file, whose elements have to be of this type. Raises ValueError where it is none."""
    with open(file, "rb") as opened:
        content = opened.read()
    if content[:6] != MAGIC or len(content) < 12:
        raise ValueError("it is no .npy file")
    wide = content[6] >= 2
    begin = 12 if wide else 10
    (length,) = struct.unpack_from("<I" if wide else "<H", content, 8)
    try:
        header = ast.literal_eval(content[begin : begin + length].decode("latin1").strip())
        code, fortran, shape = header["descr"], header["fortran_order"], list(header["shape"])
    except (ValueError, SyntaxError, KeyError, TypeError) as error:
        raise ValueError("its header cannot be read") from error
    wanted = code_of(dtype)
    if not isinstance(code, str) or wanted is None or code.replace("|", "<").replace("=", "<") != wanted.replace("|", "<"):
        raise ValueError(f"its elements are {code}, not {wanted or name_of(dtype)}, which {name_of(dtype)} is")
    try:
        made = tensor_of(content[begin + length :], dtype, shape[::-1] if fortran else shape)
    except (RuntimeError, ValueError) as error:
        raise ValueError("it does not hold the elements that its header names") from error
    return made.permute(*reversed(range(len(shape)))) if fortran else made


def read_saved(file, dtype, shape):
    """A tensor that PyTorch's execution trace observer saved (nid_N_tid_N.dat): its elements as memory has them, without type or shape
    (torch/csrc/profiler/standalone/execution_trace_observer.cpp). Raises ValueError where there are not as many."""
    with open(file, "rb") as opened:
        content = opened.read()
    wanted = math.prod(shape) * torch.empty((), dtype=dtype).element_size()
    if len(content) != wanted:
        raise ValueError(f"it has {len(content)} bytes, and the argument {wanted}")
    return tensor_of(content, dtype, shape)


def write_npy(file, dtype, shape, data):
    text = repr({"descr": code_of(dtype), "fortran_order": False, "shape": tuple(shape)})
    text += " " * (-(len(text) + 11) % 64) + "\n"
    with open(file, "wb") as opened:
        opened.write(MAGIC + b"\x01\x00" + struct.pack("<H", len(text)) + text.encode("latin1") + data)


class Result:
    """A result in the processor's memory, or why it is not known."""

    def __init__(self, name, value, most):
        self.name = name
        self.why = None
        self.data = b""
        self.shape = []
        self.dtype = None
        if isinstance(value, (bool, int, float)):
            value = torch.tensor(value, dtype={bool: torch.bool, int: torch.int64, float: torch.float64}[type(value)])
        if not isinstance(value, torch.Tensor) or value.layout != torch.strided or value.is_quantized or code_of(value.dtype) is None:
            self.why = "it is no tensor of plain numbers"
            return
        self.dtype = value.dtype
        self.shape = list(value.shape)
        if value.numel() * value.element_size() > most:
            self.why = f"it has {value.numel() * value.element_size()} bytes, more than --memory allows"
            return
        plain = value.detach().resolve_conj().resolve_neg().cpu().contiguous()
        self.data = ctypes.string_at(plain.data_ptr(), plain.numel() * plain.element_size()) if plain.numel() else b""


def is_off(each):
    """Whether an argument says that nothing is left to chance."""
    name, value = each["arg_name"], each["value"]
    return (name in ("p", "dropout_p", "dropout") and value in (0, 0.0)) or (name in ("train", "training") and value is False)


def is_random(call):
    if any(is_off(each) for each in call.listed):
        return False
    schema = getattr(call.function, "_schema", None)
    asks = schema is not None and any("Generator" in str(each.type) for each in schema.arguments)
    return asks or RANDOM.search(call.name) is not None or any("nondeterministic" in str(tag) for tag in getattr(call.function, "tags", ()))


def fill_free_memory(device, byte, sizes):
    """Has what an operator reads without writing it be another thing in each call: new memory is of this byte then, where that can be had."""
    if device.type == "cuda":
        torch.cuda.empty_cache()
        blocks = [torch.full((size,), byte, dtype=torch.uint8, device=device) for size in sizes if size > 0]
        del blocks
        return
    try:
        # M_PERTURB of glibc's mallopt().
        ctypes.CDLL(None).mallopt(-6, byte)
    except (OSError, AttributeError):
        pass


def called(call, options):
    """The results of one call: what it returns, and arguments that it changed."""
    positional, keywords = arguments = call.arguments()
    returned = call.call(arguments)
    listed = returned if isinstance(returned, (list, tuple)) else [] if returned is None else [returned]
    results = []
    for at, value in enumerate(listed):
        # A gradient that was not asked for.
        if value is not None:
            results.append(Result(f"result {at}" if len(listed) > 1 else "result", value, options.most))
    for each, value in [*zip(call.listed, positional), *((one, keywords[one["arg_name"]]) for one in call.listed[len(positional) :])]:
        for at, one in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(one, torch.Tensor) and not any(one is other for other in listed):
                results.append(Result(each["arg_name"] + (f".{at}" if isinstance(value, list) else ""), one, options.most))
    return results


def settled(call, options, seed):
    """The results of an operator that are the same in three calls, with other seeds of its generator and other free memory; of others why not."""
    call.keep_all()
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_tf32 = False
    before = {each.name: each.data for each in (Result(name, value, options.most) for name, value in call.named_tensors())}
    rounds = []
    for at, byte in enumerate((0xA5, 0x3C, 0x5B)):
        torch.manual_seed(seed + at)
        fill_free_memory(options.device, byte, [len(each.data) for each in rounds[-1]] if rounds else [])
        try:
            rounds.append(called(call, options))
        finally:
            if options.device.type == "cpu":
                fill_free_memory(options.device, 0, [])
    first, *others = rounds
    chance = is_random(call)
    kept = []
    for at, result in enumerate(first):
        same = [each[at] if at < len(each) else None for each in others]
        if result.name in before and not result.why and all(one is not None and one.data == before[result.name] for one in [result, *same]):
            # An argument as it was given.
            continue
        if result.why is None:
            if chance:
                result.why = "it is random"
            elif call.name in UNWRITTEN:
                result.why = "it is memory that nothing wrote"
            elif any(one is None or one.data != result.data or one.shape != result.shape for one in same):
                result.why = "it is not the same in three calls: chance, the order of threads, or memory that nothing wrote decides"
        kept.append(result)
    return kept


def keep(folder, index, about, results):
    """Writes the results of an operation, each a file beside one that tells them."""
    os.makedirs(folder, exist_ok=True)
    told = []
    for at, each in enumerate(results):
        one = {"name": each.name, "dtype": None if each.dtype is None else name_of(each.dtype), "shape": each.shape}
        if each.why is None:
            one["file"] = f"{index}-{at}.npy"
            write_npy(os.path.join(folder, one["file"]), each.dtype, each.shape, each.data)
        else:
            one["why"] = each.why
        told.append(one)
    with open(os.path.join(folder, f"{index}.json"), "w", encoding="utf-8") as file:
        json.dump({**about, "results": told}, file, indent=1)
    return told


class Unknown(Exception):
    """Why a verdict is not known."""


def expected_of(folder, index, about):
    file = os.path.join(folder, f"{index}.json")
    if not os.path.exists(file):
        raise Unknown("there are no results to compare with")
    with open(file, encoding="utf-8") as opened:
        expected = json.load(opened)
    for key in ("op_name", "seed"):
        if expected.get(key) != about[key]:
            raise Unknown(f"the results to compare with are of {key} {expected.get(key)}, not {about[key]}")
    return expected


def operations_for(read, written):
    """How many roundings of one direction an element may have had. So many products as are read for an element, of M x K by K x N: K, are summed,
    whose errors add up like the root of their number, for data is made at random; times 4 to be on the safe side."""
    most, second = (sorted(read, reverse=True) + [0, 0])[:2]
    each = most / max(1, written)
    return OF_A_FUNCTION + 4 * max(1, each, (each * second) ** 0.5) ** 0.5


def tolerance_for(expected, operations):
    """What so many operations may lose by rounding, beside the largest element."""
    epsilon = EPSILON.get(expected.dtype)
    finite = expected.abs()[torch.isfinite(expected)].double()
    if epsilon is None or finite.numel() == 0:
        return 0.0
    parts = operations * epsilon if epsilon <= 2**-23 else operations * 2**-23 + ROUNDED * epsilon
    return parts * finite.max().item()


def compare(call, result, told, folder, limits):
    """The verdict on a result, and what it is from."""
    said = {"name": result.name}
    for why in (told.get("why"), result.why):
        if why is not None:
            return {**said, "verdict": "not-known", "why": why}
    if told["dtype"] != name_of(result.dtype) or told["shape"] != result.shape:
        return {
            **said,
            "verdict": "differs",
            "why": f"it is {name_of(result.dtype)}{result.shape}, and was {told['dtype']}{told['shape']}",
        }
    try:
        expected = read_npy(os.path.join(folder, told["file"]), result.dtype).flatten()
    except (OSError, ValueError) as error:
        return {**said, "verdict": "not-known", "why": f"what was kept of it cannot be read: {told['file']}: {error}"}
    if list(expected.shape) != [len(result.data) // max(1, expected.element_size())]:
        return {**said, "verdict": "not-known", "why": f"what was kept of it has other elements than is told: {told['file']}"}
    actual = tensor_of(result.data, result.dtype, [-1]) if result.data else expected
    said = {**said, "elements": expected.numel()}
    plain = expected.dtype.is_floating_point or expected.dtype.is_complex
    if plain and expected.numel() > 0 and torch.isnan(expected.to(torch.complex128 if expected.dtype.is_complex else torch.float64)).all():
        return {**said, "verdict": "not-known", "why": "it is NaN throughout, on this data"}
    if expected.dtype.is_complex:
        expected, actual = (torch.view_as_real(each).flatten() for each in (expected, actual))
    absolute, relative = limits
    if not plain:
        wrong = expected != actual
        distance, tolerance = (actual.double() - expected.double()).abs(), 0.0
    else:
        if absolute is None and relative is None:
            absolute = tolerance_for(expected, operations_for([math.prod(each.shape) for each in call.made], expected.numel()))
        wide_expected, wide_actual = expected.double(), actual.double()
        tolerance = absolute or 0.0
        distance = (wide_actual - wide_expected).abs()
        within = distance <= tolerance + (relative or 0.0) * wide_expected.abs()
        equal = (wide_expected == wide_actual) | (wide_expected.isnan() & wide_actual.isnan())
        wrong = ~(equal | within)
        distance = torch.where(equal, torch.zeros_like(distance), distance)
    if expected.numel() > 0:
        largest = distance.max().item()
        said = {**said, "largest": largest if largest < float("inf") else str(largest), "tolerance": tolerance}
    differing = int(wrong.sum())
    if differing == 0:
        return {**said, "verdict": "agrees"}
    said = {**said, "differing": differing}
    if not plain and CHOOSING.search(call.name):
        return {**said, "verdict": "not-known", "why": "it may choose any of several equal elements"}
    if plain and UNSTABLE.search(call.name):
        return {**said, "verdict": "not-known", "why": "rounding may make it arbitrarily different"}
    at = int(wrong.nonzero()[0])
    first = {"index": at, "expected": str(expected[at].item()), "actual": str(actual[at].item())}
    return {**said, "verdict": "differs", "why": f"{differing} of {expected.numel()} elements differ", "first": first}


def judged(call, results, expected, folder, limits):
    """What each result is beside the expected one, and the verdict on the operation."""
    told = {each["name"]: each for each in expected["results"]}
    compared = []
    for result in results:
        one = told.pop(result.name, None)
        if one is None:
            compared.append({"name": result.name, "verdict": "not-known" if result.why else "differs", "why": result.why or "only here it is changed"})
        else:
            compared.append(compare(call, result, one, folder, limits))
    for name, one in told.items():
        compared.append({"name": name, "verdict": "not-known" if "why" in one else "differs", "why": one.get("why", "it is not changed here")})
    verdicts = {each["verdict"] for each in compared}
    verdict = "differs" if "differs" in verdicts else "agrees" if verdicts == {"agrees"} else "not-known"
    return {"verdict": verdict, **({} if compared else {"why": "it has no results"}), "results": compared}
