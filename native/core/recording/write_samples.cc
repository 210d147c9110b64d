#include "recording/write_samples.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <vector>

#include "base/json_writer.h"
#include "base/text.h"
#include "executable/call_site.h"
#include "executable/elf_memory.h"
#include "executable/function_extents.h"
#include "executable/processor.h"
#include "hal/local/plan.h"
#include "recording/chunk_stream.h"
#include "recording/sampler.h"

namespace ireereplay::replay {

namespace {

using profile::format::kNone32;
using profile::format::kNone64;

std::string_view name_of(SamplingMethod method) {
  return method == SamplingMethod::kPerfEvents ? "perf_events" : "timers";
}

/// Empty where it has none, or a longer one than any has.
std::string host_name() {
  std::array<char, 256> name = {};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

/// As keys of an object that has begun.
void append_sampling(const Sampler& sampler, JsonWriter& json) {
  json.key("event").string(sample_event_name(sampler.request().event));
  const SamplingRate& rate = sampler.rate();
  json.key("rate_hz").number(rate.hz);
  if (sampler.request().rate_hz == 0) json.key("allowed_overhead").real(sampler.request().overhead);
  if (rate.interrupt_ns) json.key("interrupt_ns").number(*rate.interrupt_ns);
  if (rate.most_overhead) json.key("most_overhead").real(*rate.most_overhead);
  json.key("method").string(name_of(sampler.method()));
  json.key("runs").number(sampler.cost().sampled_runs());
  json.key("lost").wide(sampler.lost());
  if (const auto cost = sampler.cost().ratio()) {
    json.key("cost").begin_object();
    json.key("ratio").real(cost->times.ratio);
    json.key("low").real(cost->times.interval.low);
    json.key("high").real(cost->times.interval.high);
    json.key("runs").number(cost->pairs);
    json.end_object();
  }
}

Status write_description(const Sampler& sampler, bool has_all_executions, const profile::ChunkMetadata& metadata,
                         profile::BundleWriter& writer) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  append_sampling(sampler, json);
  json.key("all_executions").boolean(has_all_executions);
  if (const std::string processor = processor_name(); !processor.empty()) json.key("processor").string(processor);
  if (const std::string host = host_name(); !host.empty()) json.key("host").string(host);
  if (const Status status = sampler.status(); !status.ok()) json.key("message").string(status.message());
  json.end_object();
  const std::string_view view = text.view();
  return writer.write(metadata, profile::format::kSamplingContentType,
                      Bytes(reinterpret_cast<const uint8_t*>(view.data()), view.size()));
}

/// Finds who called the function that a sample is in.
class Calls {
 public:
  explicit Calls(Bytes elf) : elf_(elf), functions_(function_extents(elf)) {}

  /// The address of the call, in the file; 0 where none of these is what it returns to. `returns` are addresses in this
  /// process, `bias` what they have beyond those of the file.
  uint64_t find(uint64_t address, std::span<const uint64_t> returns, uint64_t bias) const {
    auto function = std::upper_bound(functions_.begin(), functions_.end(), address,
                                     [](uint64_t at, const FunctionExtent& extent) { return at < extent.address; });
    if (function == functions_.begin()) return 0;
    --function;
    if (address - function->address >= function->size) return 0;
    for (const uint64_t to : returns) {
      if (to == 0) break;
      if (const auto call = call_before(elf_, to - bias); call && call->target == function->address)
        return call->address;
    }
    return 0;
  }

 private:
  const ElfMemory elf_;
  const std::vector<FunctionExtent> functions_;
};

}  // namespace

std::string sampling_json(const Sampler& sampler) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("taken").number(sampler.taken());
  append_sampling(sampler, json);
  json.end_object();
  return text.take();
}

Result<uint64_t> write_samples(const Plan& plan, const Sampler& sampler, bool has_all_executions,
                               const profile::ChunkMetadata& metadata, profile::BundleWriter& writer) {
  IR_RETURN_IF_ERROR(write_description(sampler, has_all_executions, metadata, writer));
  std::map<uint32_t, Calls> executables;
  OwnChunkStream<profile::format::Sample> stream(profile::format::kSamplesContentType, metadata, writer);
  uint64_t count = 0;
  for (uint32_t worker = 0; worker < sampler.thread_count(); ++worker) {
    for (const Sample& sample : sampler.samples(worker)) {
      profile::format::Sample written;
      written.worker = worker;
      written.record = sample.command == nullptr ? kNone64 : sample.command->record;
      written.execute_record = sample.step == nullptr ? kNone64 : sample.step->record;
      written.tile = sample.tile;
      written.host_time_ns = static_cast<int64_t>(sample.time_ns);
      written.function_ordinal = kNone32;
      written.weight = sample.weight;
      if (const Dispatch* dispatch = sample.command == nullptr ? nullptr : plan.dispatch_of(*sample.command)) {
        const DispatchNote& note = plan.note_of(dispatch);
        const Executable& loaded = *plan.executables[note.executable];
        const Bytes image = loaded.image();
        const auto begin = reinterpret_cast<uint64_t>(image.data());
        written.executable_id = plan.program.executables[note.executable].id;
        written.function_ordinal = note.function;
        if (sample.address >= begin && sample.address - begin < image.size()) {
          written.address = sample.address - loaded.image_bias();
          auto& calls =
              executables.try_emplace(note.executable, plan.program.executables[note.executable].data).first->second;
          written.call_address = calls.find(written.address, sample.returns, loaded.image_bias());
        }
      }
      IR_RETURN_IF_ERROR(stream.append(written));
      ++count;
    }
  }
  IR_RETURN_IF_ERROR(stream.finish());
  ChunkStream objects(profile::ChunkKind::kCodeObjects, metadata, writer);
  for (const auto& [index, calls] : executables) {
    const ExecutableInfo& info = plan.program.executables[index];
    profile::format::CodeObject object;
    object.executable_id = object.code_object_id = info.id;
    IR_RETURN_IF_ERROR(objects.append(object, {info.data}));
  }
  IR_RETURN_IF_ERROR(objects.finish());
  return count;
}

}  // namespace ireereplay::replay
