// Exits with 0 where a window could be opened and seen. Qt itself ends the program where a named display does not
// answer.
#include <QGuiApplication>
#include <QScreen>
#include <QStringList>

int main(int argc, char** argv) {
  const QGuiApplication application(argc, argv);
  const QStringList unseen = {"offscreen", "minimal", "vnc"};
  const bool seen = !unseen.contains(QGuiApplication::platformName()) && QGuiApplication::primaryScreen() != nullptr;
  return seen ? 0 : 1;
}
