// A file with an unreadable range, as on a failing disk.
#pragma once

#include <atomic>
#include <memory>

#include "base/file.h"

namespace ireereplay::test {

/// What `of` holds; reads that touch the bytes [bad_begin, bad_end) fail as the system's do with EIO.
class FailingFile final : public File {
 public:
  explicit FailingFile(std::shared_ptr<const File> of) : File(of->path(), of->size()), of_(std::move(of)) {}

  Status read(uint64_t offset, std::span<uint8_t> target) const override {
    if (offset < bad_end && offset + target.size() > bad_begin) {
      return Status(StatusCode::kUnavailable, "cannot read " + path() + ": Input/output error")
          .at(kNoPlace, std::max<uint64_t>(offset, bad_begin));
    }
    return of_->read(offset, target);
  }

  std::atomic<uint64_t> bad_begin = 0;
  std::atomic<uint64_t> bad_end = 0;

 private:
  const std::shared_ptr<const File> of_;
};

}  // namespace ireereplay::test
