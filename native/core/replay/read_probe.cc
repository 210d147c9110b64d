#include "replay/read_probe.h"

#include <algorithm>
#include <cstring>

#include "base/clock.h"

namespace ireereplay::replay {

namespace {

/// Other values in place of `bytes`, for kernels to work on: floats get others of about their size. Words that may be
/// small integers stay as they are, for a kernel may look things up by them. False when nothing is left to change.
bool make_others(std::span<const uint8_t> bytes, std::vector<uint8_t>* others) {
  constexpr uint32_t kSmall = 1u << 24, kFlip = 0x01010101;
  others->assign(bytes.begin(), bytes.end());
  bool has_changed = false;
  for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    uint32_t word = 0;
    std::memcpy(&word, bytes.data() + i, 4);
    if (word + kSmall < 2 * kSmall) continue;
    word ^= kFlip;
    std::memcpy(others->data() + i, &word, 4);
    has_changed = true;
  }
  return has_changed;
}

}  // namespace

Result<Reading> ReadProbe::try_bytes(std::span<uint8_t> bytes) {
  if (now_ns() > until_ns_) return Reading::kUnknown;
  std::vector<uint8_t> others;
  if (!make_others(bytes, &others)) return Reading::kUnknown;
  if (!has_begun_) IR_RETURN_IF_ERROR(begin());
  if (!is_steady_) return Reading::kUnknown;
  std::copy(others.begin(), others.end(), bytes.begin());
  const Status status = session_.time_dispatch(control_).status();
  const Reading reading = compare(bytes, others);
  restore();
  IR_RETURN_IF_ERROR(status);
  return reading;
}

Status ReadProbe::begin() {
  has_begun_ = true;
  memory_ = session_.bound_memory();
  found_ = keep(memory_);
  IR_RETURN_IF_ERROR(session_.time_dispatch(control_).status());
  left_ = keep(memory_);
  restore();
  IR_RETURN_IF_ERROR(session_.time_dispatch(control_).status());
  for (size_t i = 0; i < memory_.size(); ++i)
    is_steady_ &= memory_[i].empty() || std::memcmp(memory_[i].data(), left_[i].data(), memory_[i].size()) == 0;
  restore();
  return Status();
}

ReadProbe::Kept ReadProbe::keep(const Memory& memory) {
  Kept kept;
  for (const std::span<uint8_t>& range : memory) kept.emplace_back(range.begin(), range.end());
  return kept;
}

void ReadProbe::restore() {
  for (size_t i = 0; i < memory_.size(); ++i) std::ranges::copy(found_[i], memory_[i].begin());
}

Reading ReadProbe::compare(std::span<uint8_t> bytes, const std::vector<uint8_t>& others) const {
  const uint8_t* const begin = bytes.data();
  const uint8_t* const end = begin + bytes.size();
  for (size_t i = 0; i < memory_.size(); ++i) {
    const std::span<uint8_t>& range = memory_[i];
    if (range.empty() || std::memcmp(range.data(), left_[i].data(), range.size()) == 0) continue;
    for (size_t at = 0; at < range.size(); ++at) {
      const uint8_t* const place = range.data() + at;
      if (*place == left_[i][at]) continue;
      if (place < begin || place >= end) return Reading::kSeen;
      // Of the bytes that were changed: as they were put there, where the dispatch writes nothing.
      const bool is_untouched = *place == others[static_cast<size_t>(place - begin)] && left_[i][at] == found_[i][at];
      if (!is_untouched) return Reading::kSeen;
    }
  }
  return Reading::kNotSeen;
}

}  // namespace ireereplay::replay
