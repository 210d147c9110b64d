#include "profile/timeline/repetitions.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/seeded_hash.h"
#include "profile/timeline/json.h"

namespace ireereplay::profile::timeline {

namespace {

constexpr size_t kMostRuns = 10'000;
/// Slices after which it is looked whether the answer is still wanted.
constexpr uint32_t kLook = 1 << 16;

Status cancelled_status() { return Status(StatusCode::kCancelled, "cancelled"); }

bool is_wanted(uint32_t at, const std::atomic<bool>& cancelled) {
  return at % kLook != 0 || !cancelled.load(std::memory_order_relaxed);
}

bool any_begins(const Timeline& timeline, Range range) {
  return std::any_of(timeline.tracks.begin(), timeline.tracks.end(), [&](const auto& track) {
    if (!track->has_dispatches()) return false;
    const uint32_t first = track->slices.first_from(range.from);
    return first < track->slices.size() && track->slices.start(first) < range.to;
  });
}

void write_ranges(const Timeline& timeline, const std::vector<Range>& ranges, JsonWriter& json) {
  json.key("runs").begin_array();
  for (const Range& range : ranges) {
    json.begin_object();
    json.key("from");
    write_time(timeline, range.from, json);
    json.key("to");
    write_time(timeline, range.to, json);
    json.end_object();
  }
  json.end_array();
}

Status write_scopes(const Timeline& timeline, const std::atomic<bool>& cancelled, JsonWriter& json) {
  std::map<uint32_t, std::vector<Range>> by_name;
  for (const auto& track : timeline.tracks) {
    if (track->track_class != TrackClass::kScopes) continue;
    for (uint32_t i = 0; i < track->slices.size(); ++i) {
      if (!is_wanted(i, cancelled)) return cancelled_status();
      const Range range{track->slices.start(i), track->slices.end(i)};
      auto& runs = by_name[timeline.whats[track->slices.what(i)].name];
      if (runs.size() < kMostRuns && any_begins(timeline, range)) runs.push_back(range);
    }
  }
  for (const auto& [name, runs] : by_name) {
    if (runs.empty()) continue;
    json.begin_object();
    json.key("by").string("scope");
    json.key("name").string(timeline.names[name].text);
    write_ranges(timeline, runs, json);
    json.end_object();
  }
  return Status();
}

Status write_record(const Timeline& timeline, const std::atomic<bool>& cancelled, JsonWriter& json) {
  std::unordered_map<uint32_t, uint32_t, SeededHash> counts;
  for (const auto& track : timeline.tracks) {
    if (!track->has_dispatches()) continue;
    for (uint32_t i = 0; i < track->slices.size(); ++i) {
      if (!is_wanted(i, cancelled)) return cancelled_status();
      if (track->slices.record(i) != kNoRecord32) ++counts[track->slices.record(i)];
    }
  }
  const Track* chosen = nullptr;
  uint32_t first = 0;
  for (const auto& track : timeline.tracks) {
    if (!track->has_dispatches()) continue;
    for (uint32_t i = 0; i < track->slices.size(); ++i) {
      if (!is_wanted(i, cancelled)) return cancelled_status();
      if (chosen != nullptr && track->slices.start(i) >= chosen->slices.start(first)) break;
      const uint32_t record = track->slices.record(i);
      if (record == kNoRecord32 || counts[record] < 2) continue;
      chosen = track.get();
      first = i;
      break;
    }
  }
  if (chosen == nullptr) return Status();
  const uint32_t record = chosen->slices.record(first);
  std::vector<int64_t> starts;
  for (const auto& track : timeline.tracks) {
    if (!track->has_dispatches()) continue;
    for (uint32_t i = 0; i < track->slices.size(); ++i) {
      if (!is_wanted(i, cancelled)) return cancelled_status();
      if (track->slices.record(i) == record) starts.push_back(track->slices.start(i));
    }
  }
  std::sort(starts.begin(), starts.end());
  std::vector<Range> runs;
  for (size_t i = 0; i < starts.size() && i < kMostRuns; ++i)
    // The last moment of the profile belongs to it.
    runs.push_back({starts[i], i + 1 < starts.size() ? starts[i + 1] : timeline.end + 1});
  json.begin_object();
  json.key("by").string("record");
  json.key("name").string(timeline.name_of(*chosen, first).text);
  json.key("record").number(record);
  write_ranges(timeline, runs, json);
  json.end_object();
  return Status();
}

}  // namespace

Result<std::string> repetitions_json(const Timeline& timeline, const std::atomic<bool>& cancelled) {
  Text text;
  JsonWriter json(text);
  json.begin_array();
  IR_RETURN_IF_ERROR(write_scopes(timeline, cancelled, json));
  IR_RETURN_IF_ERROR(write_record(timeline, cancelled, json));
  json.end_array();
  return text.take();
}

Result<std::string> begun_json(const Timeline& timeline, Range range, const std::atomic<bool>& cancelled) {
  Text text;
  JsonWriter json(text);
  json.begin_array();
  for (const auto& track : timeline.tracks) {
    if (!track->has_dispatches()) continue;
    const uint32_t first = track->slices.first_from(range.from);
    uint32_t at = first;
    int64_t last = range.from;
    for (; at < track->slices.size() && track->slices.start(at) < range.to; ++at) {
      if (!is_wanted(at, cancelled)) return cancelled_status();
      last = std::max(last, track->slices.end(at));
    }
    if (at == first) continue;
    json.begin_object();
    json.key("track").number(track->id);
    json.key("count").number(at - first);
    json.key("first");
    write_time(timeline, track->slices.start(first), json);
    json.key("last");
    write_time(timeline, last, json);
    json.end_object();
  }
  json.end_array();
  return text.take();
}

Result<Occurrences> occurrences(const Timeline& timeline, uint32_t id, const std::vector<uint32_t>& indices,
                                int64_t from, bool by_name, const std::atomic<bool>& cancelled) {
  Occurrences found;
  const Track* track = timeline.track(id);
  if (track == nullptr || !track->has_slices()) return found;
  const SliceTrack& slices = track->slices;
  const auto key_of = [&](uint32_t i) { return by_name ? timeline.whats[slices.what(i)].name : slices.record(i); };
  found.records.assign(indices.size(), kNoRecord32);
  found.ordinals.assign(indices.size(), kNoRecord32);
  std::vector<std::pair<uint32_t, size_t>> ordered;
  std::unordered_map<uint32_t, uint32_t, SeededHash> counts;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= slices.size()) continue;
    found.records[i] = slices.record(indices[i]);
    if (slices.start(indices[i]) < from) continue;
    ordered.emplace_back(indices[i], i);
    counts.emplace(key_of(indices[i]), 0);
  }
  std::sort(ordered.begin(), ordered.end());
  uint32_t at = slices.first_from(from);
  for (const auto& [index, place] : ordered) {
    for (; at < index; ++at) {
      if (!is_wanted(at, cancelled)) return cancelled_status();
      const auto count = counts.find(key_of(at));
      if (count != counts.end()) ++count->second;
    }
    found.ordinals[place] = counts[key_of(index)];
  }
  return found;
}

}  // namespace ireereplay::profile::timeline
