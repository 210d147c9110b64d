// The ABI that IREE's recorder stored for an executable: its functions, their parameters and (2.0) their names.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "capture/format.h"

namespace ireereplay {

struct ExecutableFunction {
  /// Empty in format 1.0.
  std::string name;
  uint64_t flags = 0;
  uint32_t workgroup_size[3] = {0, 0, 0};
  /// 32-bit constants.
  uint16_t constant_count = 0;
  uint16_t binding_count = 0;
  std::vector<format::ExecutableParameterMetadata> parameters;
};

/// Checks the header at the front of `metadata_length` bytes of metadata (`head` is its beginning), with the codes and
/// messages of iree-dump-replay.
Result<format::ExecutableMetadataHeader> check_executable_metadata(uint16_t version_major, Bytes head,
                                                                   uint64_t metadata_length);

/// Decodes whole metadata; no functions when it is empty.
Result<std::vector<ExecutableFunction>> decode_executable_metadata(uint16_t version_major, Bytes metadata);

}  // namespace ireereplay
