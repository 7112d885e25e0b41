#pragma once
// What is written, where, and how it is checked first: a dialog that stays open beside the window, follows the current
// step, shows the progress and then the result, or why nothing was written.

#include <QDialog>

#include "session/inner_work.h"
#include "views/text/step_text.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTreeWidget;

namespace tasoscope {

enum class ExportKind { kModel, kPicture, kCosts, kReport };
/// Which of the graphs that are shown a picture is of.
enum class PictureOf { kAfter, kBefore, kBoth };

/// What a person asked for.
struct ExportRequest {
  ExportKind kind = ExportKind::kModel;
  QString path;
  ExportOptions options;  ///< of a model
  QString inputsFolder;   ///< of stored inputs; empty: random ones
  QString certificate;    ///< where that of a model goes; empty: none is written
  PictureOf graph = PictureOf::kAfter;
  double scale = 2;                ///< pixels of a PNG to a unit of the screen
  bool hasOnlyShownNodes = false;  ///< costs: those that the table's filter leaves
  bool hasPictures = true;         ///< of a report
};

/// What is said about a step that is to be exported.
struct ExportSubject {
  QString model, path, device;
  QString title;                        ///< "step 6, merge-conv", with its branch
  QString shownTitle;                   ///< of the graph that pictures and costs are of, where that is another
  QString costs;                        ///< before and after
  std::vector<StepView> steps;          ///< that lead there, without step 0
  StepWords words;                      ///< for them
  std::vector<InnerSteps> inner;        ///< what was done in graphs inside nodes, which is written too
  bool hasBefore = false;               ///< two graphs are shown
  PictureOf shown = PictureOf::kAfter;  ///< of which a picture is proposed
  bool isFile = true;                   ///< the model is a file, so that others can hold the same one
  QStringList taken;                    ///< files that other steps were written to, which are not proposed
};

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  ExportDialog(QAction* cancel, QWidget* parent = nullptr);
  void setKind(ExportKind kind);
  void setSubject(const ExportSubject& subject);
  ExportRequest request() const;
  void showRunning(const QString& activity);
  void showProgress(const QString& what, double done, double total);
  /// Ends what showRunning began.
  void showResult(const QString& sentence);
  void showFailure(const QString& sentence);
  QString message() const;

 Q_SIGNALS:
  void exportRequested(const tasoscope::ExportRequest& request);

 private:
  QWidget* makeModelOptions();
  QWidget* makePictureOptions();
  QWidget* makeCostsOptions();
  QWidget* makeReportOptions();
  void makeRoom(QWidget* content, QWidget* below);
  QLayout* makePathField();
  void makeProgressField(QAction* cancel);
  void showSteps();
  /// `where`: the graph inside a node; empty: the model's own.
  void addStep(const QString& label, const StepView& step, const QString& where);
  QString changesText() const;
  bool isOfShownGraph() const;
  void updateKind();
  void tellSizes();
  void browse();
  void end(const QString& sentence, bool isFailure);
  QString suffix() const;
  QString proposedPath() const;

  ExportSubject m_subject;
  QString m_proposed;  // the path that was filled in, until it is changed by hand
  QLabel *m_title, *m_costs, *m_changes, *m_sizes, *m_activity, *m_message;
  QTreeWidget* m_steps;
  QComboBox* m_kind;
  QStackedWidget* m_options;
  QCheckBox *m_verify, *m_unlimited, *m_certificate, *m_onlyShown, *m_pictures;
  QLineEdit *m_tolerance, *m_inputs, *m_path;
  QSpinBox* m_count;
  QComboBox* m_graph;
  QDoubleSpinBox* m_scale;
  QProgressBar* m_progress;
  QPushButton* m_export;
  QWidget* m_running;
};

}  // namespace tasoscope
