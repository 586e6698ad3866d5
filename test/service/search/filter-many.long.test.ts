import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';

/** More files than SQLite allows parameters in one statement. */
const MANY = 40_000;
let service: TestService;
let collection: string;

beforeAll(async () => {
  service = await openTestService();
  const { db } = service.context;
  const account_id = await localAccount(db, Date.now());
  collection = (await service.call('POST', '/collections', { name: 'many', collection_type: 'metadata' }))
    .body.id;
  const files = Array.from({ length: MANY }, (_, at) => ({
    id: randomUUID(),
    account_id,
    status: 'completed' as const,
    source: 'upload',
    filename: `f${at}.mp4`,
    bytes: at,
    created_at: at,
    metadata: JSON.stringify({ half: at % 2 }),
  }));
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < MANY; from += 1000) {
      const portion = files.slice(from, from + 1000);
      await trx.insertInto('files').values(portion).execute();
      await trx
        .insertInto('collection_files')
        .values(
          portion.map(({ id }) => ({
            collection_id: collection,
            file_id: id,
            account_id,
            status: 'completed' as const,
            added_at: 1,
          })),
        )
        .execute();
    }
  });
});
afterAll(() => service.close());

const filter = { metadata: [{ path: 'half', operator: 'Equal', valueText: '1' }] };
const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&limit=2&offset=10`;

describe('a filter over many files', () => {
  it('[LIST-1] pages through those that meet it, newest first', async () => {
    const { status, body } = await service.call('GET', `/files?${query}`);
    expect(status).toBe(200);
    expect(body.total).toBe(MANY / 2);
    expect(body.data.map(({ filename }) => filename)).toEqual([`f${MANY - 21}.mp4`, `f${MANY - 23}.mp4`]);
    const listed = await service.call('GET', `/collections/${collection}/videos?${query}`);
    expect(listed.body).toMatchObject({ total: MANY / 2, limit: 2, offset: 10 });
  });

  it('narrows a search to them', async () => {
    const most = { file: [{ path: 'bytes', operator: 'GreaterThan', valueText: '99' }] };
    const body = { scope: 'file', collections: [collection], query: 'anything', filter: most };
    expect((await service.call('POST', '/search', body)).status).toBe(200);
  });

  it('lets other requests run in between', async () => {
    let [turns, done] = [0, false];
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await service.call('GET', `/files?${query}`);
    done = true;
    expect(turns).toBeGreaterThan(50);
  });
});
