"""What is in a Perfetto trace, as Perfetto's trace processor loads it: as events.py tells it, from its tables."""

import json
import sys

from perfetto.trace_processor import TraceProcessor, TraceProcessorConfig

trace, program = sys.argv[1:]
processor = TraceProcessor(trace=trace, config=TraceProcessorConfig(bin_path=program, load_timeout=60))
try:
    lost = [(row.name, row.value) for row in processor.query(
        "select name, value from stats where severity in ('error', 'data_loss') and value > 0")]
    assert not lost, f"the trace processor could not read all of it: {lost}"
    tracks = {row.id: (row.name, row.parent_id) for row in processor.query("select id, name, parent_id from track")}

    def path_of(track):
        name, parent = tracks[track]
        return (path_of(parent) if parent is not None else []) + [name]

    names = {}
    slices, instants, counters, flows = [], [], [], {}
    for row in processor.query("select id, track_id, name, ts, dur from slice order by ts, id"):
        names[row.id] = row.name
        path = path_of(row.track_id)
        if row.dur == 0:
            instants.append({"track": path, "name": row.name, "at": row.ts})
        else:
            slices.append({"track": path, "name": row.name, "start": row.ts, "duration": row.dur})
    for row in processor.query("select track_id, ts, value from counter order by ts, id"):
        counters.append({"track": path_of(row.track_id), "at": row.ts, "value": row.value})
    for row in processor.query(
            "select trace_id, slice_out, slice_in from flow join slice on slice.id = slice_out order by slice.ts, flow.id"):
        flow = flows.setdefault(str(row.trace_id), [names[row.slice_out]])
        flow.append(names[row.slice_in])
finally:
    processor.close()
json.dump({"slices": slices, "instants": instants, "counters": counters, "flows": flows}, sys.stdout)
