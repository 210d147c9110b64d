#include "profile/report/mix_rows.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "profile/report/share_rows.h"

namespace ireereplay::profile {

namespace {

template <typename Part>
SampleCount of_kernel(const Part& part, const SampledKernel& kernel) {
  const auto found = part.kernels.find(kernel);
  return found == part.kernels.end() ? SampleCount() : found->second;
}

template <typename Part>
SampleCount of_all_kernels(const Part& part) {
  SampleCount all;
  for (const auto& [kernel, count] : part.kernels) all.add(count);
  return all;
}

std::string width_words(const WidthUse& use) {
  const std::string bits = std::to_string(use.bits);
  if (!use.is_scalar) return "vectors of " + bits + " bits";
  return "individual " + bits + "-bit " + (use.element == ElementKind::kFloat ? "floating-point numbers" : "integers");
}

/// "71.5 % [70.2, 72.8] float, 16.9 % [15.8, 18.1] load": the most samples first, without those that have too few.
std::string shares_text(std::vector<std::pair<SampleCount, std::string>> parts, const SampleCount& all) {
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.first.samples > b.first.samples; });
  Text text;
  for (const auto& [count, words] : parts) {
    if (count.taken < kFewestSamples) continue;
    if (text.size() != 0) text.append(", ");
    append_share(share_of(count, all), text);
    text.append(' ');
    text.append(words);
  }
  return text.take();
}

}  // namespace

void append_mix(const SampledMix& mix, const SampledKernel& kernel, const SampleCount& all, JsonWriter& json) {
  json.key("groups").array(mix.groups, [&](const SampledGroup& group) {
    json.begin_object();
    json.key("group").string(group.name);
    json.key("instructions").number(group.instructions);
    append_count(of_kernel(group, kernel), all, json);
    json.end_object();
  });
  SampleCount computing;
  for (const SampledWidth& width : mix.widths) computing.add(of_kernel(width, kernel));
  json.key("widths").array(mix.widths, [&](const SampledWidth& width) {
    json.begin_object();
    json.key("element").string(element_kind_name(width.use.element));
    json.key("scalar").boolean(width.use.is_scalar);
    json.key("bits").number(width.use.bits);
    json.key("instructions").number(width.use.instructions);
    if (width.available.bits != 0) {
      json.key("available_bits").number(width.available.bits);
      json.key("available").string(width.available.name);
    }
    append_count(of_kernel(width, kernel), computing, json);
    json.end_object();
  });
  json.key("uncounted").number(mix.uncounted);
}

std::string mix_text(const SampledMix& mix, const SampleCount& all) {
  std::vector<std::pair<SampleCount, std::string>> groups, widths;
  for (const SampledGroup& group : mix.groups) groups.emplace_back(of_all_kernels(group), group.name);
  SampleCount computing;
  WidestVectors available;
  for (const SampledWidth& width : mix.widths) {
    const SampleCount count = of_all_kernels(width);
    computing.add(count);
    std::string words = "on " + width_words(width.use);
    if (count.taken >= kFewestSamples && width.available.bits > available.bits) available = width.available;
    widths.emplace_back(count, std::move(words));
  }
  std::string text = shares_text(std::move(groups), all);
  const std::string computes = shares_text(std::move(widths), computing);
  if (computes.empty()) return text;
  text += "; of the instructions that compute on elements, " + computes;
  if (available.bits != 0)
    text += ", on a processor with vectors of " + std::to_string(available.bits) + " bits (" +
            std::string(available.name) + ")";
  return text;
}

}  // namespace ireereplay::profile
