#include <memory>

#include "base/text.h"
#include "cancel.h"
#include "capture/query.h"
#include "capture/rows.h"
#include "capture/view.h"
#include "capture_handle.h"
#include "progress.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

using SharedCapture = std::shared_ptr<OpenCapture>;

struct SearchOutcome {
  std::shared_ptr<const CaptureIndex> index;
  std::optional<RecordSet> matches;
  uint32_t count = 0;
  /// A query that could not be parsed.
  std::optional<QueryMistake> mistake;
};

std::string search_state(std::string_view query, uint32_t matches, uint32_t searched, bool done,
                         const std::optional<QueryMistake>& mistake) {
  Text out;
  out.append("{\"query\":");
  out.append_json_utf8(query);
  out.append(",\"matches\":");
  out.append_dec(matches);
  out.append(",\"searched\":");
  out.append_dec(searched);
  out.append(done ? ",\"done\":true" : ",\"done\":false");
  if (mistake) {
    out.append(",\"error\":{\"message\":");
    out.append_json_utf8(mistake->message);
    out.append(",\"start\":");
    out.append_dec(mistake->begin);
    out.append(",\"end\":");
    out.append_dec(mistake->end);
    out.append('}');
  }
  out.append('}');
  return out.take();
}

/// One editor's view. Lives on the main thread; workers get copies of what they need.
class ViewHandle : public Napi::ObjectWrap<ViewHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "CaptureView",
        {InstanceMethod<&ViewHandle::set_mode>("setMode"), InstanceMethod<&ViewHandle::rows>("rows"),
         InstanceMethod<&ViewHandle::set_expanded>("setExpanded"),
         InstanceMethod<&ViewHandle::expanded_keys>("expandedKeys"), InstanceMethod<&ViewHandle::reveal>("reveal"),
         InstanceMethod<&ViewHandle::search>("search"), InstanceMethod<&ViewHandle::next_match>("nextMatch"),
         InstanceMethod<&ViewHandle::stripe>("stripe"), InstanceMethod<&ViewHandle::refresh>("refresh")});
  }

  explicit ViewHandle(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<ViewHandle>(info),
        capture_(*info[0].As<Napi::External<SharedCapture>>().Data()),
        view_(capture_->current_index()) {}

 private:
  Napi::Value set_mode(const Napi::CallbackInfo& info) {
    const std::string mode = info[0].ToString().Utf8Value();
    view_.set_mode(mode == "flat" ? ViewMode::kFlat : mode == "objects" ? ViewMode::kObjects : ViewMode::kTree);
    return info.Env().Undefined();
  }

  struct PlannedRow {
    uint32_t row;
    RowPlan plan;
  };

  Napi::Value rows(const Napi::CallbackInfo& info) {
    const uint32_t total = view_.row_count();
    const uint32_t start = std::min(info[0].ToNumber().Uint32Value(), total);
    const uint32_t count = std::min({info[1].ToNumber().Uint32Value(), total - start, kMaxRows});
    std::vector<RowPlan> plans;
    for (uint32_t row = start; row < start + count; ++row) plans.push_back(plan_row(view_, row));
    std::vector<PlannedRow> ancestors;
    if (count > 0) {
      for (const uint32_t row : view_.ancestors(start)) ancestors.push_back({row, plan_row(view_, row)});
    }
    return PromiseWorker<std::string>::run(
        info.Env(),
        [file = capture_->file, header = capture_->header, index = shared_index_of_view(), plans = std::move(plans),
         ancestors = std::move(ancestors), start, total, version = view_.version()]() -> Result<std::string> {
          Text out;
          RecordReader reader(file, header, kRowWindow);
          const uint16_t major = header.file.version_major;
          out.append("{\"start\":");
          out.append_dec(start);
          out.append(",\"total\":");
          out.append_dec(total);
          out.append(",\"version\":");
          out.append_dec(version);
          out.append(",\"rows\":[");
          bool first = true;
          for (const RowPlan& plan : plans) {
            if (!first) out.append(',');
            first = false;
            append_row(*index, major, plan, reader, out);
          }
          out.append("],\"ancestors\":[");
          first = true;
          for (const PlannedRow& ancestor : ancestors) {
            if (!first) out.append(',');
            first = false;
            out.append("{\"index\":");
            out.append_dec(ancestor.row);
            out.append(",\"row\":");
            append_row(*index, major, ancestor.plan, reader, out);
            out.append('}');
          }
          out.append("]}");
          return out.take();
        },
        to_string_value);
  }

  Napi::Value set_expanded(const Napi::CallbackInfo& info) {
    std::vector<Node> nodes;
    if (info[0].IsArray()) {
      const auto keys = info[0].As<Napi::Array>();
      for (uint32_t i = 0; i < keys.Length(); ++i) {
        if (const auto node = parse_node_key(view_.index(), keys.Get(i).ToString().Utf8Value())) nodes.push_back(*node);
      }
    }
    view_.set_expanded(nodes, info[1].ToBoolean(), info[2].ToBoolean());
    return info.Env().Undefined();
  }

  Napi::Value expanded_keys(const Napi::CallbackInfo& info) {
    const auto keys = view_.expanded_keys();
    auto array = Napi::Array::New(info.Env(), keys.size());
    for (uint32_t i = 0; i < keys.size(); ++i) array.Set(i, Napi::String::New(info.Env(), keys[i]));
    return array;
  }

  /// { row, key, ordinal? } of a row; row -1 when there is none. `ordinal` counts matches from 1.
  Napi::Value place(Napi::Env env, std::optional<uint32_t> row) {
    auto object = Napi::Object::New(env);
    object.Set("row", row ? static_cast<double>(*row) : -1.0);
    object.Set("key", row ? node_key(view_.index(), view_.row(*row)) : std::string());
    if (row && matches_ && view_.is_match(view_.row(*row)))
      object.Set("ordinal", static_cast<double>(matches_->rank(view_.row(*row).id) + 1));
    return object;
  }

  Napi::Value reveal(const Napi::CallbackInfo& info) {
    const auto node = parse_node_key(view_.index(), info[0].ToString().Utf8Value());
    return place(info.Env(), node ? view_.reveal(*node) : std::nullopt);
  }

  Napi::Value next_match(const Napi::CallbackInfo& info) {
    const auto node = parse_node_key(view_.index(), info[0].ToString().Utf8Value());
    return place(info.Env(),
                 view_.next_match(node ? view_.find(*node) : std::nullopt, info[1].ToNumber().Int32Value() > 0));
  }

  Napi::Value search(const Napi::CallbackInfo& info) {
    const std::string text = info[0].ToString().Utf8Value();
    const bool filter = info[1].ToBoolean();
    auto progress = std::make_shared<ProgressCallback>(info.Env(), info[2]);
    // Only the latest search may change the view.
    const uint32_t generation = ++search_generation_;
    // The view must live until the result is there.
    auto self = std::make_shared<Napi::ObjectReference>(Napi::Persistent(Value()));
    return PromiseWorker<SearchOutcome>::run(
        info.Env(),
        [text, progress, file = capture_->file, header = capture_->header, index = shared_index_of_view(),
         cancel = cancel_flag(info[3])]() mutable -> Result<SearchOutcome> {
          SearchOutcome outcome;
          outcome.index = index;
          Query query;
          QueryMistake mistake;
          if (!parse_query(text, &query, &mistake)) {
            outcome.mistake = mistake;
          } else if (!query.empty()) {
            RecordReader reader(file, header);
            auto found = search_records(*index, query, reader, *cancel, &outcome.count, [&](const SearchProgress& at) {
              progress->call(
                  [state = search_state(text, at.matches, at.searched, false, std::nullopt)](
                      Napi::Env env, Napi::Function function) { function.Call({Napi::String::New(env, state)}); });
            });
            if (found.ok()) {
              outcome.matches = *std::move(found);
            } else if (found.status().code() != StatusCode::kCancelled) {
              progress.reset();
              return found.status();
            }
          }
          progress.reset();
          return outcome;
        },
        [this, self, text, filter, generation](Napi::Env env, SearchOutcome& outcome) -> Napi::Value {
          const uint32_t searched = outcome.index->size();
          if (generation == search_generation_ && outcome.index.get() == &view_.index() && !outcome.mistake) {
            matches_ = outcome.matches ? std::make_shared<const RecordSet>(*outcome.matches) : nullptr;
            view_.set_matches(std::move(outcome.matches), filter);
          }
          return Napi::String::New(env, search_state(text, outcome.count, searched, true, outcome.mistake));
        });
  }

  Napi::Value stripe(const Napi::CallbackInfo& info) {
    const uint32_t buckets = std::min(info[0].ToNumber().Uint32Value(), kMaxBuckets);
    return PromiseWorker<std::string>::run(
        info.Env(),
        [index = shared_index_of_view(), matches = matches_, buckets]() -> Result<std::string> {
          Text out;
          append_stripe(*index, matches.get(), buckets, out);
          return out.take();
        },
        to_string_value);
  }

  Napi::Value refresh(const Napi::CallbackInfo& info) {
    if (auto index = capture_->current_index(); index.get() != &view_.index()) {
      matches_.reset();
      view_.set_index(std::move(index));
    }
    return info.Env().Undefined();
  }

  std::shared_ptr<const CaptureIndex> shared_index_of_view() const { return view_.shared_index(); }

  static constexpr uint32_t kMaxRows = 1000;
  static constexpr uint32_t kMaxBuckets = 8192;
  static constexpr size_t kRowWindow = 32 * 1024;

  SharedCapture capture_;
  CaptureView view_;
  std::shared_ptr<const RecordSet> matches_;
  uint32_t search_generation_ = 0;
};

}  // namespace

Napi::Function define_view_class(Napi::Env env) { return ViewHandle::define(env); }

}  // namespace ireereplay::addon
