/** URLs given by callers, fetched by the built service: public addresses are reached, private ones are not. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Operation, operations } from '../../src/contract/index.ts';
import { forms, type Taker, takers } from '../support/addresses.ts';
import { AAC, make as makeFilm } from '../support/film.ts';
import { type Loopback, loopback } from '../support/loopback.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const PUBLIC = '93.184.216.34';
const photograph = readFileSync(
  path.join(fileURLToPath(import.meta.url), '../../../node_modules/@vladmandic/face-api/demo/sample1.jpg'),
);

/** Host names, and the result of each look-up. */
const names = {
  'films.example': [[PUBLIC]],
  'inside.example': [['10.0.0.7']],
  'this.example': [['127.0.0.1']],
  'cloud.example': [['169.254.169.254']],
  'six.example': [['::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'both.example': [[PUBLIC, '127.0.0.1']],
  // Public for the first request, private for the second: DNS rebinding.
  'turns.example': [[PUBLIC], ['127.0.0.1']],
};

let service: Serving;
let other: Loopback;
let all: readonly Taker[] = takers({ texts: '', faces: '' });
let there: { film: string; picture: string };

beforeAll(async () => {
  // A second of bars: nothing is said, written or shown in it.
  const bars = ['-f', 'lavfi', '-i', 'smptebars=s=160x90:r=5:d=1', '-f', 'lavfi', '-i', 'sine=d=1'];
  const bytes = await makeFilm([...bars, '-c:v', 'libx264', '-preset', 'ultrafast', ...AAC], 'mp4');
  other = await loopback(({ path: asked }, response) => {
    const [, what, rest = ''] = asked.split('/');
    if (what === 'to')
      response.writeHead(302, { location: decodeURIComponent(rest), connection: 'close' }).end();
    else response.end(rest.endsWith('.jpg') ? photograph : bytes);
  });
  service = await serving({ names, env: { VAU_SPEECH_PROVIDERS: 'subtitle-track' } });
  const make = async (collection_type: string) =>
    (await service.call('POST', '/collections', { name: collection_type, collection_type })).body.id;
  const [texts, faces] = [await make('media-descriptions'), await make('face-analysis')];
  const [film, picture] = await Promise.all([
    service.upload(bytes, 'film.mp4'),
    service.upload(photograph, 'picture.jpg'),
  ]);
  there = { film: film.body.uri, picture: picture.body.uri };
  await service.settled(`/files/${picture.body.id}`);
  all = takers({ texts, faces });
});
afterAll(async () => {
  await service.stop();
  await other.close();
});
afterEach(() => {
  other.arrived.length = 0;
});

const at = (host: string, where: string) => `http://${host}:${other.port}${where}`;

/** Sends a request with that URL; returns its response and, if accepted, the outcome. */
async function take(index: number, url: string) {
  const { path: where, body, outcome } = all[index] as Taker;
  const answer = await service.call('POST', where, body(url, there));
  return {
    answer,
    settled: async () => (outcome ? service.settled(outcome(answer.body as never)) : answer.body),
  };
}

const each = all.map(({ name }, index) => [name, index] as const);
const withFfmpeg = needs('ffmpeg');

describe('a URL given by a caller', () => {
  withFfmpeg.each(each)('to %s is fetched by the built service', async (name, index) => {
    const file = `/files/${index}.${name.endsWith('picture') ? 'jpg' : 'mp4'}`;
    const { answer, settled } = await take(index, at('films.example', file));
    expect(answer).toMatchObject({ status: expect.toBeOneOf([200, 201, 202]) });
    expect(await settled()).toMatchObject(all[index]?.ends ?? { status: 'completed' });
    expect(other.arrived).toMatchObject([
      { method: 'GET', path: file, headers: { host: `films.example:${other.port}`, 'user-agent': 'vau' } },
    ]);
    expect(Object.keys(other.arrived[0]?.headers ?? {})).not.toContain('authorization');
  });

  it.each(each)('to %s is refused in every spelling of a private address', async (_, index) => {
    const taken: string[] = [];
    for (const form of forms) {
      const { answer } = await take(index, form.replace('PORT', String(other.port)));
      if (answer.status !== 400 && answer.status !== 404) taken.push(`${form}: ${answer.status}`);
      expect(typeof answer.body.error, form).toBe('string');
    }
    expect(taken).toEqual([]);
    expect(other.arrived).toEqual([]);
  });

  it.each(['inside', 'this', 'cloud', 'six', 'mapped', 'both'])(
    'is judged by the resolved address at the socket: %s.example is never reached',
    async (name) => {
      const { settled } = await take(0, at(`${name}.example`, '/secret'));
      expect(await settled()).toMatchObject({
        status: 'failed',
        error: expect.stringContaining(`${name}.example is on a private network`),
      });
      expect(other.arrived).toEqual([]);
    },
  );

  it.each([
    ['this machine', 'http://127.0.0.1:PORT/secret', /private network/],
    ['this machine as one number', 'http://2130706433:PORT/secret', /private network/],
    ['this machine by IPv6', 'http://[::ffff:127.0.0.1]:PORT/secret', /private network/],
    ['a name of this machine', 'http://localhost:PORT/secret', /private network/],
    ['a name with a private address', 'http://inside.example:PORT/secret', /private network/],
    ['a file', 'file:///etc/passwd', /only http and https/],
    ['a password', 'http://me:secret@films.example/', /user name or password/],
    ['itself', '', /redirect/],
  ])('that redirects to %s is not followed there', async (_, to, reason) => {
    const target = to.replace('PORT', String(other.port));
    const { settled } = await take(0, at('films.example', `/to/${encodeURIComponent(target)}`));
    const { status, error } = await settled();
    expect({ status, error }).toMatchObject({ status: 'failed', error: expect.stringMatching(reason) });
    expect(other.arrived.filter(({ path: asked }) => !asked.startsWith('/to/'))).toEqual([]);
  });

  it('whose name becomes private between two requests is not followed there', async () => {
    const again = at('turns.example', '/secret');
    const { settled } = await take(0, at('turns.example', `/to/${encodeURIComponent(again)}`));
    expect(await settled()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('turns.example is on a private network'),
    });
    expect(other.arrived).toHaveLength(1);
  });
});

/** The URL fields of an operation's body, as dotted paths. */
function urlFields(operation: Operation): string[] {
  if (!operation.body) return [];
  const walk = (schema: z.core.JSONSchema.BaseSchema, before: string): string[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
      const here = `${before}${name}`;
      const below = typeof inner === 'object' ? walk(inner, `${here}.`) : [];
      return /(^|_)(url|endpoint)$/.test(name) ? [here, ...below] : below;
    });
  return walk(z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' }), '');
}

/** URL fields without a row in the table above: an estimate fetches nothing, and deliveries to webhooks have tests of their own. */
const elsewhere = [
  'find-moments.create url',
  'find-moments.estimate url',
  'webhook.create endpoint',
  'webhook.update endpoint',
];

describe('the contract', () => {
  it('has no URL field that is not tested here, except those that are tested elsewhere', () => {
    const fields = Object.values(operations as Record<string, Operation>).flatMap((operation) =>
      urlFields(operation).map((field) => `${operation.id} ${field}`),
    );
    const tried = all.map(({ operation, field }) => `${operation} ${field}`);
    expect(fields.filter((field) => !tried.includes(field))).toEqual(elsewhere);
  });
});
