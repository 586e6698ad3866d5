import { FRAME_SAMPLES, FRAMES_PER_SECOND } from '../voice-activity/energies.ts';
import { powerSpectrum } from './fft.ts';

/** Features of one second of audio. Means over its non-silent frames; all 0 if every frame is silent. */
export interface SecondOfSound {
  /** Share of non-silent frames, 0 to 1. */
  readonly sounding: number;
  /** Sign changes per sample, 0 to 1, and their variance. */
  readonly zeroCrossings: number;
  readonly zeroCrossingVariance: number;
  /** Change of the spectrum's shape between frames, 0 (none) to 1. */
  readonly flux: number;
  /** Geometric over arithmetic mean of the spectrum, 0 (tones) to 1 (white noise). */
  readonly flatness: number;
}

/** 512 samples (32 ms) every 20 ms. */
const WINDOW = 512;

/** Mean square below which a frame counts as silent: -55 dBFS. */
const SILENT = 32_768 ** 2 * 10 ** -5.5;

/** Frequencies analysed: 62.5 Hz to 7.8 kHz, in bins of 31.25 Hz. */
const FIRST_BIN = 2;
const LAST_BIN = 250;

/** Measures audio that arrives in pieces of any size; keeps five numbers per second. */
export function featureMeter(): { add(samples: Int16Array): void; finish(): SecondOfSound[] } {
  const spectrumOf = powerSpectrum(WINDOW);
  const hann = Float64Array.from(
    { length: WINDOW },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW),
  );
  const ring = new Float64Array(WINDOW);
  const frame = new Float64Array(WINDOW);
  let before = new Float64Array(LAST_BIN);
  let shape = new Float64Array(LAST_BIN);
  const seconds: SecondOfSound[] = [];
  let sums = noSums();
  let filled = 0;

  const measure = () => {
    sums.frames += 1;
    const [energy, crossings] = timeDomain(ring);
    if (energy >= SILENT) {
      for (let n = 0; n < WINDOW; n += 1) frame[n] = (ring[n] as number) * (hann[n] as number);
      const flatness = normalise(spectrumOf(frame), shape);
      let change = 0;
      for (let k = FIRST_BIN; k < LAST_BIN; k += 1)
        change += Math.abs((shape[k] as number) - (before[k] as number));
      addTo(sums, crossings, change / 2, flatness);
      [before, shape] = [shape, before];
    }
    if (sums.frames < FRAMES_PER_SECOND) return;
    seconds.push(meansOf(sums));
    sums = noSums();
  };
  return {
    add: (samples) => {
      for (let from = 0; from < samples.length; ) {
        const taken = Math.min(FRAME_SAMPLES - filled, samples.length - from);
        // Shifts the window; new samples go to its end.
        ring.copyWithin(0, taken);
        ring.set(samples.subarray(from, from + taken), WINDOW - taken);
        from += taken;
        filled += taken;
        if (filled < FRAME_SAMPLES) continue;
        filled = 0;
        measure();
      }
    },
    finish: () => (sums.frames >= FRAMES_PER_SECOND / 4 ? [...seconds, meansOf(sums)] : seconds),
  };
}

interface Sums {
  frames: number;
  sounding: number;
  crossings: number;
  crossingsSquared: number;
  flux: number;
  flatness: number;
}

const noSums = (): Sums => ({
  frames: 0,
  sounding: 0,
  crossings: 0,
  crossingsSquared: 0,
  flux: 0,
  flatness: 0,
});

function addTo(sums: Sums, crossings: number, flux: number, flatness: number): void {
  sums.sounding += 1;
  sums.crossings += crossings;
  sums.crossingsSquared += crossings * crossings;
  sums.flux += flux;
  sums.flatness += flatness;
}

function meansOf(sums: Sums): SecondOfSound {
  const count = Math.max(1, sums.sounding);
  const mean = sums.crossings / count;
  return {
    sounding: sums.sounding / sums.frames,
    zeroCrossings: mean,
    zeroCrossingVariance: Math.max(0, sums.crossingsSquared / count - mean * mean),
    flux: sums.flux / count,
    flatness: sums.flatness / count,
  };
}

/** Mean square and share of sign changes. */
function timeDomain(window: Float64Array): [number, number] {
  let energy = 0;
  let crossings = 0;
  for (let n = 0; n < window.length; n += 1) {
    const sample = window[n] as number;
    energy += sample * sample;
    if (n > 0 && sample < 0 !== (window[n - 1] as number) < 0) crossings += 1;
  }
  return [energy / window.length, crossings / window.length];
}

/** Writes the spectrum's shape (amplitudes that add up to 1) to `shape`; returns its flatness. */
function normalise(power: Float64Array, shape: Float64Array): number {
  let sum = 0;
  let logs = 0;
  let powers = 0;
  for (let k = FIRST_BIN; k < LAST_BIN; k += 1) {
    const value = (power[k] as number) + 1e-3;
    shape[k] = Math.sqrt(value);
    sum += shape[k] as number;
    powers += value;
    logs += Math.log(value);
  }
  for (let k = FIRST_BIN; k < LAST_BIN; k += 1) shape[k] = (shape[k] as number) / sum;
  const bins = LAST_BIN - FIRST_BIN;
  return Math.exp(logs / bins) / (powers / bins);
}
