// SHA-256 (FIPS 180-4): what bytes are, whatever they are called.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/bytes.h"

namespace ireereplay {

/// Of bytes that are given piece by piece.
class Sha256 {
 public:
  void add(Bytes bytes);
  /// "sha256:" and 64 hexadecimal digits, of all that was added. Nothing may be added afterwards.
  std::string finish();

 private:
  void add_block(const uint8_t* block);

  std::array<uint32_t, 8> state_ = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                    0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
  std::array<uint8_t, 64> block_ = {};
  uint64_t size_ = 0;
};

}  // namespace ireereplay
