// What the machine code of a function is, wherever in an executable it lies.
#pragma once

#include <optional>
#include <string>

#include "base/bytes.h"

namespace ireereplay {

/// The digest of the x86-64 function `code`: "sha256:...". Distances to what lies outside of it are taken as the same,
/// as linking changes them when anything else in the executable does: two functions with different digests differ, two
/// with the same may refer to different constants, and call different functions. Nothing where the bytes are not
/// instructions from first to last.
std::optional<std::string> code_digest(Bytes code);

}  // namespace ireereplay
