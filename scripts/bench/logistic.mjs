/** Logistic regression for the benchmarks that fit weights. */

const STEPS = 40;

/**
 * Newton's method with a penalty of large weights.
 * @param rows each with `features`, `right` and, if not all count the same, `weight`
 * @param ridge the penalty
 * @returns the bias, then the weights of the features
 */
export function fitLogistic(rows, ridge) {
  const size = (rows[0]?.features.length ?? 0) + 1;
  let weights = new Array(size).fill(0);
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -ridge * weight));
    const curve = weights.map((_, row) => weights.map((__, column) => (row === column ? ridge : 0)));
    for (const { features, right, weight = 1 } of rows) {
      const input = [1, ...features];
      const likely = likelihood(weights, features);
      for (let row = 0; row < size; row += 1) {
        gradient[row] += weight * (Number(right) - likely) * input[row];
        for (let column = 0; column < size; column += 1)
          curve[row][column] += weight * likely * (1 - likely) * input[row] * input[column];
      }
    }
    const change = solved(curve, gradient);
    weights = weights.map((weight, at) => weight + change[at]);
  }
  return weights;
}

/** @param weights as `fitLogistic` gives them */
export function likelihood([bias, ...weights], features) {
  return 1 / (1 + Math.exp(-features.reduce((sum, value, at) => sum + value * weights[at], bias)));
}

/** Gaussian elimination with the largest pivot. */
function solved(matrix, values) {
  const rows = matrix.map((row, at) => [...row, values[at]]);
  for (let at = 0; at < rows.length; at += 1) {
    const pivot = rows.slice(at).reduce((best, row) => (Math.abs(row[at]) > Math.abs(best[at]) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(at, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[at] / pivot[at];
      for (let column = at; column < row.length; column += 1) row[column] -= factor * pivot[column];
    }
  }
  return rows.map((row, at) => row.at(-1) / row[at]);
}
