#include "profile/report/loop_rows.h"

#include "base/hex.h"

namespace ireereplay::profile {

namespace {

void append_iteration(const LoopIteration& iteration, JsonWriter& json) {
  json.key("iteration").begin_object();
  if (iteration.bytes_doubt == IterationDoubt::kNone) {
    json.key("bytes_read").number(iteration.bytes_read);
    json.key("bytes_written").number(iteration.bytes_written);
  } else {
    json.key("bytes_unknown").string(iteration_doubt_words(iteration.bytes_doubt));
  }
  if (iteration.operations_doubt == IterationDoubt::kNone) {
    json.key("float_operations").number(iteration.float_operations);
    json.key("integer_operations").number(iteration.integer_operations);
  } else {
    json.key("operations_unknown").string(iteration_doubt_words(iteration.operations_doubt));
  }
  json.end_object();
}

void append_width(const LoopWidth& width, JsonWriter& json) {
  if (width.element == ElementKind::kNone) return;
  json.key("width").begin_object();
  json.key("element").string(element_kind_name(width.element));
  if (width.element_bits != 0) json.key("element_bits").number(width.element_bits);
  json.key("vector_bits").number(width.is_scalar ? 0 : width.bits);
  json.key("words").string(loop_width_words(width));
  json.end_object();
}

std::string counted(uint64_t count, const char* what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

}  // namespace

void append_loop(const SampledLoop& sampled, JsonWriter& json) {
  const CodeLoop& loop = sampled.loop;
  json.key("executable_id").number(sampled.executable);
  json.key("function").string(sampled.function);
  json.key("function_address").number(sampled.function_address);
  json.key("loop").number(sampled.index);
  if (loop.parent != kNotListed) json.key("parent").number(loop.parent);
  json.key("depth").number(loop.depth);
  json.key("innermost").boolean(loop.is_innermost);
  json.key("address").number(loop.header);
  json.key("code").array(loop.code, [&](const CodeInterval& code) {
    json.numbers(std::initializer_list<uint64_t>{code.begin, code.end});
  });
  if (!sampled.inlined.empty()) json.key("inlined").string(sampled.inlined);
  if (!sampled.path.empty()) {
    json.key("path").string(sampled.path);
    json.key("first_line").number(sampled.first_line);
    json.key("last_line").number(sampled.last_line);
    if (!sampled.source_md5.empty()) json.key("source_md5").string(sampled.source_md5);
  }
  append_width(sampled.width, json);
  append_iteration(sampled.iteration, json);
  json.key("findings").array(sampled.findings, [&](const std::string& sentence) { json.string(sentence); });
}

std::string loop_text(const SampledLoop& sampled) {
  std::string text;
  if (!sampled.path.empty()) {
    text = sampled.path + ":" + std::to_string(sampled.first_line);
    if (sampled.last_line != sampled.first_line) text += "-" + std::to_string(sampled.last_line);
    text += ", ";
  }
  text += (sampled.inlined.empty() ? sampled.function : sampled.inlined) + " from " + hex(sampled.loop.header);
  if (sampled.loop.depth > 1) {
    text += ", in " + std::to_string(sampled.loop.depth - 1) + (sampled.loop.depth == 2 ? " loop" : " loops");
  }
  std::string separator = ": ";
  const auto add = [&](const std::string& words) {
    text += separator + words;
    separator = ", ";
  };
  if (const std::string words = loop_width_words(sampled.width); !words.empty()) add(words);
  const LoopIteration& iteration = sampled.iteration;
  if (iteration.bytes_doubt == IterationDoubt::kNone)
    add(counted(iteration.bytes_read + iteration.bytes_written, "byte") + " an iteration");
  if (iteration.operations_doubt == IterationDoubt::kNone)
    add(counted(iteration.float_operations + iteration.integer_operations, "operation") + " an iteration");
  return text;
}

}  // namespace ireereplay::profile
