/** Other containers whose headers claim what is not there, and texts. */

/** A copy of an AVI that claims two thousand million frames. */
export function claimedAvi(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(0x7fffffff, copy.indexOf('avih', 0, 'latin1') + 8 + 16);
  for (let at = copy.indexOf('strh', 0, 'latin1'); at !== -1; at = copy.indexOf('strh', at + 4, 'latin1'))
    copy.writeUInt32LE(0x7fffffff, at + 8 + 32);
  return copy;
}

/** A copy of an FLV whose script says that it lasts so many hours. */
export function claimedFlv(file: Buffer, hours: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeDoubleBE(hours * 3600, copy.indexOf('duration', 0, 'latin1') + 9);
  return copy;
}

/** SubRip text of so many lines, a hundredth of a second each. */
export function subtitles(lines: number): string {
  const clock = (hundredths: number) => {
    const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0');
    const seconds = hundredths / 100;
    return `${two(seconds / 3600)}:${two(seconds / 60)}:${two(seconds)},${String((hundredths % 100) * 10).padStart(3, '0')}`;
  };
  return Array.from(
    { length: lines },
    (_, index) =>
      `${index + 1}\n${clock(index)} --> ${clock(index + 1)}\nLine ${index} of far too many words\n`,
  ).join('\n');
}

/** A playlist that names other playlists, under the name of a film. */
export function playlist(depth: number): string {
  const entries = Array.from(
    { length: depth },
    (_, index) => `#EXT-X-STREAM-INF:BANDWIDTH=${index + 1}\n${index}.m3u8`,
  );
  return `#EXTM3U\n${entries.join('\n')}\n`;
}
