// How a thread computes: rounding, denormals, traps. Kernels have to leave that as it is (System V ABI, AMD64
// supplement, 3.2.1; AAPCS64, 6.1.2), for whoever comes next computes by it.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace ireereplay::replay {

/// The calling thread's control bits, without those that tell what has happened.
class FloatControl {
 public:
  static FloatControl now() {
    FloatControl control;
#if defined(__x86_64__)
    control.bits_ = _mm_getcsr() & kVector;
    asm volatile("fnstcw %0" : "=m"(control.x87_));
#elif defined(__aarch64__)
    asm volatile("mrs %0, fpcr" : "=r"(control.bits_));
#endif
    return control;
  }
  void use() const {
#if defined(__x86_64__)
    _mm_setcsr(static_cast<unsigned>(bits_));
    asm volatile("fldcw %0" : : "m"(x87_));
#elif defined(__aarch64__)
    asm volatile("msr fpcr, %0" : : "r"(bits_));
#endif
  }
  /// The same with denormals read and written as zero.
  FloatControl flushing() const {
    FloatControl control = *this;
#if defined(__x86_64__)
    control.bits_ |= 0x8040;  // FTZ and DAZ
#elif defined(__aarch64__)
    control.bits_ |= 1ull << 24;  // FZ
#endif
    return control;
  }
  bool operator==(const FloatControl&) const = default;

 private:
#if defined(__x86_64__)
  static constexpr unsigned kVector = 0xFFC0;  // Of MXCSR.
  uint16_t x87_ = 0;
#endif
  uint64_t bits_ = 0;
};

/// Whose work is done under which control.
enum class Denormals : uint8_t {
  kAsTheyAre,
  kFlushed,  ///< IREE's local-sync device runs command buffers so; results depend on it.
};

/// Gives the calling thread its control back at the end of this, and says in `changed` whether somebody has changed it.
class KeptFloatControl {
 public:
  KeptFloatControl(Denormals denormals, bool* changed) : before_(FloatControl::now()), changed_(*changed) {
    if (denormals == Denormals::kFlushed) {
      during_ = before_.flushing();
      during_.use();
    } else {
      during_ = before_;
    }
  }
  ~KeptFloatControl() {
    const FloatControl now = FloatControl::now();
    if (now != during_) changed_ = true;
    if (now != before_) before_.use();
  }
  KeptFloatControl(const KeptFloatControl&) = delete;
  KeptFloatControl& operator=(const KeptFloatControl&) = delete;

 private:
  const FloatControl before_;
  FloatControl during_;
  bool& changed_;
};

}  // namespace ireereplay::replay
