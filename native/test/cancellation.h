// What tests give to work that can be cancelled.
#pragma once

#include <atomic>

namespace ireereplay {

inline const std::atomic<bool> kNotCancelled = false;

}  // namespace ireereplay
