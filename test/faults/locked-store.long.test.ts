/** The store's lock, held by another program for longer than anything of ours waits for it. */
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadSqlite, type NativeDatabase } from '../../src/service/store/sqlite/sqlite-module.ts';
import { tonesWav } from '../support/models/tones.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

/** Uploads before the lock, so that some are in the middle. */
const FILES = 12;
/** What a worker says when a begin, an end or a claim met the lock. */
const MET = /the queue (could not be told|is unreachable)/;
const LOCKED_MS = 60_000;

let service: Serving;
let other: NativeDatabase;
beforeAll(async () => {
  service = await serving();
  const { DatabaseSync } = await loadSqlite();
  other = new DatabaseSync(path.join(service.home.dataFolder, 'vau.sqlite'), { timeout: 5_000 });
});
afterAll(async () => {
  other.close();
  await service.stop();
});

it('[SAFE-3] a database that is locked for a while loses no job, fails no file, and says so everywhere', async () => {
  const uploads = Array.from({ length: FILES }, (_, index) =>
    service.upload(tonesWav(1, [], index + 1), `${index}.wav`),
  );
  const ids = (await Promise.all(uploads)).map(({ body }) => body.id);
  other.exec('begin immediate');
  try {
    const refused = await service.call('POST', '/collections', { name: 'a', collection_type: 'metadata' });
    expect(refused.status).toBe(503);
    expect(refused.body.error).toMatch(/store is busy: another process holds its lock/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.call('GET', '/files')).status).toBe(200);
    const ready = await fetch(new URL('/readyz', service.url));
    expect(await ready.json()).toMatchObject({
      reasons: [expect.stringMatching(/database is locked.*: end/)],
    });
    const { stdout } = await vau(['doctor'], { env: service.home.env });
    expect(stdout).toMatch(/^warning {2}embedded service {2}The database is locked/m);
    await vi.waitFor(() => expect(service.said()).toMatch(MET), { timeout: LOCKED_MS });
  } finally {
    other.exec('rollback');
  }
  for (const id of ids) expect((await service.settled(`/files/${id}`)).status).toBe('completed');
  await vi.waitFor(() => expect(other.prepare('select kind, state from jobs').all()).toEqual([]), {
    timeout: LOCKED_MS,
  });
  expect(service.said()).not.toMatch(/failed for good|restarting it/);
  expect((await fetch(new URL('/readyz', service.url))).status).toBe(200);
});
