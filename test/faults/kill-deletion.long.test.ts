import { once } from 'node:events';
import { afterAll, beforeAll, expect } from 'vitest';
import { localAccount } from '../../src/service/accounts/accounts.ts';
import { createToken } from '../../src/service/accounts/tokens.ts';
import { diskObjects, prepareObjects } from '../../src/service/store/objects/disk-objects.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import { until } from '../service/jobs/support.ts';
import {
  addLargeCollection,
  addLongDetection,
  addLongExtraction,
  addLongFile,
  rowsNaming,
  strayTerms,
} from '../service/resources/deletions/bulk.ts';
import { needs } from '../support/programs.ts';
import { emptyHome, type Home } from '../support/vau.ts';
import { type Killable, serve } from './support/killable.ts';

const MANY = 10_000;

let home: Home;
let store: Store;
let token: string;
let service: Killable | undefined;

beforeAll(async () => {
  home = await emptyHome();
  store = await openStore(home.dataFolder);
  token = (await createToken(store.db, await localAccount(store.db, 1), 'test', Date.now())).token;
});
afterAll(async () => {
  service?.process.kill('SIGKILL');
  await store.close();
  await home.remove();
});

const call = (method: string, where: string) =>
  fetch(`${service?.url}${where}`, { method, headers: { authorization: `Bearer ${token}` } });

/** Kills the service and its workers, starts another, and waits until it has nothing left to do. */
async function killAndFinish(): Promise<void> {
  const pids = service?.workers() ?? [];
  const gone = service && once(service.process, 'exit');
  service?.process.kill('SIGKILL');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await gone;
  expect(await store.db.selectFrom('deletions').selectAll().execute()).toHaveLength(1);
  service = await serve(home);
  const idle = async () => (await store.db.selectFrom('jobs').select('id').execute()).length === 0;
  await until(idle, 'the end of all jobs', 300_000);
}

/** What is deleted: where, the rows below it by a column with an id, and the table that shows how far it got. */
interface Subject {
  readonly where: string;
  readonly column: string;
  readonly id: string;
  readonly table: string;
}

/** A file, a collection, and each part of a file that may be large. The parts are of one file. */
async function addSubjects(account: string): Promise<Subject[]> {
  const { db } = store;
  const { file } = await addLongFile(db, account, MANY);
  const collection = await addLargeCollection(db, account, MANY);
  const parts = await addLongFile(db, account, MANY);
  const extraction = await addLongExtraction(db, account, parts.file, MANY);
  const { detection } = await addLongDetection(db, account, { file: parts.file, extraction }, MANY);
  const removed = `/collections/${parts.collection}/videos/${parts.file}`;
  const cut = parts.segmentation;
  return [
    { where: `/files/${file}`, column: 'file_id', id: file, table: 'documents' },
    { where: `/collections/${collection}`, column: 'collection_id', id: collection, table: 'documents' },
    { where: removed, column: 'collection_id', id: parts.collection, table: 'documents' },
    { where: `/segmentations/${cut}`, column: 'segmentation_id', id: cut, table: 'thumbnails' },
    { where: `/face-detect/${detection}`, column: 'face_detection_id', id: detection, table: 'faces' },
    { where: `/frames/${extraction}`, column: 'frame_extraction_id', id: extraction, table: 'thumbnails' },
  ];
}

needs('ffmpeg')(
  'a deletion that is killed in the middle is finished by the next service: no row and no object is left',
  { timeout: 600_000 },
  async () => {
    const { db } = store;
    const subjects = await addSubjects(await localAccount(db, 1));
    await prepareObjects(home.dataFolder);
    const objects = diskObjects(home.dataFolder);
    const prefix = subjects[0]?.where.slice(1) ?? '';
    await objects.putBytes(`${prefix}/original`, new Uint8Array(9));
    service = await serve(home);
    for (const { where, column, id, table } of subjects) {
      expect((await call('DELETE', where)).status, where).toBe(200);
      const begun = async () => ((await rowsNaming(db, column, id))[table] ?? 0) < MANY;
      await until(begun, `the first piece of ${where}`);
      expect((await call('GET', where)).status, where).toBe(404);
      await killAndFinish();
      expect((await call('GET', where)).status, where).toBe(404);
      expect(await rowsNaming(db, column, id), where).toEqual({});
    }
    // The collection that a file was removed from stays.
    for (const { id, where } of subjects)
      if (!where.includes('/videos/')) expect(await rowsNaming(db, 'id', id), where).toEqual({});
    expect(await strayTerms(db)).toBe(0);
    expect(await objects.changedAt(prefix)).toBeUndefined();
  },
);
