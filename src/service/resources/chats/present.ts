import type { Selectable } from 'kysely';
import type { ChatCompletion, ChatItem, Gap } from '../../../contract/index.ts';
import { fromJson, toJson } from '../../store/json.ts';
import type { ChatCompletionsTable, Db } from '../../store/schema.ts';
import { keptFiles, QUOTED_DELETED } from '../common/kept-files.ts';
import { optional } from '../common/optional.ts';

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
    ...optional('gaps', fromJson<Gap[] | null>(row.gaps)),
  };
}

/** A chat completion in a list: without its citations. */
export function itemOf(row: ChatRow): ChatItem {
  const { choices, ...chat } = chatOf(row);
  return { ...chat, choices: choices.map(({ citations: _, ...choice }) => choice) };
}

/** Without citations of deleted files; the text of an answer that cites one is not shown either. */
export async function withoutDeleted(db: Db, row: ChatRow): Promise<ChatRow> {
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
