#include "window/dark_palette.h"

#include <QColor>

#include "views/canvas/theme.h"

namespace tasoscope {
namespace {

struct PaletteColours {
  QColor window, base, alternate, button, text, disabled, highlight, highlightedText, link;
};

QPalette makePalette(const PaletteColours& colours) {
  QPalette palette(colours.button, colours.window);
  palette.setColor(QPalette::Base, colours.base);
  palette.setColor(QPalette::AlternateBase, colours.alternate);
  palette.setColor(QPalette::ToolTipBase, colours.alternate);
  palette.setColor(QPalette::Highlight, colours.highlight);
  palette.setColor(QPalette::HighlightedText, colours.highlightedText);
  palette.setColor(QPalette::Link, colours.link);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
    palette.setColor(role, colours.text);
    palette.setColor(QPalette::Disabled, role, colours.disabled);
  }
  palette.setColor(QPalette::PlaceholderText, colours.disabled);
  return palette;
}

}  // namespace

QPalette lightPalette() {
  const Theme& theme = Theme::light();
  return makePalette({QColor(0xeff0f3), QColor(0xffffff), QColor(0xf5f6f8), QColor(0xe9ebef), theme.text,
                      QColor(0x767b85), QColor(0x0072b2), QColor(0xffffff), QColor(0x0072b2)});
}

QPalette darkPalette() {
  const Theme& theme = Theme::dark();
  return makePalette({QColor(0x2b2d31), theme.canvas, QColor(0x26282c), QColor(0x383b41), theme.text, QColor(0x9298a3),
                      QColor(0x2f6f9f), QColor(0xffffff), QColor(0x56b4e9)});
}

}  // namespace tasoscope
