// What the recorder wrote of the replay that it recorded.
#pragma once

#include <string>

#include "base/status.h"
#include "profile/bundle.h"

namespace ireereplay::profile {

/// The JSON of replay_chunks.h; empty of profiles that another engine recorded, and where it is longer than 1 MiB.
Result<std::string> replay_description(const Bundle& bundle);
/// The same of how samples were taken; empty of profiles without any.
Result<std::string> sampling_description(const Bundle& bundle);

}  // namespace ireereplay::profile
