/** Walks a list page by page: by limit and offset, or by cursor. */
import type { OperationId } from '../contract/index.ts';
import type { Client } from './client.ts';
import { AnswerError } from './errors.ts';
import type { LooseParts } from './outline.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One page of a list. */
export interface Page {
  /** The answer as it came. */
  readonly answer: unknown;
  readonly rows: readonly unknown[];
  /** Dotted path of the rows in the answer. */
  readonly path: string;
  /** The rows as JSON. */
  readonly text: string;
}

/**
 * Every page of a list, beginning where the query says.
 * Ends at the total, at a missing cursor, and at an empty page whatever the total says.
 * @param fetch gets the query of a page
 * @param paths dotted paths where the rows can be in an answer, first one first
 * @throws AnswerError when an answer holds no rows, or the list does not end
 */
export async function* everyPage(
  fetch: (query: Fields) => Promise<unknown>,
  query: Fields,
  paths: readonly string[] = ['data'],
): AsyncGenerator<Page> {
  const watch = endWatch();
  let asked = query;
  for (;;) {
    const answer = await fetch(asked);
    const found = rowsAt(answer, paths);
    if (!found) throw new AnswerError('The answer is no list: there are no pages of it', 'list');
    const { rows, path, around } = found;
    const page = { answer, rows, path, text: JSON.stringify(rows) };
    watch(page, around);
    yield page;
    const next = queryAfter(asked, around, rows.length);
    if (!next) return;
    asked = next;
  }
}

/** Items that a list may give beyond twice what it first said; where it says nothing, all that are taken. */
const slack = { grown: 10_000, unsaid: 1_000_000 };
/** Empty pages in a row that may be followed by another. */
const mostEmpty = 100;
/** Longest cursor, in characters: it has to fit into an address. */
const longestCursor = 4096;

/** Looks at each page of a list. Throws an AnswerError when there are signs that it has no end. */
function endWatch(): (page: Page, around: Fields) => void {
  let before: { text: string; cursor: unknown } | undefined;
  let first: number | undefined;
  let count = 0;
  let empty = 0;
  return ({ rows, text }, { total, next_cursor: cursor }) => {
    count += rows.length;
    empty = rows.length === 0 ? empty + 1 : 0;
    first ??= typeof total === 'number' ? total : undefined;
    if (before && ((rows.length > 0 && text === before.text) || (cursor && cursor === before.cursor)))
      throw endless('gave the same page twice: it does not page this list');
    before = { text, cursor };
    if (String(cursor).length > longestCursor)
      throw endless(`gave a cursor of more than ${longestCursor} characters`);
    if (empty > mostEmpty) throw endless(`gave ${empty} empty pages in a row, and says that more follow`);
    if (count > (first === undefined ? slack.unsaid : 2 * first + slack.grown))
      throw endless(
        `gave ${count} items, and said ${first === undefined ? 'not how many there are' : `that there are ${first}`}: the list does not end`,
      );
  };
}

const endless = (what: string): AnswerError => new AnswerError(`The service ${what}`, 'list');

/** Every item of a list. As everyPage. */
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
  /** What total and cursor stand in: the object that holds the rows. */
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

/** The query of the page behind one; undefined when that was the last. */
function queryAfter(asked: Fields, around: Fields, count: number): Fields | undefined {
  // The last page of a list that is walked by cursor has none.
  if ('next_cursor' in around || 'cursor' in asked) {
    const { next_cursor: cursor } = around;
    return typeof cursor === 'string' && cursor !== '' ? { ...asked, cursor } : undefined;
  }
  const offset = Number(asked.offset ?? 0) + count;
  const { total } = around;
  if (count === 0 || (typeof total === 'number' && offset >= total)) return undefined;
  return { ...asked, offset };
}
