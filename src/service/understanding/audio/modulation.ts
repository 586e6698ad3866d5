import { decibels, type Energies, FRAMES_PER_SECOND } from '../voice-activity/energies.ts';

/** Seconds around the middle of a second over which its rhythm is measured. */
const WINDOW_SECONDS = 3;

/**
 * How strongly the loudness around a second oscillates 2 to 6 times per second, relative to its mean. Syllables come
 * about four times a second: clear speech has 0.25 to 0.5, noise and held notes under 0.1.
 * @param second from 0
 */
export function syllableRhythm(energies: Energies, second: number): number {
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
