import { randomUUID } from 'node:crypto';
import type { ChatCompletion } from '../../../contract/index.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { toJson } from '../../store/json.ts';
import { rowsPage } from '../common/lists.ts';
import { finderOf } from '../common/rows.ts';
import { answer } from './answer.ts';
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
  const { model, text, citations, usage } = await answer(ctx, body);
  const { messages, temperature, filter, collections } = body;
  const row: ChatRow = {
    id: randomUUID(),
    account_id: ctx.accountId,
    created_at: ctx.clock(),
    model,
    payload: toJson({ messages, temperature, filter, collections }),
    choices: toJson([{ index: 0, message: { role: 'assistant', content: text }, citations }]),
    usage: toJson(usage),
  };
  await ctx.db.insertInto('chat_completions').values(row).execute();
  return chatOf(row);
}
