/** --all: every page of a list. */
import { everyPage, type Page } from '../../client/pages.ts';
import { LocalError } from '../errors/errors.ts';
import { at, type Column, withAt } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { fieldColumns, fieldsIn, missingFields, pick } from '../output/fields.ts';
import type { KnownFields } from '../output/known-fields.ts';
import { type RowForm, rowWriter } from '../output/rows.ts';
import { show } from '../output/show.ts';

/** How a list is shown: its columns, and where its rows can be. */
export interface Listing {
  readonly columns?: readonly Column[] | undefined;
  readonly rows?: readonly string[] | undefined;
  /** The fields of an answer that the interface knows. */
  readonly known?: KnownFields | undefined;
}

/** Items a page asks for where --limit says nothing: the most that every list gives. */
const pageSize = 100;

/**
 * Shows every item. Rows are written as their page comes where each stands for itself; JSON, YAML and what --query
 * looks at are one value and come at the end.
 * @param fetch gets the query of a page
 */
export async function showAll(
  session: Session,
  fetch: (query: Readonly<Record<string, unknown>>) => Promise<unknown>,
  query: Readonly<Record<string, unknown>>,
  listing: Listing,
): Promise<void> {
  const pages = everyPage(fetch, { limit: pageSize, ...query }, listing.rows);
  const { value: first, done } = await pages.next();
  if (done) return;
  const form = streamed(session, listing, first);
  if (form) await stream(session, form, joined(first, pages), listing);
  else await show(session, { ...listing, value: await gathered(joined(first, pages)) });
}

async function* joined(first: Page, rest: AsyncIterable<Page>): AsyncGenerator<Page> {
  yield first;
  yield* rest;
}

/** The form whose rows can be written as they come; undefined when all of them have to be there. */
function streamed({ flags, output }: Session, { columns }: Listing, page: Page): RowForm | undefined {
  if (flags.query !== undefined || output === 'json' || output === 'yaml') return undefined;
  if (output === 'ndjson') return output;
  const known = columns !== undefined || flags.fields !== undefined;
  return known && (output !== 'table' || at(page.answer, 'object') === 'list') ? output : undefined;
}

async function stream(
  session: Session,
  form: RowForm,
  pages: AsyncIterable<Page>,
  { columns, known }: Listing,
): Promise<void> {
  const fields = session.flags.fields === undefined ? undefined : fieldsIn(session.flags.fields);
  const write = rowWriter(session, form, fields ? fieldColumns(fields, columns) : columns);
  let count = 0;
  for await (const { rows, path } of pages) {
    const missing =
      fields && count === 0 ? missingFields(fields, rows, known && { fields: known, path }) : undefined;
    if (missing) session.note(missing);
    await write(fields ? rows.map((row) => pick(row, fields)) : rows);
    count += rows.length;
    // Who reads may have had enough: what is left need not be asked for.
    if (await session.io.gone()) return;
  }
  if (count === 0) session.note('Nothing matches.');
}

/** Most that is gathered for one value, in characters of JSON: it is held several times over while it is written. */
const mostGathered = 32 * 1024 * 1024;

/**
 * The first answer with the rows of all pages in it.
 * @throws LocalError when they are too many to be held
 */
async function gathered(pages: AsyncIterable<Page>): Promise<unknown> {
  let whole: Page | undefined;
  const all: unknown[] = [];
  let size = 0;
  for await (const page of pages) {
    whole ??= page;
    size += page.text.length;
    if (size > mostGathered)
      throw new LocalError(`The list is too long for one value: ${all.length} items are more than 32 MiB`, {
        hint: '-o ndjson, csv and tsv write a row for each item as it comes, however many there are.',
      });
    for (const row of page.rows) all.push(row);
  }
  if (!whole) return undefined;
  const { answer, path } = whole;
  const names = path.split('.').slice(0, -1);
  const put = (value: unknown, name: string, inside: unknown) => {
    const target = [...names, name].join('.');
    return at(value, target) === undefined ? value : withAt(value, target, inside);
  };
  const rows = withAt(answer, path, all);
  // A list that is whole has no page behind it.
  return put(put(rows, 'limit', all.length), 'next_cursor', undefined);
}
