// What the kernel's samples cost a loop, with nothing of ours: the floor of every sampler that interrupts.
//
//   sampledLoop BYTES HZ ROUNDS
//
// reads an array of BYTES again and again, in ROUNDS with samples of perf_event_open and without them in turns, and
// prints how long the sampled side took over the other, a number for each round, as a list of JSON.
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PAGES = 64, LINE = 16, FLOATS_A_SIDE = 1 << 28 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int sampler(uint64_t period_ns) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof(attributes));
  attributes.size = sizeof(attributes);
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.sample_period = period_ns;
  attributes.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.disabled = 1;
  attributes.watermark = 1;
  attributes.wakeup_watermark = 1u << 30;
  return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/// Seconds that it takes to read as much as a side does.
static double read_all(const float *array, size_t count) {
  float sums[LINE] = {0};
  const double begin = now();
  for (size_t done = 0; done < FLOATS_A_SIDE; done += count) {
    for (size_t i = 0; i + LINE <= count; i += LINE) {
      for (size_t j = 0; j < LINE; ++j) sums[j] += array[i + j];
    }
    __asm__ volatile("" : : "r"(sums) : "memory");
  }
  return now() - begin;
}

int main(int count, char **words) {
  if (count != 4) return 2;
  const size_t floats = strtoull(words[1], NULL, 10) / sizeof(float);
  const int rounds = atoi(words[3]);
  float *const array = aligned_alloc(64, floats * sizeof(float));
  const int counter = sampler(1000000000 / strtoull(words[2], NULL, 10));
  if (array == NULL || counter < 0) return 1;
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (mmap(NULL, (1 + PAGES) * page, PROT_READ | PROT_WRITE, MAP_SHARED, counter, 0) == MAP_FAILED) return 1;
  for (size_t i = 0; i < floats; ++i) array[i] = 1;
  for (int round = 0; round < rounds; ++round) {
    double seconds[2];
    for (int side = 0; side < 2; ++side) {
      const int is_sampled = (side + round) % 2;
      if (is_sampled) ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
      seconds[is_sampled] = read_all(array, floats);
      ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    }
    printf("%s%.6f", round == 0 ? "[" : ", ", seconds[1] / seconds[0]);
  }
  puts("]");
  return 0;
}
