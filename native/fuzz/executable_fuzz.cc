// Everything that reads an executable, on arbitrary bytes: load plan, line table, embedded sources, the library's own
// tables, instructions with their lines, inlined calls and loops, and containers for GPUs.
// Nothing is loaded. The corpus starts from the fixtures' kernels.
#include <cstdlib>

#include "executable/code_findings.h"
#include "executable/code_listing.h"
#include "executable/code_location.h"
#include "executable/elf_plan.h"
#include "executable/embedded_sources.h"
#include "executable/executable.h"
#include "executable/gpu_executable.h"
#include "executable/instruction_set.h"
#include "executable/line_table.h"
#include "executable/machine_requests.h"

using namespace ireereplay;

namespace {

bool lies_in(const void* begin, uint64_t length, Bytes bytes) {
  const auto* at = static_cast<const uint8_t*>(begin);
  return length == 0 || (at >= bytes.data() && length <= bytes.size() &&
                         at - bytes.data() <= static_cast<ptrdiff_t>(bytes.size() - length));
}

void check_loops(const CodeListing& listing) {
  const CodeLoops loops = find_loops(listing);
  if (loops.of_instruction.size() != listing.instructions.size()) std::abort();
  const uint64_t begin = listing.function.address, end = begin + listing.function.size;
  for (size_t i = 0; i < loops.loops.size(); ++i) {
    const CodeLoop& loop = loops.loops[i];
    if (loop.code.empty() || loop.back_edges.empty() || loop.depth > kMostLoopDepth) std::abort();
    if (loop.parent != kNotListed && (loop.parent >= i || loops.loops[loop.parent].depth != loop.depth - 1))
      std::abort();
    uint64_t after = begin;
    for (const CodeInterval& code : loop.code) {
      if (code.begin < after || code.begin >= code.end || code.end > end) std::abort();
      after = code.end;
    }
    for (const LoopEdge& edge : loop.back_edges) {
      if (edge.to != loop.header) std::abort();
    }
  }
  uint64_t counted = 0;
  const CodeMixes mixes = find_mixes(listing, loops);
  for (const uint32_t kind : mixes.function.kinds) counted += kind;
  if (counted != listing.instructions.size() || mixes.loops.size() != loops.loops.size()) std::abort();
  for (const CodeFinding& finding : find_code_findings(listing, loops, mixes, host_instruction_sets())) {
    if (finding.used_bits >= finding.available_bits) std::abort();
    if (code_finding_sentence(finding, listing, loops).empty()) std::abort();
  }
}

void check_listing(Bytes file, const FunctionChoice& choice) {
  const std::atomic<bool> cancel = false;
  const auto listing = list_code(file, choice, cancel);
  if (!listing.ok()) {
    if (listing.status().message().empty()) std::abort();
    return;
  }
  uint64_t next = listing->function.address;
  for (const ListedInstruction& each : listing->instructions) {
    if (each.instruction.address != next || each.instruction.length == 0 || each.instruction.mnemonic.empty())
      std::abort();
    if (!lies_in(each.bytes.data(), each.bytes.size(), file)) std::abort();
    if (each.place != kNotListed && each.place >= listing->places.size()) std::abort();
    if (each.frame != kNotListed && each.frame >= listing->frames.size()) std::abort();
    next += each.instruction.length;
  }
  if (listing->instructions.size() > kMostInstructions) std::abort();
  if (next - listing->function.address + listing->left_out != listing->function.size) std::abort();
  for (const ListedPlace& place : listing->places) {
    if (place.file >= listing->files.size() || place.line == 0) std::abort();
  }
  for (size_t i = 0; i < listing->frames.size(); ++i) {
    const ListedFrame& frame = listing->frames[i];
    if (frame.parent != kNotListed && frame.parent >= i) std::abort();
    if (frame.call_file != kNotListed && frame.call_file >= listing->files.size()) std::abort();
  }
  for (const ListedLine& line : listing->lines) {
    if (line.file >= listing->files.size() || line.code.empty()) std::abort();
    for (const CodeInterval& code : line.code) {
      if (code.begin >= code.end) std::abort();
    }
  }
  check_loops(*listing);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Bytes file(data, size);
  for (const uint16_t machine : {EM_X86_64, EM_AARCH64}) {
    const auto plan = plan_elf(file, machine);
    if (!plan.ok()) {
      if (plan.status().message().empty()) std::abort();
      continue;
    }
    for (const ElfPlan::Segment& segment : plan->segments) {
      if (segment.file_size > segment.memory_size || segment.file_offset > size ||
          segment.file_size > size - segment.file_offset || segment.address < plan->base ||
          segment.address - plan->base > plan->size ||
          segment.memory_size > plan->size - (segment.address - plan->base)) {
        std::abort();
      }
    }
    for (const ElfPlan::Segment& segment : plan->segments) {
      for (const uint64_t at : {segment.address, segment.address + segment.memory_size / 2}) {
        const SourceLine line = find_source_line(file, at);
        if (!lies_in(line.file.data(), line.file.size(), file) ||
            !lies_in(line.directory.data(), line.directory.size(), file))
          std::abort();
      }
    }
  }
  for (const EmbeddedSource& source : embedded_sources(file)) {
    if (!lies_in(source.content.data(), source.content.size(), file)) std::abort();
  }
  if (const auto gpu = read_gpu_executable(file); gpu.ok()) {
    for (const EmbeddedSource& source : gpu->sources) {
      if (!lies_in(source.content.data(), source.content.size(), file)) std::abort();
    }
    for (const GpuModule& module : gpu->modules) {
      if (!lies_in(module.code.data(), module.code.size(), file)) std::abort();
    }
  } else if (gpu.status().message().empty()) {
    std::abort();
  }
  if (const auto code = describe_code(file); code.ok()) {
    check_listing(file, 0u);
    if (!code->functions.empty()) check_listing(file, code->functions.back().name);
    if (const auto extents = function_extents(file); !extents.empty())
      check_listing(file, FunctionAddress{extents.back().address});
  }
  (void)missing_instruction_sets(find_instruction_sets(file), {});
  (void)missing_instruction_sets(file, {});
  (void)find_machine_requests(file);
  for (const uint64_t at : {uint64_t{0}, uint64_t{0x1000}, uint64_t{0x1020}}) {
    const CodeLocation found = locate_code(file, at);
    if (found.source.empty() && found.line != 0) std::abort();
  }
  for (const char* format : {"embedded-elf-x86_64", "system-elf-x86_64"}) (void)check_executable(format, file);
  return 0;
}
