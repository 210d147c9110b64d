// What is compared while something is timed, for JavaScript.
#pragma once

#include <napi.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hal/local/kept_state.h"
#include "hal/local/substitute_requests.h"
#include "replay/outcome.h"
#include "replay/outputs_check.h"

namespace ireereplay::addon {

/// undefined, or { ordinal, expected bytes, actual bytes }.
Napi::Value to_wrong(Napi::Env env, std::optional<replay::WrongOutcome>& wrong);

/// undefined, or the protocol's KeptState.
Napi::Value to_kept_state(Napi::Env env, const std::optional<replay::KeptState>& state);

/// An array of the protocol's MachineRequest.
Napi::Value to_requests(Napi::Env env, std::vector<replay::SubstituteRequest>& requests);

/// An array of names of element types; undefined, and what is no type, is none.
std::vector<std::optional<ElementType>> read_types(const Napi::Value& value);

/// An array of the addon's RightOutput.
std::vector<replay::RightOutput> read_right_outputs(const Napi::Value& value);

using SharedOutcome = std::shared_ptr<const replay::Outcome>;

/// An outcome of a dispatch, and how many bindings that has.
struct BoundOutcome {
  SharedOutcome outcome;
  size_t bindings = 0;
};

/// { outcome: opaque for JavaScript, bindings, bytes that these bind }.
Napi::Value to_outcome(Napi::Env env, BoundOutcome& bound);
/// nullptr for what to_outcome() did not give.
SharedOutcome read_outcome(const Napi::Value& value);

}  // namespace ireereplay::addon
