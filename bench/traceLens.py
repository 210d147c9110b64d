"""What TraceLens' Event Replay describes and replays of the operations of traces, on the processor: a line of JSON for each trace.

    python3 bench/traceLens.py CHECKOUT TRACE.json.gz...

CHECKOUT is of github.com/AMD-AGI/TraceLens. Different operations are those that ireereplay counts: by name, shapes, types, strides and values.
"""

import contextlib
import gzip
import io
import json
import sys
import types
import warnings
from pathlib import Path

# Its own package imports what its analyses need, which Event Replay does not.
package = types.ModuleType("TraceLens")
package.__path__ = [str(Path(sys.argv[1]) / "TraceLens")]
sys.modules["TraceLens"] = package

from TraceLens.EventReplay.event_replay import EventReplayer  # noqa: E402

KEYS = ("Input Dims", "Input type", "Input Strides", "Concrete Inputs")

warnings.filterwarnings("ignore")
for trace in sys.argv[2:]:
    with gzip.open(trace) as file:
        events = json.load(file)["traceEvents"]
    unique = {}
    for event in events:
        args = event.get("args", {})
        if event.get("cat") == "cpu_op" and "Input Dims" in args:
            unique.setdefault(json.dumps([event["name"], *(args.get(key) for key in KEYS)]), event)
    described = replayed = 0
    for event in unique.values():
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                replayer = EventReplayer(event, device="cpu", lazy=True)
                described += 1
                replayer.replay()
                replayed += 1
            except Exception:  # It raises what it likes: then it has not described or replayed it.
                pass
    print(json.dumps({"trace": Path(trace).name.removesuffix(".json.gz"), "operations": len(unique), "described": described, "replayed": replayed}), flush=True)
