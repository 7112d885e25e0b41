#pragma once
// How long work tells what it does and asks whether it should stop.

#include <atomic>
#include <functional>
#include <string_view>

#include "tensor/error.h"

namespace tasoscope {

class Progress {
 public:
  /// `report(what, done, total)`; total 0 means unknown. Called from the working thread.
  using Report = std::function<void(std::string_view what, double done, double total)>;
  Progress() = default;
  explicit Progress(Report report, const std::atomic<bool>* cancel = nullptr)
      : report_(std::move(report)), cancel_(cancel) {}
  void report(std::string_view what, double done, double total) const {
    if (report_) report_(what, done, total);
  }
  bool isCancelled() const { return cancel_ && cancel_->load(std::memory_order_relaxed); }
  void throwIfCancelled() const {
    if (isCancelled()) throw Cancelled();
  }

 private:
  Report report_;
  const std::atomic<bool>* cancel_ = nullptr;
};

}  // namespace tasoscope
