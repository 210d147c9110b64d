// What stands out in a function's loops beside what a processor has: computing on single elements, or on vectors that
// are narrower than its.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "executable/code_mix.h"
#include "executable/instruction_set.h"

namespace ireereplay {

enum class CodeFindingKind : uint8_t {
  kScalarLoop,      ///< An innermost loop computes on single elements only.
  kNarrowLoop,      ///< An innermost loop computes on vectors, but narrower ones than there are.
  kNarrowFunction,  ///< A function without loops does.
};
/// "scalar-loop", ...
std::string_view code_finding_kind_name(CodeFindingKind kind);

struct CodeFinding {
  CodeFindingKind kind = CodeFindingKind::kScalarLoop;
  uint32_t loop = kNotListed;  ///< In CodeLoops::loops.
  ElementKind element = ElementKind::kNone;
  uint16_t element_bits = 0;    ///< 0 where elements are of several widths, or not known.
  uint16_t used_bits = 0;       ///< Of the widest vectors that it computes on; 0 where it computes on none.
  uint16_t available_bits = 0;  ///< Of the widest vectors that the processor computes on for such elements.
  /// What they belong to: "AVX2".
  std::string_view available;
};

/// The widest vectors of a processor of x86-64 with some extensions, and what they belong to: "AVX2".
struct WidestVectors {
  uint16_t bits = 0;
  std::string_view name;
};
/// For elements of a width; without one, those that are there for all integers, and for floating-point numbers of 32
/// and 64 bits.
WidestVectors widest_vectors(InstructionSets present, ElementKind element, uint16_t element_bits = 0);

/// Of a processor of x86-64 with the extensions `present`. Left out is what may be the rest of something wider: it has
/// a source line in common with that, or lines are not known. Takes time n log n in the number of instructions.
std::vector<CodeFinding> find_code_findings(const CodeListing& listing, const CodeLoops& loops, const CodeMixes& mixes,
                                            InstructionSets present);

/// The finding as a sentence in English: "Scalar loop on a machine with AVX2: ...".
std::string code_finding_sentence(const CodeFinding& finding, const CodeListing& listing, const CodeLoops& loops);

}  // namespace ireereplay
