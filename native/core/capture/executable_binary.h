// The bytes of a captured executable.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/file.h"
#include "base/status.h"
#include "capture/index.h"
#include "capture/record_reader.h"

namespace ireereplay {

/// The most bytes of an executable that are read: more than any compiler makes of a model.
inline constexpr uint64_t kMostExecutableBytes = 256ull << 20;

/// The binary that `executable` of the capture was prepared from. RESOURCE_EXHAUSTED when it is larger than
/// kMostExecutableBytes; a failure that names the record when that is damaged.
Result<std::vector<uint8_t>> read_executable(const std::shared_ptr<const File>& file, const CaptureHeader& header,
                                             const CaptureIndex& index, const ExecutableEntry& executable);

}  // namespace ireereplay
