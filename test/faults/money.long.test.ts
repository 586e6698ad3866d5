/** Money while everything happens at once: thousands of requests and runs, of which many fail. */
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type Paying, setBalance, withCredits } from '../service/resources/billing/support.ts';
import {
  addCollection,
  addFile,
  addRecording,
  HARBOUR,
  type ScriptedJudge,
  scriptedJudge,
} from '../service/resources/moments/support.ts';
import { needs } from '../support/programs.ts';
import { seeded } from '../support/seeded.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { soundMoney } from './support/money.ts';

const script = vi.hoisted(() => ({ judge: undefined as ScriptedJudge | undefined }));
vi.mock('../../src/service/understanding/rules/moments/index.ts', () => ({ judgeFor: () => script.judge }));

const OPERATIONS = 5000;
/** Requests that are sent at once. */
const AT_ONCE = 50;
const FILES = 4;
const CRITERIA = 60;
/** Enough for most pairs, not for all. */
const CREDITS = 200;
const chance = seeded(20261122);

let opened: TestService;
let service: Paying;
const files: string[] = [];
const collections: string[] = [];
beforeAll(async () => {
  opened = await openTestService({ requestsPerSecond: 0 });
  const judge = scriptedJudge();
  judge.before = async () => {
    if (chance.below(5) === 0) throw new Error('the endpoint answers 500');
  };
  script.judge = judge;
  service = await withCredits(opened, CREDITS);
  for (let at = 0; at < FILES; at += 1) files.push(await addRecording(service, HARBOUR, 2 + at));
  for (let at = 0; at < 3; at += 1) collections.push(await addCollection(service));
  for (const [at, collection] of collections.entries())
    for (const file of files.slice(at)) await addFile(service, collection, file);
  await service.drain();
});
afterAll(() => opened.close());

/** Pairs of which a run was deleted that was paid for: the next run over them is charged again. */
const forgotten = new Map<string, number>();
const statuses = new Map<string, number>();

async function send(method: string, where: string, body?: object): Promise<void> {
  const answer = await service.call(method, where, body);
  const named = `${method} ${answer.status}`;
  statuses.set(named, (statuses.get(named) ?? 0) + 1);
}

async function operate(): Promise<void> {
  const criterion = { name: `promise_${chance.below(CRITERIA)}`, instructions: 'Find every promise' };
  const what = chance.below(100);
  const collection = chance.pick(collections);
  if (what < 70) return send('POST', `/collections/${collection}/moment-criteria`, { criterion });
  if (what < 90)
    return send('POST', '/find-moments', { url: `vau://files/${chance.pick(files)}`, criterion });
  if (what < 96) return detachOne(collection);
  return removeRun();
}

async function detachOne(collection: string): Promise<void> {
  const rows = await service.context.db
    .selectFrom('moment_attachments')
    .select('id')
    .where('collection_id', '=', collection)
    .execute();
  if (rows.length > 0)
    await send('DELETE', `/collections/${collection}/moment-criteria/${chance.pick(rows).id}`);
}

async function removeRun(): Promise<void> {
  const { db } = service.context;
  const open = ['pending', 'processing'] as const;
  const rows = await db.selectFrom('find_moments_runs').selectAll().where('status', 'in', open).execute();
  if (rows.length === 0) return;
  const { id, file_id, run_key } = chance.pick(rows);
  const { status, body } = await service.call('DELETE', `/find-moments/${id}`);
  const refunded = (body as unknown as { refunded?: boolean }).refunded;
  const pair = `${file_id} ${run_key}`;
  if (status === 200 && refunded === false) forgotten.set(pair, (forgotten.get(pair) ?? 0) + 1);
}

needs('ffmpeg')(
  '[COST-2] 5,000 concurrent attaches, runs, failures and deletions: ledger = balance, no pair charged twice',
  { timeout: 600_000 },
  async () => {
    let sent = 0;
    const client = async () => {
      while (sent < OPERATIONS) {
        sent += 1;
        await operate();
      }
    };
    const clients = Promise.all(Array.from({ length: AT_ONCE }, client));
    let over = false;
    const ended = clients.finally(() => {
      over = true;
    });
    while (!over) {
      await service.drain();
      await soundMoney(service.context.db, service.account);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await ended;
    await service.drain();
    const { pairs, charged, refunded, balance } = await soundMoney(service.context.db, service.account);
    for (const [pair, times] of pairs)
      expect(times, pair).toBeLessThanOrEqual(1 + (forgotten.get(pair) ?? 0));
    expect(charged).toBeGreaterThan(200);
    expect(refunded).toBeGreaterThan(30);
    expect(statuses.get('POST 402')).toBeGreaterThan(10);
    expect([...statuses.keys()].filter((named) => /\b5\d\d$/.test(named))).toEqual([]);
    expect(balance).toBeLessThan(CREDITS * 1_000_000);
    // Nothing is left reserved for work that is gone.
    await setBalance(service, 0);
    const { body } = await service.call('GET', '/billing');
    expect(body).toMatchObject({ balance: 0, committed: 0 });
  },
);
