// Files that a capture refers to by path: where they are now, and whether they are still the ones that were recorded.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "capture/format.h"
#include "replay/replay.h"

namespace ireereplay::replay {

/// `captured` with the longest captured prefix that fits replaced; itself when none does.
std::string remap_path(const std::string& captured, const std::vector<FileRemap>& remaps);

/// FNV-1a of `bytes`, continued from `state`; start with kFnv1aBasis (IREE's runtime/src/iree/hal/replay/digest.c).
inline constexpr uint64_t kFnv1aBasis = 0xCBF29CE484222325ull;
uint64_t fnv1a(uint64_t state, Bytes bytes);

struct FileCheck {
  std::shared_ptr<const File> file;
  std::string_view code;  ///< Problem code of a failure.
  Status status;
  std::string notice;  ///< What was not validated; empty when everything was.
  std::string remedy;
};

/// Opens the file at `path` and checks length, identity or digest as recorded, with IREE's rules. A digest takes as
/// long as reading the file; CANCELLED once `cancel`, when given, is set.
FileCheck check_external_file(const format::FileObject& recorded, const std::string& captured_path,
                              const std::string& path, const std::atomic<bool>* cancel);

}  // namespace ireereplay::replay
