import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpointEncoder } from '../../../../src/service/understanding/models/embeddings/endpoint/provider.ts';

interface Asked {
  path: string | undefined;
  body: { model: string; input: string[]; encoding_format: string };
}

let server: Server;
let asked: Asked[];
/** Status and body of each response; the last one is repeated. */
let answers: ((input: string[]) => [number, unknown])[];

const row = (text: string, index: number) => ({ index, embedding: [text.length, 1, 0] });
const good = (input: string[]): [number, unknown] => [200, { data: input.map(row) }];
const forever = new AbortController().signal;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const body = JSON.parse(text) as Asked['body'];
    asked.push({ path: request.url, body });
    const [status, answer] = (answers.length > 1 ? answers.shift() : answers[0])?.(body.input) ?? [500, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => {
  asked = [];
  answers = [good];
});
afterAll(() => server.close());

function encoder() {
  const { port } = server.address() as AddressInfo;
  const keyEnv = 'VAU_TEST_EMBEDDINGS_KEY';
  return endpointEncoder({
    url: `http://127.0.0.1:${port}`,
    model: 'm',
    keyEnv,
    timeoutSeconds: 20,
    retryMs: 1,
  });
}

describe('an embeddings endpoint', () => {
  it('gets texts in batches, none of them empty, and its vectors get length 1', async () => {
    const texts = ['', ...Array.from({ length: 40 }, (_, at) => 'x'.repeat(at + 1)), '  '];
    const vectors = await encoder().encode(texts, forever);
    expect(
      asked.map(({ path, body }) => [path, body.model, body.encoding_format, body.input.length]),
    ).toEqual([
      ['/v1/embeddings', 'm', 'float', 32],
      ['/v1/embeddings', 'm', 'float', 8],
    ]);
    expect([vectors[0], vectors[41]]).toEqual([new Float32Array(3), new Float32Array(3)]);
    for (const [at, vector] of vectors.slice(1, 41).entries()) {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect((vector[0] ?? 0) / (vector[1] ?? 0)).toBeCloseTo(at + 1, 3);
    }
  });

  it('may answer in another order, or without indices', async () => {
    const [one, other] = await encoder().encode(['x', 'xxxx'], forever);
    answers = [(input) => [200, { data: input.map(row).reverse() }]];
    expect(await encoder().encode(['x', 'xxxx'], forever)).toEqual([one, other]);
    answers = [(input) => [200, { data: input.map((text, at) => ({ embedding: row(text, at).embedding })) }]];
    expect(await encoder().encode(['x', 'xxxx'], forever)).toEqual([one, other]);
  });

  const [two, zeros, text] = [
    { data: [row('x', 0), row('x', 0)] },
    { data: [{ index: 0, embedding: [0, 0, 0] }, row('x', 1)] },
    { data: [{ index: 0, embedding: ['1', '2'] }, row('x', 1)] },
  ];
  it.each([
    ['one vector too few', { data: [row('x', 0)] }, /1 vectors for 2 texts/],
    ['one vector twice', two, /the same one twice/],
    ['a vector of zeros', zeros, /zeros/],
    ['numbers as text', text, /not a list of embeddings/],
    ['something else', { error: 'no' }, /not a list of embeddings/],
  ])('is asked again if it answers with %s, and refused after four times', async (_, body, words) => {
    answers = [() => [200, body], good];
    expect(await encoder().encode(['x', 'y'], forever)).toHaveLength(2);
    answers = [() => [200, body]];
    asked = [];
    await expect(encoder().encode(['x', 'y'], forever)).rejects.toThrow(words);
    expect(asked).toHaveLength(4);
  });

  it('is refused at once for another dimension, and if it has no such operation', async () => {
    const one = encoder();
    await one.encode(['x'], forever);
    answers = [() => [200, { data: [{ embedding: [1, 2] }] }]];
    await expect(one.encode(['x'], forever)).rejects.toThrow('vectors of 3 and of 2 numbers');
    answers = [() => [404, {}]];
    await expect(one.encode(['x'], forever)).rejects.toThrow('404: it has no embeddings operation');
    expect(asked).toHaveLength(3);
  });
});
