// Everything that reads traces of PyTorch's profiler, on bytes that nobody recorded: whole, and in pieces of a length
// that the first byte says.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "neighbour/torch/call_tree.h"
#include "neighbour/torch/launches.h"
#include "neighbour/torch/nesting.h"
#include "neighbour/torch/overview.h"
#include "neighbour/torch/slice_details.h"
#include "neighbour/torch/tables.h"
#include "neighbour/torch/timeline.h"
#include "neighbour/torch/trace_parser.h"

using namespace ireereplay;
using namespace ireereplay::neighbour::torch;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

Status parse(Bytes text, size_t piece, Trace* trace) {
  TraceParser parser(trace);
  Status status;
  for (size_t at = 0; at < text.size() && status.ok(); at += piece)
    status = parser.feed(text.subspan(at, std::min(piece, text.size() - at)));
  return status.ok() ? parser.finish() : status;
}

void check_columns(const Trace& trace) {
  const Events& events = trace.events;
  const size_t count = events.size();
  require(events.duration_ns.size() == count && events.name.size() == count && events.category.size() == count &&
              events.thread.size() == count && events.row.size() == count,
          "events have all columns");
  require(trace.operations.shape.size() == trace.operations.event.size(), "operations have all columns");
  require(trace.work.block.size() == trace.work.event.size(), "device work has all columns");
  for (uint32_t event = 0; event < count; ++event) {
    require(events.category[event] < trace.categories.size() && events.thread[event] < trace.threads.size() &&
                events.name[event] < trace.strings.size(),
            "an event's properties are there");
    require(trace.end_of(event) >= trace.begin(event), "an event ends after it begins");
    if (trace.kind(event) == EventKind::kOperation)
      require(trace.operations.event[events.row[event]] == event, "rows lead to events and back");
  }
  uint64_t operations = 0;
  for (const OperationShape& shape : trace.shapes) {
    require(shape.count > 0 && shape.operation < trace.operations.event.size(), "a shape is of an operation");
    operations += shape.count;
  }
  require(operations == trace.operations.event.size(), "each operation has one shape");
  require(trace.whole_bytes <= trace.bytes, "what is whole was read");
}

void check_timeline(const Trace& trace, const Nesting& nesting, const Launches& launches) {
  const std::atomic<bool> never = false;
  const auto made = make_timeline(trace, nesting, launches, never);
  require(made.ok(), "a timeline is made of any trace");
  uint64_t placed = made->timeline->totals.missed, slices = made->timeline->totals.missed;
  for (uint32_t event = 0; event < trace.events.size(); ++event) {
    const auto place = made->place(trace, event);
    if (!place) continue;
    ++placed;
    require(made->timeline->track(place->track)->slices.row(place->index) == event, "an event is in its place");
    // Details of all would take the square of the events.
    if (placed > 50) continue;
    require(details_json(trace, nesting, launches, *made, *place, never).ok(), "a slice has details");
    require(!flows_json(trace, launches, *made, *place).empty(), "a slice has flows");
  }
  profile::timeline::Pixels pixels;
  pixels.from = made->timeline->origin;
  pixels.to = made->timeline->end;
  pixels.count = 100;
  for (const auto& track : made->timeline->tracks) {
    slices += track->slices.size();
    window_of(*made->timeline, *track, pixels, nullptr);
  }
  require(placed == slices, "a track has no other slices");
}

void check_nesting(const Trace& trace) {
  const std::atomic<bool> never = false;
  const auto nesting = nest(trace, never);
  require(nesting.ok(), "events nest");
  for (const uint32_t event : nesting->order) {
    const uint32_t parent = nesting->parent[event];
    require(
        parent == kNoRow || (trace.begin(parent) <= trace.begin(event) && trace.begin(event) < trace.end_of(parent) &&
                             trace.events.thread[parent] == trace.events.thread[event]),
        "an event begins while what contains it lasts");
  }
  const Launches launches = find_launches(trace, *nesting);
  const Overview overview = look_over(trace, launches);
  for (const DeviceUse& use : overview.uses)
    require(use.busy_ns + use.idle_until_call_ns + use.idle_from_call_ns <= use.stretch.length_ns(),
            "a device is busy or idle while it works");
  uint64_t counted = 0;
  for (const CategoryUse& use : overview.categories) counted += use.events;
  require(counted == trace.events.size(), "each event is of a category");
  const Tables tables = make_tables(trace, *nesting, launches, find_pairs(trace, *nesting));
  for (const auto* rows : {&tables.by_operation, &tables.by_shape}) {
    uint64_t operations = 0;
    uint64_t work = overview.launches.without_operation;
    for (const OperationRow& row : *rows) {
      operations += row.count;
      work += row.device_count;
    }
    require(operations == trace.operations.event.size(), "each operation is of a row");
    require(work == trace.work.event.size(), "what devices did is of an operation or of none");
  }
  const std::vector<TreeNode> tree = make_call_tree(trace, *nesting, launches);
  uint64_t events = 0;
  for (size_t i = 0; i < tree.size(); ++i) {
    require(tree[i].parent == kNoRow || tree[i].parent < i, "a node comes after what is above it");
    events += tree[i].count;
  }
  require(events <= trace.events.size(), "each event is of one node");
  for (const uint64_t most : {uint64_t{7}, uint64_t{tree.size()}}) {
    const std::vector<ShownNode> shown = heaviest(tree, most);
    require(shown.size() == std::min<uint64_t>(most, tree.size()), "as many are shown as wanted");
    for (size_t i = 0; i < shown.size(); ++i)
      require(shown[i].depth <= (i == 0 ? 0 : shown[i - 1].depth + 1), "each is shown below what is above it");
  }
  uint64_t kernels = 0;
  for (const KernelRow& row : tables.by_kernel) kernels += row.count;
  require(kernels == trace.work.event.size(), "each kernel is of a row");
  check_timeline(trace, *nesting, launches);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const Bytes text = Bytes(data, size).subspan(1);
  Trace whole;
  Trace pieces;
  const Status status = parse(text, std::max<size_t>(text.size(), 1), &whole);
  const Status other = parse(text, size_t{1} + data[0], &pieces);
  require(status.ok() || !status.message().empty(), "a refusal is explained");
  require(status.code() == other.code(), "pieces are read as the whole is");
  check_columns(whole);
  check_nesting(whole);
  if (!status.ok()) return 0;
  require(whole.events.size() == pieces.events.size() && whole.flows.id.size() == pieces.flows.id.size() &&
              whole.members.size() == pieces.members.size() && whole.end == pieces.end &&
              whole.whole_bytes == pieces.whole_bytes && whole.strings.size() == pieces.strings.size() &&
              whole.events_left_out.count == pieces.events_left_out.count &&
              whole.values_left_out.offset == pieces.values_left_out.offset,
          "pieces say what the whole says");
  return 0;
}
