#pragma once
// How much larger than the system's the user wants text: 0.8 to 3. Whoever lays out in pixels multiplies by it.

namespace tasoscope {

double textScale();
/// To be followed by a change of the application's font, which makes everything lay itself out anew.
void setTextScale(double scale);
/// A length that is meant for text of the usual size.
int scaled(int pixels);

/// A length that grows with the text.
struct TextLength {
  double usual;
  operator double() const { return usual * textScale(); }
};

}  // namespace tasoscope
