import { sql } from 'kysely';
import { type Redo, type RedoBody, redoModalities } from '../../../contract/index.ts';
import type { ServiceConfig } from '../../context/config.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { openStatuses } from '../../store/sql/expressions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { pictureEncoder } from '../../understanding/modalities/pictures/index.ts';
import { encoderFor } from '../../understanding/models/embeddings/index.ts';
import { asksFor } from '../common/made-by.ts';
import { optional } from '../common/optional.ts';
import type { RowOf } from '../common/rows.ts';
import { outlineMaker } from '../outlines/rows.ts';
import type { Expected } from './expected.ts';

export type RedoRow = RowOf<'redos'>;

interface Counter {
  readonly db: Db;
  readonly config: ServiceConfig;
}

/** A redo as the API shows it, with its counters as they are now. */
export async function redoOf(ctx: Counter, row: RedoRow): Promise<Redo> {
  const { files_total, files_completed, files_failed } = row;
  const ended = files_total !== null && files_completed !== null && files_failed !== null;
  const { started: _, ...counts } = ended
    ? { files_total, files_completed, files_failed, started: files_total }
    : await countsOf(ctx, row);
  return {
    redo_id: row.id,
    collection_id: row.collection_id,
    status: row.status,
    modalities: redoModalities.filter((one) => asksFor(fromJson<RedoBody>(row.config), one)),
    ...counts,
    ...optional('estimated_seconds', expectedIn(row).seconds),
    ...optional('error', row.error),
    created_at: row.created_at,
  };
}

const NOTHING: Expected = { files: 0, chapters: false, encoder: null };

/** A redo from before it was noted expects nothing. */
const expectedIn = ({ expected }: RedoRow): Expected => fromJson<Expected>(expected) ?? NOTHING;

/**
 * Counts the files that a redo has started, and those of them that have ended. A file that kept an earlier result, or got
 * no chapters because its language model failed, counts as failed.
 */
export async function countsOf(
  { db, config }: Counter,
  row: RedoRow,
): Promise<Pick<Redo, 'files_total' | 'files_completed' | 'files_failed'> & { readonly started: number }> {
  const { files, chapters, encoder, pictures = null } = expectedIn(row);
  // A model that is gone, or was replaced, is not waited for.
  const outlines = chapters && outlineMaker(config) !== undefined;
  const vectors = encoder !== null && encoderFor(config)?.model === encoder;
  const frames = pictures !== null && pictureEncoder(config.dataDir)?.model === pictures;
  const counted = await db
    .selectFrom('collection_files as m')
    .leftJoin('collection_file_structures as s', (on) =>
      on.onRef('s.collection_id', '=', 'm.collection_id').onRef('s.file_id', '=', 'm.file_id'),
    )
    .select((of) => ['m.status', of.fn.countAll<number>().as('count')])
    .select(sql<number>`m.error is not null`.as('kept'))
    .select(sql<number>`s.outline_error is not null`.as('unwritten'))
    .select(
      sql<number>`s.file_id is not null and s.outlined_by is null and s.outline_error is null`.as('asked'),
    )
    .select(sql<number>`m.encoded_by is null or m.encoded_by not in ('', ${encoder ?? ''})`.as('encoding'))
    .select(sql<number>`m.pictured_by is null or m.pictured_by not in ('', ${pictures ?? ''})`.as('looking'))
    .where('m.collection_id', '=', row.collection_id)
    .where('m.redo', '=', row.id)
    .where(isKept('collection_files', 'm'))
    .groupBy(['m.status', 'kept', 'unwritten', 'asked', 'encoding', 'looking'])
    .execute();
  const sum = (some: typeof counted) => some.reduce((total, { count }) => total + count, 0);
  const ended = counted.filter(
    ({ status, asked, encoding, looking }) =>
      !openStatuses.includes(status) &&
      (status === 'failed' || !((outlines && asked) || (vectors && encoding) || (frames && looking))),
  );
  const failed = sum(
    ended.filter(({ status, kept, unwritten }) => status === 'failed' || kept || (chapters && unwritten)),
  );
  const started = sum(counted);
  return {
    files_total: Math.max(files, started),
    files_completed: sum(ended) - failed,
    files_failed: failed,
    started,
  };
}
