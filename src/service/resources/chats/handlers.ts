import { randomUUID } from 'node:crypto';
import type { ChatCompletion, Gap } from '../../../contract/index.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { toJson } from '../../store/json.ts';
import { gapPieces, gapsBehind } from '../common/gaps-behind.ts';
import { rowsPage } from '../common/lists.ts';
import { finderOf } from '../common/rows.ts';
import { type Answer, answer, type ChatBody, MOST_RESULTS } from './answer.ts';
import { type ChatRow, chatOf, itemOf, withoutDeleted } from './present.ts';

/** Chat completions: a conversation answered from one collection, stored so that it can be read again. */
export const chatHandlers: HandlersOf<'chat.create' | 'chat.list' | 'chat.get'> = {
  'chat.create': create,
  'chat.list': (ctx, { query }) =>
    rowsPage(ctx.db, 'chat_completions', { account_id: ctx.accountId }, query, async (row) =>
      itemOf(await withoutDeleted(ctx.db, row)),
    ),
  'chat.get': async (ctx, { params }) => chatOf(await withoutDeleted(ctx.db, await findChat(ctx, params.id))),
};

const findChat = finderOf('chat_completions', 'chat completion');

async function create(ctx: RequestContext, { body }: Input<'chat.create'>): Promise<ChatCompletion> {
  const { model, text, citations, usage, gaps } = await withGaps(ctx, body, await answer(ctx, body));
  const { messages, temperature, filter, collections } = body;
  const row: ChatRow = {
    id: randomUUID(),
    account_id: ctx.accountId,
    created_at: ctx.clock(),
    model,
    payload: toJson({ messages, temperature, filter, collections }),
    choices: toJson([{ index: 0, message: { role: 'assistant', content: text }, citations }]),
    usage: toJson(usage),
    gaps: gaps.length > 0 ? toJson(gaps) : null,
  };
  await ctx.db.insertInto('chat_completions').values(row).execute();
  return chatOf(row);
}

/** Says what was not heard, read or seen, where an answer cites little. */
async function withGaps(
  ctx: RequestContext,
  { collections, filter }: ChatBody,
  { text, citations, ...rest }: Answer,
): Promise<Answer & { readonly gaps: readonly Gap[] }> {
  const knowledgeBase = { source: 'collections' as const, collections, filter };
  const cited = { knowledgeBase, results: citations.length, limit: MOST_RESULTS };
  const gaps = await gapsBehind(ctx, ctx.accountId, cited);
  return {
    ...rest,
    citations,
    gaps,
    text: citations.length === 0 ? [text, ...gapPieces(gaps)].join('') : text,
  };
}
