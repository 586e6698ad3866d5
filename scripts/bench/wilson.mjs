/** 1.96 standard deviations: 95 %. */
const DEVIATIONS = 1.96;

/**
 * The 95 % interval of a share (Wilson 1927).
 * @returns [low, high], from 0 to 1
 */
export function intervalOf(hits, count) {
  if (count === 0) return [0, 1];
  const share = hits / count;
  const extra = DEVIATIONS ** 2 / count;
  const middle = share + extra / 2;
  const spread = DEVIATIONS * Math.sqrt((share * (1 - share)) / count + extra / (4 * count));
  return [(middle - spread) / (1 + extra), (middle + spread) / (1 + extra)];
}
