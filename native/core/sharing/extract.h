// The smallest capture that does a piece of what another does, from the memory that the piece finds.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "hal/local/run.h"
#include "program/options.h"
#include "sharing/piece.h"

namespace ireereplay::sharing {

struct Extracted {
  std::string name;          ///< Of the scope, or of the dispatch's function; may be empty.
  uint64_t scope_place = 0;  ///< Among the scopes of that name, from 0.
  uint64_t scope_count = 0;  ///< How many there are; 0 for what is no scope.
  uint64_t records = 0;      ///< Written, of
  uint64_t of_records = 0;   ///< so many.
  uint64_t end_record = 0;   ///< One behind the last that does what the piece does: the rest reads back.
  uint64_t bytes = 0;        ///< Of the file.
  uint64_t input_bytes = 0;  ///< Of them, what the piece finds in memory.
  uint64_t buffers = 0;      ///< That it finds.
  uint64_t executables = 0;
  uint64_t compared_bytes = 0;  ///< Left by the piece, and found the same.
  /// Two replays of the capture leave different bytes: what the piece should leave is not known.
  bool is_unsteady = false;
};

/// What buffers hold, span by span in the order of Spans; what is not known is empty.
using Contents = std::map<uint64_t, std::vector<std::vector<uint8_t>>>;

/// Writes the piece of `source` to `target` with the objects and executables that it needs, and with `found` in the
/// buffers that it touches; ids stay as they are. Where the application read nothing back in it, what it may write is
/// read back in the end. Executes nothing.
Result<Extracted> write_piece(const std::string& source, const std::string& target, const Piece& piece,
                              const Contents& found, const std::atomic<bool>& cancelled);

/// Replays `source` up to the piece, and writes it to `target` with the objects, executables and bytes that it needs;
/// ids stay as they are. Where the application read nothing back in it, what it may write is read back in the end. Then
/// replays both, and fails, leaving `target` as it was, where they leave different bytes, unless two replays of the
/// source do too. Executes what is recorded: for a process that may die.
Result<Extracted> extract(const std::string& source, const std::string& target, const PieceRequest& request,
                          const replay::ReplayOptions& options, const replay::RunControl& control);

}  // namespace ireereplay::sharing
