// Text for a file descriptor of Node's.
#pragma once

#include <string_view>

#include "base/status.h"

namespace ireereplay::addon {

/// Writes all of `text`. UNAVAILABLE when the system refuses; ABORTED, without a sentence, when the reader of a pipe is
/// gone: the rest is not wanted, which is no failure.
Status write_all(int fd, std::string_view text);

}  // namespace ireereplay::addon
