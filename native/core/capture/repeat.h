// Makes a longer capture from a real one by repeating what a scope did. Benchmarks need captures of a million records,
// and no recording of that size belongs in a repository.
#pragma once

#include <string>

#include "base/status.h"

namespace ireereplay {

/// Copies `source` to `target` with the records of scope `scope` (its first occurrence, begin and end excluded) written
/// `times` times. Objects that the scope creates get new ids each time, and timeline values keep counting, so the
/// result replays as the source does. NOT_FOUND when there is no such scope.
Status repeat_scope(const std::string& source, const std::string& target, const std::string& scope, uint32_t times);

}  // namespace ireereplay
