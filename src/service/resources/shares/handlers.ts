import { randomUUID } from 'node:crypto';
import type { Share } from '../../../contract/index.ts';
import { badRequest, conflict } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { listOf as oneOf } from '../../store/sql/expressions.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import { inOrder, listOf, matching, showPage } from '../common/lists/lists.ts';
import { findFile } from '../common/lookup.ts';
import type { Resource } from '../common/resource.ts';
import { removeRow } from '../deletions/remove.ts';
import { findSegment } from '../segmentations/segments.ts';
import { durationOf } from './facts.ts';
import { packageShare } from './job.ts';
import { type LinkMaker, shareLinks } from './links.ts';
import { findShare, type ShareRow, selectShares } from './rows.ts';
import { clipProblem, type Window } from './window.ts';

type Ids = 'share.create' | 'share.list' | 'share.get' | 'share.update' | 'share.delete';

/** Shares: pages and streams of a file or a segment, public or private. */
export const shares: Resource<Ids, 'share.package'> = {
  handlers: {
    'share.create': create,
    'share.list': list,

    'share.get': async (ctx, { params, query }) => {
      const row = await findShare(ctx, params.id);
      const { clip_start: start, clip_end: end } = query;
      const problem = clipProblem(start, end, durationOf(row));
      if (problem !== undefined) throw badRequest(problem);
      return shareOf(ctx, row, start === undefined || end === undefined ? undefined : { start, end });
    },

    'share.update': async (ctx, { params, body }) => {
      const { id } = await findShare(ctx, params.id);
      const changes = {
        ...(body.title === undefined ? {} : { title: body.title }),
        ...(body.description === undefined ? {} : { description: body.description }),
        ...(body.metadata === undefined ? {} : { metadata: toJson(body.metadata) }),
        ...(body.link_preview === undefined ? {} : { link_preview: body.link_preview }),
      };
      if (Object.keys(changes).length > 0)
        await ctx.db.updateTable('shares').set(changes).where('id', '=', id).execute();
      return shareOf(ctx, await findShare(ctx, id));
    },

    'share.delete': async (ctx, { params }) => {
      const { id } = await findShare(ctx, params.id);
      const own = { table: 'shares', id, kind: 'share.package' } as const;
      await removeRow(ctx, { ...own, payload: { share_id: id }, prefix: `shares/${id}` });
      return { id, object: 'share' };
    },
  },
  jobs: { 'share.package': packageShare },
};

/** A unique index enforces one active share per file or segment and visibility. */
async function create(ctx: RequestContext, { body }: Input<'share.create'>): Promise<Share> {
  const file = await findFile(ctx, body.file_id);
  if (file.status === 'failed')
    throw badRequest(`file ${file.id} failed and cannot be shared: ${file.error ?? 'unknown reason'}`);
  if (body.file_segment_id !== undefined) await findSegment(ctx, file.id, body.file_segment_id);
  const id = randomUUID();
  const isMade = await ctx.db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('shares')
      .values({
        id,
        account_id: ctx.accountId,
        file_id: file.id,
        file_segment_id: body.file_segment_id ?? null,
        asset_type: body.file_segment_id === undefined ? 'file' : 'file_segment',
        title: body.title ?? null,
        description: body.description ?? null,
        metadata: toJson(body.metadata),
        visibility: body.visibility,
        link_preview: body.link_preview,
        created_at: ctx.clock(),
        status: 'pending',
      })
      .onConflict((clash) => clash.doNothing())
      .executeTakeFirst();
    if (!made.numInsertedOrUpdatedRows) return false;
    await ctx.lifecycle.start(trx, 'share.package', { share_id: id });
    return true;
  });
  if (!isMade) throw await taken(ctx, body);
  return shareOf(ctx, await findShare(ctx, id));
}

/** Names the existing share and its link. */
async function taken(
  ctx: RequestContext,
  { file_id: file, file_segment_id: segment, visibility }: Input<'share.create'>['body'],
): Promise<Error> {
  const shares = selectShares(ctx.db)
    .where('shares.account_id', '=', ctx.accountId)
    .where('shares.file_id', '=', file)
    .where('shares.visibility', '=', visibility);
  const ofSegment =
    segment === undefined
      ? shares.where('shares.file_segment_id', 'is', null)
      : shares.where('shares.file_segment_id', '=', segment);
  const present = await ofSegment.executeTakeFirst();
  const what = segment === undefined ? `file ${file}` : `segment ${segment}`;
  const which = present ? `: share ${present.id}, ${(await shareLinks(ctx, present)).page}` : '';
  return conflict(`${what} already has an active ${visibility} share${which}`);
}

async function list(ctx: RequestContext, { query }: Input<'share.list'>) {
  const { file_id, file_segment_id, visibility } = query;
  const own = { account_id: ctx.accountId, file_id, file_segment_id, visibility };
  const page = await listOf(matching(ctx.db, 'shares', own, query), query, ({ id }) => id);
  const rows = await selectShares(ctx.db).where('shares.id', 'in', oneOf(page.data)).execute();
  const data = inOrder(page.data, rows, ({ id }) => id);
  return showPage({ ...page, data }, (row) => shareOf(ctx, row));
}

/** A share as the API shows it; with a window, its stream plays only that part. */
async function shareOf(ctx: LinkMaker, row: ShareRow, window?: Window): Promise<Share> {
  const links = await shareLinks(ctx, row, window);
  return {
    id: row.id,
    object: 'share',
    file_id: row.file_id,
    ...(row.file_segment_id === null ? {} : { file_segment_id: row.file_segment_id }),
    asset_type: row.asset_type,
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.description === null ? {} : { description: row.description }),
    ...(row.metadata === null ? {} : { metadata: fromJson<Record<string, unknown>>(row.metadata) }),
    visibility: row.visibility,
    link_preview: row.link_preview,
    created_at: row.created_at,
    ...(links.preview === undefined ? {} : { preview_url: links.preview }),
    ...(links.download === undefined
      ? {}
      : { media_download_url: links.download, media_download_expires_at: links.expiresAt }),
    share_url: links.page,
    ...(links.stream === undefined ? {} : { stream_url: links.stream }),
    status: row.status,
    ...(row.error === null ? {} : { error: row.error }),
  };
}
