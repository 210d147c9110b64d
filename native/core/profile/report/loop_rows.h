// A sampled loop as a report tells it.
#pragma once

#include <string>

#include "base/json_writer.h"
#include "profile/report/sampled_loops.h"

namespace ireereplay::profile {

/// The loop's members of a JSON object, without its samples.
void append_loop(const SampledLoop& loop, JsonWriter& json);

/// "kernel.c:12-14, function at 0x1020, code from 0x1034, in 2 loops: computes on ...".
std::string loop_text(const SampledLoop& loop);

}  // namespace ireereplay::profile
