#include "neighbour/torch/pairs.h"

#include <unordered_map>

namespace ireereplay::neighbour::torch {

std::vector<Pair> find_pairs(const Trace& trace, const Nesting& nesting) {
  const Flows& flows = trace.flows;
  const auto is_pair = [&](size_t flow) {
    return trace.strings.at(trace.categories[flows.category[flow]].name) == "fwdbwd";
  };
  // Where arrows begin and end, by thread; only there operations are looked for.
  std::vector<std::unordered_map<uint64_t, uint32_t, SeededHash>> places(trace.threads.size());
  for (size_t flow = 0; flow < flows.id.size(); ++flow) {
    if (is_pair(flow)) places[flows.thread[flow]].emplace(static_cast<uint64_t>(flows.begin_ns[flow]), kNoRow);
  }
  // The innermost of several that begin at once comes last.
  for (const uint32_t event : nesting.order) {
    if (trace.kind(event) != EventKind::kOperation) continue;
    auto& there = places[trace.events.thread[event]];
    if (const auto place = there.find(static_cast<uint64_t>(trace.begin(event))); place != there.end())
      place->second = event;
  }
  std::unordered_map<uint64_t, uint32_t, SeededHash> forward;
  const auto operation = [&](size_t flow) {
    return places[flows.thread[flow]].at(static_cast<uint64_t>(flows.begin_ns[flow]));
  };
  for (size_t flow = 0; flow < flows.id.size(); ++flow) {
    if (is_pair(flow) && flows.phase[flow] == 's')
      forward.try_emplace(static_cast<uint64_t>(flows.id[flow]), operation(flow));
  }
  std::vector<Pair> pairs;
  for (size_t flow = 0; flow < flows.id.size(); ++flow) {
    if (!is_pair(flow) || flows.phase[flow] != 'f') continue;
    const auto found = forward.find(static_cast<uint64_t>(flows.id[flow]));
    const uint32_t backward = operation(flow);
    if (found != forward.end() && found->second != kNoRow && backward != kNoRow)
      pairs.push_back({found->second, backward});
  }
  return pairs;
}

}  // namespace ireereplay::neighbour::torch
