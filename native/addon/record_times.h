// recordTimes(path, cancel).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of when each record of the capture was executed, as a profile says: { vias, records, starts, durations,
/// workers, sums, byRecord, sumsByRecord, longest, replay, leftOut }.
Napi::Value record_times(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
