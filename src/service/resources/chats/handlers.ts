/**
 * Chat completions: a conversation over one collection comes in; answer.ts searches, has the model answer or quotes,
 * and the answer with its citations is stored and shown.
 */

import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ChatCompletion, ChatItem, Gap } from '../../../contract/index.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { ChatCompletionsTable, Db } from '../../store/sql/schema.ts';
import { gapPieces, gapsBehind } from '../common/gaps-behind.ts';
import { rowsPage } from '../common/lists/lists.ts';
import { keptFiles, QUOTED_DELETED } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf } from '../common/rows.ts';
import { type Answer, answer, type ChatBody, MOST_RESULTS } from './answer.ts';

type ChatRow = Selectable<ChatCompletionsTable>;

/** A chat completion as the API shows it. */
function chatOf(row: ChatRow): ChatCompletion {
  return {
    id: row.id,
    object: 'chat.completion',
    created_at: row.created_at,
    model: row.model,
    choices: fromJson<ChatCompletion['choices']>(row.choices),
    payload: fromJson<ChatCompletion['payload']>(row.payload),
    usage: fromJson<ChatCompletion['usage']>(row.usage),
    ...optional('gaps', fromJson<Gap[] | null>(row.gaps)),
  };
}

/** A chat completion in a list: without its citations. */
function itemOf(row: ChatRow): ChatItem {
  const { choices, ...chat } = chatOf(row);
  return { ...chat, choices: choices.map(({ citations: _, ...choice }) => choice) };
}

/** Without citations of deleted files; the text of an answer that cites one is not shown either. */
async function withoutDeleted(db: Db, row: ChatRow): Promise<ChatRow> {
  const choices = fromJson<ChatCompletion['choices']>(row.choices);
  const kept = await keptFiles(
    db,
    choices.flatMap(({ citations = [] }) => citations),
  );
  const shown = choices.map((choice) => {
    const citations = choice.citations?.filter(({ file_id }) => kept.has(file_id));
    if (citations?.length === choice.citations?.length) return choice;
    return { ...choice, citations, message: { ...choice.message, content: QUOTED_DELETED } };
  });
  return { ...row, choices: toJson(shown) };
}

/** Chat completions: a conversation answered from one collection, stored so that it can be read again. */
export const chats: Resource<'chat.create' | 'chat.list' | 'chat.get'> = {
  handlers: {
    'chat.create': create,
    'chat.list': (ctx, { query }) =>
      rowsPage(ctx.db, 'chat_completions', { account_id: ctx.accountId }, query, async (row) =>
        itemOf(await withoutDeleted(ctx.db, row)),
      ),
    'chat.get': async (ctx, { params }) =>
      chatOf(await withoutDeleted(ctx.db, await findChat(ctx, params.id))),
  },
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
