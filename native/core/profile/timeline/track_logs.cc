#include "profile/timeline/track_logs.h"

#include <algorithm>
#include <limits>

#include "base/decimal.h"

namespace ireereplay::profile::timeline {

namespace {

/// When each submission began to be executed, and when all of it was.
void put_ends(TrackLog& log) {
  // What was in order of starts alone may not be in order of ends.
  log.slices.is_sorted = false;
  for (size_t i = 0; i < log.slices.size(); ++i) {
    const int64_t start = log.slices.starts[i];
    int64_t ready = std::max(log.slices.readies[i], start), end = ready;
    if (const TimeRange* range = log.executed.find(log.submissions[i]); range != nullptr && range->is_known()) {
      ready = std::max(range->begin, start);
      end = std::max(range->end, ready);
    }
    log.slices.readies[i] = ready;
    log.slices.ends[i] = end;
  }
}

/// The ids of submissions in order of time.
std::shared_ptr<const PackedColumn> ids_of(const TrackLog& log) {
  auto ids = std::make_shared<PackedColumn>();
  const std::vector<uint32_t> order = order_of(log.slices.starts, log.slices.ends);
  for (const uint32_t i : order) ids->push_back(log.submissions[i]);
  ids->finish();
  return ids;
}

/// Sums of what was given and taken, in order of time; the most, and when it was there first.
struct Sums {
  SampleLog samples;
  int64_t most = 0;
  int64_t most_at = 0;
};
Sums sums_of(const BalanceLog& balance) {
  Sums sums;
  const std::vector<uint32_t> order = order_of(balance.times, balance.times);
  int64_t sum = 0;
  for (const uint32_t i : order) {
    const int64_t change = balance.changes[i];
    if (__builtin_add_overflow(sum, change, &sum)) sum = change < 0 ? 0 : std::numeric_limits<int64_t>::max();
    sum = std::max<int64_t>(sum, 0);
    if (sum > sums.most) {
      sums.most = sum;
      sums.most_at = balance.times[i];
    }
    sums.samples.times.push_back(balance.times[i]);
    sums.samples.values.push_back(static_cast<double>(sum));
    sums.samples.rows.push_back(balance.rows[i]);
  }
  return sums;
}

std::string note_of(const TrackLog& log, const Track& track) {
  std::string note;
  const auto add = [&](std::string sentence) { note += (note.empty() ? "" : " ") + std::move(sentence); };
  if (log.untimed != 0) {
    add(counted(log.untimed, "event") + (log.untimed == 1 ? " has" : " have") +
        " no time that can be aligned with the others.");
  }
  if (log.left_out != 0) add(counted(log.left_out, "value") + " left out: too many to show, or not numbers.");
  if (const uint64_t crowded = track.slices.crowded(); crowded != 0) {
    add(counted(crowded, "slice") + (crowded == 1 ? " overlaps" : " overlap") + " more than " +
        decimal(SliceTrack::kMostLanes - 1) + " others: they share the last row.");
  }
  return note;
}

uint64_t active_ns(const std::vector<const SliceTrack*>& tracks) {
  if (tracks.size() == 1) return tracks[0]->covered_ns();
  std::vector<size_t> at(tracks.size());
  uint64_t active = 0;
  bool is_first = true;
  int64_t reached = 0;
  while (true) {
    size_t next = tracks.size();
    for (size_t i = 0; i < tracks.size(); ++i) {
      if (at[i] == tracks[i]->size()) continue;
      if (next == tracks.size() || tracks[i]->start(at[i]) < tracks[next]->start(at[next])) next = i;
    }
    if (next == tracks.size()) return active;
    const int64_t start = tracks[next]->start(at[next]), end = tracks[next]->end(at[next]);
    ++at[next];
    const int64_t begin = is_first ? start : std::max(reached, start);
    if (end > begin) active += static_cast<uint64_t>(end) - static_cast<uint64_t>(begin);
    reached = is_first ? end : std::max(reached, end);
    is_first = false;
  }
}

}  // namespace

TrackLog* TrackLogs::add(uint32_t parent, TrackClass track_class, uint64_t rank) {
  if (logs_.size() >= kMost) return nullptr;
  TrackLog& log = logs_.emplace_back();
  log.track.id = static_cast<uint32_t>(logs_.size());
  log.track.parent = parent;
  log.track.track_class = track_class;
  log.rank = rank;
  return &log;
}

uint32_t TrackLogs::group_of(uint32_t parent, TrackClass group_class, uint64_t key, std::string name) {
  const auto [found, is_new] = places_.try_emplace({parent, group_class, key, 0}, nullptr);
  if (is_new) {
    found->second = add(parent, group_class, key);
    if (found->second != nullptr) found->second->track.name = std::move(name);
  }
  return found->second == nullptr ? 0 : found->second->track.id;
}

uint32_t TrackLogs::device(uint32_t ordinal) {
  const uint32_t id = group_of(0, TrackClass::kDevice, ordinal,
                               ordinal == format::kNone32 ? "no device" : "device " + decimal(ordinal));
  if (id != 0) logs_[id - 1].track.device = ordinal;
  return id;
}

uint32_t TrackLogs::queue(uint32_t device_ordinal, uint32_t ordinal) {
  const uint32_t parent = device(device_ordinal);
  if (parent == 0) return 0;
  const uint32_t id = group_of(parent, TrackClass::kQueue, ordinal,
                               ordinal == format::kNone32 ? "no queue" : "queue " + decimal(ordinal));
  if (id != 0) {
    logs_[id - 1].track.device = device_ordinal;
    logs_[id - 1].track.queue = ordinal;
  }
  return id;
}

uint32_t TrackLogs::group(TrackClass group_class, const char* name) { return group_of(0, group_class, 0, name); }

void TrackLogs::put_into(Timeline* timeline, bool consumes) {
  std::vector<std::shared_ptr<Track>> made;
  std::vector<uint32_t> timed_devices;  // By themselves.
  bool is_first = true;
  const auto span_to = [&](int64_t start, int64_t end) {
    timeline->origin = is_first ? start : std::min(timeline->origin, start);
    timeline->end = is_first ? end : std::max(timeline->end, end);
    is_first = false;
  };
  for (TrackLog& log : logs_) {
    auto track = std::make_shared<Track>(log.track);
    if (track->track_class == TrackClass::kSubmissions) put_ends(log);
    if (track->track_class == TrackClass::kSubmissions) track->submissions = ids_of(log);
    if (track->has_slices()) {
      track->slices = SliceTrack(log.slices, consumes);
      if (track->slices.size() != 0) span_to(track->slices.start(0), track->slices.last_end());
    } else if (track->track_class == TrackClass::kLiveBytes) {
      Sums sums = sums_of(log.balance);
      track->samples = SampleTrack(sums.samples, true);
    } else if (track->kind == TrackKind::kCounter) {
      track->samples = SampleTrack(log.samples, consumes);
    }
    if (track->samples.size() != 0) span_to(track->samples.start(0), track->samples.last_end());
    if (track->source == ChunkKind::kDispatchEvents && track->size() != 0) timed_devices.push_back(track->device);
    track->note = note_of(log, *track);
    made.push_back(std::move(track));
  }
  timeline->name_totals.assign(timeline->names.size(), 0);
  Totals& totals = timeline->totals;
  std::vector<const SliceTrack*> dispatches;
  for (const auto& track : made) {
    if (track->kind == TrackKind::kCounter) track->samples.hold_until(timeline->end);
    track->is_secondary = track->track_class == TrackClass::kDispatches &&
                          track->source != ChunkKind::kDispatchEvents &&
                          std::find(timed_devices.begin(), timed_devices.end(), track->device) != timed_devices.end();
    if (track->is_secondary) track->name = "dispatches by the host";
    if (track->track_class == TrackClass::kQueue) ++totals.queues;
    if (track->track_class == TrackClass::kWorker) ++totals.workers;
    if (track->track_class == TrackClass::kSubmissions) totals.submissions += track->size();
    if (track->has_dispatches()) {
      totals.dispatches += track->size();
      dispatches.push_back(&track->slices);
    }
    if (!track->has_slices() || track->track_class == TrackClass::kWorker || track->is_secondary ||
        track->track_class == TrackClass::kTraces)
      continue;
    for (size_t i = 0; i < track->slices.size(); ++i) {
      uint64_t& total = timeline->name_totals[timeline->whats[track->slices.what(i)].name];
      if (!checked_add(total, track->slices.duration(i), &total)) total = UINT64_MAX;
    }
  }
  if (!dispatches.empty()) totals.dispatch_active_ns = active_ns(dispatches);
  for (const SliceTrack* slices : dispatches)
    for (size_t i = 0; i < slices->size(); ++i)
      if (!checked_add(totals.dispatch_total_ns, slices->duration(i), &totals.dispatch_total_ns))
        totals.dispatch_total_ns = UINT64_MAX;
  if (live.times.size() != 0) {
    const Sums sums = sums_of(live);
    totals.has_memory = true;
    totals.high_water = static_cast<uint64_t>(sums.most);
    totals.high_water_at = sums.most_at;
  }
  // Each group, then what is in it.
  std::map<uint32_t, std::vector<size_t>> members;
  for (size_t i = 0; i < made.size(); ++i) members[made[i]->parent].push_back(i);
  for (auto& [parent, list] : members) {
    std::stable_sort(list.begin(), list.end(), [&](size_t a, size_t b) {
      return std::tie(made[a]->track_class, logs_[a].rank) < std::tie(made[b]->track_class, logs_[b].rank);
    });
  }
  const auto put = [&](const auto& self, uint32_t parent) -> void {
    const auto found = members.find(parent);
    if (found == members.end()) return;
    for (const size_t i : found->second) {
      // That of a queue which only its executions are known of: they would have told when submissions ended.
      if (made[i]->track_class == TrackClass::kSubmissions && made[i]->size() == 0 && made[i]->note.empty()) continue;
      timeline->places.emplace(made[i]->id, timeline->tracks.size());
      timeline->tracks.push_back(made[i]);
      self(self, made[i]->id);
    }
  };
  put(put, 0);
}

}  // namespace ireereplay::profile::timeline
