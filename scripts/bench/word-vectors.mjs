/** Words whose vectors are kept: all that the benchmark's store has. */
const MOST = 50_000;

/**
 * Stands in for the encoder where a million sentences are needed: the vector of a text is the sum of vectors of its words,
 * which are the same for the same word and otherwise random.
 * @param dimension numbers of a vector
 * @returns gives the vector of a text, of length 1
 */
export function wordVectors(dimension) {
  const known = new Map();
  const ofWord = (word) => {
    const vector = known.get(word) ?? randomVector(word, dimension);
    if (known.size < MOST) known.set(word, vector);
    return vector;
  };
  return (text) => {
    const sum = new Float32Array(dimension);
    for (const word of text.split(' ')) {
      const vector = ofWord(word);
      for (let at = 0; at < dimension; at += 1) sum[at] += vector[at];
    }
    const length = Math.hypot(...sum) || 1;
    return sum.map((value) => value / length);
  };
}

/** Numbers from -1 to 1 (xorshift32), seeded by the word (FNV-1a). */
function randomVector(word, dimension) {
  let state = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) state = Math.imul(state ^ word.charCodeAt(at), 0x01000193);
  state = state >>> 0 || 1;
  return Float32Array.from({ length: dimension }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
