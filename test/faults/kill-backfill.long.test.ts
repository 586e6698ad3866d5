import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Collection, CollectionMoment, FindMomentsRun } from '../../src/contract/index.ts';
import { until } from '../service/jobs/support.ts';
import { type Asked, type ModelServer, modelServer, says } from '../support/model-server.ts';
import { needs } from '../support/programs.ts';
import { openSiege } from './support/siege.ts';
import { silentTalk } from './support/silent-talk.ts';

const FILES = 16;
/** Runs that have ended when the service is killed, at least. */
const BEFORE = 4;

const { store, call, start, kill } = await openSiege();
let model: ModelServer;
/** How often the model was asked about each recording. */
const questions = new Map<string, number>();
beforeAll(async () => {
  model = await modelServer();
  model.answer = async (asked) => {
    const recording = recordingIn(asked);
    questions.set(recording, (questions.get(recording) ?? 0) + 1);
    // Long enough for the service to be killed in the middle.
    await pause(300);
    const own = {
      first: 1,
      last: 1,
      quote: `I promise number ${recording}`,
      title: 'A promise',
      reason: 'Said.',
    };
    return says(JSON.stringify({ moments: [{ ...own, likelihood: 0.9, score: null }] }));
  };
});
afterAll(() => model.close());

const recordingIn = ({ messages }: Asked): string =>
  /I promise number (\w+)/.exec(messages.map(({ content }) => content).join(' '))?.[1] ?? '';

const env = () => ({ VAU_LANGUAGE_URL: model.endpoint.url, VAU_LANGUAGE_MODEL: 'reader' });
const read = async <Answer>(where: string) => (await call('GET', where)) as unknown as Answer;

async function addRecordings(collection: string): Promise<void> {
  for (let at = 0; at < FILES; at += 1) {
    const { id = '' } = await call('POST', '/files', silentTalk(at));
    await call('POST', `/collections/${collection}/media`, { file_id: id });
  }
  const open = async () => {
    const rows = await store.db.selectFrom('collection_files').select('status').execute();
    return rows.filter(({ status }) => status !== 'completed').length;
  };
  await until(async () => (await open()) === 0, 'the end of processing', 360_000);
}

async function runs(): Promise<FindMomentsRun[]> {
  return (await read<{ runs: FindMomentsRun[] }>('/find-moments?limit=100')).runs;
}

needs('ffmpeg')(
  '[ATT-7] [ATT-10] a backfill that is killed in the middle is finished by the next service, and nothing is run twice',
  { timeout: 600_000 },
  async () => {
    await start(undefined, env());
    const { id: collection = '' } = await call('POST', '/collections', {
      name: 'c',
      collection_type: 'moments',
    });
    await addRecordings(collection);
    const criterion = { name: 'promise', instructions: 'Somebody promises something.' };
    await call('POST', `/collections/${collection}/moment-criteria`, { criterion, min_duration_seconds: 1 });
    const ended = async () => (await runs()).filter(({ status }) => status === 'completed');
    await until(async () => (await ended()).length >= BEFORE, 'the first runs');
    await kill(true);
    const done = await store.db
      .selectFrom('find_moments_runs')
      .select(['id', 'file_id'])
      .where('status', '=', 'completed')
      .execute();
    expect(done.length).toBeLessThan(FILES);
    const before = new Map(questions);

    await start(undefined, env());
    const attachment = async () =>
      (await read<Collection>(`/collections/${collection}`)).moments_config?.criteria[0];
    const over = async () => !['pending', 'processing'].includes((await attachment())?.backfill_status ?? '');
    await until(over, 'the end of the backfill', 240_000);
    expect(await attachment()).toMatchObject({
      backfill_status: 'completed',
      files_total: FILES,
      files_completed: FILES,
      files_failed: 0,
    });
    const all = await runs();
    expect(all.map(({ status }) => status)).toEqual(Array(FILES).fill('completed'));
    expect(new Set(all.map(({ url }) => url)).size).toBe(FILES);
    expect(all.map(({ job_id }) => job_id)).toEqual(expect.arrayContaining(done.map(({ id }) => id)));
    const { moments, total } = await read<{ moments: CollectionMoment[]; total: number }>(
      `/collections/${collection}/moments?limit=100`,
    );
    expect(total).toBe(FILES);
    expect(new Set(moments.map(({ file_id }) => file_id)).size).toBe(FILES);
    // What had ended was not asked about again; only what was interrupted was.
    const asked = (recording: string) => questions.get(recording) ?? 0;
    for (const moment of moments.filter(({ job_id }) => done.some(({ id }) => id === job_id))) {
      const recording = /number (\w+)/.exec(moment.reason)?.[1] ?? '';
      expect([recording, asked(recording)]).toEqual([recording, before.get(recording)]);
      expect(asked(recording)).toBe(1);
    }
    const twice = [...questions.values()].filter((times) => times > 1);
    expect(twice.length).toBeLessThanOrEqual(before.size - done.length);
  },
);
