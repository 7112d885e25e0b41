#pragma once
// Taking the result home: the graph of the current step as ONNX, what is shown as a picture, the costs as a table, all
// of it as a report. What is asked for comes from the export dialog, or from a script as a path.

#include <QPointer>
#include <map>
#include <optional>

#include "features/feature.h"
#include "panels/export_dialog.h"

namespace tasoscope {

struct InnerWork;
struct Report;

class ExportFeature : public Feature {
  Q_OBJECT

 public:
  explicit ExportFeature(Workbench& bench);
  void updateActions() override;
  /// By the suffix: an ONNX model, a cost table for .csv, a report for .html, else the shown picture.
  void exportTo(const QString& path);
  void perform(const ExportRequest& request);
  ExportDialog* dialog() const { return m_dialog; }

 private:
  struct Written {
    StepId step = 0;
    QString path, certificate;
    ExportReport report;
  };
  void open(ExportKind kind);
  /// What a trail leads to, with what was done in graphs inside nodes.
  ExportSubject subjectOf(const TrailView& trail, const InnerWork& inside) const;
  PictureOf shownGraph() const;
  void updateDialog();
  void writeModel(const ExportRequest& request);
  void writePicture(const ExportRequest& request);
  void writeCosts(const ExportRequest& request);
  void writeReport(const ExportRequest& request);
  void finish(const QString& sentence);
  void fail(const QString& sentence);
  QString resultOf(const Written& written) const;

  QPointer<ExportDialog> m_dialog;
  bool m_isRunning = false;
  std::optional<Written> m_last;      // the model that was written last
  std::map<QString, StepId> m_files;  // that models were written to, and of which step
};

}  // namespace tasoscope
