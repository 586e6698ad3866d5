/** Searches with encoders other than the packaged one: what is unlikely is told once their cosines are measured. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { isUnencoded } from '../../../src/service/resources/passages/encode-again.ts';
import { tryMeaning } from '../../../src/service/understanding/analysis/trial.ts';
import { EXAMPLES } from '../../../src/service/understanding/models/embeddings/scale/examples.ts';
import { makeAudio } from '../../support/film.ts';
import type { Loopback } from '../../support/loopback.ts';
import { standInEncoder } from '../../support/models/stand-in-encoder.ts';
import { needs } from '../../support/programs.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { makeCollection } from './library.ts';

const it = needs('ffmpeg');

const [HARBOUR, SKIING] = EXAMPLES;
const SAID = `WEBVTT\n\n00:01.000 --> 00:04.000\n${HARBOUR?.[1]}\n\n00:05.000 --> 00:08.000\n${SKIING?.[1]}\n`;
const ANSWERED = HARBOUR?.[0];
const UNANSWERED = 'recipe for chocolate cake with almonds';

const subjects = new Map(EXAMPLES.flatMap((texts, at) => texts.map((text) => [text, `${at}`])));
const bySubject = (text: string) => subjects.get(text) ?? text;

let service: TestService;
let standIn: Loopback;
let collection: string;

async function start(subjectOf: (text: string) => string, how: { cone: number }): Promise<void> {
  standIn = await standInEncoder(subjectOf, how);
  const endpoint = { url: standIn.url, model: 'stand-in', keyEnv: 'NONE', timeoutSeconds: 20, retryMs: 1 };
  service = await openTestService({ embeddings: endpoint });
  const said = { subtitles: new Blob([SAID]) };
  const { id } = (await service.upload(await makeAudio(9), 'said.wav', said)).body;
  collection = await makeCollection(service, 'spoken', 'rich-transcripts');
  await service.call('POST', `/collections/${collection}/media`, { file_id: id });
  await service.drain();
}

async function stop(): Promise<void> {
  await standIn.close();
  await service.close();
}

async function found(query = '', wish: object = {}): Promise<number[]> {
  const body = { query, collections: [collection], scope: 'file', ...wish };
  const answer = await service.call('POST', '/search', body);
  expect(answer.status).toBe(200);
  return answer.body.results.map(({ start_time }: { start_time: number }) => start_time);
}

/** What the service does when it looks for vectors to make. @returns whether there was anything */
async function measure(): Promise<boolean> {
  if (!(await isUnencoded(service.context))) return false;
  await service.context.db
    .transaction()
    .execute((trx) => service.context.queue.enqueue(trx, 'passages.encode', {}));
  await service.drain();
  return true;
}

const setScale = (scale: string | null) =>
  service.context.db.updateTable('encoders').set({ scale }).execute();

const tried = async () =>
  (await tryMeaning(service.context.config, new AbortController().signal))?.made ?? '';

describe('an encoder that puts all texts near each other', () => {
  beforeAll(() => start(bySubject, { cone: 2 }));
  afterAll(stop);

  it('[SEARCH-2] once it is measured, a question that nothing answers gets no results, unless weak ones are asked for', async () => {
    expect(await found(UNANSWERED)).toHaveLength(1);
    expect(await measure()).toBe(true);
    expect(await found(UNANSWERED)).toEqual([]);
    expect(await found(UNANSWERED, { threshold: 0 })).toHaveLength(1);
    expect(await found(ANSWERED)).toEqual([1]);
  });

  it('is measured once, and again after another version measured it in another way', async () => {
    expect(await measure()).toBe(false);
    await setScale(JSON.stringify({ version: 0, factor: 1, offset: 0, apart: 1 }));
    expect(await found(UNANSWERED)).toHaveLength(1);
    expect(await measure()).toBe(true);
    expect(await found(UNANSWERED)).toEqual([]);
  });

  it('is tried on questions and answers', async () => {
    expect(await tried()).toMatch(/in \d+ of 100 pairs: searches leave out what is unlikely$/);
  });
});

describe('an encoder that does not tell what answers a question', () => {
  beforeAll(() => start((text) => text, { cone: 0 }));
  afterAll(stop);

  it('leaves out nothing, and says so when it is tried', async () => {
    expect(await measure()).toBe(true);
    expect(await found(UNANSWERED)).toHaveLength(1);
    expect(await measure()).toBe(false);
    expect(await tried()).toMatch(/in [456]\d of 100 pairs: searches cannot tell what is unlikely with it/);
  });
});
