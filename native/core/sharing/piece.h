// A piece of what a capture does, and the state that it begins in.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "hal/local/find_command.h"
#include "program/options.h"

namespace ireereplay::sharing {

/// Which piece is meant: a scope, one dispatch, or records.
struct PieceRequest {
  std::string scope = {};        ///< By name, the first of it; "name[2]" is the third.
  uint64_t dispatch = kNoPlace;  ///< Record.
  uint64_t via = kNoPlace;       ///< The queue_execute of that; the first by default.
  uint64_t begin_record = kNoPlace;
  uint64_t end_record = kNoPlace;  ///< One behind the last.
};

/// Bytes of a buffer, from `begin` up to `end`.
struct Span {
  uint64_t begin = 0;
  uint64_t end = 0;
};
using Spans = std::map<uint64_t, std::vector<Span>>;  ///< By the buffer's object id; joined, in order.

struct Piece {
  std::string name;          ///< Of the scope, or of the dispatch's function.
  uint64_t scope_place = 0;  ///< Among the scopes of that name, from 0.
  uint64_t scope_count = 0;  ///< How many there are; 0 for what is no scope.
  uint64_t begin_record = 0;
  uint64_t end_record = 0;  ///< For a dispatch, both are the record that executes it: none of them is taken as it is.
  std::unique_ptr<replay::FoundCommand> dispatch;
  replay::ReplayOptions before;             ///< Replays up to where it begins,
  replay::ReplayOptions behind;             ///< and up to where it has ended.
  Spans touched;                            ///< Of buffers that exist when it begins.
  Spans written;                            ///< What it may write, of those and of buffers that it allocates.
  bool has_outputs = false;                 ///< The application read back in it.
  std::map<uint64_t, uint64_t> semaphores;  ///< Values that they have when it begins, by object id.
};

/// Finds the piece in a capture that can be replayed with `options` up to the piece's end. Fails with the first reason
/// why it cannot be; NOT_FOUND where there is no such piece, INVALID_ARGUMENT where nothing is executed in it.
Result<Piece> find_piece(const std::string& path, const PieceRequest& request, const replay::ReplayOptions& options,
                         const std::atomic<bool>& cancelled);

/// The same in a program that is there, with steps and commands in recorded order; without the options that replay up
/// to it.
Result<Piece> find_piece(std::shared_ptr<const replay::Plan> plan, const PieceRequest& request);

}  // namespace ireereplay::sharing
