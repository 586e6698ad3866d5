import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wordColumns } from '../../../src/service/store/words/match-words.ts';
import { hasBit } from '../../../src/service/store/words/postings/docid-set.ts';
import { COLUMN_BITS, DOCUMENTS_PER_PAGE } from '../../../src/service/store/words/postings/posting-list.ts';
import { readPostings } from '../../../src/service/store/words/postings/read-postings.ts';
import { addTerms, replaceTerms } from '../../../src/service/store/words/write-terms.ts';
import { memoryStore } from './support.ts';

/** Documents in transactions of this size: each makes a segment of the index, and these are merged now and then. */
const PORTION = 40;
const PORTIONS = 60;

const words = [
  'every',
  'many',
  'often',
  'often2',
  'title',
  'rare13',
  'rare500',
  'ever',
  'everyone',
  'zzz',
  '',
];

const yieldTurn = async () => undefined;

let store: Awaited<ReturnType<typeof memoryStore>>;

beforeAll(async () => {
  store = await memoryStore();
  await sql`create virtual table temp.instances using fts5vocab('main', 'document_terms', 'instance')`.execute(
    store.db,
  );
});

afterAll(() => store.close());

/** Words that are in every document, in many, in few; once and thousands of times; in three columns. */
function columnsOf(at: number) {
  return {
    title: at % 3 === 0 ? 'every title' : 'title',
    speech: [
      ...Array.from({ length: (at % 5) + 1 }, () => 'every'),
      ...(at % 2 === 0 ? ['many'] : []),
      `rare${(at * 7919) % 997}`,
      ...(at % 400 === 7 ? Array.from({ length: 3_000 }, (_, n) => `often${n % 4 === 0 ? '' : n}`) : []),
    ].join(' '),
    ...(at % 7 === 0 && { metadata: 'many every' }),
  };
}

async function add(from: number): Promise<void> {
  const documents = Array.from({ length: PORTION }, (_, at) => ({
    docid: from + at,
    columns: columnsOf(from + at),
  }));
  await store.db.transaction().execute((trx) => addTerms(trx, documents));
}

/** The occurrences of a word by document and column, as SQL gives them. */
async function expected(word: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ place: string; count: number }>`
    select doc || ' ' || col as place, count(*) as count from temp.instances where term = ${word} group by doc, col`.execute(
    store.db,
  );
  return new Map(rows.map(({ place, count }) => [place, count]));
}

async function found(word: string): Promise<Map<string, number>> {
  const parts = (await readPostings({ db: store.db, yieldTurn }, [word])).get(word) ?? [];
  const places = new Map<string, number>();
  for (const { list, deleted } of parts)
    for (const { page, from, to } of list.pages) {
      const numbers = numbersOf(list.bytes.subarray(from, to));
      for (let at = 0, docid = page * DOCUMENTS_PER_PAGE; at < numbers.length; at += 2) {
        docid += numbers[at] ?? 0;
        const gone = deleted?.page(page);
        if (gone && hasBit(gone, docid - page * DOCUMENTS_PER_PAGE)) continue;
        const value = numbers[at + 1] ?? 0;
        const place = `${docid} ${wordColumns[value % (1 << COLUMN_BITS)]}`;
        expect(places.has(place), place).toBe(false);
        places.set(place, value >> COLUMN_BITS);
      }
    }
  return places;
}

function numbersOf(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let [number, shift] = [0, 0];
  for (const byte of bytes) {
    number += (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    numbers.push(number);
    [number, shift] = [0, 0];
  }
  return numbers;
}

async function expectSame(): Promise<void> {
  for (const word of words) expect(await found(word), word).toEqual(await expected(word));
}

it('reads the same postings as SQL, while documents are added, replaced and deleted, and segments merged', async () => {
  // Docids over several pages of documents, as after many deletions.
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    await add(1 + portion * 2_500);
    if (portion % 20 === 19) await expectSame();
  }
  expect((await expected('every')).size).toBeGreaterThan(PORTION * PORTIONS);
  expect((await expected('often')).size).toBeGreaterThan(2);
  await sql`delete from document_terms where rowid % 5 = 0`.execute(store.db);
  await expectSame();
  const replaced = [1, 2, 2_501].map((docid) => ({ docid, columns: { speech: 'zzz many' } }));
  await store.db.transaction().execute((trx) => replaceTerms(trx, replaced, 1));
  await expectSame();
  await add(PORTIONS * 2_500);
  await sql`insert into document_terms (document_terms, rank) values ('merge', 500)`.execute(store.db);
  await expectSame();
  await sql`insert into document_terms (document_terms) values ('optimize')`.execute(store.db);
  await expectSame();
  await sql`delete from document_terms`.execute(store.db);
  await expectSame();
  expect((await found('every')).size).toBe(0);
});

it('reads the same postings while a merge goes on in steps, from lists that it kept', async () => {
  const own = await memoryStore();
  await sql`insert into document_terms (document_terms, rank) values ('automerge', 0)`.execute(own.db);
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  for (let portion = 0; portion < 6; portion += 1) {
    const documents = Array.from({ length: 30 }, (_, at) => ({
      docid: 1 + portion * 30 + at,
      columns: { speech: letters.map((letter) => `${letter} ${letter.repeat(20)}${at}`).join(' ') },
    }));
    await own.db.transaction().execute((trx) => addTerms(trx, documents));
  }
  const countOf = async (word: string) =>
    ((await readPostings({ db: own.db, yieldTurn }, [word])).get(word) ?? []).map(
      ({ list }) => list.documents,
    );
  const layouts = new Set<string>();
  for (let step = 0; step < 30; step += 1) {
    for (const letter of letters) {
      const parts = await countOf(letter);
      layouts.add(parts.join(' '));
      expect(
        parts.reduce((sum, documents) => sum + documents, 0),
        `${letter} after step ${step}`,
      ).toBe(180);
    }
    await sql`insert into document_terms (document_terms, rank) values ('merge', 1)`.execute(own.db);
  }
  // The merge went on while the lists were read.
  expect(layouts.size).toBeGreaterThan(1);
  await own.close();
});
