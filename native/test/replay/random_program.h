// Captures of random programs: every operation that local devices replay, in random graphs. Each is a valid IREE
// program, so a replay in recorded order gives the one right answer, whatever overlaps elsewhere.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"

namespace ireereplay::replay {

struct RandomProgramOptions {
  uint64_t seed = 0;
  uint32_t operations = 40;
  /// Where all buffers go in the end: to this file, by queue writes; if empty, they are read by mapping.
  std::string output_file;
  /// If off, nothing in the capture is code.
  bool dispatches = true;
};

/// Writes the capture of one program to `path`; `devices` is set to how many devices it has. The output file, if any,
/// is created with the length that the writes need.
Status write_random_program(const std::string& path, const RandomProgramOptions& options, uint32_t* devices);

}  // namespace ireereplay::replay
