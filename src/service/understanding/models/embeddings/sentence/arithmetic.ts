/**
 * Arithmetic of a transformer on plain arrays, row by row. For a sentence of a dozen pieces, TensorFlow.js takes longer to
 * start each of these small operations than the operation itself takes.
 */

const EPSILON = 1e-12;

/** A layer normalisation's numbers, one for each column. */
export interface Norm {
  readonly scale: Float32Array;
  readonly shift: Float32Array;
}

/** Normalises each row in place, after adding the same row of `more` to it (Ba et al. 2016, "Layer Normalization"). */
export function addAndNormalise(rows: Float32Array, { scale, shift }: Norm, more?: Float32Array): void {
  const width = scale.length;
  for (let from = 0; from < rows.length; from += width) {
    let sum = 0;
    for (let at = from; at < from + width; at += 1) {
      const value = (rows[at] ?? 0) + (more?.[at] ?? 0);
      rows[at] = value;
      sum += value;
    }
    const mean = sum / width;
    let squares = 0;
    for (let at = from; at < from + width; at += 1) {
      const apart = (rows[at] ?? 0) - mean;
      squares += apart * apart;
    }
    const spread = 1 / Math.sqrt(squares / width + EPSILON);
    for (let at = 0; at < width; at += 1)
      rows[from + at] = ((rows[from + at] ?? 0) - mean) * spread * (scale[at] ?? 0) + (shift[at] ?? 0);
  }
}

/**
 * The Gaussian error linear unit in place, by its usual approximation with a hyperbolic tangent (Hendrycks and Gimpel
 * 2016), to within 1e-6: between the values of a table, because an exponential for each number would take as long as a
 * tenth of all products.
 */
export function bend(values: Float32Array): void {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value >= BENT_TO) continue;
    const place = (value + BENT_TO) * STEPS;
    const before = Math.max(0, Math.floor(place));
    const low = bent[before] ?? 0;
    values[at] = value <= -BENT_TO ? 0 : low + (place - before) * ((bent[before + 1] ?? 0) - low);
  }
}

/** From here on, in both directions, the unit is a straight line to within 1e-7: nothing, or the value itself. */
const BENT_TO = 6;

/** Values in the table for each 1. */
const STEPS = 512;

const bent = Float32Array.from({ length: 2 * BENT_TO * STEPS + 1 }, (_, at) => {
  const value = at / STEPS - BENT_TO;
  return (value / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (value + 0.044715 * value ** 3)));
});

/**
 * Each row as the mean of those that it attends to, for each head (Vaswani et al. 2017, "Attention Is All You Need").
 * Four numbers at a time stay in registers, which takes a third of the time of a plain loop.
 * @param asked a row for each piece: its query, key and value, each as wide as a row of the result
 * @param width of a row of the result; of a head, a multiple of four
 */
export function attend(asked: Float32Array, width: number, heads: number): Float32Array {
  const step = 3 * width;
  const count = asked.length / step;
  const part = width / heads;
  const mixed = new Float32Array(count * width);
  const shares = new Float32Array(count);
  for (let from = 0; from < width; from += part)
    for (let row = 0; row < count; row += 1) {
      multiply(asked, row * step + from, width + from, shares, { part, step });
      toShares(shares, 1 / Math.sqrt(part));
      mix(asked, 2 * width + from, shares, mixed, row * width + from, { part, step });
    }
  return mixed;
}

/** Where the numbers of a head are: so many in each row, and each row so far behind the one before. */
interface Place {
  readonly part: number;
  readonly step: number;
}

/** The products of a query and each key. */
function multiply(
  asked: Float32Array,
  query: number,
  firstKey: number,
  products: Float32Array,
  { part, step }: Place,
): void {
  for (let row = 0; row < products.length; row += 1) {
    const key = firstKey + row * step;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at < part; at += 4) {
      a += (asked[query + at] ?? 0) * (asked[key + at] ?? 0);
      b += (asked[query + at + 1] ?? 0) * (asked[key + at + 1] ?? 0);
      c += (asked[query + at + 2] ?? 0) * (asked[key + at + 2] ?? 0);
      d += (asked[query + at + 3] ?? 0) * (asked[key + at + 3] ?? 0);
    }
    products[row] = a + b + c + d;
  }
}

/** Makes the scaled products parts of 1 in place: their softmax. */
function toShares(products: Float32Array, scale: number): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < products.length; at += 1) most = Math.max(most, products[at] ?? 0);
  let sum = 0;
  for (let at = 0; at < products.length; at += 1) {
    const share = Math.exp(((products[at] ?? 0) - most) * scale);
    products[at] = share;
    sum += share;
  }
  for (let at = 0; at < products.length; at += 1) products[at] = (products[at] ?? 0) / sum;
}

/** Adds up the values, each by its share. */
function mix(
  asked: Float32Array,
  firstValue: number,
  shares: Float32Array,
  mixed: Float32Array,
  to: number,
  { part, step }: Place,
): void {
  for (let at = 0; at < part; at += 4) {
    let [a, b, c, d] = [0, 0, 0, 0];
    let value = firstValue + at;
    for (let row = 0; row < shares.length; row += 1, value += step) {
      const share = shares[row] ?? 0;
      a += share * (asked[value] ?? 0);
      b += share * (asked[value + 1] ?? 0);
      c += share * (asked[value + 2] ?? 0);
      d += share * (asked[value + 3] ?? 0);
    }
    mixed[to + at] = a;
    mixed[to + at + 1] = b;
    mixed[to + at + 2] = c;
    mixed[to + at + 3] = d;
  }
}
