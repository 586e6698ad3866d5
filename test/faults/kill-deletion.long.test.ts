import { once } from 'node:events';
import { afterAll, beforeAll, expect } from 'vitest';
import { localAccount } from '../../src/service/accounts/accounts.ts';
import { createToken } from '../../src/service/accounts/tokens.ts';
import { diskObjects, prepareObjects } from '../../src/service/store/disk-objects.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import { until } from '../service/jobs/support.ts';
import {
  addLargeCollection,
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
  await until(idle, 'the end of all jobs');
}

needs('ffmpeg')(
  'a deletion that is killed in the middle is finished by the next service: no row and no object is left',
  { timeout: 120_000 },
  async () => {
    const { db } = store;
    const account = await localAccount(db, 1);
    const { file } = await addLongFile(db, account, MANY);
    const collection = await addLargeCollection(db, account, MANY);
    await prepareObjects(home.dataFolder);
    const objects = diskObjects(home.dataFolder);
    await objects.putBytes(`files/${file}/original`, new Uint8Array(9));
    service = await serve(home);
    for (const [column, id, where] of [
      ['file_id', file, `/files/${file}`],
      ['collection_id', collection, `/collections/${collection}`],
    ] as const) {
      expect((await call('DELETE', where)).status).toBe(200);
      const begun = async () => ((await rowsNaming(db, column, id)).documents ?? 0) < MANY;
      await until(begun, 'the first piece');
      await killAndFinish();
      expect((await call('GET', where)).status).toBe(404);
      expect(await rowsNaming(db, column, id)).toEqual({});
      expect(await rowsNaming(db, 'id', id)).toEqual({});
    }
    expect(await strayTerms(db)).toBe(0);
    expect(await objects.changedAt(`files/${file}`)).toBeUndefined();
  },
);
