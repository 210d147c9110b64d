#include "code_loops.h"

#include "executable/code_findings.h"
#include "executable/format.h"

namespace ireereplay::addon {

namespace {

void write_mix(JsonWriter& json, const CodeMix& mix) {
  json.begin_object();
  json.key("kinds").begin_object();
  for (size_t i = 0; i < mix.kinds.size(); ++i) {
    if (mix.kinds[i] != 0) json.key(instruction_kind_name(static_cast<InstructionKind>(i))).number(mix.kinds[i]);
  }
  json.end_object();
  json.key("widths").array(mix.widths, [&](const WidthUse& use) {
    json.begin_object();
    json.key("element").string(element_kind_name(use.element));
    if (use.is_scalar) json.key("scalar").boolean(true);
    json.key("bits").number(use.bits);
    json.key("instructions").number(use.instructions);
    json.end_object();
  });
  if (mix.general_elements != 0) json.key("generalElements").number(mix.general_elements);
  if (mix.uncounted != 0) json.key("uncounted").number(mix.uncounted);
  json.end_object();
}

void write_iteration(JsonWriter& json, const LoopIteration& iteration) {
  json.begin_object();
  if (iteration.bytes_doubt == IterationDoubt::kNone) {
    json.key("bytesRead").number(iteration.bytes_read);
    json.key("bytesWritten").number(iteration.bytes_written);
  } else {
    json.key("bytesUnknown").string(iteration_doubt_words(iteration.bytes_doubt));
  }
  if (iteration.operations_doubt == IterationDoubt::kNone) {
    json.key("floatOperations").number(iteration.float_operations);
    json.key("integerOperations").number(iteration.integer_operations);
  } else {
    json.key("operationsUnknown").string(iteration_doubt_words(iteration.operations_doubt));
  }
  if (const auto intensity = iteration.intensity()) json.key("intensity").real(*intensity);
  json.end_object();
}

class LoopWriter {
 public:
  LoopWriter(JsonWriter& json, const CodeListing& listing) : json_(json), listing_(listing) {}

  void write(const CodeLoop& loop, const LoopMix& mix) {
    json_.begin_object();
    json_.key("header").number(offset(loop.header));
    json_.key("code").array(loop.code, [&](const CodeInterval& code) {
      json_.numbers(std::initializer_list<uint64_t>{offset(code.begin), offset(code.end)});
    });
    json_.key("backEdges").array(loop.back_edges, [&](const LoopEdge& edge) { json_.number(offset(edge.from)); });
    json_.key("exits").array(loop.exits, [&](const LoopEdge& edge) {
      json_.begin_object();
      json_.key("from").number(offset(edge.from));
      if (edge.to && offset(*edge.to) < listing_.function.size) json_.key("to").number(offset(*edge.to));
      json_.end_object();
    });
    if (loop.parent != kNotListed) json_.key("parent").number(loop.parent);
    json_.key("depth").number(loop.depth);
    if (loop.is_innermost) json_.key("innermost").boolean(true);
    if (loop.place != kNotListed) json_.key("place").number(loop.place);
    json_.key("mix");
    write_mix(json_, mix.own);
    json_.key("iteration");
    write_iteration(json_, mix.iteration);
    json_.end_object();
  }

 private:
  uint64_t offset(uint64_t address) const { return address - listing_.function.address; }

  JsonWriter& json_;
  const CodeListing& listing_;
};

void write_finding(JsonWriter& json, const CodeFinding& finding, const CodeListing& listing, const CodeLoops& loops) {
  json.begin_object();
  json.key("kind").string(code_finding_kind_name(finding.kind));
  if (finding.loop != kNotListed) json.key("loop").number(finding.loop);
  json.key("element").string(element_kind_name(finding.element));
  if (finding.element_bits != 0) json.key("elementBits").number(finding.element_bits);
  if (finding.used_bits != 0) json.key("usedBits").number(finding.used_bits);
  json.key("availableBits").number(finding.available_bits);
  json.key("available").string(finding.available);
  json.key("sentence").string(code_finding_sentence(finding, listing, loops));
  json.end_object();
}

}  // namespace

void write_code_loops(JsonWriter& json, const CodeListing& listing, const CodeLoops& loops) {
  const CodeMixes mixes = find_mixes(listing, loops);
  json.key("mix");
  write_mix(json, mixes.function);
  LoopWriter writer(json, listing);
  json.key("loops").begin_array();
  for (size_t i = 0; i < loops.loops.size(); ++i) writer.write(loops.loops[i], mixes.loops[i]);
  json.end_array();
  std::vector<CodeFinding> findings;
  if (listing.architecture == host_architecture())
    findings = find_code_findings(listing, loops, mixes, host_instruction_sets());
  json.key("findings").array(findings, [&](const CodeFinding& finding) {
    write_finding(json, finding, listing, loops);
  });
}

}  // namespace ireereplay::addon
