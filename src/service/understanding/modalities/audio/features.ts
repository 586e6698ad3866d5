import { FRAME_SAMPLES, FRAMES_PER_SECOND } from '../voice-activity/energies.ts';

/**
 * Returns a function that computes the power of each frequency of `size` real samples (a power of two): `size / 2`
 * values, the first at 0 Hz. The next call overwrites the returned array.
 */
function powerSpectrum(size: number): (samples: Float64Array) => Float64Array {
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const power = new Float64Array(size / 2);
  const order = bitReversed(size);
  const cos = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sin = Float64Array.from({ length: size / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
  return (samples) => {
    for (let at = 0; at < size; at += 1) real[at] = samples[order[at] ?? 0] ?? 0;
    imaginary.fill(0);
    for (let half = 1; half < size; half *= 2) butterflies(real, imaginary, cos, sin, half);
    for (let k = 0; k < power.length; k += 1) power[k] = (real[k] ?? 0) ** 2 + (imaginary[k] ?? 0) ** 2;
    return power;
  };
}

/** One stage of the radix-2 transform, over groups of `2 * half` values. */
function butterflies(
  real: Float64Array,
  imaginary: Float64Array,
  cos: Float64Array,
  sin: Float64Array,
  half: number,
): void {
  const step = real.length / (2 * half);
  for (let group = 0; group < real.length; group += 2 * half)
    for (let k = 0; k < half; k += 1) {
      const [c, s] = [cos[k * step] as number, sin[k * step] as number];
      const [one, other] = [group + k, group + k + half];
      const [re, im] = [real[other] as number, imaginary[other] as number];
      const turnedRe = re * c - im * s;
      const turnedIm = re * s + im * c;
      real[other] = (real[one] as number) - turnedRe;
      imaginary[other] = (imaginary[one] as number) - turnedIm;
      real[one] = (real[one] as number) + turnedRe;
      imaginary[one] = (imaginary[one] as number) + turnedIm;
    }
}

function bitReversed(size: number): Uint32Array {
  const bits = Math.log2(size);
  return Uint32Array.from({ length: size }, (_, index) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit += 1) if (index & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
    return reversed;
  });
}

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
