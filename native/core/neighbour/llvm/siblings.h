// The files of a recording: they have one stem in one folder, and end by what they hold.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neighbour/llvm/descriptor.h"

namespace ireereplay::neighbour::llvm {

enum class Role : uint8_t {
  kMemory,        ///< Device memory before the launch.
  kOutput,        ///< After it.
  kReplayOutput,  ///< After a replay.
  kGlobals,
  kImage,
  kBitcode,
};

/// "memory", "output", "replay output", "globals", "image", "bitcode".
std::string_view name(Role role);

struct SiblingKind {
  Role role;
  std::string_view suffix;  ///< ".memory"
};

/// The files that a recording may have beside its descriptor.
std::span<const SiblingKind> sibling_kinds(Generation generation);

/// The suffix of that one; empty where the generation has none.
std::string_view suffix_of(Generation generation, Role role);

inline constexpr std::string_view kDescriptorSuffix = ".json";

/// A path's folder, with its slash, and the name in it.
struct Place {
  std::string folder;
  std::string file;

  /// The name without ".json".
  std::string stem() const;
};
Place place_of(const std::string& path);

/// Reads the descriptor in the file `path`. Fails as parse_descriptor() and File::open() do.
Result<Descriptor> read_descriptor(const std::string& path, std::vector<Problem>* problems);

/// Names of what is in a folder, sorted. Fails as File::open() does.
Result<std::vector<std::string>> names_in(const std::string& folder);

}  // namespace ireereplay::neighbour::llvm
