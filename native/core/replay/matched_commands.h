// Which command of one plan is which of another: of a model that was compiled anew, records and ids are others.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "difference/alignment.h"
#include "hal/local/plan.h"

namespace ireereplay::replay {

/// More commands are not matched: their keys would take gigabytes.
inline constexpr uint64_t kMostMatched = 1 << 24;

/// Commands as they are executed, those of command buffers each time, counted from 0. Matched are dispatches of the
/// same function with the same grid and as many bindings, then those without the number that the compiler gives a
/// function
/// ("_dispatch_7_"); and transfers of as many bytes. RESOURCE_EXHAUSTED beyond kMostMatched; CANCELLED.
Result<std::vector<difference::Match>> match_commands(const Plan& a, const Plan& b, const std::atomic<bool>& cancelled);

/// "jit$async_dispatch__matmul_64x64_f32": a function's name without the number of its dispatch.
std::string name_without_number(std::string_view function);

}  // namespace ireereplay::replay
