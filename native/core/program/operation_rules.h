// What kinds of operations there are to a replay. The rules are those of IREE's runtime/src/iree/hal/replay/execute.c.
#pragma once

#include "capture/format.h"

namespace ireereplay::replay {

/// Whether parts of payloads of `type` may be the size of a model, so that only what is needed of them should be read.
bool has_big_data(format::PayloadType type);

/// Whether the effect of `operation` on a replay is nothing.
bool has_no_effect(format::Operation operation);

/// The payload that `operation` must have to be executed; kNone for those whose payload is not looked at, and for those
/// that are not executed.
format::PayloadType required_payload(format::Operation operation);

}  // namespace ireereplay::replay
