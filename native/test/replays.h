// What the captures in test/fixtures hold and should give, and a sink that keeps a replay's results.
#pragma once

#include <elf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/file.h"
#include "capture/payload.h"
#include "capture/record_reader.h"
#include "fixtures.h"
#include "replay/preflight.h"
#include "replay/session.h"

namespace ireereplay::replay {

using test::fixture;

inline std::vector<uint8_t> read_all(const std::string& path) {
  auto file = File::open(path);
  EXPECT_TRUE(file.ok()) << path;
  if (!file.ok()) return {};
  auto bytes = (*file)->read(0, (*file)->size());
  EXPECT_TRUE(bytes.ok());
  return bytes.ok() ? *bytes : std::vector<uint8_t>();
}

/// The data of an .npy file (version 1), or all of a .bin file.
inline std::vector<uint8_t> read_array(const std::string& path) {
  std::vector<uint8_t> bytes = read_all(path);
  if (!path.ends_with(".npy")) return bytes;
  const size_t header = 10 + load<uint16_t>(bytes, 8);
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(header));
  return bytes;
}

/// The payload of a capture's first prepare record.
inline std::vector<uint8_t> captured_prepare(const std::string& path) {
  auto file = File::open(path);
  auto header = read_capture_header(**file);
  RecordReader reader(*file, *header);
  RecordFrame frame;
  while (!reader.at_end() && reader.next(&frame).ok()) {
    if (frame.header.payload_type != format::PayloadType::kExecutablePrepare) continue;
    auto payload = reader.payload(frame);
    return {payload->begin(), payload->end()};
  }
  ADD_FAILURE() << path << " has no executable";
  return {};
}

/// The executable in it.
inline std::vector<uint8_t> captured_executable(const std::string& path) {
  const std::vector<uint8_t> payload = captured_prepare(path);
  auto layout = lay_out_payload(format::PayloadType::kExecutablePrepare, payload, payload.size());
  const PartRange range = layout->find(Part::kData);
  const auto begin = payload.begin() + static_cast<ptrdiff_t>(range.offset);
  return {begin, begin + static_cast<ptrdiff_t>(range.length)};
}

/// The same of a capture in test/fixtures.
inline std::vector<uint8_t> fixture_executable(const std::string& name) { return captured_executable(fixture(name)); }

/// The executable of small.ireereplay (its object 4, as in the other captures of single operations), with the machine
/// code of its first kernel replaced.
inline std::vector<uint8_t> with_kernel(const std::vector<uint8_t>& code) {
  std::vector<uint8_t> file = captured_executable(fixture("small.ireereplay"));
  // Where 'elementwise' lies is in the symbol table, which the loader ignores.
  const auto header = load<Elf64_Ehdr>(file);
  std::vector<Elf64_Shdr> sections;
  for (int i = 0; i < header.e_shnum; ++i)
    sections.push_back(load<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr)));
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB) continue;
    for (uint64_t at = section.sh_offset; at < section.sh_offset + section.sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = load<Elf64_Sym>(file, at);
      const char* name =
          reinterpret_cast<const char*>(file.data()) + sections[section.sh_link].sh_offset + symbol.st_name;
      if (std::string(name) != "elementwise") continue;
      const Elf64_Shdr& text = sections[symbol.st_shndx];
      std::copy(code.begin(), code.end(),
                file.begin() + static_cast<ptrdiff_t>(text.sh_offset + symbol.st_value - text.sh_addr));
      return file;
    }
  }
  ADD_FAILURE() << "no symbol";
  return file;
}

class KeptOutputs : public OutputSink {
 public:
  struct Output {
    OutputRange range;
    std::vector<uint8_t> bytes;
  };
  Status write(const OutputRange& range, Bytes bytes) override {
    outputs.push_back({range, {bytes.begin(), bytes.end()}});
    return Status();
  }
  const std::vector<uint8_t>* of_buffer(uint64_t buffer) const {
    for (const Output& output : outputs) {
      if (output.range.buffer == buffer) return &output.bytes;
    }
    return nullptr;
  }
  std::vector<Output> outputs;
};

}  // namespace ireereplay::replay
