// How a profile's samples were taken and what that cost, for people.
#pragma once

#include <string_view>

#include "base/text.h"

namespace ireereplay::profile {

/// A line for each that `description` (sampling_description()) says: how often threads were sampled, with what a sample
/// takes and how much longer runs are at most; and how long sampled runs took beside others.
void append_sampling(std::string_view description, Text& text);

}  // namespace ireereplay::profile
