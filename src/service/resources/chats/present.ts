import type { Selectable } from 'kysely';
import type { ChatCompletion, ChatItem } from '../../../contract/index.ts';
import { fromJson } from '../../store/json.ts';
import type { ChatCompletionsTable } from '../../store/schema.ts';

export type ChatRow = Selectable<ChatCompletionsTable>;

/** A chat completion as the API shows it. */
export function chatOf(row: ChatRow): ChatCompletion {
  return {
    id: row.id,
    object: 'chat.completion',
    created_at: row.created_at,
    model: row.model,
    choices: fromJson<ChatCompletion['choices']>(row.choices),
    payload: fromJson<ChatCompletion['payload']>(row.payload),
    usage: fromJson<ChatCompletion['usage']>(row.usage),
  };
}

/** A chat completion in a list: without its citations. */
export function itemOf(row: ChatRow): ChatItem {
  const { choices, ...chat } = chatOf(row);
  return { ...chat, choices: choices.map(({ citations: _, ...choice }) => choice) };
}
