#include "profile/names.h"

#include "base/status.h"

namespace ireereplay::profile {

namespace {

using namespace std::string_view_literals;
using format::MetricPlotHint;
using format::MetricSemantic;
using format::MetricUnit;
using format::MetricValueKind;

constexpr std::string_view kCommandOperations[] = {"unknown"sv,     "barrier"sv, "dispatch"sv,       "fill"sv,
                                                   "copy"sv,        "update"sv,  "profile_marker"sv, "branch"sv,
                                                   "cond_branch"sv, "return"sv};
constexpr std::string_view kQueueEvents[] = {"unknown"sv, "barrier"sv, "dispatch"sv, "execute"sv,
                                             "copy"sv,    "fill"sv,    "update"sv,   "read"sv,
                                             "write"sv,   "alloca"sv,  "dealloca"sv, "host_call"sv};
constexpr std::string_view kDependencyStrategies[] = {"none"sv, "inline"sv, "device_barrier"sv, "software_defer"sv};
constexpr std::string_view kMemoryEvents[] = {
    "unknown"sv,      "slab_acquire"sv,  "slab_release"sv,    "pool_reserve"sv,   "pool_materialize"sv,
    "pool_release"sv, "pool_wait"sv,     "queue_alloca"sv,    "queue_dealloca"sv, "buffer_allocate"sv,
    "buffer_free"sv,  "buffer_import"sv, "buffer_unimport"sv,
};
constexpr std::string_view kRelationships[] = {
    "unknown"sv, "queue_submission_dispatch"sv, "queue_submission_queue_device_event"sv,
    "queue_event_host_execution_event"sv, "queue_submission_host_execution_event"sv};
constexpr std::string_view kEndpoints[] = {"unknown"sv,        "queue_submission"sv,   "queue_event"sv,
                                           "dispatch_event"sv, "command_operation"sv,  "memory_event"sv,
                                           "artifact"sv,       "queue_device_event"sv, "host_execution_event"sv};
constexpr std::string_view kCounterSampleScopes[] = {"none"sv, "dispatch"sv, "command_operation"sv,
                                                     "device_time_range"sv};
constexpr std::string_view kCounterUnits[] = {"none"sv, "count"sv, "cycles"sv, "bytes"sv};
constexpr std::string_view kDeviceClasses[] = {"none"sv, "cpu"sv, "gpu"sv, "npu"sv};
constexpr std::string_view kMetricUnits[] = {"none"sv,
                                             "count"sv,
                                             "hz"sv,
                                             "bytes"sv,
                                             "bytes_per_second"sv,
                                             "millipercent"sv,
                                             "millidegrees_celsius"sv,
                                             "microwatts"sv,
                                             "microjoules"sv,
                                             "bitfield"sv,
                                             "enum"sv};
constexpr std::string_view kMetricValueKinds[] = {"none"sv, "i64"sv, "u64"sv, "f64"sv};
constexpr std::string_view kMetricSemantics[] = {"none"sv,       "instant"sv, "average"sv,
                                                 "cumulative"sv, "delta"sv,   "state"sv};
constexpr std::string_view kMetricPlotHints[] = {"none"sv,        "number"sv, "memory"sv, "percentage"sv, "frequency"sv,
                                                 "temperature"sv, "power"sv,  "energy"sv, "bandwidth"sv};
constexpr std::string_view kTraceFormats[] = {"none"sv, "amdgpu_att"sv};
constexpr std::string_view kRecordTypes[] = {"unknown"sv, "session_begin"sv, "chunk"sv, "session_end"sv};

constexpr BuiltinMetric metric(uint64_t id, std::string_view name, MetricUnit unit, MetricSemantic semantic,
                               MetricPlotHint hint, std::string_view description,
                               MetricValueKind kind = MetricValueKind::kU64) {
  return {id, name, unit, kind, semantic, hint, description};
}

constexpr BuiltinMetric kBuiltinMetrics[] = {
    metric(1, "clock.compute.current", MetricUnit::kHertz, MetricSemantic::kInstant, MetricPlotHint::kFrequency,
           "Current compute clock frequency."),
    metric(2, "clock.memory.current", MetricUnit::kHertz, MetricSemantic::kInstant, MetricPlotHint::kFrequency,
           "Current memory clock frequency."),
    metric(3, "temperature.edge", MetricUnit::kMillidegreesCelsius, MetricSemantic::kInstant,
           MetricPlotHint::kTemperature, "Edge temperature.", MetricValueKind::kI64),
    metric(4, "temperature.hotspot", MetricUnit::kMillidegreesCelsius, MetricSemantic::kInstant,
           MetricPlotHint::kTemperature, "Hotspot temperature.", MetricValueKind::kI64),
    metric(5, "temperature.memory", MetricUnit::kMillidegreesCelsius, MetricSemantic::kInstant,
           MetricPlotHint::kTemperature, "Memory temperature.", MetricValueKind::kI64),
    metric(6, "power.socket", MetricUnit::kMicrowatts, MetricSemantic::kInstant, MetricPlotHint::kPower,
           "Socket power draw."),
    metric(7, "energy.socket", MetricUnit::kMicrojoules, MetricSemantic::kCumulative, MetricPlotHint::kEnergy,
           "Socket energy counter."),
    metric(8, "activity.compute", MetricUnit::kMillipercent, MetricSemantic::kAverage, MetricPlotHint::kPercentage,
           "Compute activity over the sampling window."),
    metric(9, "activity.memory", MetricUnit::kMillipercent, MetricSemantic::kAverage, MetricPlotHint::kPercentage,
           "Memory activity over the sampling window."),
    metric(10, "memory.local.used", MetricUnit::kBytes, MetricSemantic::kInstant, MetricPlotHint::kMemory,
           "Local device memory currently used."),
    metric(11, "memory.local.total", MetricUnit::kBytes, MetricSemantic::kInstant, MetricPlotHint::kMemory,
           "Local device memory capacity."),
    metric(12, "memory.traffic.read", MetricUnit::kBytesPerSecond, MetricSemantic::kAverage, MetricPlotHint::kBandwidth,
           "Memory read bandwidth over the sampling window."),
    metric(13, "memory.traffic.write", MetricUnit::kBytesPerSecond, MetricSemantic::kAverage,
           MetricPlotHint::kBandwidth, "Memory write bandwidth over the sampling window."),
    metric(14, "throttle.status", MetricUnit::kBitfield, MetricSemantic::kState, MetricPlotHint::kNumber,
           "Producer-defined throttling status bitfield."),
    metric(15, "performance.tier", MetricUnit::kEnum, MetricSemantic::kState, MetricPlotHint::kNumber,
           "Producer-defined performance tier enumerant."),
};

}  // namespace

const Names kCommandOperationNames = {kCommandOperations, "unknown"};
const Names kQueueEventNames = {kQueueEvents, "unknown"};
const Names kDependencyStrategyNames = {kDependencyStrategies, "unknown"};
const Names kMemoryEventNames = {kMemoryEvents, "unknown"};
const Names kRelationshipNames = {kRelationships, "unknown"};
const Names kEndpointNames = {kEndpoints, "unknown"};
const Names kCounterSampleScopeNames = {kCounterSampleScopes, "unknown"};
const Names kCounterUnitNames = {kCounterUnits, "unknown"};
const Names kDeviceClassNames = {kDeviceClasses, "unknown"};
const Names kMetricUnitNames = {kMetricUnits, ""};
const Names kMetricValueKindNames = {kMetricValueKinds, ""};
const Names kMetricSemanticNames = {kMetricSemantics, ""};
const Names kMetricPlotHintNames = {kMetricPlotHints, ""};
const Names kTraceFormatNames = {kTraceFormats, "unknown"};
const Names kRecordTypeNames = {kRecordTypes, "unknown"};

std::string_view device_class_name(format::DeviceClass device_class) {
  return device_class == format::DeviceClass::kOther ? "other" : kDeviceClassNames.of(device_class);
}

std::string_view status_name(uint32_t code) {
  const std::string_view name = status_code_name(code);
  return name.empty() ? "UNKNOWN_STATUS" : name;
}

std::span<const BuiltinMetric> builtin_metrics() { return kBuiltinMetrics; }

}  // namespace ireereplay::profile
