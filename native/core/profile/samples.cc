#include "profile/samples.h"

#include <algorithm>
#include <cmath>

#include "profile/each_record.h"
#include "profile/own_records.h"

namespace ireereplay::profile {

SampleShare share_of(const SampleCount& part, const SampleCount& whole) {
  SampleShare share;
  if (whole.samples == 0 || whole.taken == 0) return share;
  constexpr double kZ = 1.959963984540054;  // 97.5 % of a standard normal distribution lie below it.
  constexpr double kLeastShare = 0.01;
  const double n = static_cast<double>(whole.taken);
  const double p = std::min(1.0, static_cast<double>(part.samples) / static_cast<double>(whole.samples));
  const double z2n = kZ * kZ / n;
  const double centre = (p + z2n / 2) / (1 + z2n);
  const double half = kZ / (1 + z2n) * std::sqrt(p * (1 - p) / n + z2n / (4 * n));
  share.share = p;
  share.low = std::max(0.0, centre - half);
  share.high = std::min(1.0, centre + half);
  share.is_hot = part.taken >= kFewestSamples && share.low > kLeastShare;
  return share;
}

std::string kernel_name(const Metadata& metadata, const SampledKernel& kernel) {
  if (const auto found = metadata.find_function(kernel.executable, kernel.function))
    if (const std::string& name = metadata.functions[*found].name; !name.empty()) return name;
  return "executable " + std::to_string(kernel.executable) + ", function " + std::to_string(kernel.function);
}

Status no_samples() {
  return Status(StatusCode::kNotFound,
                "the profile has no samples: record a profile with --sample, for long enough (--sample_seconds)");
}

Result<Samples> read_samples(const Bundle& bundle, const std::atomic<bool>& cancelled) {
  Samples samples;
  IR_ASSIGN_OR_RETURN(samples.code, SameCode::read(bundle, cancelled));
  const auto add = [&](const format::Sample& sample) -> Status {
    const uint32_t weight = std::max(sample.weight, 1u);
    samples.all.add(weight);
    samples.workers[sample.worker].add(weight);
    if (sample.executable_id == 0) {
      samples.elsewhere.add(weight);
      return Status();
    }
    const SampledKernel kernel{samples.code.first(sample.executable_id), sample.function_ordinal};
    samples.kernels[kernel].add(weight);
    auto& of_record = samples.records[{sample.record, sample.execute_record}];
    of_record.first = kernel;
    of_record.second.add(weight);
    if (sample.address == 0) {
      samples.outside.add(weight);
      return Status();
    }
    samples.in_kernels.add(weight);
    samples.places[kernel][{sample.address, sample.call_address}].add(weight);
    return Status();
  };
  IR_RETURN_IF_ERROR(each_own_record<format::Sample>(bundle, format::kSamplesContentType, cancelled, add).status());
  return samples;
}

Result<std::vector<uint8_t>> read_code_object(const Bundle& bundle, uint64_t executable,
                                              const std::atomic<bool>& cancelled) {
  constexpr uint64_t kMostBytes = 256 << 20;
  std::vector<uint8_t> code;
  const auto visit = [&](const Chunk&, const Record& record) -> Status {
    const auto object = record.as<format::CodeObject>();
    if (object.executable_id != executable || !code.empty()) return Status();
    if (object.data_length > record.after_length || object.data_length > kMostBytes) return Status();
    IR_ASSIGN_OR_RETURN(code, bundle.file()->read(record.offset + record.fields.size(), object.data_length));
    return Status();
  };
  const auto enter = [](const Chunk&) { return Status(); };
  IR_RETURN_IF_ERROR(each_record(bundle, {ChunkKind::kCodeObjects}, cancelled, enter, visit));
  return code;
}

}  // namespace ireereplay::profile
