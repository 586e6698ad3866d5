import type { Selectable } from 'kysely';
import { notFound } from '../../errors.ts';
import type { DescribesTable } from '../../store/schema.ts';
import type { Viewer } from '../common/lookup.ts';

export type DescribeRow = Selectable<DescribesTable>;

/** The account's describe job. @throws 404 */
export async function findDescribe({ db, accountId }: Viewer, id: string): Promise<DescribeRow> {
  const row = await db
    .selectFrom('describes')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('describe job', id);
  return row;
}
