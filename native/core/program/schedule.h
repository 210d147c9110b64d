// When steps run: recorded order, unless an operation waits for one that was recorded after it. Timeline semaphores are
// played through here, once; a replay that has been scheduled never waits for one.
#pragma once

#include "program/options.h"
#include "program/problem.h"
#include "program/program.h"

namespace ireereplay::replay {

/// Brings program->steps into an order in which every wait is satisfied, and notes the waits that nothing satisfies.
/// With options.assume_host_signals those count as satisfied, in program->assumed_signals.
void schedule(const ReplayOptions& options, Program* program, PreflightReport* report);

/// Fills in which steps touch each buffer first and last.
void find_lifetimes(Program* program);

}  // namespace ireereplay::replay
