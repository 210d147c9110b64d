#include "executable/system_library.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "executable/writable_ranges.h"

namespace ireereplay {

namespace {

Status refused(std::string message) { return Status(StatusCode::kFailedPrecondition, std::move(message)); }

Status system_error(StatusCode code, const char* what) {
  return Status(code, std::string("cannot ") + what + ": " + std::strerror(errno));
}

std::vector<Elf64_Phdr> program_headers(Bytes file) {
  std::vector<Elf64_Phdr> headers;
  if (file.size() < sizeof(Elf64_Ehdr)) return headers;
  const auto header = load<Elf64_Ehdr>(file);
  const uint64_t size = uint64_t{header.e_phnum} * sizeof(Elf64_Phdr);
  if (size > file.size() || header.e_phoff > file.size() - size) return headers;
  for (uint32_t i = 0; i < header.e_phnum; ++i)
    headers.push_back(load<Elf64_Phdr>(file, header.e_phoff + i * sizeof(Elf64_Phdr)));
  return headers;
}

/// A copy without the library's own name: the loader would take it for another library of that name.
std::vector<uint8_t> without_name(Bytes file) {
  constexpr Elf64_Sxword kIgnored = 0x6000000D;  // DT_LOOS: no loader gives it a meaning.
  std::vector<uint8_t> copy(file.begin(), file.end());
  for (const Elf64_Phdr& segment : program_headers(file)) {
    if (segment.p_type != PT_DYNAMIC || segment.p_filesz > file.size() ||
        segment.p_offset > file.size() - segment.p_filesz) {
      continue;
    }
    for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= segment.p_filesz; at += sizeof(Elf64_Dyn)) {
      const auto tag = load<Elf64_Sxword>(file, segment.p_offset + at);
      if (tag == DT_NULL) break;
      if (tag == DT_SONAME) std::memcpy(copy.data() + segment.p_offset + at, &kIgnored, sizeof(kIgnored));
    }
  }
  return copy;
}

/// A memory file with these bytes, which nothing can change any more.
Result<int> sealed_file(Bytes data) {
  const int fd = ::memfd_create("iree-executable", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return system_error(StatusCode::kUnavailable, "create an in-memory file for a library");
  for (size_t done = 0; done < data.size();) {
    const ssize_t count = ::write(fd, data.data() + done, data.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const Status status = system_error(StatusCode::kResourceExhausted, "write a library to memory");
      ::close(fd);
      return status;
    }
    done += static_cast<size_t>(count);
  }
  if (::fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0) {
    const Status status = system_error(StatusCode::kUnavailable, "seal the in-memory file of a library");
    ::close(fd);
    return status;
  }
  return fd;
}

/// A line of /proc/self/maps.
struct Mapping {
  uint64_t begin = 0, end = 0, offset = 0, inode = 0;
  unsigned major = 0, minor = 0;
};

std::vector<Mapping> mappings() {
  std::vector<Mapping> all;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> maps(std::fopen("/proc/self/maps", "re"), std::fclose);
  char line[512];
  while (maps != nullptr && std::fgets(line, sizeof(line), maps.get()) != nullptr) {
    Mapping at;
    // The rest of an overlong line is a path, and does not parse as a mapping.
    if (std::sscanf(line, "%lx-%lx %*s %lx %x:%x %lu", &at.begin, &at.end, &at.offset, &at.major, &at.minor,
                    &at.inode) == 6) {
      all.push_back(at);
    }
  }
  return all;
}

/// Whether every segment of `file`, loaded at `bias`, is mapped from the open file `fd`.
bool is_mapped_from(int fd, Bytes file, uint64_t bias) {
  struct stat status = {};
  if (::fstat(fd, &status) != 0) return false;
  const std::vector<Mapping> mapped = mappings();
  bool any = false;
  for (const Elf64_Phdr& segment : program_headers(file)) {
    if (segment.p_type != PT_LOAD || segment.p_filesz == 0) continue;
    const uint64_t address = bias + segment.p_vaddr;
    any = std::any_of(mapped.begin(), mapped.end(), [&](const Mapping& at) {
      return address >= at.begin && address < at.end && at.inode == status.st_ino && at.major == major(status.st_dev) &&
             at.minor == minor(status.st_dev) && at.offset + (address - at.begin) == segment.p_offset;
    });
    if (!any) return false;
  }
  return any;
}

/// What the dynamic section of a loaded library says.
class Dynamic {
 public:
  explicit Dynamic(const link_map& map) : map_(map) {}

  bool has(Elf64_Sxword tag) const { return find(tag) != nullptr; }

  /// A symbol of which the loader keeps one for all libraries of the process; empty when there is none.
  std::string shared_symbol() const {
    const auto* symbols = table<Elf64_Sym>(DT_SYMTAB);
    const auto* names = table<char>(DT_STRTAB);
    if (symbols == nullptr || names == nullptr) return "";
    const uint32_t count = symbol_count();
    for (uint32_t i = 1; i < count; ++i) {
      if (ELF64_ST_BIND(symbols[i].st_info) == STB_GNU_UNIQUE && symbols[i].st_shndx != SHN_UNDEF)
        return names + symbols[i].st_name;
    }
    return "";
  }

 private:
  const Elf64_Dyn* find(Elf64_Sxword tag) const {
    for (const Elf64_Dyn* entry = map_.l_ld; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == tag) return entry;
    }
    return nullptr;
  }

  /// The loader has relocated the section's addresses, unless the section is read-only.
  template <typename T>
  const T* table(Elf64_Sxword tag) const {
    const Elf64_Dyn* entry = find(tag);
    if (entry == nullptr) return nullptr;
    const uint64_t address = entry->d_un.d_ptr;
    return reinterpret_cast<const T*>(address >= map_.l_addr ? address : address + map_.l_addr);
  }

  uint32_t symbol_count() const {
    if (const auto* hash = table<uint32_t>(DT_HASH)) return hash[1];
    const auto* hash = table<uint32_t>(DT_GNU_HASH);
    if (hash == nullptr) return 0;
    // Numbers of buckets, of symbols without a hash and of 64-bit filter words; the filter; buckets; chains.
    const uint32_t bucket_count = hash[0], first = hash[1];
    const uint32_t* buckets = hash + 4 + uint64_t{hash[2]} * 2;
    const uint32_t* chains = buckets + bucket_count;
    uint32_t last = 0;
    for (uint32_t i = 0; i < bucket_count; ++i) last = std::max(last, buckets[i]);
    if (last < first) return first;
    while ((chains[last - first] & 1) == 0) ++last;
    return last + 1;
  }

  const link_map& map_;
};

}  // namespace

SystemLibrary::SystemLibrary(SystemLibrary&& other) noexcept { *this = std::move(other); }

SystemLibrary& SystemLibrary::operator=(SystemLibrary&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(handle_, other.handle_);
  std::swap(image_, other.image_);
  std::swap(bias_, other.bias_);
  std::swap(writable_, other.writable_);
  return *this;
}

SystemLibrary::~SystemLibrary() {
  if (descriptor_ < 0) return;
  if (handle_ != nullptr) {
    ::dlclose(handle_);
    // Some stay: no other file may then get the name that the loader knows them by.
    if (void* kept = ::dlopen(path().c_str(), RTLD_NOW | RTLD_NOLOAD)) {
      ::dlclose(kept);
      return;
    }
  }
  ::close(descriptor_);
}

std::string SystemLibrary::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

Result<SystemLibrary> SystemLibrary::load(Bytes data) {
  const std::vector<uint8_t> file = without_name(data);
  SystemLibrary library;
  IR_ASSIGN_OR_RETURN(library.descriptor_, sealed_file(file));
  library.handle_ = ::dlopen(library.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library.handle_ == nullptr)
    return refused(std::string("the system loader refuses to load the library: ") + ::dlerror());
  link_map* map = nullptr;
  if (::dlinfo(library.handle_, RTLD_DI_LINKMAP, &map) != 0 ||
      !is_mapped_from(library.descriptor_, file, map->l_addr)) {
    return Status(
        StatusCode::kInternal,
        "the system loader would run another library's code instead of this one's: replay it in a process that "
        "has not loaded any such library yet");
  }
  const Dynamic dynamic(*map);
  if (dynamic.has(DT_SONAME)) return refused("the library's own name is not where its program headers say");
  if (const std::string name = dynamic.shared_symbol(); !name.empty()) {
    return refused("the library has the symbol " + name +
                   ", which the system loader shares among all libraries in a process: compile it with "
                   "-fno-gnu-unique");
  }
  uint64_t end = 0;
  std::vector<ElfPlan::Range> writable, relro;
  for (const Elf64_Phdr& segment : program_headers(file)) {
    if (segment.p_type == PT_GNU_RELRO) relro.push_back({segment.p_vaddr, segment.p_memsz});
    if (segment.p_type != PT_LOAD) continue;
    end = std::max(end, segment.p_vaddr + segment.p_memsz);
    if ((segment.p_flags & PF_W) != 0) writable.push_back({segment.p_vaddr, segment.p_memsz});
  }
  library.bias_ = map->l_addr;
  for (const ElfPlan::Range& range : writable_ranges(writable, relro))
    library.writable_.push_back(Bytes(reinterpret_cast<const uint8_t*>(map->l_addr + range.address), range.size));
  library.image_ = Bytes(reinterpret_cast<const uint8_t*>(map->l_addr), end);
  return library;
}

const void* SystemLibrary::symbol(const char* name) const {
  const auto* found = static_cast<const uint8_t*>(::dlsym(handle_, name));
  // The libraries that it depends on are searched too.
  return found >= image_.data() && found < image_.data() + image_.size() ? found : nullptr;
}

}  // namespace ireereplay
