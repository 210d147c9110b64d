// The order in which work may overlap. Steps, and the commands of a command buffer, are sorted into levels: what is in
// one level is independent of all else in it, and depends only on earlier levels. The edges are
//
//   - the recorded ones: a semaphore waited for, a barrier or event between commands;
//   - the host's own waits, which are not recorded: a step that touches memory written by an earlier one without a
//     recorded path to it, or writes what such a step reads, comes after it. Dispatches count as writing all they
//     bind, as nothing says what they only read;
//   - scopes begin and end when all work before them has ended, so that their times mean something.
//
// Within a command buffer, commands without a barrier between them are independent according to the recorded program,
// except for transfers, whose writes are known.
#pragma once

#include "program/memory_layout.h"
#include "program/program.h"

namespace ireereplay::replay {

/// Sorts program->steps and each instance's commands by level and marks where levels end. Returns how many edges were
/// added to the recorded ones: pairs of steps of which the later touches what the earlier was the last to write, or
/// writes what it has read since, without a recorded path or a scope between them. Memory must have been laid out:
/// buffers that share it are ordered too, which is not an edge of the program's.
///
/// The edges that determined the levels are in program->edges, for each instance and for the steps, unless
/// `table_budget`, the bytes of all tables, is used up: program->edges_left_out then says so. Edges that a longer path
/// implies are not kept: what a recorded path orders anyway, or what lies on both sides of a scope.
uint64_t sort_into_levels(const MemoryLayout& layout, uint64_t table_budget, Program* program);

}  // namespace ireereplay::replay
