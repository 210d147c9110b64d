// Runs in which one thing is wrong that explains where the time went.
#pragma once

#include "profile/timeline/timeline_bundle.h"

namespace ireereplay::test {

/// Functions f0 to f3 of one grid in turn, shared by four workers, one after the other with little between them: each
/// takes 10 us, f2 as many times that. Dispatch i, from 0, is of submission i + 1.
TimelineBundle even_run(int dispatches, int64_t slow_function_times = 1);

/// 100 dispatches, in each of which worker 2 has next to nothing to do.
TimelineBundle run_with_starved_worker();

/// Submission 200 is there before the last of 100 dispatches ends, waits on a semaphore, and is executed 0.9 ms after
/// that.
TimelineBundle run_with_semaphore_wait();

}  // namespace ireereplay::test
