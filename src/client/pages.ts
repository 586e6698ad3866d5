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

/**
 * Every page of a list, starting with the given query. Ends at the total, at a missing cursor, and at an
 * empty page. A long list by offset has the next two pages requested while one is used. Abort the requests when you stop
 * early. @param fetch requests a page by its query @param paths possible dotted paths of the rows in the
 * response, in order @throws AnswerError when a response has no rows, or the list does not end
 */
export async function* everyPage(
  fetch: (query: Fields) => Promise<unknown>,
  query: Fields,
  paths: readonly string[] = ['data'],
): AsyncGenerator<Page> {
  const watch = endWatch();
  const send = (asked: Fields): Sent => {
    const answer = fetch(asked);
    // It may not be awaited yet, and Node ends the process for an error that nobody awaits.
    answer.catch(() => undefined);
    return { asked, answer };
  };
  let sent = [send(query)];
  for (let first = sent.shift(); first; first = sent.shift()) {
    const answer = await first.answer;
    const found = rowsAt(answer, paths);
    if (!found) throw new AnswerError('The response is not a list: it has no pages', 'list');
    const { rows, path, around } = found;
    const page = { answer, rows, path };
    watch(page, around);
    let next = queryAfter(first.asked, around, rows.length);
    // A page was shorter than asked for: the following ones begin elsewhere.
    if (next?.offset !== sent[0]?.asked.offset) sent = [];
    if (next && sent.length === 0) sent.push(send(next));
    while (next && sent.length < mostAhead) {
      next = queryAhead(sent.at(-1)?.asked, first.asked, around, rows.length);
      if (next) sent.push(send(next));
    }
    yield page;
  }
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
): Fields | undefined {
  const isFull = typeof around.total === 'number' && count === first.limit;
  return last && isFull && typeof last.offset === 'number' ? queryAfter(last, around, count) : undefined;
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

/** Checks each page. Throws an AnswerError when the list does not seem to end. */
function endWatch(): (page: Page, around: Fields) => void {
  let before: { rows: readonly unknown[]; cursor: unknown } | undefined;
  let first: number | undefined;
  let count = 0;
  let empty = 0;
  return ({ rows }, { total, next_cursor: cursor }) => {
    count += rows.length;
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

/** The query of the next page; undefined after the last one. */
function queryAfter(asked: Fields, around: Fields, count: number): Fields | undefined {
  // The last page of a list with cursors has no cursor.
  if ('next_cursor' in around || 'cursor' in asked) {
    const { next_cursor: cursor } = around;
    return typeof cursor === 'string' && cursor !== '' ? { ...asked, cursor } : undefined;
  }
  const offset = Number(asked.offset ?? 0) + count;
  const { total } = around;
  if (count === 0 || (typeof total === 'number' && offset >= total)) return undefined;
  return { ...asked, offset };
}
