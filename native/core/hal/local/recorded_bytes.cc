#include "hal/local/recorded_bytes.h"

#include <algorithm>

namespace ireereplay::replay {

void RecordedBytes::want(uint64_t offset, uint64_t length) {
  if (length != 0) ranges_.push_back({offset, offset + length, 0});
}

void RecordedBytes::join() {
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
  size_t kept = 0;
  for (const Range& range : ranges_) {
    if (kept != 0 && range.begin <= ranges_[kept - 1].end) {
      ranges_[kept - 1].end = std::max(ranges_[kept - 1].end, range.end);
    } else {
      ranges_[kept++] = range;
    }
  }
  ranges_.resize(kept);
  // Each begins at a cache line, as do the buffers that it is copied into. A file is smaller than 2^63, and so is this.
  for (Range& range : ranges_) {
    range.place = size_;
    size_ = align_up(size_ + (range.end - range.begin), 64);
  }
}

Status RecordedBytes::load(const File& capture, const std::atomic<bool>* cancel) {
  IR_ASSIGN_OR_RETURN(memory_, hal::HostMemory::allocate(size_));
  constexpr uint64_t kPiece = 16 << 20;  // A few milliseconds; can be cancelled between pieces.
  for (const Range& range : ranges_) {
    for (uint64_t from = range.begin; from < range.end; from += kPiece) {
      if (cancel != nullptr && cancel->load(std::memory_order_relaxed))
        return Status(StatusCode::kCancelled, "cancelled while the contents of the capture were being read");
      uint8_t* const target = memory_.data() + range.place + (from - range.begin);
      IR_RETURN_IF_ERROR(capture.read(from, {target, static_cast<size_t>(std::min(kPiece, range.end - from))}));
    }
  }
  return Status();
}

const uint8_t* RecordedBytes::at(uint64_t offset) const {
  const auto behind = std::upper_bound(ranges_.begin(), ranges_.end(), offset,
                                       [](uint64_t value, const Range& range) { return value < range.begin; });
  if (behind == ranges_.begin()) return nullptr;
  const Range& range = *std::prev(behind);
  return offset >= range.end ? nullptr : memory_.data() + range.place + (offset - range.begin);
}

}  // namespace ireereplay::replay
