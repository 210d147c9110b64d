// How many samples there are of something, as reports tell it.
#pragma once

#include "base/json_writer.h"
#include "base/text.h"
#include "profile/samples.h"

namespace ireereplay::profile {

/// Appends the members of a JSON object: samples, and which share of all they are.
void append_count(const SampleCount& count, const SampleCount& all, JsonWriter& json);

/// Appends "34.0 % [31.2, 36.9]": the share, and where it lies with 95 % confidence.
void append_share(const SampleShare& share, Text& text);

/// Appends " 34.0 % [31.2, 36.9]  521 samples": the share, where it lies with 95 % confidence, samples.
void append_count(const SampleCount& count, const SampleCount& all, Text& text);

}  // namespace ireereplay::profile
