/**
 * The vector of a text, of length 1.
 * @param numbers what a model made: a vector for each token, or one for the whole text
 * @param shape `[1, tokens, dimension]` or `[1, dimension]`
 * @throws Error for any other shape, and for vectors without a direction
 */
export function meanOf(
  numbers: ArrayLike<number>,
  shape: readonly number[],
  pooling: 'mean' | 'first',
): Float32Array {
  const dimension = shape.at(-1) ?? 0;
  const tokens = shape.length === 3 ? (shape[1] ?? 0) : 1;
  if (shape[0] !== 1 || shape.length > 3 || shape.length < 2 || dimension < 2 || tokens < 1)
    throw new Error(`the model makes a tensor of ${shape.join(' x ')}, not vectors of tokens`);
  const counted = pooling === 'first' ? 1 : tokens;
  const sum = new Float32Array(dimension);
  for (let at = 0; at < counted * dimension; at += 1)
    sum[at % dimension] = (sum[at % dimension] ?? 0) + (numbers[at] ?? 0);
  const length = Math.hypot(...sum);
  if (!(length > 0) || !Number.isFinite(length))
    throw new Error('the model makes vectors without a direction');
  return sum.map((value) => value / length);
}
