import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { createAccount } from '../../src/service/accounts/accounts.ts';
import { createToken } from '../../src/service/accounts/tokens.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import { until } from '../service/jobs/support.ts';
import { locate, needs } from '../support/programs.ts';
import { emptyHome, type Home } from '../support/vau.ts';
import { type Killable, serve } from './support/killable.ts';
import { isRunning } from './support/watch.ts';

/** One more than kills: at least one of the service alone, and one of its workers too. */
const FILES = 5;

let home: Home;
let store: Store;
let token: string;
let service: Killable | undefined;

beforeEach(async () => {
  home = await emptyHome();
  store = await openStore(home.dataFolder);
  const account = await createAccount(store.db, 'killer', 1000, Date.now());
  token = (await createToken(store.db, account, 'test', Date.now())).token;
});

afterEach(async () => {
  service?.process.kill('SIGKILL');
  await store.close();
  await home.remove();
});

async function call(
  method: string,
  where: string,
  body?: FormData | object,
): Promise<Record<string, string>> {
  const json = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(`${service?.url}${where}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
  });
  const answered = (await answer.json()) as Record<string, string>;
  if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${answered.error}`);
  return answered;
}

/** Films with different content, so that they do not share results. */
async function film(index: number): Promise<Blob> {
  const file = path.join(home.folder, `${index}.mp4`);
  const args = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=320x180:r=10:d=${4 + index}`,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
  ];
  await promisify(execFile)(locate('ffmpeg'), ['-v', 'error', ...args, '-pix_fmt', 'yuv420p', file]);
  return new Blob([await readFile(file)]);
}

async function upload(index: number): Promise<string> {
  const form = new FormData();
  form.set('file', await film(index), `${index}.mp4`);
  return (await call('POST', '/files', form)).id ?? '';
}

/** Kills the service, and in odd rounds its workers too, then starts another on the same folder. */
async function killAndStart(round: number): Promise<void> {
  const killed = service;
  const workers = killed?.workers() ?? [];
  const gone = killed ? once(killed.process, 'exit') : undefined;
  killed?.process.kill('SIGKILL');
  if (round % 2 === 1) for (const pid of workers) process.kill(pid, 'SIGKILL');
  await gone;
  service = await serve(home);
  await until(() => workers.every((pid) => !isRunning(pid)), 'the end of the killed workers');
}

async function unfinished(): Promise<number> {
  const open = ['pending', 'processing'] as const;
  const counts = await Promise.all([
    store.db.selectFrom('files').select('id').where('status', 'in', open).execute(),
    store.db.selectFrom('collection_files').select('file_id').where('status', 'in', open).execute(),
    store.db.selectFrom('jobs').select('id').execute(),
  ]);
  return counts.flat().length;
}

/** Events of a type, by file. */
async function eventsOf(type: string): Promise<string[]> {
  const rows = await store.db.selectFrom('events').select('payload').where('event_type', '=', type).execute();
  return rows.map((row) => JSON.parse(row.payload)).map(({ id, file_id }) => file_id ?? id);
}

describe('a service that is killed repeatedly while it works', () => {
  needs('ffmpeg')(
    'loses no file, processes none twice, and leaves nothing behind',
    { timeout: 240_000 },
    async () => {
      service = await serve(home);
      const config = { name: 'all', collection_type: 'media-descriptions' };
      const collection = await call('POST', '/collections', config);
      const ids: string[] = [];
      for (let index = 0; index < FILES; index += 1) {
        const id = await upload(index);
        ids.push(id);
        await call('POST', `/collections/${collection.id}/media`, {
          file_id: id,
          segmentation_config: { strategy: 'uniform', uniform_config: { window_seconds: 2 } },
        });
        if (index < FILES - 1) await killAndStart(index);
      }
      await until(async () => (await unfinished()) === 0, 'the end of all work', 180_000);
      const files = await store.db.selectFrom('files').select(['id', 'status', 'error']).execute();
      expect(files.map((file) => file.id).sort()).toEqual([...ids].sort());
      const members = await store.db.selectFrom('collection_files').select(['status', 'error']).execute();
      expect(members).toHaveLength(FILES);
      for (const row of [...files, ...members])
        expect(row.status === 'completed' || (row.status === 'failed' && (row.error ?? '').length > 10)).toBe(
          true,
        );
      for (const family of ['file.job', 'collection.file.job']) {
        const ended = [...(await eventsOf(`${family}.completed`)), ...(await eventsOf(`${family}.failed`))];
        expect(ended.sort()).toEqual([...ids].sort());
      }
      await expectNothingLeft(ids);
    },
  );
});

async function expectNothingLeft(ids: readonly string[]): Promise<void> {
  const objects = path.join(home.dataFolder, 'objects');
  expect((await readdir(path.join(objects, 'files'))).sort()).toEqual([...ids].sort());
  const segmentations = await store.db.selectFrom('segmentations').select('id').execute();
  const known = new Set(segmentations.map((row) => row.id));
  const folders = await readdir(path.join(objects, 'segmentations')).catch(() => []);
  expect(folders.filter((id) => !known.has(id))).toEqual([]);
  const living = (name: string) => isRunning(Number(name.split('-')[0]));
  expect((await readdir(path.join(home.dataFolder, 'tmp'))).filter((name) => !living(name))).toEqual([]);
}
