// A shared library that the system's loader has loaded from bytes. The loader tells libraries apart by name; here each
// is a file of its own that nobody can change, and what is mapped is compared with it before anything is called.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"

namespace ireereplay {

/// Unloads itself.
class SystemLibrary {
 public:
  SystemLibrary() = default;
  SystemLibrary(SystemLibrary&& other) noexcept;
  SystemLibrary& operator=(SystemLibrary&& other) noexcept;
  SystemLibrary(const SystemLibrary&) = delete;
  SystemLibrary& operator=(const SystemLibrary&) = delete;
  ~SystemLibrary();

  /// Loads the ELF file in `data`, which runs its initializers. FAILED_PRECONDITION when the loader refuses it or would
  /// mix its code with another's; RESOURCE_EXHAUSTED or UNAVAILABLE when no memory file can be made; INTERNAL when what
  /// is loaded is not `data`.
  static Result<SystemLibrary> load(Bytes data);

  /// Address of a symbol that the library itself defines; nullptr when it defines none by that name.
  const void* symbol(const char* name) const;
  bool is_loaded() const { return handle_ != nullptr; }
  /// Where the library lies in this process, from its address 0 on, and what to add to an address in the file.
  Bytes image() const { return image_; }
  uint64_t bias() const { return bias_; }
  /// What its code may write to, by address; data of threads' own is not in it.
  std::span<const Bytes> writable() const { return writable_; }

 private:
  std::string path() const;

  int descriptor_ = -1;
  void* handle_ = nullptr;
  Bytes image_;
  uint64_t bias_ = 0;
  std::vector<Bytes> writable_;
};

}  // namespace ireereplay
