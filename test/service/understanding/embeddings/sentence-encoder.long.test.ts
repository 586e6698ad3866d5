import { afterAll, describe, expect, it } from 'vitest';
import {
  lineReader,
  sentenceEncoder,
  stopEncoders,
} from '../../../../src/service/understanding/models/embeddings/index.ts';
import { childrenOf } from '../../../support/children.ts';

const processes = () => childrenOf(process.pid, 'encoder.js');
const forever = new AbortController().signal;
const cosine = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  one?.reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0) ?? Number.NaN;

afterAll(stopEncoders);

describe('the encoder', () => {
  it('gives the vectors of its model and adapter, as PyTorch computes them', async () => {
    const text = "Morning everyone, grab a coffee and find a seat, this won't take very long.";
    const [vector] = await sentenceEncoder.encode([text], forever);
    const said = ['What does a night in the kennel cost?', 'Forty, and the food comes on top.'];
    const [, line] = await sentenceEncoder.encode(said, forever, 'line');
    const byPyTorch = [
      [0.05013, 0.03656, 0.03613, 0.07162, 0.02489, 0.01121],
      [0.07037, 0.03325, 0.00258, 0.07267, -0.04492, 0.01102],
    ];
    for (const [at, own] of [vector, line].entries())
      for (const [column, value] of (byPyTorch[at] ?? []).entries())
        expect(own?.[column]).toBeCloseTo(value, 3);
  });

  it('says of each line how likely it answers a question, as PyTorch computes it', async () => {
    const lines = [
      'Good morning, Harbour Kennels, how can I help?',
      'What does a night in the kennel cost?',
      'Forty, and the food comes on top.',
      '',
      'And do you take cats as well?',
    ];
    const logOdds = await lineReader.read('price of boarding a dog overnight', lines, forever);
    for (const [at, value] of [-5.447, -1.06, 1.247].entries()) expect(logOdds[at]).toBeCloseTo(value, 1);
    expect(Math.max(...logOdds)).toBe(logOdds[2]);
    expect(logOdds[3]).toBe(Number.NEGATIVE_INFINITY);
    const none = await lineReader.read('?', [], forever);
    expect(none).toEqual([]);
  });

  it('puts what means the same closer than what shares words, whatever is encoded beside it', async () => {
    const asked = 'When can boats come in?';
    const same = 'The harbour opens at nine in the morning.';
    const other = 'When can children come in for their piano lesson?';
    const filler = Array.from({ length: 30 }, (_, at) => `Sentence ${at} is only here to fill the batches.`);
    const all = await sentenceEncoder.encode([...filler, asked, same, other, '', '   '], forever);
    expect(all).toHaveLength(35);
    const [question, right, wrong, empty, blank] = all.slice(30);
    expect(cosine(question, question)).toBeCloseTo(1, 4);
    expect(cosine(question, right)).toBeGreaterThan(cosine(question, all[0]) + 0.1);
    expect(wrong).toHaveLength(384);
    expect([empty, blank].map((vector) => vector?.every((value) => value === 0))).toEqual([true, true]);
    const [alone] = await sentenceEncoder.encode([asked], forever);
    expect(cosine(alone, question)).toBeCloseTo(1, 4);
  });

  it('understands a line by those around it, and a text by itself', async () => {
    const kennel = ['And what would a night in the kennel cost us?', 'Forty, and the food comes on top.'];
    const bus = ['How many people fit into the small bus?', 'Forty, and the food comes on top.'];
    const [asked] = await sentenceEncoder.encode(['price of boarding a dog overnight'], forever, 'query');
    const [, ofKennel] = await sentenceEncoder.encode(kennel, forever, 'line');
    const [, ofBus] = await sentenceEncoder.encode(bus, forever, 'line');
    expect(cosine(asked, ofKennel)).toBeGreaterThan(cosine(asked, ofBus) + 0.1);
    const [, alone] = await sentenceEncoder.encode(kennel, forever);
    const [, other] = await sentenceEncoder.encode(bus, forever);
    expect(alone).toEqual(other);
  });

  it('gives each of many lines its vector, in order, and only zeros without words', async () => {
    const lines = Array.from({ length: 150 }, (_, at) =>
      at === 70 ? '' : `Line ${at} of a long recording.`,
    );
    const vectors = await sentenceEncoder.encode(lines, forever, 'line');
    expect(vectors.map((vector) => Math.round(Math.hypot(...vector)))).toEqual(
      lines.map((text) => (text ? 1 : 0)),
    );
    // Of the lines before it, only those that are sent with it change its vector.
    const [last] = (await sentenceEncoder.encode(lines.slice(125), forever, 'line')).slice(-1);
    expect(last).toEqual(vectors.at(-1));
  });

  it('starts once for all who ask, and answers a query between the sentences of a file', async () => {
    const file = Array.from(
      { length: 16 },
      (_, at) => `Sentence ${at} of a file that takes a while to encode.`,
    );
    const order: string[] = [];
    const done = (name: string) => () => order.push(name);
    const encoding = sentenceEncoder.encode(file, forever).then(done('file'));
    await sentenceEncoder.encode(['a query'], forever).then(done('query'));
    await encoding;
    expect(order).toEqual(['query', 'file']);
    expect(processes()).toHaveLength(1);
  });

  it('goes on after a request that was aborted', async () => {
    const [before] = processes();
    const stop = new AbortController();
    const encoding = sentenceEncoder.encode(['a sentence'], stop.signal);
    stop.abort(new Error('enough'));
    await expect(encoding).rejects.toThrow('enough');
    expect(await sentenceEncoder.encode(['a sentence'], forever)).toHaveLength(1);
    expect(processes()).toEqual([before]);
  });

  it('that is killed starts again, and what it was asked is answered', async () => {
    const [killed = 0] = processes();
    const encoding = sentenceEncoder.encode(['a sentence', 'another one'], forever);
    process.kill(killed, 'SIGKILL');
    expect(await encoding).toHaveLength(2);
    expect(processes()).not.toEqual([killed]);
  });

  it('that is stopped rejects what it was asked, and leaves no process', async () => {
    const encoding = sentenceEncoder.encode(['a sentence'], forever);
    await Promise.all([expect(encoding).rejects.toThrow('stopped'), stopEncoders()]);
    // The system takes a moment to end it where the machine is busy.
    await expect.poll(processes, { timeout: 5_000 }).toEqual([]);
  });
});
