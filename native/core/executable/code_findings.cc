#include "executable/code_findings.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/hex.h"
#include "executable/element_arithmetic.h"

namespace ireereplay {

namespace {

constexpr std::string_view kFindingNames[] = {"scalar-loop", "narrow-loop", "narrow-function"};

/// A line of a source.
using Line = std::pair<uint32_t, uint32_t>;

/// What a loop's own instructions compute on.
struct Work {
  ElementKind element = ElementKind::kNone;
  uint16_t element_bits = 0;
  uint16_t vector_bits = 0;  ///< 0 where it computes on single elements only.
  uint32_t instructions = 0;
  bool has_several_widths = false;
  bool has_both_kinds = false;
  bool has_unknown_lines = false;
  std::set<Line> lines;

  void add(ElementKind kind, uint16_t bits, uint16_t vector) {
    if (instructions++ == 0) {
      element = kind;
      element_bits = bits;
    }
    has_both_kinds |= element != kind;
    has_several_widths |= element_bits != bits;
    vector_bits = std::max(vector_bits, vector);
  }
};

class Finder {
 public:
  Finder(const CodeListing& listing, const CodeLoops& loops, const CodeMixes& mixes, InstructionSets present)
      : listing_(listing), loops_(loops), mixes_(mixes), present_(present), work_(loops.loops.size()) {}

  std::vector<CodeFinding> find() {
    Work function;
    for (size_t i = 0; i < listing_.instructions.size(); ++i) {
      const ListedInstruction& each = listing_.instructions[i];
      const auto arithmetic = element_arithmetic(each.instruction);
      if (!arithmetic) continue;
      add(each, *arithmetic, function);
      if (const uint32_t loop = loops_.of_instruction[i]; loop != kNotListed) add(each, *arithmetic, work_[loop]);
      if (arithmetic->is_scalar) continue;
      const auto line = line_of(each);
      uint16_t& widest = !line ? widest_without_line_ : widest_of_line_[*line];
      widest = std::max(widest, arithmetic->bits);
    }
    widest_ = function.vector_bits;
    for (uint32_t i = 0; i < work_.size(); ++i) {
      if (loops_.loops[i].is_innermost) look_at(i);
    }
    if (loops_.loops.empty() && loops_.notes.empty() && mixes_.function.uncounted == 0 && function.vector_bits != 0)
      compare(CodeFindingKind::kNarrowFunction, kNotListed, function);
    return std::move(found_);
  }

 private:
  std::optional<Line> line_of(const ListedInstruction& each) const {
    if (each.place == kNotListed || listing_.places[each.place].line == 0) return std::nullopt;
    return Line(listing_.places[each.place].file, listing_.places[each.place].line);
  }

  void add(const ListedInstruction& each, const ElementArithmetic& arithmetic, Work& work) const {
    work.add(arithmetic.element, arithmetic.element_bits, arithmetic.is_scalar ? uint16_t{0} : arithmetic.bits);
    if (const auto line = line_of(each)) {
      work.lines.insert(*line);
    } else {
      work.has_unknown_lines = true;
    }
  }

  void look_at(uint32_t loop) {
    const CodeMix& mix = mixes_.loops[loop].own;
    Work& work = work_[loop];
    // What else it computes may be most of it.
    if (mix.uncounted != 0) return;
    if (work.instructions == 0) {
      if (mix.general_elements == 0) return;
      work.element = ElementKind::kInteger;
      work.instructions = mix.general_elements;
      // Its lines have not been collected.
      work.has_unknown_lines = true;
    }
    if (may_be_a_rest(loop)) return;
    compare(work.vector_bits == 0 ? CodeFindingKind::kScalarLoop : CodeFindingKind::kNarrowLoop, loop, work);
  }

  /// What does not fill the vectors of a loop is computed elsewhere, on narrower ones or single elements.
  bool may_be_a_rest(uint32_t loop) const {
    const Work& work = work_[loop];
    if (widest_without_line_ > work.vector_bits || (work.has_unknown_lines && widest_ > work.vector_bits)) return true;
    return std::any_of(work.lines.begin(), work.lines.end(), [&](const Line& line) {
      const auto found = widest_of_line_.find(line);
      return found != widest_of_line_.end() && found->second > work.vector_bits;
    });
  }

  void compare(CodeFindingKind kind, uint32_t loop, const Work& work) {
    // Integers beside floating-point numbers may be indices.
    if (work.has_both_kinds) return;
    const uint16_t element_bits = work.has_several_widths ? uint16_t{0} : work.element_bits;
    const WidestVectors vectors = widest_vectors(present_, work.element, element_bits);
    if (vectors.bits <= work.vector_bits) return;
    found_.push_back({kind, loop, work.element, element_bits, work.vector_bits, vectors.bits, vectors.name});
  }

  const CodeListing& listing_;
  const CodeLoops& loops_;
  const CodeMixes& mixes_;
  const InstructionSets present_;
  std::vector<Work> work_;  // By loop.
  // The widest vectors that anything computes on: of each line, where no line is known, and of all.
  std::map<Line, uint16_t> widest_of_line_;
  uint16_t widest_without_line_ = 0;
  uint16_t widest_ = 0;
  std::vector<CodeFinding> found_;
};

/// "at 0x1034 (elementwise.c:85)"
std::string place_of(const CodeFinding& finding, const CodeListing& listing, const CodeLoops& loops) {
  const CodeLoop& loop = loops.loops[finding.loop];
  std::string words = "at " + hex(loop.header);
  if (loop.place == kNotListed) return words;
  const ListedPlace& place = listing.places[loop.place];
  const std::string& file = listing.files[place.file];
  return words + " (" + file.substr(file.find_last_of('/') + 1) + ':' + std::to_string(place.line) + ')';
}

/// "32-bit floating-point number"
std::string element_words(const CodeFinding& finding) {
  return (finding.element_bits == 0 ? std::string() : std::to_string(finding.element_bits) + "-bit ") +
         (finding.element == ElementKind::kFloat ? "floating-point number" : "integer");
}

}  // namespace

WidestVectors widest_vectors(InstructionSets present, ElementKind element, uint16_t element_bits) {
  using enum InstructionSet;
  const bool is_small = element_bits == 8 || element_bits == 16;
  const InstructionSet small = element == ElementKind::kFloat ? kAvx512fp16 : kAvx512bw;
  // Of integers of unknown width, the small ones need more.
  const bool needs_small = is_small || (element_bits == 0 && element == ElementKind::kInteger);
  if (present.has(kAvx512f) && (!needs_small || present.has(small))) return {512, "AVX-512"};
  if (present.has(kAvx2)) return {256, "AVX2"};
  if (present.has(kAvx) && element == ElementKind::kFloat) return {256, "AVX"};
  return {128, "SSE2"};
}

std::string_view code_finding_kind_name(CodeFindingKind kind) { return kFindingNames[static_cast<size_t>(kind)]; }

std::vector<CodeFinding> find_code_findings(const CodeListing& listing, const CodeLoops& loops, const CodeMixes& mixes,
                                            InstructionSets present) {
  return Finder(listing, loops, mixes, present).find();
}

std::string code_finding_sentence(const CodeFinding& finding, const CodeListing& listing, const CodeLoops& loops) {
  const std::string available = std::to_string(finding.available_bits), used = std::to_string(finding.used_bits);
  switch (finding.kind) {
    case CodeFindingKind::kScalarLoop:
      return "Scalar loop on a machine with " + std::string(finding.available) + ": the loop " +
             place_of(finding, listing, loops) + " computes on one " + element_words(finding) +
             " at a time, but this processor has " + available + "-bit vectors.";
    case CodeFindingKind::kNarrowLoop:
      return "Vectors of " + used + " bits, although this processor has vectors of " + available + " bits (" +
             std::string(finding.available) + "): the loop " + place_of(finding, listing, loops) +
             " computes on vectors of " + element_words(finding) + "s.";
    case CodeFindingKind::kNarrowFunction:
      break;
  }
  return "Vectors of " + used + " bits, although this processor has vectors of " + available + " bits (" +
         std::string(finding.available) + "): the function has no loops and computes on vectors of " +
         element_words(finding) + "s.";
}

}  // namespace ireereplay
