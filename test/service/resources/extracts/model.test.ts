import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { ExtractJob } from '../../../../src/contract/index.ts';
import { makeAudio } from '../../../support/film.ts';
import { type ModelServer, modelServer, says } from '../../../support/model-server.ts';
import { needs } from '../../../support/programs.ts';
import type { TestService } from '../../../support/service.ts';
import { collectionFileOf, entitiesCollection, extracted, openWithFilm } from './media.ts';
import { GOOD, purchases, SCHEMA, WHOLE } from './purchases.ts';

const it = needs('ffmpeg', 'fonts');
const text = { type: 'string' };
let server: ModelServer;
let service: TestService;
let uri: string;
let film: string;
beforeAll(async () => {
  server = await modelServer();
  ({ service, uri, id: film } = await openWithFilm({ language: server.endpoint }));
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.asked.length = 0;
});

const job = (more: object = {}) => purchases(service, { url: uri, ...more });

describe('a language model', () => {
  it('is asked by JSON schema in its safe subset, with the speech as material, and its answer is quoted', async () => {
    server.answer = () => says(JSON.stringify(GOOD));
    const done = await job();
    expect(done.data?.entities).toEqual(GOOD);
    expect(done.data?.providers?.entities).toMatch(/^language-endpoint reader: Extracted by a model/);
    const [asked] = server.asked;
    expect(server.asked).toHaveLength(1);
    expect(asked?.model).toBe('reader');
    expect(asked?.response_format).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'entities',
        strict: true,
        schema: {
          type: 'object',
          properties: {
            buyer: text,
            mood: { anyOf: [{ type: 'string', enum: ['glad', 'sad'] }, { type: 'null' }] },
            amount: { anyOf: [{ type: 'number' }, { type: 'null' }] },
            items: { anyOf: [{ type: 'array', items: text }, { type: 'null' }] },
          },
          required: ['buyer', 'mood', 'amount', 'items'],
          additionalProperties: false,
        },
      },
    });
    expect(asked?.messages.at(-1)?.content).toMatch(
      /^What to take out: Purchases \d+\n<material>\n\[said 0:00:01\] Ada Byron: Maria/,
    );
    const evidence = done.data?.evidence?.map(({ path, start_time }) => [path, start_time]);
    expect(evidence).toEqual([
      ['buyer', 1],
      ['amount', 5],
      ['items[0]', 5],
    ]);
    expect(done.data?.warnings).toEqual([expect.stringMatching(/the model's own choice: mood$/)]);
  });

  it.each([
    ['the flat form', [400]],
    ['json_object', [400, 422]],
    ['words alone, where it refuses all formats', [400, 400, 422]],
  ])('is asked in %s if it supports nothing else', async (_, refusals) => {
    const fresh = await modelServer();
    const own = await openWithFilm({ language: fresh.endpoint });
    try {
      fresh.answer = (__, count) => {
        const status = refusals[count - 1];
        return status
          ? { status, body: { error: 'no such format' } }
          : says(`Sure:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``);
      };
      const done = await extracted(own.service, { url: own.uri, schema: SCHEMA, ...WHOLE });
      expect(done.data?.entities).toEqual(GOOD);
      const forms = fresh.asked.map(
        ({ response_format: form }) => form && `${form.type}${form.schema ? ' schema' : ''}`,
      );
      const all = ['json_schema', 'json_object schema', 'json_object', undefined];
      expect(forms).toEqual(all.slice(0, refusals.length + 1));
      expect(fresh.asked.at(-1)?.messages[0]?.content).toContain('"additionalProperties":false');
    } finally {
      await own.service.close();
      await fresh.close();
    }
  });

  it('may reason first, and may split its answer into parts', async () => {
    const thought = `<think>{"buyer": "nobody"}</think>${JSON.stringify(GOOD)}`;
    server.answer = () =>
      says([
        { type: 'text', text: thought.slice(0, 60) },
        { type: 'text', text: thought.slice(60) },
      ]);
    expect((await job()).data?.entities).toEqual(GOOD);
  });

  it('is asked once more, with the reason, if its answer is unusable', async () => {
    server.answer = (_, count) => says(JSON.stringify(count === 1 ? { ...GOOD, amount: 'much' } : GOOD));
    expect((await job()).data?.entities).toEqual(GOOD);
    expect(server.asked[1]?.messages.at(-1)?.content).toBe(
      'That is not usable: amount must be a number. Answer again with the JSON object alone.',
    );
  });

  it('returns kinds of entities with their values without a schema', async () => {
    const entities = [
      { kind: 'Buyers', values: ['Maria Lopez'] },
      { kind: 'goods', values: ['steel', 'steel'] },
    ];
    server.answer = () => says(JSON.stringify({ entities }));
    const done = await extracted(service, { url: uri, prompt: 'Who buys what?', ...WHOLE });
    expect(done.data?.entities).toEqual({ buyers: ['Maria Lopez'], goods: ['steel'] });
  });

  it('[MEM-3] reads a collection file during processing, which is searchable only once everything is read', async () => {
    const collection = await entitiesCollection(service, { prompt: 'Processing', schema: SCHEMA });
    const where = `/collections/${collection}/videos/${film}`;
    await service.call('POST', `/collections/${collection}/media`, { file_id: film });
    const seen: string[] = [];
    const { db } = service.context;
    server.answer = async () => {
      const { body } = await service.call('GET', where);
      const documents = db.selectFrom('documents').select('id').where('collection_id', '=', collection);
      seen.push(`${body.status} ${body.searchable_status} ${(await documents.execute()).length}`);
      return says(JSON.stringify(GOOD));
    };
    await service.drain();
    expect(seen).toEqual(['processing processing 0', 'processing processing 0']);
    const { body } = await service.call('GET', where);
    expect([body.status, body.searchable_status]).toEqual(['completed', 'completed']);
  });

  it('writes nothing for a collection file or a job that is deleted during the request', async () => {
    const collection = await entitiesCollection(service, { prompt: 'Gone', schema: SCHEMA });
    await service.call('POST', `/collections/${collection}/media`, { file_id: film });
    const started = await service.call('POST', '/extract', { url: uri, prompt: 'Gone too', schema: SCHEMA });
    const { job_id } = JSON.parse(started.text) as ExtractJob;
    server.answer = async ({ messages }) => {
      const gone = messages[1]?.content.includes('Gone too')
        ? `/extract/${job_id}`
        : `/collections/${collection}/videos/${film}`;
      await service.call('DELETE', gone);
      return says(JSON.stringify(GOOD));
    };
    const { db } = service.context;
    const count = async () => (await db.selectFrom('entities').select('id').execute()).length;
    const before = await count();
    await service.drain();
    expect(server.asked.length).toBeGreaterThanOrEqual(2);
    expect(await count()).toBe(before);
    const documents = db.selectFrom('documents').select('id').where('collection_id', '=', collection);
    expect(await documents.execute()).toEqual([]);
    const events = await db.selectFrom('events').select(['event_type', 'payload']).execute();
    const of = events.filter(({ payload }) => payload.includes(job_id)).map(({ event_type }) => event_type);
    expect(of).toEqual(['extract.job.processing']);
  });

  it('reads long material in parts, and their answers are merged', async () => {
    const line = (at: number) => `Visitor ${at} came from far away and bought ${'many '.repeat(150)}things.`;
    const cue = (at: number) =>
      `00:00:0${at}.000 --> 00:00:0${at}.900\n${line(at)}${line(at + 10)}${line(at + 20)}${line(at + 30)}\n`;
    const cues = Array.from({ length: 9 }, (_, at) => cue(at));
    const subtitles = new Blob([`WEBVTT\n\n${cues.join('\n')}`]);
    const sound = (await service.upload(await makeAudio(10), 'long.wav', { subtitles })).body.uri;
    server.answer = ({ messages }, count) => {
      const seen = messages[1]?.content.match(/Visitor \d+/g) ?? [];
      return says(
        JSON.stringify({ buyer: `Buyer ${count}`, items: seen, amount: count === 1 ? null : count }),
      );
    };
    const done = await job({ url: sound });
    expect(server.asked.length).toBeGreaterThan(1);
    expect(server.asked.every(({ messages }) => (messages[1]?.content.length ?? 0) < 25_000)).toBe(true);
    expect(new Set(done.data?.entities?.items as string[]).size).toBe(36);
    expect(done.data?.entities).toEqual({ amount: 2, items: expect.anything() });
    expect(done.data?.warnings).toEqual(['dropped, because nobody said or showed it: buyer']);
  });

  it('reads each segment separately, is not asked again for finished ones, and resumes where it failed', async () => {
    const config = {
      prompt: 'Purchases of the collection',
      schema: SCHEMA,
      enable_video_level_entities: true,
    };
    server.answer = ({ messages }, count) =>
      count === 2
        ? { status: 403, body: {} }
        : says(JSON.stringify({ buyer: /ferry/.test(messages[1]?.content ?? '') ? 'Lopez' : 'Maria Lopez' }));
    const { collection } = await collectionFileOf(service, config, film);
    const failed = await service.call('GET', `/collections/${collection}/videos/${film}`);
    expect(failed.body).toMatchObject({ status: 'failed', searchable_status: 'failed' });
    expect(failed.body.error).toMatch(
      /responded with 403: it expects another key than the one in VAU_TEST_LANGUAGE_KEY/,
    );
    await service.call('POST', `/collections/${collection}/media`, { file_id: film });
    await service.drain();
    const where = `/collections/${collection}/videos/${film}/entities`;
    const { segment_entities } = JSON.parse((await service.call('GET', where)).text);
    expect(segment_entities.map(({ entities }: { entities: object }) => entities)).toEqual([
      { buyer: 'Maria Lopez' },
      { buyer: 'Lopez' },
    ]);
    expect(server.asked).toHaveLength(4);
    server.asked.length = 0;
    const again = await extracted(service, { url: uri, ...config });
    expect(again.data?.entities).toEqual({ buyer: 'Lopez' });
    expect(server.asked).toHaveLength(0);
  });
});
