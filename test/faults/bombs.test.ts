import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createAccount } from '../../src/service/accounts/accounts.ts';
import { createToken } from '../../src/service/accounts/tokens.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import { until } from '../service/jobs/support.ts';
import { type Bomb, FEW_BOMBS, honestFilm, makeBombs } from '../support/bombs/index.ts';
import { needs } from '../support/programs.ts';
import { emptyHome, type Home } from '../support/vau.ts';
import { type Killable, serve } from './support/killable.ts';
import { treeBytes } from './support/memory.ts';

const MOST_BYTES = 1024 ** 3;
const MOST_SECONDS = 60;
const HONEST_SECONDS = 20;

let home: Home;
let store: Store;
let token: string;
let service: Killable;

beforeAll(async () => {
  home = await emptyHome();
  store = await openStore(home.dataFolder);
  const account = await createAccount(store.db, 'bomber', 1000, Date.now());
  token = (await createToken(store.db, account, 'test', Date.now())).token;
  service = await serve(home);
});

afterAll(async () => {
  service?.process.kill('SIGKILL');
  await store.close();
  await home.remove();
});

async function call(where: string, body: FormData | object): Promise<Record<string, string>> {
  const json = !(body instanceof FormData);
  const answer = await fetch(`${service.url}${where}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(json ? { 'content-type': 'application/json' } : {}) },
    body: json ? JSON.stringify(body) : body,
  });
  const answered = (await answer.json()) as Record<string, string>;
  if (!answer.ok) throw new Error(`POST ${where}: ${answer.status} ${answered.error}`);
  return answered;
}

/** Uploads a file; gives its id. */
async function upload({ name, bytes, subtitles }: Bomb): Promise<string> {
  const form = new FormData();
  if (subtitles) form.set('subtitles', new Blob([subtitles]), 'lines.srt');
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return (await call('/files', form)).id ?? '';
}

/** Follows the memory of the workers; the most that one of them had with all it started, in bytes. */
function watchPeak() {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, ...service.workers().map(treeBytes));
  }, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

const OPEN = ['pending', 'processing'];
const rowsOf = () =>
  Promise.all([
    store.db.selectFrom('files').select(['filename', 'status', 'error']).execute(),
    store.db
      .selectFrom('collection_files')
      .innerJoin('files', 'files.id', 'collection_files.file_id')
      .select(['files.filename', 'collection_files.status', 'collection_files.error'])
      .execute(),
  ]);
const isDone = async () => (await rowsOf()).flat().every(({ status }) => !OPEN.includes(status));

/** Seconds for which each file was worked on, by its name: each span from an event that says so to the end of it. */
async function held(): Promise<Map<string, number>> {
  const events = await store.db.selectFrom('events').selectAll().orderBy('seq').execute();
  const files = await store.db.selectFrom('files').select(['id', 'filename']).execute();
  const names = new Map(files.map(({ id, filename }) => [id, filename]));
  const begun = new Map<string, number>();
  const seconds = new Map<string, number>();
  for (const { event_type: type, payload, created_at } of events) {
    const { id, file_id } = JSON.parse(payload) as { id?: string; file_id?: string };
    const name = names.get(file_id ?? id ?? '') ?? '';
    const work = `${type.split('.job.')[0]} ${name}`;
    if (type.endsWith('.processing')) begun.set(work, created_at);
    else if (begun.has(work))
      seconds.set(name, (seconds.get(name) ?? 0) + (created_at - (begun.get(work) ?? 0)) / 1000);
  }
  return seconds;
}

describe('files that claim far more than they hold, beside an honest one', () => {
  needs('ffmpeg')(
    '[SAFE-2] [SAFE-3] cost little memory and time, end with a reason, and keep the honest one waiting for seconds',
    { timeout: 400_000 },
    async () => {
      const bombs = await makeBombs(process.env.CI ? undefined : FEW_BOMBS);
      const honest = await honestFilm();
      const collection = await call('/collections', { name: 'all', collection_type: 'media-descriptions' });
      const peak = watchPeak();
      for (const bomb of bombs) {
        const file_id = await upload(bomb);
        await call(`/collections/${collection.id}/media`, {
          file_id,
          segmentation_config: { strategy: 'uniform', uniform_config: { window_seconds: 20 } },
        }).catch((error: Error) => {
          // It may have failed already.
          if (!/could not be processed|failed/.test(error.message)) throw error;
        });
      }
      const began = Date.now();
      const id = await upload({ name: 'honest.mp4', bytes: honest });
      const statusOf = async () =>
        (await store.db.selectFrom('files').select('status').where('id', '=', id).executeTakeFirst())?.status;
      await until(async () => (await statusOf()) === 'completed', 'the honest file');
      const waited = (Date.now() - began) / 1000;
      await until(isDone, 'the end of all of them', 360_000);
      const most = peak();
      const slow = [...(await held())].filter(([, seconds]) => seconds > MOST_SECONDS);
      const [files, members] = await rowsOf();
      if (process.env.VAU_TEST_FIGURES)
        console.info({ waited, peakMB: most / 2 ** 20, held: await held(), files, members });
      expect(files).toHaveLength(bombs.length + 1);
      for (const row of [...files, ...members])
        expect(row.status === 'completed' || (row.error ?? '').length > 10, JSON.stringify(row)).toBe(true);
      expect(waited).toBeLessThan(HONEST_SECONDS);
      expect(slow).toEqual([]);
      expect(most).toBeLessThan(MOST_BYTES);
    },
  );
});
