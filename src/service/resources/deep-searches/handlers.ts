/**
 * Deep searches: a question over collections comes in; planned queries, results and a text with citations go out, at
 * once or by a job. Cancelling or deleting one stops its work (run.ts).
 */

import { randomUUID } from 'node:crypto';
import type { DeepSearch } from '../../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { jobKey } from '../../queue/queue.ts';
import {
  completion,
  type DeepSearchRow,
  deepSearchOf,
  endDeepSearch,
  failure,
  failureOf,
} from '../../search/deep-search.ts';
import { scopeOf } from '../../search/filters/knowledge.ts';
import type { StoredResult } from '../../search/results/make-result.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { rowsPage } from '../common/lists/lists.ts';
import { keptFiles, QUOTED_DELETED } from '../common/lookup.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf } from '../common/rows.ts';
import { deepSearchJob } from './job.ts';
import { runWhileOpen } from './run.ts';

/** A deep search without results in deleted files; the text of one that had some is not shown either. */
async function withoutDeleted(db: Db, row: DeepSearchRow): Promise<DeepSearchRow> {
  const results = fromJson<StoredResult[] | null>(row.results) ?? [];
  const files = await keptFiles(db, results);
  const kept = results.filter(({ file_id }) => files.has(file_id));
  const gone = results.length - kept.length;
  if (gone === 0) return row;
  return { ...row, results: toJson(kept), total: (row.total ?? gone) - gone, text: QUOTED_DELETED };
}

type Ids =
  | 'deep-search.run'
  | 'deep-search.list'
  | 'deep-search.get'
  | 'deep-search.cancel'
  | 'deep-search.delete';

/** Deep searches: planned searches over a knowledge base, answered with quotes. */
export const deepSearches: Resource<Ids, 'deep-search.run'> = {
  handlers: {
    'deep-search.run': run,
    'deep-search.list': list,
    'deep-search.get': async (ctx, { params, query }) =>
      deepSearchOf(
        await withoutDeleted(ctx.db, await find(ctx, params.id)),
        await linksFor(ctx),
        query.include,
      ),
    'deep-search.cancel': cancel,
    'deep-search.delete': remove,
  },
  jobs: { 'deep-search.run': deepSearchJob },
};

async function run(ctx: RequestContext, { body }: Input<'deep-search.run'>): Promise<DeepSearch | Response> {
  await scopeOf(ctx, ctx.accountId, body.knowledge_base);
  const id = randomUUID();
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('deep_searches')
      .values({
        id,
        account_id: ctx.accountId,
        status: 'in_progress',
        created_at: ctx.clock(),
        query: body.query,
        scope: body.scope ?? null,
        knowledge_base: toJson(body.knowledge_base),
        limit: body.limit,
        exclude_weak_results: body.exclude_weak_results ? 1 : 0,
        include: toJson(body.include ?? []),
        background: body.background ? 1 : 0,
      })
      .execute();
    if (body.background) await ctx.lifecycle.start(trx, 'deep-search.run', { deep_search_id: id });
  });
  const row = await find(ctx, id);
  if (body.stream) return eventStream(streamed(ctx, row));
  if (!body.background) await carryOut(ctx, row);
  return show(ctx, id);
}

/** Runs a search to its end and returns its text in pieces; none if it has no result. */
async function carryOut(ctx: RequestContext, row: DeepSearchRow): Promise<string[]> {
  try {
    const outcome = await runWhileOpen(ctx, row, ctx.signal);
    if (!outcome) return [];
    await endDeepSearch(ctx.db, row.id, completion(outcome));
    return outcome.pieces;
  } catch (error) {
    if (ctx.signal.aborted) {
      await endDeepSearch(ctx.db, row.id, { status: 'cancelled' });
      return [];
    }
    ctx.log.error('a deep search failed', { deep_search_id: row.id, error });
    await endDeepSearch(ctx.db, row.id, failure(failureOf(error)));
    return [];
  }
}

/** Streams a search while it runs. Its end is written first, so that a cancelled search streams no result. */
async function* streamed(ctx: RequestContext, row: DeepSearchRow): AsyncGenerator<DeepSearchEvent> {
  yield { type: 'deep_search.created', deep_search: deepSearchOf(row, await linksFor(ctx)) };
  const pieces = await carryOut(ctx, row);
  const search = await show(ctx, row.id);
  if (search.status === 'completed') yield* eventsOf(search, pieces);
  else yield { type: 'error', error: search.error ?? CANCELLED };
}

const CANCELLED = { message: 'The deep search was cancelled.', type: 'cancelled', code: 'cancelled' };

async function cancel(
  ctx: RequestContext,
  { params: { id } }: Input<'deep-search.cancel'>,
): Promise<DeepSearch> {
  await find(ctx, id);
  await ctx.db.transaction().execute(async (trx) => {
    const cancelled = await endDeepSearch(trx, id, { status: 'cancelled' });
    if (cancelled) await ctx.queue.cancel(trx, jobKey('deep-search.run', { deep_search_id: id }));
  });
  return show(ctx, id);
}

/** Deletes one; one that was deleted before is not there, as the caller wants. @throws 404 if there never was one */
async function remove(ctx: RequestContext, { params: { id } }: Input<'deep-search.delete'>) {
  const own = { id, account_id: ctx.accountId };
  await ctx.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('deep_searches')
      .where('id', '=', id)
      .where('account_id', '=', ctx.accountId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) {
      await trx.insertInto('deleted_deep_searches').values(own).execute();
      await ctx.queue.cancel(trx, jobKey('deep-search.run', { deep_search_id: id }));
      return;
    }
    const before = await trx
      .selectFrom('deleted_deep_searches')
      .select('id')
      .where('id', '=', id)
      .where('account_id', '=', ctx.accountId)
      .executeTakeFirst();
    if (!before) throw notFound('deep search', id);
  });
  return { id, object: 'deep_search' as const, deleted: true as const };
}

async function list(ctx: RequestContext, { query }: Input<'deep-search.list'>) {
  const link = await linksFor(ctx);
  const own = { account_id: ctx.accountId, status: query.status };
  return rowsPage(ctx.db, 'deep_searches', own, query, async (row) =>
    deepSearchOf(await withoutDeleted(ctx.db, row), link),
  );
}

async function show(ctx: RequestContext, id: string): Promise<DeepSearch> {
  return deepSearchOf(await withoutDeleted(ctx.db, await find(ctx, id)), await linksFor(ctx));
}

const find = finderOf('deep_searches', 'deep search');

/** One server-sent event of a deep search. */
type DeepSearchEvent =
  | { type: 'deep_search.created' | 'deep_search.completed'; deep_search: DeepSearch }
  | { type: 'deep_search.text.delta'; delta: string }
  | { type: 'deep_search.text.done'; text: string }
  | { type: 'deep_search.result.added'; index: number; result: NonNullable<DeepSearch['results']>[number] }
  | { type: 'error'; error: NonNullable<DeepSearch['error']> };

/** The events of a finished deep search: its results, its text piece by piece, its end. */
function* eventsOf(search: DeepSearch, pieces: readonly string[]): Generator<DeepSearchEvent> {
  for (const [index, result] of (search.results ?? []).entries()) {
    yield { type: 'deep_search.result.added', index, result };
  }
  for (const delta of pieces) yield { type: 'deep_search.text.delta', delta };
  yield { type: 'deep_search.text.done', text: search.text ?? '' };
  yield { type: 'deep_search.completed', deep_search: search };
}

/** Sends events as server-sent events, ending with `data: [DONE]`. If the caller hangs up, the generator is ended. */
function eventStream(events: AsyncGenerator<DeepSearchEvent>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await events.next();
      if (!next.done) {
        controller.enqueue(
          encoder.encode(`event: ${next.value.type}\ndata: ${JSON.stringify(next.value)}\n\n`),
        );
        return;
      }
      controller.enqueue(encoder.encode('data: [DONE]\n\n'));
      controller.close();
    },
    async cancel() {
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}
