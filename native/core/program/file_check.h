// Files that a capture refers to by path: where they are now, and whether they are still the ones that were recorded.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "program/options.h"
#include "program/problem.h"
#include "program/program.h"

namespace ireereplay::replay {

/// `captured` with the longest captured prefix that fits replaced; itself when none does.
std::string remap_path(const std::string& captured, const std::vector<FileRemap>& remaps);

/// FNV-1a of `bytes`, continued from `state`; start with kFnv1aBasis (IREE's runtime/src/iree/hal/replay/digest.c).
inline constexpr uint64_t kFnv1aBasis = 0xCBF29CE484222325ull;
uint64_t fnv1a(uint64_t state, Bytes bytes);

/// Opens the external files of a program, for reading or, those that it writes, for both, and checks that each is what
/// was recorded: length, identity or digest, with IREE's rules. What is checked is what is open, and what is open is
/// what a replay uses: `keep` leaves it in FileInfo::file. A digest takes as long as reading the file.
void check_files(bool keep, const std::atomic<bool>* cancel, Program* program, PreflightReport* report);

/// Says, where there are external files, that nobody has looked at them yet.
void note_unchecked_files(const Program& program, PreflightReport* report);

}  // namespace ireereplay::replay
