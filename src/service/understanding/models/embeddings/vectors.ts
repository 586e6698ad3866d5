/** The inner product, the cosine of two vectors of length 1; 0 if their dimensions differ. */
export function cosine(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** The mean of vectors of one dimension; undefined if there are none. */
export function meanOf(vectors: readonly Float32Array[]): Float32Array | undefined {
  const [first] = vectors;
  if (!first) return undefined;
  const mean = new Float32Array(first.length);
  for (const vector of vectors)
    for (let at = 0; at < mean.length; at += 1)
      mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
  return mean;
}

/** A vector relative to a mean, of length 1 again. What all sentences share says nothing about one of them. */
export function centred(vector: Float32Array, mean: Float32Array): Float32Array {
  const moved = vector.map((value, at) => value - (mean[at] ?? 0));
  const length = Math.sqrt(cosine(moved, moved));
  return length > 0 ? moved.map((value) => value / length) : moved;
}
