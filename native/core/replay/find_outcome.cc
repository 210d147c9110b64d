#include "replay/find_outcome.h"

#include <algorithm>
#include <cstring>

#include "base/chance.h"

namespace ireereplay::replay {

namespace {

using Piece = Outcome::Piece;

/// Pieces of bytes for which `is_in` holds, and of at most `gap` others in between.
template <typename IsIn>
std::vector<Piece> pieces_where(const std::vector<Piece>& within, uint64_t gap, IsIn is_in) {
  std::vector<Piece> pieces;
  for (const Piece& piece : within) {
    bool is_open = false;
    for (uint64_t i = piece.place; i < piece.place + piece.length; ++i) {
      if (!is_in(i)) continue;
      if (is_open && i <= pieces.back().place + pieces.back().length + gap) {
        pieces.back().length = i + 1 - pieces.back().place;
      } else {
        pieces.push_back({i, 1});
      }
      is_open = true;
    }
  }
  return pieces;
}

/// `outcome.before`, with what the dispatch changes partly as it leaves it.
std::vector<uint8_t> mixed(const Outcome& outcome, Chance* chance) {
  std::vector<uint8_t> bytes = outcome.before;
  for (const Piece& piece : outcome.changed) {
    for (uint64_t at = 0; at < piece.length; at += Outcome::kGranule) {
      if (chance->below(2) == 0) continue;
      const uint64_t place = piece.place + at, length = std::min(Outcome::kGranule, piece.length - at);
      std::memcpy(bytes.data() + place, outcome.after.data() + place, length);
    }
  }
  return bytes;
}

}  // namespace

std::vector<uint8_t> bytes_of(const std::vector<std::span<uint8_t>>& memory) {
  std::vector<uint8_t> bytes;
  for (const std::span<uint8_t>& range : memory) bytes.insert(bytes.end(), range.begin(), range.end());
  return bytes;
}

void put_bytes(const std::vector<uint8_t>& bytes, const std::vector<std::span<uint8_t>>& memory) {
  uint64_t place = 0;
  for (const std::span<uint8_t>& range : memory) {
    if (!range.empty()) std::memcpy(range.data(), bytes.data() + place, range.size());
    place += range.size();
  }
}

Result<Outcome> find_outcome(const std::vector<std::span<uint8_t>>& memory, const std::function<Status()>& execute) {
  constexpr uint64_t kGap = 64;
  Outcome outcome;
  outcome.before = bytes_of(memory);
  const auto executed_on = [&](const std::vector<uint8_t>& bytes) -> Result<std::vector<uint8_t>> {
    put_bytes(bytes, memory);
    IR_RETURN_IF_ERROR(execute());
    std::vector<uint8_t> left = bytes_of(memory);
    put_bytes(outcome.before, memory);
    return left;
  };
  IR_ASSIGN_OR_RETURN(outcome.after, executed_on(outcome.before));
  outcome.changed = pieces_where({{0, outcome.before.size()}}, kGap,
                                 [&](uint64_t i) { return outcome.before[i] != outcome.after[i]; });
  if (outcome.changed.empty()) return outcome;
  Chance chance;
  IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> from_both, executed_on(mixed(outcome, &chance)));
  outcome.is_repeatable = from_both == outcome.after;
  if (!outcome.is_repeatable) return outcome;
  std::vector<uint8_t> noise = outcome.before, other = outcome.before;
  for (const Piece& piece : outcome.changed) {
    for (uint64_t i = piece.place; i < piece.place + piece.length; ++i) {
      noise[i] = static_cast<uint8_t>(chance.below(256));
      other[i] = static_cast<uint8_t>(~noise[i]);
    }
  }
  IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> from_noise, executed_on(noise));
  IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> from_other, executed_on(other));
  // Each byte is left as it has to be, or was not touched either time.
  for (uint64_t i = 0; i < outcome.after.size(); ++i) {
    const bool is_right = from_noise[i] == outcome.after[i] && from_other[i] == outcome.after[i];
    if (!is_right && (from_noise[i] != noise[i] || from_other[i] != other[i])) return outcome;
  }
  outcome.overwritten = pieces_where(outcome.changed, 0, [&](uint64_t i) { return from_noise[i] == from_other[i]; });
  return outcome;
}

}  // namespace ireereplay::replay
