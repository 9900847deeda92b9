/** Principal components of many vectors, exact and in plain arithmetic, for the one-off build of the word table. */

/** Row-major numbers; row r is `values[r * width]` and the `width - 1` after it. */
export interface Matrix {
  readonly values: Float32Array;
  readonly width: number;
}

export const heightOf = (matrix: Matrix): number => matrix.values.length / matrix.width;

/** Each row moved by the mean of all and turned onto the `dimensions` directions of most variance, widest first. */
export function project(matrix: Matrix, dimensions: number): Matrix & { readonly kept: number } {
  const centred = centre(matrix);
  const { values: variances, vectors } = eigen(covariance(centred), matrix.width);
  const order = Array.from(variances.keys()).sort((a, b) => (variances[b] as number) - (variances[a] as number));
  const axes = order.slice(0, dimensions).map((n) => upright(vectors.subarray(n * matrix.width, (n + 1) * matrix.width)));
  const rows = heightOf(matrix);
  const turned = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row += 1)
    axes.forEach((axis, n) => {
      let sum = 0;
      for (let k = 0; k < matrix.width; k += 1) sum += (centred.values[row * matrix.width + k] as number) * (axis[k] as number);
      turned[row * dimensions + n] = sum;
    });
  const total = variances.reduce((sum, variance) => sum + variance, 0);
  const kept = order.slice(0, dimensions).reduce((sum, n) => sum + (variances[n] as number), 0) / total;
  return { values: turned, width: dimensions, kept };
}

/** Rows less their mean. */
export function centre(matrix: Matrix): Matrix {
  const { values, width } = matrix;
  const mean = new Float64Array(width);
  for (let n = 0; n < values.length; n += 1) mean[n % width] = (mean[n % width] as number) + (values[n] as number);
  const rows = heightOf(matrix);
  return { values: values.map((value, n) => value - (mean[n % width] as number) / rows), width };
}

/** Rows at length 1; rows of length 0 stay. */
export function unit(matrix: Matrix): Matrix {
  const values = matrix.values.slice();
  for (let from = 0; from < values.length; from += matrix.width) {
    const row = values.subarray(from, from + matrix.width);
    const norm = Math.hypot(...row);
    if (norm > 0) for (let n = 0; n < row.length; n += 1) row[n] = (row[n] as number) / norm;
  }
  return { values, width: matrix.width };
}

function covariance({ values, width }: Matrix): Float64Array {
  const sums = new Float64Array(width * width);
  for (let from = 0; from < values.length; from += width)
    for (let a = 0; a < width; a += 1) {
      const left = values[from + a] as number;
      for (let b = a; b < width; b += 1) sums[a * width + b] = (sums[a * width + b] as number) + left * (values[from + b] as number);
    }
  const rows = values.length / width;
  for (let a = 0; a < width; a += 1) for (let b = a; b < width; b += 1) sums[b * width + a] = sums[a * width + b] = (sums[a * width + b] as number) / rows;
  return sums;
}

/** Jacobi's method: turns in one plane after another until nothing is left beside the diagonal. Eigenvector n is row n of `vectors`. */
function eigen(symmetric: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const left = symmetric.slice();
  const vectors = new Float64Array(size * size);
  for (let n = 0; n < size; n += 1) vectors[n * size + n] = 1;
  for (let sweep = 0; sweep < 30 && beside(left, size) > 1e-10; sweep += 1)
    for (let p = 0; p < size - 1; p += 1) for (let q = p + 1; q < size; q += 1) turn({ left, vectors, size }, p, q);
  return { values: Float64Array.from({ length: size }, (_, n) => left[n * size + n] as number), vectors };
}

/** Zeroes the entry (p, q); the matrix is symmetric, so its columns are its rows. */
function turn({ left, vectors, size }: { left: Float64Array; vectors: Float64Array; size: number }, p: number, q: number): void {
  const [app, aqq, apq] = [left[p * size + p] as number, left[q * size + q] as number, left[p * size + q] as number];
  if (Math.abs(apq) < 1e-14) return;
  const theta = (aqq - app) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  rotate(left, p * size, q * size, size, c, s);
  rotate(vectors, p * size, q * size, size, c, s);
  for (let k = 0; k < size; k += 1) {
    left[k * size + p] = left[p * size + k] as number;
    left[k * size + q] = left[q * size + k] as number;
  }
  left[p * size + p] = app - t * apq;
  left[q * size + q] = aqq + t * apq;
  left[p * size + q] = left[q * size + p] = 0;
}

function rotate(values: Float64Array, p: number, q: number, size: number, c: number, s: number): void {
  for (let k = 0; k < size; k += 1) {
    const [a, b] = [values[p + k] as number, values[q + k] as number];
    values[p + k] = c * a - s * b;
    values[q + k] = s * a + c * b;
  }
}

/** Share of the squared entries that is not on the diagonal. */
function beside(values: Float64Array, size: number): number {
  let [all, diagonal] = [0, 0];
  for (let n = 0; n < values.length; n += 1) all += (values[n] as number) ** 2;
  for (let n = 0; n < size; n += 1) diagonal += (values[n * size + n] as number) ** 2;
  return all === 0 ? 0 : (all - diagonal) / all;
}

/** Of a direction and its opposite, the one whose largest part is positive, so that a build can be repeated. */
function upright(axis: Float64Array): Float64Array {
  const largest = axis.reduce((most, part) => (Math.abs(part) > Math.abs(most) ? part : most), 0);
  return largest < 0 ? axis.map((part) => -part) : axis;
}
