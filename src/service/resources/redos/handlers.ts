import { type SqlBool, sql } from 'kysely';
import { conflict } from '../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { isKept } from '../../store/deletions.ts';
import { toJson } from '../../store/json.ts';
import { findCollection } from '../common/lookup.ts';
import { finderOf } from '../common/rows.ts';
import { checkProvider } from '../files/hearing/rules.ts';
import { estimateRedo, expectedOf } from './expected.ts';
import { makersNow } from './makers-now.ts';
import { redoOf } from './present.ts';
import { redoFile } from './redo-file.ts';

/** A literal, so that the index of open ones is used. */
const IS_OPEN = sql<SqlBool>`status in ('pending', 'processing')`;

const findRedo = finderOf('redos', 'redo');

/** Making the results of a file, or of a whole collection, again. */
export const redoHandlers: HandlersOf<'redo.file' | 'redo.collection' | 'redo.estimate' | 'redo.get'> = {
  'redo.file': redoFile,
  'redo.collection': create,
  'redo.estimate': async (ctx, { params, body }) => {
    const collection = await findCollection(ctx, params.collection_id);
    await checkProvider(ctx, body.provider);
    return estimateRedo(ctx, collection.id, body);
  },
  'redo.get': async (ctx, { params }) => redoOf(ctx, await findRedo(ctx, params.redo_id)),
};

/** Answers at once; a job starts the files. The same request while one is unfinished gives that one. */
async function create(ctx: RequestContext, { params, body }: Input<'redo.collection'>) {
  const collection = await findCollection(ctx, params.collection_id);
  await checkProvider(ctx, body.provider);
  const estimate = await estimateRedo(ctx, collection.id, body);
  const expected = toJson(expectedOf(estimate, makersNow(ctx.config)));
  const row = await ctx.db.transaction().execute(async (trx) => {
    const config = toJson(body);
    const open = await trx
      .selectFrom('redos')
      .selectAll()
      .where('collection_id', '=', collection.id)
      .where(IS_OPEN)
      .where(isKept('redos'))
      .executeTakeFirst();
    if (open && open.config !== config)
      throw conflict(
        `collection ${collection.id} is being redone with other settings (redo ${open.id}): wait until that has ended`,
      );
    if (open) return open;
    const { id } = await trx
      .insertInto('redos')
      .values({
        ...{ id: ctx.newId(), account_id: ctx.accountId, collection_id: collection.id, config, expected },
        ...{ status: 'pending', created_at: ctx.clock() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ctx.waiting.start(trx, 'redo.run', { redo_id: id });
    return findRedo({ db: trx, accountId: ctx.accountId }, id);
  });
  return redoOf(ctx, row);
}
