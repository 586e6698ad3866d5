import type { Span } from '../voice-activity/activity.ts';
import { decibels, type Energies, FRAMES_PER_SECOND } from '../voice-activity/energies.ts';
import type { SecondOfSound } from './features.ts';

/** Seconds around the middle of a second over which its rhythm is measured. */
const WINDOW_SECONDS = 3;

/**
 * How strongly the loudness around a second oscillates 2 to 6 times per second, relative to its mean. Syllables come
 * about four times a second: clear speech has 0.25 to 0.5, noise and held notes under 0.1.
 * @param second from 0
 */
function syllableRhythm(energies: Energies, second: number): number {
  const size = WINDOW_SECONDS * FRAMES_PER_SECOND;
  const middle = (second + 0.5) * FRAMES_PER_SECOND;
  const from = Math.max(0, Math.min(Math.round(middle - size / 2), energies.frames - size));
  const levels = energies.levels.subarray(from, from + size);
  if (levels.length < size / 2) return 0;
  const amplitudes = Float64Array.from(levels, (level) => 10 ** (decibels(level) / 20));
  const mean = amplitudes.reduce((sum, value) => sum + value, 0) / amplitudes.length;
  let power = 0;
  const seconds = amplitudes.length / FRAMES_PER_SECOND;
  for (let cycles = Math.ceil(2 * seconds); cycles <= 6 * seconds; cycles += 1)
    power += powerAt(amplitudes, mean, cycles);
  return Math.sqrt(power) / (amplitudes.length * mean);
}

/** Power of the oscillation with `cycles` cycles in the whole window. */
function powerAt(values: Float64Array, mean: number, cycles: number): number {
  let re = 0;
  let im = 0;
  for (let at = 0; at < values.length; at += 1) {
    const angle = (2 * Math.PI * cycles * at) / values.length;
    re += ((values[at] as number) - mean) * Math.cos(angle);
    im += ((values[at] as number) - mean) * Math.sin(angle);
  }
  return re * re + im * im;
}

/** The class of a second of audio. */
export type SoundClass = 'silence' | 'speech' | 'music' | 'other';

/**
 * Classifies each second, by features that separate speech from music: the 4 Hz modulation of loudness and the spectral
 * flux (Scheirer and Slaney, "Construction and evaluation of a robust multifeature speech/music discriminator", ICASSP
 * 1997) and the variance of zero crossings (Saunders, "Real-time discrimination of broadcast speech/music", ICASSP
 * 1996). The thresholds lie between measurements of four generated voices (also in noise and over music, down to 10 dB)
 * and of chords, a melody, an organ and noises of three colours. It does not handle songs, or music that is mostly
 * drums.
 * @param active where there may be speech
 */
export function classify(
  seconds: readonly SecondOfSound[],
  energies: Energies,
  active: readonly Span[],
): SoundClass[] {
  const voiced = activeParts(active, seconds.length);
  const raw = seconds.map((second, index) =>
    classOf(second, syllableRhythm(energies, index), voiced[index] ?? 0),
  );
  return raw.map((own, index) => steady(raw, own, index));
}

function classOf(second: SecondOfSound, rhythm: number, active: number): SoundClass {
  if (second.sounding < 0.1) return 'silence';
  const { flux, flatness, zeroCrossingVariance } = second;
  if (active >= 0.25 && rhythm >= 0.15 && flux >= 0.16 && zeroCrossingVariance >= 0.0003) return 'speech';
  return flux < 0.16 && flatness < 0.05 ? 'music' : 'other';
}

/** A second between two equal neighbours gets their class; silence stays. */
function steady(raw: readonly SoundClass[], own: SoundClass, index: number): SoundClass {
  const [before, after] = [raw[index - 1], raw[index + 1]];
  if (own === 'silence' || before === undefined || before !== after || before === 'silence') return own;
  return before;
}

/** The active fraction of each second, 0 to 1. */
function activeParts(active: readonly Span[], seconds: number): Float64Array {
  const parts = new Float64Array(seconds);
  for (const { start, end } of active)
    for (let second = Math.floor(start); second < Math.min(seconds, end); second += 1)
      parts[second] = (parts[second] ?? 0) + Math.min(end, second + 1) - Math.max(start, second);
  return parts;
}
