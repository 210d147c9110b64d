#include "present/view.h"

#include <algorithm>

#include "present/work.h"

namespace ireereplay {

CaptureView::CaptureView(std::shared_ptr<const CaptureIndex> index, uint32_t max_rows)
    : max_rows_(max_rows), tree_(std::move(index)) {
  expand_scopes(0);
  rebuild();
}

void CaptureView::set_index(std::shared_ptr<const CaptureIndex> index) {
  const uint32_t known = this->index().size();
  tree_.set_index(std::move(index));
  // Marks are as long as the index that they were made for; a running search brings new ones.
  matches_.reset();
  filter_ = false;
  expansion_.set_filtered(false);
  expand_scopes(known);
  rebuild();
}

void CaptureView::set_mode(ViewMode mode) {
  if (tree_.mode() == mode) return;
  tree_.set_mode(mode);
  rebuild();
}

void CaptureView::set_matches(std::optional<RecordSet> matches, bool filter) {
  matches_.reset();
  if (matches) matches_.emplace(index(), *std::move(matches));
  filter_ = filter && matches_.has_value();
  expansion_.set_filtered(filter_);
  rebuild();
}

void CaptureView::expand_scopes(uint32_t first_record) {
  for (const ScopeEntry& scope : index().scopes()) {
    for (const uint32_t begin : scope.begins) {
      if (!expansion_.has_room()) return;
      if (begin >= first_record) expansion_.set_open(Node{Node::Kind::kRecord, 0, begin}, true);
    }
  }
}

bool CaptureView::append_visible(const Node& node) {
  if (rows_.size() >= max_rows_) {
    rows_.push_back(Node{Node::Kind::kMore});
    return false;
  }
  rows_.push_back(node);
  bool room = true;
  // Scopes and debug groups nest 64 deep at most.
  if (is_expanded(node)) {
    tree_.for_each_child(node, static_cast<uint16_t>(node.depth + 1), hiding(),
                         [&](const Node& child) { return room = append_visible(child); });
  }
  return room;
}

void CaptureView::rebuild() {
  ++version_;
  rows_.clear();
  tree_.for_each_root(hiding(), [this](const Node& root) { return append_visible(root); });
}

std::vector<uint32_t> CaptureView::ancestors(uint32_t at) const {
  std::vector<uint32_t> result;
  if (at >= rows_.size()) return result;
  uint32_t depth = rows_[at].depth;
  for (uint32_t row = at; row-- > 0 && depth > 0;) {
    if (rows_[row].depth >= depth) continue;
    result.push_back(row);
    depth = rows_[row].depth;
  }
  std::reverse(result.begin(), result.end());
  return result;
}

void CaptureView::set_expanded(const std::vector<Node>& nodes, bool expanded, bool deep) {
  std::vector<Node> tops;
  for (const Node& node : nodes) {
    if (!tree_.may_have_children(node)) continue;
    expansion_.set_open(node, expanded);
    if (deep && node.kind == Node::Kind::kRecord) tops.push_back(node);
  }
  if (!tops.empty()) expansion_.set_open_below(tree_, hiding(), std::move(tops), expanded, kMaxRows);
  rebuild();
}

std::optional<uint32_t> CaptureView::find(const Node& node) const {
  const auto at = std::find_if(rows_.begin(), rows_.end(), [&](const Node& row) { return row.same_as(node); });
  if (at == rows_.end()) return std::nullopt;
  return static_cast<uint32_t>(at - rows_.begin());
}

std::optional<uint32_t> CaptureView::reveal(Node node) {
  const auto wanted = tree_.in_mode(node);
  if (!wanted) return std::nullopt;
  bool changed = false;
  // In a flat list nothing hides anything.
  std::optional<Node> above = mode() == ViewMode::kFlat ? std::nullopt : tree_.parent_of(*wanted);
  for (uint32_t steps = 0; above && steps <= index().size(); ++steps, above = tree_.parent_of(*above)) {
    if (is_expanded(*above)) continue;
    expansion_.set_open(*above, true);
    changed = true;
  }
  if (changed) rebuild();
  return find(*wanted);
}

std::optional<uint32_t> CaptureView::open_at_work() {
  if (mode() != ViewMode::kTree) return std::nullopt;
  const Work work = work_of(index());
  if (work.submission == kNoRecord) return std::nullopt;
  const Node submission{Node::Kind::kRecord, 0, work.submission};
  if (tree_.may_have_children(submission)) expansion_.set_open(submission, true);
  rebuild();
  return reveal(work.scope == kNoRecord ? submission : Node{Node::Kind::kRecord, 0, work.scope});
}

std::optional<uint32_t> CaptureView::next_match(std::optional<uint32_t> from, bool forward) {
  if (!matches_ || rows_.empty()) return std::nullopt;
  const auto open = [this](const Node& node) {
    expansion_.set_open(node, true);
    rebuild();
  };
  const auto hides_match = [this](const Node& node) {
    return tree_.may_have_children(node) && !expansion_.is_open(node) && tree_.leads_to_match(node, *matches_);
  };
  // Two rounds: from `from` to the end, then from the other end, so that the search wraps around.
  int64_t row = from ? int64_t{*from} : (forward ? -1 : int64_t{row_count()});
  for (int round = 0; round < 2; ++round) {
    if (forward) {
      for (++row; row < int64_t{row_count()}; ++row) {
        const Node node = rows_[static_cast<size_t>(row)];
        if (is_match(node)) return static_cast<uint32_t>(row);
        if (hides_match(node)) open(node);
      }
      row = -1;
    } else {
      for (--row; row >= 0; --row) {
        const Node node = rows_[static_cast<size_t>(row)];
        if (hides_match(node)) {
          // Go on from the last row of what was just opened: everything above stays where it was.
          open(node);
          int64_t last = row;
          while (last + 1 < int64_t{row_count()} && rows_[static_cast<size_t>(last + 1)].depth > node.depth) ++last;
          if (last > row) {
            row = last + 1;
            continue;
          }
        }
        if (is_match(node)) return static_cast<uint32_t>(row);
      }
      row = int64_t{row_count()};
    }
  }
  return std::nullopt;
}

}  // namespace ireereplay
