/** @param pcm 16-bit samples, at any place in memory @returns the same from -1 to 1 */
export function samplesOf(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Float32Array.from({ length: pcm.length >> 1 }, (_, at) => view.getInt16(at * 2, true) / 32_768);
}
