/**
 * Models on this machine, in the built service: the real runtimes, on models of chance that scripts of ours write. They are
 * set up while the service runs, and are used without a restart.
 */
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { childrenOf } from '../support/children.ts';
import { makeAudio } from '../support/film.ts';
import { bringLlama, setUpTinyLlama } from '../support/models/llama.ts';
import { chooseModel, setUpEncoder } from '../support/models/set-up.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');
const MINUTE = 60_000;

const SAID = [
  'The harbour opens at nine in the morning.',
  'Boats come in with the tide.',
  'I promise to send the list by Friday.',
  'The market sells fish.',
  'Cod is best in March.',
];
const SUBTITLES = `WEBVTT\n\n${SAID.map((text, at) => `00:${at}1.000 --> 00:${at}4.000\n${text}\n`).join('\n')}`;

let service: Serving;
let collection: string;
let file: { id: string; uri: string };
beforeAll(async () => {
  service = await serving({ env: { VAU_EMBEDDINGS: 'on' } });
  const { dataFolder } = service.home;
  await bringLlama(dataFolder);
  await setUpTinyLlama(dataFolder, {}, 'tiny', 2);
  const words =
    SAID.join(' ')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  await setUpEncoder(dataFolder, 'tiny', [...new Set(words)]);
  file = await upload('a');
  collection = await collectionOf('media-descriptions');
});
afterAll(async () => {
  await service.stop();
});

async function upload(name: string): Promise<{ id: string; uri: string }> {
  const sound = Buffer.concat([await makeAudio(55), Buffer.from(name.padEnd(64))]);
  const { body } = await service.upload(sound, `${name}.wav`, { subtitles: new Blob([SUBTITLES]) });
  expect((await service.settled(`/files/${body.id}`)).status).toBe('completed');
  return { id: body.id, uri: body.uri };
}

async function collectionOf(type: string): Promise<string> {
  const { body } = await service.call('POST', '/collections', {
    name: `${type} ${Math.random()}`,
    collection_type: type,
  });
  return body.id;
}

const settledIn = (id: string, film = file.id) => service.settled(`/collections/${id}/videos/${film}`);
const models = () => childrenOf(service.pid, 'language.js');

describe('the built service with models on this machine', () => {
  it('says what each of them is', async () => {
    const { body } = await service.call('POST', `/collections/${collection}/media`, { file_id: file.id });
    expect(body).toBeDefined();
    expect((await settledIn(collection)).status).toBe('completed');
    const query = { query: 'harbour opens at nine', collections: [collection], scope: 'file' };
    await vi.waitFor(
      async () => expect((await service.call('POST', '/search', query)).body.results).toHaveLength(1),
      MINUTE,
    );
    expect(childrenOf(service.pid, 'onnx-encoder.js')).toHaveLength(1);
    expect(childrenOf(service.pid, 'encoder.js')).toEqual([]);
  });

  it('answers a chat by the model, or says why in quotes: nothing is invented', async () => {
    const messages = [{ role: 'user', content: 'When does the harbour open?' }];
    const { status, body } = await service.call('POST', '/chat/completions', {
      collections: [collection],
      messages,
      model: 'any',
    });
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    expect(text).toMatch(/language model|Nothing in the recordings|“/);
    expect(models()).toHaveLength(1);
  });

  it('extracts in the form of the schema', async () => {
    const schema = {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['talk', 'film'] }, paid: { type: 'boolean' } },
      required: ['kind', 'paid'],
    };
    const how = {
      enable_video_level_entities: true,
      enable_segment_level_entities: false,
      enable_transcript_mode: true,
    };
    const { body } = await service.call('POST', '/extract', {
      url: file.uri,
      prompt: 'What is it',
      schema,
      ...how,
    });
    const done = await service.settled(`/extract/${(body as unknown as { job_id: string }).job_id}`);
    expect(done).toMatchObject({
      status: 'completed',
      data: {
        entities: { kind: expect.stringMatching(/^(talk|film)$/), paid: expect.any(Boolean) },
        providers: { entities: expect.stringContaining('language-local tiny') },
      },
    });
  });

  it('judges moments: a run ends, names its engine, and keeps nothing that was not said', async () => {
    const moments = await collectionOf('moments');
    await service.call('POST', `/collections/${moments}/media`, { file_id: file.id });
    await settledIn(moments);
    const criterion = { name: 'promise', instructions: 'Find promises.' };
    const { body } = await service.call('POST', `/collections/${moments}/moment-criteria`, { criterion });
    expect(body).toMatchObject({ criterion_name: 'promise' });
    const ended = async () => {
      const { body: now } = await service.call('GET', `/collections/${moments}`);
      const { moments_config: config } = now as unknown as {
        moments_config: { criteria: { backfill_status: string }[] };
      };
      expect(config.criteria[0]?.backfill_status).toMatch(/^completed/);
    };
    await vi.waitFor(ended, MINUTE);
    const found = await service.call('GET', `/collections/${moments}/moments`);
    for (const { reason } of (found.body as unknown as { moments: { reason: string }[] }).moments)
      expect(SAID.some((line) => reason.includes(line.slice(0, -1)))).toBe(true);
  });

  it('is asked again where kill -9 ends it in the middle of its answers, and its jobs end', async () => {
    const [before = 0] = models();
    const films = await Promise.all(['b', 'c'].map(upload));
    const other = await collectionOf('media-descriptions');
    for (const { id } of films) await service.call('POST', `/collections/${other}/media`, { file_id: id });
    process.kill(before, 'SIGKILL');
    for (const { id } of films) expect((await settledIn(other, id)).status).toBe('completed');
    await vi.waitFor(() => expect(models()).toHaveLength(1), MINUTE);
    expect(models()).not.toContain(before);
  });

  it('goes back to quotes when the model is not chosen any more', async () => {
    await chooseModel(service.home.dataFolder, 'language', 'none');
    const messages = [{ role: 'user', content: 'harbour opens at nine' }];
    const { body } = await service.call('POST', '/chat/completions', {
      collections: [collection],
      messages,
      model: 'any',
    });
    expect(JSON.stringify(body)).toContain('is not installed');
  });
});
