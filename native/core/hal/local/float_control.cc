#include "hal/local/float_control.h"

namespace ireereplay::replay {

FloatControl FloatControl::now() {
  FloatControl control;
#if defined(__x86_64__)
  uint32_t mxcsr = 0;
  asm volatile("stmxcsr %0" : "=m"(mxcsr));
  control.bits = mxcsr & 0xFFC0;  // Without the flags of what has happened.
  asm volatile("fnstcw %0" : "=m"(control.x87));
#elif defined(__aarch64__)
  asm volatile("mrs %0, fpcr" : "=r"(control.bits));
#endif
  return control;
}

void FloatControl::use() const {
#if defined(__x86_64__)
  const auto mxcsr = static_cast<uint32_t>(bits);
  asm volatile("ldmxcsr %0" : : "m"(mxcsr));
  asm volatile("fldcw %0" : : "m"(x87));
#elif defined(__aarch64__)
  asm volatile("msr fpcr, %0" : : "r"(bits));
#endif
}

FloatControl FloatControl::flushing() const {
  FloatControl control = *this;
#if defined(__x86_64__)
  control.bits |= 0x8040;  // FTZ and DAZ
#elif defined(__aarch64__)
  control.bits |= 1ull << 24;  // FZ
#endif
  return control;
}

KeptFloatControl::KeptFloatControl(Denormals denormals, bool* changed)
    : before_(FloatControl::now()),
      during_(denormals == Denormals::kFlushed ? before_.flushing() : before_),
      changed_(*changed) {
  if (during_ != before_) during_.use();
}

KeptFloatControl::~KeptFloatControl() {
  const FloatControl now = FloatControl::now();
  if (now != during_) changed_ = true;
  if (now != before_) before_.use();
}

}  // namespace ireereplay::replay
