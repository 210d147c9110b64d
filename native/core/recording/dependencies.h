// What waited for what, as a program's levels were made from it, in the words of profiles.
#pragma once

#include "base/status.h"
#include "hal/local/plan.h"
#include "profile/writer.h"
#include "recording/submissions.h"

namespace ireereplay::replay {

/// Writes the dependencies of what `plan` executes: between operations, between commands of a command buffer where a
/// transfer makes one, and the barriers of command buffers.
Status write_dependencies(const Plan& plan, const SubmissionReader& reader, const profile::ChunkMetadata& metadata,
                          profile::BundleWriter& writer);

}  // namespace ireereplay::replay
