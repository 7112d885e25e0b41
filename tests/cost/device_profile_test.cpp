#include "cost/device_profile.h"

#include <QTest>

#include "tensor/error.h"

using namespace tasoscope;

class DeviceProfileTest : public QObject {
  Q_OBJECT

 private slots:
  void everyDeviceOfTheCommandLineIsThere() {
    for (const char* name : {"v100", "t4", "a100", "h100", "h200", "rtx4090", "cpu-estimate"})
      QVERIFY2(findDevice(name) != nullptr, name);
    QVERIFY(findDevice("z9000") == nullptr);
    QCOMPARE(deviceProfiles().size(), std::size_t{7});
  }

  void everyFigureHasASource() {
    for (const DeviceProfile& profile : deviceProfiles()) {
      QVERIFY(profile.figures.size() > 10);
      for (const DeviceFigure& figure : profile.figures) QVERIFY2(figure.source.size() > 10, figure.name.c_str());
    }
  }

  void newerDevicesOfALineAreNotSlower() {
    const DeviceProfile& v100 = *findDevice("v100");
    const DeviceProfile& a100 = *findDevice("a100");
    const DeviceProfile& h100 = *findDevice("h100");
    QVERIFY(v100.memoryBytesPerSecond < a100.memoryBytesPerSecond);
    QVERIFY(a100.memoryBytesPerSecond < h100.memoryBytesPerSecond);
    QVERIFY(v100.float32ProductFlops < a100.float32ProductFlops);
    QVERIFY(a100.float32ProductFlops < h100.float32ProductFlops);
  }

  void aMalformedProfileIsOneErrorThatNamesTheFile() {
    for (const char* text :
         {"", "{", "{\"name\": 3}", "{\"name\": \"x\", \"title\": \"x\", \"summary\": \"x\", \"kind\": \"gpu\"}"}) {
      try {
        parseDeviceProfile(text, "mine.json");
        QFAIL("a malformed profile was accepted");
      } catch (const FileError& error) {
        QVERIFY(QString(error.what()).contains("mine.json"));
      }
    }
  }
};

QTEST_GUILESS_MAIN(DeviceProfileTest)
#include "device_profile_test.moc"
