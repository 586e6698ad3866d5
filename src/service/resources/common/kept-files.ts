import { isKept } from '../../store/sql/deletions.ts';
import { listOf } from '../../store/sql/expressions.ts';
import type { Db } from '../../store/sql/schema.ts';

/** What an answer says in place of text that it quoted from a deleted file. */
export const QUOTED_DELETED = 'This answer is not shown any more, because a file that it quotes was deleted.';

/** The part of these files that was not deleted. Stored answers quote files; what is deleted must not be shown from there. */
export async function keptFiles(
  db: Db,
  items: readonly { readonly file_id: string }[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(items.map(({ file_id }) => file_id))];
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', listOf(ids))
    .where(isKept('files'))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
