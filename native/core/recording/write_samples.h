// Writes samples into a profile, with the machine code that they are in: what a sample says can then be read from the
// profile alone.
#pragma once

#include <string>

#include "base/status.h"
#include "profile/writer.h"

namespace ireereplay::replay {

class Sampler;
struct Plan;

/// How they were taken: an object of the keys of kSamplingContentType from "event" to "cost", and "taken", how many.
std::string sampling_json(const Sampler& sampler);

/// Writes the samples of all runs, the code objects of the executables that they are in, and how they were taken.
/// `has_all_executions` is whether the profile has an event of each dispatch of its run. Returns how many there are.
Result<uint64_t> write_samples(const Plan& plan, const Sampler& sampler, bool has_all_executions,
                               const profile::ChunkMetadata& metadata, profile::BundleWriter& writer);

}  // namespace ireereplay::replay
