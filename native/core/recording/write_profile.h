// Writes what a recorder noted of a run as an .ireeprof bundle.
#pragma once

#include <string>

#include "base/status.h"

namespace ireereplay::replay {

class DeviceMetrics;
class Recorder;
class Sampler;
struct Plan;
struct ReplayOptions;
struct RunEnd;

/// OK when a profile can be written to `output`. Before a run, so that none is made in vain: INVALID_ARGUMENT for what
/// is not a file, or is the capture; UNAVAILABLE where nothing can be written.
Status check_profile_output(const std::string& output, const std::string& capture);

/// What was noted of a run. Metrics and samples may be nullptr.
struct Recorded {
  const Recorder& recorder;
  const DeviceMetrics* metrics;
  const Sampler* sampler;
};

/// Writes the profile of a run of `plan` to options.profile->output: beside it first, then in its place, so that there
/// is never half of one. A run that failed gives a whole bundle whose session ends with its status. Returns how many
/// events and samples are in it.
Result<uint64_t> write_profile(const Plan& plan, const Recorded& recorded, const ReplayOptions& options,
                               const RunEnd& end);

}  // namespace ireereplay::replay
