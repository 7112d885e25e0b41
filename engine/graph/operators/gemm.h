#pragma once
// Products of float64 matrices, by BLAS. Private to graph/operators.
//
// Problem: OpenBLAS shares all but tiny products among its threads, and each product waits for the last of them. Where
// the machine is busy with other things that is a turn of the scheduler, a hundred times the product itself, at every
// product of a network. Idea: only a product that takes longer than a turn is worth sharing.

#include <cblas.h>

namespace tasoscope::operators {

/// y[m, n] = alpha * a[m, k] * b[k, n] + beta * y, in rows; each matrix with the length of its rows as it is stored.
void gemm(CBLAS_TRANSPOSE transposeA, CBLAS_TRANSPOSE transposeB, int m, int n, int k, double alpha, const double* a,
          int rowA, const double* b, int rowB, double beta, double* y, int rowY);

/// How many threads such a product is shared among, of `available` ones.
int threadsForProduct(int m, int n, int k, int available);

}  // namespace tasoscope::operators
