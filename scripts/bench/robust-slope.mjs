/** Statistics that a few outliers do not change: garbage collectors make many. */

/** @returns the middle number, or the mean of the two in the middle */
export function middle(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
}

/** @param points [x, y] pairs @returns the middle of the slopes between all pairs (Theil and Sen) */
export function robustSlope(points) {
  const slopes = points.flatMap(([x, y], at) =>
    points.slice(at + 1).map(([laterX, laterY]) => (laterY - y) / (laterX - x)),
  );
  return middle(slopes);
}
