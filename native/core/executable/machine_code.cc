#include "executable/machine_code.h"

#include <elf.h>

#include <algorithm>

#include "executable/format.h"

namespace ireereplay {

std::vector<CodeRange> code_of(Bytes data) {
  std::vector<CodeRange> ranges;
  if (data.size() < sizeof(Elf64_Ehdr) || infer_format(data) != "embedded-elf-x86_64") return ranges;
  const auto header = load<Elf64_Ehdr>(data);
  for (uint32_t i = 0; i < header.e_phnum; ++i) {
    const uint64_t offset = header.e_phoff + uint64_t{i} * sizeof(Elf64_Phdr);
    if (offset < header.e_phoff || offset > data.size() - sizeof(Elf64_Phdr)) break;
    const auto segment = load<Elf64_Phdr>(data, offset);
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0 || segment.p_filesz > data.size() ||
        segment.p_offset > data.size() - segment.p_filesz) {
      continue;
    }
    ranges.push_back({segment.p_offset, segment.p_filesz, segment.p_vaddr});
  }
  std::sort(ranges.begin(), ranges.end(), [](const CodeRange& a, const CodeRange& b) { return a.offset < b.offset; });
  uint64_t end = 0;
  for (CodeRange& range : ranges) {
    const uint64_t known = std::min(range.size, end - std::min(end, range.offset));
    range = {range.offset + known, range.size - known, range.address + known};
    end = std::max(end, range.offset + range.size);
  }
  return ranges;
}

}  // namespace ireereplay
