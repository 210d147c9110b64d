// The roof of this machine: the most that it computes and moves in a second, measured by code of ours that does nothing
// else. A kernel cannot be faster than what it computes and moves allows.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "roof/levels.h"
#include "roof/machine.h"

namespace ireereplay::roof {

/// The best that was seen, a second; 0 where it is not known.
struct Rate {
  double one_thread = 0;
  /// One for each processor at once.
  double all_threads = 0;
};

/// Operations: a multiplication and an addition are two.
struct Peak {
  std::string_view type;
  uint32_t bits = 0;  ///< Of a vector; 0 for one value at a time.
  std::string_view by;
  Rate operations;
};

/// Bytes: each that is read or written counts once.
struct Bandwidth {
  uint32_t level = kMemory;
  std::string_view kind;
  /// What each thread went through; 0 where the level cannot be told from others.
  uint64_t bytes_of_one = 0;
  uint64_t bytes_of_all = 0;
  Rate bytes;
};

struct Roof {
  /// In all_threads of each rate.
  uint32_t threads = 0;
  std::vector<Peak> peaks;
  std::vector<Bandwidth> bandwidths;
  uint64_t took_ns = 0;
};

struct MeasureOptions {
  /// About how long it may take. Everything is measured once even if that takes longer.
  uint64_t total_ns = 2'000'000'000;
  /// How long a thread is to work between two readings of the clock, at least.
  uint64_t sample_ns = 1'000'000;
};

/// Measures all of it, again and again until the time is over: other work on the machine then disturbs only some of
/// what is measured, and the best counts. CANCELLED; RESOURCE_EXHAUSTED without memory to go through.
Result<Roof> measure_roof(const Machine& machine, const MeasureOptions& options, const std::atomic<bool>& cancelled);

/// Raises what other work disturbed to what follows from the rest: several threads do what one does, for the others
/// have nothing to do then, and what comes from a cache comes at least as fast as from what is beyond it. `bandwidths`
/// are from the nearest level to memory.
void raise_to_what_follows(Roof& roof);

}  // namespace ireereplay::roof
