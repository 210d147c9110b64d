// What a profile repeats, and what of one repetition is what of another: so that two profiles can be laid over each
// other.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "profile/timeline/statistics.h"

namespace ireereplay::profile::timeline {

/// The ways in which a profile repeats itself, as the protocol's Repetitions[]: each scope of which some dispatch runs
/// within, by its name; and the record that is executed first of those that are executed several times, each execution
/// lasting up to the next. At most 10,000 of each. CANCELLED.
Result<std::string> repetitions_json(const Timeline& timeline, const std::atomic<bool>& cancelled);

/// The dispatches of each track that begin within a range, as the protocol's BegunDispatches[]: how many, when the
/// first begins and when the last ends. Tracks without any are left out. CANCELLED.
Result<std::string> begun_json(const Timeline& timeline, Range range, const std::atomic<bool>& cancelled);

/// Of slices of a track: the record of each, or kNoRecord32, and the how-manieth it is, from 0, among the slices of the
/// same record that begin at a time or later; of the same name where `by_name`.
struct Occurrences {
  std::vector<uint32_t> records;
  std::vector<uint32_t> ordinals;
};

/// Empty of a track that is none; of indices that are none the entries are kNoRecord32. CANCELLED.
Result<Occurrences> occurrences(const Timeline& timeline, uint32_t track, const std::vector<uint32_t>& indices,
                                int64_t from, bool by_name, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::profile::timeline
