import type { Filter } from '../../contract/index.ts';
import { listOf } from '../store/sql/expressions.ts';
import type { SearchContext } from './context.ts';
import { fileMeets } from './filter.ts';
import { mayMeet } from './filter-sql.ts';

/** Files checked at a time; other requests run between portions. */
const PORTION = 500;

/** The columns that hold JSON. They are read only if the filter asks for them. */
const COLUMNS = ['metadata', 'video_info', 'source_metadata'] as const;
const UNREAD = { metadata: null, video_info: null, source_metadata: null };

const idOf = ({ id }: { readonly id: string }) => id;

/** The files that meet a filter, in the given order. */
export async function filesThatMeet(
  { db, yieldTurn }: SearchContext,
  ids: readonly string[],
  filter: Filter,
): Promise<string[]> {
  const asked = COLUMNS.filter((column) => filter[column]);
  const met: string[] = [];
  for (let from = 0; from < ids.length; from += PORTION) {
    const portion = ids.slice(from, from + PORTION);
    const files = await db
      .selectFrom('files')
      .select(['id', 'bytes', 'filename', 'created_at', ...asked])
      .where('id', 'in', listOf(portion))
      .where(mayMeet(filter, 'files'))
      .execute();
    const good = new Set(files.filter((file) => fileMeets(filter, { ...UNREAD, ...file })).map(idOf));
    met.push(...portion.filter((id) => good.has(id)));
    await yieldTurn();
  }
  return met;
}
