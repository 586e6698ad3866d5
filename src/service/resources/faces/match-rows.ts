import type { Selectable } from 'kysely';
import { notFound } from '../../errors.ts';
import type { FaceMatchesTable } from '../../store/schema.ts';
import type { Viewer } from '../common/lookup.ts';

export type FaceMatchRow = Selectable<FaceMatchesTable>;

/** The account's face match. @throws 404 */
export async function findMatch({ db, accountId }: Viewer, id: string): Promise<FaceMatchRow> {
  const row = await db
    .selectFrom('face_matches')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('face match', id);
  return row;
}
