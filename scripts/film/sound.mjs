/** The sound of the film: speech by flite, a fog horn and the sea, mixed sample by sample. 16 kHz, mono. */
import { execFileSync } from 'node:child_process';

export const rate = 16_000;

/** The speech of `voice`, as samples between -1 and 1, without silence at both ends. */
export function speak(text, voice) {
  const out = execFileSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `flite=voice=${voice}:text='${text}'`,
      '-ar',
      `${rate}`,
      '-ac',
      '1',
      '-f',
      's16le',
      '-',
    ],
    { maxBuffer: 1 << 26 },
  );
  const samples = Float64Array.from({ length: out.length / 2 }, (_, i) => out.readInt16LE(i * 2) / 32_768);
  const loud = (v) => Math.abs(v) > 0.02;
  const first = samples.findIndex(loud);
  const last = samples.findLastIndex(loud);
  const cut = samples.slice(Math.max(0, first - rate / 100), last + rate / 20);
  const peak = cut.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
  return cut.map((v) => (v / peak) * 0.8);
}

/** One blast of a fog horn, `seconds` long. */
export function horn(seconds) {
  return Float64Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
    const t = i / rate;
    const shape = Math.min(1, t * 20, (seconds - t) * 12);
    return (
      0.16 *
      shape *
      (Math.sin(t * 2 * Math.PI * 165) +
        0.6 * Math.sin(t * 2 * Math.PI * 220) +
        0.3 * Math.sin(t * 2 * Math.PI * 330))
    );
  });
}

/** The sea in the distance: soft noise that rises and falls, always the same. */
export function sea(seconds) {
  let seed = 1862;
  let low = 0;
  return Float64Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    low += (seed / 0xffffffff - 0.5 - low) * 0.12;
    return low * 0.03 * (0.6 + 0.4 * Math.sin((i / rate) * 1.1));
  });
}

/** Adds `samples` to `track`, starting at `at` seconds. */
export function mix(track, samples, at) {
  const from = Math.round(at * rate);
  for (let i = 0; i < samples.length && from + i < track.length; i++) track[from + i] += samples[i];
}

/** Samples as 16-bit little-endian PCM. */
export function pcm(track) {
  const out = Buffer.alloc(track.length * 2);
  track.forEach((v, i) => {
    out.writeInt16LE(Math.round(Math.max(-1, Math.min(1, v)) * 32_767), i * 2);
  });
  return out;
}
