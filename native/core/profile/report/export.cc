// profile export --format=ireeperf-jsonl: every record decoded, one object a line.
#include <bit>
#include <cmath>
#include <cstdio>

#include "base/hex.h"
#include "profile/report/export_rows.h"
#include "profile/report/output.h"

namespace ireereplay::profile {

namespace {

constexpr std::string_view kPrefix = "{\"schema_version\":15,\"record_type\":\"%\",\"source_record_index\":%";

/// Times from ticks, under `valid_key`.
void print_device_time(const DeviceTime& time, std::string_view valid_key, Text& out) {
  print(out, ",\"duration_ticks\":%,\"%\":%,\"derived_time_available\":%", time.ticks, valid_key, time.valid,
        time.fit.has_value());
  out.append(
      R"(,"derived_time_domain":"driver_host_cpu_timestamp_ns","derived_time_basis":"first_last_clock_correlation")");
  const ClockFit fit = time.fit.value_or(ClockFit());
  print(out, ",\"clock_fit_first_sample_id\":%,\"clock_fit_last_sample_id\":%", fit.first_sample_id,
        fit.last_sample_id);
  print(out, ",\"start_driver_host_cpu_time_ns\":%,\"end_driver_host_cpu_time_ns\":%", time.start_ns, time.end_ns);
  // Wraps where it does not fit, as IREE's does.
  print(out, R"(,"duration_time_domain":"device_tick_duration_ns","duration_ns":%)",
        static_cast<int64_t>(static_cast<uint64_t>(time.end_ns) - static_cast<uint64_t>(time.start_ns)));
}

void print_metric_value(format::MetricValueKind kind, uint64_t bits, Text& out) {
  switch (kind) {
    case format::MetricValueKind::kI64:
      return append_value(out, static_cast<int64_t>(bits));
    case format::MetricValueKind::kU64:
      return append_value(out, bits);
    case format::MetricValueKind::kF64: {
      // JSON has no other numbers; IREE prints them as C does, which no reader of JSON takes.
      if (!std::isfinite(std::bit_cast<double>(bits))) return out.append("null");
      char text[32];
      out.append({text, static_cast<size_t>(std::snprintf(text, sizeof(text), "%.17g", std::bit_cast<double>(bits)))});
      return;
    }
    default:
      return out.append("null");
  }
}

class Exporter {
 public:
  Exporter(Reporting& reporting, const Metadata& metadata) : r_(reporting), out_(reporting.text), metadata_(metadata) {}

  Status chunk(const Chunk& chunk, FileWindow& window) {
    if (!chunk.is_chunk()) return not_a_chunk(chunk);
    if (chunk.is_truncated()) {
      begin("diagnostic", chunk);
      print(out_, R"(,"severity":"error","category":"truncated_chunk","content_type":%)", Quoted{chunk.content_type});
      print(out_, ",\"message\":\"chunk was marked truncated by the producer\",\"dropped_records\":%}\n",
            chunk.header.dropped_record_count);
    }
    const ExportRow* row = export_row(chunk.kind);
    if (row == nullptr) return unknown(chunk, "unknown_chunk", "unknown profile chunk content type");
    RecordWalk walk(window, chunk);
    Record record;
    while (!walk.at_end()) {
      IR_RETURN_IF_ERROR(walk.next(&record));
      IR_RETURN_IF_ERROR(this->record(*row, chunk, record));
      IR_RETURN_IF_ERROR(r_.drain());
      if (r_.cancelled().load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    }
    return Status();
  }

  /// Prints one record.
  Status record(const ExportRow& row, const Chunk& chunk, const Record& record) {
    resolve(chunk.kind, row);
    begin(row.record_type, chunk);
    for (const Resolved& item : items_) {
      IR_RETURN_IF_ERROR(show(item, chunk, record).at(chunk.index, record.offset));
    }
    out_.append("}\n");
    return Status();
  }

 private:
  struct Resolved {
    const Item* item;
    FieldKind kind;
    const Names* names;
  };

  void begin(std::string_view record_type, const Chunk& chunk) { print(out_, kPrefix, record_type, chunk.index); }

  Status not_a_chunk(const Chunk& chunk) {
    const auto& header = chunk.header;
    if (header.record_type != format::RecordType::kSessionBegin &&
        header.record_type != format::RecordType::kSessionEnd) {
      return unknown(chunk, "unknown_record", "unknown profile file record type");
    }
    begin("session", chunk);
    print(out_, R"(,"event":"%","session_id":%,"stream_id":%,"event_id":%,"session_status_code":%,"session_status":%})",
          header.record_type == format::RecordType::kSessionBegin ? "begin" : "end", header.session_id,
          header.stream_id, header.event_id, header.session_status_code,
          Quoted{status_name(header.session_status_code)});
    out_.append('\n');
    return r_.drain();
  }

  Status unknown(const Chunk& chunk, std::string_view category, std::string_view message) {
    begin("diagnostic", chunk);
    print(out_, R"(,"severity":"warning","category":%,"content_type":%,"message":%})", Quoted{category},
          Quoted{chunk.content_type}, Quoted{message});
    out_.append('\n');
    return r_.drain();
  }

  /// How the items of a row are stored, by the layout of its records.
  void resolve(ChunkKind kind, const ExportRow& row) {
    if (resolved_ == kind) return;
    resolved_ = kind;
    layout_ = &layout_of(kind);
    items_.clear();
    for (const Item& item : row.items) {
      Resolved resolved = {&item, FieldKind::kU32, nullptr};
      for (const Field& field : layout_->fields) {
        if (field.offset == item.offset) resolved = {&item, field.kind, field.names};
      }
      items_.push_back(resolved);
    }
  }

  void numbers(Bytes fields, size_t offset, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      out_.append(i == 0 ? '[' : ',');
      out_.append_dec(load<uint32_t>(fields, offset + i * 4));
    }
    out_.append(']');
  }

  void field(FieldKind kind, Bytes fields, size_t offset) {
    switch (kind) {
      case FieldKind::kU32:
        return out_.append_dec(load<uint32_t>(fields, offset));
      case FieldKind::kI32:
        return append_value(out_, load<int32_t>(fields, offset));
      case FieldKind::kU64:
        return out_.append_dec(load<uint64_t>(fields, offset));
      case FieldKind::kI64:
        return append_value(out_, load<int64_t>(fields, offset));
      case FieldKind::kU32x3:
        return numbers(fields, offset, 3);
      case FieldKind::kU32x8:
        return numbers(fields, offset, 8);
      default:
        return;
    }
  }

  void identity(FieldKind kind, Bytes fields, size_t offset) {
    // Flags are the second field of every record that has an identity.
    if ((load<uint32_t>(fields, 4) & format::kHasIdentity) == 0) return out_.append("null");
    out_.append('"');
    if (kind == FieldKind::kHash) {
      const uint64_t words[2] = {load<uint64_t>(fields, offset), load<uint64_t>(fields, offset + 8)};
      append_value(out_, Hash{words});
    } else {
      out_.append(hex_digits(fields.subspan(offset, 16)));
    }
    out_.append('"');
  }

  Status key(Result<std::string> key) {
    IR_RETURN_IF_ERROR(key.status());
    out_.append_json(*key);
    return Status();
  }

  void device_time(uint32_t device, Bytes fields, size_t offset, std::string_view valid_key) {
    const auto start = load<uint64_t>(fields, offset), end = load<uint64_t>(fields, offset + 8);
    print_device_time(profile::device_time(metadata_.clock_fit(device), start, end), valid_key, out_);
  }

  Status metric_values(const Record& record) {
    const auto sample = record.as<format::DeviceMetricSample>();
    const Bytes values = trailing_part(*layout_, record, 0);
    out_.append('[');
    for (uint32_t i = 0; i < sample.value_count; ++i) {
      const auto value = load<format::DeviceMetricValue>(values, i * sizeof(format::DeviceMetricValue));
      const MetricDescriptorInfo* descriptor = metadata_.find_metric_descriptor(sample.source_id, value.metric_id);
      if (descriptor == nullptr) {
        return Status(StatusCode::kDataLoss,
                      "device metric sample references missing descriptor source=" + std::to_string(sample.source_id) +
                          " metric=" + std::to_string(value.metric_id));
      }
      const format::DeviceMetricDescriptor& metric = descriptor->record;
      if (i != 0) out_.append(',');
      print(out_, R"({"metric_id":%,"name":%,"unit":%,"value_kind":%,"semantic":%,"plot_hint":%,"flags":%,"value":)",
            value.metric_id, Quoted{descriptor->name}, Quoted{kMetricUnitNames.of(metric.unit)},
            Quoted{kMetricValueKindNames.of(metric.value_kind)}, Quoted{kMetricSemanticNames.of(metric.semantic)},
            Quoted{kMetricPlotHintNames.of(metric.plot_hint)}, value.flags);
      print_metric_value(metric.value_kind, value.value_bits, out_);
      print(out_, ",\"value_bits\":%}", value.value_bits);
    }
    out_.append(']');
    return Status();
  }

  Status show(const Resolved& resolved, const Chunk& chunk, const Record& record) {
    const Item& item = *resolved.item;
    const Bytes fields = record.fields;
    out_.append(item.before);
    switch (item.show) {
      case Show::kField:
        field(resolved.kind, fields, item.offset);
        return Status();
      case Show::kName: {
        const auto value = load<uint32_t>(fields, item.offset);
        const bool is_class = resolved.names == &kDeviceClassNames;
        out_.append_json(is_class ? device_class_name(static_cast<format::DeviceClass>(value))
                                  : resolved.names->of(value));
        return Status();
      }
      case Show::kBit:
        append_value(out_, (load<uint32_t>(fields, item.offset) & item.bit) == item.bit);
        return Status();
      case Show::kIdentity:
        identity(resolved.kind, fields, item.offset);
        return Status();
      case Show::kText:
        out_.append_json(trailing_text(*layout_, record, item.offset));
        return Status();
      case Show::kNothing:
        return Status();
      case Show::kChunkDevice:
        out_.append_dec(chunk.header.physical_device_ordinal);
        return Status();
      case Show::kChunkQueue:
        out_.append_dec(chunk.header.queue_ordinal);
        return Status();
      case Show::kChunkStream:
        out_.append_dec(chunk.header.stream_id);
        return Status();
      case Show::kOperationKey:
        return key(metadata_.operation_key(record.as<format::CommandOperation>()));
      case Show::kDispatchKey: {
        const auto event = record.as<format::DispatchEvent>();
        return key(
            metadata_.dispatch_key(chunk.header.physical_device_ordinal, event.executable_id, event.function_ordinal));
      }
      case Show::kHostKey: {
        const auto event = record.as<format::HostExecutionEvent>();
        if (event.executable_id == 0 || event.function_ordinal == format::kNone32) {
          out_.append("null");
          return Status();
        }
        return key(metadata_.dispatch_key(event.physical_device_ordinal, event.executable_id, event.function_ordinal));
      }
      case Show::kDeviceTime:
        device_time(chunk.header.physical_device_ordinal, fields, item.offset, "valid");
        return Status();
      case Show::kOwnDeviceTime:
        device_time(record.as<format::QueueDeviceEvent>().physical_device_ordinal, fields, item.offset, "valid");
        return Status();
      case Show::kSampleTime: {
        const auto sample = record.as<format::CounterSample>();
        const bool has_ticks = (sample.flags & format::kSampleDeviceTickRange) != 0;
        print_device_time(has_ticks ? profile::device_time(metadata_.clock_fit(sample.physical_device_ordinal),
                                                           sample.start_tick, sample.end_tick)
                                    : DeviceTime(),
                          "device_tick_range_valid", out_);
        return Status();
      }
      case Show::kHostDuration: {
        const auto start = load<int64_t>(fields, item.offset), end = load<int64_t>(fields, item.offset + 8);
        print(out_, ",\"duration_ns\":%,\"valid\":%", host_duration(start, end), are_valid_times(start, end));
        return Status();
      }
      case Show::kUncertainty: {
        const auto begin = load<int64_t>(fields, item.offset), end = load<int64_t>(fields, item.offset + 8);
        // Wraps where it does not fit, as IREE's does.
        append_value(out_, end >= begin
                               ? static_cast<int64_t>(static_cast<uint64_t>(end) - static_cast<uint64_t>(begin))
                               : int64_t{0});
        return Status();
      }
      case Show::kValues: {
        const Bytes values = trailing_part(*layout_, record, 0);
        out_.append('[');
        for (size_t at = 0; at < values.size(); at += sizeof(uint64_t)) {
          if (at != 0) out_.append(',');
          out_.append_dec(load<uint64_t>(values, at));
        }
        out_.append(']');
        return Status();
      }
      case Show::kMetricValues:
        return metric_values(record);
      case Show::kBuiltin: {
        const auto id = load<uint64_t>(fields, item.offset);
        append_value(out_, id != 0 && id < format::kMetricProducerBase);
        return Status();
      }
      case Show::kProducers:
        append_value(out_, load<uint64_t>(fields, item.offset) >= format::kMetricProducerBase);
        return Status();
    }
    return Status();
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  ChunkKind resolved_ = ChunkKind::kUnknown;
  const Layout* layout_ = nullptr;
  std::vector<Resolved> items_;
};

}  // namespace

Result<std::string> export_record(const Bundle& bundle, const Metadata& metadata, const Chunk& chunk, uint64_t offset) {
  const ExportRow* row = export_row(chunk.kind);
  const uint64_t begin = chunk.payload_offset();
  if (row == nullptr || offset < begin || offset - begin > chunk.header.payload_length)
    return Status(StatusCode::kNotFound, "the profile has no such record");
  const ReportOptions options;
  const std::atomic<bool> never = false;
  const ReportSink nowhere = [](std::string_view) { return Status(); };
  Reporting reporting(bundle, options, never, nowhere);
  // A chunk that begins with the record.
  Chunk rest = chunk;
  rest.offset += offset - begin;
  rest.header.payload_length -= offset - begin;
  FileWindow window(bundle.file(), 16 * 1024);
  RecordWalk walk(window, rest);
  Record record;
  IR_RETURN_IF_ERROR(walk.next(&record));
  IR_RETURN_IF_ERROR(Exporter(reporting, metadata).record(*row, chunk, record));
  std::string line = reporting.text.take();
  line.pop_back();
  return line;
}

Status report_export(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  const FileHeader& file = r.bundle.header().file;
  r.text.append(R"({"schema_version":15,"record_type":"schema","format":"ireeperf-jsonl")");
  r.text.append(R"(,"contract":"schema_versioned_interchange","row_key":"record_type","source_format":"ireeprof")");
  print(r.text, ",\"source_version_major\":%,\"source_version_minor\":%", file.version_major, file.version_minor);
  r.text.append(
      R"(,"time_domains":{"iree_host_time_ns":"iree_time_now monotonic nanoseconds")"
      R"(,"device_tick":"raw physical-device timestamp ticks")"
      R"(,"driver_host_cpu_timestamp_ns":"driver-sampled CPU timestamp nanoseconds")"
      R"(,"driver_host_system_timestamp":"driver-sampled system timestamp units scaled by host_system_frequency_hz")"
      R"(,"device_tick_duration_ns":"duration nanoseconds derived from device_tick clock fit"})"
      R"(,"clock_fit":{"basis":"first_last_clock_correlation","rounding":"nearest_integer_nanosecond"}})"
      "\n");
  Exporter exporter(r, metadata);
  ChunkReader reader(r.bundle.file(), r.bundle.header());
  reader.read_ahead();
  Chunk chunk;
  for (const ChunkPlace& place : r.bundle.chunks()) {
    reader.seek(place.offset, place.index);
    IR_RETURN_IF_ERROR(reader.next(&chunk));
    IR_RETURN_IF_ERROR(exporter.chunk(chunk, reader.window()));
  }
  return Status();
}

}  // namespace ireereplay::profile
