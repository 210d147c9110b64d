// Dispatches that wait for each other by semaphores alone, and a kernel that takes its time.
#pragma once

#include <vector>

#include "made_capture.h"
#include "replays.h"

namespace ireereplay::replay {

#if defined(__x86_64__)
/// The executable of a made capture with a kernel that counts down: mov ecx, `rounds`; dec ecx; jnz; xor eax, eax; ret.
inline std::vector<uint8_t> slow_kernel(uint32_t rounds) {
  std::vector<uint8_t> code = {0xB9, 0, 0, 0, 0, 0xFF, 0xC9, 0x75, 0xFC, 0x31, 0xC0, 0xC3};
  std::memcpy(code.data() + 1, &rounds, sizeof(rounds));
  return with_kernel(code);
}
#endif

class WaitingCapture {
 public:
  WaitingCapture() : slow(made.executable()), fast(made.executable()) {}

  void dispatch(uint64_t executable, const std::vector<format::SemaphoreTimepoint>& waits,
                const std::vector<format::SemaphoreTimepoint>& signals) {
    format::Dispatch payload = {};
    payload.executable_id = executable;
    payload.queue_affinity = MadeCapture::kAnyQueue;
    for (uint32_t& count : payload.workgroup_count) count = 1;
    payload.wait_semaphore_count = waits.size();
    payload.signal_semaphore_count = signals.size();
    payload.binding_count = 3;
    // Of its own: nothing but semaphores orders two dispatches.
    std::vector<format::BufferRef> bindings;
    for (int i = 0; i < 3; ++i) bindings.push_back({buffers_.at(next_buffer_++), 0, 4096, 0, 0});
    made.operation(format::Operation::kDeviceQueueDispatch, format::PayloadType::kDispatch, format::ObjectType::kDevice,
                   MadeCapture::kDevice, 0,
                   {MadeCapture::bytes(payload), MadeCapture::bytes(waits), MadeCapture::bytes(signals),
                    MadeCapture::bytes(bindings)});
  }
  /// For as many dispatches; before the first.
  void allocate(size_t dispatches) {
    for (size_t i = 0; i < 3 * dispatches; ++i) buffers_.push_back(made.buffer(4096));
  }

  MadeCapture made;
  const uint64_t slow, fast;

 private:
  std::vector<uint64_t> buffers_;
  size_t next_buffer_ = 0;
};

}  // namespace ireereplay::replay
