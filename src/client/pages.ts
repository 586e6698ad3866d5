/** Reads a list page by page: by limit and offset, or by cursor. */
import type { OperationId } from '../contract/index.ts';
import type { Client } from './client.ts';
import { AnswerError } from './errors.ts';
import type { LooseParts } from './prepare.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One page of a list. */
export interface Page {
  /** The response unchanged. */
  readonly answer: unknown;
  readonly rows: readonly unknown[];
  /** Dotted path of the rows in the response. */
  readonly path: string;
}

/** Requests of a list that are sent before their turn, where the number of rows says which there are. */
const mostAhead = 2;
/** Maximum number of times that a list which changes is read. */
const mostPasses = 4;

/** What is said of a list that changed each time it was read. */
export const unsettledList =
  'The list kept changing while it was read: rows that were added or moved meanwhile may be missing. Run the same command again.';

/**
 * Every page of a list, starting with the given query. Ends at the total, at a missing cursor, and at an
 * empty page. A long list by offset has the next two pages requested while one is used. Abort the requests when you stop
 * early.
 *
 * A list whose rows have ids may change meanwhile: no row comes twice, and none that was there all the time is left out. A
 * page by offset begins with the last row of the page before, where that takes no more requests. If it does not, or the
 * total changed, rows have moved: reading steps back to a row that it knows, and the list is read again, until nothing
 * changed while it was. @param fetch requests a page by its query @param paths possible dotted paths of the rows in the
 * response, in order @param unsettled is called if the list changed each time @throws AnswerError when a response has no
 * rows, or the list does not end
 */
export async function* everyPage(
  fetch: (query: Fields) => Promise<unknown>,
  query: Fields,
  paths: readonly string[] = ['data'],
  unsettled: () => void = () => process.emitWarning(unsettledList),
): AsyncGenerator<Page> {
  const given = new Set<string>();
  const watch = endWatch();
  let requests = 0;
  const send = (asked: Fields): Sent => {
    requests += 1;
    const answer = fetch(asked);
    // It may not be awaited yet, and Node ends the process for an error that nobody awaits.
    answer.catch(() => undefined);
    return { asked, answer };
  };
  for (let turn = 1; ; turn += 1) {
    const order = orderWatch(query);
    let sent = [send(query)];
    for (let first = sent.shift(); first; first = sent.shift()) {
      const answer = await first.answer;
      const found = rowsAt(answer, paths);
      if (!found) throw new AnswerError('The response is not a list: it has no pages', 'list');
      const { rows, path, around } = found;
      const back = order.look(first.asked, found, requests);
      if (back) {
        watch.again();
        sent = [send(back)];
        continue;
      }
      const fresh = order.keyed ? rows.filter((row) => isNew(given, keyOf(row, path))) : rows;
      const page = { answer, rows: fresh, path };
      watch.page(found, fresh.length);
      let next = queryAfter(first.asked, around, rows.length, order.keyed);
      // A page was shorter than asked for, or the list has changed: the following ones begin elsewhere.
      if (next?.offset !== sent[0]?.asked.offset) sent = [];
      if (next && sent.length === 0) sent.push(send(next));
      while (next && sent.length < mostAhead) {
        next = queryAhead(sent.at(-1)?.asked, first.asked, around, rows.length, order.keyed);
        if (next) sent.push(send(next));
      }
      if (fresh.length > 0 || given.size === 0) yield page;
    }
    if (!order.changed) return;
    if (turn === mostPasses || !order.keyed || order.lost) return unsettled();
    watch.again();
  }
}

const isNew = (given: Set<string>, key: string | undefined): boolean => {
  if (key === undefined) return true;
  const { size } = given;
  return given.add(key).size > size;
};

/** Names of the ids of rows, the row's own before those of what it is about. */
const idNames = ['id', 'job_id', 'moment_id', 'frame_extraction_id', 'segmentation_id', 'file_id'];

/** The id of a row; undefined for one without. Only a list of resources has a row for each file. */
function keyOf(row: unknown, path: string): string | undefined {
  const fields = fieldsOf(row);
  const name = (path === 'data' ? idNames : ['id', 'moment_id']).find(
    (one) => typeof fields[one] === 'string' || typeof fields[one] === 'number',
  );
  return name === undefined ? undefined : `${name} ${String(fields[name])}`;
}

/** Most requests of a list that changes: this many, and this many for each page. */
const mostRequests = { any: 100, each: 8 };

/** Follows the rows of one pass over a list. */
function orderWatch(query: Fields) {
  const start = Number(query.offset ?? 0);
  const seen = new Set<string>();
  let [position, step] = [start, 0];
  let total: number | undefined;
  const state = {
    /** True if each row has an id of its own, so that it is known again. */
    keyed: true,
    /** True if rows were added, deleted or moved meanwhile. */
    changed: false,
    /** True if too many requests were needed: a row may have been left out. */
    lost: false,
    /** Takes in a page. @returns the query from which to read instead, if rows before the page were left out */
    look(asked: Fields, { rows, path, around }: Found, requests: number): Fields | undefined {
      const keys = rows.map((row) => keyOf(row, path));
      const own = new Set(keys);
      const byOffset = !isByCursor(asked, around);
      if (own.has(undefined) || own.size < keys.length || (byOffset && path !== 'data')) state.keyed = false;
      const now = typeof around.total === 'number' ? around.total : undefined;
      const fall = (total ?? 0) - (now ?? 0);
      if (total !== undefined && (state.keyed ? fall !== 0 : fall > 0)) state.changed = true;
      const offset = Number(asked.offset ?? 0);
      const follows = !state.keyed || !byOffset || offset === start || seen.has(keys[0] ?? '');
      if (!follows && total !== undefined && (fall !== 0 || offset < position)) {
        state.changed = true;
        if (requests <= mostRequests.any + (mostRequests.each * total) / Math.max(1, rows.length)) {
          step = step === 0 ? Math.max(fall, 0) + 1 : 2 * step + rows.length;
          return { ...asked, offset: Math.max(start, offset - step) };
        }
        state.lost = true;
      }
      const again = keys.filter((key) => key !== undefined && seen.has(key)).length;
      if (state.keyed && again > (byOffset ? position - offset : 0)) state.changed = true;
      for (const key of keys) if (key !== undefined) seen.add(key);
      [position, step, total] = [offset + rows.length, 0, now ?? total];
      return undefined;
    },
  };
  return state;
}

interface Sent {
  readonly asked: Fields;
  readonly answer: Promise<unknown>;
}

/** The query after one that was sent already; undefined if only its answer can tell. */
function queryAhead(
  last: Fields | undefined,
  first: Fields,
  around: Fields,
  count: number,
  overlaps: boolean,
): Fields | undefined {
  const isFull = typeof around.total === 'number' && count === first.limit;
  return last && isFull && typeof last.offset === 'number'
    ? queryAfter(last, around, count, overlaps)
    : undefined;
}

/**
 * The same pages, each requested while the one before it is used. An error of a page is thrown when its turn comes. Abort
 * the requests when you stop early: one may be in flight.
 */
export async function* ahead(pages: AsyncIterator<Page>): AsyncGenerator<Page> {
  let coming = pages.next();
  for (;;) {
    const { value, done } = await coming;
    if (done) return;
    coming = pages.next();
    // It is not awaited yet, and Node ends the process for an error that nobody awaits.
    coming.catch(() => undefined);
    yield value;
  }
}

/** Items allowed beyond twice the first total; without a total, the maximum number of items. */
const slack = { grown: 10_000, unsaid: 1_000_000 };
/** Maximum number of empty pages in a row. */
const mostEmpty = 100;
/** Maximum length of a cursor, in characters: it must fit into a URL. */
const longestCursor = 4096;

/** Checks each page. `page` throws an AnswerError when the list does not seem to end; `again` begins a part anew. */
function endWatch() {
  let before: { rows: readonly unknown[]; cursor: unknown } | undefined;
  let first: number | undefined;
  let count = 0;
  let empty = 0;
  const again = () => {
    before = undefined;
  };
  const page = ({ rows, around: { total, next_cursor: cursor } }: Found, fresh: number) => {
    count += fresh;
    empty = rows.length === 0 ? empty + 1 : 0;
    first ??= typeof total === 'number' ? total : undefined;
    if (before && ((rows.length > 0 && areSame(rows, before.rows)) || (cursor && cursor === before.cursor)))
      throw endless('returned the same page twice: it does not page this list');
    before = { rows, cursor };
    if (String(cursor).length > longestCursor)
      throw endless(`returned a cursor of more than ${longestCursor} characters`);
    if (empty > mostEmpty) throw endless(`returned ${empty} empty pages in a row and announced more`);
    if (count > (first === undefined ? slack.unsaid : 2 * first + slack.grown))
      throw endless(
        `returned ${count} items but announced ${first === undefined ? 'no total' : `a total of ${first}`}: the list does not end`,
      );
  };
  return { page, again };
}

/** The first rows tell nearly always, at little cost. */
const areSame = (rows: readonly unknown[], before: readonly unknown[]): boolean =>
  rows.length === before.length &&
  JSON.stringify(rows[0]) === JSON.stringify(before[0]) &&
  JSON.stringify(rows) === JSON.stringify(before);

const endless = (what: string): AnswerError => new AnswerError(`The service ${what}`, 'list');

/** Every item of a list; see everyPage. */
export async function* everyItem(
  client: Client,
  operation: OperationId,
  parts: LooseParts,
  signal?: AbortSignal,
): AsyncGenerator<unknown> {
  const fetch = (query: Fields) => client.send(operation, { ...parts, query }, { signal });
  for await (const { rows } of everyPage(fetch, parts.query ?? {})) yield* rows;
}

interface Found {
  readonly rows: readonly unknown[];
  readonly path: string;
  /** The object that holds the rows, the total and the cursor. */
  readonly around: Fields;
}

function rowsAt(answer: unknown, paths: readonly string[]): Found | undefined {
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const around = names.reduce<Fields>((here, name) => fieldsOf(here[name]), fieldsOf(answer));
    const rows = around[last];
    if (Array.isArray(rows)) return { rows, path, around };
  }
  return undefined;
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The query of the next page; undefined after the last one. @param overlaps repeats a row where that takes no more requests */
function queryAfter(asked: Fields, around: Fields, count: number, overlaps: boolean): Fields | undefined {
  if (isByCursor(asked, around)) {
    const { next_cursor: cursor } = around;
    return typeof cursor === 'string' && cursor !== '' ? { ...asked, cursor } : undefined;
  }
  const offset = Number(asked.offset ?? 0) + count;
  const { total } = around;
  if (count === 0 || (typeof total === 'number' && offset >= total)) return undefined;
  const rest = typeof total === 'number' ? total - offset : 0;
  const isFree = count > 1 && rest > 0 && Math.ceil((rest + 1) / count) === Math.ceil(rest / count);
  return { ...asked, offset: overlaps && isFree ? offset - 1 : offset };
}

/** The last page of a list with cursors has no cursor. */
const isByCursor = (asked: Fields, around: Fields): boolean => 'next_cursor' in around || 'cursor' in asked;
