#include "recording/thread_sampler.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "recording/period_variation.h"

namespace ireereplay::replay {

namespace {

constexpr uint64_t kNsPerSecond = 1000000000;

perf_event_attr attributes_of(const SamplingRequest& request) {
  perf_event_attr attributes;
  std::memset(&attributes, 0, sizeof(attributes));
  attributes.size = sizeof(attributes);
  if (request.event == SampleEvent::kClock) {
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config = PERF_COUNT_SW_TASK_CLOCK;
    attributes.sample_period = kNsPerSecond / request.rate_hz;
  } else {
    attributes.type = PERF_TYPE_HARDWARE;
    switch (request.event) {
      case SampleEvent::kInstructions:
        attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
        break;
      case SampleEvent::kCacheMisses:
        attributes.config = PERF_COUNT_HW_CACHE_MISSES;
        break;
      case SampleEvent::kBranchMisses:
        attributes.config = PERF_COUNT_HW_BRANCH_MISSES;
        break;
      default:
        attributes.config = PERF_COUNT_HW_CPU_CYCLES;
        break;
    }
    attributes.freq = 1;
    attributes.sample_freq = request.rate_hz;
  }
  attributes.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME | PERF_SAMPLE_STACK_USER;
  attributes.sample_stack_user = sizeof(InstructionSample::stack);
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  // Nobody waits for samples: they are looked for.
  attributes.watermark = 1;
  attributes.wakeup_watermark = 1u << 30;
  attributes.use_clockid = 1;
  attributes.clockid = CLOCK_MONOTONIC;
  return attributes;
}

/// A descriptor that samples the calling thread; -1 with errno.
int open_perf_event(const SamplingRequest& request) {
  perf_event_attr attributes = attributes_of(request);
  return static_cast<int>(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

Status refused(const SamplingRequest& request, int error) {
  return Status(StatusCode::kFailedPrecondition,
                "sampling by " + std::string(sample_event_name(request.event)) +
                    " is not possible on this machine: perf_event_open: " + std::strerror(error));
}

/// Pages of samples, a power of two. Each user may lock half a megabyte a processor in all; a thread that is given less
/// than the most looks more often than it fills it.
constexpr size_t kMostPages = 64;
constexpr size_t kFewestPages = 4;

/// The header page and the pages of samples after it; nullptr where none can be had.
uint8_t* map_samples(int counter, uint64_t* data_bytes) {
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  for (size_t pages = kMostPages; pages >= kFewestPages; pages /= 2) {
    void* const mapping = ::mmap(nullptr, (1 + pages) * page, PROT_READ | PROT_WRITE, MAP_SHARED, counter, 0);
    if (mapping == MAP_FAILED) continue;
    *data_bytes = pages * page;
    return static_cast<uint8_t*>(mapping);
  }
  return nullptr;
}

size_t header_bytes() { return static_cast<size_t>(::sysconf(_SC_PAGESIZE)); }

static_assert(sizeof(std::atomic<uint64_t>) == sizeof(__u64) && std::atomic<uint64_t>::is_always_lock_free);
std::atomic<uint64_t>* in_header(uint8_t* mapping, size_t offset) {
  return reinterpret_cast<std::atomic<uint64_t>*>(mapping + offset);
}

/// What lies on a stack from `from` on: a few words, which the functions that called the interrupted one have more
/// than. Sanitizers know whose each word is, and would not let anybody else read it.
__attribute__((no_sanitize("address", "thread"))) void read_stack(uint64_t from, InstructionSample* sample) {
  const auto* words = reinterpret_cast<const volatile uint64_t*>(from);
  for (size_t i = 0; i < sample->stack.size(); ++i) sample->stack[i] = words[i];
}

/// Where the interrupted thread is, and what lies on its stack.
void read_context(const void* context, InstructionSample* sample) {
#if defined(__x86_64__)
  const auto* machine = static_cast<const ucontext_t*>(context);
  sample->address = static_cast<uint64_t>(machine->uc_mcontext.gregs[REG_RIP]);
  read_stack(static_cast<uint64_t>(machine->uc_mcontext.gregs[REG_RSP]), sample);
#elif defined(__aarch64__)
  const auto* machine = static_cast<const ucontext_t*>(context);
  sample->address = machine->uc_mcontext.pc;
  read_stack(machine->uc_mcontext.sp, sample);
#else
  sample->address = context != nullptr ? 0 : 0;
#endif
}

}  // namespace

/// Written by the signal handler of one thread, read by that thread.
struct ThreadSampler::Ring {
  static constexpr uint64_t kSize = 4096;
  std::atomic<uint64_t> head{0};
  std::atomic<uint64_t> tail{0};
  std::atomic<uint64_t> lost{0};
  std::array<InstructionSample, kSize> samples;
};

namespace {

// What the calling thread's handler writes to: a signal handler can only use globals.
thread_local void* t_ring = nullptr;

}  // namespace

void ThreadSampler::on_timer(int, void* information, void* context) {
  auto* const ring = static_cast<Ring*>(t_ring);
  if (ring == nullptr) return;
  const int overrun = static_cast<const siginfo_t*>(information)->si_overrun;
  const uint32_t weight = overrun > 0 ? 1 + static_cast<uint32_t>(overrun) : 1;
  const uint64_t head = ring->head.load(std::memory_order_relaxed);
  if (head - ring->tail.load(std::memory_order_relaxed) >= Ring::kSize) {
    ring->lost.fetch_add(weight, std::memory_order_relaxed);
    return;
  }
  InstructionSample& sample = ring->samples[head % Ring::kSize];
  read_context(context, &sample);
  sample.time_ns = now_ns();
  sample.weight = weight;
  ring->head.store(head + 1, std::memory_order_release);
}

Result<SamplingMethod> find_sampling_method(const SamplingRequest& request) {
  const bool by_clock = request.event == SampleEvent::kClock;
  if (by_clock && request.by_timers) return SamplingMethod::kTimers;
  // Its rate may not be known yet.
  SamplingRequest once = request;
  once.rate_hz = 1;
  const int counter = open_perf_event(once);
  if (counter < 0) {
    if (by_clock) return SamplingMethod::kTimers;
    return refused(request, errno);
  }
  uint64_t data_bytes = 0;
  uint8_t* const mapping = map_samples(counter, &data_bytes);
  const int error = errno;
  if (mapping != nullptr) ::munmap(mapping, header_bytes() + data_bytes);
  ::close(counter);
  if (mapping != nullptr) return SamplingMethod::kPerfEvents;
  if (by_clock) return SamplingMethod::kTimers;
  return refused(request, error);
}

ThreadSampler::ThreadSampler() = default;

ThreadSampler::~ThreadSampler() { end(); }

Status ThreadSampler::begin(const SamplingRequest& request, SamplingMethod method) {
  end();
  lost_ = 0;
  return method == SamplingMethod::kPerfEvents ? begin_perf_events(request) : begin_timer(request);
}

Status ThreadSampler::begin_perf_events(const SamplingRequest& request) {
  counter_ = open_perf_event(request);
  if (counter_ < 0) return refused(request, errno);
  mapping_ = map_samples(counter_, &data_bytes_);
  if (mapping_ == nullptr) {
    const int error = errno;
    end();
    return refused(request, error);
  }
  period_ns_ = request.event == SampleEvent::kClock ? kNsPerSecond / request.rate_hz : 0;
  varied_ns_ = 0;
  if (::pthread_getcpuclockid(::pthread_self(), &clock_) != 0) period_ns_ = 0;
  tail_ = 0;
  head_ = in_header(mapping_, offsetof(perf_event_mmap_page, data_head));
  return Status();
}

Status ThreadSampler::begin_timer(const SamplingRequest& request) {
  static std::once_flag installed;
  std::call_once(installed, [] {
    struct sigaction action = {};
    action.sa_sigaction = [](int signal, siginfo_t* information, void* context) {
      on_timer(signal, information, context);
    };
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGPROF, &action, nullptr);
  });
  ring_ = std::make_unique<Ring>();
  t_ring = ring_.get();
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = ::gettid();
  const auto failed = [&](const char* what) {
    const int error = errno;
    t_ring = nullptr;
    ring_.reset();
    return Status(StatusCode::kUnavailable,
                  std::string("sampling is not possible: ") + what + ": " + std::strerror(error));
  };
  if (::timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0) return failed("timer_create");
  itimerspec period = {};
  period.it_interval.tv_nsec = static_cast<long>(std::min(kNsPerSecond / request.rate_hz, kNsPerSecond - 1));
  period.it_value = period.it_interval;
  if (::timer_settime(timer_, 0, &period, nullptr) != 0) {
    Status status = failed("timer_settime");
    ::timer_delete(timer_);
    return status;
  }
  tail_ = 0;
  head_ = &ring_->head;
  return Status();
}

void ThreadSampler::end() {
  head_ = nullptr;
  if (counter_ >= 0) {
    ::ioctl(counter_, PERF_EVENT_IOC_DISABLE, 0);
    if (mapping_ != nullptr) ::munmap(mapping_, header_bytes() + data_bytes_);
    ::close(counter_);
    counter_ = -1;
    mapping_ = nullptr;
  }
  if (ring_ != nullptr) {
    ::timer_delete(timer_);
    if (t_ring == ring_.get()) t_ring = nullptr;
    ring_.reset();
  }
}

void ThreadSampler::vary(double period) {
  timespec ran = {};
  if (counter_ < 0 || period_ns_ == 0 || ::clock_gettime(clock_, &ran) != 0) return;
  const uint64_t ran_ns = static_cast<uint64_t>(ran.tv_sec) * kNsPerSecond + static_cast<uint64_t>(ran.tv_nsec);
  const auto asked_ns = static_cast<double>(period_ns_);
  if (static_cast<double>(ran_ns - varied_ns_) < kShortestVariation * asked_ns) return;
  auto period_ns = static_cast<uint64_t>(asked_ns * period);
  ::ioctl(counter_, PERF_EVENT_IOC_PERIOD, &period_ns);
  varied_ns_ = ran_ns;
}

void ThreadSampler::pause() {
  constexpr itimerspec kNever = {};
  if (counter_ >= 0) ::ioctl(counter_, PERF_EVENT_IOC_DISABLE, 0);
  if (ring_ != nullptr) ::timer_settime(timer_, 0, &kNever, &paused_);
}

void ThreadSampler::go_on() {
  if (counter_ >= 0) ::ioctl(counter_, PERF_EVENT_IOC_ENABLE, 0);
  if (ring_ != nullptr) ::timer_settime(timer_, 0, &paused_, nullptr);
}

void ThreadSampler::take(std::vector<InstructionSample>* samples) {
  if (mapping_ != nullptr) {
    take_perf_events(samples);
  } else if (ring_ != nullptr) {
    take_timers(samples);
  }
}

void ThreadSampler::take_perf_events(std::vector<InstructionSample>* samples) {
  const uint64_t head = head_->load(std::memory_order_acquire);
  const uint8_t* const data = mapping_ + header_bytes();
  // A record may go on at the beginning.
  const auto read = [&](uint64_t at, void* to, size_t length) {
    const uint64_t offset = at & (data_bytes_ - 1);
    const size_t before_end = std::min<size_t>(length, data_bytes_ - offset);
    std::memcpy(to, data + offset, before_end);
    std::memcpy(static_cast<uint8_t*>(to) + before_end, data, length - before_end);
  };
  while (tail_ < head) {
    perf_event_header header;
    read(tail_, &header, sizeof(header));
    if (header.size < sizeof(header)) break;  // Not to be expected of the kernel.
    if (header.type == PERF_RECORD_SAMPLE) {
      // Instruction, time, how much of the stack follows, that, and how much of it is known.
      uint64_t fields[3];
      read(tail_ + sizeof(header), fields, sizeof(fields));
      InstructionSample sample{fields[0], fields[1], 1, {}};
      const uint64_t length = std::min<uint64_t>(fields[2], sizeof(sample.stack));
      uint64_t known = 0;
      if (fields[2] != 0) read(tail_ + sizeof(header) + sizeof(fields) + fields[2], &known, sizeof(known));
      read(tail_ + sizeof(header) + sizeof(fields), sample.stack.data(), std::min(length, known));
      samples->push_back(sample);
    } else if (header.type == PERF_RECORD_LOST) {
      uint64_t fields[2];
      read(tail_ + sizeof(header), fields, sizeof(fields));
      lost_ += fields[1];
    }
    tail_ += header.size;
  }
  tail_ = head;
  in_header(mapping_, offsetof(perf_event_mmap_page, data_tail))->store(head, std::memory_order_release);
}

void ThreadSampler::take_timers(std::vector<InstructionSample>* samples) {
  const uint64_t head = ring_->head.load(std::memory_order_acquire);
  for (; tail_ != head; ++tail_) samples->push_back(ring_->samples[tail_ % Ring::kSize]);
  ring_->tail.store(head, std::memory_order_relaxed);
  lost_ += ring_->lost.exchange(0, std::memory_order_relaxed);
}

}  // namespace ireereplay::replay
