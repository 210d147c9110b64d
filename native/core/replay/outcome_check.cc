#include "replay/outcome_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "replay/find_outcome.h"

namespace ireereplay::replay {

namespace {

/// Bytes by chance that memory is filled from, each time from another place among them.
constexpr size_t kNoise = 1 << 16;

/// The largest finite magnitude.
double largest_of(ElementType type, Bytes elements) {
  double largest = 0;
  for (size_t i = 0; i < elements.size() / element_size(type); ++i) {
    const double value = std::abs(load_element(type, elements, i));
    if (std::isfinite(value)) largest = std::max(largest, value);
  }
  return largest;
}

}  // namespace

OutcomeCheck::OutcomeCheck(std::vector<std::span<uint8_t>> memory, std::shared_ptr<const Outcome> right,
                           std::vector<CheckedBinding> bindings, const Tolerance& tolerance, uint64_t seed)
    : memory_(std::move(memory)),
      right_(std::move(right)),
      after_(right_->after),
      bindings_(std::move(bindings)),
      tolerance_(tolerance),
      chance_(seed),
      noise_(kNoise) {
  uint64_t place = 0;
  for (const std::span<uint8_t>& range : memory_) {
    places_.push_back(place);
    place += range.size();
  }
  for (uint8_t& byte : noise_) byte = static_cast<uint8_t>(chance_.below(256));
}

template <typename Use>
bool OutcomeCheck::each_part(const Outcome::Piece& piece, Use use) const {
  uint64_t at = piece.place, left = piece.length;
  if (left == 0) return true;
  auto range = static_cast<size_t>(std::upper_bound(places_.begin(), places_.end(), at) - places_.begin()) - 1;
  for (; left != 0; ++range) {
    const uint64_t offset = at - places_[range], length = std::min<uint64_t>(left, memory_[range].size() - offset);
    if (!use(memory_[range].data() + offset, at, length)) return false;
    at += length;
    left -= length;
  }
  return true;
}

void OutcomeCheck::poison() {
  for (const Outcome::Piece& piece : right_->overwritten) {
    each_part(piece, [&](uint8_t* target, uint64_t, uint64_t length) {
      while (length != 0) {
        const uint64_t count = std::min<uint64_t>(length, kNoise / 2);
        std::memcpy(target, noise_.data() + chance_.below(kNoise - count), count);
        target += count;
        length -= count;
      }
      return true;
    });
  }
}

void OutcomeCheck::between() {
  if (!right_->overwritten.empty()) {
    const Outcome::Piece& piece = right_->overwritten[chance_.below(right_->overwritten.size())];
    const auto change = static_cast<uint8_t>(1 + chance_.below(255));
    each_part({piece.place + chance_.below(piece.length), 1}, [&](uint8_t* target, uint64_t, uint64_t) {
      *target ^= change;
      return true;
    });
    return;
  }
  const Outcome::Piece& piece = right_->changed[chance_.below(right_->changed.size())];
  const uint64_t granule =
      Outcome::kGranule * chance_.below((piece.length + Outcome::kGranule - 1) / Outcome::kGranule);
  const uint64_t length = std::min(Outcome::kGranule, piece.length - granule);
  each_part({piece.place + granule, length}, [&](uint8_t* target, uint64_t place, uint64_t count) {
    std::memcpy(target, right_->before.data() + place, count);
    return true;
  });
}

bool OutcomeCheck::is_as_it_was(const Outcome::Piece& piece) const {
  return each_part(piece, [&](const uint8_t* found, uint64_t place, uint64_t length) {
    return std::memcmp(found, after_.data() + place, length) == 0;
  });
}

std::vector<uint8_t> OutcomeCheck::found(const Outcome::Piece& piece) const {
  std::vector<uint8_t> bytes;
  bytes.reserve(piece.length);
  each_part(piece, [&](const uint8_t* memory, uint64_t, uint64_t length) {
    bytes.insert(bytes.end(), memory, memory + length);
    return true;
  });
  return bytes;
}

std::optional<WrongOutcome> OutcomeCheck::compare_roughly() const {
  for (const CheckedBinding& binding : bindings_) {
    const Bytes expected = Bytes(after_).subspan(binding.part.place, binding.part.length);
    std::vector<uint8_t> actual = found(binding.part);
    Tolerance rough = tolerance_;
    if (binding.type) rough.absolute = std::max(rough.absolute, largest_of(*binding.type, expected) / 100);
    if (!replay::compare(binding.type, expected, actual, rough).agrees())
      return WrongOutcome{binding.ordinal, {expected.begin(), expected.end()}, std::move(actual)};
  }
  return {};
}

void OutcomeCheck::adopt() { after_ = bytes_of(memory_); }

bool OutcomeCheck::is_covered_by(const Outcome& other) const {
  if (right_->overwritten.empty()) return !other.changed.empty();
  size_t next = 0;
  for (const Outcome::Piece& piece : right_->overwritten) {
    for (uint64_t at = piece.place; at < piece.place + piece.length;) {
      while (next < other.overwritten.size() && other.overwritten[next].place + other.overwritten[next].length <= at)
        ++next;
      if (next == other.overwritten.size() || other.overwritten[next].place > at) return false;
      at = other.overwritten[next].place + other.overwritten[next].length;
    }
  }
  return true;
}

std::optional<WrongOutcome> OutcomeCheck::compare(bool all) {
  ++compared_;
  const auto same = [&](const Outcome::Piece& piece) { return is_as_it_was(piece); };
  const bool is_same =
      all ? is_as_it_was({0, after_.size()}) : std::all_of(right_->changed.begin(), right_->changed.end(), same);
  if (is_same) return {};
  for (const CheckedBinding& binding : bindings_) {
    const Bytes expected = Bytes(after_).subspan(binding.part.place, binding.part.length);
    std::vector<uint8_t> actual = found(binding.part);
    if (!replay::compare(binding.type, expected, actual, tolerance_).agrees())
      return WrongOutcome{binding.ordinal, {expected.begin(), expected.end()}, std::move(actual)};
  }
  return {};
}

}  // namespace ireereplay::replay
