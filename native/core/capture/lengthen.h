// A larger capture from a real one: the files in it grow by zeros that take no space on the disk. Memory is tested with
// captures of ten gigabytes, and no recording of that size belongs in a repository.
#pragma once

#include <string>

#include "base/status.h"

namespace ireereplay {

/// Writes to `target` what `source` holds, with `bytes` zeros after the contents of each file whose bytes are in the
/// capture. The result replays as the source does: what reads those files reads the same places.
Status lengthen_files(const std::string& source, const std::string& target, uint64_t bytes);

}  // namespace ireereplay
