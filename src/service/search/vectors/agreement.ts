/** Values of a byte. */
const BYTE = 256;

/**
 * Tells how well sign bits agree with the numbers of a query: the sum of those numbers whose bits are set. A count of
 * differing bits takes all of them as equal; this one knows which are large ("Asymmetric Distances for Binary Embeddings",
 * Gordo, Perronnin, Gong and Lazebnik, 2014). The sums of eight bits at a time are looked up.
 * @returns a function of the numbers with bits and the place where those of an entry begin
 */
export function agreementWith(query: Float32Array): (bits: Uint32Array, from: number) => number {
  const words = Math.ceil(query.length / 32);
  const sums = new Float64Array(words * 4 * BYTE);
  for (let byte = 0; byte < words * 4; byte += 1) {
    for (let value = 1; value < BYTE; value += 1) {
      const others = value & (value - 1);
      const lowest = 31 - Math.clz32(value ^ others);
      sums[byte * BYTE + value] = (sums[byte * BYTE + others] ?? 0) + (query[byte * 8 + lowest] ?? 0);
    }
  }
  return (bits, from) => {
    let sum = 0;
    for (let word = 0, at = 0; word < words; word += 1, at += 4 * BYTE) {
      const own = bits[from + word] ?? 0;
      sum +=
        (sums[at + (own & 0xff)] ?? 0) +
        (sums[at + BYTE + ((own >>> 8) & 0xff)] ?? 0) +
        (sums[at + 2 * BYTE + ((own >>> 16) & 0xff)] ?? 0) +
        (sums[at + 3 * BYTE + (own >>> 24)] ?? 0);
    }
    return sum;
  };
}
