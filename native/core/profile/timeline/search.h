// The little language that finds slices: "fn:*softmax* dur:>1ms track:queue rec:12 status:!OK", and free text, which
// is looked for in names.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/query_words.h"
#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// One condition. All of a query's conditions must hold.
struct SearchTerm {
  enum class Field : uint8_t { kName, kFunction, kDuration, kTrack, kRecord, kStatus };
  Field field = Field::kName;
  bool is_negated = false;
  Comparison comparison = Comparison::kEqual;
  std::string pattern;
  /// Nanoseconds, or positions of records.
  uint64_t low = 0;
  uint64_t high = 0;
};

/// Parses a query. False and a mistake when it is none.
bool parse_search(std::string_view text, std::vector<SearchTerm>* out, QueryMistake* mistake);

/// What of a timeline matches a query.
struct Matches {
  /// Of which everything else is.
  std::shared_ptr<const Timeline> timeline;
  std::string query;
  std::optional<QueryMistake> mistake;
  uint64_t count = 0;
  /// By track; none of tracks that cannot match.
  std::unordered_map<uint32_t, MatchBits> tracks;

  const MatchBits* on(uint32_t track) const {
    const auto found = tracks.find(track);
    return found == tracks.end() ? nullptr : &found->second;
  }
};

/// Finds all slices and instants that match. What workers did of an execution is looked through only where the query
/// names tracks: it is found with the whole. CANCELLED.
Result<std::shared_ptr<const Matches>> search(std::shared_ptr<const Timeline> timeline, std::string_view query,
                                              const std::atomic<bool>& cancelled);

struct FoundMatch {
  SliceId slice;
  /// Among those of the tracks, from 1.
  uint64_t ordinal = 0;
};
/// The next match of the tracks, or the one before, in order of time, then of tracks as they are listed: from a slice
/// on, or else from a time on.
std::optional<FoundMatch> next_match(const Matches& matches, const std::vector<uint32_t>& tracks,
                                     std::optional<SliceId> from, int64_t time, bool is_forward);

}  // namespace ireereplay::profile::timeline
