import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { revokeTokens } from '../../../../src/service/accounts/remembered-tokens.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { anotherToken, openTestService, type TestService } from '../../../support/service.ts';
import { isOnServer, newTestStore } from '../../../support/store.ts';

describe.runIf(isOnServer)('[ACC-2] a token of two services on one store', () => {
  let folder: string;
  let services: readonly [TestService, TestService];
  let location = '';
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'vau-revoked-'));
    const file = path.join(folder, 'key');
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600 });
    const { store = '', remove } = newTestStore();
    location = store;
    const config = { store, secretsKey: { file } };
    const one = await openTestService(config);
    services = [one, await openTestService(config)];
    closers.push(services[1].close, services[0].close, remove);
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => vi.useRealTimers());

  const statusOf = async (service: TestService, token: string) =>
    (await service.call('GET', '/files', undefined, { authorization: `Bearer ${token}` })).status;

  it('is refused by both when a third process has revoked it, however often they are asked meanwhile', async () => {
    const { id, token, account } = await anotherToken(services[0]);
    const elsewhere = await openStore(location);
    let isRevoked = false;
    for (const service of services) expect(await statusOf(service, token)).toBe(200);
    const asking = services.map(async (service) => {
      while (!isRevoked) await statusOf(service, token);
      return statusOf(service, token);
    });
    expect(await revokeTokens(elsewhere.db, account, [id], Date.now())).toBe(1);
    isRevoked = true;
    expect(await Promise.all(asking)).toEqual([401, 401]);
    await elsewhere.close();
  });

  it('is not looked up again for a second, and then it is', async () => {
    const { id, token } = await anotherToken(services[0]);
    const { db } = services[0].context;
    expect(await statusOf(services[0], token)).toBe(200);
    // As nobody does who wants it to be refused at once.
    await db.updateTable('tokens').set({ revoked_at: 1 }).where('id', '=', id).execute();
    expect(await statusOf(services[0], token)).toBe(200);
    expect(await statusOf(services[1], token)).toBe(401);
    await expect.poll(() => statusOf(services[0], token), { timeout: 5_000 }).toBe(401);
  });

  it('is looked up again when the clock was put back or forward', async () => {
    const { id, token } = await anotherToken(services[0]);
    const { db } = services[0].context;
    expect(await statusOf(services[0], token)).toBe(200);
    await db.updateTable('tokens').set({ revoked_at: 1 }).where('id', '=', id).execute();
    vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 3_600_000);
    expect(await statusOf(services[0], token)).toBe(401);
  });
});
