// A window over a file that fails now and then, with and without a thread that reads ahead: it gives what the file
// holds, and fails only for unreadable bytes. The input is a list of views to take.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/file.h"

using namespace ireereplay;

namespace {

constexpr uint64_t kBytes = 1 << 16;

uint8_t byte_at(uint64_t offset) { return static_cast<uint8_t>(offset * 7 + offset / 251); }

class FailingFile final : public File {
 public:
  FailingFile() : File("made up", kBytes) {}

  Status read(uint64_t offset, std::span<uint8_t> target) const override {
    if (fails(offset, target.size())) return Status(StatusCode::kUnavailable, "cannot read").at(kNoPlace, offset);
    for (size_t i = 0; i < target.size(); ++i) target[i] = byte_at(offset + i);
    return Status();
  }
  /// Whether one of these bytes is bad. A file without bad bytes never fails.
  bool fails(uint64_t offset, uint64_t length) const {
    return std::max(offset, bad_begin) < std::min(offset + length, bad_end);
  }

  /// Set before a window is made: another thread reads them.
  uint64_t bad_begin = 0;
  uint64_t bad_end = 0;
};

struct View {
  uint32_t offset;
  uint16_t length;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 8) return 0;
  uint32_t bad[2];
  std::memcpy(bad, data, sizeof(bad));
  for (const bool ahead : {false, true}) {
    const auto file = std::make_shared<FailingFile>();
    file->bad_begin = bad[0] % kBytes;
    file->bad_end = file->bad_begin + bad[1] % 5000;
    FileWindow window(file, 8192);
    if (ahead) window.read_ahead(0);
    for (size_t at = sizeof(bad); at + 6 <= std::min<size_t>(size, 600); at += 6) {
      View wanted;
      std::memcpy(&wanted.offset, data + at, 4);
      std::memcpy(&wanted.length, data + at + 4, 2);
      const uint64_t offset = wanted.offset % (kBytes + 100), length = wanted.length % 10000;
      const auto view = window.view(offset, length);
      const bool inside = offset <= kBytes && length <= kBytes - offset;
      const bool readable = inside && (length == 0 || !file->fails(offset, length));
      if (view.ok() != readable && length != 0) std::abort();
      if (!view.ok()) continue;
      if (view->size() != length) std::abort();
      for (uint64_t i = 0; i < length; ++i) {
        if ((*view)[i] != byte_at(offset + i)) std::abort();
      }
    }
  }
  return 0;
}
