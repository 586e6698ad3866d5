/** A tenth of a second of sound as a WAV file, another one for each number. */
export function tone(number: number): Buffer {
  const samples = Buffer.from(Array.from({ length: 800 }, (_, at) => 128 + ((at * (number + 3)) % 100)));
  samples.writeUInt32LE(number);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  for (const [value, where] of [
    [16, 16],
    [8000, 24],
    [8000, 28],
  ] as const)
    head.writeUInt32LE(value, where);
  for (const [value, where] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    head.writeUInt16LE(value, where);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
