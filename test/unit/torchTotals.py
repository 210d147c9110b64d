"""What is in a trace of PyTorch's profiler, found without the engine: by Python's json, with decimals for times.

python3 torchTotals.py TRACE.json.gz prints as JSON what torchInfo.test.ts compares.
"""

import gzip
import json
import sys
from collections import Counter, defaultdict
from decimal import Decimal

KINDS = {
    "cpu_op": "operation",
    "user_annotation": "annotation",
    "gpu_user_annotation": "device annotation",
    "python_function": "Python function",
    "cuda_runtime": "runtime call",
    "cuda_driver": "driver call",
    "kernel": "kernel",
    "gpu_memcpy": "copy",
    "gpu_memset": "fill",
    "overhead": "overhead",
    "Trace": "span",
}
DEVICE = ("kernel", "copy", "fill")
CALLS = ("runtime call", "driver call")
RANKS = {"Python function": 0, "annotation": 1, "operation": 2, "runtime call": 3, "driver call": 4}


def nanoseconds(microseconds):
    return int(Decimal(microseconds) * 1000)


def covered(spans):
    total, until = 0, None
    for begin, end in sorted(spans):
        begin = begin if until is None else max(begin, until)
        total += max(0, end - begin)
        until = end if until is None else max(end, until)
    return total


class Event:
    def __init__(self, place, raw):
        category = raw.get("cat", "")
        memory = category == "cpu_instant_event" and raw["name"] == "[memory]"
        self.kind = "memory" if memory else KINDS.get(category, "other")
        self.place, self.name, self.category = place, raw["name"], category
        self.args = raw.get("args", {})
        self.thread, self.process = (raw["pid"], raw["tid"]), raw["pid"]
        self.begin = nanoseconds(raw["ts"])
        self.duration = nanoseconds(raw.get("dur", 0))
        self.end = self.begin + self.duration
        self.parent = self.operation = None
        # Of operations.
        self.self_ns, self.calls_ns, self.device_ns, self.device_count, self.device_total = self.duration, 0, 0, 0, 0


def ancestors(event):
    while event.operation is not None:
        event = event.operation
        yield event


with gzip.open(sys.argv[1]) as file:
    text = file.read()
trace = json.loads(text, parse_float=Decimal, parse_int=lambda digits: int(digits))
events = [Event(place, raw) for place, raw in enumerate(trace["traceEvents"]) if raw["ph"] in "Xi"]

threads = defaultdict(list)
for event in events:
    if event.kind in RANKS:
        threads[event.thread].append(event)
for inside in threads.values():
    inside.sort(key=lambda event: (event.begin, -event.duration, RANKS[event.kind], event.place))
    open_ones = []
    for event in inside:
        while open_ones and open_ones[-1].end <= event.begin:
            open_ones.pop()
        if open_ones:
            event.parent = open_ones[-1]
            event.operation = event.parent if event.parent.kind == "operation" else event.parent.operation
        open_ones.append(event)

operations = [event for event in events if event.kind == "operation"]
calls, external = {}, {}
for event in events:
    if event.kind in CALLS and event.args.get("correlation", 0) != 0:
        calls.setdefault(event.args["correlation"], event)
    if event.kind == "operation" and event.args.get("External id", 0) != 0:
        external.setdefault(event.args["External id"], event)
    if event.operation is not None:
        part = min(event.end, event.operation.end) - event.begin
        if event.kind == "operation":
            event.operation.self_ns -= part
        if event.kind in CALLS and event.parent.kind not in CALLS:
            event.operation.calls_ns += part

launched, without_operation, delays = set(), 0, []
for event in events:
    if event.kind not in DEVICE:
        continue
    call = calls.get(event.args.get("correlation"))
    owner = call.operation if call is not None else None
    if owner is None:
        owner = external.get(event.args.get("External id"))
    if call is not None:
        launched.add(call)
        delays.append(max(0, event.begin - call.begin))
    if owner is None:
        without_operation += 1
        continue
    owner.device_ns += event.duration
    owner.device_count += 1
    for one in [owner, *ancestors(owner)]:
        one.device_total += event.duration


backward = {}
arrows = defaultdict(dict)
for raw in trace["traceEvents"]:
    if raw.get("cat") == "fwdbwd":
        arrows[raw["id"]][raw["ph"]] = ((raw["pid"], raw["tid"]), nanoseconds(raw["ts"]))
begun = {(event.thread, event.begin): event for inside in threads.values() for event in inside if event.kind == "operation"}
for arrow in arrows.values():
    backward[begun[arrow["s"]]] = begun[arrow["f"]]


def rows(key):
    found = {}
    for event in operations:
        row = found.setdefault(key(event), [0] * 10)
        outermost = all(key(one) != key(event) for one in ancestors(event))
        values = (1, event.duration * outermost, event.self_ns, event.calls_ns)
        device = (event.device_total * outermost, event.device_ns, event.device_count)
        other = backward.get(event)
        pair = (0, 0, 0) if other is None else (1, other.duration, other.device_total)
        for place, value in enumerate((*values, *device, *pair)):
            row[place] += value
    return {name: [str(value) for value in row] for name, row in sorted(found.items())}


def with_inputs(event):
    lists = [event.args.get(key, []) for key in ("Input Dims", "Input type", "Input Strides", "Concrete Inputs")]
    return json.dumps([event.name, *lists], separators=(",", ":"), ensure_ascii=False)


def shown(event):
    if event.kind == "Python function":
        return event.args.get("Python module id") is not None
    return not (event.kind == "annotation" and event.name.startswith("ProfilerStep#"))


def above(event):
    event = event.parent
    while event is not None and not shown(event):
        event = event.parent
    return event


def way_to(event):
    way = []
    while event is not None:
        way.append(f"{event.kind} {event.name}")
        event = above(event)
    return way[::-1]


# By the way from the root: count, total, self, and what devices did for it and for all that is below.
tree = defaultdict(lambda: [0] * 5)
for inside in threads.values():
    for event in filter(shown, inside):
        row = tree["\n".join(way_to(event))]
        for place, value in enumerate((1, event.duration, event.duration)):
            row[place] += value
        around = above(event)
        if around is not None:
            tree["\n".join(way_to(around))][2] -= min(event.end, around.end) - event.begin
for event in events:
    if event.kind in DEVICE:
        launcher = calls.get(event.args.get("correlation"), external.get(event.args.get("External id")))
        way = [*way_to(launcher), f"{event.kind} {event.name}"]
        row = tree["\n".join(way)]
        for place, value in enumerate((1, event.duration, event.duration)):
            row[place] += value
        for length in range(1, len(way) + 1):
            tree["\n".join(way[:length])][3] += event.duration
            tree["\n".join(way[:length])][4] += 1

kernels = {}
for event in events:
    if event.kind in DEVICE:
        kernels.setdefault(f"{event.kind} {event.name}", []).append(event.duration)

devices = defaultdict(list)
idle = defaultdict(lambda: [0, 0])
until = {}
for event in sorted((event for event in events if event.kind in DEVICE), key=lambda event: event.begin):
    device = str(event.process)
    devices[device].append((event.begin, event.end))
    call = calls.get(event.args.get("correlation"))
    last = until.get(device, event.begin)
    if call is not None and event.begin > last:
        called = min(max(call.begin, last), event.begin)
        idle[device][0] += called - last
        idle[device][1] += event.begin - called
    until[device] = max(last, event.end)

flows = defaultdict(lambda: (set(), set()))
flow_counts = Counter()
for raw in trace["traceEvents"]:
    if raw["ph"] in "sf":
        flows[raw["cat"]][raw["ph"] == "f"].add(raw["id"])
        flow_counts[raw["cat"], raw["ph"]] += 1

print(
    json.dumps(
        {
            "bytes": str(len(text)),
            "events": len(events),
            "categories": dict(Counter(f"{event.category} {event.kind}" for event in events)),
            "operations": len(operations),
            "byOperation": rows(lambda event: event.name),
            "byShape": rows(with_inputs),
            "byKernel": {
                name: [str(value) for value in (len(times), sum(times), min(times), max(times))]
                for name, times in sorted(kernels.items())
            },
            "tree": {way: [str(value) for value in row] for way, row in tree.items()},
            "devices": {
                device: [
                    *map(str, idle[device]),
                    str(covered(spans)),
                    str(max(end for _, end in spans) - min(begin for begin, _ in spans)),
                ]
                for device, spans in devices.items()
            },
            "flows": {
                category: [flow_counts[category, "s"], flow_counts[category, "f"], len(begins & ends)]
                for category, (begins, ends) in flows.items()
            },
            "launches": [
                len(delays),
                len(launched),
                str(sum(call.duration for call in launched)),
                str(sorted(delays)[len(delays) // 2] if delays else 0),
                str(max(delays, default=0)),
                without_operation,
            ],
        }
    )
)
