#include "neighbour/torch/nesting.h"

#include <algorithm>
#include <tuple>

namespace ireereplay::neighbour::torch {

namespace {

/// What contains the other where both have the same times: Python calls operations, and they call the runtime.
int rank(EventKind kind) {
  switch (kind) {
    case EventKind::kPython:
      return 0;
    case EventKind::kAnnotation:
      return 1;
    case EventKind::kOperation:
      return 2;
    case EventKind::kRuntimeCall:
      return 3;
    default:
      return 4;
  }
}

bool nests(const Trace& trace, uint32_t event) {
  const EventKind kind = trace.kind(event);
  return trace.events.duration_ns[event] != kAbsent && (kind == EventKind::kPython || kind == EventKind::kAnnotation ||
                                                        kind == EventKind::kOperation || is_call(kind));
}

}  // namespace

Result<Nesting> nest(const Trace& trace, const std::atomic<bool>& cancel) {
  Nesting nesting;
  const size_t count = trace.events.size();
  nesting.parent.assign(count, kNoRow);
  nesting.operation.assign(count, kNoRow);
  std::vector<std::vector<uint32_t>> threads(trace.threads.size());
  for (uint32_t event = 0; event < count; ++event) {
    if (nests(trace, event)) threads[trace.events.thread[event]].push_back(event);
  }
  const auto comes_before = [&](uint32_t a, uint32_t b) {
    const auto key = [&](uint32_t event) {
      return std::tuple(trace.begin(event), -trace.duration(event), rank(trace.kind(event)), event);
    };
    return key(a) < key(b);
  };
  std::vector<uint32_t> open;
  for (std::vector<uint32_t>& events : threads) {
    if (cancel) return Status(StatusCode::kCancelled, "reading the trace was cancelled");
    std::sort(events.begin(), events.end(), comes_before);
    open.clear();
    for (const uint32_t event : events) {
      while (!open.empty() && trace.end_of(open.back()) <= trace.begin(event)) open.pop_back();
      if (!open.empty()) {
        const uint32_t parent = open.back();
        nesting.parent[event] = parent;
        nesting.operation[event] = trace.kind(parent) == EventKind::kOperation ? parent : nesting.operation[parent];
      }
      open.push_back(event);
    }
    nesting.order.insert(nesting.order.end(), events.begin(), events.end());
    std::vector<uint32_t>().swap(events);
  }
  return nesting;
}

}  // namespace ireereplay::neighbour::torch
