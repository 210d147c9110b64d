// How the core reports failure: an IREE status code, a sentence, and the place in the capture that it concerns. No
// exception leaves the core; a function that can fail returns Status or Result<T>.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace ireereplay {

/// Status codes, numbers and names as in IREE's runtime/src/iree/base/status.h.
enum class StatusCode : uint32_t {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
  kDeferred = 17,
  kIncompatible = 18,
};

/// IREE's name for `code` ("OK", "DATA_LOSS", ...); empty for a code that IREE does not name.
std::string_view status_code_name(uint32_t code);
inline std::string_view status_code_name(StatusCode code) { return status_code_name(static_cast<uint32_t>(code)); }

/// Marks an unknown place.
inline constexpr uint64_t kNoPlace = ~0ull;

/// Outcome of a call that returns nothing else. Truthy when it succeeded.
/// Millions of calls succeed for one that fails: an OK status is a null pointer.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message)
      : failure_(code == StatusCode::kOk ? nullptr : new Failure{code, std::move(message)}) {}
  Status(const Status& other) : failure_(other.ok() ? nullptr : new Failure(*other.failure_)) {}
  Status(Status&&) = default;
  Status& operator=(Status other) {
    failure_ = std::move(other.failure_);
    return *this;
  }
  ~Status() = default;

  bool ok() const { return failure_ == nullptr; }
  explicit operator bool() const { return ok(); }
  StatusCode code() const { return ok() ? StatusCode::kOk : failure_->code; }
  /// One sentence without the place: what is wrong, and what to do if known.
  const std::string& message() const;
  /// Position (0-based, in file order) of the record it concerns, or kNoPlace.
  uint64_t record() const { return ok() ? kNoPlace : failure_->record; }
  /// Byte offset in the capture that it concerns, or kNoPlace.
  uint64_t offset() const { return ok() ? kNoPlace : failure_->offset; }

  /// The same status, with the place filled in unless already known.
  Status at(uint64_t record, uint64_t offset) && {
    if (!ok()) {
      if (failure_->record == kNoPlace) failure_->record = record;
      if (failure_->offset == kNoPlace) failure_->offset = offset;
    }
    return std::move(*this);
  }

  /// "DATA_LOSS; record #12 at byte 4096: <message>", as shown to users.
  std::string to_string() const;

 private:
  struct Failure {
    StatusCode code;
    std::string message;
    uint64_t record = kNoPlace;
    uint64_t offset = kNoPlace;
  };
  std::unique_ptr<Failure> failure_;
};

/// A value, or the Status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Status status) : state_(std::in_place_index<1>, std::move(status)) { assert(!std::get<1>(state_).ok()); }

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  /// The failure; an OK status when there is a value.
  Status status() const& { return ok() ? Status() : std::get<1>(state_); }

 private:
  std::variant<T, Status> state_;
};

}  // namespace ireereplay

/// Returns the failure of `expression` from the calling function, if it fails.
#define IR_RETURN_IF_ERROR(expression)                                                       \
  do {                                                                                       \
    if (::ireereplay::Status ir_status_ = (expression); !ir_status_.ok()) return ir_status_; \
  } while (false)

/// Declares `declaration` from the value of `expression`, or returns its failure from the calling function.
#define IR_ASSIGN_OR_RETURN(declaration, expression) \
  IR_ASSIGN_OR_RETURN_(IR_CONCAT_(ir_result_, __LINE__), declaration, expression)
#define IR_ASSIGN_OR_RETURN_(result, declaration, expression) \
  auto result = (expression);                                 \
  if (!result.ok()) return result.status();                   \
  declaration = *std::move(result)
#define IR_CONCAT_(a, b) IR_CONCAT2_(a, b)
#define IR_CONCAT2_(a, b) a##b
