// One cause of where the time went, and what several kinds of them have in common.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// A piece of a sentence that may lead somewhere.
struct CausePiece {
  std::string text;
  std::optional<SliceId> slice = {};
  std::optional<uint32_t> record = {};
};

struct Cause {
  const char* kind = "";
  /// Nanoseconds of the span.
  double cost = 0;
  /// It costs more than it must; else it is merely large.
  bool is_abnormal = true;
  std::vector<CausePiece> sentence;
  std::vector<CausePiece> evidence;
};

/// A slice as evidence: how it is called, and its record.
inline CausePiece piece_of(const Track& track, uint32_t index, std::string text) {
  const uint32_t record = track.slices.record(index);
  return {std::move(text), SliceId{track.id, index},
          record == kNoRecord32 ? std::nullopt : std::optional<uint32_t>(record)};
}

/// The protocol's Cause[] of these.
std::string causes_json(const std::vector<Cause>& causes);

/// Functions that are slow: against others of the same launch, or in single dispatches; and the largest.
void find_slow_functions(const Timeline& timeline, std::vector<Cause>* causes);
/// Workers that idle while others work on what could be shared.
void find_imbalance(const Timeline& timeline, std::vector<Cause>* causes);
/// Times in which nothing is executed: while a submission waits, and while there is none.
void find_waits(const Timeline& timeline, std::vector<Cause>* causes);

/// Workers that there are, whether they did anything or not.
uint64_t worker_count(const Timeline& timeline);

}  // namespace ireereplay::profile::timeline
