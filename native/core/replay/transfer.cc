#include "replay/transfer.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ireereplay::replay {

namespace {

Status write_file(const Transfer& transfer) {
  for (uint64_t done = 0; done < transfer.length;) {
    const ssize_t count = ::pwrite(transfer.write_descriptor, transfer.source + done, transfer.length - done,
                                   static_cast<off_t>(transfer.file_offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      return Status(StatusCode::kUnavailable, std::string("cannot write to a file: ") + std::strerror(errno));
    done += static_cast<uint64_t>(count);
  }
  return Status();
}

}  // namespace

void fill(uint8_t* target, uint64_t length, uint64_t pattern) {
  if (pattern == (pattern & 0xFF) * 0x0101010101010101ull) {
    std::memset(target, static_cast<int>(pattern & 0xFF), length);
    return;
  }
  uint64_t at = 0;
  for (; at + 8 <= length; at += 8) std::memcpy(target + at, &pattern, 8);
  std::memcpy(target + at, &pattern, length - at);
}

Status execute_transfer(Do op, const Transfer& transfer) {
  if (transfer.length == 0) return Status();
  switch (op) {
    case Do::kFill:
      fill(transfer.target, transfer.length, transfer.pattern);
      return Status();
    case Do::kReadFile:
      return transfer.file->read(transfer.file_offset, {transfer.target, static_cast<size_t>(transfer.length)});
    case Do::kWriteFile:
      return write_file(transfer);
    default:
      std::memcpy(transfer.target, transfer.source, transfer.length);
      return Status();
  }
}

}  // namespace ireereplay::replay
