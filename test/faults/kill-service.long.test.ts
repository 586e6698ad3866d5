import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { until } from '../service/jobs/support.ts';
import { locate, needs } from '../support/programs.ts';
import { expectEnded, expectNothingLeft, haveEnded, openSiege, unfinished } from './support/siege.ts';

/** One more than kills: at least one of the service alone, and one of its workers too. */
const FILES = 5;

const siege = await openSiege();
const { home, store, call } = siege;

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
  const workers = await siege.kill(round % 2 === 1);
  await siege.start();
  await until(() => haveEnded(workers), 'the end of the killed workers');
}

/** Events of a type, by file. */
async function eventsOf(type: string): Promise<string[]> {
  const rows = await store.db.selectFrom('events').select('payload').where('event_type', '=', type).execute();
  return rows.map((row) => JSON.parse(row.payload)).map(({ id, file_id }) => file_id ?? id);
}

describe('a service that is killed repeatedly while it works', () => {
  needs('ffmpeg')(
    'loses no file, processes none twice, and leaves nothing behind',
    { timeout: 600_000 },
    async () => {
      await siege.start();
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
      const open = () => unfinished(store, ['files', 'collection_files']);
      await until(async () => (await open()) === 0, 'the end of all work', 360_000);
      const files = await store.db.selectFrom('files').select(['id', 'status', 'error']).execute();
      expect(files.map((file) => file.id).sort()).toEqual([...ids].sort());
      const members = await store.db.selectFrom('collection_files').select(['status', 'error']).execute();
      expect(members).toHaveLength(FILES);
      expectEnded([...files, ...members]);
      for (const family of ['file.job', 'collection.file.job']) {
        const ended = [...(await eventsOf(`${family}.completed`)), ...(await eventsOf(`${family}.failed`))];
        expect(ended.sort()).toEqual([...ids].sort());
      }
      await expectNothingLeft(siege, ids);
    },
  );
});
