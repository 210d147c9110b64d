// A window of time in pixels. What is shorter than a pixel is told by the pixel that it begins in; pixels lie at whole
// multiples of their width, so that what they hold stays the same while one pans.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace ireereplay::profile::timeline {

struct Pixels {
  /// Nanoseconds, `from` before `to`, and how many pixels lie between them: more than 0.
  int64_t from = 0;
  int64_t to = 0;
  uint32_t count = 1;

  uint64_t span() const { return static_cast<uint64_t>(to) - static_cast<uint64_t>(from); }
  /// The pixel that a time lies in.
  int64_t of(int64_t time) const {
    const __int128 product = static_cast<__int128>(time) * count;
    __int128 quotient = product / span();
    if (product % span() < 0) --quotient;
    return saturated(quotient);
  }
  /// The first time in a pixel.
  int64_t begin(int64_t pixel) const {
    const __int128 product = static_cast<__int128>(pixel) * span();
    __int128 quotient = product / count;
    if (product % count > 0) ++quotient;
    return saturated(quotient);
  }
  bool is_long(int64_t start, int64_t end) const {
    const uint64_t length = static_cast<uint64_t>(end) - static_cast<uint64_t>(start);
    return length != 0 && static_cast<unsigned __int128>(length) * count >= span();
  }

 private:
  static int64_t saturated(__int128 value) {
    constexpr __int128 kLeast = std::numeric_limits<int64_t>::min(), kMost = std::numeric_limits<int64_t>::max();
    return static_cast<int64_t>(std::clamp(value, kLeast, kMost));
  }
};

/// Calls `emit(first, last)` for each item of a sequence in the window: a member that is at least a pixel long alone,
/// shorter ones that begin in the same pixel together; the members from `first` to before `last`. The members are
/// `size`, ordered, and none ends after the next one's start. Begins and ends with whole pixels. Takes a time of the
/// pixels by the logarithm of the members.
template <typename Start, typename End, typename Emit>
void each_item(const Pixels& pixels, size_t size, const Start& start, const End& end, const Emit& emit) {
  if (pixels.from >= pixels.to) return;
  const int64_t from = pixels.begin(pixels.of(pixels.from));
  const int64_t last_pixel = pixels.of(pixels.to - 1);
  const int64_t to = last_pixel == std::numeric_limits<int64_t>::max() ? last_pixel : pixels.begin(last_pixel + 1);
  // The first member from `begin` on, before `end`, for which `is_before` does not hold.
  const auto first_not = [](size_t begin, size_t end, const auto& is_before) {
    while (begin < end) {
      const size_t middle = begin + (end - begin) / 2;
      if (is_before(middle)) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  };
  size_t at = first_not(0, size, [&](size_t k) { return start(k) < from && end(k) <= from; });
  while (at < size && (start(at) < to || (to == std::numeric_limits<int64_t>::max() && start(at) == to))) {
    if (pixels.is_long(start(at), end(at))) {
      emit(at, at + 1);
      ++at;
      continue;
    }
    const int64_t pixel = pixels.of(start(at));
    size_t next = size;
    if (pixel != std::numeric_limits<int64_t>::max()) {
      const int64_t limit = pixels.begin(pixel + 1);
      size_t reach = 1;
      while (at + reach < size && start(at + reach) < limit) reach *= 2;
      next = first_not(at + reach / 2, std::min(at + reach, size), [&](size_t k) { return start(k) < limit; });
      next = std::max(next, at + 1);
    }
    // Only the last that begins in a pixel can be a pixel long: it ends in a later one.
    if (next - at > 1 && pixels.is_long(start(next - 1), end(next - 1))) --next;
    emit(at, next);
    at = next;
  }
}

}  // namespace ireereplay::profile::timeline
