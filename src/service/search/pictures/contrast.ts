/**
 * Texts that fit any picture. A picture shows what a query says if it is nearer to the query than to each of these: the
 * relevancy of LERF (Kerr et al. 2023, arXiv 2303.09553), whose phrases they are.
 */
export const NEUTRAL: readonly string[] = ['object', 'things', 'stuff', 'texture'];

/** What CLIP multiplies its cosines by before it compares them: its learned temperature, and the most that it may be. */
const SCALE = 100;

/** Below this, some neutral text fits the picture better than the query does. */
export const LEAST_CONTRAST = 0.5;

/**
 * How much better a query fits a picture than any neutral text does: 0 to 1, 0.5 if as well. It is not fitted to any
 * questions, as the likelihoods of texts are: it says what is nearer, not how often that is right.
 * @param query cosine of the picture and the query
 * @param neutral its cosines with the neutral texts
 */
export function contrast(query: number, neutral: readonly number[]): number {
  return 1 / (1 + Math.exp(SCALE * (Math.max(...neutral) - query)));
}
