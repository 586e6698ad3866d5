import { engineOf } from '../../sql/engine.ts';
import type { Db } from '../../sql/schema.ts';
import { hasTerm, termsOn } from './doclist.ts';
import { checkVersion, type IndexContext } from './format.ts';
import { bytesOf, firstLeaves, leavesOf, readLeaves } from './leaves.ts';
import { knownServerTerms, serverTermsFrom } from './server/server-index.ts';
import { inSnapshot } from './snapshot.ts';
import type { Segment } from './structure.ts';

/** What an entry takes besides its characters, about. */
const OVERHEAD = 200;
/** A longer beginning is asked for once, if ever: to look for each of its own beginnings takes its length squared. */
const LONGEST = 64;
/** Between terms, which have no spaces. */
const SPACE = ' ';

/** Keeps the terms of segments with the beginnings asked for last, up to a number of bytes. Each list is one text. */
class TermCache {
  readonly #kept = new Map<string, string>();
  readonly #most: number;
  #bytes = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** A segment's terms with a beginning: also from those kept for a shorter one. */
  get(segment: string, beginning: string): string[] | undefined {
    for (let length = Math.min(LONGEST, beginning.length); length > 0; length -= 1) {
      const key = keyOf(segment, beginning.slice(0, length));
      const kept = this.#kept.get(key);
      if (kept === undefined) continue;
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.split(SPACE).filter((term) => term !== '' && term.startsWith(beginning));
    }
    return undefined;
  }

  set(segment: string, beginning: string, terms: readonly string[]): void {
    if (beginning.length > LONGEST) return;
    const key = keyOf(segment, beginning);
    const text = terms.join(SPACE);
    this.#kept.set(key, text);
    this.#bytes += sizeOf(key, text);
    for (const [oldest, dropped] of this.#kept) {
      if (this.#bytes <= this.#most) return;
      this.#kept.delete(oldest);
      this.#bytes -= sizeOf(oldest, dropped);
    }
  }
}

function keyOf(segment: string, beginning: string): string {
  return `${segment} ${beginning}`;
}

function sizeOf(key: string, text: string): number {
  return 2 * (key.length + text.length) + OVERHEAD;
}

/** Leaves to read before other requests get a turn: some 10 ms. */
const LEAVES_PER_TURN = 256;
/** Bytes of terms to keep in memory. */
const KEPT_BYTES = 4 * 1024 * 1024;

const caches = new WeakMap<Db, TermCache>();

/** A segment's terms with a beginning that are not in memory. */
interface Missing {
  readonly segment: Segment;
  readonly terms: string[];
}

/**
 * The terms of the index that start with some text, over all accounts, so never show them. Terms of documents that were
 * deleted lately are among them.
 * @throws UnknownFormat
 */
export async function termsFrom(
  { db, yieldTurn }: Pick<IndexContext, 'db' | 'yieldTurn'>,
  beginning: string,
): Promise<Set<string>> {
  if (engineOf(db) === 'postgres') return serverTermsFrom(db, beginning);
  await checkVersion(db);
  const cache = caches.get(db) ?? new TermCache(KEPT_BYTES);
  caches.set(db, cache);
  return inSnapshot(db, async (snapshot, segments) => {
    const known = segments.map(({ key }) => cache.get(key, beginning));
    const missing = segments.filter((_, at) => !known[at]).map((segment) => ({ segment, terms: [] }));
    await readTerms({ db: snapshot, yieldTurn }, missing, beginning);
    for (const { segment, terms } of missing) cache.set(segment.key, beginning, terms);
    return new Set([...known.flatMap((terms) => terms ?? []), ...missing.flatMap(({ terms }) => terms)]);
  });
}

async function readTerms(
  { db, yieldTurn }: Pick<IndexContext, 'db' | 'yieldTurn'>,
  missing: readonly Missing[],
  beginning: string,
): Promise<void> {
  if (missing.length === 0) return;
  const wanted = bytesOf(beginning);
  const decoder = new TextDecoder();
  const all = new Map(missing.map(({ segment, terms }) => [segment.id, terms]));
  const leaves = await leavesOf(
    db,
    missing.map(({ segment }) => segment),
    beginning,
  );
  for (let from = 0; from < leaves.length; from += LEAVES_PER_TURN) {
    const portion = leaves.slice(from, from + LEAVES_PER_TURN);
    const blocks = await readLeaves(db, portion);
    for (const { segment, page } of portion)
      for (const term of termsOn(blocks.get(`${segment.id} ${page}`) ?? new Uint8Array(0)))
        if (wanted.every((byte, at) => term[at] === byte))
          all.get(segment.id)?.push(decoder.decode(term.subarray(1)));
    await yieldTurn();
  }
}

/** Those of some terms that the index has. @throws UnknownFormat */
export async function knownTerms(
  { db }: Pick<IndexContext, 'db'>,
  terms: readonly string[],
): Promise<Set<string>> {
  if (terms.length === 0) return new Set();
  if (engineOf(db) === 'postgres') return knownServerTerms(db, terms);
  await checkVersion(db);
  return inSnapshot(db, async (snapshot, segments) => {
    const wanted = terms.flatMap((term) => segments.map((segment) => ({ segment, term })));
    const leaves = await firstLeaves(snapshot, wanted);
    const found = leaves.filter(({ term, block }) => block && hasTerm(block, bytesOf(term)));
    return new Set(found.map(({ term }) => term));
  });
}
