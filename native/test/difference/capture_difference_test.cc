#include "difference/capture_difference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "../rewritten_capture.h"
#include "cancellation.h"
#include "capture/payload_ids.h"
#include "executable/code_functions.h"
#include "executable/elf_memory.h"

namespace ireereplay::difference {
namespace {

using test::constant_of;
using test::Copied;
using test::first_of;
using test::fixture;
using test::part_of;
using test::rewrite;
using test::TemporaryFile;

constexpr uint64_t kAll = 1 << 20;

CaptureDifference compared(const std::string& a, const std::string& b, uint64_t most = kAll) {
  auto found = compare_captures(a, b, most, kNotCancelled);
  EXPECT_TRUE(found.ok()) << found.status().to_string();
  return found.ok() ? *std::move(found) : CaptureDifference();
}

/// What `a` became by `change`.
CaptureDifference changed(const std::string& a, const std::function<void(std::vector<Copied>&)>& change) {
  const TemporaryFile b;
  rewrite(a, b.path(), change);
  return compared(a, b.path());
}

std::vector<std::string> fields_of(const RecordDifference& record) {
  std::vector<std::string> fields;
  for (const FieldDifference& field : record.fields) fields.push_back(field.field);
  return fields;
}

/// Functions that are not the same.
std::vector<std::string> named(const ExecutableDifference& executable) {
  std::vector<std::string> names;
  for (const FunctionDifference& function : executable.functions) {
    if (function.change != FunctionChange::kSame) names.push_back(function.name + ": " + function.why);
  }
  return names;
}

TEST(CaptureDifference, IsNoneBetweenACaptureAndItself) {
  for (const char* name : {"small.ireereplay", "file-all.ireereplay", "queue-mixed-1k.ireereplay",
                           "models/two/two.task-sync.ireereplay", "models/mm256/mm256-vulkan.ireereplay"}) {
    const CaptureDifference found = compared(fixture(name), fixture(name));
    EXPECT_EQ(found.verdict, Verdict::kSame) << name;
    EXPECT_EQ(found.same, found.a.records) << name;
    EXPECT_TRUE(found.records.empty() && found.executables.empty()) << name;
  }
}

TEST(CaptureDifference, IsNoneWhereOnlyIdsAndThreadsDiffer) {
  const CaptureDifference found = changed(fixture("small.ireereplay"), [](std::vector<Copied>& records) {
    const auto rename = [](uint64_t id) { return id == 0 ? 0 : 1000 - id; };
    for (Copied& record : records) {
      format::RecordHeader& header = record.header;
      for (uint64_t* id : {&header.device_id, &header.object_id, &header.related_object_id}) *id = rename(*id);
      header.thread_id += 7;
      const auto layout = lay_out_payload(header.payload_type, record.payload, record.payload.size());
      ASSERT_TRUE(layout.ok());
      each_id_place(header.payload_type, *layout, [&](uint64_t offset) {
        const uint64_t id = rename(load<uint64_t>(record.payload, offset));
        std::memcpy(record.payload.data() + offset, &id, sizeof(id));
      });
    }
  });
  EXPECT_EQ(found.verdict, Verdict::kSame);
}

TEST(CaptureDifference, IsThereWhereAnOperationUsesAnotherObject) {
  const CaptureDifference found = changed(fixture("small.ireereplay"), [](std::vector<Copied>& records) {
    Copied& dispatch = first_of(records, format::PayloadType::kDispatch);
    const PartRange bindings = part_of(dispatch, Part::kBindings);
    ASSERT_GE(bindings.length, 2 * sizeof(format::BufferRef));
    std::swap_ranges(dispatch.payload.begin() + static_cast<ptrdiff_t>(bindings.offset),
                     dispatch.payload.begin() + static_cast<ptrdiff_t>(bindings.offset + sizeof(format::BufferRef)),
                     dispatch.payload.begin() + static_cast<ptrdiff_t>(bindings.offset + sizeof(format::BufferRef)));
  });
  EXPECT_EQ(found.verdict, Verdict::kDiffer);
  ASSERT_EQ(found.records.size(), 1u);
  EXPECT_TRUE(fields_of(found.records[0]).front().starts_with("bindings[0]"));
}

TEST(CaptureDifference, NamesTheGridThatDiffers) {
  const CaptureDifference found = changed(fixture("small.ireereplay"), [](std::vector<Copied>& records) {
    first_of(records, format::PayloadType::kDispatch).payload[offsetof(format::Dispatch, workgroup_count)] += 1;
  });
  EXPECT_EQ(found.verdict, Verdict::kDiffer);
  ASSERT_EQ(found.records.size(), 1u);
  EXPECT_EQ(found.records[0].a, found.records[0].b);
  EXPECT_EQ(found.records[0].name, "elementwise_mul");
  EXPECT_EQ(fields_of(found.records[0]), std::vector<std::string>{"workgroup_count[0]"});
}

TEST(CaptureDifference, SaysHowManyMoreValuesOfAListDiffer) {
  const std::string mixed = fixture("models/mixed/mixed.task.ireereplay");
  const CaptureDifference found = changed(mixed, [](std::vector<Copied>& records) {
    Copied& execute = first_of(records, format::PayloadType::kDeviceQueueExecute);
    const PartRange bindings = part_of(execute, Part::kBindings);
    ASSERT_EQ(bindings.length, 5 * sizeof(format::BufferRef));
    // All values of each but its buffer: 20.
    for (uint64_t at = bindings.offset; at < bindings.offset + bindings.length; at += sizeof(format::BufferRef)) {
      for (const size_t field : {offsetof(format::BufferRef, offset), offsetof(format::BufferRef, length),
                                 offsetof(format::BufferRef, buffer_slot), offsetof(format::BufferRef, reserved0)})
        execute.payload[at + field] ^= 1;
    }
  });
  ASSERT_EQ(found.records.size(), 1u);
  const std::vector<FieldDifference>& fields = found.records[0].fields;
  ASSERT_EQ(fields.size(), 17u);
  EXPECT_EQ(fields[15].field, "bindings[3].reserved0");
  EXPECT_EQ(fields[16].field + ": " + fields[16].a + " -> " + fields[16].b, "bindings: 4 more values -> other values");
}

TEST(CaptureDifference, NamesTheBytesThatDiffer) {
  const CaptureDifference found = changed(fixture("small.ireereplay"), [](std::vector<Copied>& records) {
    Copied& written = first_of(records, format::PayloadType::kBufferRangeData);
    const PartRange data = part_of(written, Part::kData);
    written.payload[data.offset + 5] ^= 1;
    written.payload[data.offset + data.length - 1] ^= 1;
  });
  EXPECT_EQ(found.verdict, Verdict::kDiffer);
  ASSERT_EQ(found.records.size(), 1u);
  ASSERT_EQ(found.records[0].fields.size(), 1u);
  EXPECT_TRUE(found.records[0].fields[0].field.starts_with("data: 2 of "));
  EXPECT_TRUE(found.records[0].fields[0].field.ends_with("first at byte 5"));
}

// Every byte of every payload, and each field of the headers that says something, is compared.
TEST(CaptureDifference, IsThereWhicheverByteDiffers) {
  const std::string small = fixture("small.ireereplay");
  const test::Opened opened = test::open(small);
  const std::vector<uint8_t> whole = test::read_file(small);
  RecordReader reader(opened.file, opened.header);
  RecordFrame frame;
  while (!reader.at_end()) {
    ASSERT_TRUE(reader.next(&frame).ok());
    const uint64_t length = frame.header.payload_length;
    for (uint64_t at = 0; at<length; at += length> 400 ? 97 : 1) {
      std::vector<uint8_t> bytes = whole;
      bytes[frame.payload_offset() + at] ^= 1;
      const TemporaryFile b(bytes);
      EXPECT_NE(compared(small, b.path(), 0).verdict, Verdict::kSame) << "record " << frame.index << " byte " << at;
    }
    std::vector<uint8_t> bytes = whole;
    bytes[frame.offset + offsetof(format::RecordHeader, status_code)] ^= 1;
    const TemporaryFile b(bytes);
    EXPECT_EQ(compared(small, b.path(), 0).verdict, Verdict::kDiffer) << "record " << frame.index;
  }
}

TEST(CaptureDifference, SaysWhereBytesDifferInThePayload) {
  uint64_t begin = 0;
  const CaptureDifference found = changed(fixture("small.ireereplay"), [&](std::vector<Copied>& records) {
    Copied& dispatch = first_of(records, format::PayloadType::kDispatch);
    dispatch.payload[offsetof(format::Dispatch, workgroup_count) + 4] ^= 0x20;
    begin = part_of(dispatch, Part::kBindings).offset;
    dispatch.payload[begin + sizeof(format::BufferRef) + offsetof(format::BufferRef, length)] ^= 1;
  });
  ASSERT_EQ(found.records.size(), 1u);
  ASSERT_EQ(fields_of(found.records[0]), (std::vector<std::string>{"workgroup_count[1]", "bindings[1].length"}));
  const BytesDifference& grid = found.records[0].fields[0].bytes.value();
  EXPECT_EQ(grid.begin_a, offsetof(format::Dispatch, workgroup_count) + 4);
  EXPECT_EQ(grid.begin_b, grid.begin_a);
  EXPECT_EQ(grid.length_a, sizeof(uint32_t));
  EXPECT_EQ(grid.differing, 1u);
  EXPECT_EQ(grid.a, "01 00 00 00");
  EXPECT_EQ(grid.b, "21 00 00 00");
  const BytesDifference& length = found.records[0].fields[1].bytes.value();
  EXPECT_EQ(length.begin_a, begin + sizeof(format::BufferRef) + offsetof(format::BufferRef, length));
  EXPECT_EQ(length.length_b, sizeof(uint64_t));
}

// Longer data in front of them moves what follows: it is compared at its own place on either side.
TEST(CaptureDifference, ComparesPartsThatLieAtOtherPlaces) {
  const CaptureDifference found =
      changed(fixture("models/block/block.sync.ireereplay"), [](std::vector<Copied>& records) {
        Copied& prepare = first_of(records, format::PayloadType::kExecutablePrepare);
        const PartRange text = part_of(prepare, Part::kFormat), data = part_of(prepare, Part::kData);
        ASSERT_LT(text.offset, data.offset);
        prepare.payload[data.offset + data.length - 3] ^= 0xFF;
        prepare.payload.insert(prepare.payload.begin() + static_cast<ptrdiff_t>(text.offset + text.length), 3, 'x');
        prepare.payload[offsetof(format::ExecutablePrepare, executable_format_length)] += 3;
      });
  ASSERT_EQ(found.records.size(), 1u);
  const auto& fields = found.records[0].fields;
  const auto data = std::find_if(fields.begin(), fields.end(),
                                 [](const FieldDifference& field) { return field.field.starts_with("data: 1 of "); });
  ASSERT_NE(data, fields.end());
  EXPECT_EQ(data->bytes->first, data->bytes->length_a - 3);
  EXPECT_EQ(data->bytes->begin_b, data->bytes->begin_a + 3);
  EXPECT_EQ(data->bytes->differing, 1u);
  EXPECT_EQ(data->bytes->a.size(), 8u) << "three bytes to the end";
  const auto format =
      std::find_if(fields.begin(), fields.end(), [](const FieldDifference& field) { return field.field == "format"; });
  ASSERT_NE(format, fields.end());
  EXPECT_EQ(format->bytes->first, format->bytes->length_a) << "A's begins B's";
  EXPECT_EQ(format->bytes->a, "");
  EXPECT_EQ(format->bytes->b, "78 78 78");
}

TEST(CaptureDifference, CountsObjectsByKindWithTheirSizes) {
  const std::string small = fixture("small.ireereplay");
  const CaptureDifference same = compared(small, small);
  EXPECT_TRUE(same.objects.empty());
  ASSERT_EQ(same.object_kinds.count(format::ObjectType::kBuffer), 1u);
  const ObjectKind& buffers = same.object_kinds.at(format::ObjectType::kBuffer);
  EXPECT_EQ(buffers.same, 4u);
  EXPECT_EQ(buffers.bytes_a, buffers.bytes_b);
  const CaptureDifference found = changed(small, [](std::vector<Copied>& records) {
    Copied& buffer = first_of(records, format::PayloadType::kBufferObject);
    buffer.payload[offsetof(format::BufferObject, byte_length) + 1] += 4;  // 1024 bytes more.
    const auto semaphore = std::find_if(records.begin(), records.end(), [](const Copied& record) {
      return record.header.record_type == format::RecordType::kObject &&
             record.header.object_type == format::ObjectType::kSemaphore;
    });
    ASSERT_NE(semaphore, records.end());
    records.erase(semaphore);
  });
  const ObjectKind& changed_buffers = found.object_kinds.at(format::ObjectType::kBuffer);
  EXPECT_EQ(changed_buffers.changed, 1u);
  EXPECT_EQ(changed_buffers.same, 3u);
  EXPECT_EQ(changed_buffers.bytes_a, buffers.bytes_a);
  EXPECT_EQ(changed_buffers.bytes_b, buffers.bytes_a + 1024);
  EXPECT_EQ(found.object_kinds.at(format::ObjectType::kSemaphore).removed, 1u);
  ASSERT_EQ(found.objects.size(), 2u);
  const auto& buffer = found.objects[1];
  EXPECT_EQ(*buffer.b->bytes, *buffer.a->bytes + 1024);
  EXPECT_EQ(buffer.a->id, buffer.b->id);
  EXPECT_EQ(found.objects[0].type, format::ObjectType::kSemaphore);
  EXPECT_FALSE(found.objects[0].b.has_value());
}

TEST(CaptureDifference, TakesAnExecutableForChangedWhereWhatPreparesItIs) {
  const CaptureDifference found = changed(fixture("small.ireereplay"), [](std::vector<Copied>& records) {
    Copied& prepare = first_of(records, format::PayloadType::kExecutablePrepare);
    const PartRange data = part_of(prepare, Part::kData);
    prepare.payload[data.offset + data.length - 1] ^= 1;
  });
  EXPECT_EQ(found.changed, 1u) << "its object record is the same";
  const ObjectKind& executables = found.object_kinds.at(format::ObjectType::kExecutable);
  EXPECT_EQ(executables.changed, 1u);
  EXPECT_EQ(executables.same, 0u);
  EXPECT_GT(executables.bytes_a, 10000u);
  ASSERT_EQ(found.objects.size(), 1u);
  EXPECT_EQ(found.objects[0].a->bytes, found.objects[0].b->bytes);
}

// Sizes are what a capture claims.
TEST(CaptureDifference, AddsUpSizesThatNoMachineHas) {
  const CaptureDifference found = changed(fixture("small.ireereplay"), [](std::vector<Copied>& records) {
    for (Copied& record : records) {
      if (record.header.payload_type != format::PayloadType::kBufferObject) continue;
      std::fill_n(record.payload.begin() + offsetof(format::BufferObject, byte_length), sizeof(uint64_t),
                  uint8_t{0xFF});
    }
  });
  EXPECT_EQ(found.object_kinds.at(format::ObjectType::kBuffer).bytes_b, UINT64_MAX);
}

TEST(CaptureDifference, CountsObjectsThatItDoesNotList) {
  const CaptureDifference found =
      compared(fixture("queue-mixed-1k.ireereplay"), fixture("models/block/block.sync.ireereplay"), 1);
  uint64_t different = 0;
  for (const auto& [type, kind] : found.object_kinds) different += kind.different();
  EXPECT_EQ(found.objects.size(), 1u);
  EXPECT_GT(different, 1u);
}

TEST(CaptureDifference, ListsRecordsThatOnlyOneHas) {
  const std::string small = fixture("small.ireereplay");
  const CaptureDifference without = changed(small, [](std::vector<Copied>& records) {
    records.erase(std::find_if(records.begin(), records.end(), [](const Copied& record) {
      return record.header.payload_type == format::PayloadType::kDispatch;
    }));
  });
  EXPECT_EQ(without.verdict, Verdict::kDiffer);
  EXPECT_EQ(without.removed, 1u);
  EXPECT_EQ(without.added + without.changed, 0u);
  ASSERT_EQ(without.records.size(), 1u);
  EXPECT_EQ(without.records[0].name, "elementwise_mul");
  const CaptureDifference with = changed(small, [](std::vector<Copied>& records) {
    const auto at = std::find_if(records.begin(), records.end(), [](const Copied& record) {
      return record.header.payload_type == format::PayloadType::kDispatch;
    });
    const Copied again = *at;
    records.insert(at, again);
  });
  EXPECT_EQ(with.added, 1u);
  EXPECT_EQ(with.removed + with.changed, 0u);
}

TEST(CaptureDifference, CountsWhatItDoesNotList) {
  const auto found = compared(fixture("queue-mixed-1k.ireereplay"), fixture("queue-dispatches-1k.ireereplay"), 3);
  EXPECT_EQ(found.verdict, Verdict::kDiffer);
  EXPECT_EQ(found.records.size(), 3u);
  EXPECT_GT(found.added + found.removed, 1000u);
}

TEST(CaptureDifference, IsNotKnownOfCapturesThatAreTorn) {
  std::vector<uint8_t> bytes = test::read_file(fixture("small.ireereplay"));
  bytes.resize(bytes.size() - 10);
  const TemporaryFile torn(bytes);
  const CaptureDifference found = compared(torn.path(), torn.path());
  EXPECT_EQ(found.verdict, Verdict::kUnknown);
  EXPECT_FALSE(found.unknown.empty());
  EXPECT_FALSE(found.a.end.ok());
}

TEST(CaptureDifference, DoesNotTakeTheInodeOfAFileForADifferenceUnlessItIsRecognisedByThat) {
  const auto touched = [](const char* name) {
    return changed(fixture(name),
                   [](std::vector<Copied>& records) {
                     for (Copied& record : records) {
                       if (record.header.payload_type == format::PayloadType::kFileObject)
                         record.payload[offsetof(format::FileObject, file_inode)] ^= 1;
                     }
                   })
        .verdict;
  };
  EXPECT_EQ(touched("models/mlp/mlp-digest.task.ireereplay"), Verdict::kSame);
  EXPECT_EQ(touched("models/mlp/mlp-identity.task.ireereplay"), Verdict::kDiffer);
}

// Done when: between a capture and one of the same model with one kernel's constant changed.
TEST(CaptureDifference, NamesTheExecutableAndTheFunctionOfWhichAConstantDiffers) {
  const std::string block = fixture("models/block/block.sync.ireereplay");
  std::string expected;
  const CaptureDifference found = changed(block, [&](std::vector<Copied>& records) {
    Copied& prepare = first_of(records, format::PayloadType::kExecutablePrepare);
    const PartRange data = part_of(prepare, Part::kData);
    const Bytes elf = Bytes(prepare.payload).subspan(data.offset, data.length);
    const auto code = describe_code(elf);
    ASSERT_TRUE(code.ok());
    const CodeFunction& function = code->functions[9];  // The others read none of its constants.
    const uint64_t constant = constant_of(elf, function);
    ASSERT_NE(constant, 0u);
    expected = function.name + ": constants";
    prepare.payload[data.offset + constant] ^= 0x10;
  });
  EXPECT_EQ(found.verdict, Verdict::kDiffer);
  ASSERT_EQ(found.executables.size(), 1u);
  EXPECT_EQ(named(found.executables[0]), std::vector<std::string>{expected});
  EXPECT_GT(found.executables[0].functions.size(), 10u);
  ASSERT_EQ(found.records.size(), 1u) << "what dispatches it is the same";
  EXPECT_EQ(found.changed, 1u);
  EXPECT_EQ(found.added + found.removed, 0u);
}

TEST(CaptureDifference, NamesTheFunctionOfWhichCodeDiffers) {
  const CaptureDifference found =
      changed(fixture("models/block/block.sync.ireereplay"), [](std::vector<Copied>& records) {
        Copied& prepare = first_of(records, format::PayloadType::kExecutablePrepare);
        const PartRange data = part_of(prepare, Part::kData);
        const Bytes elf = Bytes(prepare.payload).subspan(data.offset, data.length);
        const auto code = describe_code(elf);
        ASSERT_TRUE(code.ok());
        const Bytes body = ElfMemory(elf).at(code->functions[4].address, code->functions[4].size);
        // Its last instruction returns: now it traps.
        ASSERT_EQ(body.back(), 0xC3);
        prepare.payload[static_cast<size_t>(body.data() + body.size() - 1 - prepare.payload.data())] = 0xCC;
      });
  ASSERT_EQ(found.executables.size(), 1u);
  ASSERT_EQ(named(found.executables[0]).size(), 1u);
  EXPECT_TRUE(named(found.executables[0])[0].ends_with("elementwise_transpose_64x128_f32: code"));
}

TEST(CaptureDifference, ComparesOtherExecutablesAsAWhole) {
  const CaptureDifference found =
      changed(fixture("models/mm256/mm256-vulkan.ireereplay"), [](std::vector<Copied>& records) {
        Copied& prepare = first_of(records, format::PayloadType::kExecutablePrepare);
        const PartRange data = part_of(prepare, Part::kData);
        prepare.payload[data.offset + data.length / 2] ^= 1;
      });
  EXPECT_EQ(found.verdict, Verdict::kDiffer);
  ASSERT_EQ(found.executables.size(), 1u);
  EXPECT_TRUE(found.executables[0].functions.empty());
  EXPECT_FALSE(found.executables[0].unread.empty());
}

TEST(CaptureDifference, CanBeCancelled) {
  const std::atomic<bool> cancelled = true;
  const std::string small = fixture("small.ireereplay");
  EXPECT_EQ(compare_captures(small, small, kAll, cancelled).status().code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace ireereplay::difference
