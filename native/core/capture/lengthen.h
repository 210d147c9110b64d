// Makes a larger capture from a real one: its files grow by zeros that take no disk space. Memory use is tested with
// captures of ten gigabytes, and no recording that large belongs in a repository.
#pragma once

#include <string>

#include "base/status.h"

namespace ireereplay {

/// Copies `source` to `target` with `bytes` zeros after the contents of each file that the capture embeds. The result
/// replays as the source does: what reads those files reads the same places.
Status lengthen_files(const std::string& source, const std::string& target, uint64_t bytes);

}  // namespace ireereplay
