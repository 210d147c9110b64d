// What a function's instructions do, as a report tells it.
#pragma once

#include <string>

#include "base/json_writer.h"
#include "profile/report/sampled_mix.h"

namespace ireereplay::profile {

/// The members `groups`, whose shares are of `all`, which are the samples of `kernel` in the function; `widths`, whose
/// shares are of the samples at instructions that compute on elements; and `uncounted`.
void append_mix(const SampledMix& mix, const SampledKernel& kernel, const SampleCount& all, JsonWriter& json);

/// "71.5 % [70.2, 72.8] float, 16.9 % [15.8, 18.1] load; of what computes on elements 93.9 % [92.6, 95.0] on vectors of
/// 128 bits, where this processor has vectors of 256 bits (AVX2)": of the samples of all dispatches, which are `all`,
/// without parts that have too few. Empty where all do.
std::string mix_text(const SampledMix& mix, const SampleCount& all);

}  // namespace ireereplay::profile
