// What a track is, and what of it lies in a window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ireereplay::profile::timeline {

/// Their names, in json.cc, are TRACK_CLASSES in protocol/profile/profile.ts; a group has its tracks in this order.
enum class TrackClass : uint8_t {
  kDevice,
  kQueue,
  kHost,
  kMemory,
  kCounters,
  kMetrics,
  kSubmissions,
  kCommandBuffers,
  kDispatches,
  kTransfers,
  kQueueDevice,
  kRegions,
  kScopes,
  kWorker,
  kTraces,
  kLiveBytes,
  kCounter,
  kMetric,
  kMemoryEvents,
};

enum class TrackKind : uint8_t { kGroup, kSlices, kCounter, kInstants };

/// A slice, sample or instant: its track's id and its place on that.
struct SliceId {
  uint32_t track = 0;
  uint32_t index = 0;

  bool operator==(const SliceId&) const = default;
};

/// The protocol's TrackWindow: an entry an item in each that is not empty. Times are absolute.
struct WindowItems {
  uint32_t track = 0;
  std::vector<int64_t> starts;
  std::vector<int64_t> ends;
  std::vector<int64_t> readies;
  std::vector<uint32_t> indices;
  std::vector<uint32_t> counts;
  std::vector<uint32_t> matches;
  std::vector<uint32_t> names;
  std::vector<uint8_t> lanes;
  std::vector<float> covered;
  std::vector<double> least;
  std::vector<double> most;
  std::vector<double> last;
};

}  // namespace ireereplay::profile::timeline
