import { column } from '../model/columns.ts';
import { createdFlags, pageFlags } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';

const list = defineCommand({
  name: 'chat list',
  flags: { ...pageFlags, ...createdFlags },
  examples: [
    { does: 'The latest ten', line: 'chat list --limit 10' },
    { does: 'One month', line: 'chat list --created-after 2026-03-31 --created-before 2026-05-01' },
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

export const commands = [list];
