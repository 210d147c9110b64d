// profile counter: hardware counters, and what they counted (runtime/src/iree/tooling/profile/counter.c).
#include <cfloat>

#include "profile/report/output.h"

namespace ireereplay::profile {

namespace {

struct CounterInfo {
  format::Counter record;
  std::string block;
  std::string name;
  std::string description;
};

struct CounterSetInfo {
  format::CounterSet record;
  std::string name;
  std::vector<size_t> counters;
};

/// Values of one counter in one place.
struct Group {
  format::CounterSample first = {};  ///< Its device, queue, stream, scope and what it ran.
  size_t counter = 0;
  size_t set = 0;
  uint64_t raw_values = 0;
  uint64_t first_sample = 0;
  uint64_t last_sample = 0;
  double minimum = DBL_MAX;
  double maximum = 0;
  double total = 0;
  Spread spread;
};

class CounterReport {
 public:
  CounterReport(Reporting& reporting, const Metadata& metadata)
      : r_(reporting), out_(reporting.text), metadata_(metadata) {}

  Status make() {
    IR_RETURN_IF_ERROR(r_.each_record(
        {ChunkKind::kCounterSets, ChunkKind::kCounters},
        [&](const Chunk& chunk, const Record& record) { return add_metadata(chunk.kind, record); }, true));
    IR_RETURN_IF_ERROR(r_.each_record(
        {ChunkKind::kCounterSamples},
        [&](const Chunk& chunk, const Record& record) {
          IR_RETURN_IF_ERROR(add_sample(chunk, record));
          return r_.drain();
        },
        true));
    if (r_.options.jsonl) return jsonl();
    return text();
  }

 private:
  Status add_metadata(ChunkKind kind, const Record& record) {
    const Layout& layout = layout_of(kind);
    if (kind == ChunkKind::kCounterSets) {
      const auto set = record.as<format::CounterSet>();
      if (set_index_.try_emplace({set.counter_set_id}, sets_.size()).second) {
        sets_.push_back({set, std::string(trailing_text(layout, record, 0)), {}});
      }
      return Status();
    }
    const auto counter = record.as<format::Counter>();
    const auto set = set_index_.find({counter.counter_set_id});
    if (set == set_index_.end()) {
      return Status(StatusCode::kDataLoss, "counter references missing counter-set metadata counter_set=" +
                                               std::to_string(counter.counter_set_id) +
                                               " counter_ordinal=" + std::to_string(counter.counter_ordinal));
    }
    if (counter_index_.try_emplace({counter.counter_set_id, counter.counter_ordinal}, counters_.size()).second) {
      sets_[set->second].counters.push_back(counters_.size());
      counters_.push_back({counter, std::string(trailing_text(layout, record, 0)),
                           std::string(trailing_text(layout, record, 1)),
                           std::string(trailing_text(layout, record, 2))});
    }
    return Status();
  }

  Result<std::string> key_of(const format::CounterSample& sample) const {
    if (sample.executable_id == 0 || sample.function_ordinal == format::kNone32) return std::string("unattributed");
    return metadata_.dispatch_key(sample.physical_device_ordinal, sample.executable_id, sample.function_ordinal);
  }

  static Status sample_failure(const char* what, const format::CounterSample& sample) {
    return Status(StatusCode::kDataLoss, std::string("counter sample ") + what +
                                             " sample=" + std::to_string(sample.sample_id) +
                                             " counter_set=" + std::to_string(sample.counter_set_id));
  }

  Status add_sample(const Chunk& chunk, const Record& record) {
    const auto sample = record.as<format::CounterSample>();
    ++total_;
    const auto found = set_index_.find({sample.counter_set_id});
    if (found == set_index_.end()) return sample_failure("references missing counter-set metadata", sample);
    const CounterSetInfo& set = sets_[found->second];
    if (set.record.sample_value_count != sample.sample_value_count) {
      return sample_failure("value count does not match counter-set metadata", sample);
    }
    IR_ASSIGN_OR_RETURN(const std::string key, key_of(sample));
    if (!(r_.matches_id(sample.sample_id) || r_.matches_id(sample.dispatch_event_id) ||
          r_.matches_id(sample.submission_id) || r_.matches_id(sample.command_buffer_id))) {
      return Status();
    }
    if (set.counters.empty()) return sample_failure("references counter set with no counter metadata", sample);
    const Bytes values = trailing_part(layout_of(chunk.kind), record, 0);
    bool is_match = false;
    for (const size_t index : set.counters) {
      const CounterInfo& counter = counters_[index];
      if (!(r_.matches(key) || r_.matches(set.name) || r_.matches(counter.block) || r_.matches(counter.name))) continue;
      is_match = true;
      IR_RETURN_IF_ERROR(add_value(sample, found->second, index, key, values));
    }
    if (is_match) {
      ++matched_;
      if (chunk.is_truncated()) ++truncated_;
    }
    return Status();
  }

  Status add_value(const format::CounterSample& sample, size_t set, size_t index, const std::string& key,
                   Bytes values) {
    const CounterInfo& counter = counters_[index];
    const uint64_t offset = counter.record.sample_value_offset, count = counter.record.sample_value_count;
    if (offset > sample.sample_value_count || sample.sample_value_count - offset < count) {
      return Status(StatusCode::kDataLoss,
                    "counter sample value layout is inconsistent with counter metadata counter_set=" +
                        std::to_string(counter.record.counter_set_id) +
                        " counter_ordinal=" + std::to_string(counter.record.counter_ordinal));
    }
    const Bytes own = values.subspan(offset * sizeof(uint64_t), count * sizeof(uint64_t));
    double sum = 0;
    for (uint64_t i = 0; i < count; ++i) sum += static_cast<double>(load<uint64_t>(own, i * sizeof(uint64_t)));
    const Numbers<9> place = {sample.physical_device_ordinal,
                              sample.queue_ordinal,
                              sample.stream_id,
                              static_cast<uint64_t>(sample.scope),
                              sample.counter_set_id,
                              counter.record.counter_ordinal,
                              sample.executable_id,
                              sample.function_ordinal,
                              sample.command_buffer_id};
    const auto [at, is_new] = group_index_.try_emplace(place, groups_.size());
    if (is_new) {
      Group& made = groups_.emplace_back();
      made.first = sample;
      made.counter = index;
      made.set = set;
    }
    Group& group = groups_[at->second];
    group.raw_values += count;
    if (group.first_sample == 0) group.first_sample = sample.sample_id;
    group.last_sample = sample.sample_id;
    group.minimum = std::min(group.minimum, sum);
    group.maximum = std::max(group.maximum, sum);
    group.total += sum;
    group.spread.add(sum);
    if (r_.options.counter_samples) print_sample(sample, sets_[set], counter, key, own, sum);
    return Status();
  }

  void print_sample(const format::CounterSample& s, const CounterSetInfo& set, const CounterInfo& counter,
                    const std::string& key, Bytes values, double sum) {
    const bool has_ticks = (s.flags & format::kSampleDeviceTickRange) != 0;
    const bool valid = has_ticks && are_valid_ticks(s.start_tick, s.end_tick);
    print(out_, R"({"type":"counter_sample","sample_id":%,"counter_set_id":%,"counter_set":%,"counter_ordinal":%)",
          s.sample_id, s.counter_set_id, Quoted{set.name}, counter.record.counter_ordinal);
    print(out_, R"(,"counter":%,"block":%,"unit":%,"scope":%,"scope_value":%)", Quoted{counter.name},
          Quoted{counter.block}, Quoted{kCounterUnitNames.of(counter.record.unit)},
          Quoted{kCounterSampleScopeNames.of(s.scope)}, static_cast<uint32_t>(s.scope));
    print(out_, R"(,"dispatch_event_id":%,"submission_id":%,"command_buffer_id":%,"command_index":%,"executable_id":%)",
          s.dispatch_event_id, s.submission_id, s.command_buffer_id, s.command_index, s.executable_id);
    print(out_, R"(,"function_ordinal":%,"key":%,"physical_device_ordinal":%,"queue_ordinal":%,"stream_id":%)",
          s.function_ordinal, Quoted{key}, s.physical_device_ordinal, s.queue_ordinal, s.stream_id);
    print(out_, R"(,"flags":%,"device_tick_range_present":%,"device_tick_domain":"device_tick","start_tick":%)",
          s.flags, has_ticks, s.start_tick);
    print(out_, R"(,"end_tick":%,"duration_ticks":%,"device_tick_range_valid":%,"value":%,"values":[)", s.end_tick,
          valid ? s.end_tick - s.start_tick : 0, valid, sum);
    for (size_t at = 0; at < values.size(); at += sizeof(uint64_t)) {
      if (at != 0) out_.append(',');
      out_.append_dec(load<uint64_t>(values, at));
    }
    out_.append("]}\n");
  }

  Status text() {
    print(out_, "IREE HAL profile counter summary\nfilter: %\n", std::string_view(r_.options.filter));
    if (r_.options.id >= 0) print(out_, "id_filter: %\n", r_.options.id);
    print(out_, "samples: total=% matched=% truncated_matched=% counter_sets=% counters=% groups=%\n", total_, matched_,
          truncated_, sets_.size(), counters_.size(), groups_.size());
    out_.append("counter_sets:\n");
    for (const CounterSetInfo& set : sets_) {
      print(out_, "  counter_set %: device=% counters=% sample_values=% flags=% name=%\n", set.record.counter_set_id,
            set.record.physical_device_ordinal, set.record.counter_count, set.record.sample_value_count,
            set.record.flags, std::string_view(set.name));
    }
    out_.append("counters:\n");
    for (const CounterInfo& counter : counters_) {
      const format::Counter& record = counter.record;
      print(out_, "  counter %#%: device=% block=% name=% unit=% values=[%,%) flags=% description=%\n",
            record.counter_set_id, record.counter_ordinal, record.physical_device_ordinal,
            std::string_view(counter.block), std::string_view(counter.name), kCounterUnitNames.of(record.unit),
            record.sample_value_offset, record.sample_value_offset + record.sample_value_count, record.flags,
            std::string_view(counter.description));
    }
    out_.append("groups:\n");
    for (const Group& group : groups_) {
      IR_ASSIGN_OR_RETURN(const std::string key, key_of(group.first));
      const CounterInfo& counter = counters_[group.counter];
      print(out_, "  % / %.%\n    scope=% device=% queue=% stream=% command_buffer=% executable=% function=% key=%\n",
            std::string_view(sets_[group.set].name), std::string_view(counter.block), std::string_view(counter.name),
            kCounterSampleScopeNames.of(group.first.scope), group.first.physical_device_ordinal,
            group.first.queue_ordinal, group.first.stream_id, group.first.command_buffer_id, group.first.executable_id,
            group.first.function_ordinal, std::string_view(key));
      print(out_, "    samples=% raw_values=% value[min/avg/stddev/max/total]=%/%/%/%/% unit=%", group.spread.count,
            group.raw_values, group.minimum, group.spread.mean, group.spread.standard_deviation(), group.maximum,
            group.total, kCounterUnitNames.of(counter.record.unit));
      print(out_, " first_sample=% last_sample=%\n", group.first_sample, group.last_sample);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

  Status jsonl() {
    print(out_, R"({"type":"counter_summary","filter":%,"id_filter":%,"mode":"%","total_samples":%)",
          Quoted{r_.options.filter}, r_.options.id, r_.options.counter_samples ? "samples" : "aggregate", total_);
    print(out_, R"(,"matched_samples":%,"truncated_matched_samples":%,"counter_sets":%,"counters":%)", matched_,
          truncated_, sets_.size(), counters_.size());
    print(out_, ",\"aggregate_groups\":%}\n", groups_.size());
    for (const CounterSetInfo& set : sets_) {
      print(out_, R"({"type":"counter_set","counter_set_id":%,"physical_device_ordinal":%,"flags":%)",
            set.record.counter_set_id, set.record.physical_device_ordinal, set.record.flags);
      print(out_, ",\"counter_count\":%,\"sample_value_count\":%,\"name\":%}\n", set.record.counter_count,
            set.record.sample_value_count, Quoted{set.name});
    }
    for (const CounterInfo& counter : counters_) {
      const format::Counter& record = counter.record;
      print(out_, R"({"type":"counter","counter_set_id":%,"counter_ordinal":%,"physical_device_ordinal":%,"flags":%)",
            record.counter_set_id, record.counter_ordinal, record.physical_device_ordinal, record.flags);
      print(out_, R"(,"unit":%,"unit_value":%,"sample_value_offset":%,"sample_value_count":%)",
            Quoted{kCounterUnitNames.of(record.unit)}, static_cast<uint32_t>(record.unit), record.sample_value_offset,
            record.sample_value_count);
      print(out_, ",\"block\":%,\"name\":%,\"description\":%}\n", Quoted{counter.block}, Quoted{counter.name},
            Quoted{counter.description});
    }
    for (const Group& group : groups_) {
      IR_RETURN_IF_ERROR(group_jsonl(group));
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

  Status group_jsonl(const Group& group) {
    IR_ASSIGN_OR_RETURN(const std::string key, key_of(group.first));
    const CounterInfo& counter = counters_[group.counter];
    print(out_, R"({"type":"counter_group","physical_device_ordinal":%,"queue_ordinal":%,"stream_id":%,"scope":%)",
          group.first.physical_device_ordinal, group.first.queue_ordinal, group.first.stream_id,
          Quoted{kCounterSampleScopeNames.of(group.first.scope)});
    print(out_, R"(,"scope_value":%,"counter_set_id":%,"counter_set":%,"counter_ordinal":%,"counter":%,"block":%)",
          static_cast<uint32_t>(group.first.scope), group.first.counter_set_id, Quoted{sets_[group.set].name},
          counter.record.counter_ordinal, Quoted{counter.name}, Quoted{counter.block});
    print(out_, R"(,"unit":%,"command_buffer_id":%,"executable_id":%,"function_ordinal":%,"key":%,"samples":%)",
          Quoted{kCounterUnitNames.of(counter.record.unit)}, group.first.command_buffer_id, group.first.executable_id,
          group.first.function_ordinal, Quoted{key}, group.spread.count);
    print(out_, R"(,"raw_values":%,"min":%,"avg":%,"stddev":%,"max":%,"sum":%)", group.raw_values, group.minimum,
          group.spread.mean, group.spread.standard_deviation(), group.maximum, group.total);
    print(out_, ",\"first_sample_id\":%,\"last_sample_id\":%}\n", group.first_sample, group.last_sample);
    return Status();
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  std::vector<CounterSetInfo> sets_;
  std::vector<CounterInfo> counters_;
  std::vector<Group> groups_;
  RowIndex<1> set_index_;
  RowIndex<2> counter_index_;
  RowIndex<9> group_index_;
  uint64_t total_ = 0;
  uint64_t matched_ = 0;
  uint64_t truncated_ = 0;
};

}  // namespace

Status report_counters(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  return CounterReport(r, metadata).make();
}

}  // namespace ireereplay::profile
