// How a thread computes: rounding, denormals, traps. Kernels have to leave that as it is (System V ABI, AMD64
// supplement, 3.2.1; AAPCS64, 6.1.2), for whoever comes next computes by it.
#pragma once

#include <cstdint>

namespace ireereplay::replay {

/// The calling thread's control bits, without those that tell what has happened.
struct FloatControl {
  static FloatControl now();
  void use() const;
  /// The same with denormals read and written as zero.
  FloatControl flushing() const;
  bool operator==(const FloatControl&) const = default;

  uint64_t bits = 0;  ///< MXCSR, or FPCR.
  uint16_t x87 = 0;   ///< The control word; 0 where there is none.
};

/// Whose work is done under which control.
enum class Denormals : uint8_t {
  kAsTheyAre,
  kFlushed,  ///< IREE's local-sync device runs command buffers so; results depend on it.
};

/// Gives the calling thread its control back at the end of this, and says in `changed` whether somebody has changed it.
class KeptFloatControl {
 public:
  KeptFloatControl(Denormals denormals, bool* changed);
  ~KeptFloatControl();
  KeptFloatControl(const KeptFloatControl&) = delete;
  KeptFloatControl& operator=(const KeptFloatControl&) = delete;

 private:
  const FloatControl before_;
  FloatControl during_;
  bool& changed_;
};

}  // namespace ireereplay::replay
