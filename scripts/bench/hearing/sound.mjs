/** Samples of sound: reading, joining and writing them, 16 kHz mono. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

export const RATE = 16_000;
/** Seconds of silence before the first part of a joined clip, and between parts. */
const LEAD = 0.5;
const PAUSE = 0.6;

/** @param input arguments of ffmpeg up to the input @param filters more arguments @returns samples of 16 bits */
export function samplesOf(input, filters = []) {
  const output = ['-vn', '-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'];
  const bytes = execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...input, ...filters, ...output], {
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
}

/** @param samples of 16 bits @param file WAV */
export function writeSamples(samples, file) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length * 2, 40);
  writeFileSync(
    file,
    Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.length * 2)]),
  );
}

/**
 * Joins parts with pauses.
 * @param parts `{samples, words, times?}`: the words said, and the start of each in the part if it is known, in seconds
 * @returns the samples, and the words with the start of each or undefined; the first word of a part begins where its sound does
 */
export function join(parts) {
  const silence = (seconds) => new Int16Array(Math.round(seconds * RATE));
  const pieces = [silence(LEAD)];
  const words = [];
  let at = LEAD;
  for (const { samples, words: said, times } of parts) {
    said.forEach((word, index) => {
      const known = times?.[index] ?? (index === 0 ? beginOf(samples) : undefined);
      words.push({ word, ...(known !== undefined && { at: at + known }) });
    });
    pieces.push(samples, silence(PAUSE));
    at += samples.length / RATE + PAUSE;
  }
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.length;
  }
  return { samples: all, words };
}

/** Seconds until the sound is within 30 dB of its loudest 20 ms. */
function beginOf(samples) {
  const step = RATE / 50;
  const levels = [];
  for (let from = 0; from + step <= samples.length; from += step)
    levels.push(
      Math.sqrt(samples.subarray(from, from + step).reduce((sum, one) => sum + one * one, 0) / step),
    );
  const bound = Math.max(...levels) * 10 ** (-30 / 20);
  return (
    Math.max(
      0,
      levels.findIndex((level) => level >= bound),
    ) / 50
  );
}

/** Effective level of the samples, of full scale. */
export function levelOf(samples) {
  return Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length) / 32_768;
}
