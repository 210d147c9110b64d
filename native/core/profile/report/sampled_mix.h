// What the instructions of a function do and how wide they compute, with the samples that lie at each.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "executable/code_findings.h"
#include "profile/samples.h"

namespace ireereplay::profile {

/// The instructions of a function that do one kind of thing.
struct SampledGroup {
  std::string_view name;  ///< As instruction_group_name() has it.
  uint32_t instructions = 0;
  std::map<SampledKernel, SampleCount> kernels;  ///< Samples at them, by dispatch: several may call one function.
};

/// Those that compute on vectors, or on single elements, of one width.
struct SampledWidth {
  WidthUse use;
  std::map<SampledKernel, SampleCount> kernels;
  /// Of this machine's processor for such elements; 0 bits where the code is another processor's.
  WidestVectors available;
};

struct SampledMix {
  std::vector<SampledGroup> groups;  ///< By name.
  std::vector<SampledWidth> widths;  ///< Scalars first, the widest vectors last.
  uint32_t uncounted = 0;            ///< Instructions that compute in operations that `widths` does not have.
};

/// Adds samples to what the instructions of one function do.
class MixSamples {
 public:
  /// `listing` must outlive it.
  explicit MixSamples(const CodeListing& listing);

  /// Samples at an instruction of the function; those where none is listed are in no part.
  void add(uint64_t address, const SampledKernel& kernel, const SampleCount& count);
  /// Once.
  SampledMix take();

 private:
  /// Where an instruction counts; nullptr where it computes on no elements.
  struct Parts {
    SampledGroup* group = nullptr;
    SampledWidth* width = nullptr;
  };

  const CodeListing& listing_;
  std::map<std::string_view, SampledGroup> groups_;
  // Scalars come first, then narrow vectors before wide ones.
  std::map<std::tuple<bool, uint16_t, ElementKind>, SampledWidth> widths_;
  uint32_t uncounted_ = 0;
  std::vector<Parts> parts_;  // By instruction.
};

}  // namespace ireereplay::profile
