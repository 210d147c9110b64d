// The loops of functions that have samples: where each is in the source, what its iterations do, and how many samples
// lie in it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "executable/code_findings.h"
#include "profile/samples.h"

namespace ireereplay::profile {

/// What the widest arithmetic of a loop's own instructions computes on.
struct LoopWidth {
  ElementKind element = ElementKind::kNone;  ///< kNone where it does none that is counted.
  bool is_scalar = false;                    ///< On one element at a time.
  uint16_t element_bits = 0;                 ///< 0 where elements are of several widths.
  uint16_t bits = 0;                         ///< Of the vector; of the element of a scalar.
};
/// "computes on 8 32-bit floating-point numbers at a time (vectors of 256 bits)"; empty where it does none.
std::string loop_width_words(const LoopWidth& width);

struct SampledLoop {
  uint64_t executable = 0;
  std::string function;  ///< Whose machine code it is in.
  uint64_t function_address = 0;
  uint32_t index = 0;  ///< In the function's CodeLoops.
  CodeLoop loop;
  /// The function of the source that has the loop, where that was inlined; empty where it is `function` itself, and
  /// where it is not named.
  std::string inlined;
  /// In that function: the file of the first instruction, and the first and last line there. What is inlined in the
  /// loop counts where it is called. Empty and 0 where the code has no lines.
  std::string path;
  uint32_t first_line = 0;
  uint32_t last_line = 0;
  std::string source_md5;  ///< Of the file's content, in hexadecimal; empty where it is not known.
  SampleCount own;         ///< Without the loops in it.
  SampleCount inclusive;   ///< With those, and with the functions that it calls.
  std::map<SampledKernel, SampleCount> kernels;  ///< Inclusive, by dispatch.
  LoopWidth width;
  LoopIteration iteration;
  std::vector<std::string> findings;  ///< Sentences on what stands out beside what this machine's processor has.
};

/// Adds samples to the loops of one function.
class LoopSamples {
 public:
  /// `listing` must outlive it.
  explicit LoopSamples(const CodeListing& listing);

  /// Samples at an instruction of the function; `is_own` where they are in its code, and not in what it calls there.
  void add(uint64_t address, const SampledKernel& kernel, const SampleCount& count, bool is_own);
  /// Appends all loops of the function, those without samples included.
  void take(uint64_t executable, std::vector<SampledLoop>* out) const;

 private:
  struct Counts {
    SampleCount own, inclusive;
    std::map<SampledKernel, SampleCount> kernels;
  };

  const CodeListing& listing_;
  const CodeLoops loops_;
  std::vector<Counts> counts_;
};

}  // namespace ireereplay::profile
