// A stream and a multiply-add benchmark as many have written them: loops that a compiler makes vectors of.
//
//   knownRates THREADS BYTES MILLISECONDS
//
// prints the best of each in MILLISECONDS, a second: scale (a = s * b), triad (a = b + s * c) and copies past the
// caches of arrays of BYTES each, counted as STREAM counts them, and multiplications and additions of f32 and f64.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#if defined(__AVX512F__)
#define VECTOR 64
#elif defined(__AVX__)
#define VECTOR 32
#else
#define VECTOR 16
#endif

enum { F32, F64, SCALE, TRIAD, STREAM, KINDS };
static const char *const kNames[KINDS] = {"f32", "f64", "scale", "triad", "stream"};

static int thread_count;
static size_t elements;
static double seconds_each;
static pthread_barrier_t barrier;
static double best[KINDS];
static double begins[1000], ends[1000];
static int is_time_over;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// a * 0.5 + 1 comes to 2, where a compiler would see that nothing changes: none begins there.
#define CHAINS(name, T)                                                                            \
  typedef T name##_vector __attribute__((vector_size(VECTOR)));                                    \
  static T name(long rounds, T factor, T term) {                                                   \
    name##_vector a[10];                                                                           \
    for (int i = 0; i < 10; ++i) a[i] = (name##_vector){0} + (T)(i + 3);                           \
    for (long round = 0; round < rounds; ++round) {                                                \
      _Pragma("clang loop unroll(full)") for (int i = 0; i < 10; ++i) a[i] = a[i] * factor + term; \
    }                                                                                              \
    name##_vector sum = a[0];                                                                      \
    for (int i = 1; i < 10; ++i) sum += a[i];                                                      \
    return sum[0];                                                                                 \
  }
CHAINS(chains_f32, float)
CHAINS(chains_f64, double)

/// Does it once and returns what it did: operations or bytes.
static double once(int kind, float *restrict a, const float *restrict b, const float *restrict c) {
  // Some milliseconds: threads do not begin in the same microsecond.
  enum { ROUNDS = 4000000 };
  static volatile double seen __attribute__((unused));
  switch (kind) {
    case F32:
      seen = chains_f32(ROUNDS, 0.5f, 1.0f);
      return ROUNDS * 10.0 * 2 * VECTOR / sizeof(float);
    case F64:
      seen = chains_f64(ROUNDS, 0.5, 1.0);
      return ROUNDS * 10.0 * 2 * VECTOR / sizeof(double);
    case SCALE:
      for (size_t i = 0; i < elements; ++i) a[i] = 0.5f * b[i];
      return 2.0 * (double)elements * sizeof(float);
    case TRIAD:
      for (size_t i = 0; i < elements; ++i) a[i] = b[i] + 0.5f * c[i];
      return 3.0 * (double)elements * sizeof(float);
    default:
      // Compilers store single values past the caches one by one.
      for (size_t i = 0; i < elements; i += VECTOR / sizeof(float))
        __builtin_nontemporal_store(*(const chains_f32_vector *)(b + i), (chains_f32_vector *)(a + i));
      return 2.0 * (double)elements * sizeof(float);
  }
}

static void *work(void *argument) {
  const int thread = (int)(intptr_t)argument;
  float *arrays[3];
  for (int i = 0; i < 3; ++i) {
    arrays[i] = aligned_alloc(2 << 20, (elements * sizeof(float) + (2 << 20) - 1) / (2 << 20) * (2 << 20));
    if (arrays[i] == NULL) exit(1);
    // As the engine's buffers are.
    madvise(arrays[i], elements * sizeof(float), MADV_HUGEPAGE);
    for (size_t at = 0; at < elements; ++at) arrays[i][at] = 1;
  }
  for (int kind = 0; kind < KINDS; ++kind) {
    const double end = now() + seconds_each;
    for (int is_over = 0; !is_over;) {
      pthread_barrier_wait(&barrier);
      begins[thread] = now();
      const double amount = once(kind, arrays[0], arrays[1], arrays[2]);
      ends[thread] = now();
      pthread_barrier_wait(&barrier);
      if (thread == 0) {
        double first = begins[0], last = ends[0];
        for (int i = 1; i < thread_count; ++i) {
          if (begins[i] < first) first = begins[i];
          if (ends[i] > last) last = ends[i];
        }
        const double rate = amount * thread_count / (last - first);
        if (rate > best[kind]) best[kind] = rate;
        is_time_over = now() >= end;
      }
      pthread_barrier_wait(&barrier);
      is_over = is_time_over;
      pthread_barrier_wait(&barrier);
    }
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  thread_count = atoi(argv[1]);
  elements = (size_t)atoll(argv[2]) / sizeof(float);
  seconds_each = atof(argv[3]) / 1000 / KINDS;
  if (thread_count < 1 || thread_count > 1000) return 2;
  pthread_barrier_init(&barrier, NULL, (unsigned)thread_count);
  pthread_t threads[1000];
  for (intptr_t i = 0; i < thread_count; ++i) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < thread_count; ++i) pthread_join(threads[i], NULL);
  printf("{");
  for (int kind = 0; kind < KINDS; ++kind) printf("%s\"%s\":%.0f", kind == 0 ? "" : ",", kNames[kind], best[kind]);
  printf("}\n");
  return 0;
}
