/**
 * Tags: a label with a value on a file, or on one segment of it. They come in by requests alone; no job works on them.
 */

import { randomUUID } from 'node:crypto';
import type { Tag } from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import { given, type Page, rowsPage } from '../common/lists/lists.ts';
import { findFile } from '../common/lookup.ts';
import { columnsOf } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf, type RowOf } from '../common/rows.ts';
import { findSegment } from '../segmentations/segments.ts';

type TagRow = RowOf<'tags'>;

type TagIds = `tag.${'create' | 'list' | 'of-file' | 'of-segment' | 'get' | 'update' | 'delete'}`;

export const tags: Resource<TagIds> = {
  handlers: {
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
  },
};

/** The account's tags that meet all given conditions, newest first. */
function list(
  ctx: RequestContext,
  wanted: { type?: TagRow['type'] | undefined; file_id?: string | undefined; segment_id?: string },
  page: { limit: number; offset: number },
): Promise<Page<Tag>> {
  return rowsPage(ctx.db, 'tags', { account_id: ctx.accountId, ...wanted }, page, tagOf);
}

/** Finds the account's tag. @throws 404 */
const findTag = finderOf('tags', 'tag');

const tagOf = (row: TagRow): Tag => columnsOf(row, ['id', 'label', 'value', 'type', 'file_id', 'segment_id']);
