#include "view_handle.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "base/json_writer.h"
#include "base/text.h"
#include "cancel.h"
#include "capture/index_builder.h"
#include "capture_handle.h"
#include "present/query.h"
#include "present/rows.h"
#include "present/view.h"
#include "progress.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

using SharedCapture = std::shared_ptr<OpenCapture>;

std::string search_state(std::string_view query, uint32_t matches, uint32_t searched, bool done,
                         const std::optional<QueryMistake>& mistake) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("query").string(query);
  json.key("matches").number(matches);
  json.key("searched").number(searched);
  json.key("done").boolean(done);
  if (mistake) {
    json.key("error").begin_object();
    json.key("message").string(mistake->message);
    json.key("start").number(mistake->begin);
    json.key("end").number(mistake->end);
    json.end_object();
  }
  json.end_object();
  return out.take();
}

/// What a view's handle and its workers share. Every change of a view may take time with the number of rows, so all of
/// them are done by workers, one at a time.
struct SharedView {
  std::mutex mutex;
  CaptureView view{empty_index()};
  std::shared_ptr<const RecordSet> matches;
  /// Only the latest search may change the view.
  std::atomic<uint64_t> searches = 0;

  /// { row, key, ordinal? } of a row; row -1 when there is none. `ordinal` counts matches from 1.
  struct Place {
    double row = -1;
    std::string key;
    double ordinal = 0;
  };
  Place place(std::optional<uint32_t> row) const {
    if (!row) return {};
    const Node& node = view.row(*row);
    const bool match = matches != nullptr && view.is_match(node);
    return {static_cast<double>(*row), node_key(view.index(), node), match ? matches->rank(node.id) + 1.0 : 0};
  }
};
using Shared = std::shared_ptr<SharedView>;

Napi::Value to_place(Napi::Env env, SharedView::Place& place) {
  auto object = Napi::Object::New(env);
  object.Set("row", place.row);
  object.Set("key", place.key);
  if (place.ordinal != 0) object.Set("ordinal", place.ordinal);
  return object;
}

Napi::Value to_strings(Napi::Env env, std::vector<std::string>& texts) {
  auto array = Napi::Array::New(env, texts.size());
  for (uint32_t i = 0; i < texts.size(); ++i) array.Set(i, Napi::String::New(env, texts[i]));
  return array;
}

/// A window of rows, and those that enclose the first, each with its place before it.
struct RowPage {
  uint32_t start = 0, total = 0, version = 0;
  uint32_t row_count = 0, ancestor_count = 0;
  PackedRows rows;
};

/// The protocol's PackedRowPage.
Napi::Value to_row_page(Napi::Env env, RowPage& page) {
  auto object = Napi::Object::New(env);
  object.Set("start", page.start);
  object.Set("total", page.total);
  object.Set("version", page.version);
  object.Set("rows", page.row_count);
  object.Set("ancestors", page.ancestor_count);
  object.Set("numbers", copy_array<Napi::Uint32Array>(env, page.rows.numbers));
  object.Set("wides", copy_array<Napi::BigUint64Array>(env, page.rows.wides));
  object.Set("texts", copy_array<Napi::Uint8Array>(env, page.rows.texts.view()));
  return object;
}

/// The protocol's Stripe.
Napi::Value to_stripe(Napi::Env env, Stripe& stripe) {
  auto object = Napi::Object::New(env);
  object.Set("classes", copy_array<Napi::Uint8Array>(env, stripe.classes));
  object.Set("matches", copy_array<Napi::Uint32Array>(env, stripe.matches));
  object.Set("problems", copy_array<Napi::Uint32Array>(env, stripe.problems));
  return object;
}

/// One editor's view. Begins empty: refresh() brings what is indexed.
class ViewHandle : public Napi::ObjectWrap<ViewHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "CaptureView",
        {InstanceMethod<&ViewHandle::set_mode>("setMode"), InstanceMethod<&ViewHandle::rows>("rows"),
         InstanceMethod<&ViewHandle::set_expanded>("setExpanded"),
         InstanceMethod<&ViewHandle::expanded_keys>("expandedKeys"), InstanceMethod<&ViewHandle::reveal>("reveal"),
         InstanceMethod<&ViewHandle::open_at_work>("openAtWork"), InstanceMethod<&ViewHandle::search>("search"),
         InstanceMethod<&ViewHandle::next_match>("nextMatch"), InstanceMethod<&ViewHandle::stripe>("stripe"),
         InstanceMethod<&ViewHandle::refresh>("refresh")});
  }

  explicit ViewHandle(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<ViewHandle>(info), capture_(*info[0].As<Napi::External<SharedCapture>>().Data()) {}

 private:
  /// Changes the view, or asks it something, on a pool thread.
  template <typename T>
  Napi::Value with_view(Napi::Env env, std::function<T(SharedView&)> work, typename PromiseWorker<T>::Convert convert) {
    return PromiseWorker<T>::run(
        env,
        [shared = shared_, work = std::move(work)]() -> Result<T> {
          std::scoped_lock lock(shared->mutex);
          return work(*shared);
        },
        std::move(convert));
  }

  Napi::Value set_mode(const Napi::CallbackInfo& info) {
    const std::string name = info[0].ToString().Utf8Value();
    const ViewMode mode = name == "flat" ? ViewMode::kFlat : name == "objects" ? ViewMode::kObjects : ViewMode::kTree;
    return with_view<Nothing>(
        info.Env(),
        [mode](SharedView& shared) {
          shared.view.set_mode(mode);
          return Nothing{};
        },
        to_undefined);
  }

  struct PlannedRow {
    uint32_t row;
    RowPlan plan;
  };

  Napi::Value rows(const Napi::CallbackInfo& info) {
    return PromiseWorker<RowPage>::run(
        info.Env(),
        [capture = capture_, shared = shared_, first_row = info[0].ToNumber().Uint32Value(),
         wanted = info[1].ToNumber().Uint32Value()]() -> Result<RowPage> {
          std::shared_ptr<const CaptureIndex> index;
          std::vector<RowPlan> plans;
          std::vector<PlannedRow> ancestors;
          RowPage page;
          {
            std::scoped_lock lock(shared->mutex);
            const CaptureView& view = shared->view;
            index = view.shared_index();
            page.total = view.row_count();
            page.version = view.version();
            page.start = std::min(first_row, page.total);
            const uint32_t count = std::min({wanted, page.total - page.start, kMaxRows});
            for (uint32_t row = page.start; row < page.start + count; ++row) plans.push_back(plan_row(view, row));
            if (count > 0) {
              for (const uint32_t row : view.ancestors(page.start)) ancestors.push_back({row, plan_row(view, row)});
            }
          }
          RecordReader reader(capture->file, capture->header, kRowWindow);
          const uint16_t major = capture->header.file.version_major;
          page.row_count = static_cast<uint32_t>(plans.size());
          page.ancestor_count = static_cast<uint32_t>(ancestors.size());
          for (const RowPlan& plan : plans) append_row(*index, major, plan, reader, page.rows);
          for (const PlannedRow& ancestor : ancestors) {
            page.rows.numbers.push_back(ancestor.row);
            append_row(*index, major, ancestor.plan, reader, page.rows);
          }
          return page;
        },
        to_row_page);
  }

  Napi::Value set_expanded(const Napi::CallbackInfo& info) {
    std::vector<std::string> keys;
    if (info[0].IsArray()) {
      const auto array = info[0].As<Napi::Array>();
      for (uint32_t i = 0; i < array.Length(); ++i) keys.push_back(array.Get(i).ToString().Utf8Value());
    }
    const bool expanded = info[1].ToBoolean(), deep = info[2].ToBoolean();
    return with_view<Nothing>(
        info.Env(),
        [keys = std::move(keys), expanded, deep](SharedView& shared) {
          std::vector<Node> nodes;
          for (const std::string& key : keys) {
            if (const auto node = parse_node_key(shared.view.index(), key)) nodes.push_back(*node);
          }
          shared.view.set_expanded(nodes, expanded, deep);
          return Nothing{};
        },
        to_undefined);
  }

  Napi::Value expanded_keys(const Napi::CallbackInfo& info) {
    return with_view<std::vector<std::string>>(
        info.Env(), [](SharedView& shared) { return shared.view.expanded_keys(); }, to_strings);
  }

  Napi::Value reveal(const Napi::CallbackInfo& info) {
    return with_view<SharedView::Place>(
        info.Env(),
        [key = info[0].ToString().Utf8Value()](SharedView& shared) {
          const auto node = parse_node_key(shared.view.index(), key);
          return shared.place(node ? shared.view.reveal(*node) : std::nullopt);
        },
        to_place);
  }

  Napi::Value open_at_work(const Napi::CallbackInfo& info) {
    return with_view<SharedView::Place>(
        info.Env(), [](SharedView& shared) { return shared.place(shared.view.open_at_work()); }, to_place);
  }

  Napi::Value next_match(const Napi::CallbackInfo& info) {
    return with_view<SharedView::Place>(
        info.Env(),
        [key = info[0].ToString().Utf8Value(), forward = info[1].ToNumber().Int32Value() > 0](SharedView& shared) {
          const auto node = parse_node_key(shared.view.index(), key);
          return shared.place(shared.view.next_match(node ? shared.view.find(*node) : std::nullopt, forward));
        },
        to_place);
  }

  Napi::Value search(const Napi::CallbackInfo& info) {
    auto progress = std::make_shared<ProgressCallback>(info.Env(), info[2]);
    // Nobody waits for what the earlier search would find: it ends, and frees its thread.
    latest_search_->store(true);
    latest_search_ = cancel_flag(info[3]);
    return PromiseWorker<std::string>::run(
        info.Env(),
        [text = info[0].ToString().Utf8Value(), filter = info[1].ToBoolean().Value(), progress, capture = capture_,
         shared = shared_, number = ++shared_->searches, cancel = latest_search_]() mutable -> Result<std::string> {
          auto result = search_now(text, filter, *progress, *capture, *shared, number, *cancel);
          progress.reset();
          return result;
        },
        to_string_value);
  }

  /// The state at the end; not done when a later search or the caller ended it.
  static Result<std::string> search_now(const std::string& text, bool filter, ProgressCallback& progress,
                                        const OpenCapture& capture, SharedView& shared, uint64_t number,
                                        const std::atomic<bool>& cancel) {
    std::shared_ptr<const CaptureIndex> index;
    {
      std::scoped_lock lock(shared.mutex);
      index = shared.view.shared_index();
    }
    Query query;
    QueryMistake mistake;
    if (!parse_query(text, &query, &mistake)) return search_state(text, 0, index->size(), true, mistake);
    uint32_t count = 0;
    std::optional<RecordSet> matches;
    if (!query.empty()) {
      RecordReader reader(capture.file, capture.header);
      auto found = search_records(*index, query, reader, cancel, &count, [&](const SearchProgress& at) {
        progress.call([state = search_state(text, at.matches, at.searched, false, std::nullopt)](
                          Napi::Env env, Napi::Function function) { function.Call({Napi::String::New(env, state)}); });
      });
      if (found.status().code() == StatusCode::kCancelled)
        return search_state(text, count, index->size(), false, std::nullopt);
      if (!found.ok()) return found.status();
      matches = *std::move(found);
    }
    std::scoped_lock lock(shared.mutex);
    if (number != shared.searches || index.get() != &shared.view.index())
      return search_state(text, count, index->size(), false, std::nullopt);
    shared.matches = matches ? std::make_shared<const RecordSet>(*matches) : nullptr;
    shared.view.set_matches(std::move(matches), filter);
    return search_state(text, count, index->size(), true, std::nullopt);
  }

  Napi::Value stripe(const Napi::CallbackInfo& info) {
    const uint32_t buckets = std::min(info[0].ToNumber().Uint32Value(), kMaxBuckets);
    return PromiseWorker<Stripe>::run(
        info.Env(),
        [shared = shared_, buckets]() -> Result<Stripe> {
          std::shared_ptr<const CaptureIndex> index;
          std::shared_ptr<const RecordSet> matches;
          {
            std::scoped_lock lock(shared->mutex);
            index = shared->view.shared_index();
            matches = shared->matches;
          }
          return stripe_of(*index, matches.get(), buckets);
        },
        to_stripe);
  }

  Napi::Value refresh(const Napi::CallbackInfo& info) {
    return with_view<Nothing>(
        info.Env(),
        [capture = capture_](SharedView& shared) {
          if (auto index = capture->current_index(); index.get() != &shared.view.index()) {
            shared.matches.reset();
            shared.view.set_index(std::move(index));
          }
          return Nothing{};
        },
        to_undefined);
  }

  static constexpr uint32_t kMaxRows = 1000;
  static constexpr uint32_t kMaxBuckets = 8192;
  static constexpr size_t kRowWindow = 32 * 1024;

  const SharedCapture capture_;
  const Shared shared_ = std::make_shared<SharedView>();
  CancelFlag latest_search_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace

Napi::Function define_view_class(Napi::Env env) { return ViewHandle::define(env); }

}  // namespace ireereplay::addon
