/** The service on a full disk: the file system's and the store's errors are simulated. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestService, type TestService } from '../support/service.ts';

let service: TestService;
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const expectFull = ({ status, body }: { status: number; body: { error: string } }) => {
  expect(status).toBe(507);
  expect(body.error).toMatch(/disk is full/);
};

describe('a full disk', () => {
  it('fails an upload as a fault of the service, and keeps nothing of it', async () => {
    service = await openTestService();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const tmpFile = vi.spyOn(service.context.objects, 'tmpFile').mockRejectedValue(full);
    expectFull(await service.upload('a film', 'a.mp4'));
    tmpFile.mockRestore();
    expect((await service.call('GET', '/files')).body.total).toBe(0);
  });

  it('fails a change that the store has no room for, and still answers reads', async () => {
    service = await openTestService();
    const { db } = service.context;
    const pragma = async (text: string) => {
      const { sql } = await import('kysely');
      return sql.raw(text).execute(db);
    };
    const { rows } = await pragma('pragma page_count');
    const [{ page_count: pages }] = rows as [{ page_count: number }];
    await pragma(`pragma max_page_count = ${pages}`);
    const large = { name: 'large', collection_type: 'metadata', description: 'x'.repeat(200_000) };
    expectFull(await service.call('POST', '/collections', large));
    expect((await service.call('GET', '/collections')).body).toMatchObject({ total: 0 });
    await pragma('pragma max_page_count = 1000000');
    expect((await service.call('POST', '/collections', large)).status).toBe(200);
  });
});
