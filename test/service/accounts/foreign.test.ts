/** What belongs to another account, tried in every operation of the contract. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operation, type OperationId, operations } from '../../../src/contract/index.ts';
import { openTestService, strangerToken, type TestService } from '../../support/service.ts';
import { tablesWith } from '../../support/store.ts';
import { bodies, meant, queries } from './foreign-requests.ts';
import { type IdPlace, idPlaces } from './id-places.ts';
import { type Call, type Possessions, possess } from './possessions.ts';

const WORD = 'zanzibar';
let service: TestService;
let stranger: Call;
/** Of the first account, and of the stranger who asks. */
let theirs: Possessions;
let own: Possessions;

beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 });
  const authorization = `Bearer ${await strangerToken(service)}`;
  stranger = (method, path, body, headers) => service.call(method, path, body, { authorization, ...headers });
  theirs = await possess(service, service.call, WORD);
  own = await possess(service, stranger, 'own');
});
afterAll(() => service.close());

const all = Object.values(operations) as Operation[];
const placed = all.flatMap((operation) => idPlaces(operation).map((place) => ({ operation, place })));

/** Everything of the first account, without what a reader changes: when its token was last used. */
async function theirRows(): Promise<string> {
  const { db } = service.context;
  const [account] = await db.selectFrom('files').select('account_id').where('id', '=', theirs.file).execute();
  // A server's other schemas are other tests'.
  const own = new Set((await tablesWith('account_id').execute(db)).rows.map(({ name }) => name));
  const owned = [...own].filter((name) => name !== 'tokens').sort();
  const rows = owned.map(async (name) => {
    const read = db.selectFrom(name as 'files').selectAll();
    return [name, await read.where('account_id', '=', account?.account_id ?? '').execute()];
  });
  return JSON.stringify(await Promise.all(rows), null, 1);
}

/** A valid request of the stranger in which one place has an id of the first account. */
function requests({ id, path }: Operation, place: IdPlace) {
  const value = (parameter: string) => {
    const from = place.where === 'path' && place.name === parameter ? theirs : own;
    return from[meant(id, parameter)];
  };
  const target = path.replace(/\{([^}]+)\}/g, (_, name: string) => value(name));
  const foreignId = place.name === 'url' ? `vau://files/${theirs.file}` : theirs[meantHere(id, place)];
  const usual = queries[id as OperationId] ?? '';
  const query = place.where === 'query' ? `?${place.name}=${encodeURIComponent(foreignId)}` : usual;
  const made = bodies[id as OperationId]?.(own) ?? [undefined];
  const sent = place.where === 'body' ? made.flatMap((body) => swapped(body ?? {}, place.name)) : made;
  return sent.map((body) => ({ path: `${target}${query}`, body }));
}

const meantHere = (id: string, { where, name }: IdPlace) => (where === 'body' ? 'file' : meant(id, name));

/** The body with its id at `place` replaced by the first account's; nothing if this body has none there. */
function swapped(body: object, place: string): object[] {
  const kinds = Object.keys(own) as (keyof Possessions)[];
  let found = false;
  const swap = (value: unknown, at: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => swap(one, `${at}[]`));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, swap(one, at === '' ? name : `${at}.${name}`)]),
      );
    if (at !== place) return value;
    const kind = kinds.find((one) => String(value).endsWith(own[one]));
    if (!kind) return value;
    found = true;
    return String(value).replace(own[kind], theirs[kind]);
  };
  const result = swap(body, '') as object;
  return found ? [result] : [];
}

/** Bodies that are no JSON. */
function formFor(id: string): FormData | undefined {
  if (id !== 'transcript.put') return undefined;
  const form = new FormData();
  form.set('file', new Blob(['1\n00:00:00,000 --> 00:00:01,000\nmine\n']), 'a.srt');
  return form;
}

/** Deleting what is not there is not an error here: it answers the same for every id. */
const SAME_FOR_ALL = ['deep-search.delete'];

describe('[ACC-1] an id of another account', () => {
  it('is tried in every place of the contract that takes an id', () => {
    const without = placed.filter(({ operation, place }) => requests(operation, place).length === 0);
    expect(without.map(({ operation, place }) => `${operation.id} ${place.name}`)).toEqual([]);
    expect(placed.length).toBeGreaterThan(90);
  });

  it('gets 404, or an empty list, and changes nothing', async () => {
    const before = await theirRows();
    expect(before).toContain(WORD);
    const wrong: string[] = [];
    for (const { operation, place } of placed) {
      for (const { path, body } of requests(operation, place)) {
        const answer = await stranger(operation.method, path, formFor(operation.id) ?? body);
        const told = `${operation.id} ${place.where} ${place.name}: ${answer.status} ${answer.text.slice(0, 200)}`;
        const isEmpty = place.where === 'query' && answer.status === 200 && countIn(answer.text) === 0;
        const isSame = SAME_FOR_ALL.includes(operation.id) && answer.status === 200;
        if (answer.status !== 404 && !isEmpty && !isSame) wrong.push(told);
        if (answer.text.includes(WORD)) wrong.push(`shows the other account's words: ${told}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await theirRows()).toBe(before);
  });

  it('is in no list of the stranger, nor are words of the other account', async () => {
    const ids = Object.values(theirs);
    for (const { id, method, path } of all.filter((one) => one.method === 'GET')) {
      const target = path.replace(/\{([^}]+)\}/g, (_, name: string) => own[meant(id, name)]);
      const answer = await stranger(method, target);
      expect(answer.status, `${id}: ${answer.text}`).toBeLessThan(500);
      expect(
        ids.filter((one) => answer.text.includes(one)),
        id,
      ).toEqual([]);
      expect(answer.text, id).not.toContain(WORD);
    }
  });
});

/** How many items a list has, without what was not perceived of the stranger's own files. */
function countIn(text: string): number {
  const { gaps: _, ...answer } = JSON.parse(text) as Record<string, unknown>;
  const lists = Object.values(answer).filter(Array.isArray);
  return lists.reduce((sum, list) => sum + list.length, 0);
}
