/** What the pages cost an account with many files and collections, beside the same things as JSON. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { signedIn, type Visitor } from './support.ts';

const FILES = 1_000;
const COLLECTIONS = 50;
/** Of what a list of 100 files and the transcript of 2,000 lines cost as JSON. The captions, laid out, are the dearest. */
const MOST_TIMES = 5;
let service: TestService;
let visitor: Visitor;
let paths: string[];
let json: string[];

beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 });
  const { db } = service.context;
  const account_id = await localAccount(db, Date.now());
  const created = Array.from({ length: FILES }, (_, at) => ({
    id: randomUUID(),
    account_id,
    created_at: at + 1,
    filename: `film ${at}.mp4`,
    source: 'upload',
    media_type: 'video' as const,
    media_info: '{"duration_seconds":7200}',
    ...(at % 10 === 0
      ? { status: 'failed' as const, error: 'damaged' }
      : { status: 'completed' as const, error: null }),
  }));
  for (let at = 0; at < FILES; at += 100)
    await db
      .insertInto('files')
      .values(created.slice(at, at + 100))
      .execute();
  const ids: string[] = [];
  for (let at = 0; at < COLLECTIONS; at += 1) {
    const about = { name: `collection ${at}`, collection_type: 'rich-transcripts' };
    ids.push((await service.call('POST', '/collections', about)).body.id);
  }
  const [first = '', ...others] = ids;
  for (const [at, { id: file_id, status, error }] of created.entries()) {
    const row = { account_id, file_id, added_at: at, status, error };
    const more = others[at % others.length] ?? '';
    await db
      .insertInto('collection_files')
      .values([
        { ...row, collection_id: first },
        { ...row, collection_id: more },
      ])
      .execute();
  }
  const file = created[1]?.id ?? '';
  const lines = Array.from({ length: 2_000 }, (_, position) => ({
    account_id,
    collection_id: first,
    file_id: file,
    modality: 'speech',
    position,
    start_time: position * 3,
    end_time: position * 3 + 2,
    text: `What line ${position} says.`,
  }));
  for (let at = 0; at < lines.length; at += 200)
    await db
      .insertInto('modality_lines')
      .values(lines.slice(at, at + 200) as never)
      .execute();
  const search = { scope: 'segment', collections: [first], query: 'line' };
  const found = (await service.call('POST', '/search', search)).body.id;
  const webhook = (await service.call('POST', '/webhooks', { endpoint: 'http://127.0.0.1:9/' })).body.id;
  json = ['/files?limit=100', `/collections/${first}/videos/${file}/rich-transcripts`];
  visitor = await signedIn(service);
  paths = [
    ...['/', '/?page=3', '/files', '/files?page=21', '/jobs', '/shares', '/webhooks'],
    ...[`/collections/${first}`, `/collections/${first}?page=20`, `/collections/${others[0]}`],
    ...[`/files/${file}`, `/files/${file}/captions.vtt`, `/collections/${first}/searches/${found}`],
    `/webhooks/${webhook}`,
  ];
});
afterAll(() => service?.close());

describe(`an account with ${FILES} files and ${COLLECTIONS} collections`, () => {
  it(`gets every page for less than ${MOST_TIMES} times what its files and a transcript cost as JSON`, async () => {
    const anchor = await cost(async () => {
      for (const path of json) expect((await service.call('GET', path)).status, path).toBe(200);
    });
    const costs: Record<string, number> = {};
    for (const path of paths)
      costs[path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')] =
        (await cost(async () => expect((await visitor.open(path)).status, path).toBe(200))) / anchor;
    if (process.env.VAU_FIGURES) process.stderr.write(`${anchor} ms; ${JSON.stringify(costs, null, 1)}\n`);
    expect(Object.entries(costs).filter(([, times]) => times >= MOST_TIMES)).toEqual([]);
  });
});

/** The least of five, in milliseconds of processor time. */
async function cost(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}
