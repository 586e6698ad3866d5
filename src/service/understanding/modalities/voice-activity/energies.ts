/** @param pcm 16-bit samples, at any place in memory @returns the same from -1 to 1 */
export function samplesOf(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Float32Array.from({ length: pcm.length >> 1 }, (_, at) => view.getInt16(at * 2, true) / 32_768);
}

/** Sample rate of all audio analysed here, in Hz. */
export const SAMPLE_RATE = 16_000;

/** Length of one frame: 20 ms. */
export const FRAME_SAMPLES = 320;
export const FRAMES_PER_SECOND = SAMPLE_RATE / FRAME_SAMPLES;

/** Levels range from this many dBFS up to 0, in steps of half a decibel. */
const LOWEST_DB = -100;

/** Coefficient of a first-order high-pass filter at 210 Hz: rumble, hum and wind change the level but are not voice. */
const HIGH_PASS = 0.92;

/** The loudness of each frame. One byte per frame: 180 kB per hour, so that all of it fits in memory. */
export interface Energies {
  readonly frames: number;
  /** One per frame, 0 to 200: steps of half a decibel above -100 dBFS. */
  readonly levels: Uint8Array;
}

/** @returns dBFS of a stored level */
export function decibels(level: number): number {
  return LOWEST_DB + level / 2;
}

/** @returns the stored level nearest to a value in dBFS */
export function levelOf(db: number): number {
  return Math.max(0, Math.min(200, Math.round((db - LOWEST_DB) * 2)));
}

/** Measures the energy of audio that arrives in pieces of any size. The last, incomplete frame is dropped. */
export function energyMeter(): { add(samples: Int16Array): void; finish(): Energies } {
  let levels = new Uint8Array(4096);
  let frames = 0;
  let sum = 0;
  let filled = 0;
  let previous = 0;
  let passed = 0;
  return {
    add: (samples) => {
      for (const sample of samples) {
        passed = HIGH_PASS * (passed + sample - previous);
        previous = sample;
        sum += passed * passed;
        filled += 1;
        if (filled < FRAME_SAMPLES) continue;
        if (frames === levels.length) levels = grown(levels);
        levels[frames] = levelOf(10 * Math.log10(sum / FRAME_SAMPLES / 32_768 ** 2));
        frames += 1;
        sum = 0;
        filled = 0;
      }
    },
    finish: () => ({ frames, levels: levels.subarray(0, frames) }),
  };
}

function grown(levels: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(levels.length * 2);
  larger.set(levels);
  return larger;
}

/** Bytes of the header before the samples. */
const WAV_HEADER_BYTES = 44;

/** Encodes 16-bit mono samples at 16 kHz as a WAV file. */
export function toWav(pcm: Buffer): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(pcm.length, 40);
  return Buffer.concat([header, pcm]);
}
