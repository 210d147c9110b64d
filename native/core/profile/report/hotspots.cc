// profile hotspots: where samples lie, by dispatch, loop, line, function and instruction, each share with how sure it
// is.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "profile/replay_description.h"
#include "profile/report/loop_rows.h"
#include "profile/report/mix_rows.h"
#include "profile/report/output.h"
#include "profile/report/sampled_code.h"
#include "profile/report/sampling_text.h"
#include "profile/report/share_rows.h"
#include "profile/samples.h"

namespace ireereplay::profile {

namespace {

/// Rows of text of each kind under a kernel or function; JSON has all.
constexpr size_t kMostShown = 12;

/// Pointers to the values of a list that `wanted`, the most samples first.
template <typename List, typename CountOf, typename Wanted>
auto most_first(const List& list, const CountOf& count_of, const Wanted& wanted) {
  std::vector<const typename List::value_type*> sorted;
  for (const auto& entry : list) {
    if (wanted(entry)) sorted.push_back(&entry);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const auto* a, const auto* b) { return count_of(*a).samples > count_of(*b).samples; });
  return sorted;
}

/// How often each kernel was executed in the run that the profile has events of.
Result<std::map<SampledKernel, uint64_t>> count_executions(const Reporting& r, const SameCode& code) {
  std::map<SampledKernel, uint64_t> executions;
  IR_RETURN_IF_ERROR(r.each_record({ChunkKind::kHostExecutionEvents}, [&](const Chunk&, const Record& record) {
    const auto event = record.as<format::HostExecutionEvent>();
    if (event.type != format::QueueEventType::kExecute && event.function_ordinal != format::kNone32)
      ++executions[{code.first(event.executable_id), event.function_ordinal}];
    return Status();
  }));
  return executions;
}

class HotspotsReport {
 public:
  HotspotsReport(Reporting& reporting, const Metadata& metadata, const Samples& samples, const SampledCode& code,
                 const std::map<SampledKernel, uint64_t>& executions)
      : r_(reporting),
        out_(reporting.text),
        metadata_(metadata),
        samples_(samples),
        code_(code),
        executions_(executions) {}

  Status make() { return r_.options.jsonl ? write_json() : write_text(); }

 private:
  std::string name_of(const SampledKernel& kernel) const { return kernel_name(metadata_, kernel); }
  bool is_wanted(const SampledKernel& kernel) const { return r_.matches(name_of(kernel)); }
  bool is_wanted(const SampledLine& line) const {
    return std::any_of(line.kernels.begin(), line.kernels.end(),
                       [&](const auto& entry) { return is_wanted(entry.first); });
  }
  /// Of an executable with a dispatch that is wanted.
  template <typename Code>
  bool is_code_wanted(const Code& code) const {
    return std::any_of(samples_.kernels.begin(), samples_.kernels.end(), [&](const auto& entry) {
      return entry.first.executable == code.executable && is_wanted(entry.first);
    });
  }

  void json_count(JsonWriter& json, const SampleCount& count) { append_count(count, samples_.all, json); }
  void json_kernel(JsonWriter& json, const SampledKernel& kernel) {
    json.key("executable_id").number(kernel.executable);
    if (const std::vector<uint64_t> all = samples_.code.all(kernel.executable); !all.empty())
      json.key("executable_ids").array(all, [&](uint64_t executable) { json.number(executable); });
    json.key("function_ordinal").number(kernel.function);
    json.key("kernel").string(name_of(kernel));
  }
  void json_kernels(JsonWriter& json, std::string_view key, const std::map<SampledKernel, SampleCount>& kernels) {
    json.key(key).array(kernels, [&](const auto& of_kernel) {
      json.begin_object();
      json_kernel(json, of_kernel.first);
      json_count(json, of_kernel.second);
      json.end_object();
    });
  }
  template <typename Fill>
  Status json_row(std::string_view type, const Fill& fill) {
    JsonWriter json(out_);
    json.begin_object();
    json.key("type").string(type);
    fill(json);
    json.end_object();
    out_.append('\n');
    return r_.drain();
  }

  Status write_json() {
    IR_ASSIGN_OR_RETURN(const std::string sampling, sampling_description(r_.bundle));
    IR_ASSIGN_OR_RETURN(const std::string replay, replay_description(r_.bundle));
    IR_RETURN_IF_ERROR(json_row("hotspots_summary", [&](JsonWriter& json) {
      json.key("samples").number(samples_.all.samples);
      json.key("taken").number(samples_.all.taken);
      json.key("in_kernels").number(samples_.in_kernels.samples);
      json.key("in_libraries").number(samples_.outside.samples);
      json.key("elsewhere").number(samples_.elsewhere.samples);
      if (!sampling.empty()) json.key("sampling").string(sampling);
      if (!replay.empty()) json.key("replay").string(replay);
      json.key("notes").array(code_.notes, [&](const std::string& note) { json.string(note); });
    }));
    const auto of_value = [](const auto& entry) -> const SampleCount& { return entry.second; };
    const auto is_kernel_wanted = [&](const auto& entry) { return is_wanted(entry.first); };
    for (const auto* entry : most_first(samples_.kernels, of_value, is_kernel_wanted)) {
      IR_RETURN_IF_ERROR(json_row("hotspot_kernel", [&](JsonWriter& json) {
        json_kernel(json, entry->first);
        json_count(json, entry->second);
        if (const auto address = code_.addresses.find(entry->first); address != code_.addresses.end())
          json.key("address").number(address->second);
        if (const auto digest = code_.digests.find(entry->first); digest != code_.digests.end())
          json.key("code_digest").string(digest->second);
        if (const auto executed = executions_.find(entry->first); executed != executions_.end())
          json.key("executions").number(executed->second);
      }));
    }
    for (const SampledLoop& loop : code_.loops) {
      if (!is_code_wanted(loop)) continue;
      IR_RETURN_IF_ERROR(json_row("hotspot_loop", [&](JsonWriter& json) {
        append_loop(loop, json);
        json_count(json, loop.inclusive);
        json.key("own_samples").number(loop.own.samples);
        json_kernels(json, "kernels", loop.kernels);
      }));
    }
    const auto of_line = [](const auto& entry) -> const SampleCount& { return entry.second.inclusive; };
    const auto is_line_wanted = [&](const auto& entry) { return is_wanted(entry.second); };
    for (const auto* entry : most_first(code_.lines, of_line, is_line_wanted)) {
      IR_RETURN_IF_ERROR(json_row("hotspot_line", [&](JsonWriter& json) {
        json.key("path").string(entry->first.first);
        json.key("line").number(entry->first.second);
        json_count(json, entry->second.inclusive);
        json.key("own_samples").number(entry->second.own.samples);
        json_kernels(json, "kernels", entry->second.kernels);
      }));
    }
    const auto of_count = [](const auto& entry) -> const SampleCount& { return entry.count; };
    const auto is_function_wanted = [&](const SampledFunction& function) { return is_code_wanted(function); };
    for (const auto* function : most_first(code_.functions, of_count, is_function_wanted)) {
      IR_RETURN_IF_ERROR(json_row("hotspot_function", [&](JsonWriter& json) {
        json.key("executable_id").number(function->executable);
        json.key("name").string(function->name);
        json.key("address").number(function->address);
        json.key("size").number(function->size);
        if (!function->path.empty()) {
          json.key("path").string(function->path);
          json.key("line").number(function->line);
        }
        json_count(json, function->count);
        json_kernels(json, "kernels", function->kernels);
        json_kernels(json, "without_lines", function->without_lines);
      }));
      if (!function->mix.groups.empty()) IR_RETURN_IF_ERROR(json_mix(*function));
      for (const SampledInstruction& instruction : function->instructions)
        IR_RETURN_IF_ERROR(json_instruction(*function, instruction));
    }
    const auto is_stack_wanted = [&](const auto& entry) { return is_wanted(entry.first.first); };
    for (const auto* entry : most_first(code_.stacks, of_value, is_stack_wanted)) {
      IR_RETURN_IF_ERROR(json_row("hotspot_stack", [&](JsonWriter& json) {
        json_kernel(json, entry->first.first);
        const std::vector<SampledFrame>& frames = entry->first.second;
        json.key("frames").array(frames, [&](const SampledFrame& frame) { json.string(frame.function); });
        json.key("lines").array(frames, [&](const SampledFrame& frame) {
          json.begin_object();
          if (!frame.path.empty()) {
            json.key("path").string(frame.path);
            json.key("line").number(frame.line);
          }
          json.end_object();
        });
        json.key("samples").number(entry->second.samples);
      }));
    }
    for (const auto& [place, of_record] : samples_.records) {
      if (!is_wanted(of_record.first)) continue;
      IR_RETURN_IF_ERROR(json_row("hotspot_record", [&, at = place, &of = of_record](JsonWriter& json) {
        if (at.record != format::kNone64) json.key("record").number(at.record);
        if (at.execute_record != format::kNone64) json.key("execute_record").number(at.execute_record);
        json_kernel(json, of.first);
        json.key("samples").number(of.second.samples);
      }));
    }
    for (const auto& [worker, count] : samples_.workers) {
      IR_RETURN_IF_ERROR(json_row("hotspot_worker", [&, number = worker, &of = count](JsonWriter& json) {
        json.key("worker").number(number);
        json.key("samples").number(of.samples);
      }));
    }
    return Status();
  }

  /// Shares in it are of the function's samples.
  Status json_mix(const SampledFunction& function) {
    return json_row("hotspot_mix", [&](JsonWriter& json) {
      json.key("executable_id").number(function.executable);
      json.key("name").string(function.name);
      json.key("address").number(function.address);
      json.key("kernels").array(function.kernels, [&](const auto& of_kernel) {
        json.begin_object();
        json_kernel(json, of_kernel.first);
        append_mix(function.mix, of_kernel.first, of_kernel.second, json);
        json.end_object();
      });
    });
  }

  Status json_instruction(const SampledFunction& function, const SampledInstruction& instruction) {
    return json_row("hotspot_instruction", [&](JsonWriter& json) {
      json.key("executable_id").number(function.executable);
      json.key("function").string(function.name);
      json.key("address").number(instruction.address);
      if (!instruction.text.empty()) {
        json.key("text").string(instruction.text);
        json.key("kind").string(instruction.kind);
      }
      if (!instruction.path.empty()) {
        json.key("path").string(instruction.path);
        json.key("line").number(instruction.line);
      }
      json_count(json, instruction.count);
      json_kernels(json, "kernels", instruction.kernels);
    });
  }

  /// "  34.0 % [31.2, 36.9]     521 samples  ": share, its 95 % interval, samples.
  void text_count(const SampleCount& count, int indentation) {
    for (int i = 0; i < indentation; ++i) out_.append(' ');
    append_count(count, samples_.all, out_);
    out_.append("  ");
    if (count.taken < kFewestSamples) out_.append("(too few) ");
  }

  Status write_text() {
    print(out_,
          "% samples of running threads: % in the machine code of dispatches, % in libraries that this code calls, ",
          samples_.all.samples, samples_.in_kernels.samples, samples_.outside.samples);
    print(out_, "% elsewhere in the engine.\n", samples_.elsewhere.samples);
    IR_ASSIGN_OR_RETURN(const std::string sampling, sampling_description(r_.bundle));
    append_sampling(sampling, out_);
    out_.append("Shares are of all samples, with their 95 % confidence intervals in brackets.\n");
    for (const std::string& note : code_.notes) print(out_, "Note: %.\n", note);
    const auto of_value = [](const auto& entry) -> const SampleCount& { return entry.second; };
    const auto is_kernel_wanted = [&](const auto& entry) { return is_wanted(entry.first); };
    out_.append("\nDispatches\n");
    for (const auto* entry : most_first(samples_.kernels, of_value, is_kernel_wanted)) {
      text_count(entry->second, 2);
      print(out_, "%\n", name_of(entry->first));
      IR_RETURN_IF_ERROR(r_.drain());
    }
    IR_RETURN_IF_ERROR(text_loops());
    const auto of_line = [](const auto& entry) -> const SampleCount& { return entry.second.inclusive; };
    const auto is_line_wanted = [&](const auto& entry) { return is_wanted(entry.second); };
    auto lines = most_first(code_.lines, of_line, is_line_wanted);
    if (!lines.empty()) out_.append("\nLines\n");
    if (lines.size() > 2 * kMostShown) lines.resize(2 * kMostShown);
    for (const auto* entry : lines) {
      text_count(entry->second.inclusive, 2);
      print(out_, "%:%\n", entry->first.first, entry->first.second);
    }
    const auto of_count = [](const auto& entry) -> const SampleCount& { return entry.count; };
    const auto is_function_wanted = [&](const SampledFunction& function) { return is_code_wanted(function); };
    const auto all = [](const auto&) { return true; };
    const auto functions = most_first(code_.functions, of_count, is_function_wanted);
    if (!functions.empty()) out_.append("\nFunctions and their hottest instructions\n");
    for (const auto* function : functions) {
      text_count(function->count, 2);
      print(out_, "%\n", function->name.empty() ? std::string_view("(not known)") : std::string_view(function->name));
      if (const std::string mix = mix_text(function->mix, function->count); !mix.empty()) print(out_, "      %\n", mix);
      auto instructions = most_first(function->instructions, of_count, all);
      if (instructions.size() > kMostShown) instructions.resize(kMostShown);
      for (const auto* instruction : instructions) {
        text_count(instruction->count, 4);
        out_.append_hex(instruction->address, 0);
        print(out_, "  %", instruction->text);
        if (!instruction->path.empty()) print(out_, "  %:%", instruction->path, instruction->line);
        out_.append('\n');
      }
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

  Status text_loops() {
    const auto of_loop = [](const SampledLoop& loop) -> const SampleCount& { return loop.inclusive; };
    auto loops = most_first(code_.loops, of_loop,
                            [&](const SampledLoop& loop) { return loop.inclusive.taken != 0 && is_code_wanted(loop); });
    if (!loops.empty()) out_.append("\nLoops, including nested loops and called functions\n");
    if (loops.size() > 2 * kMostShown) loops.resize(2 * kMostShown);
    for (const SampledLoop* loop : loops) {
      text_count(loop->inclusive, 2);
      print(out_, "%\n", loop_text(*loop));
      for (const std::string& sentence : loop->findings) print(out_, "      %\n", sentence);
    }
    return r_.drain();
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  const Samples& samples_;
  const SampledCode& code_;
  const std::map<SampledKernel, uint64_t>& executions_;
};

}  // namespace

Status report_hotspots(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  IR_ASSIGN_OR_RETURN(const Samples samples, read_samples(r.bundle, r.cancelled()));
  if (samples.all.taken == 0) return no_samples();
  IR_ASSIGN_OR_RETURN(const SampledCode code, read_sampled_code(r.bundle, samples, r.cancelled()));
  IR_ASSIGN_OR_RETURN(const auto executions, count_executions(r, samples.code));
  return HotspotsReport(r, metadata, samples, code, executions).make();
}

}  // namespace ireereplay::profile
