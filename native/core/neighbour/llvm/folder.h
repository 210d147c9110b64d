// A folder of recorded launches: which kernels, how often, and how much memory each has.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "neighbour/llvm/descriptor.h"
#include "neighbour/llvm/kernel_name.h"

namespace ireereplay::neighbour::llvm {

struct FolderEntry {
  /// The descriptor's name in the folder.
  std::string file;
  Generation generation = Generation::kFirst;
  std::string name;
  KernelName kernel;
  /// Before the launch; nothing where its file is missing.
  std::optional<uint64_t> memory_bytes;
  // Where a report has it.
  std::optional<uint64_t> occurrences;
  std::optional<uint64_t> time_ns;
  std::optional<uint64_t> teams;
  std::optional<uint64_t> threads;
};

/// A report that is not in the folder, such as what a program printed.
struct GivenReport {
  /// What problems call it.
  std::string name;
  std::string text;
};

struct Folder {
  /// By their recorded time, the longest first; those without one by their names.
  std::vector<FolderEntry> entries;
  /// The report's file in the folder, or the name of the one that was given; empty where there is none.
  std::string report;
  /// Files that cannot be read as what they seem to be, and what a report says that is not so.
  std::vector<Problem> problems;
};

/// Looks at each .json of a folder, and at the report: `given`, or the one in the folder where there is one. Other JSON
/// is left out. Fails where the folder cannot be read, and INVALID_ARGUMENT where what is given is no report of a
/// recording in it; CANCELLED once `cancel` is set.
Result<Folder> read_folder(const std::string& path, const std::optional<GivenReport>& given,
                           const std::atomic<bool>& cancel);

}  // namespace ireereplay::neighbour::llvm
