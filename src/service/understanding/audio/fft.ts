/**
 * Returns a function that computes the power of each frequency of `size` real samples (a power of two): `size / 2`
 * values, the first at 0 Hz. The next call overwrites the returned array.
 */
export function powerSpectrum(size: number): (samples: Float64Array) => Float64Array {
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
