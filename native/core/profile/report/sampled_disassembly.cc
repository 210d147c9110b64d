// All machine code of functions with samples, each instruction with its share.
#include <algorithm>
#include <string>

#include "base/json_writer.h"
#include "profile/report/output.h"
#include "profile/report/sampled_code.h"
#include "profile/report/share_rows.h"

namespace ireereplay::profile {

namespace {

/// Before each instruction: its share where it has enough samples, and how many. Blanks of the same width where none.
constexpr size_t kShareWidth = 7;
constexpr size_t kSamplesWidth = 8;
constexpr size_t kAddressWidth = 8;
constexpr size_t kBytesWidth = 20;

void append_right(std::string_view value, size_t width, Text& out) {
  for (size_t at = value.size(); at < width; ++at) out.append(' ');
  out.append(value);
}

std::string hex_address(uint64_t value) {
  Text text;
  text.append_hex(value, 0);
  return text.take().substr(2);
}

void append_instruction(const SampledInstruction& instruction, const SampleCount& all, Text& out) {
  const SampleCount& count = instruction.count;
  Text share, samples;
  if (count.taken >= kFewestSamples) {
    append_fixed(100 * share_of(count, all).share, 1, share);
    share.append(" %");
  }
  if (count.samples != 0) samples.append_dec(count.samples);
  append_right(share.view(), kShareWidth, out);
  append_right(samples.view(), kSamplesWidth, out);
  out.append("  ");
  append_right(hex_address(instruction.address), kAddressWidth, out);
  out.append("  ");
  static constexpr char kDigits[] = "0123456789abcdef";
  for (const uint8_t byte : instruction.bytes) {
    out.append(kDigits[byte >> 4]);
    out.append(kDigits[byte & 15]);
  }
  for (size_t at = 2 * instruction.bytes.size(); at < kBytesWidth; ++at) out.append(' ');
  print(out, "  %\n", instruction.text);
}

Status write_text(Reporting& r, const SampleCount& all, const SampledFunction& function) {
  print(r.text, "%, executable %:", function.name, function.executable);
  r.text.append(' ');
  append_count(function.count, all, r.text);
  r.text.append('\n');
  std::string before;
  for (const SampledInstruction& instruction : function.instructions) {
    std::string place =
        instruction.path.empty() ? "no line" : instruction.path + ":" + std::to_string(instruction.line);
    if (place != before) print(r.text, "%\n", place);
    before = std::move(place);
    append_instruction(instruction, all, r.text);
    IR_RETURN_IF_ERROR(r.drain());
  }
  r.text.append('\n');
  return r.drain();
}

Status write_json(Reporting& r, const SampleCount& all, const SampledFunction& function) {
  JsonWriter json(r.text);
  json.begin_object();
  json.key("type").string("sampled_function");
  json.key("executable_id").number(function.executable);
  json.key("name").string(function.name);
  json.key("address").number(function.address);
  append_count(function.count, all, json);
  json.key("instructions").array(function.instructions, [&](const SampledInstruction& instruction) {
    json.begin_object();
    json.key("address").number(instruction.address);
    json.key("text").string(instruction.text);
    append_count(instruction.count, all, json);
    json.end_object();
  });
  json.end_object();
  r.text.append('\n');
  return r.drain();
}

/// Samples of a dispatch that is wanted are in it.
bool is_wanted(const Reporting& r, const Metadata& metadata, const SampledFunction& function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(), [&](const auto& instruction) {
    return std::any_of(instruction.kernels.begin(), instruction.kernels.end(),
                       [&](const auto& of_kernel) { return r.matches(kernel_name(metadata, of_kernel.first)); });
  });
}

}  // namespace

Status report_sampled_disassembly(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  IR_ASSIGN_OR_RETURN(const Samples samples, read_samples(r.bundle, r.cancelled()));
  if (samples.all.taken == 0) return no_samples();
  IR_ASSIGN_OR_RETURN(const SampledCode code, read_sampled_code(r.bundle, samples, r.cancelled(), ListedCode::kAll));
  std::vector<const SampledFunction*> functions;
  for (const SampledFunction& function : code.functions) {
    if (is_wanted(r, metadata, function)) functions.push_back(&function);
  }
  std::stable_sort(functions.begin(), functions.end(),
                   [](const auto* a, const auto* b) { return a->count.samples > b->count.samples; });
  for (const SampledFunction* function : functions) {
    IR_RETURN_IF_ERROR(r.options.jsonl ? write_json(r, samples.all, *function) : write_text(r, samples.all, *function));
  }
  return Status();
}

}  // namespace ireereplay::profile
