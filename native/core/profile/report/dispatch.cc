// profile dispatch: what each function took, or each dispatch.
#include "profile/report/dispatches.h"

namespace ireereplay::profile {

namespace {

void print_geometry(const auto& group, Text& out) {
  const auto& c = group.last_count;
  const auto& s = group.last_size;
  print(out, "    last_geometry: workgroup_count=%x%x% workgroup_size=%x%x%\n", c[0], c[1], c[2], s[0], s[1], s[2]);
}

void print_text(const Metadata& metadata, const FunctionGroup<uint64_t>& group, const std::string& key, Text& out) {
  const GroupTimes times = times_of(metadata, group);
  const double deviation = group.spread.standard_deviation();
  print(out, "  %\n    device=% executable=% function=% count=% valid=% invalid=%\n", std::string_view(key),
        group.device, group.executable, group.function, group.counts.count, group.counts.valid, group.counts.invalid);
  if (group.counts.valid != 0) {
    print(out, "    ticks: min=% avg=% stddev=% max=% total=%\n", group.shortest, group.spread.mean, deviation,
          group.longest, group.total);
    if (times.available) {
      print(out, "    time_ns: min=% avg=% stddev=% max=% total=%\n", times.minimum_ns,
            group.spread.mean * times.ns_per_tick, deviation * times.ns_per_tick, times.maximum_ns, times.total_ns);
    } else {
      out.append("    time_ns: unavailable\n");
    }
  }
  print_geometry(group, out);
}

void print_text(const FunctionGroup<int64_t>& group, const std::string& key, Text& out) {
  print(out, "  %\n    timing=host_execution device=% executable=% function=% count=% valid=% invalid=%\n",
        std::string_view(key), group.device, group.executable, group.function, group.counts.count, group.counts.valid,
        group.counts.invalid);
  if (group.counts.valid != 0) {
    print(out, "    time_ns: min=% avg=% stddev=% max=% total=% tile_count=% tile_sum_ns=%\n", group.shortest,
          group.spread.mean, group.spread.standard_deviation(), group.longest, group.total, group.tiles, group.tile_ns);
  }
  print_geometry(group, out);
}

void print_jsonl(const Metadata& metadata, const FunctionGroup<uint64_t>& group, const std::string& key, Text& out) {
  const GroupTimes times = times_of(metadata, group);
  const double deviation = group.spread.standard_deviation();
  const double scale = times.available ? times.ns_per_tick : 0.0;
  print(out, R"({"type":"dispatch_group","physical_device_ordinal":%,"executable_id":%,"function_ordinal":%,"key":%)",
        group.device, group.executable, group.function, Quoted{key});
  print(out, R"(,"count":%,"valid":%,"invalid":%,"min_ticks":%,"avg_ticks":%,"stddev_ticks":%,"max_ticks":%)",
        group.counts.count, group.counts.valid, group.counts.invalid, group.minimum(), group.mean(), deviation,
        group.maximum());
  print(out, R"(,"total_ticks":%,"clock_fit_available":%,"time_ns_available":%,"min_ns":%,"avg_ns":%)", group.total,
        times.fit.has_value(), times.available, times.minimum_ns, group.spread.mean * scale);
  print(out, R"(,"stddev_ns":%,"max_ns":%,"total_ns":%)", deviation * scale, times.maximum_ns, times.total_ns);
  print(out, ",\"last_workgroup_count\":[%],\"last_workgroup_size\":[%]}\n", Grid{group.last_count},
        Grid{group.last_size});
}

void print_jsonl(const FunctionGroup<int64_t>& group, const std::string& key, Text& out) {
  out.append(R"({"type":"host_dispatch_group","timing_source":"host_execution_event")");
  out.append(R"(,"time_domain":"iree_host_time_ns","duration_time_domain":"iree_host_duration_ns")");
  print(out, R"(,"physical_device_ordinal":%,"executable_id":%,"function_ordinal":%,"key":%)", group.device,
        group.executable, group.function, Quoted{key});
  print(out, R"(,"count":%,"valid":%,"invalid":%,"min_ns":%,"avg_ns":%,"stddev_ns":%,"max_ns":%,"total_ns":%)",
        group.counts.count, group.counts.valid, group.counts.invalid, group.minimum(), group.mean(),
        group.spread.standard_deviation(), group.maximum(), group.total);
  print(out, ",\"total_tile_count\":%,\"total_tile_duration_sum_ns\":%", group.tiles, group.tile_ns);
  print(out, ",\"last_workgroup_count\":[%],\"last_workgroup_size\":[%]}\n", Grid{group.last_count},
        Grid{group.last_size});
}

}  // namespace

Status report_dispatches(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  if (r.options.dispatch_events) return report_dispatch_events(r, metadata, DispatchMode::kDispatch);
  Dispatches d(r, metadata);
  IR_RETURN_IF_ERROR(d.read({}));
  if (r.options.jsonl) {
    print_dispatch_summary(r, d, r.text);
  } else {
    print(r.text, "IREE HAL profile dispatch summary\nfilter: %\n", std::string_view(r.options.filter));
    print(r.text, "dispatches: total=% matched=% valid=% invalid=% groups=%\n", d.total, d.matched.count,
          d.matched.valid, d.matched.invalid, d.functions.size());
    print(r.text, "host_dispatches: total=% matched=% valid=% invalid=% groups=%\ngroups:\n", d.host_total,
          d.host_matched.count, d.host_matched.valid, d.host_matched.invalid, d.host_functions.size());
  }
  for (const auto& group : d.functions) {
    IR_ASSIGN_OR_RETURN(const std::string key, metadata.dispatch_key(group.device, group.executable, group.function));
    if (r.options.jsonl) {
      print_jsonl(metadata, group, key, r.text);
    } else {
      print_text(metadata, group, key, r.text);
    }
    IR_RETURN_IF_ERROR(r.drain());
  }
  for (const auto& group : d.host_functions) {
    IR_ASSIGN_OR_RETURN(const std::string key, metadata.dispatch_key(group.device, group.executable, group.function));
    if (r.options.jsonl) {
      print_jsonl(group, key, r.text);
    } else {
      print_text(group, key, r.text);
    }
    IR_RETURN_IF_ERROR(r.drain());
  }
  return Status();
}

}  // namespace ireereplay::profile
