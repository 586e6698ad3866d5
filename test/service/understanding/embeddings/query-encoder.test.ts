import { expect, it } from 'vitest';
import {
  queryEncoder,
  type TextEncoder,
} from '../../../../src/service/understanding/models/embeddings/index.ts';

const forever = new AbortController().signal;
const vector = Float32Array.of(1, 0);

/** An encoder that answers when it is told to. */
function slowEncoder() {
  const asked: string[] = [];
  let [resolve, reject] = [(_: Float32Array[]) => {}, (_: Error) => {}];
  const promise = new Promise<Float32Array[]>((found, failed) => {
    [resolve, reject] = [found, failed];
  });
  promise.catch(() => undefined);
  const encode = async (texts: readonly string[]) => {
    asked.push(...texts);
    return promise;
  };
  const encoder: TextEncoder = { model: 'slow', language: 'en', encode };
  return { encoder, asked, answer: () => resolve([vector]), fail: () => reject(new Error('no memory')) };
}

it('a query does not wait for an encoder that is starting, and the next one gets the vector', async () => {
  const { encoder, asked, answer } = slowEncoder();
  expect(await queryEncoder(encoder, 1).vectorOf('boats', forever)).toBeUndefined();
  answer();
  expect(await queryEncoder(encoder, 60_000).vectorOf('boats', forever)).toBe(vector);
  expect(asked).toEqual(['boats']);
});

it('a query that was cancelled waits no longer', async () => {
  const stop = new AbortController();
  const waiting = queryEncoder(slowEncoder().encoder, 60_000).vectorOf('boats', stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

it('a failure is reported, and not remembered', async () => {
  const { encoder, asked, fail } = slowEncoder();
  fail();
  for (let time = 0; time < 2; time += 1)
    await expect(queryEncoder(encoder, 60_000).vectorOf('boats', forever)).rejects.toThrow('no memory');
  expect(asked).toHaveLength(2);
});
