// Every action can be found in a menu, is unique in its keys, and works from the keyboard in a state that fits it.

#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTreeView>
#include <QtTest>

#include "bodied_models.h"
#include "features/compare_feature.h"
#include "onnx/zoo/zoo.h"
#include "open_window.h"
#include "palette/command_palette.h"
#include "palette/palette_model.h"
#include "panels/candidates_panel.h"
#include "preferences/key_map.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "window/habits.h"

using namespace tasoscope;

class ActionsTest : public QObject {
  Q_OBJECT

 private:
  using State = std::function<bool(OpenWindow&)>;

  static void collect(const QList<QAction*>& entries, QSet<QAction*>& found) {
    for (QAction* entry : entries) {
      if (entry->menu())
        collect(entry->menu()->actions(), found);
      else
        found.insert(entry);
    }
  }

  static bool selectConvolution(OpenWindow& open) { return open.workbench().selectNamed("Conv"); }
  static bool applyNext(OpenWindow& open) {
    open.action("candidate.next")->trigger();
    open.action("candidate.apply")->trigger();
    return open.settle();
  }

  static bool atNodeWithBranches(OpenWindow& open) {
    const QString path = open.folder.filePath("branches.onnx");
    testing::write(testing::ifModel(), path.toStdString());
    open.explorer.openFile(path);
    return open.settle() && open.workbench().selectNamed("choice");
  }

  /// Opens the module and does these one after another; those that are not possible then are passed over.
  static bool after(OpenWindow& open, const QStringList& actions) {
    if (!open.openSample("taso-module")) return false;
    for (const QString& name : actions) {
      if (name == "search") {
        if (!open.search()) return false;
      } else if (name.startsWith("select ")) {
        if (!open.workbench().selectNamed(name.mid(7))) return false;
      } else {
        open.action(qPrintable(name))->trigger();
      }
      if (!open.settle()) return false;
    }
    return true;
  }
  static std::pair<QString, State> followed(const QStringList& actions) {
    return {actions.join(", "), [actions](OpenWindow& open) { return after(open, actions); }};
  }

  /// Situations in which a person may be; each action must be possible in one of them.
  static std::vector<std::pair<QString, State>> states() {
    std::vector<std::pair<QString, State>> states{
        {"start page", [](OpenWindow&) { return true; }},
        {"candidate previewed",
         [](OpenWindow& open) {
           if (!open.openSample("taso-module")) return false;
           open.action("candidate.next")->trigger();
           return true;
         }},
        {"searched",
         [](OpenWindow& open) { return open.openSample("taso-module") && open.search() && selectConvolution(open); }},
        {"between steps",
         [](OpenWindow& open) {
           if (!open.openSample("taso-module") || !open.search()) return false;
           open.action("step.previous")->trigger();
           return open.settle();
         }},
        {"undone",
         [](OpenWindow& open) {
           if (!open.openSample("taso-module") || !applyNext(open)) return false;
           open.action("edit.undo")->trigger();
           return open.settle();
         }},
        {"groups collapsed",
         [](OpenWindow& open) {
           if (!open.openSample("squeezenet")) return false;
           open.action("group.collapseAll")->trigger();
           if (!open.settle()) return false;
           open.parts().stage->select(open.parts().stage->pair().afterGroups->grouping.groups.front().key);
           return true;
         }},
        {"grouped by hand",
         [](OpenWindow& open) {
           if (!open.openSample("squeezenet")) return false;
           const GraphView& graph = *open.parts().stage->pair().afterGraph;
           open.parts().stage->setSelection({keyOf(graph.nodes[0].op), keyOf(graph.nodes[1].op)});
           open.action("group.make")->trigger();
           return open.settle();
         }},
        {"two models",
         [](OpenWindow& open) { return open.openSample("taso-module") && open.openSample("squeezenet"); }},
        {"beside another file",
         [](OpenWindow& open) {
           const QString other = open.folder.filePath("other.onnx");
           writeZooModel("taso-module", {}, other.toStdString());
           if (!open.openSample("taso-module")) return false;
           open.workbench().feature<CompareFeature>().compareWith(other);
           return open.settle();
         }},
        {"project of a model that has changed",
         [](OpenWindow& open) {
           const std::filesystem::path model = open.folder.filePath("model.onnx").toStdString();
           const QString project = open.folder.filePath("work.tasoscope");
           ZooOptions small;
           small.small = true;
           writeZooModel("taso-module", small, model);
           Session::open(model, {})->saveProject(project.toStdString());
           writeZooModel("squeezenet", small, model);
           open.explorer.openFile(project);
           return open.settle();
         }},
        {"at a node with graphs inside", atNodeWithBranches},
        {"in a graph inside a node",
         [](OpenWindow& open) {
           if (!atNodeWithBranches(open)) return false;
           open.action("body.open")->trigger();
           return open.settle();
         }},
        {"lesson",
         [](OpenWindow& open) {
           Learning& learning = open.explorer.habits().learning();
           open.settings.setLesson(builtInLessons().front().id, 1, false);
           learning.start(builtInLessons().front());
           return QTest::qWaitFor([&] { return learning.card()->isVisible(); }, 60000);
         }},
        {"lesson at a card to read",
         [](OpenWindow& open) {
           Learning& learning = open.explorer.habits().learning();
           learning.start(builtInLessons().front());
           return QTest::qWaitFor([&] { return learning.card()->isVisible(); }, 60000);
         }},
        {"searching",
         [](OpenWindow& open) {
           if (!open.openSample("nasnet-a")) return false;
           open.action("search.run")->trigger();
           return true;
         }},
    };
    const QString apply = "candidate.apply", next = "candidate.next";
    for (const QStringList& actions : {QStringList{"search", "view.pairPrevious"},
                                       {"select Conv", "select Relu", "inspector.back"},
                                       {"view.tidy"},
                                       {"select Conv", "view.hide"},
                                       {next, apply, "step.first", next, next, apply},
                                       {"search", "bookmark.set1", "step.first", "bookmark.set2", "step.next"},
                                       {"search", "step.first", "place.back"}})
      states.push_back(followed(actions));
    for (int bookmark = 1; bookmark <= 9; ++bookmark)
      states.push_back(followed({"search", QString("bookmark.set%1").arg(bookmark), "step.first"}));
    return states;
  }

  /// Presses its first key where it works, or finds it in the palette.
  static void useByKeyboard(OpenWindow& open, QAction* action) {
    open.window.activateWindow();
    if (open.window.isStageShown()) open.parts().stage->activePane()->setFocus();
    const bool isOnStage = open.window.isStageShown() && action->associatedObjects().contains(open.parts().stage);
    const bool isKey = !action->shortcuts().isEmpty() && (action->shortcutContext() == Qt::WindowShortcut || isOnStage);
    if (isKey) {
      const QKeyCombination key = action->shortcut()[0];
      QWidget* focus = QApplication::focusWidget();
      QTest::keyClick(focus ? focus : &open.window, key.key(), key.keyboardModifiers());
      return;
    }
    CommandPalette& palette = open.explorer.habits().palette();
    palette.open();
    palette.field()->setText(plainTextOf(*action));
    QTest::keyClick(palette.field(), Qt::Key_Return);
  }

 private Q_SLOTS:
  void everyActionIsInAMenuAndInThePalette() {
    OpenWindow open;
    QSet<QAction*> inMenus;
    collect(open.window.menuBar()->actions(), inMenus);
    QStringList missing;
    for (QAction* action : open.window.actions().all()) {
      if (!inMenus.contains(action)) missing << action->objectName();
    }
    QVERIFY2(missing.isEmpty(), qPrintable("in no menu: " + missing.join(", ")));
    PaletteModel model;
    model.setActions(open.window.actions().all());
    QCOMPARE(std::size_t(model.rowCount()), open.window.actions().all().size());
  }

  void noTwoActionsShareAKeyWhereBothWork() {
    OpenWindow open;
    QStringList shared;
    const auto& actions = open.window.actions().all();
    for (std::size_t i = 0; i < actions.size(); ++i) {
      for (std::size_t j = i + 1; j < actions.size(); ++j) {
        if (!KeyMap::meet(*actions[i], *actions[j])) continue;
        for (const QKeySequence& key : actions[i]->shortcuts()) {
          if (actions[j]->shortcuts().contains(key))
            shared << QString("%1: %2 and %3").arg(key.toString(), actions[i]->objectName(), actions[j]->objectName());
        }
      }
    }
    QVERIFY2(shared.isEmpty(), qPrintable(shared.join("; ")));
  }

  void noTwoActionsAreCalledTheSame() {
    OpenWindow open;
    QMap<QString, QString> names;
    for (const QAction* action : open.window.actions().all()) {
      const QString text = plainTextOf(*action);
      QVERIFY2(!names.contains(text), qPrintable(text + ": " + names.value(text) + ", " + action->objectName()));
      names.insert(text, action->objectName());
    }
  }

  void everyActionWorksFromTheKeyboard() {
    QSet<QString> waiting;
    {
      OpenWindow open;
      for (const QAction* action : open.window.actions().all()) waiting.insert(action->objectName());
    }
    waiting.remove("file.quit");
    QStringList dead;
    for (const auto& [name, enter] : states()) {
      QStringList possible;
      {
        OpenWindow open;
        QVERIFY2(enter(open), qPrintable(name));
        for (const QAction* action : open.window.actions().all()) {
          if (action->isEnabled() && waiting.contains(action->objectName())) possible << action->objectName();
        }
      }
      for (const QString& each : possible) {
        OpenWindow open;
        QVERIFY(QTest::qWaitForWindowActive(&open.window));
        QVERIFY2(enter(open), qPrintable(name));
        QAction* action = open.window.actions().find(each);
        if (!action->isEnabled()) continue;  // a search may have ended meanwhile
        QSignalSpy triggered(action, &QAction::triggered);
        useByKeyboard(open, action);
        if (triggered.isEmpty()) dead << QString("%1 (%2)").arg(each, name);
        for (QWidget* dialog : QApplication::topLevelWidgets()) {
          if (qobject_cast<QDialog*>(dialog)) dialog->close();
        }
        open.action("search.stop")->trigger();
        QVERIFY(open.settle());
        waiting.remove(each);
      }
    }
    QVERIFY2(dead.isEmpty(), qPrintable("not triggered: " + dead.join(", ")));
    QVERIFY2(waiting.isEmpty(), qPrintable("never possible: " + waiting.values().join(", ")));
  }
};

QTEST_MAIN(ActionsTest)
#include "actions_test.moc"
