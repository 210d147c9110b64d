#include "profile/report/sampled_loops.h"

#include <algorithm>

#include "base/hex.h"
#include "executable/element_arithmetic.h"
#include "executable/format.h"

namespace ireereplay::profile {

namespace {

/// Where the loops of a listing are in its sources.
class LoopPlaces {
 public:
  LoopPlaces(const CodeListing& listing, const CodeLoops& loops) : listing_(listing), places_(loops.loops.size()) {
    each_in_loops(loops, [&](Place& place, const ListedInstruction& each) {
      place.frame = place.has_frame ? common(place.frame, each.frame) : each.frame;
      place.has_frame = true;
    });
    each_in_loops(loops, [&](Place& place, const ListedInstruction& each) { add_line(place, each); });
  }

  void describe(uint32_t loop, SampledLoop* sampled) const {
    const Place& place = places_[loop];
    if (place.frame != kNotListed) sampled->inlined = listing_.frames[place.frame].function;
    if (place.file == kNotListed) return;
    sampled->path = listing_.files[place.file];
    sampled->first_line = place.first_line;
    sampled->last_line = place.last_line;
    sampled->source_md5 = hex_digits(listing_.file_md5s[place.file]);
  }

 private:
  struct Place {
    bool has_frame = false;
    uint32_t frame = kNotListed;  ///< The innermost that all of it is in.
    uint32_t file = kNotListed;
    uint32_t first_line = 0;
    uint32_t last_line = 0;
  };

  /// Calls `visit` for each loop that an instruction with a line is in.
  template <typename Visit>
  void each_in_loops(const CodeLoops& loops, const Visit& visit) {
    for (size_t i = 0; i < listing_.instructions.size() && i < loops.of_instruction.size(); ++i) {
      const ListedInstruction& each = listing_.instructions[i];
      if (each.place == kNotListed || listing_.places[each.place].line == 0) continue;
      for (uint32_t loop = loops.of_instruction[i]; loop != kNotListed; loop = loops.loops[loop].parent)
        visit(places_[loop], each);
    }
  }

  uint32_t depth(uint32_t frame) const {
    uint32_t depth = 0;
    for (; frame != kNotListed; frame = listing_.frames[frame].parent) ++depth;
    return depth;
  }

  /// The innermost frame that both are in.
  uint32_t common(uint32_t a, uint32_t b) const {
    if (a == b) return a;
    uint32_t depth_a = depth(a), depth_b = depth(b);
    for (; depth_a > depth_b; --depth_a) a = listing_.frames[a].parent;
    for (; depth_b > depth_a; --depth_b) b = listing_.frames[b].parent;
    while (a != b) {
      a = listing_.frames[a].parent;
      b = listing_.frames[b].parent;
    }
    return a;
  }

  void add_line(Place& place, const ListedInstruction& each) const {
    uint32_t file = listing_.places[each.place].file, line = listing_.places[each.place].line;
    for (uint32_t frame = each.frame; frame != place.frame && frame != kNotListed;
         frame = listing_.frames[frame].parent) {
      file = listing_.frames[frame].call_file;
      line = listing_.frames[frame].call_line;
    }
    if (file == kNotListed || line == 0) return;
    if (place.file == kNotListed) {
      place.file = file;
      place.first_line = place.last_line = line;
    } else if (place.file == file) {
      place.first_line = std::min(place.first_line, line);
      place.last_line = std::max(place.last_line, line);
    }
  }

  const CodeListing& listing_;
  std::vector<Place> places_;
};

std::vector<LoopWidth> find_widths(const CodeListing& listing, const CodeLoops& loops) {
  std::vector<LoopWidth> widths(loops.loops.size());
  for (size_t i = 0; i < listing.instructions.size() && i < loops.of_instruction.size(); ++i) {
    const uint32_t loop = loops.of_instruction[i];
    if (loop == kNotListed) continue;
    const auto arithmetic = element_arithmetic(listing.instructions[i].instruction);
    if (!arithmetic) continue;
    LoopWidth& width = widths[loop];
    const bool is_first = width.element == ElementKind::kNone;
    const bool is_wider = !arithmetic->is_scalar && (width.is_scalar || arithmetic->bits > width.bits);
    // Of vectors as wide, numbers say more than what may be their indices.
    const bool is_same =
        arithmetic->is_scalar == width.is_scalar && (width.is_scalar || arithmetic->bits == width.bits);
    const bool is_float = arithmetic->element == ElementKind::kFloat;
    if (is_first || is_wider || (is_same && is_float && width.element != ElementKind::kFloat)) {
      width = {arithmetic->element, arithmetic->is_scalar, arithmetic->element_bits, arithmetic->bits};
    } else if (is_same && arithmetic->element == width.element && arithmetic->element_bits != width.element_bits) {
      width.element_bits = 0;
    }
  }
  return widths;
}

}  // namespace

std::string loop_width_words(const LoopWidth& width) {
  if (width.element == ElementKind::kNone) return {};
  const std::string number = width.element == ElementKind::kFloat ? "floating-point number" : "integer";
  const std::string element = (width.element_bits == 0 ? "" : std::to_string(width.element_bits) + "-bit ") + number;
  if (width.is_scalar) return "computes on one " + element + " at a time";
  const std::string vectors = "vectors of " + std::to_string(width.bits) + " bits";
  if (width.element_bits == 0) return "computes on " + vectors + " of " + element + "s";
  return "computes on " + std::to_string(width.bits / width.element_bits) + " " + element + "s at a time (" + vectors +
         ")";
}

LoopSamples::LoopSamples(const CodeListing& listing)
    : listing_(listing), loops_(find_loops(listing)), counts_(loops_.loops.size()) {}

void LoopSamples::add(uint64_t address, const SampledKernel& kernel, const SampleCount& count, bool is_own) {
  const auto index = index_of_instruction(listing_, address);
  if (!index || *index >= loops_.of_instruction.size()) return;
  uint32_t loop = loops_.of_instruction[*index];
  if (loop != kNotListed && is_own) counts_[loop].own.add(count);
  for (; loop != kNotListed; loop = loops_.loops[loop].parent) {
    counts_[loop].inclusive.add(count);
    counts_[loop].kernels[kernel].add(count);
  }
}

void LoopSamples::take(uint64_t executable, std::vector<SampledLoop>* out) const {
  if (loops_.loops.empty()) return;
  const CodeMixes mixes = find_mixes(listing_, loops_);
  const LoopPlaces places(listing_, loops_);
  const std::vector<LoopWidth> widths = find_widths(listing_, loops_);
  const size_t first = out->size();
  for (uint32_t i = 0; i < loops_.loops.size(); ++i) {
    SampledLoop& sampled = out->emplace_back();
    sampled.executable = executable;
    sampled.function = listing_.function.name;
    sampled.function_address = listing_.function.address;
    sampled.index = i;
    sampled.loop = loops_.loops[i];
    sampled.own = counts_[i].own;
    sampled.inclusive = counts_[i].inclusive;
    sampled.kernels = counts_[i].kernels;
    sampled.width = widths[i];
    sampled.iteration = mixes.loops[i].iteration;
    places.describe(i, &sampled);
  }
  if (listing_.architecture != host_architecture()) return;
  for (const CodeFinding& finding : find_code_findings(listing_, loops_, mixes, host_instruction_sets())) {
    if (finding.loop != kNotListed)
      (*out)[first + finding.loop].findings.push_back(code_finding_sentence(finding, listing_, loops_));
  }
}

}  // namespace ireereplay::profile
