/** Walks a list page by page: by limit and offset, or by cursor. */
import type { OperationId } from '../contract/index.ts';
import type { Client } from './client.ts';
import { ClientError } from './errors.ts';
import type { LooseParts } from './outline.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One page of a list. */
export interface Page {
  /** The answer as it came. */
  readonly answer: unknown;
  readonly rows: readonly unknown[];
  /** Dotted path of the rows in the answer. */
  readonly path: string;
}

/**
 * Every page of a list, beginning where the query says.
 * Ends at the total, at a missing cursor, and at an empty page whatever the total says.
 * @param fetch gets the query of a page
 * @param paths dotted paths where the rows can be in an answer, first one first
 * @throws ClientError when an answer holds no rows, or the same page comes twice
 */
export async function* everyPage(
  fetch: (query: Fields) => Promise<unknown>,
  query: Fields,
  paths: readonly string[] = ['data'],
): AsyncGenerator<Page> {
  let asked = query;
  let before = '';
  for (;;) {
    const answer = await fetch(asked);
    const found = rowsAt(answer, paths);
    if (!found) throw new ClientError('The answer is no list: there are no pages of it');
    const { rows, path, around } = found;
    const text = JSON.stringify(rows);
    if (rows.length > 0 && text === before)
      throw new ClientError('The service gave the same page twice: it does not page this list');
    before = text;
    yield { answer, rows, path };
    const next = queryAfter(asked, around, rows.length);
    if (!next) return;
    asked = next;
  }
}

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
