import type { BodyInput } from '../../../contract/index.ts';
import { QUOTES } from '../../../contract/resources/finding/chat.ts';
import { limits } from '../../../contract/values/limits.ts';
import { converse } from '../../chats/converse.ts';
import { chatText } from '../../chats/view.ts';
import { MissingError } from '../../errors/errors.ts';
import { column } from '../../model/columns.ts';
import { createdFlags, pageFlags } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call, local } from '../../model/plan.ts';
import { id, many, needed, number, object, optional, prose, text, within } from '../../model/values.ts';

const chatId = needed(id('ID of the chat completion', { field: 'id' }));

const ask = defineCommand({
  name: 'chat ask',
  about:
    'Answers a question from one collection, with the file and the second of everything it cites. Without a question, on a terminal, it starts a conversation, in which a question may refer to those before; vau chat alone does the same. The service answers with its language model if it has one, otherwise in quotes.',
  arguments: { question: optional(text('Your question', { placeholder: 'QUESTION', field: 'messages' })) },
  flags: {
    collection: many(id('Collection to ask, exactly one', { field: 'collections' })),
    filter: object('Filter the files of the collection'),
    system: prose('Instructions for the language model', { local: true }),
    model: text(`Model to name in the request (default default; ${QUOTES} answers in quotes)`),
    temperature: number(`Temperature of the language model, ${within(limits.temperature)}`),
  },
  examples: [
    { does: 'Ask a question', line: 'chat ask "When is the launch?" --collection COLLECTION_ID' },
    {
      does: 'Answer in quotes, without a language model',
      line: 'chat ask "Who is on board?" --collection COLLECTION_ID --model quotes',
    },
  ],
  plan: ({ question, system, collection }, { flags }) => {
    if (!collection)
      throw new MissingError(['collection'], 'Choose the collection to ask: --collection ID', {
        next: 'vau collection list',
      });
    const before = system === undefined ? [] : [{ role: 'system' as const, content: system }];
    const body = { model: 'default', ...flags, messages: before } as unknown as BodyInput<'chat.create'>;
    if (question === undefined) return local((session) => converse(session, body));
    const messages = [...before, { role: 'user' as const, content: question }];
    return call('chat.create', { body: { ...body, messages } }, { text: chatText });
  },
});

const get = defineCommand({
  name: 'chat get',
  arguments: { chatId },
  examples: [{ does: 'Show an answer again', line: 'chat get CHAT_ID' }],
  plan: (_, { args: params }) => call('chat.get', { params }, { text: chatText }),
});

const list = defineCommand({
  name: 'chat list',
  flags: { ...pageFlags, ...createdFlags },
  examples: [
    { does: 'The latest ten', line: 'chat list --limit 10' },
    { does: 'Those of April', line: 'chat list --created-after 2026-04-01 --created-before 2026-05-01' },
  ],
  columns: [
    column('id'),
    column('model'),
    {
      header: 'question',
      value: (row) => lastText((row as { payload?: { messages?: unknown } }).payload?.messages),
    },
    {
      header: 'answer',
      value: (row) =>
        lastText((row as { choices?: { message?: unknown }[] }).choices?.map(({ message }) => message)),
    },
    column('usage.total_tokens', 'number', 'tokens'),
    column('created_at', 'time', 'created'),
  ],
  plan: (_, { flags: query }) => call('chat.list', { query }),
});

/** The text of the last message. A service may send shapes that this version does not know. */
function lastText(messages: unknown): unknown {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return typeof last === 'object' && last !== null && 'content' in last ? last.content : undefined;
}

export const commands = [ask, get, list];
