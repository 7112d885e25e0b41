#pragma once
// Lays out pictures a second time, slower and finer, beside everything else: what was laid out fast is on the screen
// meanwhile. Lives on the window's thread; the layout runs on a thread of its own.

#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "views/canvas/places.h"

namespace tasoscope {

struct Refined {
  std::shared_ptr<const Picture> before, after;  ///< `before` is null for one picture alone
  Places places;
};

class Refiner : public QObject {
  Q_OBJECT

 public:
  explicit Refiner(QObject* parent = nullptr);
  ~Refiner() override;

  /// Whether a finer layout of this picture is worth its time.
  static bool isWorthwhile(const Picture& picture);
  /// Cancels what runs. `reply` is called once, on this thread, with nothing when it was cancelled or no finer layout
  /// could be made.
  void start(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after,
             std::function<void(std::optional<Refined>)> reply);
  void cancel();

 private:
  QThreadPool m_pool;
  std::shared_ptr<std::atomic<bool>> m_cancel;
};

}  // namespace tasoscope
