/** Which tokens a service on a shared store trusts without asking it again, and for how long. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresAdapter, SqliteDialect } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { rememberedToken, revokeTokens } from '../../../src/service/accounts/remembered-tokens.ts';
import { createToken } from '../../../src/service/accounts/tokens.ts';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import type { Db, Schema } from '../../../src/service/store/sql/schema.ts';
import { migrate } from '../../../src/service/store/sqlite/migrate.ts';
import { forKysely } from '../../../src/service/store/sqlite/sqlite-database.ts';
import { loadSqlite } from '../../../src/service/store/sqlite/sqlite-module.ts';
import { isOnServer } from '../../support/store.ts';

/** A store that calls itself a server, so that no server is needed. */
class ServerDialect extends SqliteDialect {
  override createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }
}

/** The same store, seen as a server and as it is. */
let server: Db;
let local: Db;
let account: string;

beforeEach(async () => {
  const { DatabaseSync } = await loadSqlite();
  const native = new DatabaseSync(':memory:', { timeout: 0 });
  migrate(native, ':memory:', migrations);
  const database = forKysely(native);
  server = new Kysely<Schema>({ dialect: new ServerDialect({ database }) });
  local = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  account = await localAccount(local, 1);
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await local.destroy();
});

const create = () => createToken(local, account, 'laptop', 1);
const find = async (token: string, db = server) => (await rememberedToken(db, token, 2))?.accountId;
/** As another machine would: this one hears nothing of it. */
const revokeElsewhere = () => local.updateTable('tokens').set({ revoked_at: 3 }).execute();

// With a real server, what is compiled once must be in its own language.
describe.runIf(!isOnServer)('a token on a server', () => {
  it('[ACC-1] is trusted for a second after it was read, and not a moment longer', async () => {
    const { token } = await create();
    expect(await find(token)).toBe(account);
    vi.advanceTimersByTime(1_000);
    for (const db of [server, local]) expect(await find(token, db)).toBe(account);
    await revokeElsewhere();
    vi.advanceTimersByTime(999);
    expect(await find(token)).toBe(account);
    expect(await find(token, local)).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(await find(token)).toBeUndefined();
  });

  it.each([
    ['the machine slept', 0, 1_000],
    ['the clock was set back', 0, -1_000],
    ['a second passed, and the clock was set back by it', 1_000, 0],
  ])('[ACC-1] is asked for again when %s meanwhile', async (_, passed, moved) => {
    const { token } = await create();
    const now = Date.now();
    expect(await find(token)).toBe(account);
    await revokeElsewhere();
    for (const [share, expected] of [
      [0.999, account],
      [1, undefined],
    ] as const) {
      vi.advanceTimersByTime(passed * (share === 1 ? 0.001 : share));
      vi.setSystemTime(now + share * moved);
      expect(await find(token)).toBe(expected);
    }
  });

  it('is asked for each time as long as it is unknown', async () => {
    const { token, id } = await create();
    await local.updateTable('tokens').set({ revoked_at: 3 }).where('id', '=', id).execute();
    expect(await find(token)).toBeUndefined();
    await local.updateTable('tokens').set({ revoked_at: null }).where('id', '=', id).execute();
    expect(await find(token)).toBe(account);
  });

  it('is forgotten when a thousand others were read after it', async () => {
    const [first, second, ...others] = await Promise.all(Array.from({ length: 1_001 }, create));
    for (const one of [first, second]) await find(one?.token ?? '');
    vi.advanceTimersByTime(1_000);
    for (const one of [second, first, ...others.slice(1)]) await find(one?.token ?? '');
    const [last] = others;
    await local
      .updateTable('tokens')
      .set({ revoked_at: 3 })
      .where('id', '!=', last?.id ?? '')
      .execute();
    for (const one of [second, first, others.at(-1)]) expect(await find(one?.token ?? '')).toBe(account);
    expect(await find(last?.token ?? '')).toBe(account);
    expect(await find(second?.token ?? '')).toBeUndefined();
    for (const one of [first, others.at(-1)]) expect(await find(one?.token ?? '')).toBe(account);
  });

  it('[ACC-1] is revoked once no machine can trust it any more, and at once in a store of one machine', async () => {
    vi.useRealTimers();
    for (const [db, waits] of [
      [server, true],
      [local, false],
    ] as const) {
      const [kept, { id }] = [await create(), await create()];
      let ended = false;
      const revoking = revokeTokens(db, account, [id], 3).finally(() => {
        ended = true;
      });
      await sleep(1_000);
      expect(ended).toBe(!waits);
      expect(await revoking).toBe(1);
      expect(await find(kept.token, local)).toBe(account);
    }
    expect(await Promise.race([revokeTokens(server, account, [], 3), sleep(1_000)])).toBe(0);
  });
});
