#include <elf.h>
#include <gtest/gtest.h>

#include "capture/writer.h"
#include "executable/executable.h"
#include "fixtures.h"
#include "replays.h"

namespace ireereplay {
namespace {

#if defined(__x86_64__)
constexpr char kFormat[] = "system-elf-x86_64";

/// An executable whose first function returns `number`: mov eax,number; ret.
std::vector<uint8_t> returning(uint8_t number) { return replay::with_kernel({0xB8, number, 0, 0, 0, 0xC3}); }

/// The same with `tag` among its dynamic entries, replacing one that the system's loader does not need.
std::vector<uint8_t> with_dynamic_entry(std::vector<uint8_t> file, Elf64_Sxword tag, uint64_t value) {
  const auto header = load<Elf64_Ehdr>(file);
  for (int i = 0; i < header.e_phnum; ++i) {
    const auto segment = load<Elf64_Phdr>(file, header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type != PT_DYNAMIC) continue;
    for (uint64_t at = segment.p_offset; at < segment.p_offset + segment.p_filesz; at += sizeof(Elf64_Dyn)) {
      if (load<Elf64_Dyn>(file, at).d_tag != DT_RELACOUNT) continue;
      Elf64_Dyn entry = {};
      entry.d_tag = tag;
      entry.d_un.d_val = value;
      std::memcpy(file.data() + at, &entry, sizeof(entry));
      return file;
    }
  }
  ADD_FAILURE() << "no dynamic entry to replace";
  return file;
}

/// What the first function of a loaded executable returns.
int call(const Executable& executable) {
  const abi::DispatchState dispatch = {};
  const abi::WorkgroupState workgroup = {};
  return executable.functions()[0].call(&executable.environment(), &dispatch, &workgroup);
}

std::unique_ptr<Executable> loaded(const std::vector<uint8_t>& file, const char* format = kFormat) {
  auto executable = Executable::load(format, file, {});
  EXPECT_TRUE(executable.ok()) << executable.status().to_string();
  return executable.ok() ? *std::move(executable) : nullptr;
}

TEST(SystemLibrary, EachRunsItsOwnCode) {
  std::vector<std::unique_ptr<Executable>> executables;
  for (uint8_t number = 1; number <= 40; ++number) executables.push_back(loaded(returning(number)));
  for (uint8_t number = 1; number <= 40; ++number) EXPECT_EQ(call(*executables[number - 1]), number);
  // Others get the descriptors of some.
  for (size_t i = 0; i < executables.size(); i += 2) executables[i].reset();
  for (size_t i = 0; i < executables.size(); i += 2) executables[i] = loaded(returning(static_cast<uint8_t>(100 + i)));
  for (size_t i = 0; i < executables.size(); ++i) EXPECT_EQ(call(*executables[i]), i % 2 == 0 ? 100 + i : i + 1);
}

TEST(SystemLibrary, WithTheNameOfAnotherRunsItsOwnCode) {
  // Both take the name of their one symbol.
  const auto first = loaded(with_dynamic_entry(returning(1), DT_SONAME, 1));
  const auto second = loaded(with_dynamic_entry(returning(2), DT_SONAME, 1));
  EXPECT_EQ(call(*first), 1);
  EXPECT_EQ(call(*second), 2);
}

TEST(SystemLibrary, IsNotFoundByAnotherThatNeedsOneByItsName) {
  const auto first = loaded(with_dynamic_entry(returning(1), DT_SONAME, 1));
  const auto second = Executable::load(kFormat, with_dynamic_entry(returning(2), DT_NEEDED, 1), {});
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.status().message().find("iree_hal_executable_library_query"), std::string::npos)
      << second.status().to_string();
}

TEST(SystemLibrary, ThatStaysLoadedIsNotMistakenForTheNext) {
  loaded(with_dynamic_entry(returning(1), DT_FLAGS_1, DF_1_NODELETE)).reset();
  const auto second = loaded(returning(2));
  EXPECT_EQ(call(*second), 2);
}

TEST(SystemLibrary, WithASharedSymbolIsRefused) {
  std::vector<uint8_t> file = returning(1);
  // Its second dynamic symbol, as `readelf -lS` says where: the query function.
  constexpr size_t kSymbol = 0x190 + sizeof(Elf64_Sym);
  file[kSymbol + offsetof(Elf64_Sym, st_info)] = ELF64_ST_INFO(STB_GNU_UNIQUE, STT_OBJECT);
  const auto executable = Executable::load(kFormat, file, {});
  ASSERT_FALSE(executable.ok());
  EXPECT_NE(executable.status().message().find("-fno-gnu-unique"), std::string::npos)
      << executable.status().to_string();
}

TEST(SystemLibrary, ThatHidesItsNameIsRefused) {
  std::vector<uint8_t> file = with_dynamic_entry(returning(1), DT_SONAME, 1);
  const auto header = load<Elf64_Ehdr>(file);
  for (int i = 0; i < header.e_phnum; ++i) {
    const size_t at = header.e_phoff + i * sizeof(Elf64_Phdr);
    // The loader only uses the segment's address.
    if (load<Elf64_Phdr>(file, at).p_type == PT_DYNAMIC)
      std::memset(file.data() + at + offsetof(Elf64_Phdr, p_filesz), 0, 8);
  }
  EXPECT_EQ(Executable::load(kFormat, file, {}).status().code(), StatusCode::kFailedPrecondition);
}

TEST(Executable, SeveralEmbeddedOnesRunTheirOwnCode) {
  std::vector<std::unique_ptr<Executable>> executables;
  for (uint8_t number = 1; number <= 40; ++number)
    executables.push_back(loaded(returning(number), "embedded-elf-x86_64"));
  executables[0].reset();
  executables[20].reset();
  for (uint8_t number = 1; number <= 40; ++number) {
    if (executables[number - 1] == nullptr) continue;
    EXPECT_EQ(call(*executables[number - 1]), number);
    EXPECT_EQ(executables[number - 1]->functions()[0].name, "elementwise_mul");
  }
}

constexpr uint64_t kSecond = 100;  // Object id of the second executable.

/// small.ireereplay with two executables, both system libraries: its dispatches in command buffers call the second.
std::vector<uint8_t> capture_of_two() {
  using namespace format;
  const test::TemporaryFile target;
  auto writer = CaptureWriter::create(target.path());
  auto file = File::open(test::fixture("small.ireereplay"));
  auto header = read_capture_header(**file);
  RecordReader reader(*file, *header);
  RecordFrame frame;
  while (!reader.at_end() && reader.next(&frame).ok()) {
    std::vector<uint8_t> payload;
    if (frame.header.payload_length != 0) {
      const auto read = reader.payload(frame);
      payload.assign(read->begin(), read->end());
    }
    RecordHeader record = frame.header;
    if (record.payload_type == PayloadType::kExecutablePrepare) {
      auto prepare = load<ExecutablePrepare>(payload);
      const size_t name = sizeof(prepare), name_length = prepare.executable_format_length;
      payload.erase(payload.begin() + name, payload.begin() + name + name_length);
      payload.insert(payload.begin() + name, kFormat, kFormat + sizeof(kFormat) - 1);
      prepare.executable_format_length = sizeof(kFormat) - 1;
      std::memcpy(payload.data(), &prepare, sizeof(prepare));
      EXPECT_TRUE(writer->append(record, {payload}).ok());
      record.related_object_id = kSecond;
    } else if (record.payload_type == PayloadType::kDispatch &&
               record.operation_code == Operation::kCommandBufferDispatch) {
      auto dispatch = load<Dispatch>(payload);
      dispatch.executable_id = kSecond;
      std::memcpy(payload.data(), &dispatch, sizeof(dispatch));
    }
    EXPECT_TRUE(writer->append(record, {payload}).ok());
  }
  EXPECT_TRUE(writer->close().ok());
  return test::read_file(target.path());
}

std::vector<std::vector<uint8_t>> outputs(const std::string& capture, const replay::ReplayOptions& options) {
  auto session = replay::Session::prepare(capture, options);
  EXPECT_TRUE(session.ok()) << session.status().to_string();
  replay::KeptOutputs kept;
  if (!session.ok()) return {};
  EXPECT_TRUE((*session)->run({.outputs = &kept}).ok());
  std::vector<std::vector<uint8_t>> all;
  for (const auto& output : kept.outputs) all.push_back(output.bytes);
  return all;
}

TEST(SystemLibrary, AWrongSubstituteForTheSecondIsFoundWrong) {
  const test::TemporaryFile capture(capture_of_two());
  const auto original = outputs(test::fixture("small.ireereplay"), {});
  ASSERT_FALSE(original.empty());
  EXPECT_TRUE(outputs(capture.path(), {}) == original);
  replay::ReplayOptions wrong;
  // xor eax,eax; ret: it computes nothing.
  wrong.substitutions.push_back({false, "", kSecond, kFormat, replay::with_kernel({0x31, 0xC0, 0xC3}), "wrong.so"});
  EXPECT_FALSE(outputs(capture.path(), wrong) == original);
}
#endif

}  // namespace
}  // namespace ireereplay
