// When steps run: in recorded order, unless an operation waits for one recorded later. Timeline semaphores are
// simulated here, once; a scheduled replay never waits for one.
#pragma once

#include "program/options.h"
#include "program/problem.h"
#include "program/program.h"

namespace ireereplay::replay {

/// Sorts program->steps so that every wait is satisfied, and notes the waits that nothing satisfies. With
/// options.assume_host_signals those count as satisfied, in program->assumed_signals.
void schedule(const ReplayOptions& options, Program* program, PreflightReport* report);

/// Fills in which steps touch each buffer first and last.
void find_lifetimes(Program* program);

}  // namespace ireereplay::replay
