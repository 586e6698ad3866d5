/** --all: fetches every page of a list. */
import { ahead, everyPage, type Page, unsettledList } from '../../client/pages.ts';
import { LocalError } from '../errors/errors.ts';
import { at, type Column } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { fieldColumns, fieldsIn, missingFields, pick } from '../output/fields.ts';
import { completeList, writeList } from '../output/json.ts';
import type { KnownFields } from '../output/known-fields.ts';
import { type RowForm, rowWriter } from '../output/rows.ts';
import { show } from '../output/show.ts';

/** The columns of a list, and the possible paths of its rows. */
export interface Listing {
  readonly columns?: readonly Column[] | undefined;
  readonly rows?: readonly string[] | undefined;
  /** What to say if there is none. */
  readonly none?: string | undefined;
  /** The fields that the API defines in the response. */
  readonly known?: KnownFields | undefined;
}

/** Page size without --limit: the maximum that every list allows. */
const pageSize = 100;

/**
 * Shows every item. JSON and formats with independent rows are written page by page; YAML and --query need one
 * value and come at the end. Each page is requested while the one before it is shown. @param fetch requests a page by its
 * query
 */
export async function showAll(
  session: Session,
  fetch: (query: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<unknown>,
  query: Readonly<Record<string, unknown>>,
  listing: Listing,
): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([session.signal, stop.signal]);
  const asked = { limit: pageSize, ...query };
  try {
    const unsettled = () => session.note(unsettledList);
    const pages = everyPage((page) => fetch(page, signal), asked, listing.rows, unsettled);
    await showPages(session, ahead(pages), listing);
  } finally {
    // The reader may have gone, or a page could not be shown.
    stop.abort();
  }
}

async function showPages(session: Session, pages: AsyncGenerator<Page>, listing: Listing): Promise<void> {
  const { value: first, done } = await pages.next();
  if (done) return;
  const all = joined(first, pages);
  const form = streamed(session, listing, first);
  if (form) await stream(session, form, all, listing);
  else if (session.output === 'json' && session.flags.query === undefined)
    await writeList(session.io, shown(session, all, listing));
  else await show(session, { ...listing, value: await gathered(all) });
}

async function* joined(first: Page, rest: AsyncIterable<Page>): AsyncGenerator<Page> {
  yield first;
  yield* rest;
}

/** The format if its rows can be written page by page; undefined if all rows are needed first. */
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
  listing: Listing,
): Promise<void> {
  const fields = fieldsOf(session);
  const { write, end } = rowWriter(
    session,
    form,
    fields ? fieldColumns(fields, listing.columns) : listing.columns,
  );
  let count = 0;
  for await (const { rows } of shown(session, pages, listing)) {
    await write(rows);
    count += rows.length;
    // Stop when the reader has closed the pipe: later pages are not needed.
    if (await session.io.gone()) return;
  }
  end();
  if (count === 0) session.note(listing.none || 'No results.');
}

const fieldsOf = ({ flags }: Session) => (flags.fields === undefined ? undefined : fieldsIn(flags.fields));

/** The pages with the fields that --fields asks for. */
async function* shown(
  session: Session,
  pages: AsyncIterable<Page>,
  { known }: Listing,
): AsyncGenerator<Page> {
  const fields = fieldsOf(session);
  let count = 0;
  for await (const page of pages) {
    const { rows, path } = page;
    const missing =
      fields && count === 0 ? missingFields(fields, rows, known && { fields: known, path }) : undefined;
    if (missing) session.note(missing);
    count += rows.length;
    yield fields ? { ...page, rows: rows.map((row) => pick(row, fields)) } : page;
  }
}

/** Maximum size of one value, in characters of JSON: writing it takes several times that in memory. */
const mostGathered = 32 * 1024 * 1024;

/** The first response with the rows of all pages. @throws LocalError when there are too many */
async function gathered(pages: AsyncIterable<Page>): Promise<unknown> {
  let whole: Page | undefined;
  const all: unknown[] = [];
  let size = 0;
  for await (const page of pages) {
    whole ??= page;
    size += JSON.stringify(page.rows).length;
    if (size > mostGathered)
      throw new LocalError(`The list is too long for one value: ${all.length} items exceed 32 MiB`, {
        hint: 'Use -o ndjson, csv or tsv: they write each page as it arrives.',
      });
    for (const row of page.rows) all.push(row);
  }
  return whole && completeList(whole, all);
}
