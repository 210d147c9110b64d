// What slices are called: names, and launches, which are a function with its grid, its constants and the lengths of
// what is bound to it. Both by number, in the order in which they were met, so that numbers stay while more is read.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/seeded_hash.h"
#include "profile/metadata.h"

namespace ireereplay::profile::timeline {

struct Name {
  std::string text;
  bool is_function = false;
  uint64_t executable = 0;  ///< The first of its code.
  uint32_t function = 0;
};

/// What a slice does: its name, and the launch where it is a dispatch.
struct What {
  uint32_t name = 0;
  /// Among the whats, the first of the same launch of the same code: itself, or that of another executable.
  uint32_t launch = 0;
  uint64_t executable = 0;
  uint32_t count[3] = {};
  uint32_t size[3] = {};
  uint32_t shape = format::kNone32;  ///< Among LaunchShapes::shapes(), where it is known.

  bool has_grid() const { return count[0] != 0 || count[1] != 0 || count[2] != 0; }
};

class Naming {
 public:
  explicit Naming(const Metadata& metadata) : metadata_(&metadata) {}

  /// That of anything that has no numbers.
  uint32_t of_text(std::string_view text);
  uint32_t of_command_buffer(uint64_t id);
  uint32_t of_launch(uint32_t device, uint64_t executable, uint32_t function, const uint32_t (&count)[3],
                     const uint32_t (&size)[3], uint32_t shape = format::kNone32);

  const std::vector<Name>& names() const { return names_; }
  const std::vector<What>& whats() const { return whats_; }

 private:
  /// More distinct ones share one: a file may give each of its events a name of its own.
  static constexpr size_t kMost = 1 << 20;
  static constexpr size_t kMostCommandBuffers = 4096;

  using Launch = std::array<uint64_t, 9>;
  struct Hash {
    size_t operator()(const Launch& launch) const {
      uint64_t hash = 0;
      for (const uint64_t number : launch) hash = seeded(hash ^ number);
      return hash;
    }
    SeededHash seeded;
  };
  struct Recent {
    Launch launch = {};
    uint32_t what = ~0u;
  };

  uint32_t name_of(uint32_t device, uint64_t executable, uint32_t function);
  uint32_t add_what(uint32_t name);

  const Metadata* metadata_;
  std::vector<Name> names_;
  std::vector<What> whats_;
  std::unordered_map<std::string, uint32_t> texts_;  // To whats.
  std::unordered_map<uint64_t, uint32_t, SeededHash> command_buffers_;
  std::unordered_map<Launch, uint32_t, Hash> launches_;
  std::unordered_map<Launch, uint32_t, Hash> functions_;  // To names.
  std::array<Recent, 512> recent_;
};

}  // namespace ireereplay::profile::timeline
