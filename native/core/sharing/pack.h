// Captures that hold the bytes of the files that they were recorded with, and captures that refer to those files.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "program/options.h"

namespace ireereplay::sharing {

/// What a packed capture holds of a file.
enum class PackedBytes : uint8_t {
  kRanges,  ///< What the capture reads.
  kAll,
};

/// A file that was packed, unpacked, or left as it was.
struct SharedFile {
  uint64_t id = 0;      ///< Object id.
  uint64_t record = 0;  ///< That imports it.
  std::string path;     ///< Where it was read or written.
  uint64_t bytes = 0;   ///< Put into the capture, or taken out of it.
  std::string left;     ///< Why it was left as it was; empty where it was not.
};

struct Packed {
  uint64_t bytes = 0;  ///< Of the capture that was written.
  std::vector<SharedFile> files;
};

/// Copies `source` to `target` with the bytes of the external files in it, once each file has been checked to be what
/// was recorded, as a replay checks it. A file that the capture writes stays outside: no replay could write it
/// otherwise. What is read with bytes of its own stays as it is. Fails with what is wrong with the first file that is
/// not as recorded.
Result<Packed> pack(const std::string& source, const std::string& target, PackedBytes what,
                    const std::vector<replay::FileRemap>& remaps, const std::atomic<bool>& cancelled);

/// The other way: writes `source` into the folder, as `name`, with the bytes of files that it holds as files beside it,
/// to which it refers by absolute path and digest. Bytes of a file that no read captured are zeros.
Result<Packed> unpack(const std::string& source, const std::string& folder, const std::string& name,
                      const std::atomic<bool>& cancelled);

}  // namespace ireereplay::sharing
