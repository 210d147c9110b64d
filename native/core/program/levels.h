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

#include "program/memory_layout.h"
#include "program/program.h"

namespace ireereplay::replay {

/// Sorts program->steps and each instance's commands by level and marks where levels end. Returns how many edges were
/// added to the recorded ones: pairs of steps of which the later touches what the earlier was the last to write, or
/// writes what it has read since, without a recorded path or a scope between them. Memory must have been laid out:
/// buffers that share it are ordered too, which is no edge of the program's.
///
/// What the levels were made of is in program->edges, of each instance and of the steps, unless there is no room left
/// in `table_budget`, the bytes of all tables: then program->edges_left_out says so. An edge that a longer way implies
/// is not among them: what a recorded path orders anyway, what lies on both sides of a scope.
uint64_t sort_into_levels(const MemoryLayout& layout, uint64_t table_budget, Program* program);

}  // namespace ireereplay::replay
