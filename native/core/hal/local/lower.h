// From a program to a plan: executables loaded, every pointer resolved.
#pragma once

#include <atomic>

#include "base/status.h"
#include "hal/local/plan.h"
#include "program/problem.h"

namespace ireereplay::replay {

/// Loads executables and recorded bytes, allocates memory and lowers `plan->program`. Problems are added to the report,
/// and the first is returned.
Status lower(Plan* plan, PreflightReport* report, const std::atomic<bool>* cancel);

}  // namespace ireereplay::replay
