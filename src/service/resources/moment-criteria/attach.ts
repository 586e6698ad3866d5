import type { AttachBody } from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { asGiven } from '../common/optional.ts';
import { runSpec } from '../find-moments/spec.ts';
import type { AttachmentRow } from './rows.ts';

/**
 * Attaches a criterion to a moments collection, in the caller's transaction; a job applies it to the files. What is attached
 * already with the same options stays the same attachment, and is applied again where it failed.
 * @param sent the body as sent
 */
export async function attach(
  ctx: RequestContext,
  trx: Trx,
  collectionId: string,
  body: AttachBody,
  sent: unknown,
): Promise<AttachmentRow> {
  const wanted = runSpec(body, sent);
  const known = await sameAttachment(trx, collectionId, wanted.run_key);
  const row = known
    ? await again(trx, known)
    : newRow(ctx, collectionId, body, sent, await nextTime(trx, collectionId, ctx.clock()));
  if (!known) await trx.insertInto('moment_attachments').values(row).execute();
  await ctx.lifecycle.start(trx, 'moment-criteria.backfill', { attachment_id: row.id });
  return row;
}

/** After those that are there: criteria are listed in the order in which they were attached, several within a millisecond too. */
async function nextTime(trx: Trx, collectionId: string, now: number): Promise<number> {
  const { latest } = await trx
    .selectFrom('moment_attachments')
    .select((of) => of.fn.max<number | null>('created_at').as('latest'))
    .where('collection_id', '=', collectionId)
    .executeTakeFirstOrThrow();
  return latest === null ? now : Math.max(now, latest + 1);
}

function newRow(
  ctx: RequestContext,
  collection_id: string,
  body: AttachBody,
  sent: unknown,
  created_at: number,
): AttachmentRow {
  const { criterion_hash, run_key } = runSpec(body, sent);
  const { criterion, ...options } = asGiven(sent, body);
  return {
    id: ctx.newId(),
    account_id: ctx.accountId,
    collection_id,
    criterion_name: criterion.name,
    criterion_hash,
    criterion: toJson(criterion),
    options: toJson(options),
    run_key,
    status: 'pending',
    reached: '',
    created_at,
  };
}

function sameAttachment(trx: Trx, collectionId: string, runKey: string): Promise<AttachmentRow | undefined> {
  return trx
    .selectFrom('moment_attachments')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('run_key', '=', runKey)
    .where(isKept('moment_attachments'))
    .executeTakeFirst();
}

async function again(trx: Trx, row: AttachmentRow): Promise<AttachmentRow> {
  const open = { status: 'pending' as const, reached: '' };
  await trx.updateTable('moment_attachments').set(open).where('id', '=', row.id).execute();
  await trx
    .updateTable('criterion_files')
    .set({ status: 'pending', run_id: null, error: null })
    .where('attachment_id', '=', row.id)
    .where('status', 'in', ['failed', 'cancelled'])
    .execute();
  return { ...row, ...open };
}
