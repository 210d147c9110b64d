#include "hal/local/perf_file.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "base/clock.h"
#include "executable/code_functions.h"
#include "executable/code_listing.h"
#include "executable/elf_memory.h"

namespace ireereplay::replay {

namespace {

// Layouts and numbers are those of tools/perf/Documentation/jitdump-specification.txt in Linux, version 1.
struct JitHeader {
  uint32_t magic = 0x4A695444;  // "JiTD" in the writer's byte order.
  uint32_t version = 1;
  uint32_t total_size = 40;
  uint32_t elf_machine = EM_X86_64;
  uint32_t pad = 0;
  uint32_t pid = 0;
  uint64_t timestamp = 0;
  uint64_t flags = 0;
};
static_assert(sizeof(JitHeader) == 40);

struct JitRecord {
  uint32_t id = 0;
  uint32_t total_size = 0;
  uint64_t timestamp = 0;  ///< Of the clock that `perf record -k mono` uses, as the header's.
};
constexpr uint32_t kCodeLoad = 0, kDebugInfo = 2;

/// Followed by the name and a zero, and the code.
struct JitCodeLoad {
  uint32_t pid = 0;
  uint32_t tid = 0;
  uint64_t vma = 0;
  uint64_t code_address = 0;
  uint64_t code_size = 0;
  uint64_t code_index = 0;
};

/// Followed by entries: address, line, discriminator, the file's name and a zero.
struct JitDebugInfo {
  uint64_t code_address = 0;
  uint64_t entry_count = 0;
};
struct JitDebugEntry {
  uint64_t address = 0;
  int32_t line = 0;
  int32_t discriminator = 0;
};

class Writer {
 public:
  explicit Writer(std::FILE* file) : file_(file) {}

  template <typename T>
  void add(const T& value) {
    add(&value, sizeof(value));
  }
  void add(const void* bytes, size_t length) {
    is_whole_ = is_whole_ && std::fwrite(bytes, 1, length, file_) == length;
  }
  void add_string(std::string_view text) {
    add(text.data(), text.size());
    add('\0');
  }
  bool flush() { return is_whole_ && std::fflush(file_) == 0; }

 private:
  std::FILE* file_;
  bool is_whole_ = true;
};

/// The functions that a file has, with their code.
template <typename Visit>
void each_function(Bytes elf, Visit visit) {
  const auto described = describe_code(elf);
  if (!described.ok()) return;
  const ElfMemory memory(elf);
  for (const CodeFunction& function : described->functions) {
    const Bytes code = memory.at(function.address, function.size);
    if (!code.empty()) visit(function, code);
  }
}

void write_map(Bytes elf, uint64_t bias, Writer* writer) {
  each_function(elf, [&](const CodeFunction& function, Bytes code) {
    char place[64];
    const int length = std::snprintf(place, sizeof(place), "%" PRIx64 " %zx ", function.address + bias, code.size());
    writer->add(place, static_cast<size_t>(length));
    writer->add(function.name.data(), function.name.size());
    writer->add('\n');
  });
}

void write_lines(Bytes elf, const CodeFunction& function, uint64_t bias, Writer* writer) {
  static const std::atomic<bool> kNever = false;
  const auto listing = list_code(elf, FunctionAddress{function.address}, kNever);
  if (!listing.ok()) return;
  std::vector<std::pair<JitDebugEntry, std::string_view>> entries;
  uint32_t last = kNotListed;
  for (const ListedInstruction& listed : listing->instructions) {
    if (listed.place == kNotListed || listed.place == last) continue;
    last = listed.place;
    const ListedPlace& place = listing->places[listed.place];
    entries.push_back(
        {{listed.instruction.address + bias, static_cast<int32_t>(place.line), 0}, listing->files[place.file]});
  }
  if (entries.empty()) return;
  JitRecord record = {kDebugInfo, sizeof(JitRecord) + sizeof(JitDebugInfo), now_ns()};
  for (const auto& [entry, file] : entries) record.total_size += static_cast<uint32_t>(sizeof(entry) + file.size() + 1);
  writer->add(record);
  writer->add(JitDebugInfo{function.address + bias, entries.size()});
  for (const auto& [entry, file] : entries) {
    writer->add(entry);
    writer->add_string(file);
  }
}

void write_jitdump(Bytes elf, uint64_t bias, uint64_t* index, Writer* writer) {
  each_function(elf, [&](const CodeFunction& function, Bytes code) {
    write_lines(elf, function, bias, writer);
    JitRecord record = {kCodeLoad, 0, now_ns()};
    record.total_size =
        static_cast<uint32_t>(sizeof(JitRecord) + sizeof(JitCodeLoad) + function.name.size() + 1 + code.size());
    const uint64_t address = function.address + bias;
    writer->add(record);
    writer->add(JitCodeLoad{static_cast<uint32_t>(::getpid()), static_cast<uint32_t>(::syscall(SYS_gettid)), address,
                            address, code.size(), (*index)++});
    writer->add_string(function.name);
    writer->add(code.data(), code.size());
  });
}

Status cannot_write(const std::string& path) {
  return Status(StatusCode::kUnavailable, "cannot write " + path + " for perf: " + std::strerror(errno));
}

}  // namespace

Result<std::unique_ptr<PerfFile>> PerfFile::write(const Plan& plan, const PerfRequest& request) {
  const bool is_map = request.format == PerfFormat::kMap;
  const std::string pid = std::to_string(::getpid());
  const std::string path = request.folder + (is_map ? "/perf-" + pid + ".map" : "/jit-" + pid + ".dump");
  // Never through a link that somebody else has put into a folder of everybody's.
  const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (request.is_appended ? O_APPEND : O_TRUNC);
  const int fd = ::open(path.c_str(), flags, 0644);
  std::FILE* const opened = fd < 0 ? nullptr : ::fdopen(fd, request.is_appended ? "ab" : "wb");
  if (opened == nullptr) return cannot_write(path);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(opened, std::fclose);
  Writer writer(file.get());
  auto perf = std::unique_ptr<PerfFile>(new PerfFile);
  if (!is_map) {
    JitHeader header;
    header.pid = static_cast<uint32_t>(::getpid());
    header.timestamp = now_ns();
    if (!request.is_appended) writer.add(header);
    if (!writer.flush()) return cannot_write(path);
    // Nothing is called there: perf records that this process mapped a file of that name as code.
    const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    perf->mapped_ = ::mmap(nullptr, page, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    if (perf->mapped_ == MAP_FAILED) {
      perf->mapped_ = nullptr;
      return Status(StatusCode::kUnavailable, path + " cannot be mapped as executable memory, which perf needs: " +
                                                  std::strerror(errno) + ". Write it to another file system.");
    }
  }
  uint64_t index = 0;
  for (size_t i = 0; i < plan.executables.size(); ++i) {
    const Bytes elf = plan.program.executables[i].data;
    const uint64_t bias = plan.executables[i]->image_bias();
    is_map ? write_map(elf, bias, &writer) : write_jitdump(elf, bias, &index, &writer);
  }
  if (!writer.flush()) return cannot_write(path);
  return perf;
}

PerfFile::~PerfFile() {
  if (mapped_ != nullptr) ::munmap(mapped_, static_cast<size_t>(::sysconf(_SC_PAGESIZE)));
}

}  // namespace ireereplay::replay
