// Captures that are as one of the fixtures, but for what a test changes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "capture/payload.h"
#include "capture/record_reader.h"
#include "capture/writer.h"
#include "executable/code_functions.h"
#include "executable/elf_memory.h"
#include "executable/instruction.h"
#include "fixtures.h"

namespace ireereplay::test {

/// A record that can be changed, left out, or followed by others.
struct Copied {
  format::RecordHeader header;
  std::vector<uint8_t> payload;
};

/// Copies a capture's records through `change`.
inline void rewrite(const std::string& source, const std::string& target,
                    const std::function<void(std::vector<Copied>&)>& change) {
  const test::Opened opened = test::open(source);
  RecordReader reader(opened.file, opened.header);
  std::vector<Copied> records;
  RecordFrame frame;
  while (!reader.at_end()) {
    ASSERT_TRUE(reader.next(&frame).ok());
    const auto payload = reader.payload(frame);
    ASSERT_TRUE(payload.ok());
    records.push_back({frame.header, {payload->begin(), payload->end()}});
  }
  change(records);
  auto writer = CaptureWriter::create(target);
  ASSERT_TRUE(writer.ok());
  for (const Copied& record : records) ASSERT_TRUE(writer->append(record.header, {record.payload}).ok());
  ASSERT_TRUE(writer->close().ok());
}

inline Copied& first_of(std::vector<Copied>& records, format::PayloadType type) {
  return *std::find_if(records.begin(), records.end(),
                       [&](const Copied& record) { return record.header.payload_type == type; });
}

/// The range of a part in a payload.
inline PartRange part_of(const Copied& record, Part part) {
  const auto layout = lay_out_payload(record.header.payload_type, record.payload, record.payload.size());
  EXPECT_TRUE(layout.ok());
  return layout->find(part);
}

/// Where the first constant that a function reads is in the executable's file.
inline uint64_t constant_of(Bytes elf, const CodeFunction& function) {
  const ElfMemory memory(elf);
  const Bytes code = memory.at(function.address, function.size);
  const InstructionDecoder decoder;
  for (size_t at = 0; at < code.size();) {
    const Instruction each = decoder.decode(code.subspan(at), function.address + at);
    at += each.length;
    if (!each.reference || each.memory_bits == 0) continue;
    const Bytes constant = memory.at(*each.reference, each.memory_bits / 8);
    if (!constant.empty()) return static_cast<uint64_t>(constant.data() - elf.data());
  }
  return 0;
}

}  // namespace ireereplay::test
