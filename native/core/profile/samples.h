// What a profile's samples say, added up by where they are.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "profile/bundle.h"
#include "profile/metadata.h"
#include "profile/replay_chunks.h"
#include "profile/same_code.h"

namespace ireereplay::profile {

/// How many samples there are of something.
struct SampleCount {
  uint64_t samples = 0;  ///< Those that the system could not take in between included.
  uint64_t taken = 0;    ///< Without those: what confidence rests on.

  void add(uint32_t weight) {
    samples += weight;
    ++taken;
  }
  void add(const SampleCount& other) {
    samples += other.samples;
    taken += other.taken;
  }
};

/// What has fewer samples cannot be told from chance.
inline constexpr uint64_t kFewestSamples = 10;

/// A share of all samples, and where it lies with 95 % confidence.
struct SampleShare {
  double share = 0;
  double low = 0;
  double high = 1;
  /// Enough samples to be told from chance, and more than a hundredth of all even at the lower end.
  bool is_hot = false;
};

/// Of `part` in `whole`: by the interval of Wilson (1927) for a proportion, with samples that were taken.
SampleShare share_of(const SampleCount& part, const SampleCount& whole);

/// A dispatch's function, of the first executable of its code; an executable id of 0 is no dispatch.
struct SampledKernel {
  uint64_t executable = 0;
  uint32_t function = format::kNone32;
  auto operator<=>(const SampledKernel&) const = default;
};

/// Addresses in an executable's file.
struct SampledPlace {
  uint64_t address = 0;       ///< Of the instruction.
  uint64_t call_address = 0;  ///< Of the call of the function that it is in; 0 where that is not known.
  auto operator<=>(const SampledPlace&) const = default;
};

struct Samples {
  SameCode code;
  SampleCount all;
  SampleCount in_kernels;  ///< In machine code of dispatches' executables.
  SampleCount outside;     ///< While dispatches were executed, but not in their executables: libraries that they call.
  SampleCount elsewhere;   ///< The engine's own work: transfers, and what lies between dispatches.
  std::map<SampledKernel, SampleCount> kernels;
  /// By kernel and place in the executable's file.
  std::map<SampledKernel, std::map<SampledPlace, SampleCount>> places;
  /// By record of the dispatch and of the queue_execute that executes it.
  struct Place {
    uint64_t record;
    uint64_t execute_record;
    auto operator<=>(const Place&) const = default;
  };
  std::map<Place, std::pair<SampledKernel, SampleCount>> records;
  std::map<uint32_t, SampleCount> workers;
};

/// What a dispatch's function is called.
std::string kernel_name(const Metadata& metadata, const SampledKernel& kernel);

/// NOT_FOUND: what is said of a profile that has no samples.
Status no_samples();

/// Reads all samples of a profile. Fails as each_own_record() does.
Result<Samples> read_samples(const Bundle& bundle, const std::atomic<bool>& cancelled);

/// The machine code of an executable that a profile has; empty where it has none, or one of more than 256 MiB.
Result<std::vector<uint8_t>> read_code_object(const Bundle& bundle, uint64_t executable,
                                              const std::atomic<bool>& cancelled);

}  // namespace ireereplay::profile
