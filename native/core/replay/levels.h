// The order in which work may overlap. Steps, and the commands of a command buffer, are sorted into levels: what is in
// one level is independent of all else in it, and depends only on levels before. The edges are
//
//   - the recorded ones: a semaphore waited for, a barrier or event between commands;
//   - the host's own waits, which are not recorded: where a step touches memory that an earlier one without a recorded
//     path to it writes, or writes what such a one reads, it comes after it. Dispatches count as writing all they bind,
//     for nothing says what they only read;
//   - scopes begin and end when all work before them has ended, so that their times mean something.
//
// Within a command buffer, commands that no barrier separates are independent by the recorded program's own word, but
// for transfers, whose writes are known.
#pragma once

#include "replay/memory_layout.h"
#include "replay/program.h"

namespace ireereplay::replay {

/// Sorts program->steps and each instance's commands by level and marks where levels end. Returns how many edges were
/// added to the recorded ones. Memory must have been laid out: buffers that share it are ordered too.
uint64_t sort_into_levels(const MemoryLayout& layout, Program* program);

}  // namespace ireereplay::replay
