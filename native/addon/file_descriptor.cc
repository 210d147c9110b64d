#include "file_descriptor.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ireereplay::addon {

Status write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<size_t>(count));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno == EAGAIN) {
      // Node makes pipes non-blocking.
      pollfd writable{fd, POLLOUT, 0};
      ::poll(&writable, 1, -1);
      continue;
    }
    if (errno == EPIPE) return Status(StatusCode::kAborted, "");
    return Status(StatusCode::kUnavailable, std::string("cannot write the result: ") + std::strerror(errno));
  }
  return Status();
}

}  // namespace ireereplay::addon
