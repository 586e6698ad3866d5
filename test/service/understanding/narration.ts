import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { toWav } from '../../../src/service/understanding/modalities/voice-activity/energies.ts';
import { locate } from '../../support/programs.ts';

const run = promisify(execFile);
const RATE = 16_000;

/** A sentence, its speaker and its start in seconds. */
export interface Sentence {
  voice: 'slt' | 'rms' | 'awb';
  text: string;
  at: number;
}

/** Audio from an ffmpeg source, as samples between -1 and 1. */
export async function sound(source: string, seconds?: number): Promise<Float64Array> {
  const args = ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', source, '-ar', `${RATE}`, '-ac', '1'];
  if (seconds !== undefined) args.push('-t', String(seconds));
  const options = { encoding: 'buffer' as const, maxBuffer: 1 << 28 };
  const { stdout } = await run(locate('ffmpeg'), [...args, '-f', 's16le', '-'], options);
  return Float64Array.from({ length: stdout.length / 2 }, (_, at) => stdout.readInt16LE(at * 2) / 32_768);
}

/** A spoken text, without the silence at both ends. */
export async function speak({ voice, text }: Pick<Sentence, 'voice' | 'text'>): Promise<Float64Array> {
  const samples = await sound(`flite=voice=${voice}:text='${text}'`);
  const loud = (value: number) => Math.abs(value) > 0.02;
  return samples.slice(samples.findIndex(loud), samples.findLastIndex(loud) + 1);
}

/** A track of this many seconds. */
export function silence(seconds: number): Float64Array {
  return new Float64Array(Math.round(seconds * RATE));
}

/** Adds samples to a track at a time in seconds; returns the time at which they end. */
export function mix(track: Float64Array, samples: Float64Array, at: number, volume = 1): number {
  const from = Math.round(at * RATE);
  for (let index = 0; index < samples.length && from + index < track.length; index += 1)
    track[from + index] = (track[from + index] ?? 0) + (samples[index] ?? 0) * volume;
  return at + samples.length / RATE;
}

/** A track as 16-bit samples. */
export function toPcm(track: Float64Array): Buffer {
  const bytes = Buffer.alloc(track.length * 2);
  for (const [index, value] of track.entries())
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), index * 2);
  return bytes;
}

/** A track as samples for the meters. */
export function toSamples(track: Float64Array): Int16Array {
  return Int16Array.from(track, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767));
}

/** A WAV file in which each sentence starts at its time, and the times at which they end. */
export async function narrate(
  sentences: readonly Sentence[],
  seconds: number,
): Promise<{ wav: Buffer; ends: number[] }> {
  const track = silence(seconds);
  const ends: number[] = [];
  for (const sentence of sentences) ends.push(mix(track, await speak(sentence), sentence.at, 0.7));
  return { wav: toWav(toPcm(track)), ends };
}

/** Word error rate: the smallest number of words to change, insert or delete, per spoken word. */
export function wordErrorRate(said: string, heard: string): number {
  const words = (text: string) => text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
  const [reference, hypothesis] = [words(said), words(heard)];
  let row = Array.from({ length: hypothesis.length + 1 }, (_, index) => index);
  for (const [index, word] of reference.entries()) {
    const next = [index + 1];
    for (const [at, other] of hypothesis.entries())
      next.push(
        Math.min((row[at] ?? 0) + (word === other ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1),
      );
    row = next;
  }
  return (row.at(-1) ?? 0) / reference.length;
}
