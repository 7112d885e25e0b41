#pragma once
// The way in for projects: opens them, and keeps in mind the one that did not open because of its model, until the
// person says where that is, or that it may be another.

#include <QObject>
#include <optional>

#include "session/session_host.h"
#include "window/message_bar.h"

namespace tasoscope {

class Explorer;
class Workbench;

class ProjectDoor : public QObject {
  Q_OBJECT

 public:
  explicit ProjectDoor(Explorer& explorer);
  void open(const QString& path);
  void restore(const QString& journal);
  /// To be told what keeps this model's project from opening.
  void watch(Workbench& workbench);
  /// What to say when something did not open, with what can be done about it.
  Message messageFor(const QString& sentence) const;

 private:
  /// What was asked for last.
  struct Request {
    QString file;
    bool isJournal = false;
    OpenProjectOptions options;
  };
  struct Trouble {
    ModelTrouble kind;
    QString path;
  };
  void run(const Request& request);
  void updateActions();
  void locate();
  void openAnyway();

  Explorer& m_explorer;
  Request m_request;
  std::optional<Trouble> m_trouble;
};

}  // namespace tasoscope
