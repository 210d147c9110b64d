// profile statistics: events added up by function, command buffer, command, queue operation
// (runtime/src/iree/hal/utils/statistics_sink.c).
#include "profile/report/statistics_rows.h"

namespace ireereplay::profile {

namespace {

using RowType = StatisticsRow::Type;
using Domain = StatisticsRow::Domain;
using Key = StatisticsRow::Key;
using Row = StatisticsRow;

constexpr std::string_view kRowTypes[] = {
    "unknown",
    "dispatch_function",
    "dispatch_command_buffer",
    "dispatch_command_operation",
    "queue_device_operation",
    "queue_host_operation",
    "host_execution_function",
    "host_execution_command_buffer",
    "host_execution_command_operation",
    "host_execution_queue_operation",
    "memory_lifecycle",
};

constexpr std::string_view kDomains[] = {"none", "device_tick", "iree_host_time_ns"};
constexpr std::string_view kUnits[] = {"none", "device_tick", "ns"};

/// What a row's event is called; empty for rows that are of none.
std::string_view event_name(const Key& key) {
  switch (key.type) {
    case RowType::kQueueDeviceOperation:
    case RowType::kQueueHostOperation:
    case RowType::kHostQueueOperation:
      return kQueueEventNames.of(key.event);
    case RowType::kMemory:
      return kMemoryEventNames.of(key.event);
    default:
      return {};
  }
}

void append_scaled(uint64_t ns, Text& out) {
  const auto three = [&](uint64_t number) {
    out.append(static_cast<char>('0' + number / 100));
    out.append(static_cast<char>('0' + number / 10 % 10));
    out.append(static_cast<char>('0' + number % 10));
  };
  const bool ms = ns >= 1000000;
  if (ns < 1000) return print(out, "% ns", ns);
  print(out, "%.", ms ? ns / 1000000 : ns / 1000);
  three(ms ? ns % 1000000 / 1000 : ns % 1000);
  out.append(ms ? " ms" : " us");
}

class StatisticsText {
 public:
  StatisticsText(const Statistics& statistics, Reporting& reporting)
      : s_(statistics), r_(reporting), out_(reporting.text) {}

  Status make() {
    IR_RETURN_IF_ERROR(add_up());
    out_.append("\nIREE HAL device statistics:\n");
    if (s_.rows.empty() && s_.dropped == 0) {
      out_.append("  no profiling records captured\n");
      return Status();
    }
    print(out_, "  aggregate_rows=%\n", s_.rows.size());
    if (s_.dropped != 0) print(out_, "  dropped_records=%\n", s_.dropped);
    if (s_.rows.empty()) return Status();
    const auto total = [&](std::string_view what, RowType type) {
      out_.append(what);
      append_scaled(totals_[static_cast<size_t>(type)], out_);
    };
    total("  dispatch_function_total=", RowType::kDispatchFunction);
    total("\n  host_execution_function_total=", RowType::kHostFunction);
    total("\n  host_execution_queue_total=", RowType::kHostQueueOperation);
    total("\n  device_queue_total=", RowType::kQueueDeviceOperation);
    total("\n  host_queue_ready_total=", RowType::kQueueHostOperation);
    if (unscaled_ != 0) print(out_, "\n  unscaled_timing_rows=%", unscaled_);
    out_.append('\n');
    for (const Row& row : s_.rows) {
      print_row(row);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

 private:
  Status add_up() {
    for (const Row& row : s_.rows) {
      const auto ns = s_.duration_ns(row, row.total);
      if (row.has(Row::kHasTiming) && !ns) ++unscaled_;
      if (!add_to(totals_[static_cast<size_t>(row.key.type)], ns.value_or(0))) {
        return Status(StatusCode::kOutOfRange, "profile statistics duration overflow");
      }
    }
    return Status();
  }

  void print_duration(const Row& row, uint64_t duration) {
    const auto ns = s_.duration_ns(row, duration);
    if (ns) return append_scaled(*ns, out_);
    if (row.has(Row::kHasTiming) && row.key.domain == Domain::kDeviceTick) return print(out_, "% ticks", duration);
    out_.append('-');
  }

  void print_function(const Row& row) {
    const std::string_view name = s_.function_name(row);
    if (!name.empty()) return out_.append(name);
    print(out_, "executable=% function=%", row.key.executable, row.key.function);
  }

  void print_timing(const Row& row) {
    print(out_, "  count=% total=", row.samples);
    print_duration(row, row.total);
    out_.append(" avg=");
    print_duration(row, row.total / row.samples);
    if (row.invalid != 0) print(out_, " invalid=%", row.invalid);
  }

  void print_tiles(const Row& row) {
    if (row.tiles == 0) return;
    print(out_, " tiles=% tile_sum=", row.tiles);
    append_scaled(row.tile_ns, out_);
  }

  void print_row(const Row& row) {
    switch (row.key.type) {
      case RowType::kDispatchFunction:
      case RowType::kHostFunction:
        out_.append(row.key.type == RowType::kHostFunction ? "  host_execute " : "  dispatch ");
        print_function(row);
        print_timing(row);
        if (row.key.type == RowType::kHostFunction) print_tiles(row);
        out_.append('\n');
        return;
      case RowType::kHostQueueOperation:
        return print_operation("host_execute_queue", row);
      case RowType::kQueueDeviceOperation:
        return print_operation("device_queue", row);
      case RowType::kQueueHostOperation:
        return print_operation("host_queue", row);
      case RowType::kMemory:
        return print(out_, "  memory p=% q=% % count=% bytes=%\n", row.key.device, row.key.queue, event_name(row.key),
                     row.samples, row.payload);
      default:
        return;
    }
  }

  void print_operation(std::string_view what, const Row& row) {
    print(out_, "  % p=% q=% %", what, row.key.device, row.key.queue, event_name(row.key));
    print_timing(row);
    if (row.operations != 0) print(out_, " operations=%", row.operations);
    print_tiles(row);
    if (row.payload != 0) print(out_, " payload=%B", row.payload);
    out_.append('\n');
  }

  const Statistics& s_;
  Reporting& r_;
  Text& out_;
  uint64_t totals_[std::size(kRowTypes)] = {};
  uint64_t unscaled_ = 0;
};

void print_jsonl(const Statistics& s, const Row& row, Text& out) {
  const Key& key = row.key;
  const auto type = static_cast<uint32_t>(key.type), domain = static_cast<uint32_t>(key.domain);
  const bool timed = row.has(Row::kHasTiming);
  print(out, R"({"type":"statistics_row","row_type":"%","row_type_value":%,"time_domain":"%","time_domain_value":%)",
        kRowTypes[type], type, kDomains[domain], domain);
  print(out, R"(,"duration_unit":"%","flags":%,"has_timing":%,"has_payload_bytes":%,"has_operation_count":%)",
        kUnits[domain], row.flags, timed, row.has(Row::kHasPayload), row.has(Row::kHasOperations));
  print(out, R"(,"has_tile_totals":%,"physical_device_ordinal":%,"queue_ordinal":%,"event_type":%,"event_name":)",
        row.has(Row::kHasTiles), key.device, key.queue, key.event);
  const auto name_or_null = [&](std::string_view name) {
    if (name.empty()) return out.append("null");
    out.append_json(name);
  };
  name_or_null(event_name(key));
  print(out, R"(,"executable_id":%,"command_buffer_id":%,"function_ordinal":%,"command_index":%,"function_name":)",
        key.executable, key.command_buffer, key.function, key.command);
  name_or_null(s.function_name(row));
  print(out, R"(,"sample_count":%,"invalid_sample_count":%,"operation_count":%,"payload_bytes":%,"tile_count":%)",
        row.samples, row.invalid, row.operations, row.payload, row.tiles);
  print(out, R"(,"tile_duration_sum_ns":%,"first_start_time":%,"last_end_time":%,"total_duration":%)", row.tile_ns,
        timed ? row.first_start : 0, timed ? row.last_end : 0, row.total);
  print(out, ",\"minimum_duration\":%,\"maximum_duration\":%", timed ? row.minimum : 0, timed ? row.maximum : 0);
  const auto ns_or_null = [&](std::string_view field, uint64_t duration) {
    print(out, ",\"%\":", field);
    const auto ns = s.duration_ns(row, duration);
    if (!ns) return out.append("null");
    out.append_dec(*ns);
  };
  ns_or_null("total_duration_ns", row.total);
  ns_or_null("minimum_duration_ns", row.minimum);
  ns_or_null("maximum_duration_ns", row.maximum);
  out.append("}\n");
}

}  // namespace

Status report_statistics(Reporting& r) {
  Statistics statistics;
  IR_RETURN_IF_ERROR(statistics.read(r));
  if (!r.options.jsonl) return StatisticsText(statistics, r).make();
  print(r.text, "{\"type\":\"statistics_summary\",\"row_count\":%,\"dropped_record_count\":%}\n",
        statistics.rows.size(), statistics.dropped);
  for (const Row& row : statistics.rows) {
    print_jsonl(statistics, row, r.text);
    IR_RETURN_IF_ERROR(r.drain());
  }
  return Status();
}

}  // namespace ireereplay::profile
