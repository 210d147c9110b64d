#include "replay/outputs_check.h"

#include <algorithm>
#include <utility>

namespace ireereplay::replay {

OutputsCheck::OutputsCheck(std::vector<RightOutput> right, const Tolerance& tolerance, uint64_t seed)
    : right_(std::move(right)), tolerance_(tolerance), chance_(seed) {
  for (const RightOutput& output : right_) accepted_.push_back(output.bytes);
}

void OutputsCheck::begin() {
  next_ = 0;
  ++compared_;
}

Status OutputsCheck::write(const OutputRange&, Bytes bytes) {
  const size_t index = next_++;
  if (wrong_) return Status();
  if (index < accepted_.size() && std::ranges::equal(bytes, accepted_[index])) return Status();
  std::vector<uint8_t> found(bytes.begin(), bytes.end());
  const RightOutput none;
  const RightOutput& right = index < right_.size() ? right_[index] : none;
  const bool is_one = index < right_.size() && right.bytes.size() == found.size();
  if (is_one) {
    const auto end = static_cast<ptrdiff_t>(std::min(right.unwritten_end, found.size()));
    std::copy(right.bytes.end() - end, right.bytes.end(), found.end() - end);
  }
  if (is_one && compare(right.type, right.bytes, found, tolerance_).agrees()) {
    accepted_[index] = std::move(found);
  } else {
    wrong_ = WrongOutcome{static_cast<uint32_t>(index), right.bytes, std::move(found)};
  }
  return Status();
}

std::optional<WrongOutcome> OutputsCheck::wrong() const {
  if (!wrong_ && next_ < right_.size()) return WrongOutcome{static_cast<uint32_t>(next_), right_[next_].bytes, {}};
  return wrong_;
}

}  // namespace ireereplay::replay
