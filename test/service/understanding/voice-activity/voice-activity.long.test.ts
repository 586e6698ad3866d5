import { describe, expect, it as plain } from 'vitest';
import { activeSpans } from '../../../../src/service/understanding/modalities/voice-activity/activity.ts';
import {
  chunksOf,
  withMargins,
} from '../../../../src/service/understanding/modalities/voice-activity/chunks.ts';
import { cutSound } from '../../../../src/service/understanding/modalities/voice-activity/cut-sound.ts';
import {
  type Energies,
  energyMeter,
  levelOf,
} from '../../../../src/service/understanding/modalities/voice-activity/energies.ts';
import { needs } from '../../../support/programs.ts';
import { mix, silence, sound, speak, toSamples } from '../narration.ts';

const it = needs('ffmpeg');
const energiesOf = (track: Float64Array) => {
  const meter = energyMeter();
  meter.add(toSamples(track));
  return meter.finish();
};

/** Levels for this many seconds: loud inside the spans, quiet outside. */
function drawn(seconds: number, loud: readonly [number, number][]): Energies {
  const levels = new Uint8Array(seconds * 50).fill(levelOf(-70));
  for (const [start, end] of loud) levels.fill(levelOf(-20), start * 50, end * 50);
  return { frames: levels.length, levels };
}

describe('voice activity', () => {
  it.each([
    ['in silence', undefined, 0],
    ['in white noise, 20 dB below', 'white', 20],
    ['in pink noise, 5 dB below', 'pink', 5],
    ['in brown noise, 5 dB below', 'brown', 5],
  ])('finds each utterance %s, and what follows it within 300 ms', async (_, colour, below) => {
    const track = silence(40);
    const said: [number, number][] = [];
    for (let at = 3; at < 34; at += 6)
      said.push([at, mix(track, await speak({ voice: 'slt', text: 'Bring a coat and a lamp' }), at, 0.5)]);
    if (colour !== undefined) {
      const power = (samples: Float64Array) => samples.reduce((sum, value) => sum + value * value, 0);
      const length = said.reduce((sum, [start, end]) => sum + end - start, 0);
      const noise = await sound(`anoisesrc=r=16000:d=40:a=0.3:c=${colour}:seed=3`, 40);
      const ratio = power(track) / length / (power(noise) / 40);
      mix(track, noise, 0, Math.sqrt(ratio / 10 ** (below / 10)));
    }
    const active = activeSpans(energiesOf(track));
    const heard = active.reduce((sum, { start, end }) => sum + end - start, 0);
    for (const [start, end] of said) {
      const inside = active.filter((span) => span.start < end && span.end > start);
      expect(inside[0]?.start).toBeLessThan(start + 0.15);
      expect(inside.at(-1)?.end).toBeGreaterThan(end - 0.15);
    }
    expect(heard).toBeLessThan(said.reduce((sum, [start, end]) => sum + end - start, 0) + said.length * 0.75);
  });

  it('finds nothing in steady noise or silence', async () => {
    expect(activeSpans(energiesOf(await sound('anoisesrc=r=16000:d=20:a=0.3:c=pink:seed=5', 20)))).toEqual(
      [],
    );
    expect(activeSpans(energiesOf(silence(20)))).toEqual([]);
    expect(activeSpans(energiesOf(silence(0)))).toEqual([]);
  });

  plain('finds one short word in hours of silence', () => {
    const active = activeSpans(drawn(7200, [[5000, 5000.4]]));
    expect(active).toEqual([{ start: expect.closeTo(4999.9, 1), end: expect.closeTo(5000.7, 1) }]);
  });
});

describe('chunks', () => {
  const rules = { longest: 30, pause: 2 };
  const span = (start: number, end: number) => ({ start, end });

  plain('start and end in pauses, and are never longer than allowed', () => {
    const spans = [span(1, 10), span(11, 20), span(21, 29), span(30, 33), span(60, 61)];
    const chunks = chunksOf(spans, drawn(70, []), rules);
    expect(chunks.map(({ start, end }) => [start, end])).toEqual([
      [1, 29],
      [30, 33],
      [60, 61],
    ]);
    expect(chunks.flatMap((chunk) => chunk.spans)).toEqual(spans);
  });

  plain('cut speech without a pause at its quietest place', () => {
    const energies = drawn(100, [
      [0, 26],
      [26.2, 100],
    ]);
    const chunks = chunksOf([span(0, 100)], energies, rules);
    expect(chunks[0]?.end).toBeCloseTo(26.1, 1);
    for (const { start, end } of chunks) expect(end - start).toBeLessThanOrEqual(30);
    expect(chunks.at(-1)?.end).toBe(100);
  });

  plain('get a margin that does not overlap their neighbours or the ends', () => {
    const chunks = chunksOf([span(0.1, 1), span(1.2, 40), span(60, 69.9)], drawn(70, []), rules);
    const wide = withMargins(chunks, 70);
    expect(wide[0]?.start).toBe(0.05);
    for (const [index, one] of wide.entries()) {
      expect(one.end).toBeLessThanOrEqual(wide[index + 1]?.start ?? 70);
      expect(one.start).toBeGreaterThanOrEqual(0);
    }
    expect(wide.at(-1)).toMatchObject({ start: 59.75, end: 69.95 });
  });
});

plain(
  'pieces are cut from streaming audio exact to the sample, whatever the size of its pieces',
  async () => {
    const whole = Buffer.alloc(32_000 * 3);
    for (let at = 0; at < whole.length; at += 2) whole.writeInt16LE((at / 2) % 30_000, at);
    async function* streamed(size: number) {
      for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
    }
    const spans = [
      { start: 0, end: 0.5 },
      { start: 0.5, end: 0.75 },
      { start: 1.25, end: 3.5 },
    ];
    for (const size of [2, 998, 32_000, whole.length]) {
      const cuts = [];
      for await (const cut of cutSound(streamed(size), spans)) cuts.push(cut);
      expect(cuts.map(({ span }) => span)).toEqual(spans);
      const expected = spans.map(({ start, end }) => whole.subarray(start * 32_000, end * 32_000));
      for (const [index, { pcm }] of cuts.entries())
        expect(pcm.equals(expected[index] ?? Buffer.alloc(0))).toBe(true);
    }
  },
);
