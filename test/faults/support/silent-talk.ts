/** A recording of two seconds of silence with the words of its subtitles: 8 kHz, 8 bits. No two are alike. */
export function silentTalk(number: number): FormData {
  const form = new FormData();
  form.set('file', silence(number * 80), `${number}.wav`);
  const words = `WEBVTT\n\n00:00:00.200 --> 00:00:01.800\nI promise number ${number} by Friday.\n`;
  form.set('subtitles', new Blob([words]), `${number}.vtt`);
  return form;
}

function silence(more: number): Blob {
  const bytes = 16_000 + more;
  const file = Buffer.alloc(44 + bytes, 128);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, bytes],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    file.writeUInt16LE(value, at);
  file.write('data', 36);
  return new Blob([file]);
}
