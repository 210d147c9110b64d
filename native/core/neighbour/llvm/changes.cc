#include "neighbour/llvm/changes.h"

#include <algorithm>
#include <cstring>

#include "base/bytes.h"

namespace ireereplay::neighbour::llvm {

namespace {

/// Bytes that are read of each file at once.
constexpr uint64_t kBlock = 1 << 20;
/// Most of a memory is as before: so much is looked at as a whole first.
constexpr uint64_t kStride = 4096;

uint64_t bytes_in(uint32_t difference) {
  uint64_t count = 0;
  for (; difference != 0; difference >>= 8) count += (difference & 0xff) != 0;
  return count;
}

class ChangeFinder {
 public:
  ChangeFinder(std::span<const uint64_t> begins, uint64_t most) : most_(most) {
    for (const uint64_t begin : begins) found_.regions.push_back({begin, {}});
  }

  /// The bytes from `offset` on, which follows what came before and is a multiple of 8.
  void take(uint64_t offset, Bytes before, Bytes after) {
    for (uint64_t at = 0; at < before.size(); at += kStride) {
      const uint64_t length = std::min<uint64_t>(kStride, before.size() - at);
      if (std::memcmp(before.data() + at, after.data() + at, length) == 0) continue;
      for (uint64_t word = at; word < at + length; word += 8)
        take_word(offset + word, before.subspan(word), after.subspan(word));
    }
  }

  Changes done(uint64_t compared, uint64_t read) && {
    found_.compared = compared;
    found_.read = read;
    return std::move(found_);
  }

 private:
  void take_word(uint64_t offset, Bytes before, Bytes after) {
    const size_t length = std::min<size_t>(8, before.size());
    uint64_t a = 0;
    uint64_t b = 0;
    std::memcpy(&a, before.data(), length);
    std::memcpy(&b, after.data(), length);
    if (a == b) return;
    ++found_.counts.words8;
    const ChangeCounts* counted = nullptr;
    for (const uint64_t half : {0, 4}) {
      const auto difference = static_cast<uint32_t>((a ^ b) >> (8 * half));
      if (difference == 0) continue;
      const uint64_t begin = offset + half;
      const uint64_t end = std::min(begin + 4, offset + length);
      count(difference, &found_.counts);
      if (ChangeCounts* region = region_at(begin)) {
        count(difference, region);
        region->words8 += region != counted;
        counted = region;
      }
      if (found_.range_count != 0 && end_ == begin) {
        if (found_.range_count == found_.ranges.size()) found_.ranges.back().end = end;
      } else if (++found_.range_count <= most_) {
        const auto shown = [&](Bytes bytes) {
          return std::vector<uint8_t>(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
        };
        found_.ranges.push_back({begin, end, {offset, shown(before), shown(after)}});
      }
      end_ = end;
    }
  }

  static void count(uint32_t difference, ChangeCounts* counts) {
    ++counts->words4;
    counts->bytes += bytes_in(difference);
  }

  /// The region that a word lies in; those that are asked for follow each other. nullptr in front of the first.
  ChangeCounts* region_at(uint64_t offset) {
    std::vector<ChangedRegion>& regions = found_.regions;
    while (next_ < regions.size() && regions[next_].begin <= offset) ++next_;
    return next_ == 0 ? nullptr : &regions[next_ - 1].counts;
  }

  const uint64_t most_;
  Changes found_;
  uint64_t end_ = 0;  // Of the last range.
  size_t next_ = 0;   // The first region that begins later than what was taken.
};

/// The first bytes from `offset` on that may differ: where one of the files has no hole. Whole words.
File::Extent next_extent(const File& before, const File& after, uint64_t offset, uint64_t size) {
  const File::Extent a = before.written_from(offset);
  const File::Extent b = after.written_from(offset);
  const File::Extent& first = a.begin <= b.begin ? a : b;
  const uint64_t begin = std::max(offset, first.begin / 8 * 8);
  return {std::min(begin, size), std::min(align_up(first.end, 8), size)};
}

}  // namespace

Result<Changes> find_changes(const File& before, const File& after, std::span<const uint64_t> begins, uint64_t most,
                             const std::atomic<bool>& cancel) {
  const uint64_t size = std::min(before.size(), after.size());
  ChangeFinder finder(begins, most);
  std::vector<uint8_t> a(std::min(kBlock, size));
  std::vector<uint8_t> b(a.size());
  uint64_t read = 0;
  for (uint64_t offset = 0; offset < size;) {
    const File::Extent extent = next_extent(before, after, offset, size);
    for (offset = extent.begin; offset < extent.end;) {
      if (cancel.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "the comparison was cancelled");
      const std::span<uint8_t> left(a.data(), std::min(kBlock, extent.end - offset));
      const std::span<uint8_t> right(b.data(), left.size());
      IR_RETURN_IF_ERROR(before.read(offset, left));
      IR_RETURN_IF_ERROR(after.read(offset, right));
      finder.take(offset, left, right);
      offset += left.size();
      read += left.size() + right.size();
    }
  }
  return std::move(finder).done(size, read);
}

}  // namespace ireereplay::neighbour::llvm
