// Slices of one track as they are read: in the order of the file, which may be another than that of time.
#pragma once

#include <cstdint>

#include "profile/timeline/pages.h"

namespace ireereplay::profile::timeline {

/// No record of the capture.
inline constexpr uint32_t kNoRecord32 = ~0u;

struct SliceLog {
  Pages<int64_t> starts;
  Pages<int64_t> ends;
  Pages<uint32_t> whats;    ///< Into Naming::whats.
  Pages<uint32_t> rows;     ///< Of the events of the track's kind.
  Pages<uint32_t> records;  ///< Of the capture, or kNoRecord32.
  /// Of submissions alone.
  Pages<int64_t> readies;
  /// Of slices that contain each other: how deep each lies. All of a track have one, or none.
  Pages<uint8_t> lanes;
  bool is_sorted = true;

  size_t size() const { return starts.size(); }
  void add(int64_t start, int64_t end, uint32_t what, uint32_t row, uint32_t record) {
    const size_t count = size();
    if (count != 0 && (start < starts[count - 1] || (start == starts[count - 1] && end < ends[count - 1])))
      is_sorted = false;
    starts.push_back(start);
    ends.push_back(end);
    whats.push_back(what);
    rows.push_back(row);
    records.push_back(record);
  }
  /// One that lies as deep as `lane` in others of the track, which come before it.
  void add_nested(int64_t start, int64_t end, uint32_t what, uint32_t row, uint8_t lane) {
    if (size() != 0 && start < starts[size() - 1]) is_sorted = false;
    starts.push_back(start);
    ends.push_back(end);
    whats.push_back(what);
    rows.push_back(row);
    records.push_back(kNoRecord32);
    lanes.push_back(lane);
  }
};

}  // namespace ireereplay::profile::timeline
