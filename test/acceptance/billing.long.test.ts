/** Money with the real binary, beside a running service: balance, top-up, ledger, rates, estimates and limits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAudio } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const criterion = ['--name', 'promise', '--instructions', 'Find every promise'];
let service: Serving;
let token: string;
beforeAll(async () => {
  service = await serving();
});
afterAll(() => service.stop());

const local = (...args: string[]) => vau(['service', ...args], { env: service.home.env });
const json = async (...args: string[]) => JSON.parse((await local(...args, '-o', 'json')).stdout);
/** As a person of the account `editors`. */
const asEditor = (...args: string[]) =>
  vau(args, { env: { ...service.home.env, VAU_BASE_URL: service.url, VAU_TOKEN: token } });
const editorJson = async (...args: string[]) => JSON.parse((await asEditor(...args, '-o', 'json')).stdout);

describe('vau service billing', () => {
  it('[COST-1] shows balances that are the sums of the ledger, tops up at once, and says what is notional', async () => {
    await local('account', 'create', 'editors', '--credits', '2.5');
    token = (await json('token', 'create', 'edit', '--account', 'editors')).token;
    expect(await json('billing', 'balance')).toEqual({
      accounts: [
        { account: 'editors', balance: 2.5, ledger: 2.5, entries: 1, notional: false },
        { account: 'local', balance: 1e9, ledger: 1e9, entries: 1, notional: true },
      ],
    });
    const line = ['billing', 'top-up', '0.1', '--account', 'editors', '--reason', 'invoice 12'];
    expect(await local(...line)).toMatchObject({ status: 0, stderr: expect.stringContaining('2.6 credits') });
    expect(await editorJson('billing', 'balance')).toEqual({
      balance: 2.6,
      committed: 0,
      available: 2.6,
      notional: false,
    });
    const { entries } = await json('billing', 'ledger', '--account', 'editors');
    expect(entries).toMatchObject([
      { kind: 'top_up', amount: 0.1, reason: 'invoice 12' },
      { kind: 'opening', amount: 2.5 },
    ]);
    expect((await editorJson('billing', 'ledger')).entries).toEqual(entries);
    expect((await json('billing', 'rates')).rates).toEqual((await editorJson('billing', 'rates')).rates);
  });

  it.each([
    [['billing', 'top-up'], /Usage: vau service billing top-up CREDITS/],
    [['billing', 'top-up', '0'], /0.000001 or more/],
    [['billing', 'top-up', '9e9'], /can hold 9000000000 credits/],
    [['billing', 'top-up', '1', '--account', 'nobody'], /no account nobody; choose one of/],
    [['billing', 'balance', '5'], /belong to vau service billing top-up/],
    [['billing', 'balance', '--limit', '5'], /--limit belongs to vau service billing ledger/],
    [['account', 'create', 'x', '--credits', '-1'], /credits must be from 0 to|--credits/],
    [['account', 'list', '--credits', '1'], /belongs to vau service account create/],
  ])('refuses %j', async (args, reason) => {
    const { status, stdout, stderr } = await local(...args);
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(reason);
  });
});

describe('a pipeline', () => {
  needs('ffmpeg')(
    '[COST-1] sees what an attach will cost before it attaches, and --cost-limit starts nothing beyond',
    async () => {
      const headers = { authorization: `Bearer ${token}` };
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(await makeAudio(2))]), 'talk.wav');
      const file = (await service.call('POST', '/files', form, headers)).body.id;
      const body = { name: 'talks', collection_type: 'moments' };
      const collection = (await service.call('POST', '/collections', body, headers)).body.id;
      await service.call('POST', `/collections/${collection}/media`, { file_id: file }, headers);
      const attach = ['moment-criteria', 'attach', collection, ...criterion];
      expect(await editorJson(...attach, '--check', '--estimate')).toMatchObject({
        cost: 1,
        runs: 1,
        reused: 0,
        sufficient: true,
      });
      const over = await asEditor(...attach, '--cost-limit', '0.5');
      expect(over).toMatchObject({ status: 4, stdout: '' });
      expect(over.stderr).toContain(
        'It would cost 1 credits, more than --cost-limit 0.5: nothing was started',
      );
      expect(over.stderr).toContain('Next: vau moment-criteria attach --help');
      expect((await asEditor('moment-criteria', 'list', collection, '-o', 'json')).stdout.trim()).toBe('[]');
      const done = await asEditor(...attach, '--cost-limit', '1', '--wait', '--interval', '0.1');
      expect(done.status, done.stderr).toBe(0);
      expect(await editorJson('billing', 'balance')).toMatchObject({ balance: 1.6, committed: 0 });
      expect(await editorJson(...attach, '--estimate')).toMatchObject({ cost: 0, runs: 0, reused: 1 });
      const find = ['find-moments', 'create', `vau://files/${file}`];
      const other = ['--criterion', '{"name": "other", "instructions": "Find others"}'];
      expect(await editorJson(...find, ...other, '--estimate')).toMatchObject({ cost: 1, runs: 1 });
      expect((await asEditor(...find, ...other, '--cost-limit', '0')).status).toBe(4);
      expect((await json('billing', 'balance')).accounts[0]).toMatchObject({ balance: 1.6, ledger: 1.6 });
    },
  );
});
