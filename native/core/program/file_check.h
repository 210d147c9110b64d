// Files that a capture refers to by path: where they are now, and whether they are still what was recorded.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "program/options.h"
#include "program/problem.h"
#include "program/program.h"

namespace ireereplay::replay {

/// `captured` with the longest matching captured prefix replaced, if any matches.
std::string remap_path(const std::string& captured, const std::vector<FileRemap>& remaps);

/// FNV-1a of `bytes`, continued from `state`; start with kFnv1aBasis (IREE's runtime/src/iree/hal/replay/digest.c).
inline constexpr uint64_t kFnv1aBasis = 0xCBF29CE484222325ull;
uint64_t fnv1a(uint64_t state, Bytes bytes);

/// Opens a program's external files (those that it writes, for writing too) and checks that each is what was recorded:
/// length, identity or digest, by IREE's rules. What is checked is the open file, and a replay uses that same file:
/// `keep` leaves it in FileInfo::file. A digest takes as long as reading the file.
void check_files(bool keep, const std::atomic<bool>* cancel, Program* program, PreflightReport* report);

/// Notes, if there are external files, that they have not been checked yet.
void note_unchecked_files(const Program& program, PreflightReport* report);

}  // namespace ireereplay::replay
