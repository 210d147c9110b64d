#include "recording/device_metrics.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <string>

#include "base/clock.h"
#include "profile/names.h"
#include "recording/chunk_stream.h"

namespace ireereplay::replay {

namespace {

using profile::format::MetricPlotHint;
using profile::format::MetricSemantic;
using profile::format::MetricUnit;

constexpr uint64_t kSourceId = 1;
/// Between two samples, at first.
constexpr uint64_t kIntervalNs = 10'000'000;
/// With this many every second goes, and the time between two is doubled.
constexpr size_t kMostSamples = 1 << 16;

struct Metric {
  uint64_t id;
  std::string_view name;  ///< Empty for IREE's own, as the rest.
  MetricUnit unit;
  MetricSemantic semantic;
  MetricPlotHint plot_hint;
  std::string_view description;
};

constexpr uint64_t own(uint64_t number) { return profile::format::kMetricProducerBase + number; }

constexpr Metric counter(uint64_t number, std::string_view name, std::string_view description) {
  return {own(number), name, MetricUnit::kCount, MetricSemantic::kCumulative, MetricPlotHint::kNumber, description};
}

/// In the order of CpuMetric.
constexpr Metric kMetrics[kCpuMetrics] = {
    {1, {}, {}, {}, {}, {}},
    {8, {}, {}, {}, {}, {}},
    {10, {}, {}, {}, {}, {}},
    {11, {}, {}, {}, {}, {}},
    {own(0), "process.time.user", MetricUnit::kCount, MetricSemantic::kCumulative, MetricPlotHint::kNumber,
     "Nanoseconds that this process has spent in its own code, summed over all threads."},
    {own(1), "process.time.system", MetricUnit::kCount, MetricSemantic::kCumulative, MetricPlotHint::kNumber,
     "Nanoseconds that this process has spent in the operating system's kernel, summed over all threads."},
    {own(2), "process.memory.resident", MetricUnit::kBytes, MetricSemantic::kInstant, MetricPlotHint::kMemory,
     "Resident memory of this process."},
    counter(3, "process.counter.cycles", "Processor cycles that this process used in user mode."),
    counter(4, "process.counter.instructions", "Instructions that this process executed."),
    counter(5, "process.counter.cache_references",
            "Memory accesses of this process that reached the last-level cache."),
    counter(6, "process.counter.cache_misses", "Memory accesses of this process that missed the last-level cache."),
    counter(7, "process.counter.branches", "Branches that this process executed."),
    counter(8, "process.counter.branch_misses", "Branches in this process that were mispredicted."),
};

/// Of the metrics from kCycles on.
constexpr CountedEvent kCounted[] = {
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},          {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS}, {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
};
static_assert(static_cast<size_t>(CpuMetric::kCycles) + std::size(kCounted) == kCpuMetrics);

std::string_view name_of(const Metric& metric) {
  return metric.name.empty() ? profile::builtin_metrics()[metric.id - 1].name : metric.name;
}

/// The beginning of what a file of the kernel's holds now; empty where it cannot be read.
template <size_t Size>
std::string_view read_now(int file, std::array<char, Size>* into) {
  const ssize_t length = file < 0 ? -1 : ::pread(file, into->data(), into->size(), 0);
  return length <= 0 ? std::string_view() : std::string_view(into->data(), static_cast<size_t>(length));
}

/// The number at the beginning of a text, after blanks, which are taken from it.
std::optional<uint64_t> take_number(std::string_view* text) {
  while (!text->empty() && text->front() == ' ') text->remove_prefix(1);
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc()) return std::nullopt;
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  return number;
}

/// Bytes of a line "NAME: N kB".
std::optional<uint64_t> bytes_of_line(std::string_view text, std::string_view name) {
  const size_t at = text.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + name.size());
  const auto kilobytes = take_number(&text);
  return kilobytes ? std::optional(*kilobytes * 1024) : std::nullopt;
}

uint64_t ns_of(const timeval& time) {
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_usec) * 1000;
}

}  // namespace

DeviceMetrics::DeviceMetrics() : counters_(kCounted) {
  const long processors = ::sysconf(_SC_NPROCESSORS_CONF);
  for (long i = 0; i < processors; ++i) {
    const std::string path = "/sys/devices/system/cpu/cpu" + std::to_string(i) + "/cpufreq/scaling_cur_freq";
    if (const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC); file >= 0) clocks_.push_back(file);
  }
  stat_ = ::open("/proc/stat", O_RDONLY | O_CLOEXEC);
  memory_ = ::open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
  resident_ = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

DeviceMetrics::~DeviceMetrics() {
  if (thread_.joinable()) end();
  for (const int file : clocks_) ::close(file);
  for (const int file : {stat_, memory_, resident_})
    if (file >= 0) ::close(file);
}

void DeviceMetrics::begin() {
  samples_.clear();
  interval_ns_ = kIntervalNs;
  before_ = read_busy();
  counters_.begin();
  is_ended_ = false;
  take();
  thread_ = std::thread([this] { keep_going(); });
}

void DeviceMetrics::end() {
  {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
  }
  ended_.notify_one();
  thread_.join();
  take();
}

void DeviceMetrics::keep_going() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, std::chrono::nanoseconds(interval_ns_), [this] { return is_ended_; })) {
    lock.unlock();
    take();
    if (samples_.size() == kMostSamples) {
      for (size_t i = 1; i < kMostSamples / 2; ++i) samples_[i] = samples_[2 * i];
      samples_.resize(kMostSamples / 2);
      interval_ns_ *= 2;
    }
    lock.lock();
  }
}

void DeviceMetrics::take() {
  Sample sample;
  const auto set = [&](CpuMetric metric, std::optional<uint64_t> value) {
    sample.values[static_cast<size_t>(metric)] = value;
  };
  sample.begin_ns = static_cast<int64_t>(now_ns());
  rusage usage = {};
  if (::getrusage(RUSAGE_SELF, &usage) == 0) {
    set(CpuMetric::kUserTime, ns_of(usage.ru_utime));
    set(CpuMetric::kSystemTime, ns_of(usage.ru_stime));
  }
  set(CpuMetric::kClock, clock_hz());
  set(CpuMetric::kActivity, activity());
  std::array<char, 512> text;
  const std::string_view memory = read_now(memory_, &text);
  const auto total = bytes_of_line(memory, "MemTotal:"), available = bytes_of_line(memory, "MemAvailable:");
  set(CpuMetric::kMemoryTotal, total);
  if (total && available && *available <= *total) set(CpuMetric::kMemoryUsed, *total - *available);
  std::string_view pages = read_now(resident_, &text);
  if (take_number(&pages)) {
    if (const auto resident = take_number(&pages))
      set(CpuMetric::kResident, *resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)));
  }
  for (size_t i = 0; i < std::size(kCounted); ++i)
    sample.values[static_cast<size_t>(CpuMetric::kCycles) + i] = counters_.read(i);
  sample.end_ns = static_cast<int64_t>(now_ns());
  samples_.push_back(sample);
}

std::optional<uint64_t> DeviceMetrics::clock_hz() {
  uint64_t sum = 0;
  for (const int file : clocks_) {
    std::array<char, 32> text;
    std::string_view read = read_now(file, &text);
    const auto kilohertz = take_number(&read);
    if (!kilohertz) return std::nullopt;
    sum += *kilohertz * 1000;
  }
  return clocks_.empty() ? std::nullopt : std::optional(sum / clocks_.size());
}

auto DeviceMetrics::read_busy() const -> std::optional<Busy> {
  std::array<char, 512> text;
  std::string_view line = read_now(stat_, &text);
  if (!line.starts_with("cpu ")) return std::nullopt;
  line.remove_prefix(4);
  Busy busy;
  // user, nice, system, idle, iowait, irq, softirq, steal: proc_stat(5).
  for (int field = 0; field < 8; ++field) {
    const auto ticks = take_number(&line);
    if (!ticks) return std::nullopt;
    busy.all += *ticks;
    if (field != 3 && field != 4) busy.busy += *ticks;
  }
  return busy;
}

std::optional<uint64_t> DeviceMetrics::activity() {
  const auto now = read_busy();
  // The kernel counts in hundredths of a second: before the next there is nothing to be told.
  if (!now || !before_ || now->all <= before_->all || now->busy < before_->busy) return std::nullopt;
  const uint64_t part = (now->busy - before_->busy) * 100'000 / (now->all - before_->all);
  before_ = now;
  return part;
}

std::array<bool, kCpuMetrics> DeviceMetrics::given() const {
  std::array<bool, kCpuMetrics> given = {};
  for (const Sample& sample : samples_)
    for (size_t i = 0; i < kCpuMetrics; ++i) given[i] |= sample.values[i].has_value();
  return given;
}

std::vector<std::string_view> DeviceMetrics::absent() const {
  const auto is_there = given();
  std::vector<std::string_view> names;
  for (size_t i = 0; i < kCpuMetrics; ++i)
    if (!is_there[i]) names.push_back(name_of(kMetrics[i]));
  return names;
}

Result<uint64_t> DeviceMetrics::write(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer) const {
  using profile::ChunkKind;
  const auto bytes_of = [](std::string_view text) {
    return Bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  };
  const auto is_there = given();
  profile::format::DeviceMetricSource source;
  source.source_id = kSourceId;
  source.device_class = profile::format::DeviceClass::kCpu;
  source.source_revision = 1;
  for (const bool one : is_there) source.metric_count += one ? 1 : 0;
  ChunkStream sources(ChunkKind::kDeviceMetricSources, metadata, writer);
  IR_RETURN_IF_ERROR(sources.append(source, {bytes_of("cpu")}));
  IR_RETURN_IF_ERROR(sources.finish());

  ChunkStream descriptors(ChunkKind::kDeviceMetricDescriptors, metadata, writer);
  for (size_t i = 0; i < kCpuMetrics; ++i) {
    if (!is_there[i]) continue;
    const Metric& metric = kMetrics[i];
    profile::format::DeviceMetricDescriptor descriptor;
    descriptor.source_id = kSourceId;
    descriptor.metric_id = metric.id;
    descriptor.unit = metric.unit;
    descriptor.value_kind = profile::format::MetricValueKind::kU64;
    descriptor.semantic = metric.semantic;
    descriptor.plot_hint = metric.plot_hint;
    std::string_view description = metric.description;
    if (metric.name.empty()) {
      const profile::BuiltinMetric& builtin = profile::builtin_metrics()[metric.id - 1];
      descriptor.unit = builtin.unit;
      descriptor.value_kind = builtin.value_kind;
      descriptor.semantic = builtin.semantic;
      descriptor.plot_hint = builtin.plot_hint;
      description = builtin.description;
    }
    IR_RETURN_IF_ERROR(descriptors.append(descriptor, {bytes_of(name_of(metric)), bytes_of(description)}));
  }
  IR_RETURN_IF_ERROR(descriptors.finish());

  ChunkStream samples(ChunkKind::kDeviceMetricSamples, metadata, writer);
  std::vector<profile::format::DeviceMetricValue> values;
  for (size_t place = 0; place < samples_.size(); ++place) {
    values.clear();
    for (size_t i = 0; i < kCpuMetrics; ++i)
      if (const auto& value = samples_[place].values[i]) values.push_back({kMetrics[i].id, *value});
    profile::format::DeviceMetricSample sample;
    sample.sample_id = place + 1;
    sample.source_id = kSourceId;
    sample.host_time_begin_ns = samples_[place].begin_ns;
    sample.host_time_end_ns = samples_[place].end_ns;
    if (values.size() < source.metric_count) sample.flags = profile::format::kMetricSamplePartial;
    const Bytes bytes(reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(values[0]));
    IR_RETURN_IF_ERROR(samples.append(sample, {bytes}));
  }
  IR_RETURN_IF_ERROR(samples.finish());
  return samples.count();
}

}  // namespace ireereplay::replay
