#include "profile/report/sampled_mix.h"

#include <utility>

#include "executable/element_arithmetic.h"
#include "executable/format.h"

namespace ireereplay::profile {

MixSamples::MixSamples(const CodeListing& listing) : listing_(listing) {
  const bool is_for_host = listing.architecture == host_architecture();
  parts_.reserve(listing.instructions.size());
  for (const ListedInstruction& each : listing.instructions) {
    const Instruction& instruction = each.instruction;
    if (is_uncounted_arithmetic(instruction)) ++uncounted_;
    Parts& parts = parts_.emplace_back();
    parts.group = &groups_[instruction_group_name(instruction)];
    ++parts.group->instructions;
    const auto arithmetic = element_arithmetic(instruction);
    if (!arithmetic) continue;
    const auto& [element, is_scalar, element_bits, bits, operations] = *arithmetic;
    parts.width = &widths_[{!is_scalar, bits, element}];
    WidthUse& use = parts.width->use;
    use = {element, is_scalar, bits, use.instructions + 1};
    if (is_for_host) parts.width->available = widest_vectors(host_instruction_sets(), element);
  }
}

void MixSamples::add(uint64_t address, const SampledKernel& kernel, const SampleCount& count) {
  const auto index = index_of_instruction(listing_, address);
  if (!index) return;
  const Parts& parts = parts_[*index];
  parts.group->kernels[kernel].add(count);
  if (parts.width != nullptr) parts.width->kernels[kernel].add(count);
}

SampledMix MixSamples::take() {
  SampledMix mix;
  for (auto& [name, group] : groups_) mix.groups.push_back({name, group.instructions, std::move(group.kernels)});
  for (auto& [key, width] : widths_) mix.widths.push_back(std::move(width));
  mix.uncounted = uncounted_;
  return mix;
}

}  // namespace ireereplay::profile
