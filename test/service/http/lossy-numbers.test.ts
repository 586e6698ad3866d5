/** Numbers that a double cannot hold are refused, and not changed, wherever a program may send JSON. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServed, type Served } from '../../support/served.ts';

let service: Served;
let file: string;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await openServed();
  headers = { authorization: `Bearer ${service.token}` };
  const { body } = await service.upload('not a film', 'a.mp4');
  file = body.id;
});
afterAll(() => service.close());

async function answered(where: string, init: RequestInit): Promise<[number, string]> {
  const answer = await service.request(where, { ...init, headers: { ...headers, ...init.headers } });
  return [answer.status, await answer.text()];
}

const json = { 'content-type': 'application/json' };
const put = (body: string) => answered(`/v1/files/${file}`, { method: 'PUT', headers: json, body });

describe('a number in metadata', () => {
  it.each([
    '12345678901234567890',
    '-9007199254740993',
    '1152921504606846976',
    '12345678901234567890.0',
    '1.2345678901234567890e19',
    '1e400',
    '-1e400',
    '1e-400',
  ])('%s is refused by its name', async (number) => {
    const [status, text] = await put(`{"metadata":{"a":"12345678901234567890","list":[{"n":${number}}]}}`);
    expect([status, JSON.parse(text).error]).toEqual([
      400,
      `field metadata.list[0].n is ${number}, a number that would lose digits here; send it as text: "${number}"`,
    ]);
  });

  it('is kept in every other form', async () => {
    const numbers =
      '[1.10,1e2,9007199254740992,0,0e999,1e23,100000000000000000000,0.12345678901234567890,1E+300]';
    const [status, text] = await put(
      `{"metadata":{"n":1e400,"n":1,"numbers":${numbers},"quoted":"\\"1e400"}}`,
    );
    expect([status, JSON.parse(text).metadata]).toEqual([
      200,
      { n: 1, numbers: JSON.parse(numbers), quoted: '"1e400' },
    ]);
  });

  it('of many digits is read in no time', async () => {
    const began = performance.now();
    const [status] = await put(`{"metadata":{"n":1.${'0'.repeat(500_000)}1}}`);
    expect([status, performance.now() - began < 2_000]).toEqual([200, true]);
  });

  it('is refused in a form', async () => {
    const form = new FormData();
    form.set('file', new Blob(['not a film']), 'b.mp4');
    form.set('metadata', '{"n":1e400}');
    const [status, text] = await answered('/v1/files', { method: 'POST', body: form });
    expect([status, text]).toEqual([400, expect.stringContaining('field metadata.n is 1e400')]);
  });

  it('is refused at the start of an upload in parts', async () => {
    const metadata = Buffer.from('{"n":12345678901234567890}').toString('base64');
    const [status, text] = await answered('/v1/uploads', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `filename ${Buffer.from('c.mp4').toString('base64')},metadata ${metadata}`,
      },
    });
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('field metadata.n is 12345678901234567890'),
    ]);
  });

  it('is refused in a filter, which would find others', async () => {
    const filter = { metadata: [{ path: 'n', operator: 'Equal', valueNumber: 0 }] };
    const body = JSON.stringify({ query: 'fog', knowledge_base: { source: 'default', filter } });
    const [status, text] = await answered('/v1/search', {
      method: 'POST',
      headers: json,
      body: body.replace('"valueNumber":0', '"valueNumber":9007199254740993'),
    });
    expect([status, text]).toEqual([400, expect.stringContaining('valueNumber is 9007199254740993')]);
  });
});
