// The kinds of operations in a replay. The rules are those of IREE's runtime/src/iree/hal/replay/execute.c.
#pragma once

#include "capture/format.h"

namespace ireereplay::replay {

/// Whether payloads of `type` may be as large as a model, so that only the parts needed should be read.
bool has_big_data(format::PayloadType type);

/// Whether `operation` has no effect on a replay.
bool has_no_effect(format::Operation operation);

/// The payload that `operation` needs to be executed; kNone for operations whose payload is ignored or that are not
/// executed.
format::PayloadType required_payload(format::Operation operation);

}  // namespace ireereplay::replay
