// A profile along time, as far as it has been read: tracks, what is on them, and what it all is called. Never changed
// once it is there: reading makes the next one.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profile/capture_records.h"
#include "profile/column.h"
#include "profile/launch_shapes.h"
#include "profile/metadata.h"
#include "profile/timeline/event_rows.h"
#include "profile/timeline/naming.h"
#include "profile/timeline/sample_track.h"
#include "profile/timeline/slice_track.h"
#include "profile/timeline/track.h"

namespace ireereplay::profile::timeline {

struct Track {
  uint32_t id = 0;
  /// 0 for none.
  uint32_t parent = 0;
  TrackKind kind = TrackKind::kGroup;
  TrackClass track_class = TrackClass::kDevice;
  std::string name;
  std::string note;
  /// Of counters.
  std::string unit;
  /// What its slices or samples are records of.
  ChunkKind source = ChunkKind::kUnknown;
  uint32_t device = format::kNone32;
  uint32_t queue = format::kNone32;
  /// Dispatches that another track of the queue has, too, by the device's own clock: they are counted there.
  bool is_secondary = false;
  uint32_t worker = 0;
  /// Of submissions: their ids, by place.
  std::shared_ptr<const PackedColumn> submissions;
  /// Rows of executions that failed, ascending, with their status codes.
  std::vector<std::pair<uint32_t, uint32_t>> failed;
  SliceTrack slices;
  SampleTrack samples;

  uint32_t status_of(uint32_t row) const {
    const auto found = std::lower_bound(failed.begin(), failed.end(), std::pair(row, 0u));
    return found == failed.end() || found->first != row ? 0 : found->second;
  }
  bool has_slices() const { return kind == TrackKind::kSlices || kind == TrackKind::kInstants; }
  uint32_t size() const { return has_slices() ? slices.size() : samples.size(); }
  bool has_dispatches() const { return track_class == TrackClass::kDispatches && !is_secondary; }
};

/// What a profile refers to beside its events; the same for every timeline of it.
struct Context {
  std::shared_ptr<const Bundle> bundle;
  Metadata metadata;
  CaptureRecords records;
  LaunchShapes launches;
  std::map<uint32_t, ClockFit> clocks;
  /// What our recorder says of the replay, in JSON; empty of others.
  std::string replay;
  std::vector<std::string> notices;
  std::string session_name;
  /// Why a part of the file could not be read.
  Status damage;
};

struct Totals {
  bool is_complete = false;
  double read = 0;
  uint64_t events = 0;
  uint64_t dropped_records = 0;
  uint64_t truncated_chunks = 0;
  uint64_t unknown_chunks = 0;
  /// Events of more tracks than are shown.
  uint64_t missed = 0;
  uint64_t dispatches = 0;
  uint64_t dispatch_active_ns = 0;
  uint64_t dispatch_total_ns = 0;
  uint64_t submissions = 0;
  uint64_t queues = 0;
  uint64_t workers = 0;
  bool has_memory = false;
  uint64_t high_water = 0;
  int64_t high_water_at = 0;
  double milliseconds = 0;
};

class Timeline {
 public:
  std::shared_ptr<const Context> context;
  /// Groups before what is in them, in the order in which they are shown.
  std::vector<std::shared_ptr<const Track>> tracks;
  std::vector<Name> names;
  std::vector<What> whats;
  /// Nanoseconds by name, of tracks of its own class.
  std::vector<uint64_t> name_totals;
  std::array<EventRows, kEventKinds> rows;
  /// The first moment, and the last.
  int64_t origin = 0;
  int64_t end = 0;
  Totals totals;
  Status damage;

  /// Null for an id that is none.
  const Track* track(uint32_t id) const {
    const auto found = places.find(id);
    return found == places.end() ? nullptr : tracks[found->second].get();
  }
  const EventRows& rows_of(ChunkKind kind) const { return rows[static_cast<size_t>(kind)]; }
  uint64_t span() const { return static_cast<uint64_t>(end) - static_cast<uint64_t>(origin); }
  const Name& name_of(const Track& track, size_t index) const { return names[whats[track.slices.what(index)].name]; }
  std::unordered_map<uint32_t, size_t> places;
};

/// What lies on a track in the window, named by names.
WindowItems window_of(const Timeline& timeline, const Track& track, const Pixels& pixels, const MatchBits* matches);

}  // namespace ireereplay::profile::timeline
