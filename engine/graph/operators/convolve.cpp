#include "graph/operators/convolve.h"

#include <algorithm>

#include "graph/operators/gemm.h"

namespace tasoscope::operators {
namespace {

using Extents = std::array<std::int64_t, 3>;

constexpr std::int64_t kGatheredNumbers = std::int64_t{1} << 21;  // 16 MiB of gathered columns at a time

std::int64_t volume(const Extents& extents) { return extents[0] * extents[1] * extents[2]; }

std::int64_t kernelVolume(const ConvolutionShape& shape) {
  return shape.window[0].kernel * shape.window[1].kernel * shape.window[2].kernel;
}

/// Some positions of a grid: whole rows, or a part of one row. A row runs along the last axis.
struct Tile {
  std::int64_t firstRow, rows, firstColumn, columns;
  std::int64_t size() const { return rows * columns; }
};

/// Cuts a grid into tiles whose gathered matrices of `height` rows stay within kGatheredNumbers.
std::vector<Tile> tilesOf(const Extents& grid, std::int64_t height) {
  const std::int64_t rows = grid[0] * grid[1];
  const std::int64_t columns = grid[2];
  const std::int64_t room = std::max<std::int64_t>(1, kGatheredNumbers / std::max<std::int64_t>(1, height));
  std::vector<Tile> tiles;
  if (columns <= room) {
    const std::int64_t step = std::max<std::int64_t>(1, room / std::max<std::int64_t>(1, columns));
    for (std::int64_t row = 0; row < rows; row += step) tiles.push_back({row, std::min(step, rows - row), 0, columns});
    return tiles;
  }
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; column += room)
      tiles.push_back({row, 1, column, std::min(room, columns - column)});
  return tiles;
}

/// The part [begin, end) of `count` positions from `first` whose place under tap `tap` lies inside `extent`.
struct Range {
  std::int64_t begin, end;
};
Range insideRange(const WindowAxis& axis, std::int64_t tap, std::int64_t extent, std::int64_t first,
                  std::int64_t count) {
  const std::int64_t offset = tap * axis.dilation - axis.padBefore;  // place = position * stride + offset
  const std::int64_t low = offset >= 0 ? 0 : (-offset + axis.stride - 1) / axis.stride;
  const std::int64_t high = offset >= extent ? 0 : (extent - 1 - offset) / axis.stride + 1;
  const std::int64_t begin = std::clamp(low, first, first + count);
  return {begin, std::clamp(high, begin, first + count)};
}

std::int64_t placeOf(const WindowAxis& axis, std::int64_t position, std::int64_t tap) {
  return position * axis.stride + tap * axis.dilation - axis.padBefore;
}

/// Calls visit(row of the tile, place of that row in the larger grid or -1 when it is outside) for one tap.
template <typename Visit>
void forEachRow(const ConvolutionShape& shape, const Tile& tile, const Extents& small, const Extents& large,
                std::int64_t depthTap, std::int64_t heightTap, Visit visit) {
  for (std::int64_t r = 0; r < tile.rows; ++r) {
    const std::int64_t d = placeOf(shape.window[0], (tile.firstRow + r) / small[1], depthTap);
    const std::int64_t h = placeOf(shape.window[1], (tile.firstRow + r) % small[1], heightTap);
    const bool isInside = d >= 0 && d < large[0] && h >= 0 && h < large[1];
    visit(r, isInside ? (d * large[1] + h) * large[2] : -1);
  }
}

/// Calls visit(row of the gathered matrix, channel, tap along each axis).
template <typename Visit>
void forEachTap(const ConvolutionShape& shape, std::int64_t channels, Visit visit) {
  std::int64_t row = 0;
  for (std::int64_t c = 0; c < channels; ++c)
    for (std::int64_t d = 0; d < shape.window[0].kernel; ++d)
      for (std::int64_t h = 0; h < shape.window[1].kernel; ++h)
        for (std::int64_t w = 0; w < shape.window[2].kernel; ++w) visit(row++, c, d, h, w);
}

/// Fills the matrix [channels * kernel, tile] with the inputs under the windows at the tile's output positions.
void gather(const ConvolutionShape& shape, const double* x, const Tile& tile, std::vector<double>& columns) {
  const WindowAxis& last = shape.window[2];
  forEachTap(shape, shape.inputChannels, [&](auto row, auto c, auto kd, auto kh, auto kw) {
    const double* channel = x + c * volume(shape.input);
    double* to = columns.data() + row * tile.size();
    const Range inside = insideRange(last, kw, shape.input[2], tile.firstColumn, tile.columns);
    forEachRow(shape, tile, shape.output, shape.input, kd, kh, [&](std::int64_t r, std::int64_t place) {
      double* line = to + r * tile.columns;
      std::fill_n(line, tile.columns, 0.0);
      if (place < 0) return;
      for (std::int64_t o = inside.begin; o < inside.end; ++o)
        line[o - tile.firstColumn] = channel[place + placeOf(last, o, kw)];
    });
  });
}

/// Adds the matrix [channels * kernel, tile of input positions] to the outputs under the windows.
void scatter(const ConvolutionShape& shape, const std::vector<double>& columns, const Tile& tile, double* y) {
  const WindowAxis& last = shape.window[2];
  forEachTap(shape, shape.outputChannels, [&](auto row, auto c, auto kd, auto kh, auto kw) {
    double* channel = y + c * volume(shape.output);
    const double* from = columns.data() + row * tile.size();
    const Range inside = insideRange(last, kw, shape.output[2], tile.firstColumn, tile.columns);
    forEachRow(shape, tile, shape.input, shape.output, kd, kh, [&](std::int64_t r, std::int64_t place) {
      if (place < 0) return;
      const double* line = from + r * tile.columns;
      for (std::int64_t i = inside.begin; i < inside.end; ++i)
        channel[place + placeOf(last, i, kw)] += line[i - tile.firstColumn];
    });
  });
}

bool isPointwise(const ConvolutionShape& shape) {
  return std::ranges::all_of(shape.window, [](const WindowAxis& axis) {
    return axis.kernel == 1 && axis.stride == 1 && axis.padBefore == 0 && axis.padAfter == 0;
  });
}

/// y[m, n] += a[m, k] * b[k, n], each with its row length.
void multiplyAdd(CBLAS_TRANSPOSE transposeA, std::int64_t m, std::int64_t n, std::int64_t k, const double* a,
                 std::int64_t rowA, const double* b, std::int64_t rowB, double beta, double* y, std::int64_t rowY) {
  if (m == 0 || n == 0 || k == 0) return;
  const auto length = [](std::int64_t x) { return static_cast<int>(x); };
  gemm(transposeA, CblasNoTrans, length(m), length(n), length(k), 1, a, length(rowA), b, length(rowB), beta, y,
       length(rowY));
}

void convolveGroup(const ConvolutionShape& shape, const double* x, const double* w, double* y) {
  const std::int64_t size = volume(shape.output);
  const std::int64_t height = shape.inputChannels * kernelVolume(shape);
  if (isPointwise(shape)) {
    multiplyAdd(CblasNoTrans, shape.outputChannels, size, height, w, height, x, size, 1, y, size);
    return;
  }
  std::vector<double> columns;
  for (const Tile& tile : tilesOf(shape.output, height)) {
    columns.resize(static_cast<std::size_t>(height * tile.size()));
    gather(shape, x, tile, columns);
    double* to = y + tile.firstRow * shape.output[2] + tile.firstColumn;
    multiplyAdd(CblasNoTrans, shape.outputChannels, tile.size(), height, w, height, columns.data(), tile.size(), 1, to,
                size);
  }
}

/// One input channel a group.
void convolveDepthwise(const ConvolutionShape& shape, const double* x, const double* w, double* y) {
  const WindowAxis& last = shape.window[2];
  const Tile whole{0, shape.output[0] * shape.output[1], 0, shape.output[2]};
  for (std::int64_t m = 0; m < shape.outputChannels; ++m) {
    double* channel = y + m * volume(shape.output);
    const double* kernel = w + m * kernelVolume(shape);
    forEachTap(shape, 1, [&](auto row, auto, auto kd, auto kh, auto kw) {
      const double weight = kernel[row];
      const Range inside = insideRange(last, kw, shape.input[2], 0, shape.output[2]);
      forEachRow(shape, whole, shape.output, shape.input, kd, kh, [&](std::int64_t r, std::int64_t place) {
        if (place < 0) return;
        double* line = channel + r * shape.output[2];
        for (std::int64_t o = inside.begin; o < inside.end; ++o) line[o] += weight * x[place + placeOf(last, o, kw)];
      });
    });
  }
}

void convolveGroupTransposed(const ConvolutionShape& shape, const double* x, const double* w, double* y) {
  const std::int64_t size = volume(shape.input);
  const std::int64_t height = shape.outputChannels * kernelVolume(shape);
  std::vector<double> columns;
  for (const Tile& tile : tilesOf(shape.input, height)) {
    columns.assign(static_cast<std::size_t>(height * tile.size()), 0.0);
    const double* from = x + tile.firstRow * shape.input[2] + tile.firstColumn;
    multiplyAdd(CblasTrans, height, tile.size(), shape.inputChannels, w, height, from, size, 0, columns.data(),
                tile.size());
    scatter(shape, columns, tile, y);
  }
}

/// The output filled with the bias.
std::vector<double> biased(const ConvolutionShape& shape, std::span<const double> bias) {
  const std::int64_t channels = shape.groups * shape.outputChannels;
  const std::int64_t size = volume(shape.output);
  std::vector<double> y(static_cast<std::size_t>(shape.batch * channels * size), 0.0);
  if (bias.empty()) return y;
  for (std::int64_t i = 0; i < shape.batch * channels; ++i)
    std::fill_n(y.begin() + i * size, size, bias[static_cast<std::size_t>(i % channels)]);
  return y;
}

template <typename Convolve>
std::vector<double> forEachGroup(const ConvolutionShape& shape, const double* x, const double* w,
                                 std::span<const double> bias, Convolve convolveOne) {
  std::vector<double> y = biased(shape, bias);
  const std::int64_t xStep = shape.inputChannels * volume(shape.input);
  const std::int64_t yStep = shape.outputChannels * volume(shape.output);
  const std::int64_t wStep = shape.inputChannels * shape.outputChannels * kernelVolume(shape);
  for (std::int64_t n = 0; n < shape.batch; ++n)
    for (std::int64_t g = 0; g < shape.groups; ++g) {
      const std::int64_t i = n * shape.groups + g;
      convolveOne(shape, x + i * xStep, w + g * wStep, y.data() + i * yStep);
    }
  return y;
}

}  // namespace

std::vector<double> convolve(const ConvolutionShape& shape, const double* x, const double* w,
                             std::span<const double> bias) {
  return forEachGroup(shape, x, w, bias, shape.inputChannels == 1 ? convolveDepthwise : convolveGroup);
}

std::vector<double> convolveTransposed(const ConvolutionShape& shape, const double* x, const double* w,
                                       std::span<const double> bias) {
  return forEachGroup(shape, x, w, bias, convolveGroupTransposed);
}

}  // namespace tasoscope::operators
