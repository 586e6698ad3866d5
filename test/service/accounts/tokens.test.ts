import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, localAccount } from '../../../src/service/accounts/accounts.ts';
import { revokeTokens } from '../../../src/service/accounts/remembered-tokens.ts';
import { createToken, findToken, listAllTokens, listTokens } from '../../../src/service/accounts/tokens.ts';
import { memoryStore } from '../store/support.ts';

let store: Awaited<ReturnType<typeof memoryStore>>;

beforeEach(async () => {
  store = await memoryStore();
});

afterEach(() => store.close());

describe('bearer tokens', () => {
  it('are found by the issued token, and by nothing similar', async () => {
    const { db, accountId } = store;
    const { id, token } = await createToken(db, accountId, 'laptop', 5);
    expect(token).toMatch(/^vau_[\w-]{43}$/);
    expect(await findToken(db, token, 6)).toEqual({ id, accountId, scope: 'admin' });
    for (const wrong of ['', 'vau_', token.slice(0, -1), `${token}x`, token.toUpperCase()])
      expect(await findToken(db, wrong, 6)).toBeUndefined();
  });

  it('are stored only as a hash', async () => {
    const { db, accountId } = store;
    const { token } = await createToken(db, accountId, 'laptop', 5);
    const rows = JSON.stringify(await db.selectFrom('tokens').selectAll().execute());
    expect(rows).not.toContain(token.slice(8));
  });

  it('end when they are revoked, by their own account only', async () => {
    const { db, accountId } = store;
    const other = await createAccount(db, 'other', 1, 5);
    const { id, token } = await createToken(db, accountId, 'laptop', 5);
    expect(await revokeTokens(db, other, [id], 6)).toBe(0);
    expect(await findToken(db, token, 7)).toBeDefined();
    expect(await revokeTokens(db, accountId, [id], 8)).toBe(1);
    expect(await findToken(db, token, 9)).toBeUndefined();
    expect(await revokeTokens(db, accountId, [id], 10)).toBe(0);
  });

  it('say when they were last used, to the hour', async () => {
    const { db, accountId } = store;
    const { token } = await createToken(db, accountId, 'laptop', 5);
    const hour = 3_600_000;
    for (const now of [10 * hour, 10 * hour + 1, 11 * hour]) await findToken(db, token, now);
    await createToken(db, accountId, 'unused', 4);
    await createToken(db, await createAccount(db, 'other', 1, 5), 'of another', 3);
    expect(await listTokens(db, accountId)).toMatchObject([
      { name: 'unused', last_used_at: null },
      { name: 'laptop', last_used_at: 10 * hour },
    ]);
    expect(await listAllTokens(db)).toMatchObject([
      { name: 'of another', account: 'other', scope: 'admin', created_at: 3 },
      { name: 'unused', account_id: accountId, created_at: 4, revoked_at: null },
      { name: 'laptop', account_id: accountId, hint: token.slice(0, 8), last_used_at: 10 * hour },
    ]);
    await findToken(db, token, 11 * hour + 1);
    expect(await listTokens(db, accountId)).toMatchObject([
      { last_used_at: null },
      { last_used_at: 11 * hour + 1 },
    ]);
  });
});

describe('the local account', () => {
  it('is created once, however often it is requested', async () => {
    const ids = await Promise.all([1, 2, 3].map((now) => localAccount(store.db, now)));
    expect(new Set([store.accountId, ...ids]).size).toBe(1);
  });
});
