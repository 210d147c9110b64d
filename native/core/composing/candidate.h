// A file in the place of a captured executable, on whatever device.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace ireereplay::composing {

struct Candidate {
  std::vector<uint8_t> data;
  std::string format;  ///< As captures name it: always said to IREE, whose devices cannot all tell it from the bytes.
};

/// Reads the file for the executable of the capture at `path`. What a driver takes alone, SPIR-V, HSACO or PTX, gets
/// what else there is in the captured executable. `format` is that of the file where somebody says it. Fails as
/// decode_for_any_device(), with a sentence where the file is of another kind than the captured executable, where it
/// lacks a function that is called, or where such a one has other bindings or constants. Executes nothing.
Result<Candidate> read_candidate(const std::string& path, uint64_t executable, const std::string& file,
                                 const std::string& format, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::composing
