import type { Selectable } from 'kysely';
import { notFound } from '../../errors.ts';
import type { ExtractionsTable } from '../../store/schema.ts';
import type { Viewer } from '../common/lookup.ts';

export type ExtractionRow = Selectable<ExtractionsTable>;

/** The account's extraction job. @throws 404 */
export async function findExtraction({ db, accountId }: Viewer, id: string): Promise<ExtractionRow> {
  const row = await db
    .selectFrom('extractions')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('extraction job', id);
  return row;
}
