// From a capture to a program with its memory laid out: all that can be known before anything is loaded.
#pragma once

#include <atomic>
#include <string>

#include "hal/local/plan.h"
#include "program/options.h"
#include "program/problem.h"

namespace ireereplay::replay {

/// Decodes, schedules and lays out memory: the start of both preflight and prepare(). Touches only the capture.
void build_program(const std::string& path, const ReplayOptions& options, const std::atomic<bool>* cancel, Plan* plan,
                   PreflightReport* report);

/// check_files() for the plan's program, then sorts the report again.
void check_program_files(bool keep, const std::atomic<bool>* cancel, Plan* plan, PreflightReport* report);

}  // namespace ireereplay::replay
