// A profile with every kind of chunk and every value of every enumeration, made by the writer from the values here.
// What refers to something refers to what is there, so that other readers take it, too.
#pragma once

#include <string>

#include "profile/writer.h"

namespace ireereplay::test {

/// Writes it to `path`; `unknown_chunk` adds a chunk of a kind that nobody knows.
Status write_made_profile(const std::string& path, bool unknown_chunk = false);

}  // namespace ireereplay::test
