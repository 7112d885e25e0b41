#include "graph/operators/gemm.h"

// OpenBLAS has them; other implementations of BLAS need not.
extern "C" {
void openblas_set_num_threads(int) __attribute__((weak));
int openblas_get_num_threads() __attribute__((weak));
}

namespace tasoscope::operators {
namespace {

constexpr double kLeastShared = 3e8;  // multiplications: some 20 ms of one core

void prepareThreads(int m, int n, int k) {
  if (!openblas_set_num_threads || !openblas_get_num_threads) return;
  static const int available = openblas_get_num_threads();
  openblas_set_num_threads(threadsForProduct(m, n, k, available));
}

}  // namespace

int threadsForProduct(int m, int n, int k, int available) {
  return static_cast<double>(m) * n * k < kLeastShared ? 1 : available;
}

void gemm(CBLAS_TRANSPOSE transposeA, CBLAS_TRANSPOSE transposeB, int m, int n, int k, double alpha, const double* a,
          int rowA, const double* b, int rowB, double beta, double* y, int rowY) {
  prepareThreads(m, n, k);
  cblas_dgemm(CblasRowMajor, transposeA, transposeB, m, n, k, alpha, a, rowA, b, rowB, beta, y, rowY);
}

}  // namespace tasoscope::operators
