/** vau service token, account and billing for a service whose store is shared: --store, from another machine's data folder. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serving } from '../../../support/serving.ts';
import { isOnServer, newTestStore } from '../../../support/store.ts';
import { emptyHome, type Home, vau } from '../../../support/vau.ts';

describe.runIf(isOnServer)('[DB-1] --store', () => {
  let service: Serving;
  let elsewhere: Home;
  beforeAll(async () => {
    [service, elsewhere] = await Promise.all([serving(), emptyHome()]);
  });
  afterAll(async () => {
    await service.stop();
    await elsewhere.remove();
  });

  const at = (store: string, ...words: string[]) =>
    vau(['service', ...words, '--store', store], { env: elsewhere.env });
  const json = async (...words: string[]) =>
    JSON.parse((await at(service.store ?? '', ...words, '-o', 'json')).stdout);

  it('makes an account with credits and a token that the service takes', async () => {
    await json('account', 'create', 'editors', '--credits', '5');
    const { token } = await json('token', 'create', 'pipeline', '--account', 'editors');
    const authorization = `Bearer ${token}`;
    expect((await service.call('GET', '/files', undefined, { authorization })).status).toBe(200);
    expect((await json('billing', 'balance')).accounts).toContainEqual(
      expect.objectContaining({ account: 'editors', balance: 5 }),
    );
  });

  it('without it, the store is that of the data folder', async () => {
    const ended = await vau(['service', 'token', 'list'], { env: elsewhere.env });
    expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining('has no database')]);
  });

  it('of a database in which no service has started is refused', async () => {
    const { store = '', remove } = newTestStore();
    const ended = await at(store, 'token', 'create', 'pipeline');
    expect([ended.status, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toContain('no service has started with this store yet: check --store');
    await remove();
  });
});
