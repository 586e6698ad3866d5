import { attachBody } from '../../../contract/index.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { RowOf } from '../common/rows.ts';
import { criterionOf } from '../find-moments/rows.ts';
import { type RunSpec, runSpec } from '../find-moments/spec.ts';

export type AttachmentRow = RowOf<'moment_attachments'>;

/** The criteria of a collection, in the order in which they were attached. */
export function attachmentsOf(db: Db, collectionId: string): Promise<AttachmentRow[]> {
  return db
    .selectFrom('moment_attachments')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where(isKept('moment_attachments'))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** What an attachment asks for in each file, with defaults. */
export function wantedOf(row: AttachmentRow): RunSpec {
  const sent = { criterion: criterionOf(row), ...fromJson<object>(row.options) };
  return runSpec(attachBody.parse(sent), sent);
}
