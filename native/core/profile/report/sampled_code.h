// Samples by the machine code that they are in: functions, instructions, lines, and what was inlined into what. Read
// from the code objects of the profile.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "executable/code_listing.h"
#include "profile/report/sampled_loops.h"
#include "profile/report/sampled_mix.h"
#include "profile/samples.h"

namespace ireereplay::profile {

struct SampledInstruction {
  uint64_t address = 0;        ///< In the executable's file.
  std::vector<uint8_t> bytes;  ///< Where all instructions are listed.
  std::string text;            ///< In Intel's syntax; empty where it is not known.
  std::string_view kind;
  uint16_t vector_bits = 0;  ///< As in Instruction.
  uint16_t lanes = 0;
  std::string path;  ///< Of the source; empty where the code has no lines.
  uint32_t line = 0;
  SampleCount count;
  std::map<SampledKernel, SampleCount> kernels;  ///< The same by dispatch: several may call one function.
};

/// A function of an executable that has samples: the dispatched one, or one that it calls.
struct SampledFunction {
  uint64_t executable = 0;
  std::string name;  ///< Empty where nothing says whose code it is.
  uint64_t address = 0;
  uint64_t size = 0;
  std::string path;  ///< Where it is declared; empty when unknown.
  uint32_t line = 0;
  SampleCount count;
  std::map<SampledKernel, SampleCount> kernels;        ///< The same by dispatch: several may call one function.
  std::map<SampledKernel, SampleCount> without_lines;  ///< Of instructions without a line, by dispatch.
  std::vector<SampledInstruction> instructions;        ///< By address.
  SampledMix mix;                                      ///< Empty where its code is not listed.
};

struct SampledLine {
  /// Samples of its own code, whatever it was inlined into.
  SampleCount own;
  /// With what was inlined at it.
  SampleCount inclusive;
  std::map<SampledKernel, SampleCount> kernels;  ///< Inclusive, by dispatch.
};

/// A function that is executed, and where in its source.
struct SampledFrame {
  std::string function;
  std::string path;  ///< Empty where the code has no lines.
  uint32_t line = 0;
  auto operator<=>(const SampledFrame&) const = default;
};

/// A dispatch's function, then functions that are executed in it from the outermost to the innermost.
using SampledStack = std::pair<SampledKernel, std::vector<SampledFrame>>;

/// An address in the executable's file with the function that it is in, and what is inlined there.
struct SampledSite {
  uint64_t address = 0;
  std::vector<SampledFrame> frames;  ///< From the innermost to the outermost; empty where no function is known.
};

/// Where samples of a dispatch were: at the instruction, and in what called its function as far as that is known.
using SampledSites = std::vector<SampledSite>;

struct SampledCode {
  std::vector<SampledFunction> functions;  ///< By executable and address.
  std::map<std::pair<std::string, uint32_t>, SampledLine> lines;
  std::map<SampledStack, SampleCount> stacks;
  std::map<std::pair<SampledKernel, SampledPlace>, SampledSites> sites;
  /// Of the functions that samples are in, or called from: by function, each loop followed by those in it.
  std::vector<SampledLoop> loops;
  /// Where the dispatched functions begin, in their executables' files; nothing where that is not known.
  std::map<SampledKernel, uint64_t> addresses;
  /// Digests of the dispatched functions' machine code, see code_digest(); nothing where that is not known.
  std::map<SampledKernel, std::string> digests;
  /// Sentences about what is not known.
  std::vector<std::string> notes;
};

/// Which instructions of functions with samples are listed.
enum class ListedCode : uint8_t { kSampled, kAll };

/// CANCELLED, and the failures of read_code_object().
Result<SampledCode> read_sampled_code(const Bundle& bundle, const Samples& samples, const std::atomic<bool>& cancelled,
                                      ListedCode listed = ListedCode::kSampled);

}  // namespace ireereplay::profile
