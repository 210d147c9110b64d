// profile executable: executables and their functions, with what each function took.
#include "profile/report/dispatches.h"

namespace ireereplay::profile {

namespace {

/// Groups of each function, in the order in which they came.
struct Groups {
  std::vector<std::vector<size_t>> device;
  std::vector<std::vector<size_t>> host;
};

Groups group_by_function(const Metadata& metadata, const Dispatches& d) {
  Groups groups;
  groups.device.resize(metadata.functions.size());
  groups.host.resize(metadata.functions.size());
  // Groups are made of functions that are there.
  for (size_t i = 0; i < d.functions.size(); ++i) {
    groups.device[*metadata.find_function(d.functions[i].executable, d.functions[i].function)].push_back(i);
  }
  for (size_t i = 0; i < d.host_functions.size(); ++i) {
    groups.host[*metadata.find_function(d.host_functions[i].executable, d.host_functions[i].function)].push_back(i);
  }
  return groups;
}

double average_ticks(const FunctionGroup<uint64_t>& group) {
  return group.counts.valid != 0 ? static_cast<double>(group.total) / static_cast<double>(group.counts.valid) : 0.0;
}

void print_text(const format::Executable& executable, Text& out) {
  print(out, "executable %: functions=% flags=% code_object_hash=", executable.executable_id, executable.function_count,
        executable.flags);
  if ((executable.flags & format::kHasIdentity) != 0) {
    print(out, "%\n", Hash{executable.code_object_hash});
  } else {
    out.append("unavailable\n");
  }
}

void print_text(const format::Function& function, const std::string& key, Text& out) {
  const auto& size = function.workgroup_size;
  print(out, "  function %: % flags=% constants=% bindings=% parameters=% workgroup_size=%x%x% function_hash=",
        function.function_ordinal, std::string_view(key), function.flags, function.constant_count,
        function.binding_count, function.parameter_count, size[0], size[1], size[2]);
  if ((function.flags & format::kHasIdentity) != 0) {
    print(out, "%\n", Hash{function.function_hash});
  } else {
    out.append("unavailable\n");
  }
}

void print_text(const Metadata& metadata, const FunctionGroup<uint64_t>& group, Text& out) {
  const GroupTimes times = times_of(metadata, group);
  print(out, "    device=% dispatches=% valid=% invalid=% ticks[min/avg/max/total]=%/%/%/%", group.device,
        group.counts.count, group.counts.valid, group.counts.invalid, group.minimum(), average_ticks(group),
        group.maximum(), group.total);
  if (times.available) {
    print(out, " ns[min/avg/max/total]=%/%/%/%", times.minimum_ns, average_ticks(group) * times.ns_per_tick,
          times.maximum_ns, times.total_ns);
  }
  out.append('\n');
}

void print_text(const FunctionGroup<int64_t>& group, Text& out) {
  print(out, "    timing=host_execution device=% dispatches=% valid=% invalid=% ns[min/avg/max/total]=%/%/%/%",
        group.device, group.counts.count, group.counts.valid, group.counts.invalid, group.minimum(), group.mean(),
        group.maximum(), group.total);
  print(out, " tile_count=% tile_sum_ns=%\n", group.tiles, group.tile_ns);
}

/// A hash in quotes, or null.
void append_hash(uint32_t flags, const uint64_t (&hash)[2], Text& out) {
  if ((flags & format::kHasIdentity) == 0) return out.append("null");
  print(out, "\"%\"", Hash{hash});
}

void print_jsonl(const format::Executable& executable, Text& out) {
  print(out, R"({"type":"executable","executable_id":%,"flags":%,"function_count":%,"code_object_hash_present":%)",
        executable.executable_id, executable.flags, executable.function_count,
        (executable.flags & format::kHasIdentity) != 0);
  out.append(",\"code_object_hash\":");
  append_hash(executable.flags, executable.code_object_hash, out);
  out.append("}\n");
}

void print_jsonl(const format::Function& function, const std::string& key, Text& out) {
  print(out, R"({"type":"executable_function","executable_id":%,"function_ordinal":%,"flags":%,"key":%)",
        function.executable_id, function.function_ordinal, function.flags, Quoted{key});
  print(out, R"(,"constant_count":%,"binding_count":%,"parameter_count":%,"workgroup_size":[%])",
        function.constant_count, function.binding_count, function.parameter_count, Grid{function.workgroup_size});
  print(out, ",\"function_hash_present\":%,\"function_hash\":", (function.flags & format::kHasIdentity) != 0);
  append_hash(function.flags, function.function_hash, out);
  out.append("}\n");
}

void print_group_jsonl(const Metadata& metadata, const FunctionGroup<uint64_t>& group, const std::string& key,
                       Text& out) {
  const GroupTimes times = times_of(metadata, group);
  print(out, R"({"type":"executable_function_dispatch_group","physical_device_ordinal":%,"executable_id":%)",
        group.device, group.executable);
  print(out, R"(,"function_ordinal":%,"key":%,"dispatches":%,"valid":%,"invalid":%,"min_ticks":%,"avg_ticks":%)",
        group.function, Quoted{key}, group.counts.count, group.counts.valid, group.counts.invalid, group.minimum(),
        average_ticks(group));
  print(out, R"(,"max_ticks":%,"total_ticks":%,"clock_fit_available":%,"time_ns_available":%)", group.maximum(),
        group.total, times.fit.has_value(), times.available);
  print(out, ",\"min_ns\":%,\"avg_ns\":%,\"max_ns\":%,\"total_ns\":%}\n", times.minimum_ns,
        times.available ? average_ticks(group) * times.ns_per_tick : 0.0, times.maximum_ns, times.total_ns);
}

void print_group_jsonl(const FunctionGroup<int64_t>& group, const std::string& key, Text& out) {
  out.append(R"({"type":"executable_function_host_dispatch_group","timing_source":"host_execution_event")");
  out.append(R"(,"time_domain":"iree_host_time_ns","duration_time_domain":"iree_host_duration_ns")");
  print(out, R"(,"physical_device_ordinal":%,"executable_id":%,"function_ordinal":%,"key":%,"dispatches":%)",
        group.device, group.executable, group.function, Quoted{key}, group.counts.count);
  print(out, R"(,"valid":%,"invalid":%,"min_ns":%,"avg_ns":%,"stddev_ns":%,"max_ns":%,"total_ns":%)",
        group.counts.valid, group.counts.invalid, group.minimum(), group.mean(), group.spread.standard_deviation(),
        group.maximum(), group.total);
  print(out, ",\"total_tile_count\":%,\"total_tile_duration_sum_ns\":%}\n", group.tiles, group.tile_ns);
}

void print_header(const Reporting& r, const Metadata& metadata, const Dispatches& d, Text& out) {
  if (r.options.jsonl) {
    print(out, R"({"type":"executable_summary","filter":%,"executables":%,"functions":%,"matched_dispatches":%)",
          Quoted{r.options.filter}, metadata.executables.size(), metadata.functions.size(), d.matched.count);
    print(out, R"(,"valid_dispatches":%,"invalid_dispatches":%,"matched_host_dispatches":%)", d.matched.valid,
          d.matched.invalid, d.host_matched.count);
    print(out, ",\"valid_host_dispatches\":%,\"invalid_host_dispatches\":%}\n", d.host_matched.valid,
          d.host_matched.invalid);
    return;
  }
  print(out, "IREE HAL profile executable summary\nfilter: %\n", std::string_view(r.options.filter));
  print(out, "executables=% functions=% matched_dispatches=% valid=% invalid=%", metadata.executables.size(),
        metadata.functions.size(), d.matched.count, d.matched.valid, d.matched.invalid);
  print(out, " matched_host_dispatches=% host_valid=% host_invalid=%\n", d.host_matched.count, d.host_matched.valid,
        d.host_matched.invalid);
}

}  // namespace

Status report_executables(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  if (r.options.dispatch_events) return report_dispatch_events(r, metadata, DispatchMode::kExecutable);
  Dispatches d(r, metadata);
  IR_RETURN_IF_ERROR(d.read({.mode = DispatchMode::kExecutable, .device_row = {}, .host_row = {}}));
  const Groups groups = group_by_function(metadata, d);
  print_header(r, metadata, d, r.text);
  for (const ExecutableInfo& executable : metadata.executables) {
    if (!r.matches_id(executable.record.executable_id)) continue;
    if (r.options.jsonl) {
      print_jsonl(executable.record, r.text);
    } else {
      print_text(executable.record, r.text);
    }
    for (const size_t function : executable.functions) {
      const std::string key = metadata.function_key(function, format::kNone32);
      if (!r.matches(key)) continue;
      const auto& [device, host] = std::tie(groups.device[function], groups.host[function]);
      if (r.options.jsonl) {
        print_jsonl(metadata.functions[function].record, key, r.text);
        for (const size_t i : device) print_group_jsonl(metadata, d.functions[i], key, r.text);
        for (const size_t i : host) print_group_jsonl(d.host_functions[i], key, r.text);
      } else {
        print_text(metadata.functions[function].record, key, r.text);
        for (const size_t i : device) print_text(metadata, d.functions[i], r.text);
        for (const size_t i : host) print_text(d.host_functions[i], r.text);
        if (device.empty() && host.empty()) r.text.append("    dispatches=0\n");
      }
      IR_RETURN_IF_ERROR(r.drain());
    }
  }
  return Status();
}

}  // namespace ireereplay::profile
