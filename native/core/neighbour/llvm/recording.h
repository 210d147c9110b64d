// A recorded launch of an OpenMP kernel: its descriptor and the files beside it.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "neighbour/llvm/arguments.h"
#include "neighbour/llvm/changes.h"
#include "neighbour/llvm/descriptor.h"
#include "neighbour/llvm/globals.h"
#include "neighbour/llvm/image_functions.h"
#include "neighbour/llvm/kernel_name.h"
#include "neighbour/llvm/siblings.h"

namespace ireereplay::neighbour::llvm {

/// A file beside the descriptor, open.
struct Sibling {
  Role role = Role::kMemory;
  std::string name;
  std::shared_ptr<const File> file;
};

struct Recording {
  Descriptor descriptor;
  KernelName kernel;
  /// Those that are there and can be read.
  std::vector<Sibling> siblings;
  MemoryPlace memory;
  /// Of each argument; nothing for scalars.
  std::vector<std::optional<Pointer>> pointers;
  std::vector<Global> globals;
  /// What the image is; empty where there is none.
  std::string image;
  /// The image's functions, once list_functions() has found them.
  std::vector<ImageFunction> functions;
  /// What the kernel changed, once compare_memory() has found it.
  std::optional<Changes> changes;
  std::vector<Problem> problems;

  /// nullptr where it is not there.
  const Sibling* find(Role role) const;
};

/// Opens the recording with the descriptor `path`, and reads of its files what does not depend on how large they are.
/// Where LLVM did not record where the memory begins, recordings of the same program beside it are asked, too. Fails
/// where there is no such descriptor; all else is among its problems.
Result<Recording> open_recording(const std::string& path);

/// The bytes of the image. NOT_FOUND where there is none, RESOURCE_EXHAUSTED where it is larger than any that is read.
Result<std::vector<uint8_t>> read_image(const Recording& recording);

/// Finds the functions of the image, where there is one. What cannot be read is among the recording's problems.
void list_functions(Recording* recording);

/// Where two files that hold the recording's memory differ: counted from each place that an argument leads to, with at
/// most `most` ranges. Nothing where one of them is not there. Fails as find_changes() does.
Result<std::optional<Changes>> compare_files(const Recording& recording, Role before, Role after, uint64_t most,
                                             const std::atomic<bool>& cancel);

/// Finds what the kernel changed, where there is memory of before and after its launch, as compare_files() does. What
/// cannot be read is among its problems. CANCELLED once `cancel` is set.
Status compare_memory(Recording* recording, uint64_t most, const std::atomic<bool>& cancel);

}  // namespace ireereplay::neighbour::llvm
