/**
 * The index of words on PostgreSQL: terms are added in batches of packed postings (packed.ts), one transaction at a time, and
 * read with what a process already has of them.
 */
import { sql } from 'kysely';
import type { Db } from '../../../sql/schema.ts';
import type { PostingPart } from '../docid-set.ts';
import { DocidSet } from '../docid-set.ts';
import { ListCache } from '../list-cache.ts';
import { NO_POSTINGS, PostingBuilder, type PostingList } from '../posting-list.ts';
import { type Take, unpackBatch } from './packed.ts';

/** Bytes of postings to keep in memory, as for SQLite. */
const KEPT_BYTES = 48 * 1024 * 1024;

/** What is known of a term: its postings up to a batch. */
interface Known {
  readonly batch: number;
  readonly list: PostingList;
  /** The last docid of the list. */
  readonly last: number;
}

const UNKNOWN: Known = { batch: 0, list: NO_POSTINGS, last: -1 };

/** What a process keeps of a server's index. */
class ServerIndex {
  readonly #deleted = new DocidSet();
  /** Documents that were indexed again: what their postings up to a batch say is void. */
  readonly #again = new Map<number, number>();
  #lists = new ListCache<Known>(KEPT_BYTES);
  #removal = 0;
  #updating: Promise<unknown> = Promise.resolve();

  /** The postings of terms, by term. */
  read(db: Db, terms: readonly string[]): Promise<Map<string, PostingPart[]>> {
    const reading = this.#updating.catch(() => undefined).then(() => this.#read(db, terms));
    this.#updating = reading;
    return reading;
  }

  async #read(db: Db, terms: readonly string[]): Promise<Map<string, PostingPart[]>> {
    // In this order: all that is void in postings up to this batch is known then.
    const batch = await newestBatch(db);
    await this.#readRemovals(db);
    const known = new Map(terms.map((term) => [term, this.#lists.get(term) ?? UNKNOWN]));
    const old = terms.filter((term) => (known.get(term)?.batch ?? 0) < batch);
    const rows = await rowsAfter(db, old, { known, upTo: batch });
    for (const term of old) {
      const own = rows.get(term);
      const before = known.get(term) ?? UNKNOWN;
      const entry = own ? this.#joined(before, own, batch) : { ...before, batch };
      known.set(term, entry);
      this.#lists.set(term, entry, entry.list.bytes.length);
    }
    return new Map(terms.map((term) => [term, this.#partsOf(known.get(term)?.list)]));
  }

  #partsOf(list: PostingList | undefined): PostingPart[] {
    return list && list.documents > 0 ? [{ list, deleted: this.#deleted }] : [];
  }

  #joined(before: Known, rows: readonly Row[], batch: number): Known {
    const list = new PostingBuilder(before.list, before.last);
    if (this.#again.size === 0)
      for (const row of rows) unpackBatch(row.list, (...entry) => list.add(...entry));
    else for (const entry of this.#valid(rows)) list.add(...entry);
    const { last } = list;
    return { batch, list: list.build(), last };
  }

  /** Documents that were indexed again are not in the order of batches. */
  #valid(rows: readonly Row[]): Parameters<Take>[] {
    const entries: Parameters<Take>[] = [];
    for (const { batch, list } of rows)
      unpackBatch(list, (docid, ...rest) => {
        if ((this.#again.get(docid) ?? -1) < batch) entries.push([docid, ...rest]);
      });
    return entries.sort(([one], [other]) => one - other);
  }

  async #readRemovals(db: Db): Promise<void> {
    const { rows } = await sql<{ seq: number; docid: number; batch: number | null }>`
      select seq, docid, batch from removed_documents where seq > ${this.#removal} order by seq`.execute(db);
    let isAnyAgain = false;
    for (const { seq, docid, batch } of rows) {
      this.#removal = seq;
      if (batch === null) this.#deleted.add(docid);
      else this.#again.set(docid, batch);
      isAnyAgain ||= batch !== null;
    }
    if (isAnyAgain) this.#lists = new ListCache<Known>(KEPT_BYTES);
  }
}

/** What a batch has added to a term. */
interface Row {
  readonly batch: number;
  readonly list: Uint8Array;
}

/** All that batches have added to a term, in their order. */
interface Joined {
  readonly term: string;
  readonly batches: string;
  /** Bytes of each list. */
  readonly lengths: string;
  readonly lists: Uint8Array;
}

async function newestBatch(db: Db): Promise<number> {
  const { rows } = await sql<{ batch: number }>`select batch from index_state`.execute(db);
  return rows[0]?.batch ?? 0;
}

async function rowsAfter(
  db: Db,
  terms: readonly string[],
  { known, upTo }: { readonly known: ReadonlyMap<string, Known>; readonly upTo: number },
): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  if (terms.length === 0) return found;
  // A row for each term: a rare word has nearly as many rows as documents, and each takes longer to send than to find.
  const { rows } = await sql<Joined>`
    select term, string_agg(batch::text, ' ') as batches, string_agg(octet_length(list)::text, ' ') as lengths,
      string_agg(list, ''::bytea) as lists
    from (
      select p.term, p.batch, p.list
      from unnest(${terms}::text[], ${terms.map((term) => known.get(term)?.batch ?? 0)}::bigint[]) as w (term, batch)
      join postings as p on p.term = w.term collate "C" and p.batch > w.batch and p.batch <= ${upTo}
      order by p.term, p.batch
    ) as found group by term`.execute(db);
  for (const row of rows) found.set(row.term, apart(row));
  return found;
}

function apart({ batches, lengths, lists }: Joined): Row[] {
  const each = lengths.split(' ');
  let from = 0;
  return batches.split(' ').map((batch, at) => {
    const list = lists.subarray(from, from + Number(each[at]));
    from += list.length;
    return { batch: Number(batch), list };
  });
}

const indexes = new WeakMap<Db, ServerIndex>();

/** The postings of index terms in a PostgreSQL store, by term: see readPostings. */
export function readServerPostings(db: Db, terms: readonly string[]): Promise<Map<string, PostingPart[]>> {
  const index = indexes.get(db) ?? new ServerIndex();
  indexes.set(db, index);
  return index.read(db, terms);
}

/** The terms of the index that start with some text: see termsFrom. */
export async function serverTermsFrom(db: Db, beginning: string, limit?: number): Promise<Set<string>> {
  const most = limit === undefined ? sql`` : sql`limit ${limit}`;
  const { rows } = await sql<{ term: string }>`
    select term from index_terms
    where term >= ${beginning} and term < ${`${beginning}\u{10ffff}`} ${most}`.execute(db);
  return new Set(rows.map(({ term }) => term));
}

/** Those of some terms that the index has. */
export async function knownServerTerms(db: Db, terms: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ term: string }>`
    select term from index_terms where term = any(${terms}::text[])`.execute(db);
  return new Set(rows.map(({ term }) => term));
}
