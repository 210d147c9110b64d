// A piece of a capture as whatever device may replay it, and the memory that it has to do with.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "composing/operations.h"
#include "sharing/extract.h"

namespace ireereplay::composing {

/// A moment of a replay, as taps have it.
struct Moment {
  uint64_t record = 0;
  uint64_t command = kNoPlace;  ///< Of the command buffer that the record executes.
};

struct PieceMemory {
  Moment begin;                    ///< Before it.
  Moment end;                      ///< Behind it.
  std::vector<NamedRange> touched; /**< Of buffers that exist when it begins. Without role and ordinal, as below. */
  std::vector<NamedRange> left;    ///< What it may write of these.
};

/// Finds the piece. Fails as decode_for_any_device() and sharing::find_piece(). Executes nothing.
Result<PieceMemory> find_piece_memory(const std::string& path, const sharing::PieceRequest& request,
                                      const std::atomic<bool>& cancelled);

/// Writes the piece of `source` to `target`, as sharing::write_piece(). The file at `contents` has what the ranges of
/// PieceMemory::touched hold, one behind the other. Executes nothing.
Result<sharing::Extracted> write_piece(const std::string& source, const std::string& target,
                                       const sharing::PieceRequest& request, const std::string& contents,
                                       const std::atomic<bool>& cancelled);

}  // namespace ireereplay::composing
