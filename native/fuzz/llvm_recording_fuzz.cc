// Everything that reads LLVM's recordings, on bytes that nobody recorded: JSON, descriptors, names, arguments, global
// variables, images, changes of memory, and reports. An input begins with a line of JSON; what follows it is the other
// files'.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "memory_file.h"
#include "neighbour/llvm/arguments.h"
#include "neighbour/llvm/changes.h"
#include "neighbour/llvm/descriptor.h"
#include "neighbour/llvm/globals.h"
#include "neighbour/llvm/image_functions.h"
#include "neighbour/llvm/image_kind.h"
#include "neighbour/llvm/kernel_name.h"
#include "neighbour/llvm/report.h"

using namespace ireereplay;
using namespace ireereplay::neighbour::llvm;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void check_descriptor(std::string_view text, uint64_t bytes) {
  std::vector<Problem> problems;
  const auto descriptor = parse_descriptor(text, "fuzz.json", &problems);
  for (const Problem& problem : problems)
    require(!problem.message.empty() && !problem.file.empty(), "a problem is explained");
  if (!descriptor.ok()) {
    require(!descriptor.status().message().empty(), "a refusal is explained");
    return;
  }
  const KernelName name = parse_kernel_name(descriptor->name);
  require(name.function.empty() == descriptor->name.empty(), "a name has a function");
  for (const uint64_t size : {bytes, descriptor->memory_bytes.value_or(0)}) {
    const auto bounds = address_bounds(*descriptor, size);
    require(!bounds || bounds->earliest <= bounds->latest, "bounds are in order");
    const std::vector<AddressBounds> others(bounds ? 1 : 0, bounds.value_or(AddressBounds()));
    const MemoryPlace place = place_memory(*descriptor, size, others);
    const auto pointers = pointers_of(*descriptor, place);
    require(pointers.size() == descriptor->arguments.size(), "each argument is told");
    for (const auto& pointer : pointers) {
      if (!pointer) continue;
      require(pointer->offset < size && pointer->bytes > 0 && pointer->bytes <= size - pointer->offset,
              "a pointer leads into the memory");
    }
  }
}

void check_globals(const std::shared_ptr<const File>& file) {
  const Globals globals = read_globals(file);
  require(globals.end.ok() || !globals.end.message().empty(), "an early end is explained");
  uint64_t end = 4;
  for (const Global& variable : globals.variables) {
    require(variable.offset > end && variable.bytes <= file->size() - variable.offset, "variables follow each other");
    end = variable.offset + variable.bytes;
  }
  require(!globals.end.ok() || end == file->size(), "what follows is told");
}

void check_image(Bytes image, std::string_view kernel) {
  require(!image_kind(image).empty(), "an image is of a kind");
  const auto functions = image_functions(image, kernel);
  require(functions.ok() || !functions.status().message().empty(), "a refusal is explained");
  if (!functions.ok()) return;
  bool is_recorded = true;
  for (const ImageFunction& function : *functions) {
    require(!function.name.empty() && !function.readable.function.empty(), "a function has a name");
    require(is_recorded || !function.is_recorded, "the recorded kernel is first");
    is_recorded = function.is_recorded;
  }
}

void check_changes(const File& before, const File& after, uint64_t begin) {
  const std::atomic<bool> never = false;
  const std::vector<uint64_t> begins = {begin};
  const auto changes = find_changes(before, after, begins, 5, never);
  require(changes.ok(), "memory is compared");
  const ChangeCounts& counts = changes->counts;
  require(counts.words8 <= counts.words4 && counts.words4 <= counts.bytes && counts.bytes <= changes->compared,
          "counts fit");
  require(changes->range_count <= counts.words4 && changes->ranges.size() <= 5, "ranges fit");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t line = std::min(text.find('\n'), size);
  const Bytes rest = Bytes(data, size).subspan(std::min(line + 1, size));
  check_descriptor(text.substr(0, line), rest.size());
  (void)parse_kernel_name(text.substr(0, line));
  (void)parse_report(text);
  check_image(rest, text.substr(0, line));
  const MemoryFile whole(rest.data(), rest.size(), rest.size());
  const MemoryFile half(rest.data(), rest.size() / 2, rest.size() / 2);
  const MemoryFile other(rest.data() + rest.size() / 2, rest.size() - rest.size() / 2, rest.size());
  const auto globals = File::open(whole.path());
  const auto before = File::open(half.path());
  const auto after = File::open(other.path());
  if (!globals.ok() || !before.ok() || !after.ok()) return 0;
  check_globals(*globals);
  check_changes(**before, **after, line);
  return 0;
}
