import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Tag } from '../../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { HandlersOf, RequestContext } from '../../http/handler.ts';
import type { TagsTable } from '../../store/schema.ts';
import { given, listOf, type Page } from '../common/lists.ts';
import { findFile, type Viewer } from '../common/lookup.ts';
import { columnsOf } from '../common/optional.ts';
import { findSegment } from '../segmentations/find-segment.ts';

type TagRow = Selectable<TagsTable>;

type TagIds = `tag.${'create' | 'list' | 'of-file' | 'of-segment' | 'get' | 'update' | 'delete'}`;

/** Tags: a label with a value on a file, or on one segment of it. */
export const tagHandlers: HandlersOf<TagIds> = {
  'tag.create': async (ctx, { body }) => {
    await findFile(ctx, body.file_id);
    if (body.segment_id !== undefined) await findSegment(ctx, body.file_id, body.segment_id);
    const row = await ctx.db
      .insertInto('tags')
      .values({
        ...body,
        id: randomUUID(),
        account_id: ctx.accountId,
        type: body.segment_id === undefined ? 'file' : 'segment',
        created_at: ctx.clock(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return tagOf(row);
  },

  'tag.list': (ctx, { query: { type, file_id, ...page } }) => list(ctx, { type, file_id }, page),

  'tag.of-file': async (ctx, { params, query: { type, ...page } }) => {
    const { id: file_id } = await findFile(ctx, params.file_id);
    return list(ctx, { type, file_id }, page);
  },

  'tag.of-segment': async (ctx, { params, query: page }) => {
    const { id: file_id } = await findFile(ctx, params.file_id);
    const { id: segment_id } = await findSegment(ctx, file_id, params.segment_id);
    return list(ctx, { segment_id }, page);
  },

  'tag.get': async (ctx, { params }) => tagOf(await findTag(ctx, params.tag_id)),

  'tag.update': async (ctx, { params, body }) => {
    const { id } = await findTag(ctx, params.tag_id);
    const tags = ctx.db
      .updateTable('tags')
      .set({ id, ...given(body) })
      .where('id', '=', id);
    return tagOf(await tags.returningAll().executeTakeFirstOrThrow());
  },

  'tag.delete': async (ctx, { params }) => {
    const { id } = await findTag(ctx, params.tag_id);
    await ctx.db.deleteFrom('tags').where('id', '=', id).execute();
    return { id };
  },
};

/** The account's tags of which all that is given holds, the latest first. */
function list(
  ctx: RequestContext,
  wanted: object,
  page: { limit: number; offset: number },
): Promise<Page<Tag>> {
  const tags = ctx.db
    .selectFrom('tags')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where((tag) => tag.and(given(wanted)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return listOf(tags, page, tagOf);
}

/** The account's tag. @throws 404 */
async function findTag({ db, accountId }: Viewer, id: string): Promise<TagRow> {
  const row = await db
    .selectFrom('tags')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('tag', id);
  return row;
}

const tagOf = (row: TagRow): Tag => columnsOf(row, ['id', 'label', 'value', 'type', 'file_id', 'segment_id']);
