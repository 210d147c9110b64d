// The tracks of a profile while it is read: what was met so far of each, in the order of the file.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "profile/timeline/id_table.h"
#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// When something was executed.
struct TimeRange {
  int64_t begin = std::numeric_limits<int64_t>::max();
  int64_t end = std::numeric_limits<int64_t>::min();

  bool is_known() const { return begin <= end; }
  void add(int64_t start, int64_t stop) {
    begin = std::min(begin, start);
    end = std::max(end, stop);
  }
};

/// What was given and taken back of memory.
struct BalanceLog {
  Pages<int64_t> times;
  Pages<int64_t> changes;
  Pages<uint32_t> rows;
  void add(int64_t time, int64_t change, uint32_t row) {
    times.push_back(time);
    changes.push_back(change);
    rows.push_back(row);
  }
};

struct TrackLog {
  Track track;  ///< Without what is on it.
  /// Where it stands among those of its class in its group.
  uint64_t rank = 0;
  SliceLog slices;
  SampleLog samples;
  BalanceLog balance;
  /// Of submissions: what each is, to find its executions.
  Pages<uint64_t> submissions;
  IdTable<TimeRange> executed;
  /// Events that have no time.
  uint64_t untimed = 0;
  uint64_t left_out = 0;
};

class TrackLogs {
 public:
  /// More are not shown: a file may give each of its events a queue of its own.
  static constexpr size_t kMost = 4096;

  /// The group of a device, of one of its queues, or of the whole profile; 0 where there are too many tracks.
  uint32_t device(uint32_t ordinal);
  uint32_t queue(uint32_t device, uint32_t ordinal);
  uint32_t group(TrackClass group_class, const char* name);
  /// The track that `key` tells from others of its class in its group; made with `make(track)` when it is new. Null
  /// where there are too many.
  template <typename Make>
  TrackLog* find(uint32_t parent, TrackClass track_class, uint64_t key, uint64_t second, const Make& make) {
    const auto [found, is_new] = places_.try_emplace({parent, track_class, key, second}, nullptr);
    if (!is_new) return found->second;
    if (parent == 0) return nullptr;
    TrackLog* log = add(parent, track_class, key);
    if (log == nullptr) return nullptr;
    found->second = log;
    make(log);
    return log;
  }
  uint64_t missed = 0;  ///< Events of tracks that there are too many of.

  /// What is there so far as a timeline: without its summary. The logs are emptied if they are not needed any more.
  void put_into(Timeline* timeline, bool consumes);
  const std::deque<TrackLog>& all() const { return logs_; }
  /// Bytes that were live on all devices.
  BalanceLog live;

 private:
  using Key = std::tuple<uint32_t, TrackClass, uint64_t, uint64_t>;
  TrackLog* add(uint32_t parent, TrackClass track_class, uint64_t rank);
  uint32_t group_of(uint32_t parent, TrackClass group_class, uint64_t key, std::string name);

  std::deque<TrackLog> logs_;
  std::map<Key, TrackLog*> places_;
};

}  // namespace ireereplay::profile::timeline
