"""What is in a Perfetto trace, read with Perfetto's own definitions: slices, instants, counters and flows, as JSON."""

import json
import sys

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent

trace = Trace()
with open(sys.argv[1], "rb") as file:
    trace.ParseFromString(file.read())

tracks = {}
events = []
for packet in trace.packet:
    if packet.HasField("track_descriptor"):
        tracks[packet.track_descriptor.uuid] = packet.track_descriptor
    if packet.HasField("track_event"):
        events.append((packet.timestamp, packet.track_event))


def path_of(uuid):
    track = tracks[uuid]
    above = path_of(track.parent_uuid) if track.HasField("parent_uuid") else []
    return above + [track.name]


slices, instants, counters, flows = [], [], [], {}
open_slices = {}
# As the trace processor has it: by time, and as they stand in the file where that is the same.
for timestamp, event in sorted(events, key=lambda item: item[0]):
    path = path_of(event.track_uuid)
    if event.type == TrackEvent.TYPE_SLICE_BEGIN:
        open_slices.setdefault(event.track_uuid, []).append((timestamp, event.name))
    elif event.type == TrackEvent.TYPE_SLICE_END:
        begin, name = open_slices[event.track_uuid].pop()
        slices.append({"track": path, "name": name, "start": begin, "duration": timestamp - begin})
    elif event.type == TrackEvent.TYPE_INSTANT:
        instants.append({"track": path, "name": event.name, "at": timestamp})
    elif event.type == TrackEvent.TYPE_COUNTER:
        value = event.counter_value if event.HasField("counter_value") else event.double_counter_value
        counters.append({"track": path, "at": timestamp, "value": value})
    for flow in event.flow_ids:
        flows.setdefault(str(flow), []).append(event.name)

assert not any(open_slices.values()), "a slice never ends"
json.dump({"slices": slices, "instants": instants, "counters": counters, "flows": flows}, sys.stdout)
