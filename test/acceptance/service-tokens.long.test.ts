/** vau service account and vau service token with the real binary, beside a running service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, scopeOf, scopes } from '../../src/contract/index.ts';
import { type Serving, serving } from '../support/serving.ts';
import { emptyHome, vau } from '../support/vau.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

let service: Serving;
beforeAll(async () => {
  service = await serving();
});
afterAll(() => service.stop());

const run = (...args: string[]) => vau(['service', ...args], { env: service.home.env });
const json = async (...args: string[]) => JSON.parse((await run(...args, '-o', 'json')).stdout);

/** The status of a request with a token. */
async function status(token: string, method: string, where: string, body?: object): Promise<number> {
  const authorization = `Bearer ${token}`;
  return (await service.call(method, where, body, { authorization })).status;
}

describe('vau service token', () => {
  it('[ACC-2] creates a token that works at once, lists it without its secret, and revokes it at once', async () => {
    const made = await run('token', 'create', 'pipeline', '--scope', 'write');
    expect(made).toMatchObject({ status: 0, stderr: expect.stringContaining('only now') });
    const token = made.stdout.trim();
    expect(token).toMatch(/^vau_[\w-]{43}$/);
    expect(await status(token, 'GET', '/files')).toBe(200);
    const listed = await run('token', 'list', '-o', 'json');
    expect(listed.stdout).not.toContain(token);
    expect(JSON.parse(listed.stdout).tokens).toMatchObject([
      { name: 'local', account: 'local', scope: 'admin' },
      {
        name: 'pipeline',
        account: 'local',
        scope: 'write',
        last_used_at: expect.any(Number),
        revoked_at: null,
      },
    ]);
    expect(await run('token', 'revoke', 'pipeline')).toMatchObject({ status: 0, stdout: '' });
    expect(await status(token, 'GET', '/files')).toBe(401);
    expect((await run('token', 'revoke', 'pipeline')).status).not.toBe(0);
  });

  it('[ACC-2] a token may do what its scope says, and no more, in every operation', async () => {
    for (const scope of scopes) {
      const { token } = await json('token', 'create', `only ${scope}`, '--scope', scope);
      for (const one of Object.values(operations)) {
        const where = one.path.replace(/\{[^}]+\}/g, NOWHERE);
        const body = one.method === 'POST' || one.method === 'PUT' ? {} : undefined;
        const answer = await status(token, one.method, where, body);
        const allowed = scopes.indexOf(scope) >= scopes.indexOf(scopeOf(one));
        expect(answer === 403, `${one.id} with ${scope}: ${answer}`).toBe(!allowed);
      }
    }
  });

  it('a token of another account finds nothing of the first', async () => {
    const { id } = (
      await service.call('POST', '/collections', { name: 'ours', collection_type: 'media-descriptions' })
    ).body;
    expect(id).toEqual(expect.any(String));
    expect((await run('account', 'create', 'editors')).status).toBe(0);
    const { token } = await json('token', 'create', 'edit', '--account', 'editors');
    const authorization = `Bearer ${token}`;
    const collections = await service.call('GET', '/collections', undefined, { authorization });
    expect(collections.body).toMatchObject({ data: [], total: 0 });
    expect(id).toEqual(expect.any(String));
    expect(await status(token, 'GET', `/collections/${id}`)).toBe(404);
    const body = { scope: 'segment', collections: [id], query: 'ours' };
    expect(await status(token, 'POST', '/search', body)).toBe(404);
    const names = (await json('account', 'list')).accounts.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['editors', 'local']);
  });

  it('[ACC-2] revokes all tokens of an account at once, and those of no other', async () => {
    expect((await run('account', 'create', 'leavers')).status).toBe(0);
    const theirs = [
      await json('token', 'create', 'one', '--account', 'leavers'),
      await json('token', 'create', 'two', '--account', 'leavers'),
    ];
    const ours = await json('token', 'create', 'stays');
    const { revoked } = await json('account', 'revoke', 'leavers');
    expect(new Set(revoked)).toEqual(new Set(theirs.map(({ id }) => id)));
    for (const { token } of theirs) expect(await status(token, 'GET', '/files')).toBe(401);
    expect(await status(ours.token, 'GET', '/files')).toBe(200);
    const again = await run('account', 'revoke', 'leavers');
    expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining('has no token in use') });
  });

  it.each([
    [['account', 'revoke'], /Usage: vau service account revoke NAME/],
    [['account', 'revoke', 'nobody'], /no account nobody; choose one of/],
    [['token', 'create'], /Usage: vau service token create NAME/],
    [['token', 'create', 'x'.repeat(101)], /1 to 100 characters/],
    [['token', 'create', 'x', '--account', 'nobody'], /no account nobody; choose one of/],
    [['token', 'create', 'x', '--scope', 'all'], /read.*write.*admin/],
    [['token', 'list', 'x'], /Usage: vau service token list/],
    [['token', 'list', '--scope', 'read'], /belong to vau service token create/],
    [['token', 'revoke', 'nothing'], /no token nothing in use/],
    [['account', 'create', 'local'], /an account local already/],
  ])('refuses %j', async (args, reason) => {
    const { status: exit, stdout, stderr } = await run(...args);
    expect(exit).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(reason);
  });

  it('asks which one when two tokens have the same name', async () => {
    const [one, other] = [await json('token', 'create', 'twin'), await json('token', 'create', 'twin')];
    const asked = await run('token', 'revoke', 'twin');
    expect(asked.status).not.toBe(0);
    expect(asked.stderr).toContain(one.id);
    expect(asked.stderr).toContain(other.id);
    expect((await run('token', 'revoke', one.id)).status).toBe(0);
    expect(await status(one.token, 'GET', '/files')).toBe(401);
    expect(await status(other.token, 'GET', '/files')).toBe(200);
  });

  it('says so where no service has started yet', async () => {
    const home = await emptyHome();
    const { status: exit, stderr } = await vau(['service', 'token', 'list'], { env: home.env });
    expect(exit).not.toBe(0);
    expect(stderr).toContain('has no database');
    await home.remove();
  });
});
