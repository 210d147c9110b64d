// What IREE calls the values of a profile's enumerations (runtime/src/iree/tooling/profile and hal/profile_metrics.c).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "profile/format.h"

namespace ireereplay::profile {

/// The names of one enumeration, by value.
struct Names {
  std::span<const std::string_view> names;
  /// What a value without a name is called.
  std::string_view otherwise;

  std::string_view of(uint32_t value) const { return value < names.size() ? names[value] : otherwise; }
  template <typename Enumeration>
  std::string_view of(Enumeration value) const {
    return of(static_cast<uint32_t>(value));
  }
};

extern const Names kCommandOperationNames;
extern const Names kQueueEventNames;
extern const Names kDependencyStrategyNames;
extern const Names kMemoryEventNames;
extern const Names kRelationshipNames;
extern const Names kEndpointNames;
extern const Names kCounterSampleScopeNames;
extern const Names kCounterUnitNames;
extern const Names kDeviceClassNames;
extern const Names kMetricUnitNames;
extern const Names kMetricValueKindNames;
extern const Names kMetricSemanticNames;
extern const Names kMetricPlotHintNames;
extern const Names kTraceFormatNames;
extern const Names kRecordTypeNames;

/// A device class; the one number that is far from the others has a name, too.
std::string_view device_class_name(format::DeviceClass device_class);
/// IREE's name of a status code, "UNKNOWN_STATUS" for one that it does not name.
std::string_view status_name(uint32_t code);

/// One of the metrics that IREE defines for all producers.
struct BuiltinMetric {
  uint64_t id;
  std::string_view name;
  format::MetricUnit unit;
  format::MetricValueKind value_kind;
  format::MetricSemantic semantic;
  format::MetricPlotHint plot_hint;
  std::string_view description;
};

/// Those of runtime/src/iree/hal/profile_metrics.inc, ids 1 to 15 in order.
std::span<const BuiltinMetric> builtin_metrics();

}  // namespace ireereplay::profile
