/** Sentence encoders in ONNX: the real runtime, on a model that a script of ours writes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceConfig } from '../../../../src/service/context/config.ts';
import { modelFolder } from '../../../../src/service/models/index.ts';
import { tryMeaning } from '../../../../src/service/understanding/analysis/trial.ts';
import { encoderFor, stopEncoders } from '../../../../src/service/understanding/models/embeddings/index.ts';
import { setUpEncoder } from '../../../support/models/set-up.ts';

const WORDS = ['query', 'passage', 'the', 'harbour', 'opens', 'at', 'nine', 'a', 'piano', 'lesson'];
const forever = new AbortController().signal;
const cosine = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  one?.reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0) ?? Number.NaN;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-onnx-'));
});
afterAll(async () => {
  await stopEncoders();
  await rm(dataDir, { recursive: true, force: true });
});

const inUse = () => {
  const encoder = encoderFor(serviceConfig({ dataDir }));
  if (!encoder) throw new Error('there is no encoder');
  return encoder;
};

describe('an ONNX encoder that was set up', () => {
  it('is in use at once, and puts texts with the same words close', async () => {
    await setUpEncoder(dataDir, 'tiny', WORDS);
    const encoder = inUse();
    expect([encoder.model, encoder.language]).toEqual([
      expect.stringMatching(/^local\/tiny@[0-9a-f]{12}$/),
      undefined,
    ]);
    const texts = ['The harbour opens at nine', 'opens at nine: the HARBOUR', 'a piano lesson', '', ' …'];
    const [one, same, other, empty, marks] = await encoder.encode(texts, forever);
    expect(one).toHaveLength(32);
    expect(cosine(one, one)).toBeCloseTo(1, 5);
    expect(cosine(one, same)).toBeGreaterThan(cosine(one, other) + 0.2);
    expect([empty, marks]).toEqual([new Float32Array(32), new Float32Array(32)]);
  });

  it('tells texts apart that its model puts near each other, all of them', async () => {
    const texts = ['the harbour opens at nine', 'at nine the harbour opens', 'a piano lesson'];
    await setUpEncoder(dataDir, 'narrow', WORDS, { cone: 3 });
    const [one, same, other] = await inUse().encode(texts, forever);
    expect(cosine(one, same)).toBeGreaterThan(0.9);
    expect(cosine(one, other)).toBeLessThan(0.6);
    await setUpEncoder(dataDir, 'tiny', WORDS);
  });

  it('is tried on three sentences', async () => {
    const trial = await tryMeaning(serviceConfig({ dataDir }), forever);
    expect(trial).toEqual({
      model: expect.stringMatching(/^local\/tiny@/),
      ms: expect.any(Number),
      made: expect.stringMatching(/^vectors of 32 numbers; what means the same is/),
    });
  });

  it('gets the prefixes that its model was trained with, another for a question', async () => {
    const options = { query_prefix: 'query: ', passage_prefix: 'passage: ' };
    await setUpEncoder(dataDir, 'prefixed', WORDS, { options });
    const [bare] = await inUse().encode(['query: a piano lesson'], forever);
    await setUpEncoder(dataDir, 'tiny', WORDS);
    const [whole] = await inUse().encode(['passage: query: a piano lesson'], forever);
    expect(cosine(bare, whole)).toBeGreaterThan(0.98);
    await setUpEncoder(dataDir, 'prefixed', WORDS, { options });
    const [asked] = await inUse().encode(['a piano lesson'], forever, 'query');
    const [told] = await inUse().encode(['a piano lesson'], forever);
    expect(cosine(asked, told)).toBeLessThan(0.999);
  });

  it('cuts a text where its model ends, and keeps the token that ends it', async () => {
    await setUpEncoder(dataDir, 'short', WORDS, { options: { max_tokens: 6 } });
    const [short, long] = await inUse().encode(
      ['the harbour opens at', 'the harbour opens at nine a piano lesson'],
      forever,
    );
    expect(cosine(short, long)).toBeCloseTo(1, 5);
  });

  it('that cannot be loaded says why to each who asks, and the next model works', async () => {
    await setUpEncoder(dataDir, 'broken', WORDS);
    const file = path.join(modelFolder(dataDir, 'meaning', 'broken'), 'model.onnx');
    const { length } = await import('node:fs').then(({ readFileSync }) => readFileSync(file));
    await writeFile(file, Buffer.alloc(length, 7));
    await expect(inUse().encode(['a'], forever)).rejects.toThrow(/model|protobuf|load/i);
    await setUpEncoder(dataDir, 'tiny', WORDS);
    expect(await inUse().encode(['a'], forever)).toHaveLength(1);
  });

  it('that is gone is named with the command that brings it', async () => {
    await setUpEncoder(dataDir, 'gone', WORDS);
    await rm(modelFolder(dataDir, 'meaning', 'gone'), { recursive: true });
    await expect(inUse().encode(['a'], forever)).rejects.toThrow(/gone.*vau setup meaning gone/s);
  });
});
