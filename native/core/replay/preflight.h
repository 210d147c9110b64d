// Whether a capture can be replayed, and what stands in the way.
#pragma once

#include <atomic>
#include <string>

#include "program/options.h"
#include "program/problem.h"

namespace ireereplay::replay {

/// Reads the capture and reports everything that would keep it from replaying, or that the user should know. Never
/// executes or maps code from the capture. An unreadable file is one of the problems, not a failure.
PreflightReport preflight(const std::string& path, const ReplayOptions& options,
                          const std::atomic<bool>* cancel = nullptr);

}  // namespace ireereplay::replay
