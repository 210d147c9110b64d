// What a linker called a file, so that its debugging information can be found: GNU's note.
#pragma once

#include <string>

#include "base/bytes.h"

namespace ireereplay {

/// The build id of `elf` (any bytes) in hexadecimal digits; empty where it has none.
std::string build_id(Bytes elf);

}  // namespace ireereplay
