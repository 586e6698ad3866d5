/** A file, a collection and a file of a collection as a card: what it is, how it stands, and what to do next. */
import { at, type Format } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { formatValue, shortId } from '../output/format.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';

export type Row = readonly [name: string, value: unknown, format?: Format];

/** The card of a file; undefined without a terminal. */
export function fileCard({ io }: Session, file: unknown): string | undefined {
  const id = textAt(file, 'id');
  if (!io.terminal.out || id === undefined) return undefined;
  const rows = [...mediaRows(file), ['Added', at(file, 'created_at'), 'time'], ['From', at(file, 'source')]];
  const metadata = at(file, 'metadata');
  return card(
    io,
    textAt(file, 'filename') ?? id,
    textAt(file, 'status'),
    [...(rows as Row[]), ['Metadata', metadata], ['Error', at(file, 'error')], ['ID', id]],
    nextOfFile(id, textAt(file, 'status')),
  );
}

function nextOfFile(id: string, status: string | undefined): string {
  if (status === 'failed') return `vau file delete ${shortId(id)}`;
  return status === 'completed' ? `vau media add COLLECTION ${shortId(id)}` : `vau wait file ${id}`;
}

/** The card of a file of a collection. */
export function collectionFileCard({ io }: Session, one: unknown): string | undefined {
  const [collection, id] = [textAt(one, 'collection_id'), textAt(one, 'file_id')];
  if (!io.terminal.out || collection === undefined || id === undefined) return undefined;
  const status = textAt(one, 'status');
  const both = `${shortId(collection)} ${shortId(id)}`;
  const next =
    status === 'failed'
      ? `vau media add ${both}`
      : status === 'completed'
        ? `vau media-description get ${both}`
        : `vau wait collection-file ${collection}/${id}`;
  return card(
    io,
    textAt(one, 'file.filename') ?? id,
    status,
    [
      ['Progress', progressOf(one)],
      ['Searchable', at(one, 'searchable_status')],
      ...mediaRows(at(one, 'file')),
      ['Added', at(one, 'added_at'), 'time'],
      ['Error', at(one, 'error')],
      ['Collection', collection],
      ['ID', id],
    ],
    next,
  );
}

/** The card of a collection. */
export function collectionCard({ io }: Session, one: unknown): string | undefined {
  const id = textAt(one, 'id');
  const type = textAt(one, 'collection_type');
  // A moments collection has criteria and counters: all of its fields are shown.
  if (!io.terminal.out || id === undefined || type === undefined || type === 'moments') return undefined;
  const name = textAt(one, 'name') ?? id;
  const empty = at(one, 'file_count') === 0;
  return card(
    io,
    name,
    type,
    [
      ['Description', at(one, 'description')],
      ['Files', at(one, 'file_count'), 'number'],
      ['Created', at(one, 'created_at'), 'time'],
      ['ID', id],
    ],
    empty ? `vau media add ${shortId(id)} PATH` : `vau media list ${shortId(id)}`,
  );
}

function mediaRows(file: unknown): Row[] {
  const [width, height] = [at(file, 'media_info.width'), at(file, 'media_info.height')];
  return [
    ['Type', at(file, 'media_type')],
    ['Duration', at(file, 'media_info.duration_seconds'), 'duration'],
    ['Picture', typeof width === 'number' && typeof height === 'number' ? `${width} x ${height}` : undefined],
    ['Size', at(file, 'bytes'), 'bytes'],
  ];
}

/** Such as `speech 40 %`. */
function progressOf(one: unknown): string | undefined {
  const [stage, done, total] = ['stage', 'done', 'total'].map((field) => at(one, `progress.${field}`));
  if (typeof stage !== 'string' || typeof done !== 'number' || typeof total !== 'number') return undefined;
  return `${stage} ${Math.floor((100 * done) / Math.max(1, total))} %`;
}

/** The text at a path; undefined if it is empty or something else. */
export function textAt(thing: unknown, path: string): string | undefined {
  const found = at(thing, path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** A title with its state, the rows that have a value, and the command to type next. */
export function card(
  io: Io,
  title: string,
  state: string | undefined,
  rows: readonly Row[],
  next: string,
): string {
  const filled = rows.filter(([, value]) => value !== undefined && value !== null && value !== '');
  const width = Math.max(...filled.map(([name]) => name.length));
  const head = `${io.paint('out', 'bold', clean(title))}${state === undefined ? '' : `  ${painted(io, clean(state))}`}`;
  const lines = filled.map(
    ([name, value, format]) =>
      `  ${io.paint('out', 'dim', name.padEnd(width))}  ${formatValue(value, format)}`,
  );
  const more = [`Next: ${clean(next)}`, 'All fields: -o yaml'];
  const onOne = more.join('    ');
  const last = onOne.length <= (io.columns ?? onOne.length) ? [onOne] : more;
  return `${[head, ...lines, '', ...last.map((line) => io.paint('out', 'dim', line))].join('\n')}\n`;
}

function painted(io: Io, state: string): string {
  if (state === 'failed') return io.paint('out', 'red', state);
  return state === 'completed' ? io.paint('out', 'green', state) : state;
}
